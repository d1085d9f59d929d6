// What the import report and the overview show: every average, and HARMONY of every cell.
import type { OverviewCell } from '../engine/results.ts';
import type { Headline } from '../reproduce/claim.ts';
import type { NamedResult } from '../reproduce/digest.ts';
import { namedHarmony } from '../reproduce/digest.ts';
import { nothingShown, type Shown, showsIn } from './shown.ts';
import { cellKey, cells, overview, report } from './store.ts';

const namesOf = (benchmark: number, model: number) => ({
  benchmark: report.value?.benchmarks.find((one) => one.index === benchmark)?.name ?? '',
  model: report.value?.models[model]?.name ?? '',
});

function accuracies(): NamedResult[] {
  return overview.value.map(({ benchmark, model, accuracy }) => ({
    question: 'accuracy',
    of: namesOf(benchmark, model),
    result: accuracy,
  }));
}

const counts = () => [
  { name: 'models', value: report.value?.models.length ?? 0 },
  { name: 'items', value: (report.value?.benchmarks ?? []).reduce((sum, one) => sum + one.items, 0) },
];

/** A link names the numbers of so many cells; the digest covers all. */
const cellsNamed = 6;

const accuracyOf = ({ benchmark, model, accuracy }: OverviewCell): Headline => {
  const names = namesOf(benchmark, model);
  return { name: `accuracy of ${names.model} on ${names.benchmark}`, value: accuracy.value };
};

showsIn('import', (): Shown => {
  if (overview.value.length === 0) return nothingShown;
  return {
    state: 'done',
    results: accuracies(),
    headline: [...counts(), ...overview.value.slice(0, cellsNamed).map(accuracyOf)],
  };
});

showsIn('overview', (): Shown => {
  if (overview.value.length === 0) return nothingShown;
  const found = overview.value.map((cell) => ({
    cell,
    known: cells.value.get(cellKey(cell.benchmark, cell.model)),
  }));
  const results = accuracies();
  const harmonies: Headline[] = [];
  for (const { cell, known } of found) {
    const { benchmark, model } = namesOf(cell.benchmark, cell.model);
    if (known?.state === 'done') {
      results.push(namedHarmony(benchmark, model, known.result));
      harmonies.push({ name: `HARMONY of ${model} on ${benchmark}`, value: known.result.harmony });
    } else if (known?.state === 'refused') {
      results.push({ question: 'harmony', of: { benchmark, model }, result: { refused: known.error.code } });
    } else if (cell.partitions.length > 0) {
      return { ...nothingShown, state: known?.state === 'cancelled' ? 'failed' : 'working' };
    }
  }
  const named = overview.value.slice(0, cellsNamed).map(accuracyOf);
  const headline = [...counts(), ...named, ...harmonies.slice(0, cellsNamed)];
  return { state: 'done', results, headline };
});
