// Ability against mean score: where the two rank models differently, one panel for each dimension.

import type { ItemResponseResult } from '../engine/item_response.ts';
import { counted, fixed, percent, percentRange, withBrackets, withError } from '../verdict/numbers.ts';
import type { Chart } from './chart.ts';
import {
  base,
  circle,
  drawing,
  type Frame,
  grid,
  line,
  type Mark,
  roomFor,
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
/** Of so few models every name is shown that covers no other name. */
const FEW = 12;
const BESIDE = 560; // px from which panels stand beside each other
const MOST_PANELS = 3;
const LINE = 14; // of a name

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
          for (const n of placed) {
            const value = abilityOf(d, n);
            const y = frame.y(Math.max(low, Math.min(high, value)));
            const x = frame.x(scoreOf(n));
            const error = models.errors[d]?.[n] ?? null;
            const interval = models.accuracy[n]?.interval ?? null;
            const clamp = (at: number) => frame.y(Math.max(low, Math.min(high, at)));
            if (error !== null)
              marks.push(
                line(x, clamp(value - 1.96 * error), x, clamp(value + 1.96 * error), theme.reference),
              );
            if (interval)
              marks.push(
                line(
                  frame.x(Math.max(from, interval.low)),
                  y,
                  frame.x(Math.min(to, interval.high)),
                  y,
                  theme.reference,
                ),
              );
          }
          for (const n of placed)
            marks.push(
              circle(
                frame.x(scoreOf(n)),
                frame.y(Math.max(low, Math.min(high, abilityOf(d, n)))),
                4,
                theme.accent,
              ),
            );
          // A name that would cover another one, or one of many points, is left out: hover and keys tell it.
          const taken: [number, number, number][] = [];
          const points = placed.map(
            (n) => [frame.x(scoreOf(n)), frame.y(Math.max(low, Math.min(high, abilityOf(d, n)))), n] as const,
          );
          for (const n of placed) {
            const name = modelName(models.model[n] ?? -1);
            const room = Math.max(40, Math.min(150, frame.width * 0.45, roomFor([name]) + 8));
            const x = frame.x(scoreOf(n));
            const y = frame.y(Math.max(low, Math.min(high, abilityOf(d, n)))) - 9;
            const toLeft = x > frame.left + frame.width * 0.6;
            const start = toLeft ? x - 7 - room : x + 7;
            const covers = taken.some(
              ([from, to, at]) => start < to && start + room > from && Math.abs(at - y) < LINE,
            );
            const hides =
              placed.length > FEW &&
              points.some(
                ([px, py, other]) =>
                  other !== n && px > start - 4 && px < start + room + 4 && Math.abs(py - y) < LINE / 2 + 2,
              );
            if (covers || hides) continue;
            taken.push([start, start + room, y]);
            marks.push(
              text(name, x + (toLeft ? -7 : 7), y, theme.inkSecond, theme, {
                align: toLeft ? 'right' : 'left',
                width: room,
              }),
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
