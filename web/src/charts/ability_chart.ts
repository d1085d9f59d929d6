// The ability of every model with its interval, one panel for each dimension, in the order of one of them.

import type { ItemResponseResult } from '../engine/item_response.ts';
import { inRunningText } from '../verdict/item_response.ts';
import { counted, fixed, withError } from '../verdict/numbers.ts';
import { basisOf, type Chart } from './chart.ts';
import {
  base,
  circle,
  drawing,
  type Frame,
  grid,
  line,
  lyingInterval,
  type Mark,
  rect,
  roomFor,
  text,
  xAxis,
  yAxis,
} from './marks.ts';
import { modelRowHeight, namedRows, rowNames } from './model_rows.ts';

const TOP = 24;
const BOTTOM = 44;
const GAP = 22; // room for the labels at two ends
const NARROW = 380;
const MOST_PANELS = 4;

/** Positions of the models from the ablest down; those without an ability last. */
export function byAbility(result: ItemResponseResult, dimension: number): number[] {
  const values = result.models.abilities[dimension] ?? [];
  const key = (n: number) => values[n] ?? Number.NEGATIVE_INFINITY;
  return result.models.model.map((_, n) => n).sort((a, b) => key(b) - key(a) || a - b);
}

export function abilityChart(
  result: ItemResponseResult,
  dimension: number,
  modelName: (model: number) => string,
): Chart {
  const { models, dimensions } = result;
  const order = byAbility(result, dimension);
  const names = order.map((n) => modelName(models.model[n] ?? -1));
  const panels = [dimension, ...dimensions.keys()]
    .filter((d, n, all) => all.indexOf(d) === n)
    .slice(0, MOST_PANELS);
  const rows = order.length;
  const rowHeight = modelRowHeight(rows);
  const ability = (d: number, n: number) => models.abilities[d]?.[n] ?? null;
  const error = (d: number, n: number) => models.errors[d]?.[n] ?? null;
  let least = -1;
  let most = 1;
  for (const d of panels) {
    for (const n of order) {
      const value = ability(d, n);
      if (value === null) continue;
      const reach = 1.96 * (error(d, n) ?? 0);
      least = Math.min(least, value - reach);
      most = Math.max(most, value + reach);
    }
  }
  // Even ends, so that the labels stand at even steps.
  const [from, to] = [Math.max(-8, 2 * Math.floor(least / 2)), Math.min(8, 2 * Math.ceil(most / 2))];
  const shownIn = (width: number) => (width < NARROW ? panels.slice(0, 1) : panels);
  const first = order[0] ?? 0;
  return {
    name: 'abilities of models',
    basis: basisOf(counted(rows, 'model'), `n = ${counted(result.items.difficulty.length, 'item')}`),
    title: dimensions.length > 1 ? 'Abilities by dimension' : 'Abilities',
    summary:
      `Abilities of ${counted(rows, 'model')} with 95% intervals, in the order of ${inRunningText(dimensions[dimension]?.name ?? 'ability')}; ` +
      `first ${names[0] ?? ''} with ${withError(ability(dimension, first), error(dimension, first))}.`,
    how:
      'The dot is the estimated ability, the whisker its 95% interval (estimate ± 1.96 standard errors). The abilities of all models have mean 0 and standard deviation 1 in every dimension. ' +
      'On a narrow screen only the chosen dimension is drawn; the table has all.',
    table: () => ({
      header: [
        'model',
        ...dimensions.flatMap((one) => [`ability, ${one.name}`, `standard error, ${one.name}`]),
      ],
      rows: order.map((n, row) => [
        names[row],
        ...dimensions.flatMap((_, d) => [ability(d, n), error(d, n)]),
      ]),
    }),
    points: {
      count: rows,
      rowLength: 1,
      wholeRows: true,
      at: (row) => {
        const n = order[row] ?? -1;
        return {
          title: names[row] ?? '',
          lines: dimensions.map((one, d) => `${one.name}: ${withError(ability(d, n), error(d, n))}`),
          grid: 0,
          at: [Math.max(from, Math.min(to, ability(dimension, n) ?? 0)), row],
          choice: models.model[n] ?? -1,
        };
      },
      pick: (_grid, _x, y) => {
        const row = Math.round(y);
        return row >= 0 && row < rows ? row : -1;
      },
    },
    height: () => TOP + rows * rowHeight + BOTTOM,
    option: (theme, width) => {
      const drawnPanels = shownIn(width);
      const labels = Math.min(width * 0.4, 240, Math.max(90, roomFor(names) + 8));
      const each = (width - labels - GAP * drawnPanels.length) / drawnPanels.length;
      const named = namedRows(rows, rowHeight);
      const panel =
        (d: number, index: number) =>
        (frame: Frame): Mark[] => {
          const zero = frame.x(0);
          const marks: Mark[] = [
            text(dimensions[d]?.name ?? '', frame.left, 8, theme.ink, theme, {
              bold: d === dimension,
              width: frame.width,
            }),
            line(zero, frame.top, zero, frame.top + frame.height, theme.reference, { lineDash: [4, 3] }),
          ];
          if (index === 0) marks.push(...rowNames(names, named, frame.y, labels - 8, [], theme));
          for (const [row, n] of order.entries()) {
            const value = ability(d, n);
            if (value === null) continue;
            const y = frame.y(row);
            const e = error(d, n);
            const clamp = (x: number) => frame.x(Math.max(from, Math.min(to, x)));
            if (e !== null) {
              if (rowHeight < 9)
                marks.push(
                  rect(
                    clamp(value - 1.96 * e),
                    y - 0.75,
                    clamp(value + 1.96 * e) - clamp(value - 1.96 * e),
                    1.5,
                    theme.ink,
                  ),
                );
              else
                marks.push(...lyingInterval(clamp(value - 1.96 * e), clamp(value + 1.96 * e), y, theme.ink));
            }
            marks.push(circle(clamp(value), y, rowHeight < 9 ? 2 : 4, theme.accent));
          }
          return marks;
        };
      return {
        ...base(theme),
        grid: drawnPanels.map((_, index) => {
          const left = labels + index * (each + GAP);
          return grid(left, TOP, width - left - each, BOTTOM);
        }),
        xAxis: drawnPanels.map((_, index) =>
          xAxis(
            {
              min: from,
              max: to,
              interval: each < 200 ? 2 : 1,
              grid: index,
              name: 'ability',
              labels: (value) => fixed(value, 0),
            },
            theme,
          ),
        ),
        yAxis: drawnPanels.map((_, index) =>
          yAxis({ min: -0.5, max: rows - 0.5, inverse: true, show: false, grid: index }, theme),
        ),
        series: drawnPanels.map((d, index) => drawing(index, [from, 0], panel(d, index))),
      };
    },
  };
}
