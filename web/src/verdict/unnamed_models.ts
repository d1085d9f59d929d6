// The sentence about files that became one model because none of them says whose it is.
import type { ImportReport, UnnamedModels } from '../engine/results.ts';
import { counted } from './numbers.ts';

export function collisionSentence({ name, files, lost }: UnnamedModels): string {
  return `${counted(files.length, 'file')} do not say which model they are from and were taken for one, “${name}”: ${counted(lost, 'response')} of the later files ${lost === 1 ? 'is' : 'are'} not used. Name the model of each.`;
}

/** Before the verdict of the report: nothing below it can be trusted until the models are named. "" = no collision. */
export function collisionVerdict(report: ImportReport): string {
  const files = report.unnamedModels.reduce((sum, one) => sum + one.files.length, 0);
  if (files === 0) return '';
  const lost = report.unnamedModels.reduce((sum, one) => sum + one.lost, 0);
  return `Probably different models were taken for one: ${counted(files, 'file')} of the same name do not say whose they are, so ${counted(lost, 'response')} ${lost === 1 ? 'is' : 'are'} not used. Name their models below.`;
}
