// The import report in a few lines on the standard error: nothing is left out silently.
import type { ImportReport } from '../engine/results.ts';
import type { Workspace } from '../library/workspace.ts';
import { joinLine } from '../verdict/joins.ts';
import { count, counted } from '../verdict/numbers.ts';

/** Files with an error: what could not be read. */
export const unreadableFiles = (report: ImportReport) => report.files.filter((file) => file.error !== null);

const indented = (text: string) => `  ${text}`;

export function reportLines({
  report,
  missing,
  hidden,
  notes: archives,
}: Pick<Workspace, 'report' | 'missing' | 'hidden' | 'notes'>): string[] {
  const failed = unreadableFiles(report);
  const read = report.files.length - failed.length;
  const rows = report.files.reduce((sum, file) => sum + file.rowsRead, 0);
  const skipped = report.files.reduce((sum, file) => sum + file.rowsSkipped, 0);
  const lines = [
    `${counted(read, 'file')} read: ${counted(rows, 'row')}${skipped > 0 ? `, ${count(skipped)} skipped` : ''}; ${counted(report.models.length, 'model')}, ${counted(report.benchmarks.length, 'benchmark')}.`,
  ];
  if (hidden > 0) lines.push(indented(`${counted(hidden, 'hidden file')} in folders left out.`));
  lines.push(...archives.map(indented));
  for (const { path, format, rowsSkipped, notes } of report.files) {
    for (const note of notes) {
      if (note.severity !== 'warning') continue;
      const where =
        note.lines.length > 0
          ? ` (line ${note.lines.join(', ')}${note.count > note.lines.length ? ' ...' : ''})`
          : '';
      lines.push(indented(`${path}: ${note.message}${where}`));
    }
    if (rowsSkipped > 0) {
      lines.push(
        indented(`${path}: ${counted(rowsSkipped, 'row')} skipped, read as ${format?.label ?? '?'}.`),
      );
    }
  }
  const joined = joinLine(report.benchmarks);
  if (joined !== null) lines.push(indented(joined));
  for (const { name, notes } of report.benchmarks) {
    for (const note of notes)
      if (note.severity === 'warning') lines.push(indented(`${name}: ${note.message}`));
  }
  for (const note of report.notes) lines.push(indented(note.message));
  for (const { name, benchmark, files, lost } of report.unnamedModels) {
    lines.push(
      indented(
        `${counted(files.length, 'file')} do not say whose they are, and all were called ${name} on ${benchmark}: ${counted(lost, 'response')} not kept. Name them: --read FILE:model=NAME.`,
      ),
    );
  }
  for (const { model, benchmark, metric, stated, computed, agrees } of report.metricChecks) {
    if (agrees) continue;
    lines.push(
      indented(
        `${model} on ${benchmark}: the file states ${metric} ${stated}, its responses give ${computed}.`,
      ),
    );
  }
  for (const error of [...missing, ...failed.flatMap((file) => file.error ?? [])]) {
    lines.push(indented(`Not read: ${error.message}${error.hint === '' ? '' : ` ${error.hint}`}`));
  }
  return lines;
}
