// Tables for papers: what LaTeX and Markdown would read as commands is escaped, columns add up, captions say the parameters.
import { describe, expect, it } from 'vitest';
import {
  overviewTable,
  planeTable,
  ranksTable,
  subdomainTable,
} from '../../../web/src/reproduce/main_tables.ts';
import {
  latexTable,
  latexText,
  markdownTable,
  markdownText,
  type TextTable,
} from '../../../web/src/reproduce/tables.ts';
import { harmonyResult, importReport, overviewCells } from '../fixtures/harmony_result.ts';
import { ranks } from '../fixtures/study_of_benchmark.ts';
import { plane } from '../fixtures/study_over_models.ts';

const about = 'Parameters, engine and data: b = 0.1; Harmonograph 0.1.0-9f2b5c8a2273; data 3fa9c1d2e4b5.';
const names = ['ARC_Easy', 'naep & more', 'C#', 'x^2', '50%'];
const nameOf = (index: number) => names[index % names.length] ?? '';

const hostile: TextTable = {
  caption: 'A 50% share of $x_1^2$ & #3, {~} \\end{table}',
  header: ['Model', 'n', '[score]'],
  alignment: ['left', 'right', 'right'],
  rows: [
    ['*star*', '1,267', '−0.5 (−1.0 to 0.2)'],
    ['[bracket] a|b', '12', '71.2% (69.0–73.3)'],
    ['two\nlines\\', '', ''],
    ['short'],
  ],
  note: '95% intervals <in brackets>.',
};

/** Braces that are not escaped, opened and closed in order. */
function braceBalance(latex: string): number[] {
  let depth = 0;
  let lowest = 0;
  for (const [sign] of latex.replace(/^%.*$/gm, '').matchAll(/\\.|[{}]/gs)) {
    if (sign === '{') depth += 1;
    if (sign === '}') depth -= 1;
    lowest = Math.min(lowest, depth);
  }
  return [depth, lowest];
}

/** Cells of every row: separated by "&" that are not escaped, between the rules. */
function rowsOf(latex: string): string[][] {
  return latex
    .split('\n')
    .filter((line) => /\\\\$/.test(line) && !line.includes('\\caption'))
    .map((line) => line.replace(/\s*\\\\$/, '').split(/(?<!\\)&/));
}

function columnsOf(latex: string): number {
  const spec = /\\begin\{(?:tabular|longtable)\}\{(.*)\}$/m.exec(latex)?.[1] ?? '';
  return spec.replace(/p\{[\d.]+\\linewidth\}/g, 'p').length;
}

