// harmonograph analyze: reads files, prints the averages, writes what is asked for.
import { analyzeWorkspace } from '../library/analyze.ts';
import { open } from '../library/node.ts';
import type { Workspace } from '../library/workspace.ts';
import { printResultsDocument } from '../reproduce/results_document.ts';
import { failures, parseAssertion, quantityNames } from './assertions.ts';
import { latexReport, markdownReport } from './document_tables.ts';
import { CommandError, exitCodes, usageError } from './exit_codes.ts';
import { describeOptions, type OptionForms, readOptions, wholeNumber } from './options.ts';
import { progressLine, tell, writeWhole } from './output.ts';
import { reportLines, unreadableFiles } from './report_lines.ts';
import { printTable, tableOfCells, tableOfHeadline } from './result_table.ts';
import { sourceForms, sourcesOf } from './source_options.ts';
import { analysisForms, fitForms, viewForms, viewOptions } from './view_options.ts';

const command = 'harmonograph analyze';

const outputForms: OptionForms = {
  json: {
    type: 'string',
    value: 'FILE',
    help: 'all results with their digest, as JSON ("-" = standard output)',
  },
  md: { type: 'string', value: 'FILE', help: 'the table as Markdown' },
  tex: { type: 'string', value: 'FILE', help: 'the table as LaTeX (booktabs)' },
  assert: {
    type: 'string',
    multiple: true,
    value: 'CONDITION',
    help: `must hold for every average: 'HARMONY >= 0.8', 'p < .05'; quantities: ${quantityNames.join(', ')}`,
  },
  'skip-unreadable': {
    type: 'boolean',
    help: 'files that cannot be read are no error as long as one can be',
  },
  workers: {
    type: 'string',
    value: 'N',
    help: 'worker threads; no number depends on it (default: as many as cores)',
  },
  quiet: {
    type: 'boolean',
    short: 'q',
    help: 'no table and no import report; errors and failed conditions stay',
  },
  help: { type: 'boolean', short: 'h', help: 'this text' },
};

const forms: OptionForms = { ...viewForms, ...analysisForms, ...fitForms, ...sourceForms, ...outputForms };

export const analyzeHelp = () => `Usage: ${command} FILES... [options]

Reads result files of language-model evaluations (files, folders, archives, addresses, "-" for the standard input) and prints
accuracy and HARMONY of every model on every benchmark with their 95% intervals. The numbers are those of the page to
the last bit, and so is the digest of the same view.

What is computed:
${describeOptions(viewForms)}

Parameters of HARMONY (names of the page's address):
${describeOptions(analysisForms)}

Parameters of a fit of item response theory:
${describeOptions(fitForms)}

Files:
${describeOptions(sourceForms)}

Output:
${describeOptions(outputForms)}

Ends with 0 when all is well, 1 when a condition does not hold, 2 when the command line cannot be understood or
the data do not allow what it asks for, 3 when a file cannot be read, 4 when the engine fails.`;

/** Nothing at all could be read, or nothing in it is a response. */
function refuseEmpty({ report, missing }: Workspace): void {
  const failed = unreadableFiles(report);
  if (report.files.length === failed.length) {
    throw new CommandError(exitCodes.unreadable, 'No file could be read.');
  }
  if (report.benchmarks.length === 0) {
    const bad = failed.length + missing.length > 0;
    throw new CommandError(
      exitCodes.unreadable,
      bad ? 'What could be read has no responses.' : 'The files have no responses of models.',
    );
  }
}

export async function runAnalyze(args: readonly string[], signal: AbortSignal): Promise<number> {
  const options = readOptions(command, args, forms);
  if (options.has('help')) {
    process.stdout.write(`${analyzeHelp()}\n`);
    return exitCodes.fine;
  }
  const wanted = viewOptions(options);
  const assertions = options.texts('assert').map(parseAssertion);
  const sources = sourcesOf(options, command);
  const workers = wholeNumber(options, 'workers', 1);
  const outputs = ['json', 'md', 'tex'].map((name) => options.text(name));
  if (outputs.filter((one) => one === '-').length > 1)
    throw usageError('Only one result fits on the standard output.');
  const quiet = options.has('quiet');
  const progress = progressLine(quiet);
  const onProgress = ({ stage, progress: share }: { stage: string; progress: number }) =>
    progress.show(`${stage} ${Math.floor(share * 100)}%`);

  const workspace = await open(sources, { workers, signal, onProgress, groups: wanted.groups });
  try {
    progress.clear();
    const failed = unreadableFiles(workspace.report).length + workspace.missing.length;
    const isRead = workspace.report.files.some((file) => file.error === null);
    if (!quiet || failed > 0) for (const line of reportLines(workspace)) tell(line);
    refuseEmpty(workspace);
    const { document, cells } = await analyzeWorkspace(workspace, { ...wanted, signal, onProgress });
    progress.clear();
    if (assertions.length > 0 && cells.length === 0) {
      throw usageError('--assert is of averages, and this view shows none.');
    }
    const table = cells.length > 0 ? tableOfCells(cells) : tableOfHeadline(document);
    if (!quiet && !outputs.includes('-')) {
      process.stdout.write(`${printTable(table)}\n\ndigest ${document.digest}\n`);
    }
    const [json, markdown, latex] = outputs;
    if (json !== undefined) writeWhole(json, printResultsDocument(document));
    if (markdown !== undefined) writeWhole(markdown, markdownReport(document, table));
    if (latex !== undefined) writeWhole(latex, latexReport(document, table));
    const broken = failures(assertions, cells);
    for (const sentence of broken) tell(sentence);
    if (failed > 0 && !(options.has('skip-unreadable') && isRead)) return exitCodes.unreadable;
    return broken.length > 0 ? exitCodes.failed : exitCodes.fine;
  } finally {
    progress.clear();
    workspace.close();
  }
}
