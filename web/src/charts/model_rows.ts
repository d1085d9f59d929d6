// Charts with one row a model: how high the rows are, and which of them are named when there are many.

import { cutInMiddle, type Mark, text } from './marks.ts';
import type { ChartTheme } from './theme.ts';

const ROW = 22;
/** With more models than this the rows become thin: the whole stays in sight, the numbers are one hover away. */
const MANY = 40;
const TALLEST = 760;
const THINNEST = 5;
const LINE = 15; // of a label

export function modelRowHeight(models: number): number {
  return models <= MANY ? ROW : Math.max(THINNEST, Math.min(ROW, Math.floor(TALLEST / models)));
}

/** The rows that are named: as many as there is room for, and always those that are looked at. */
export function namedRows(models: number, rowHeight: number, always: readonly number[] = []): number[] {
  const named: number[] = [];
  let free = 0;
  for (let row = 0; row < models; row++) {
    const kept = always.includes(row);
    const nearKept = always.some((one) => one !== row && Math.abs(one - row) * rowHeight < LINE);
    if (!kept && (row * rowHeight < free || nearKept)) continue;
    free = row * rowHeight + LINE;
    named.push(row);
  }
  return named;
}

/** The names, ending before `right`. */
export function rowNames(
  names: readonly string[],
  rows: readonly number[],
  yOf: (row: number) => number,
  room: number,
  bold: readonly number[],
  theme: ChartTheme,
): Mark[] {
  return rows.map((row) =>
    text(cutInMiddle(names[row] ?? '', room), 0, yOf(row), theme.ink, theme, {
      bold: bold.includes(row),
      width: room,
    }),
  );
}
