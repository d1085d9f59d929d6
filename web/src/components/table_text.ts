// A table of the page as texts: what Markdown and LaTeX write is what one reads in the cells.
import { type ComponentChildren, h, render } from 'preact';
import type { TextTable } from '../reproduce/tables.ts';
import { count, fixed } from '../verdict/numbers.ts';
import type { Column } from './table_model.ts';

/** Pictures and words for screen readers only are not part of a cell's text; buttons that do something neither. */
const LEFT_OUT = 'svg, progress, .visually-hidden, [aria-hidden="true"], [role="tooltip"]';

/** Texts of neighbouring elements stand apart; a range stands in brackets behind its number. */
function textOf(node: Node): string {
  if (node.nodeType === Node.TEXT_NODE) return node.textContent ?? '';
  if (!(node instanceof HTMLElement) || node.matches(LEFT_OUT)) return '';
  const inside = [...node.childNodes].map(textOf).join(node.childElementCount > 1 ? ' ' : '');
  const text = inside.replace(/\s+/g, ' ').trim();
  return node.matches('.range') && text !== '' ? `(${text})` : inside;
}

/** The drawn content of a cell in words. */
export function drawnText(content: ComponentChildren): string {
  if (content === null || content === undefined || typeof content === 'boolean') return '';
  if (typeof content === 'string' || typeof content === 'number') return String(content);
  const place = document.createElement('div');
  render(h('div', null, content), place);
  const text = textOf(place);
  render(null, place);
  return text.replace(/\s+/g, ' ').trim();
}

function cellText<Row>(column: Column<Row>, row: Row): string {
  if (column.text) return column.text(row);
  if (column.cell) return drawnText(column.cell(row));
  const value = column.value(row);
  if (typeof value !== 'number') return value ?? '–';
  return Number.isInteger(value) ? count(value) : fixed(value, 3);
}

/** The columns that are shown, in their order; a sentence over several cells stands in the first of them. */
export function textTable<Row>(
  columns: readonly Column<Row>[],
  rows: readonly Row[],
  caption: string,
  note = '',
): TextTable {
  const written = columns.filter((column) => column.shown !== false && column.inCsv !== false);
  return {
    caption,
    header: written.map((column) => column.header),
    alignment: written.map((column) => (column.align === 'end' ? 'right' : 'left')),
    rows: rows.map((row) => {
      let covered = 0;
      return written.map((column) => {
        if (covered > 0) {
          covered -= 1;
          return '';
        }
        covered = Math.max(1, column.span?.(row) ?? 1) - 1;
        return cellText(column, row);
      });
    }),
    note,
  };
}
