// Ties on one benchmark, and how much noise every benchmark has.
import { computed } from '@preact/signals';
import type { RanksParameters } from '../engine/study.ts';
import { currentBenchmark } from './analysis.ts';
import { otherValue, setOtherValue } from './history.ts';
import { shownPart, showsIn, together } from './shown.ts';
import { hasData } from './store.ts';
import { createStudyJob, followChoice } from './study.ts';

export const correction = computed<RanksParameters['correction']>(() =>
  otherValue('correction') === 'benjamini-hochberg' ? 'benjamini-hochberg' : 'holm',
);

export function chooseCorrection(value: string): void {
  setOtherValue('correction', value === 'benjamini-hochberg' ? value : undefined);
}

const ranksParameters = computed<RanksParameters | null>(() => {
  const benchmark = currentBenchmark.value;
  return benchmark ? { benchmark: benchmark.index, correction: correction.value } : null;
});

export const ranksJob = createStudyJob('ranks', 'The ranks are computed.');
followChoice(ranksJob, 'ranks', ranksParameters);

const noiseParameters = computed<Record<string, never> | null>(() => (hasData.value ? {} : null));
export const noiseJob = createStudyJob('noise', 'The noise of the benchmarks is computed.');
followChoice(noiseJob, 'ranks', noiseParameters);

export function repeatRanks(): void {
  const wanted = ranksParameters.peek();
  if (wanted) void ranksJob.start(wanted, true);
}

export function repeatNoise(): void {
  void noiseJob.start({}, true);
}

showsIn('ranks', () =>
  together([
    shownPart(ranksJob.state.value, 'ranks', {}, (result) => [
      { name: 'pairs', value: result.pairs },
      { name: 'told apart', value: result.distinguishable },
    ]),
    shownPart(noiseJob.state.value, 'noise', {}, () => []),
  ]),
);
