// Two models on one benchmark: which two, and what the core says about them.
import { computed } from '@preact/signals';
import type { CompareParameters } from '../engine/study.ts';
import { currentBenchmark, currentModels } from './analysis.ts';
import { otherValue } from './history.ts';
import { shownPart, showsIn, together } from './shown.ts';
import { overview } from './store.ts';
import { createStudyJob, followChoice, studyAnalysis } from './study.ts';

/** The two of the address, by name; without a choice the two best of the benchmark. */
export const comparedPair = computed<{ first: number; second: number }>(() => {
  const models = currentModels.value;
  const scores = new Map(
    overview.value
      .filter((cell) => cell.benchmark === currentBenchmark.value?.index)
      .map((cell) => [cell.model, cell.accuracy.value ?? -1]),
  );
  const best = models
    .map((one) => one.index)
    .sort((a, b) => (scores.get(b) ?? -1) - (scores.get(a) ?? -1) || a - b);
  const named = (key: string) => models.find((one) => one.name === otherValue(key))?.index;
  const first = named('first') ?? best.find((one) => one !== named('second')) ?? -1;
  const second = named('second') ?? best.find((one) => one !== first) ?? -1;
  return { first, second };
});

const compareParameters = computed<CompareParameters | null>(() => {
  const benchmark = currentBenchmark.value;
  const { first, second } = comparedPair.value;
  if (!benchmark || first < 0 || second < 0 || first === second) return null;
  return { benchmark: benchmark.index, first, second, analysis: studyAnalysis.value };
});

export const compareJob = createStudyJob('compare', 'The two models are compared.');
followChoice(compareJob, 'compare', compareParameters);

export function repeatCompare(): void {
  const wanted = compareParameters.peek();
  if (wanted) void compareJob.start(wanted, true);
}

showsIn('compare', () =>
  together([
    shownPart(compareJob.state.value, 'compare', {}, (result) => [
      { name: 'items', value: result.items },
      { name: 'items that differ', value: result.differing.length },
      { name: 'agreement', value: result.agreement },
    ]),
  ]),
);
