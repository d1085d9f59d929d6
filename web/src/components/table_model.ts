// What a table shows: sorting, filtering and its CSV. Pure functions; data_table.tsx draws them.
import type { ComponentChildren } from 'preact';
import type { CsvValue } from './csv.ts';

export type CellValue = string | number | null;

export interface Column<Row> {
  id: string;
  header: string;
  /** Drawn in the header instead of the plain text, for instance a <Term>. */
  headerCell?: ComponentChildren;
  /** What is sorted, filtered and written to the CSV; null = does not exist. */
  value: (row: Row) => CellValue;
  /** What is drawn; by default the value. */
  cell?: (row: Row) => ComponentChildren;
  /** The cell in Markdown and LaTeX; by default the words of what is drawn. */
  text?: (row: Row) => string;
  /** Numbers stand at the end. */
  align?: 'start' | 'end';
  /** CSS width, for instance "12ch"; by default the browser's choice. */
  width?: string;
  /** This column names the row: it stays in sight when the table scrolls sideways. */
  rowHeader?: boolean;
  /** How many columns a row's cell takes (0 is not one): for a sentence in place of several numbers. */
  span?: (row: Row) => number;
  /** Long texts go over several lines instead of widening the table. */
  wraps?: boolean;
  /** By default true. Numbers are sorted with the largest first at the first click. */
  sortable?: boolean;
  /** More columns of the CSV behind this one (an interval's ends). */
  csv?: { header: string; value: (row: Row) => CsvValue }[];
  /** false: not in the CSV (a column of buttons). */
  inCsv?: boolean;
  /** false: not drawn, only in the CSV. */
  shown?: boolean;
}

export interface Sorting {
  column: string;
  descending: boolean;
}

/** As it stands in the address: "-harmony" = by HARMONY, the largest first. */
export function sortingOf(text: string | undefined): Sorting | null {
  return text ? { column: text.replace(/^-/, ''), descending: text.startsWith('-') } : null;
}

export const sortingText = ({ column, descending }: Sorting) => `${descending ? '-' : ''}${column}`;

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' });

/** Numbers before texts; within a kind by size, or by letters with numbers inside them by value. */
export function compareValues(a: string | number, b: string | number): number {
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  if (typeof a === 'number') return -1;
  if (typeof b === 'number') return 1;
  return collator.compare(a, b) || (a < b ? -1 : a > b ? 1 : 0);
}

const isMissing = (value: CellValue): value is null => value === null || Number.isNaN(value);

/** A new array; ties keep their order in both directions; what does not exist is last in both. */
export function sortRows<Row>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  sorting: Sorting | null,
): Row[] {
  const column = sorting && columns.find((one) => one.id === sorting.column);
  if (!column || !sorting) return [...rows];
  const keyed = rows.map((row, index) => ({ row, index, value: column.value(row) }));
  keyed.sort((a, b) => {
    if (isMissing(a.value) || isMissing(b.value)) {
      return Number(isMissing(a.value)) - Number(isMissing(b.value)) || a.index - b.index;
    }
    const order = compareValues(a.value, b.value);
    return (sorting.descending ? -order : order) || a.index - b.index;
  });
  return keyed.map((one) => one.row);
}

/** Rows in which every word of the query occurs in some column, in any case. */
export function filterRows<Row>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  query: string,
): readonly Row[] {
  const matches = rowFilter(columns, query);
  return matches ? rows.filter(matches) : rows;
}

/** null = the query asks for nothing. */
export function rowFilter<Row>(
  columns: readonly Column<Row>[],
  query: string,
): ((row: Row) => boolean) | null {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return null;
  return (row) => {
    const text = columns
      .map((column) => column.value(row) ?? '')
      .join('\n')
      .toLowerCase();
    return words.every((word) => text.includes(word));
  };
}

export function csvOf<Row>(
  columns: readonly Column<Row>[],
  rows: readonly Row[],
): { header: string[]; rows: CsvValue[][] } {
  const written = columns.filter((column) => column.inCsv !== false);
  return {
    header: written.flatMap((column) => [column.header, ...(column.csv ?? []).map((more) => more.header)]),
    rows: rows.map((row) =>
      written.flatMap((column) => [column.value(row), ...(column.csv ?? []).map((more) => more.value(row))]),
    ),
  };
}
