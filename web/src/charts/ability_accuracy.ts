// Ability against mean score: where the two rank models differently, one panel for each dimension.

import type { ItemResponseResult } from '../engine/item_response.ts';
import { counted, fixed, percent, percentRange, withBrackets, withError } from '../verdict/numbers.ts';
import { basisOf, type Chart } from './chart.ts';
import { placeLabels, type Segment } from './labels.ts';
import {
  base,
  circle,
  cutInMiddle,
  drawing,
  type Frame,
  grid,
  line,
  type Mark,
  text,
  xAxis,
  yAxis,
} from './marks.ts';

const PANEL = 260;
const TOP = 24;
const BOTTOM = 40;
const LEFT = 40;
const GAP = 56;
const RIGHT = 18; // half a label
const BESIDE = 560; // px from which panels stand beside each other
const MOST_PANELS = 3;

export function abilityAccuracy(result: ItemResponseResult, modelName: (model: number) => string): Chart {
  const { models, dimensions } = result;
  const panels = dimensions.slice(0, MOST_PANELS);
  const placed = models.model.flatMap((_, n) => (models.accuracy[n]?.value == null ? [] : [n]));
  const scoreOf = (n: number) => models.accuracy[n]?.value ?? 0;
  const abilityOf = (d: number, n: number) => models.abilities[d]?.[n] ?? 0;
  const scores = placed.map(scoreOf);
  const left = Math.floor(Math.min(1, ...scores) * 10 - 0.2) / 10;
  const right = Math.ceil(Math.max(0, ...scores) * 10 + 0.2) / 10;
  const abilities = panels.flatMap((_, d) => placed.map((n) => abilityOf(d, n)));
  const low = Math.max(-8, Math.floor(Math.min(-1, ...abilities)));
  const high = Math.min(8, Math.ceil(Math.max(1, ...abilities)));
  const [from, to] = [Math.max(0, left), Math.min(1, right)];
  const beside = (width: number) => panels.length > 1 && width >= BESIDE;
  return {
    name: 'ability against mean score',
    basis: basisOf(counted(placed.length, 'model'), `n = ${counted(result.items.difficulty.length, 'item')}`),
    title: 'Ability and mean score',
    summary: `Scatter plot of ${counted(placed.length, 'model')}: mean score from ${percent(Math.min(...scores))} to ${percent(Math.max(...scores))} against ability${dimensions.length > 1 ? `, for ${counted(panels.length, 'dimension')}` : ''}.`,
    how:
      'Each dot is one model: its mean score over the items that it answered, and its ability with the 95% interval of both. ' +
      'A model off the line that the others form answered other items than they did, or its mean score stands for another mixture of the dimensions.',
    table: () => ({
      header: ['model', 'mean score', ...dimensions.map((one) => `ability, ${one.name}`)],
      rows: placed.map((n) => [
        modelName(models.model[n] ?? -1),
        models.accuracy[n]?.value,
        ...dimensions.map((_, d) => models.abilities[d]?.[n] ?? null),
      ]),
    }),
    points: {
      count: placed.length * panels.length,
      rowLength: placed.length,
      at: (index) => {
        const d = Math.floor(index / placed.length);
        const n = placed[index % placed.length] ?? 0;
        const accuracy = models.accuracy[n];
        return {
          title: modelName(models.model[n] ?? -1),
          lines: [
            `mean score ${withBrackets(percent(accuracy?.value), percentRange(accuracy?.interval))}`,
            `${panels[d]?.name ?? ''}: ${withError(models.abilities[d]?.[n], models.errors[d]?.[n])}`,
          ],
          grid: d,
          at: [scoreOf(n), Math.max(low, Math.min(high, abilityOf(d, n)))],
          choice: models.model[n] ?? -1,
        };
      },
      pick: (d, x, y) => {
        let best = -1;
        let nearest = 0.04 ** 2;
        for (const [index, n] of placed.entries()) {
          const dx = (scoreOf(n) - x) / (to - from);
          const dy = (abilityOf(d, n) - y) / (high - low);
          const distance = dx * dx + dy * dy;
          if (distance < nearest) {
            nearest = distance;
            best = d * placed.length + index;
          }
        }
        return best;
      },
    },
    height: (width) => (beside(width) ? 1 : panels.length) * (PANEL + TOP + BOTTOM),
    option: (theme, width) => {
      const inRow = beside(width) ? panels.length : 1;
      const each = (width - inRow * LEFT - (inRow - 1) * (GAP - LEFT) - RIGHT) / inRow;
      const panel =
        (d: number) =>
        (frame: Frame): Mark[] => {
          const marks: Mark[] = [
            text(`ability, ${panels[d]?.name ?? ''}`, frame.left - LEFT, frame.top - 14, theme.ink, theme),
          ];
          const bars: Segment[] = [];
          for (const n of placed) {
            const value = abilityOf(d, n);
            const y = frame.y(Math.max(low, Math.min(high, value)));
            const x = frame.x(scoreOf(n));
            const error = models.errors[d]?.[n] ?? null;
            const interval = models.accuracy[n]?.interval ?? null;
            const clamp = (at: number) => frame.y(Math.max(low, Math.min(high, at)));
            if (error !== null)
              bars.push({
                x1: x,
                y1: clamp(value - 1.96 * error),
                x2: x,
                y2: clamp(value + 1.96 * error),
              });
            if (interval)
              bars.push({
                x1: frame.x(Math.max(from, interval.low)),
                y1: y,
                x2: frame.x(Math.min(to, interval.high)),
                y2: y,
              });
          }
          marks.push(...bars.map(({ x1, y1, x2, y2 }) => line(x1, y1, x2, y2, theme.reference)));
          for (const n of placed)
            marks.push(
              circle(
                frame.x(scoreOf(n)),
                frame.y(Math.max(low, Math.min(high, abilityOf(d, n)))),
                4,
                theme.accent,
              ),
            );
          // A name that finds no free place is left out: hover and keys tell it.
          const named = placed.map((n) => ({
            x: frame.x(scoreOf(n)),
            y: frame.y(Math.max(low, Math.min(high, abilityOf(d, n)))),
            r: 4,
            name: cutInMiddle(modelName(models.model[n] ?? -1), Math.min(150, frame.width * 0.45)),
          }));
          for (const { index, x, y, align, leader } of placeLabels(named, frame, bars)) {
            if (leader) marks.push(line(leader.x1, leader.y1, leader.x2, leader.y2, theme.reference));
            marks.push(
              text(named[index]?.name ?? '', x, y, theme.inkSecond, theme, { align, halo: theme.paper }),
            );
          }
          return marks;
        };
      return {
        ...base(theme),
        grid: panels.map((_, d) => {
          const column = d % inRow;
          const row = Math.floor(d / inRow);
          const start = LEFT + column * (each + GAP);
          const above = TOP + row * (PANEL + TOP + BOTTOM);
          const bottom = (Math.ceil(panels.length / inRow) - 1 - row) * (PANEL + TOP + BOTTOM) + BOTTOM;
          return grid(start, above, width - start - each, bottom);
        }),
        xAxis: panels.map((_, d) =>
          xAxis(
            {
              min: from,
              max: to,
              grid: d,
              interval: 0.1,
              name: 'mean score',
              labels: (value) => percent(value, 0),
            },
            theme,
          ),
        ),
        yAxis: panels.map((_, d) =>
          yAxis(
            {
              min: low,
              max: high,
              grid: d,
              interval: high - low > 6 ? 2 : 1,
              labels: (value) => fixed(value, 0),
            },
            theme,
          ),
        ),
        series: panels.map((_, d) => drawing(d, [from, low], panel(d))),
      };
    },
  };
}
