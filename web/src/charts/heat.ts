// Cells of a heat map as one path per colour step: forty thousand cells stay quick on canvas and small in SVG.

import { type Mark, path } from './marks.ts';

const STEPS = 48;

/**
 * @param share which colour, 0..1, for a cell; null = no cell
 * @param x edges of the columns in pixels, one more than columns; y likewise for rows
 */
export function heatCells(
  x: readonly number[],
  y: readonly number[],
  share: (row: number, column: number) => number | null,
  colour: (share: number) => string,
  gap = 0,
): Mark[] {
  const paths = new Array<string[] | undefined>(STEPS + 1);
  for (let row = 0; row + 1 < y.length; row++) {
    const top = y[row] ?? 0;
    const bottom = (y[row + 1] ?? top) - gap;
    let start = 0;
    while (start + 1 < x.length) {
      const step = stepOf(share(row, start));
      let end = start + 1;
      if (gap === 0) while (end + 1 < x.length && stepOf(share(row, end)) === step) end++;
      if (step >= 0) {
        const left = (x[start] ?? 0).toFixed(2);
        const right = ((x[end] ?? 0) - gap).toFixed(2);
        const cells = paths[step] ?? [];
        paths[step] = cells;
        cells.push(`M${left} ${top.toFixed(2)}H${right}V${bottom.toFixed(2)}H${left}Z`);
      }
      start = end;
    }
  }
  return paths.flatMap((cells, step) =>
    cells === undefined ? [] : [path(cells.join(''), colour(step / STEPS))],
  );
}

function stepOf(share: number | null): number {
  return share === null || !Number.isFinite(share) ? -1 : Math.round(Math.max(0, Math.min(1, share)) * STEPS);
}

/** Edges between `count` cells on whole pixels, so that neighbours neither overlap nor leave a seam. */
export function edges(from: number, length: number, count: number): number[] {
  return Array.from({ length: count + 1 }, (_, n) => Math.round(from + (length * n) / count));
}
