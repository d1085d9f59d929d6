// The averages as a table for a terminal, for Markdown and for LaTeX: the same cells in each.

import type { CellResult } from '../library/analyze.ts';
import type { ResultsDocument } from '../reproduce/results_document.ts';
import { oneLine } from '../verdict/names.ts';

const MISSING = '-';
const decimals = 4;

const number = (value: number | null | undefined, places = decimals) =>
  value === null || value === undefined ? MISSING : value.toFixed(places);

const between = (range: { low: number; high: number } | null | undefined) =>
  range ? `[${range.low.toFixed(decimals)}, ${range.high.toFixed(decimals)}]` : '';

const withInterval = (
  value: number | null | undefined,
  range: { low: number; high: number } | null | undefined,
) => [number(value), between(range)].filter((part) => part !== '').join(' ');

/** As small as the draws can show. */
const pText = (harmony: CellResult['harmony']) => {
  const found = harmony?.nullDistribution;
  return found ? found.pValue.toFixed(Math.max(3, Math.ceil(Math.log10(found.draws + 1)))) : MISSING;
};

export interface TableOfText {
  header: string[];
  alignment: ('left' | 'right')[];
  rows: string[][];
}

/** Benchmark, model, n, accuracy with its 95% interval, HARMONY with its 95% interval, p of the null, k. */
export function tableOfCells(cells: readonly CellResult[]): TableOfText {
  return {
    header: ['benchmark', 'model', 'n', 'accuracy', 'HARMONY', 'null p', 'k'],
    alignment: ['left', 'left', 'right', 'left', 'left', 'right', 'right'],
    rows: cells.map(({ benchmark, model, accuracy, harmony, refused }) => [
      benchmark,
      model,
      String(harmony?.items ?? accuracy?.items ?? MISSING),
      withInterval(accuracy?.value, accuracy?.interval),
      harmony
        ? withInterval(harmony.harmony, harmony.bootstrap)
        : refused === ''
          ? MISSING
          : `- (${refused})`,
      pText(harmony),
      harmony ? String(harmony.k) : MISSING,
    ]),
  };
}

/** What stands for a view that shows no averages. */
export function tableOfHeadline({ headline }: Pick<ResultsDocument, 'headline'>): TableOfText {
  return {
    header: ['quantity', 'value'],
    alignment: ['left', 'right'],
    rows: headline.map(({ name, value }) => [name, value === null ? MISSING : String(value)]),
  };
}

/** Columns of a terminal: Chinese, Japanese and Korean signs take two. */
function textWidth(text: string): number {
  let width = 0;
  for (const letter of text) width += (letter.codePointAt(0) ?? 0) >= 0x1100 && wide.test(letter) ? 2 : 1;
  return width;
}
const wide =
  /[\u1100-\u115F\u2E80-\uA4CF\uAC00-\uD7A3\uF900-\uFAFF\uFE30-\uFE4F\uFF00-\uFF60\uFFE0-\uFFE6\u{1F300}-\u{1F64F}]/u;

/** Aligned columns, two spaces between them. */
export function printTable({ header: names, alignment, rows: cells }: TableOfText): string {
  const [header, rows] = [names.map(oneLine), cells.map((row) => row.map(oneLine))];
  const widths = header.map((name, n) =>
    Math.max(textWidth(name), ...rows.map((row) => textWidth(row[n] ?? ''))),
  );
  const line = (cells: readonly string[]) =>
    cells
      .map((text, n) => {
        const fill = ' '.repeat(Math.max(0, (widths[n] ?? 0) - textWidth(text)));
        return alignment[n] === 'right' ? fill + text : text + fill;
      })
      .join('  ')
      .trimEnd();
  return [line(header), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)].join('\n');
}
