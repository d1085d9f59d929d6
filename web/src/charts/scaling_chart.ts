// HARMONY or accuracy against the size of models: a colour and a shape for each family, and its fitted line.

import type { Scaling, ScalingFamily, ScalingParameters } from '../engine/study.ts';
import { wrapped } from '../reproduce/text_width.ts';
import { amount } from '../verdict/amounts.ts';
import { counted, percent, unit } from '../verdict/numbers.ts';
import { familyInWords, signedUnit, xInWords, yInWords } from '../verdict/scaling.ts';
import { basisOf, type Chart } from './chart.ts';
import { nearest, placeLabels, type Segment } from './labels.ts';
import { apart, legendRows } from './line_chart.ts';
import {
  base,
  drawing,
  type Frame,
  grid,
  line,
  type Mark,
  roomFor,
  symbol,
  TEXT,
  text,
  unitTick,
  xAxis,
  yAxis,
} from './marks.ts';
import { DOT, subdomainColour, subdomainShape } from './palette.ts';
import type { ChartTheme } from './theme.ts';

const PLOT = 320;
const LEFT = 44;
const BOTTOM = 44;
const ROW = 18;
const LINE = 15;
const NARROW = 560;
const SIZE = 10;
/** More names than this cannot be read; hover and keys tell them. */
const MOST_NAMED = 40;

type Point = Scaling['points'][number];
export type FamilyLook = { colour: (theme: ChartTheme) => string; shape: string };

/** Colour and shape by the place among the named families; models without one are grey dots. */
export function familyLook(families: readonly ScalingFamily[], family: string): FamilyLook {
  const index = families.filter((one) => one.family !== '').findIndex((one) => one.family === family);
  if (index < 0) return { colour: (theme) => theme.reference, shape: DOT };
  return { colour: (theme) => subdomainColour(index, theme), shape: subdomainShape(index) };
}

