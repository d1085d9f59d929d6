// The mean-variance plane: how even each benchmark is on average over models, and how much that depends on the model.

import type { Interval } from '../engine/results.ts';
import type { Plane, PlanePoint } from '../engine/study.ts';
import { counted, percent, unit, unitRange, withBrackets } from '../verdict/numbers.ts';
import { quadrantInWords, quadrantsOf } from '../verdict/plane.ts';
import { basisOf, type Chart } from './chart.ts';
import { nearest, placeLabels, roundStep, type Segment } from './labels.ts';
import {
  base,
  circle,
  drawing,
  type Frame,
  grid,
  line,
  type Mark,
  rect,
  roomFor,
  text,
  unitTick,
  xAxis,
  yAxis,
} from './marks.ts';
import type { ChartTheme } from './theme.ts';

const PLOT = 380;
const LEFT = 40;
const RIGHT = 14;
const BOTTOM = 44;
const ROW = 18;
const LARGEST = 12; // radius
const SMALLEST = 3.5;

interface Placed {
  point: PlanePoint;
  mean: number;
  variance: number;
}

export function planeChart(plane: Plane, benchmarkName: (index: number) => string): Chart | null {
  const placed = plane.points
    .flatMap((point): Placed[] =>
      point.meanHarmony === null || point.variance === null
        ? []
        : [{ point, mean: point.meanHarmony, variance: point.variance }],
    )
    .sort((a, b) => a.variance - b.variance);
  if (placed.length === 0) return null;

  const { meanLine, varianceLine } = plane;
  const quadrants = quadrantsOf(plane);
  const largest = Math.max(varianceLine, ...placed.map((one) => one.variance));
  // Intervals of few models are wide: they may leave the picture, the points may not.
  const ends = placed.map((one) => one.point.varianceInterval?.high ?? 0);
  const wanted = Math.max(largest * 1.15, Math.min(Math.max(...ends), largest * 1.6), 1e-6);
  const step = roundStep(wanted, 6);
  const right = Math.ceil(wanted / step - 1e-9) * step;
  const decimals = Math.max(2, -Math.floor(Math.log10(step) + 1e-9));
  const lows = placed.map((one) => Math.max(one.mean - 0.2, one.point.meanInterval?.low ?? one.mean));
  const least = Math.max(0, Math.min(meanLine, ...lows) - 0.04);
  const level = least < 0.5 ? 0.2 : 0.1; // between two lines of the grid
  const low = Math.floor(least / level + 1e-9) * level;
  const most = Math.max(1, ...placed.map((one) => one.point.items));
  const radius = ({ items }: PlanePoint) => Math.max(SMALLEST, LARGEST * Math.sqrt(items / most));
  const places = placed.map((one) => ({ x: one.variance / right, y: (one.mean - low) / (1 - low) }));
  const legend = ['filled: sure of its place', 'open: could lie across a line', 'area: items'];
  /** The words above the plot, in rows as they fit. */
  const rowsOf = (width: number) => {
    const inOne = roomFor([legend.join('')]) + 60 <= width;
    const upper = [quadrants.even, quadrants['even varying']];
    const lower = [quadrants.uneven, quadrants['uneven varying']];
    const beside = (words: string[]) => 1.1 * roomFor([words.join('  ')]) <= width - LEFT - RIGHT;
    return { legend: inOne ? 1 : legend.length, upper: beside(upper) ? 1 : 2, lower: beside(lower) ? 1 : 2 };
  };
  const top = (width: number) => (rowsOf(width).legend + 1 + rowsOf(width).upper) * ROW + 6;
  const below = (width: number) => BOTTOM + rowsOf(width).lower * ROW;

  const marksOf = (theme: ChartTheme, width: number) => (frame: Frame) => {
    const marks: Mark[] = [];
    const bottom = frame.top + frame.height;
    const end = frame.left + frame.width;
    const lineX = frame.x(varianceLine);
    const lineY = frame.y(meanLine);
    const rows = rowsOf(width);
    marks.push(
      rect(frame.left, frame.top, lineX - frame.left, lineY - frame.top, theme.wash, { opacity: 0.6 }),
    );
    marks.push(
      line(lineX, frame.top, lineX, bottom, theme.reference, { lineDash: [4, 3] }),
      line(frame.left, lineY, end, lineY, theme.reference, { lineDash: [4, 3] }),
    );
    marks.push(...legendMarks(legend, rows.legend, theme));
    const name = rows.legend * ROW + 9;
    marks.push(text('mean HARMONY over models', 0, name, theme.axis, theme, { width }));
    // The quadrants, at the corners outside of the plot: points lie in all of them.
    const corner = (words: string, atEnd: boolean, level: number) =>
      text(words, atEnd ? end : frame.left, level, theme.inkSecond, theme, {
        align: atEnd ? 'right' : 'left',
        bold: true,
      });
    const under = bottom + BOTTOM + 4;
    marks.push(
      corner(quadrants.even, false, name + ROW),
      corner(quadrants['even varying'], true, name + rows.upper * ROW),
      corner(quadrants.uneven, false, under),
      corner(quadrants['uneven varying'], true, under + (rows.lower - 1) * ROW),
    );
    const x = (value: number) => frame.x(Math.max(0, Math.min(right, value)));
    const y = (value: number) => frame.y(Math.max(low, Math.min(1, value)));
    const bars = placed.flatMap(({ point, mean, variance }): Segment[] => {
      const across = point.varianceInterval;
      const along = point.meanInterval;
      return [
        ...(across ? [{ x1: x(across.low), y1: y(mean), x2: x(across.high), y2: y(mean) }] : []),
        ...(along ? [{ x1: x(variance), y1: y(along.low), x2: x(variance), y2: y(along.high) }] : []),
      ];
    });
    marks.push(...bars.map(({ x1, y1, x2, y2 }) => line(x1, y1, x2, y2, theme.reference)));
    // Small ones lie on large ones.
    const bySize = [...placed].sort((a, b) => radius(b.point) - radius(a.point));
    for (const { point, mean, variance } of bySize) {
      const fill = point.certain ? theme.accent : theme.paper;
      const stroke = point.certain ? theme.paper : theme.accent;
      marks.push(
        circle(x(variance), y(mean), radius(point), fill, { stroke, lineWidth: point.certain ? 1 : 2 }),
      );
    }
    const points = placed.map(({ point, mean, variance }) => ({
      x: x(variance),
      y: y(mean),
      r: radius(point),
      name: benchmarkName(point.benchmark),
    }));
    const borders: Segment[] = [
      { x1: lineX, y1: frame.top, x2: lineX, y2: bottom },
      { x1: frame.left, y1: lineY, x2: end, y2: lineY },
    ];
    for (const { index, x: at, y: level, align, leader } of placeLabels(points, frame, [
      ...bars,
      ...borders,
    ])) {
      if (leader) marks.push(line(leader.x1, leader.y1, leader.x2, leader.y2, theme.inkSecond));
      marks.push(text(points[index]?.name ?? '', at, level, theme.ink, theme, { align, halo: theme.paper }));
    }
    return marks;
  };

  return {
    name: 'benchmarks compared',
    basis: basisOf(
      counted(placed.length, 'benchmark'),
      `at most ${counted(Math.max(...placed.map((one) => one.point.models)), 'model')}`,
    ),
    title: 'Mean and variance of HARMONY over models',
    summary: `Scatter plot of ${counted(placed.length, 'benchmark')}: variance of HARMONY over models from ${unit(placed[0]?.variance, 4)} to ${unit(placed.at(-1)?.variance, 4)}, mean from ${unit(Math.min(...placed.map((one) => one.mean)))} to ${unit(Math.max(...placed.map((one) => one.mean)))}.`,
    how:
      'Each point is a benchmark: the mean of its HARMONY over models, and the population variance. Bars are 95% intervals from a jackknife, which leaves out one model after the other. ' +
      (plane.lines === 'medians'
        ? `The lines are the medians over these benchmarks (mean ${unit(meanLine, 3)}, variance ${unit(varianceLine, 4)}): half lie above each by construction, so the quadrants compare the benchmarks with one another.`
        : `The lines are fixed (mean ${unit(meanLine, 3)}, variance ${unit(varianceLine, 4)}), since there are fewer than 4 benchmarks for medians.`) +
      ' A point is filled when neither of its intervals reaches over a line. Its area is the number of items.',
    table: () => ({
      header: [
        ...['benchmark', 'models', 'items', 'mean HARMONY', 'low', 'high'],
        ...['variance', 'low', 'high', 'quadrant', 'certain'],
      ],
      rows: plane.points.map((one) => [
        benchmarkName(one.benchmark),
        one.models,
        one.items,
        one.meanHarmony,
        one.meanInterval?.low,
        one.meanInterval?.high,
        one.variance,
        one.varianceInterval?.low,
        one.varianceInterval?.high,
        quadrantInWords(plane, one.quadrant),
        one.certain,
      ]),
    }),
    points: {
      count: placed.length,
      rowLength: placed.length,
      at: (index) => {
        const { point, mean, variance } = placed[index] as Placed;
        return {
          title: benchmarkName(point.benchmark),
          lines: [
            `${quadrantInWords(plane, point.quadrant)}${point.certain ? '' : ', not certain'}`,
            `mean HARMONY ${withBrackets(unit(mean), unitRange(point.meanInterval))}`,
            `variance ${withBrackets(unit(variance, 4), varianceRange(point.varianceInterval))}`,
            `${counted(point.models, 'model')}, ${counted(point.items, 'item')}, mean accuracy ${percent(point.meanAccuracy)}`,
          ],
          grid: 0,
          at: [variance, mean],
          choice: point.benchmark,
        };
      },
      pick: (_grid, x, y) => nearest(places, x / right, (y - low) / (1 - low)),
    },
    height: (width) => top(width) + (width < 500 ? PLOT - 80 : PLOT) + below(width),
    option: (theme, width) => ({
      ...base(theme),
      grid: grid(LEFT, top(width), RIGHT, below(width)),
      xAxis: xAxis(
        {
          min: 0,
          max: right,
          interval: step,
          name: 'variance of HARMONY over models',
          labels: (value) => (value === 0 ? '0' : unit(value, decimals)),
        },
        theme,
      ),
      yAxis: yAxis({ min: low, max: 1, interval: level, labels: unitTick }, theme),
      series: [drawing(0, [0, low], marksOf(theme, width))],
    }),
  };
}

export const varianceRange = (interval: Interval | null) => unitRange(interval, 4);

function legendMarks(words: readonly string[], rows: number, theme: ChartTheme): Mark[] {
  const marks: Mark[] = [];
  let left = 0;
  for (const [n, word] of words.entries()) {
    const y = (rows > 1 ? n : 0) * ROW + 9;
    const x = rows > 1 ? 0 : left;
    if (n === 0) marks.push(circle(x + 6, y, 5, theme.accent));
    else if (n === 1) marks.push(circle(x + 6, y, 4.5, theme.paper, { stroke: theme.accent, lineWidth: 2 }));
    else marks.push(circle(x + 3, y, 2, theme.reference), circle(x + 10, y, 4.5, theme.reference));
    marks.push(text(word, x + 18, y, theme.inkSecond, theme));
    left += 18 + word.length * 6.6 + 16;
  }
  return marks;
}
