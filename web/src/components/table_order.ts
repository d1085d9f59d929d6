// Sorting and filtering of very long tables in pieces, so that the page answers in between. What comes out is what
// sortRows(filterRows(...)) of table_model.ts gives; only the way there is another.
import { rowsOfCsv, toCsv } from './csv.ts';
import { type CellValue, type Column, compareValues, csvOf, rowFilter, type Sorting } from './table_model.ts';

/** Tables up to this length are sorted and filtered at once. */
export const AT_ONCE = 10_000;
/** Milliseconds of work between two pauses. */
const PIECE = 20;
const OFTEN = 512;
const SOME = 32_768; // steps of a few nanoseconds each

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

/** The text of csvOf() and toCsv() in parts, for a file. */
export async function csvInPieces<Row>(
  columns: readonly Column<Row>[],
  rows: readonly Row[],
): Promise<string[]> {
  const pieces = new Pieces(new AbortController().signal);
  const parts = [toCsv(csvOf(columns, []).header, [])];
  for (let from = 0; from < rows.length; from += OFTEN) {
    if (pieces.isDue) await pieces.pause();
    parts.push(rowsOfCsv(csvOf(columns, rows.slice(from, from + OFTEN)).rows));
  }
  return parts;
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

/** With more distinct values than this each row is compared by itself. */
const DISTINCT = 50_000;

/** A number for each value that exists: itself, or where texts are among them its place among the distinct values. */
async function numbersOf(
  values: readonly CellValue[],
  there: readonly number[],
  pieces: Pieces,
): Promise<Float64Array> {
  const numbers = new Float64Array(there.length);
  let withTexts = false;
  for (let n = 0; n < there.length; ++n) {
    if (n % OFTEN === 0 && pieces.isDue) await pieces.pause();
    const value = values[there[n] as number];
    if (typeof value !== 'number') {
      withTexts = true;
      break;
    }
    numbers[n] = value + 0; // without the sign of zero
  }
  if (!withTexts) return numbers;
  const distinct = new Map<string | number, number>();
  for (let n = 0; n < there.length && distinct.size <= DISTINCT; ++n) {
    if (n % OFTEN === 0 && pieces.isDue) await pieces.pause();
    distinct.set(values[there[n] as number] as string | number, 0);
  }
  if (distinct.size > DISTINCT) return ranksOfRows(values, there, pieces);
  const sorted = await mergeSort([...distinct.keys()], compareValues, pieces);
  for (const [rank, value] of sorted.entries()) distinct.set(value, rank);
  for (let n = 0; n < there.length; ++n) {
    if (n % OFTEN === 0 && pieces.isDue) await pieces.pause();
    numbers[n] = distinct.get(values[there[n] as number] as string | number) as number;
  }
  return numbers;
}

/** The same for values that are nearly all different. */
async function ranksOfRows(
  values: readonly CellValue[],
  there: readonly number[],
  pieces: Pieces,
): Promise<Float64Array> {
  const keys: (string | null)[] = new Array(there.length);
  let allHaveKeys = true;
  for (let n = 0; n < there.length; ++n) {
    if (n % 64 === 0 && pieces.isDue) await pieces.pause();
    const value = values[there[n] as number];
    keys[n] = typeof value === 'string' ? textKey(value) : null;
    if (keys[n] === null) {
      allHaveKeys = false;
      break;
    }
  }
  const valueAt = (n: number) => values[there[n] as number] as string | number;
  const compare = allHaveKeys
    ? (a: number, b: number) => {
        const [one, other] = [keys[a] as string, keys[b] as string];
        if (one !== other) return one < other ? -1 : 1;
        const [text, another] = [valueAt(a), valueAt(b)];
        return text < another ? -1 : text > another ? 1 : 0;
      }
    : (a: number, b: number) => compareValues(valueAt(a), valueAt(b));
  const places: number[] = [];
  for (let n = 0; n < there.length; ++n) places.push(n);
  const sorted = await mergeSort(places, compare, pieces);
  const ranks = new Float64Array(there.length);
  let rank = 0;
  for (let n = 0; n < sorted.length; ++n) {
    if (n % OFTEN === 0 && pieces.isDue) await pieces.pause();
    if (n > 0 && valueAt(sorted[n] as number) !== valueAt(sorted[n - 1] as number)) rank += 1;
    ranks[sorted[n] as number] = rank;
  }
  return ranks;
}

// The order of the Unicode Collation Algorithm (CLDR root) for the signs of ASCII: white space, marks, digits, letters.
const ASCII_ORDER = '\t\n\v\f\r _-,;:!?.\'"()[]{}@*/\\&#%`^+<=>|~$0';
const ranksOfAscii = new Uint8Array(128);
for (let n = 0; n < ASCII_ORDER.length; ++n) ranksOfAscii[ASCII_ORDER.charCodeAt(n)] = n + 1;
for (let n = 0; n < 26; ++n) ranksOfAscii[97 + n] = ranksOfAscii[65 + n] = ASCII_ORDER.length + 1 + n;
const DIGIT = ASCII_ORDER.length; // of "0": all digits begin a number

/**
 * A text whose order by code units is that in which the collator of compareValues() has the given one, numbers inside of it
 * by their value; twenty times as fast. null = it has other signs than those of ASCII.
 */
export function textKey(text: string): string | null {
  const codes: number[] = [];
  for (let n = 0; n < text.length; ++n) {
    const code = text.charCodeAt(n);
    if (code >= 48 && code <= 57) {
      let first = n;
      let end = n + 1;
      while (end < text.length && text.charCodeAt(end) >= 48 && text.charCodeAt(end) <= 57) end += 1;
      while (first < end - 1 && text.charCodeAt(first) === 48) first += 1;
      codes.push(DIGIT, end - first);
      for (let digit = first; digit < end; ++digit) codes.push(text.charCodeAt(digit));
      n = end - 1;
      continue;
    }
    const rank = code < 128 ? (ranksOfAscii[code] as number) : 0;
    if (rank === 0) return null;
    codes.push(rank);
  }
  return codes.length > 1000 ? null : String.fromCharCode(...codes);
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
    if (n % SOME === 0 && pieces.isDue) await pieces.pause();
    const high = halves[2 * n + 1] as number;
    const turn = high >>> 31 ? 0xffffffff : 0;
    const last = descending ? 0xffffffff : 0;
    halves[2 * n] = (halves[2 * n] as number) ^ turn ^ last;
    halves[2 * n + 1] = high ^ (turn || 0x80000000) ^ last;
  }
  let order = new Uint32Array(count);
  for (let n = 0; n < count; ++n) order[n] = n;
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
      if (n % SOME === 0 && pieces.isDue) await pieces.pause();
      const digit = ((halves[2 * n + half] as number) >>> shift) & 0xffff;
      starts[digit + 1] = (starts[digit + 1] as number) + 1;
    }
    if (starts.includes(count)) continue; // all have the same digit here
    for (let digit = 0; digit < 65536; ++digit)
      starts[digit + 1] = (starts[digit + 1] as number) + (starts[digit] as number);
    for (let n = 0; n < count; ++n) {
      if (n % SOME === 0 && pieces.isDue) await pieces.pause();
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
