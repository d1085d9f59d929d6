// harmonograph merge: documents of pieces become one, with the digest of one run over everything.
import { readFileSync } from 'node:fs';
import { cellsOf } from '../library/analyze.ts';
import { digestOf } from '../reproduce/digest.ts';
import { merge } from '../reproduce/merge.ts';
import { printResultsDocument, type ResultsDocument } from '../reproduce/results_document.ts';
import { latexReport, markdownReport } from './document_tables.ts';
import { CommandError, exitCodes, usageError } from './exit_codes.ts';
import { describeOptions, type OptionForms, readOptions } from './options.ts';
import { tell, writeWhole } from './output.ts';
import { printTable, tableOfCells, tableOfHeadline } from './result_table.ts';

const command = 'harmonograph merge';

const forms: OptionForms = {
  output: { type: 'string', short: 'o', value: 'FILE', help: 'the merged document ("-" = standard output)' },
  md: { type: 'string', value: 'FILE', help: 'the table as Markdown' },
  tex: { type: 'string', value: 'FILE', help: 'the table as LaTeX (booktabs)' },
  quiet: { type: 'boolean', short: 'q', help: 'no table' },
  help: { type: 'boolean', short: 'h', help: 'this text' },
};

export const mergeHelp = () => `Usage: ${command} A.json B.json ... -o all.json [options]

Puts together what "harmonograph analyze --piece --json" wrote. All must come from the same engine and the same view.
Averages that several documents have must be equal, and are kept once; otherwise they are named and nothing is written.
The digest is that of one run over everything.

${describeOptions(forms)}

Ends with 0 when all is well, 1 when the documents contradict each other, 2 when the command line cannot be understood, 3
when a document cannot be read or is not whole, 4 when the result cannot be written.`;

const isText = (value: unknown): value is string => typeof value === 'string';

function isDocument(value: unknown): value is ResultsDocument {
  if (typeof value !== 'object' || value === null) return false;
  const { format, version, engine, sources, address, headline, results, digest } = value as ResultsDocument;
  return (
    format === 'harmonograph results' &&
    version === 1 &&
    [engine, address, digest].every(isText) &&
    [sources, headline, results].every(Array.isArray) &&
    results.every(
      (one) => typeof one === 'object' && one !== null && isText(one.question) && typeof one.of === 'object',
    )
  );
}

/** A document whose digest is that of its results. */
export async function readDocument(path: string): Promise<ResultsDocument> {
  const unreadable = (reason: string) => new CommandError(exitCodes.unreadable, `${path} ${reason}.`);
  let text: string;
  try {
    text = readFileSync(path === '-' ? 0 : path, 'utf8');
  } catch (error) {
    throw unreadable(`cannot be read: ${(error as Error).message}`);
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw unreadable('is not JSON, or its end is missing');
  }
  if (!isDocument(value))
    throw unreadable('is no document of results: harmonograph analyze --json writes them');
  if ((await digestOf(value.results)) !== value.digest) {
    throw unreadable('was changed after it was written: its digest is not that of its results');
  }
  return value;
}

export async function runMerge(args: readonly string[]): Promise<number> {
  const options = readOptions(command, args, forms);
  if (options.has('help')) {
    process.stdout.write(`${mergeHelp()}\n`);
    return exitCodes.fine;
  }
  const output = options.text('output');
  if (options.files.length === 0) throw usageError(`${command} needs documents.`);
  if (output === undefined) throw usageError(`${command} needs -o FILE.`);
  const documents: ResultsDocument[] = [];
  for (const file of options.files) documents.push(await readDocument(file));
  const merged = await merge(documents);
  if ('conflicts' in merged) {
    const name = (n: number) => options.files[n] ?? '';
    const saidBy = (what: string, n: number) =>
      what === 'engine'
        ? ` (${documents[n]?.engine})`
        : what === 'view'
          ? ` (${documents[n]?.address || 'none'})`
          : '';
    for (const { what, first, second } of merged.conflicts) {
      tell(
        `${what}: ${name(first)}${saidBy(what, first)} and ${name(second)}${saidBy(what, second)} differ.`,
      );
    }
    throw new CommandError(exitCodes.failed, 'The documents contradict each other; nothing was written.');
  }
  const { document } = merged;
  const cells = cellsOf(document.results);
  const table = cells.length > 0 ? tableOfCells(cells) : tableOfHeadline(document);
  writeWhole(output, printResultsDocument(document));
  const markdown = options.text('md');
  const latex = options.text('tex');
  if (markdown !== undefined) writeWhole(markdown, markdownReport(document, table));
  if (latex !== undefined) writeWhole(latex, latexReport(document, table));
  if (!options.has('quiet') && output !== '-') {
    process.stdout.write(`${printTable(table)}\n\ndigest ${document.digest}\n`);
  }
  return exitCodes.fine;
}
