// What the import report and the overview show: every average, and HARMONY of every cell.
import { accuracies, accuracyHeadline, averages, type KnownCell } from '../reproduce/averages.ts';
import { nothingShown, type Shown, showsIn } from './shown.ts';
import { cellKey, cells, overview, report } from './store.ts';

showsIn('import', (): Shown => {
  if (overview.value.length === 0 || report.value === null) return nothingShown;
  return {
    state: 'done',
    results: accuracies(report.value, overview.value),
    headline: accuracyHeadline(report.value, overview.value),
  };
});

showsIn('overview', (): Shown => {
  if (overview.value.length === 0 || report.value === null) return nothingShown;
  const found: KnownCell[] = [];
  for (const cell of overview.value) {
    const known = cells.value.get(cellKey(cell.benchmark, cell.model));
    const harmony = known?.state === 'done' ? known.result : null;
    const refusal = known?.state === 'refused' ? known.error : null;
    if (!harmony && !refusal && cell.partitions.length > 0) {
      return { ...nothingShown, state: known?.state === 'cancelled' ? 'failed' : 'working' };
    }
    found.push({ cell, harmony, refusal });
  }
  return { state: 'done', ...averages(report.value, found) };
});
