// The ranks that every model may have in one dimension, with the groups of models that cannot be told apart.

import type { ItemResponseResult } from '../engine/item_response.ts';
import { inRunningText, rangeOfRanks } from '../verdict/item_response.ts';
import { count, counted } from '../verdict/numbers.ts';
import { basisOf, type Chart } from './chart.ts';
import {
  base,
  circle,
  drawing,
  type Frame,
  grid,
  type Mark,
  rect,
  roomFor,
  text,
  xAxis,
  yAxis,
} from './marks.ts';
import { modelRowHeight, namedRows, rowNames } from './model_rows.ts';

const TOP = 24;
const BOTTOM = 38;

export interface RankedModel {
  position: number; // in FittedModels
  rank: number;
  low: number;
  high: number;
  group: number; // from 0
}

/** In the order of ranks; a new group begins where the best possible rank lies below all ranks of the group's first. */
export function rankedModels(result: ItemResponseResult, dimension: number): RankedModel[] {
  const ranks = result.models.ranks[dimension] ?? [];
  const order = ranks.map((_, n) => n).sort((a, b) => (ranks[a]?.rank ?? 0) - (ranks[b]?.rank ?? 0) || a - b);
  let group = -1;
  let worst = 0;
  return order.map((position) => {
    const { rank, low, high } = ranks[position] ?? { rank: 0, low: 0, high: 0 };
    if (group < 0 || low > worst) {
      group += 1;
      worst = high;
    }
    return { position, rank, low, high, group };
  });
}

export function rankChart(
  result: ItemResponseResult,
  dimension: number,
  modelName: (model: number) => string,
): Chart {
  const ranked = rankedModels(result, dimension);
  const names = ranked.map((one) => modelName(result.models.model[one.position] ?? -1));
  const rows = ranked.length;
  const rowHeight = modelRowHeight(rows);
  const groups = (ranked.at(-1)?.group ?? -1) + 1;
  const where = result.dimensions[dimension]?.name ?? '';
  return {
    name: `ranks ${where}`,
    basis: basisOf(counted(rows, 'model'), `n = ${counted(result.items.difficulty.length, 'item')}`),
    title: result.dimensions.length > 1 ? `Possible ranks: ${inRunningText(where)}` : 'Possible ranks',
    summary:
      `${counted(rows, 'model')} in ${counted(groups, 'group')} that can be told apart. ` +
      ranked
        .slice(0, 5)
        .map((one, n) => `${names[n]}: rank ${one.rank} (${rangeOfRanks(one)})`)
        .join('; ') +
      '.',
    how:
      'The dot is the rank of the estimated ability; the bar holds the ranks that occur in 95% of simulations of all abilities with their errors. ' +
      'Shaded bands are groups: a new one begins where a model’s best possible rank lies below every rank that the first model of the group may have.',
    table: () => ({
      header: ['model', 'rank', 'best possible', 'worst possible', 'group'],
      rows: ranked.map((one, n) => [names[n], one.rank, one.low, one.high, one.group + 1]),
    }),
    points: {
      count: rows,
      rowLength: 1,
      wholeRows: true,
      at: (row) => {
        const one = ranked[row] ?? { position: -1, rank: 0, low: 0, high: 0, group: 0 };
        return {
          title: names[row] ?? '',
          lines: [`rank ${one.rank}, possible ${rangeOfRanks(one)}`, `group ${one.group + 1} of ${groups}`],
          grid: 0,
          at: [one.rank, row],
          choice: result.models.model[one.position] ?? -1,
        };
      },
      pick: (_grid, _x, y) => {
        const row = Math.round(y);
        return row >= 0 && row < rows ? row : -1;
      },
    },
    height: () => TOP + rows * rowHeight + BOTTOM,
    option: (theme, width) => {
      const labels = Math.min(width * 0.4, 240, Math.max(90, roomFor(names) + 8));
      const draw = (frame: Frame): Mark[] => {
        const marks: Mark[] = [];
        for (let group = 0; group < groups; group += 2) {
          const first = ranked.findIndex((one) => one.group === group);
          const last = ranked.findLastIndex((one) => one.group === group);
          marks.push(
            rect(0, frame.y(first) - rowHeight / 2, width, (last - first + 1) * rowHeight, theme.band),
          );
        }
        marks.push(text(counted(groups, 'group'), frame.left, 10, theme.axis, theme));
        marks.push(...rowNames(names, namedRows(rows, rowHeight), frame.y, labels - 8, [], theme));
        const thick = Math.max(2, Math.min(8, rowHeight - 4));
        for (const [row, one] of ranked.entries()) {
          const y = frame.y(row);
          const left = frame.x(one.low - 0.35);
          marks.push(
            rect(left, y - thick / 2, frame.x(one.high + 0.35) - left, thick, theme.accent, { opacity: 0.4 }),
            circle(frame.x(one.rank), y, Math.min(4, thick / 2 + 1), theme.accent),
          );
        }
        return marks;
      };
      return {
        ...base(theme),
        grid: grid(labels, TOP, 8, BOTTOM),
        xAxis: xAxis(
          {
            min: 0.5,
            max: rows + 0.5,
            name: 'rank',
            labels: (value) => count(value),
            at: rankTicks(rows),
          },
          theme,
        ),
        yAxis: yAxis({ min: -0.5, max: rows - 0.5, inverse: true, show: false }, theme),
        series: [drawing(0, [1, 0], draw)],
      };
    },
  };
}

/** 1, then round numbers. */
function rankTicks(models: number): number[] {
  const step = [1, 2, 5, 10, 20, 50, 100, 200].find((size) => models / size <= 8) ?? 500;
  const ticks = [1];
  for (let at = step; at <= models; at += step) if (at > 1) ticks.push(at);
  return ticks;
}