export function scalingChart(
  result: Scaling,
  { x, y }: Pick<ScalingParameters, 'x' | 'y'>,
  modelName: (model: number) => string,
): Chart | null {
  const points = [...result.points].sort((a, b) => a.x - b.x || a.model - b.model);
  const [first] = points;
  const last = points.at(-1);
  if (!first || !last) return null;
  const from = first.x / (first.x === last.x ? 2 : 1.25);
  const to = last.x * (first.x === last.x ? 2 : 1.25);
  const values = points.map((point) => point.y);
  const low = Math.max(0, Math.floor(Math.min(...values) * 10 - 0.3) / 10);
  const high = Math.min(1, Math.ceil(Math.max(...values) * 10 + 0.3) / 10);
  const across = (value: number) => Math.log(value / from) / Math.log(to / from);
  const places = points.map((point) => ({ x: across(point.x), y: (point.y - low) / (high - low) }));
  const yText = (value: number) => (y === 'accuracy' ? percent(value) : unit(value));
  const what = yInWords(y);
  const benchmarks = result.benchmarks.length;
  const over =
    benchmarks < 2
      ? ''
      : `, mean over ${result.shared ? `the ${counted(benchmarks, 'benchmark')} that all have` : 'its own benchmarks'}`;
  const shown = result.families.filter((one) => points.some((point) => point.family === one.family));
  const lookOf = (family: string) => familyLook(result.families, family);
  const labelOf = (one: ScalingFamily) =>
    `${familyInWords(one.family)}${one.slope === null ? '' : ` ${signedUnit(one.slope)}`}`;
  const rowsOf = (width: number) => (width < NARROW ? legendRows(shown.map(labelOf), width) : []);
  const scale = (width: number) => wrapped(`${what} of a model${over}`, width / 1.2, TEXT);
  const top = (width: number) => (rowsOf(width).length + scale(width).length) * ROW + 8;
  const margin = (width: number) =>
    width < NARROW ? 16 : Math.min(width * 0.3, Math.max(70, roomFor(shown.map(labelOf)) + 28));

  const marksOf = (theme: ChartTheme, width: number) => (frame: Frame) => {
    const rows = rowsOf(width);
    const clamp = (value: number) => frame.y(Math.max(low, Math.min(high, value)));
    const marks: Mark[] = scale(width).map((words, n) =>
      text(words, 0, (rows.length + n) * ROW + 9, theme.axis, theme),
    );
    const trends: Segment[] = [];
    const fitted = (one: ScalingFamily, own: readonly Point[], colour: string, more: object) => {
      const [start, end] = [own[0]?.x, own.at(-1)?.x];
      if (one.slope === null || one.intercept === null || start === undefined || end === undefined) return;
      const at = (value: number) => (one.intercept ?? 0) + (one.slope ?? 0) * Math.log10(value);
      const drawn = { x1: frame.x(start), y1: clamp(at(start)), x2: frame.x(end), y2: clamp(at(end)) };
      trends.push(drawn);
      marks.push(line(drawn.x1, drawn.y1, drawn.x2, drawn.y2, colour, more));
    };
    fitted(result.all, points, theme.reference, { lineDash: [5, 4], lineWidth: 1.5 });
    for (const one of shown) {
      const own = points.filter((point) => point.family === one.family);
      // Models without a family have nothing in common that a line could stand for.
      if (one.family !== '') fitted(one, own, lookOf(one.family).colour(theme), { lineWidth: 2 });
    }
    for (const point of points) {
      const { colour, shape } = lookOf(point.family);
      marks.push(
        symbol(shape, frame.x(point.x), frame.y(point.y), SIZE, colour(theme), {
          stroke: theme.paper,
          lineWidth: 1,
        }),
      );
    }
    if (width >= NARROW && points.length <= MOST_NAMED) {
      const named = points.map((point) => ({
        x: frame.x(point.x),
        y: frame.y(point.y),
        r: SIZE / 2,
        name: modelName(point.model),
      }));
      for (const { index, x: at, y: level, align, leader } of placeLabels(named, frame, trends)) {
        if (leader) marks.push(line(leader.x1, leader.y1, leader.x2, leader.y2, theme.reference));
        marks.push(
          text(named[index]?.name ?? '', at, level, theme.inkSecond, theme, { align, halo: theme.paper }),
        );
      }
    }
    marks.push(...(width < NARROW ? legend(rows, theme) : ends(frame, theme, margin(width))));
    return marks;
  };

  const legend = (rows: ReturnType<typeof legendRows>, theme: ChartTheme): Mark[] =>
    rows.flatMap((row, n) =>
      row.flatMap(({ index, x: left }) => {
        const one = shown[index];
        if (!one) return [];
        const { colour, shape } = lookOf(one.family);
        const middle = n * ROW + 9;
        return [
          symbol(shape, left + 5, middle, SIZE, colour(theme)),
          text(labelOf(one), left + 14, middle, theme.ink, theme),
        ];
      }),
    );

  /** The families' names beside their largest models. */
  const ends = (frame: Frame, theme: ChartTheme, room: number): Mark[] => {
    const found = shown
      .map((one) => {
        const end = points.filter((point) => point.family === one.family).at(-1);
        return { one, y: frame.y(end?.y ?? low) };
      })
      .sort((a, b) => a.y - b.y);
    const levels = apart(
      found.map((end) => end.y),
      LINE,
      frame.top + 4,
      frame.top + frame.height,
    );
    const left = frame.left + frame.width + 12;
    return found.flatMap(({ one }, n) => {
      const { colour, shape } = lookOf(one.family);
      const level = levels[n] ?? 0;
      return [
        symbol(shape, left + 5, level, SIZE, colour(theme)),
        text(labelOf(one), left + 14, level, theme.ink, theme, { width: room - 28 }),
      ];
    });
  };

  return {
    name: `${what} by ${xInWords(x)}`,
    basis: basisOf(counted(points.length, 'model'), counted(benchmarks, 'benchmark')),
    title: `${what === 'HARMONY' ? what : 'Accuracy'} against ${xInWords(x)}`,
    summary: `Scatter plot of ${counted(points.length, 'model')} of ${counted(shown.filter((one) => one.family !== '').length, 'family', 'families')}: ${what} from ${yText(Math.min(...values))} to ${yText(Math.max(...values))}, ${xInWords(x)} from ${amount(first.x)} to ${amount(last.x)}.`,
    how:
      `Each point is a model: its ${what}, ${result.benchmarks.length === 1 ? 'on one benchmark' : `the mean over ${result.shared ? `the ${counted(result.benchmarks.length, 'benchmark')} that all of them have` : 'its own benchmarks'}`}. ` +
      `Lines are least-squares fits on the logarithm (base 10) of the ${xInWords(x)}, for families of at least three models; the dashed line is that of all models together. ` +
      `The number beside a family is its slope: the change for ten times the ${xInWords(x)}.`,
    table: () => ({
      header: ['model', 'family', xInWords(x), what, 'benchmarks'],
      rows: points.map((point) => [modelName(point.model), point.family, point.x, point.y, point.benchmarks]),
    }),
    points: {
      count: points.length,
      rowLength: points.length,
      at: (index) => {
        const point = points[index] as Point;
        return {
          title: modelName(point.model),
          lines: [
            familyInWords(point.family),
            `${amount(point.x)} ${xInWords(x)}`,
            `${what} ${yText(point.y)}${point.benchmarks > 1 ? `, mean of ${counted(point.benchmarks, 'benchmark')}` : ''}`,
          ],
          grid: 0,
          at: [point.x, point.y],
          choice: point.model,
        };
      },
      pick: (_grid, atX, atY) => nearest(places, across(atX), (atY - low) / (high - low)),
    },
    height: (width) => top(width) + (width < NARROW ? PLOT - 60 : PLOT) + BOTTOM,
    option: (theme, width) => ({
      ...base(theme),
      grid: grid(LEFT, top(width), margin(width), BOTTOM),
      xAxis: xAxis(
        {
          min: from,
          max: to,
          log: true,
          lines: false,
          at: logTicks(from, to, width < NARROW ? 5 : 9),
          labels: amount,
          name: `${xInWords(x)}, logarithmic`,
        },
        theme,
      ),
      yAxis: yAxis(
        {
          min: low,
          max: high,
          interval: high - low > 0.5 ? 0.2 : 0.1,
          labels: y === 'accuracy' ? (value) => percent(value, 0) : unitTick,
        },
        theme,
      ),
      series: [drawing(0, [from, low], marksOf(theme, width))],
    }),
  };
}

/** 1, 2 and 5 times the powers of ten between two numbers, or as few of them as there is room for. */
export function logTicks(from: number, to: number, most: number): number[] {
  const powers: number[] = [];
  for (let p = Math.floor(Math.log10(from)) - 1; p <= Math.ceil(Math.log10(to)); p++) powers.push(p);
  const inside = (steps: number[]) =>
    powers
      .flatMap((p) => steps.map((step) => Number(`${step}e${p}`)))
      .filter((tick) => tick >= from && tick <= to);
  const found = [[1, 2, 5], [1, 3], [1]].map(inside);
  return found.find((ticks) => ticks.length > 0 && ticks.length <= most) ?? found[2] ?? [];
}
