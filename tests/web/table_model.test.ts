// Sorting, filtering and the CSV of tables.
import { describe, expect, it } from 'vitest';
import { csvCell, toCsv, withoutFormulaGuard } from '../../web/src/components/csv.ts';
import { safeFileName } from '../../web/src/components/save.ts';
import { type Column, csvOf, filterRows, sortRows } from '../../web/src/components/table_model.ts';

interface Row {
  name: string;
  score: number | null;
}
const rows: Row[] = [
  { name: 'item 10', score: 0.5 },
  { name: 'item 2', score: null },
  { name: 'Item 1', score: 0.9 },
  { name: 'other', score: 0.5 },
  { name: 'void', score: Number.NaN },
];
const columns: Column<Row>[] = [
  { id: 'name', header: 'Name', value: (row) => row.name },
  {
    id: 'score',
    header: 'Score',
    value: (row) => row.score,
    csv: [{ header: 'twice', value: (row) => (row.score === null ? null : row.score * 2) }],
  },
  { id: 'button', header: 'Button', value: () => null, inCsv: false },
];
const names = (list: readonly Row[]) => list.map((row) => row.name);

describe('sorting', () => {
  it('reads numbers inside names and ignores case', () => {
    expect(names(sortRows(rows, columns, { column: 'name', descending: false }))).toEqual([
      'Item 1',
      'item 2',
      'item 10',
      'other',
      'void',
    ]);
  });

  it('keeps the order of ties in both directions and puts what does not exist last in both', () => {
    expect(names(sortRows(rows, columns, { column: 'score', descending: false }))).toEqual([
      'item 10',
      'other',
      'Item 1',
      'item 2',
      'void',
    ]);
    expect(names(sortRows(rows, columns, { column: 'score', descending: true }))).toEqual([
      'Item 1',
      'item 10',
      'other',
      'item 2',
      'void',
    ]);
  });

  it('leaves the rows alone without a column, and never changes the given list', () => {
    expect(sortRows(rows, columns, null)).toEqual(rows);
    expect(sortRows(rows, columns, { column: 'gone', descending: true })).toEqual(rows);
    expect(names(rows)[0]).toBe('item 10');
  });
});

describe('filtering', () => {
  it('wants every word somewhere, in any case', () => {
    expect(names(filterRows(rows, columns, 'ITEM 0.9'))).toEqual(['Item 1']);
    expect(filterRows(rows, columns, '   ')).toBe(rows);
    expect(filterRows(rows, columns, 'nothing')).toEqual([]);
  });
});

describe('CSV', () => {
  it('quotes as RFC 4180 says', () => {
    expect(csvCell('plain')).toBe('plain');
    expect(csvCell('a,b')).toBe('"a,b"');
    expect(csvCell('say "hi"')).toBe('"say ""hi"""');
    expect(csvCell('two\nlines')).toBe('"two\nlines"');
    expect(csvCell(' spaces ')).toBe('" spaces "');
  });

  it('disarms formulas in texts, and only in texts', () => {
    expect(csvCell('=HYPERLINK("http://x")')).toBe(`"'=HYPERLINK(""http://x"")"`);
    for (const start of ['=', '+', '-', '@', '\t', '\r', '\n', "'="]) {
      const cell = csvCell(`${start}x`).replace(/^"|"$/g, '');
      expect(cell).toBe(`'${start}x`);
      expect(withoutFormulaGuard(cell)).toBe(`${start}x`);
    }
    for (const number of ['-0.5', '+3', '-1e-05', '-.5']) expect(csvCell(number)).toBe(number);
    for (const text of ['-1-1', '+1+cmd', '--1', '-', '-0x1F', '1e', '-1e']) {
      expect(csvCell(text)).toBe(/^\d/.test(text) ? text : `'${text}`);
    }
    for (const text of ["it's", "'quoted'", 'plain']) expect(withoutFormulaGuard(text)).toBe(text);
    expect(csvCell('\t=1')).toBe("'\t=1");
    expect(csvCell(-0.25)).toBe('-0.25');
    expect(csvCell(1e-7)).toBe('1e-7');
  });

  it('leaves what does not exist empty', () => {
    for (const missing of [null, undefined, Number.NaN, Number.NEGATIVE_INFINITY])
      expect(csvCell(missing)).toBe('');
  });

  it('writes the columns with their companions and not those of buttons', () => {
    const csv = csvOf(columns, rows.slice(0, 2));
    expect(toCsv(csv.header, csv.rows)).toBe('Name,Score,twice\r\nitem 10,0.5,1\r\nitem 2,,\r\n');
  });

  it('names files so that every system takes them', () => {
    expect(safeFileName('a/b:c*?.csv')).toBe('a_b_c_.csv');
    expect(safeFileName('..')).toBe('harmonograph');
  });
});
