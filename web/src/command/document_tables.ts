// The averages as tables for a text: Markdown and LaTeX, with a caption that states what they are.
import type { ResultsDocument } from '../reproduce/results_document.ts';
import { latexTable, markdownTable } from '../reproduce/tables.ts';
import { parseAddress } from '../state/address.ts';
import { addressForms, type ChosenParameters, defaultsBeside, fitAddressForms } from '../state/parameters.ts';
import { counted, listed } from '../verdict/numbers.ts';
import type { TableOfText } from './result_table.ts';

/** "b = 0.1, tau = 1, seed = 1; k by the largest mean silhouette" */
function parametersInWords(document: ResultsDocument): string {
  const { parameters, fit, view } = parseAddress(document.address);
  const all = { ...defaultsBeside(parameters), ...parameters };
  const chosen = (name: keyof ChosenParameters) => {
    const form = addressForms[name];
    return `${form.key} = ${form.print(all[name] as never)}`;
  };
  const parts: string[] = [];
  const always: (keyof ChosenParameters)[] = ['bandwidth', 'tau', 'seed', 'nullDraws', 'bootstrapDraws'];
  const names = Object.keys(parameters).filter((name) => !always.some((one) => one === name));
  for (const name of [...always, ...(names as (keyof ChosenParameters)[])]) parts.push(chosen(name));
  if (parameters.subdomains === undefined) parts.push('k by the largest mean silhouette');
  if (parameters.partition === undefined) parts.push('each by the best partition that its data allow');
  for (const [name, value] of Object.entries(fit)) {
    const form = fitAddressForms[name as keyof typeof fitAddressForms];
    parts.push(`${form.key} = ${form.print(value as never)}`);
  }
  return `view ${view}: ${parts.join(', ')}`;
}

function caption(document: ResultsDocument): string {
  const of = listed(
    document.sources.map((source) => source.path),
    'and',
    4,
  );
  const about =
    'Accuracy with its 95% interval, and HARMONY (the normalised entropy of the subdomains) with its 95% bootstrap interval, the p of the permutation null and the number k of subdomains';
  return `${about}; ${parametersInWords(document)}. From ${counted(document.sources.length, 'file')}: ${of}.`;
}

const note = ({ engine, digest }: ResultsDocument) => `Harmonograph, engine ${engine}; digest ${digest}.`;

const tableOf = (document: ResultsDocument, { header, rows, alignment }: TableOfText) => ({
  caption: caption(document),
  header,
  rows,
  alignment,
  note: note(document),
});

export const markdownReport = (document: ResultsDocument, table: TableOfText): string =>
  markdownTable(tableOf(document, table));

export const latexReport = (document: ResultsDocument, table: TableOfText): string =>
  latexTable(tableOf(document, table));
