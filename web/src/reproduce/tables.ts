// Tables for papers: Markdown, and LaTeX with the rules of booktabs. The caption says with which parameters the numbers
// were computed. Pure functions on texts as the page writes them: "71.2% (69.0–73.3)", "−.10".

export interface TextTable {
  /** What it shows, of what, with which parameters. */
  caption: string;
  header: string[];
  rows: string[][];
  /** Per column. */
  alignment: ('left' | 'right')[];
  /** Below the table: what n is, which intervals stand in brackets. "" = nothing. */
  note: string;
}

/** A column with a longer text than this has lines of its own. */
const LONG_TEXT = 48;

/** With more rows than this a table goes over several pages. */
const ROWS_OF_A_PAGE = 40;

const latexOf: Record<string, string> = {
  '\\': '\\textbackslash{}',
  '{': '\\{',
  '}': '\\}',
  '&': '\\&',
  '%': '\\%',
  $: '\\$',
  '#': '\\#',
  _: '\\_',
  '~': '\\textasciitilde{}',
  '^': '\\textasciicircum{}',
  '<': '\\textless{}',
  '>': '\\textgreater{}',
  '|': '\\textbar{}',
  '"': "''",
  '−': '$-$',
  '–': '--',
  '—': '---',
  '…': '\\ldots{}',
  '×': '$\\times$',
  '±': '$\\pm$',
  '≤': '$\\le$',
  '≥': '$\\ge$',
  '≈': '$\\approx$',
  '√': '$\\surd$',
  '°': '$^{\\circ}$',
  '²': '$^{2}$',
  τ: '$\\tau$',
  θ: '$\\theta$',
  σ: '$\\sigma$',
  μ: '$\\mu$',
  χ: '$\\chi$',
  '→': '$\\rightarrow$',
  '←': '$\\leftarrow$',
  '↑': '$\\uparrow$',
  '↓': '$\\downarrow$',
  '“': '``',
  '”': "''",
  '‘': '`',
  '’': "'",
};

// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what must go
const oneLine = (text: string) => text.replace(/[\s\u0000-\u001f\u007f]+/g, ' ').trim();

/** A text that LaTeX sets as it stands. Letters of other scripts stay: they need XeLaTeX or LuaLaTeX. */
export function latexText(text: string): string {
  return [...oneLine(text)].map((letter) => latexOf[letter] ?? letter).join('');
}

/** A text that Markdown shows as it stands, in a cell of a table too. */
export function markdownText(text: string): string {
  return oneLine(text)
    .replace(/[\\|*_`<[\]~$]/g, '\\$&')
    .replace(/&(?=#?\w+;)/g, '&amp;');
}

/** Every row has as many cells as the header: what is missing is empty. */
const full = ({ header }: TextTable, row: readonly string[]) => header.map((_, n) => row[n] ?? '');

export function markdownTable(table: TextTable): string {
  const line = (cells: readonly string[]) => `| ${cells.map(markdownText).join(' | ')} |\n`;
  const rule = table.header.map((_, n) => (table.alignment[n] === 'right' ? '---:' : ':---'));
  return (
    `**Table.** ${markdownText(table.caption)}\n\n` +
    line(table.header) +
    `| ${rule.join(' | ')} |\n` +
    table.rows.map((row) => line(full(table, row))).join('') +
    (table.note === '' ? '' : `\n${markdownText(table.note)}\n`)
  );
}

/** After "\\" LaTeX would take a bracket or a star for something of its own. */
const startOfRow = (text: string) => (/^[[*]/.test(text) ? `{}${text}` : text);

/** @param label for \ref, by default none */
export function latexTable(table: TextTable, label = ''): string {
  const isLong = (n: number) => table.rows.some((row) => (row[n] ?? '').length > LONG_TEXT);
  const longOnes = table.header.filter((_, n) => isLong(n)).length;
  const columns = table.header
    .map((_, n) => {
      if (isLong(n)) return `p{${(0.5 / longOnes).toFixed(2)}\\linewidth}`;
      return table.alignment[n] === 'right' ? 'r' : 'l';
    })
    .join('');
  const line = (cells: readonly string[]) => `    ${startOfRow(cells.map(latexText).join(' & '))} \\\\\n`;
  const labelled = label === '' ? '' : `\\label{tab:${label.replace(/[^A-Za-z0-9-]+/g, '-')}}`;
  const caption = `\\caption{${latexText(table.caption)}}`;
  const header = line(table.header);
  const rows = table.rows.map((row) => line(full(table, row))).join('');
  if (table.rows.length > ROWS_OF_A_PAGE) {
    return (
      `% \\usepackage{booktabs,longtable}\n\\begin{longtable}{${columns}}\n` +
      `    ${caption}${labelled} \\\\\n    \\toprule\n${header}    \\midrule\n    \\endfirsthead\n` +
      `    \\toprule\n${header}    \\midrule\n    \\endhead\n    \\bottomrule\n    \\endfoot\n` +
      `${rows}\\end{longtable}\n` +
      (table.note === '' ? '' : `{\\footnotesize ${latexText(table.note)}\\par}\n`)
    );
  }
  return (
    `% \\usepackage{booktabs}\n\\begin{table}[t]\n  \\centering\n  ${caption}\n` +
    (labelled === '' ? '' : `  ${labelled}\n`) +
    `  \\begin{tabular}{${columns}}\n    \\toprule\n${header}    \\midrule\n${rows}    \\bottomrule\n  \\end{tabular}\n` +
    (table.note === ''
      ? ''
      : `\n  \\smallskip\n  \\begin{minipage}{\\linewidth}\\footnotesize ${latexText(table.note)}\\end{minipage}\n`) +
    '\\end{table}\n'
  );
}
