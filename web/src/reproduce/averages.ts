// Every average and every HARMONY by names, as the overview shows them and as the command line takes them apart and
// together again. Pure functions.
import type { EngineErrorData, HarmonyResult, ImportReport, OverviewCell } from '../engine/results.ts';
import type { Headline } from './claim.ts';
import { type NamedResult, namedHarmony } from './digest.ts';

/** A cell of the overview with what is known of its HARMONY. */
export interface KnownCell {
  cell: OverviewCell;
  harmony: HarmonyResult | null;
  /** Why there is none, where the data are the reason. */
  refusal: EngineErrorData | null;
}

type Report = Pick<ImportReport, 'benchmarks' | 'models'>;

export function namesOf(report: Report, cell: Pick<OverviewCell, 'benchmark' | 'model'>) {
  return {
    benchmark: report.benchmarks.find((one) => one.index === cell.benchmark)?.name ?? '',
    model: report.models[cell.model]?.name ?? '',
  };
}

export function accuracies(report: Report, cells: readonly OverviewCell[]): NamedResult[] {
  return cells.map((cell) => ({ question: 'accuracy', of: namesOf(report, cell), result: cell.accuracy }));
}

/** A link names the numbers of so many cells; the digest covers all. */
const cellsNamed = 6;

/** How much was loaded, and the first few accuracies. */
export function accuracyHeadline(report: Report, cells: readonly OverviewCell[]): Headline[] {
  const accuracyOf = (cell: OverviewCell): Headline => {
    const { benchmark, model } = namesOf(report, cell);
    return { name: `accuracy of ${model} on ${benchmark}`, value: cell.accuracy.value };
  };
  return [
    { name: 'models', value: report.models.length },
    { name: 'items', value: report.benchmarks.reduce((sum, one) => sum + one.items, 0) },
    ...cells.slice(0, cellsNamed).map(accuracyOf),
  ];
}

/** Accuracy and HARMONY of all these cells. A cell of which neither a result nor a reason is known has an accuracy alone. */
export function averages(
  report: Report,
  known: readonly KnownCell[],
): { results: NamedResult[]; headline: Headline[] } {
  const cells = known.map((one) => one.cell);
  const results = accuracies(report, cells);
  const harmonies: Headline[] = [];
  for (const { cell, harmony, refusal } of known) {
    const { benchmark, model } = namesOf(report, cell);
    if (harmony) {
      results.push(namedHarmony(benchmark, model, harmony));
      harmonies.push({ name: `HARMONY of ${model} on ${benchmark}`, value: harmony.harmony });
    } else if (refusal) {
      results.push({ question: 'harmony', of: { benchmark, model }, result: { refused: refusal.code } });
    }
  }
  return {
    results,
    headline: [...accuracyHeadline(report, cells), ...harmonies.slice(0, cellsNamed)],
  };
}
