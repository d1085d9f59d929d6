// Tables as CSV text (RFC 4180), safe to open in a spreadsheet.
import { saveBlob } from './save.ts';

export type CsvValue = string | number | boolean | null | undefined;

/** Apostrophes, or none, before a sign that begins a formula in a spreadsheet. */
const FORMULA = /^'*[=+\-@\t\r\n]/;
const PLAIN_NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;

/**
 * One cell. A text that a spreadsheet would run as a formula gets an apostrophe in front; numbers stay as they are, also
 * those that are texts. The core writes (src/core/csv_text.hpp) and reads its CSV files by the same rule.
 */
export function csvCell(value: CsvValue): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number') return Number.isFinite(value) ? String(value) : '';
  let text = String(value);
  if (FORMULA.test(text) && !PLAIN_NUMBER.test(text)) text = `'${text}`;
  return /[",\r\n]/.test(text) || text !== text.trim() ? `"${text.replaceAll('"', '""')}"` : text;
}

/** A cell that was read, without the apostrophe that only keeps spreadsheets from running it. */
export const withoutFormulaGuard = (text: string): string =>
  text.startsWith("'") && FORMULA.test(text) ? text.slice(1) : text;

export function toCsv(header: readonly string[], rows: readonly (readonly CsvValue[])[]): string {
  return rowsOfCsv([header, ...rows]);
}

export const rowsOfCsv = (rows: readonly (readonly CsvValue[])[]): string =>
  rows.map((row) => `${row.map(csvCell).join(',')}\r\n`).join('');

/** Offers the table as a download; name without ".csv". */
export function downloadCsv(
  name: string,
  header: readonly string[],
  rows: readonly (readonly CsvValue[])[],
): void {
  saveBlob(`${name}.csv`, new Blob([toCsv(header, rows)], { type: 'text/csv;charset=utf-8' }));
}
