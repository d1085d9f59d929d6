// Sorting and filtering of very long tables in pieces, so that the page answers in between. What comes out is what
// sortRows(filterRows(...)) of table_model.ts gives; only the way there is another.
import { type CellValue, type Column, compareValues, rowFilter, type Sorting } from './table_model.ts';

/** Tables up to this length are sorted and filtered at once. */
export const AT_ONCE = 10_000;
/** Milliseconds of work between two pauses. */
const PIECE = 25;
const OFTEN = 512;

/** Where others may go on: the tasks of the page wait no longer than a piece. */
export class Pieces {
  #began = performance.now();
  constructor(readonly signal: AbortSignal) {}

  get isDue(): boolean {
    return performance.now() - this.#began > PIECE;
  }

  /** Throws when the work is no longer wanted. */
  async pause(): Promise<void> {
    await new Promise((resolve) => setTimeout(resolve));
    this.signal.throwIfAborted();
    this.#began = performance.now();
  }
}

export async function orderInPieces<Row>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  query: string,
  sorting: Sorting | null,
  signal: AbortSignal,
): Promise<readonly Row[]> {
  const pieces = new Pieces(signal);
  await pieces.pause();
  const found = await filterInPieces(rows, columns, query, pieces);
  const column = sorting && columns.find((one) => one.id === sorting.column);
  if (!column || !sorting) return found;
  const values: CellValue[] = new Array(found.length);
  const there: number[] = [];
  const missing: number[] = [];
  for (let n = 0; n < found.length; ++n) {
    if (n % OFTEN === 0 && pieces.isDue) await pieces.pause();
    const value = column.value(found[n] as Row);
    values[n] = value;
    if (value === null || Number.isNaN(value)) missing.push(n);
    else there.push(n);
  }
  const ranks = await numbersOf(values, there, pieces);
  const order = await radixOrder(ranks, sorting.descending, pieces);
  const sorted: Row[] = new Array(found.length);
  for (let n = 0; n < found.length; ++n) {
    if (n % OFTEN === 0 && pieces.isDue) await pieces.pause();
    const from = n < there.length ? there[order[n] as number] : missing[n - there.length];
    sorted[n] = found[from as number] as Row;
  }
  return sorted;
}

async function filterInPieces<Row>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  query: string,
  pieces: Pieces,
): Promise<readonly Row[]> {
  const matches = rowFilter(columns, query);
  if (!matches) return rows;
  const found: Row[] = [];
  for (let n = 0; n < rows.length; ++n) {
    if (n % 64 === 0 && pieces.isDue) await pieces.pause();
    if (matches(rows[n] as Row)) found.push(rows[n] as Row);
  }
  return found;
}

/** A number for each value that exists: itself, or where texts are among them its place among the distinct values. */
async function numbersOf(
  values: readonly CellValue[],
  there: readonly number[],
  pieces: Pieces,
): Promise<Float64Array> {
  const numbers = new Float64Array(there.length);
  let withTexts = false;
  for (const [n, place] of there.entries()) {
    if (n % OFTEN === 0 && pieces.isDue) await pieces.pause();
    const value = values[place];
    if (typeof value !== 'number') {
      withTexts = true;
      break;
    }
    numbers[n] = value + 0; // without the sign of zero
  }
  if (!withTexts) return numbers;
  const distinct = new Map<string | number, number>();
  for (const [n, place] of there.entries()) {
    if (n % OFTEN === 0 && pieces.isDue) await pieces.pause();
    distinct.set(values[place] as string | number, 0);
  }
  const sorted = await mergeSort([...distinct.keys()], compareValues, pieces);
  for (const [rank, value] of sorted.entries()) {
    if (rank % OFTEN === 0 && pieces.isDue) await pieces.pause();
    distinct.set(value, rank);
  }
  for (const [n, place] of there.entries()) {
    if (n % OFTEN === 0 && pieces.isDue) await pieces.pause();
    numbers[n] = distinct.get(values[place] as string | number) as number;
  }
  return numbers;
}

async function mergeSort<Value>(
  list: Value[],
  compare: (a: Value, b: Value) => number,
  pieces: Pieces,
): Promise<Value[]> {
  const run = 256;
  for (let from = 0; from < list.length; from += run) {
    if (pieces.isDue) await pieces.pause();
    const part = list.slice(from, from + run).sort(compare);
    for (const [n, value] of part.entries()) list[from + n] = value;
  }
  let source = list;
  let target: Value[] = new Array(list.length);
  for (let width = run; width < list.length; width *= 2) {
    for (let from = 0; from < list.length; from += 2 * width) {
      const middle = Math.min(from + width, list.length);
      const end = Math.min(from + 2 * width, list.length);
      let [left, right] = [from, middle];
      for (let n = from; n < end; ++n) {
        if (n % OFTEN === 0 && pieces.isDue) await pieces.pause();
        const takeLeft =
          left < middle && (right >= end || compare(source[left] as Value, source[right] as Value) <= 0);
        target[n] = source[takeLeft ? left++ : right++] as Value;
      }
    }
    [source, target] = [target, source];
  }
  return source;
}

/** Places of the numbers in their order; equal ones keep theirs. The bits of a double sort like whole numbers. */
async function radixOrder(numbers: Float64Array, descending: boolean, pieces: Pieces): Promise<Uint32Array> {
  const count = numbers.length;
  const halves = new Uint32Array(numbers.slice().buffer); // low, high: every browser is little-endian
  for (let n = 0; n < count; ++n) {
    const high = halves[2 * n + 1] as number;
    const turn = high >>> 31 ? 0xffffffff : 0;
    const last = descending ? 0xffffffff : 0;
    halves[2 * n] = (halves[2 * n] as number) ^ turn ^ last;
    halves[2 * n + 1] = high ^ (turn || 0x80000000) ^ last;
  }
  let order = Uint32Array.from({ length: count }, (_, n) => n);
  let next = new Uint32Array(count);
  for (const [half, shift] of [
    [0, 0],
    [0, 16],
    [1, 0],
    [1, 16],
  ] as const) {
    if (pieces.isDue) await pieces.pause();
    const starts = new Uint32Array(65537);
    for (let n = 0; n < count; ++n) {
      const digit = ((halves[2 * n + half] as number) >>> shift) & 0xffff;
      starts[digit + 1] = (starts[digit + 1] as number) + 1;
    }
    if (starts.includes(count)) continue; // all have the same digit here
    for (let digit = 0; digit < 65536; ++digit)
      starts[digit + 1] = (starts[digit + 1] as number) + (starts[digit] as number);
    for (let n = 0; n < count; ++n) {
      const place = order[n] as number;
      const digit = ((halves[2 * place + half] as number) >>> shift) & 0xffff;
      const to = starts[digit] as number;
      next[to] = place;
      starts[digit] = to + 1;
    }
    [order, next] = [next, order];
  }
  return order;
}
