// Long tables: the order in pieces is that of the order at once, the page may go on in between, and only rows in sight are
// drawn however long the table is.
import { describe, expect, it } from 'vitest';
import { toCsv } from '../../web/src/components/csv.ts';
import { ROW_HEIGHT, rowWindow, scrollTo } from '../../web/src/components/row_window.ts';
import {
  type Column,
  compareValues,
  csvOf,
  filterRows,
  type Sorting,
  sortRows,
} from '../../web/src/components/table_model.ts';
import { csvInPieces, orderInPieces, textKey } from '../../web/src/components/table_order.ts';

type Value = string | number | null;

const columns: Column<{ value: Value; name: string }>[] = [
  { id: 'value', header: 'Value', value: (row) => row.value },
  { id: 'name', header: 'Name', value: (row) => row.name },
];

/** A linear congruential generator: the same rows in every run. */
function rowsOf(count: number, make: (uniform: () => number, n: number) => Value) {
  let state = 7;
  const uniform = () => {
    state = (state * 1103515245 + 12345) % 2147483648;
    return state / 2147483648;
  };
  return Array.from({ length: count }, (_, n) => ({ value: make(uniform, n), name: `row ${n}` }));
}

const kinds: [string, (uniform: () => number, n: number) => Value][] = [
  ['whole numbers with ties', (u) => Math.floor(u() * 50) - 25],
  ['numbers of both signs and all sizes', (u) => (u() - 0.5) * 10 ** Math.floor(u() * 40 - 20)],
  ['numbers that do not exist', (u) => (u() < 0.2 ? null : u() < 0.2 ? Number.NaN : u() - 0.5)],
  [
    'infinities and zeros',
    (u) => [Number.NEGATIVE_INFINITY, -0, 0, Number.POSITIVE_INFINITY, 1][Math.floor(u() * 5)] as number,
  ],
  ['texts with numbers inside', (u) => `item-${Math.floor(u() * 3000)}`],
  ['texts in any case', (u) => ['Beta', 'alpha', 'ALPHA', 'b_eta', 'ä', ''][Math.floor(u() * 6)] as string],
  ['texts among numbers', (u) => (u() < 0.5 ? u() : u() < 0.1 ? null : `t${Math.floor(u() * 9)}`)],
];

const never = () => new AbortController().signal;