function expectLatex(table: TextTable): void {
  const latex = latexTable(table, 'a table');
  expect(braceBalance(latex)).toEqual([0, 0]);
  const rows = rowsOf(latex);
  const heads = latex.includes('longtable}{') ? 2 : 1;
  expect(rows).toHaveLength(table.rows.length + heads);
  for (const row of rows) expect(row).toHaveLength(columnsOf(latex));
  expect(columnsOf(latex)).toBe(table.header.length);
  for (const [environment] of latex.matchAll(/\\begin\{(\w+)\}/g)) {
    const name = environment.slice(7, -1);
    expect(latex.split(`\\end{${name}}`).length).toBe(latex.split(environment).length);
  }
  for (const rule of ['\\toprule', '\\midrule', '\\bottomrule']) expect(latex).toContain(rule);
  // What is left of TeX's own signs: math for signs that have no letter, alignment, and nothing else.
  const plain = latex
    .replace(/^%.*$/gm, '')
    .replace(/\\[&%$#_{}\\]/g, '')
    .replace(/\$(?:-|\\[a-z]+|\^\{[^}]*\})\$/g, '');
  expect(plain).not.toMatch(/[$#_~^%]/);
  expect(latex).not.toContain('−');
}

function expectMarkdown(table: TextTable): void {
  const lines = markdownTable(table)
    .split('\n')
    .filter((line) => line.startsWith('|'));
  expect(lines).toHaveLength(table.rows.length + 2);
  for (const line of lines) expect(line.split(/(?<!\\)\|/)).toHaveLength(table.header.length + 2);
}

describe('LaTeX', () => {
  it('escapes every sign that is a command', () => {
    expect(latexText('& % $ # _ { } ~ ^ \\')).toBe(
      '\\& \\% \\$ \\# \\_ \\{ \\} \\textasciitilde{} \\textasciicircum{} \\textbackslash{}',
    );
  });
  it('writes a minus as one, and ranges with a dash', () => {
    expect(latexText('−.10 to .21')).toBe('$-$.10 to .21');
    expect(latexText('71.2 (69.0–73.3)')).toBe('71.2 (69.0--73.3)');
    expect(latexText('“b” × τ ± 2')).toBe("``b'' $\\times$ $\\tau$ $\\pm$ 2");
  });
  it('keeps rows and columns whatever stands in them', () => expectLatex(hostile));
  it('lets no cell be taken for an argument of the row before', () => {
    const latex = latexTable(hostile);
    expect(latex).toContain('    {}*star* &');
    expect(latex).toContain('    {}[bracket] a\\textbar{}b &');
  });
  it('goes over several pages with many rows, and gives long texts lines', () => {
    const rows = Array.from({ length: 60 }, (_, n) => [
      `m${n}`,
      'A question that is longer than a column '.repeat(2),
    ]);
    const long: TextTable = {
      caption: 'Items',
      header: ['Item', 'Text'],
      alignment: ['left', 'left'],
      rows,
      note: '',
    };
    expectLatex(long);
    expect(latexTable(long)).toContain('\\begin{longtable}{lp{0.50\\linewidth}}');
  });
  it('has a label without signs that \\ref would refuse', () => {
    expect(latexTable(hostile, 'ranks C#_1 {x}')).toContain('\\label{tab:ranks-C-1-x-}');
    expect(latexTable(hostile)).not.toContain('\\label');
  });
});

describe('Markdown', () => {
  it('escapes what would be read as form', () => {
    expect(markdownText('a|b *c* _d_ `e` <f> [g] \\ ~h~')).toBe(
      'a\\|b \\*c\\* \\_d\\_ \\`e\\` \\<f> \\[g\\] \\\\ \\~h\\~',
    );
    expect(markdownText('R&D &lt;')).toBe('R&D &amp;lt;');
  });
  it('keeps rows and columns whatever stands in them', () => expectMarkdown(hostile));
  it('sets numbers at the end', () => {
    expect(markdownTable(hostile)).toContain('| :--- | ---: | ---: |');
  });
});

describe('the main tables', () => {
  const report = importReport();
  const overview = overviewCells();
  const results = overview.slice(0, 2).map(({ benchmark, model }) => harmonyResult({ benchmark, model }));
  const cells = Array.from({ length: 20 }, (_, n) => ({
    benchmark: n % 5,
    model: Math.floor(n / 5),
    harmony: 0.5 + 0.02 * n,
    accuracy: 0.6,
    items: 100,
  }));
  const tables: [string, TextTable][] = [
    ['overview', overviewTable(report, overview, results, about)],
    ['subdomains', subdomainTable(harmonyResult(), 'PubMedQA', 'Qwen3-8B', about)],
    ['ranks', ranksTable(ranks({ benchmark: 0, correction: 'holm' }), 'PubMedQA', nameOf, about)],
    ['plane', planeTable(plane({ cells: cells as never }), nameOf, about)],
  ];

  it.each(tables)('%s can be set by both', (_name, table) => {
    expectLatex(table);
    expectMarkdown(table);
    expect(table.alignment).toHaveLength(table.header.length);
    for (const row of table.rows) expect(row).toHaveLength(table.header.length);
    expect(JSON.stringify(table)).not.toMatch(/undefined|null|NaN/);
  });
  it.each(tables)('%s says its parameters, what n is and what stands in brackets', (_name, table) => {
    expect(table.caption).toContain(about);
    expect(table.header).toContain('n');
    expect(table.note).toMatch(/\bn is the (largest )?number of/);
    expect(table.note).toContain('95% intervals');
  });
  it('has the numbers of the core with their intervals', () => {
    const [, table] = tables[1] as [string, TextTable];
    expect(table.caption).toContain('HARMONY .41 (.33–.52), by chance .93, p = .001.');
    // The fixture: 180 of 500 items, accuracy .86 with its Wilson interval, mean .6864.
    expect(table.rows[0]).toEqual([
      'Subdomain 1',
      '180',
      '36.0%',
      expect.stringMatching(/^86\.0% \(/),
      '+17.4',
      expect.any(String),
    ]);
    expect(table.rows.at(-1)?.slice(0, 3)).toEqual(['All items', '500', '100.0%']);
    const [, all] = tables[0] as [string, TextTable];
    expect(all.rows[0]?.slice(4, 8)).toEqual(['.41 (.33–.52)', '.93', '.001', '5']);
    expect(all.rows[2]?.slice(4)).toEqual(['–', '–', '–', '–', '–']);
    expect(all.note).toContain(`${overview.length - 2} averages have no HARMONY.`);
    expect(all.note).toContain('a bootstrap of 999 draws over items');
  });
  it('shares ranks', () => {
    const [, table] = tables[2] as [string, TextTable];
    expect(table.rows.map((row) => row[0])).toContain('1–2');
    expect(table.note).toContain('McNemar, exact test of each pair, Holm’s correction');
  });
});
