// The order of the models by accuracy, before on the left and after pruning on the right: crossing lines are pairs
// that change places.

import type { Rebalancing } from '../engine/study.ts';
import { counted, percent, signedPoints } from '../verdict/numbers.ts';
import { basisOf, type Chart } from './chart.ts';
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
import { modelRowHeight, namedRows } from './model_rows.ts';

const TOP = 26;
const BOTTOM = 8;

/** Models in the order of their accuracy at a point; equal ones as they come. */
function order(result: Rebalancing, at: number): number[] {
  return result.models
    .map((_, n) => n)
    .sort((a, b) => (result.models[b]?.accuracy[at] ?? -1) - (result.models[a]?.accuracy[at] ?? -1) || a - b);
}

export function orderSlopes(
  result: Rebalancing,
  at: number,
  benchmark: string,
  modelName: (model: number) => string,
  chosen: number, // model
): Chart | null {
  const rows = result.models.length;
  if (rows < 2) return null;
  const before = order(result, 0);
  const after = order(result, at);
  const placeAfter = before.map((n) => after.indexOf(n));
  const swapping = new Set((result.points[at]?.swaps ?? []).flatMap((pair) => [pair.first, pair.second]));
  const rowHeight = modelRowHeight(rows);
  const names = before.map((n) => modelName(result.models[n]?.model ?? -1));
  const share = percent(result.points[at]?.share);
  const model = (row: number) => result.models[before[row] ?? 0];
  return {
    name: `order of models ${benchmark}`,
    basis: basisOf(benchmark, `n = ${counted(result.items, 'item')}`),
    title: `Order of the models, all items and ${share} pruned`,
    summary: `Lines from the place before to the place after pruning; ${counted(result.points[at]?.swapCount ?? 0, 'pair')} of models changes places.`,
    how: 'Models by accuracy on all items (left) and on the items that are left (right). Lines that cross are pairs that change places; equal accuracies keep the order of the files.',
    table: () => ({
      header: ['model', 'place before', 'place after', 'accuracy before', 'accuracy after'],
      rows: before.map((_, row) => [
        names[row] ?? '',
        row + 1,
        (placeAfter[row] ?? 0) + 1,
        model(row)?.accuracy[0] ?? null,
        model(row)?.accuracy[at] ?? null,
      ]),
    }),
    points: {
      count: rows,
      rowLength: 1,
      wholeRows: true,
      at: (row) => ({
        title: names[row] ?? '',
        lines: [
          `place ${row + 1} before, ${(placeAfter[row] ?? 0) + 1} after`,
          `${percent(model(row)?.accuracy[0])} before, ${percent(model(row)?.accuracy[at])} after`,
          `${signedPoints((model(row)?.accuracy[at] ?? 0) - (model(row)?.accuracy[0] ?? 0))} points`,
        ],
        grid: 0,
        at: [0, row],
        choice: model(row)?.model ?? -1,
      }),
      pick: (_grid, _x, y) => {
        const row = Math.round(y);
        return row >= 0 && row < rows ? row : -1;
      },
    },
    height: () => TOP + rows * rowHeight + BOTTOM,
    option: (theme, width) => {
      const room = Math.min(280, width * (width < 480 ? 0.38 : 0.34));
      const draw = (frame: Frame): Mark[] => {
        const left = frame.left + 8;
        const right = frame.left + frame.width - 8;
        const marks: Mark[] = [
          text('all items', left, 10, theme.axis, theme, { align: 'right' }),
          text(`${share} pruned`, right, 10, theme.axis, theme),
        ];
        const named = namedRows(rows, rowHeight);
        for (let row = 0; row < rows; row++) {
          const place = placeAfter[row] ?? row;
          const index = model(row)?.model ?? -1;
          const moved = swapping.has(index);
          const strong = index === chosen;
          const colour = strong ? theme.accent : moved ? theme.deviationHigh : theme.reference;
          const style = { lineWidth: strong ? 2.5 : moved ? 1.5 : 1 };
          marks.push(
            line(left, frame.y(row), right, frame.y(place), colour, style),
            circle(left, frame.y(row), strong ? 4 : 3, colour),
            circle(right, frame.y(place), strong ? 4 : 3, colour),
          );
          const ink = strong ? theme.accent : theme.ink;
          const label = cutInMiddle(names[row] ?? '', room - 12);
          if (named.includes(row)) {
            marks.push(text(label, left - 10, frame.y(row), ink, theme, { align: 'right', bold: strong }));
          }
          if (named.includes(place)) {
            marks.push(text(label, right + 10, frame.y(place), ink, theme, { bold: strong }));
          }
        }
        return marks;
      };
      return {
        ...base(theme),
        grid: grid(room, TOP, room, BOTTOM),
        xAxis: xAxis({ min: 0, max: 1, show: false }, theme),
        yAxis: yAxis({ min: -0.5, max: rows - 0.5, inverse: true, show: false }, theme),
        series: [drawing(0, [0, 0], draw)],
      };
    },
  };
}