describe('the order in pieces', () => {
  it.each(kinds)('of %s is that of the order at once', async (_, make) => {
    const rows = rowsOf(4000, make);
    for (const descending of [false, true]) {
      const sorting: Sorting = { column: 'value', descending };
      const names = (some: readonly { name: string }[]) => some.map(({ name }) => name);
      expect(names(await orderInPieces(rows, columns, '', sorting, never()))).toEqual(
        names(sortRows(rows, columns, sorting)),
      );
    }
  });

  it('of texts of ASCII goes by keys that are in the order of the collator', () => {
    const signs = Array.from({ length: 95 }, (_, n) => String.fromCharCode(32 + n));
    const texts = [
      ...signs,
      ...rowsOf(1500, (u) =>
        Array.from({ length: 1 + Math.floor(u() * 7) }, () => signs[Math.floor(u() * 95)] as string).join(''),
      ).map(({ value }) => String(value)),
      ...rowsOf(
        500,
        (u) => `q-${'0'.repeat(Math.floor(u() * 3))}${Math.floor(u() * 2000)}${u() < 0.5 ? 'a' : 'B'}`,
      ).map(({ value }) => String(value)),
    ];
    const byKey = (a: string, b: string) => {
      const [one, other] = [textKey(a) ?? '', textKey(b) ?? ''];
      if (one !== other) return one < other ? -1 : 1;
      return a < b ? -1 : a > b ? 1 : 0;
    };
    expect([...texts].sort(byKey)).toEqual([...texts].sort(compareValues));
    expect(textKey('naïve')).toBeNull();
  });

  it('of very many different texts is that of the order at once', async () => {
    for (const letter of ['i', 'ï']) {
      const rows = rowsOf(60_000, (u, n) => (n % 9 === 0 ? null : `${letter}tem ${Math.floor(u() * 1e6)}`));
      const sorting: Sorting = { column: 'value', descending: true };
      const found = await orderInPieces(rows, columns, '', sorting, never());
      const wanted = sortRows(rows, columns, sorting);
      expect(found.every((row, n) => row === wanted[n])).toBe(true);
    }
  });

  it('writes the same CSV', async () => {
    const rows = rowsOf(2000, (u) => (u() < 0.1 ? null : u() < 0.5 ? u() : '=a,"b"'));
    const { header, rows: cells } = csvOf(columns, rows);
    expect((await csvInPieces(columns, rows)).join('')).toBe(toCsv(header, cells));
  });

  it('filters by the same words, and leaves the order where none is asked for', async () => {
    const rows = rowsOf(3000, (_, n) => `Colour ${n % 7}`);
    const sorting: Sorting = { column: 'name', descending: true };
    expect(await orderInPieces(rows, columns, 'colour 3  ROW 1', sorting, never())).toEqual(
      sortRows(filterRows(rows, columns, 'colour 3  ROW 1'), columns, sorting),
    );
    expect(await orderInPieces(rows, columns, '', null, never())).toEqual(rows);
    expect(await orderInPieces([], columns, 'x', sorting, never())).toEqual([]);
  });

  it('leaves the page time, and stops when it is not wanted any more', async () => {
    const rows = rowsOf(60_000, (u) => `item ${Math.floor(u() * 1e9)}`);
    let turns = 0;
    const timer = setInterval(() => {
      turns += 1;
    }, 1);
    await orderInPieces(rows, columns, '', { column: 'value', descending: false }, never());
    clearInterval(timer);
    expect(turns).toBeGreaterThan(1);
    const stop = new AbortController();
    const work = orderInPieces(rows, columns, '', { column: 'value', descending: false }, stop.signal);
    stop.abort();
    await expect(work).rejects.toThrow();
  });
});

describe('the rows in sight', () => {
  it.each([300, 5000, 499_999, 1_000_000, 7_000_000])(
    'of %i are few, and the first and the last can be reached',
    (count) => {
      const height = 560;
      const start = rowWindow(count, 0, height);
      expect(start).toMatchObject({ first: 0, above: 0 });
      expect(start.end).toBeGreaterThanOrEqual(18);
      const whole = start.above + start.below + (start.end - start.first) * ROW_HEIGHT;
      expect(whole).toBeLessThanOrEqual(16_000_000 + ROW_HEIGHT);
      for (const share of [0, 0.0001, 0.01, 0.37, 0.5, 0.999, 1]) {
        const scrolled = share * (whole - height);
        const { first, end, above, below } = rowWindow(count, scrolled, height);
        expect(end - first).toBeLessThanOrEqual(44);
        // What is drawn covers the box.
        expect(above).toBeGreaterThanOrEqual(0);
        expect(above).toBeLessThanOrEqual(scrolled + 1e-6);
        expect(above + (end - first) * ROW_HEIGHT).toBeGreaterThanOrEqual(
          Math.min(whole, scrolled + height) - 1e-6,
        );
        expect(above + below + (end - first) * ROW_HEIGHT).toBeCloseTo(whole, 3);
      }
      expect(rowWindow(count, whole, height).end).toBe(count);
      for (const row of [0, 1, Math.floor(count / 3), count - 1]) {
        const to = scrollTo(count, row, 0, height) ?? 0;
        const { first, end } = rowWindow(count, to, height);
        expect(first).toBeLessThanOrEqual(row);
        expect(end).toBeGreaterThan(row);
        expect(scrollTo(count, row, to, height)).toBeNull();
      }
    },
  );
});
