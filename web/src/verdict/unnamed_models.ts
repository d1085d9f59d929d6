// The sentence about files that became one model because none of them says whose it is.
import type { ImportReport, UnnamedModels } from '../engine/results.ts';
import { asName } from './names.ts';
import { count, counted } from './numbers.ts';

export function collisionSentence({ name, files, lost }: UnnamedModels): string {
  return `These ${count(files.length)} files were all taken for the model “${asName(name)}”. Only the first answer to each item is used; ${counted(lost, 'response')} of the later files ${lost === 1 ? 'is' : 'are'} not.`;
}

/** Before the verdict of the report: nothing below it can be trusted until the models are named. "" = no collision. */
export function collisionVerdict(report: ImportReport): string {
  const files = report.unnamedModels.reduce((sum, one) => sum + one.files.length, 0);
  if (files === 0) return '';
  const lost = report.unnamedModels.reduce((sum, one) => sum + one.lost, 0);
  return `Probably different models were taken for one: ${counted(files, 'file')} of the same name do not say whose they are, so ${counted(lost, 'response')} ${lost === 1 ? 'is' : 'are'} not used. Name their models below.`;
}
