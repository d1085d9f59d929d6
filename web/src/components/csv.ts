// Tables as CSV text (RFC 4180), safe to open in a spreadsheet.
import { saveBlob } from './save.ts';

export type CsvValue = string | number | boolean | null | undefined;

/** One cell. A text that a spreadsheet would run as a formula gets an apostrophe in front; numbers stay as they are. */
export function csvCell(value: CsvValue): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number') return Number.isFinite(value) ? String(value) : '';
  let text = String(value);
  if (/^[=+\-@\t\r]/.test(text)) text = `'${text}`;
  return /[",\r\n]/.test(text) || text !== text.trim() ? `"${text.replaceAll('"', '""')}"` : text;
}

export function toCsv(header: readonly string[], rows: readonly (readonly CsvValue[])[]): string {
  return [header, ...rows].map((row) => `${row.map(csvCell).join(',')}\r\n`).join('');
}

/** Offers the table as a download; name without ".csv". */
export function downloadCsv(
  name: string,
  header: readonly string[],
  rows: readonly (readonly CsvValue[])[],
): void {
  saveBlob(`${name}.csv`, new Blob([toCsv(header, rows)], { type: 'text/csv;charset=utf-8' }));
}
