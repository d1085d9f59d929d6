// Person fit: whose answers do not follow from the ability. Dots stacked along the axis, the conspicuous ones named.

import { counted, fixed } from '../verdict/numbers.ts';
import type { Chart } from './chart.ts';
import {
  base,
  circle,
  drawing,
  type Frame,
  grid,
  line,
  type Mark,
  rect,
  text,
  xAxis,
  yAxis,
} from './marks.ts';

export interface PersonFitModel {
  name: string;
  fit: number | null;
  index: number;
}

const STEP = 0.25;
const BOTTOM = 38;
const LINE = 16;

export function personFitChart(models: readonly PersonFitModel[], threshold: number): Chart | null {
  const placed = models
    .flatMap((one) => (one.fit === null ? [] : [{ ...one, fit: one.fit }]))
    .sort((a, b) => a.fit - b.fit || a.index - b.index);
  if (placed.length === 0) return null;
  const misfits = placed.filter((one) => one.fit < threshold);
  const named = misfits.slice(0, 12);
  // Even ends, so that the labels stand at even steps.
  const from = Math.max(-30, 2 * Math.floor(Math.min(-4, placed[0]?.fit ?? 0) / 2));
  const to = Math.min(30, 2 * Math.ceil(Math.max(4, placed.at(-1)?.fit ?? 0) / 2));
  const clamp = (value: number) => Math.max(from, Math.min(to, value));
  const heights = new Map<number, number>();
  const level = placed.map((one) => {
    const bin = Math.floor(clamp(one.fit) / STEP);
    const height = heights.get(bin) ?? 0;
    heights.set(bin, height + 1);
    return height;
  });
  const tallest = Math.max(...heights.values());
  const TOP = 10 + named.length * LINE;
  return {
    name: 'person fit',
    basis: counted(placed.length, 'model'),
    title: 'Person fit',
    summary:
      `Person fit of ${counted(placed.length, 'model')}, from ${fixed(placed[0]?.fit, 1)} to ${fixed(placed.at(-1)?.fit, 1)}; ` +
      `${counted(misfits.length, 'model')} below ${fixed(threshold, 2)}${misfits.length > 0 ? `: ${misfits.map((one) => one.name).join(', ')}` : ''}.`,
    how:
      'The standardised log-likelihood l_z of each model’s answers given its ability and the items (Drasgow, Levine and Williams 1985). ' +
      'About 0 when the answers are as probable as they should be; below the line (−1.96) the model fails easy items and solves hard ones more often than chance allows. Clearly above 0 the answers are more regular than expected.',
    table: () => ({
      header: ['model', 'person fit'],
      rows: placed.map((one) => [one.name, one.fit]),
    }),
    points: {
      count: placed.length,
      rowLength: placed.length,
      at: (index) => ({
        title: placed[index]?.name ?? '',
        lines: [`person fit ${fixed(placed[index]?.fit, 2)}`],
        grid: 0,
        at: [clamp(placed[index]?.fit ?? 0), (level[index] ?? 0) + 0.5],
        choice: placed[index]?.index ?? -1,
      }),
      pick: (_grid, x, y) => {
        let best = -1;
        let nearest = 0.03 ** 2;
        for (const [index, one] of placed.entries()) {
          const dx = (clamp(one.fit) - x) / (to - from);
          const dy = ((level[index] ?? 0) + 0.5 - y) / Math.max(8, tallest) / 2;
          const distance = dx * dx + dy * dy;
          if (distance < nearest) {
            nearest = distance;
            best = index;
          }
        }
        return best;
      },
    },
    height: () => TOP + Math.min(140, Math.max(40, tallest * 11)) + BOTTOM,
    option: (theme, width) => {
      const draw = (frame: Frame): Mark[] => {
        const edge = frame.x(threshold);
        const marks: Mark[] = [
          rect(frame.left, frame.top, edge - frame.left, frame.height, theme.band),
          line(edge, frame.top, edge, frame.top + frame.height, theme.reference, { lineDash: [4, 3] }),
        ];
        const radius = Math.max(1.5, Math.min(4.5, frame.height / Math.max(1, tallest) / 2 - 0.5));
        for (const [index, one] of placed.entries())
          marks.push(
            circle(frame.x(clamp(one.fit)), frame.y((level[index] ?? 0) + 0.5), radius, theme.accent),
          );
        for (const [index, one] of named.entries()) {
          const x = frame.x(clamp(one.fit));
          const y = 8 + (named.length - 1 - index) * LINE;
          const toLeft = x > width * 0.6;
          marks.push(
            line(x, y + 6, x, frame.y((level[index] ?? 0) + 0.5) - radius, theme.reference),
            text(`${one.name} ${fixed(one.fit, 1)}`, x, y, theme.ink, theme, {
              align: toLeft ? 'right' : 'left',
              width: toLeft ? x : width - x,
            }),
          );
        }
        return marks;
      };
      return {
        ...base(theme),
        grid: grid(10, TOP, 10, BOTTOM),
        xAxis: xAxis(
          {
            min: from,
            max: to,
            interval: to - from > 24 ? 10 : 2,
            name: 'person fit',
            labels: (value) => fixed(value, 0),
          },
          theme,
        ),
        yAxis: yAxis({ min: 0, max: Math.max(1, tallest), show: false }, theme),
        series: [drawing(0, [0, 0], draw)],
      };
    },
  };
}
