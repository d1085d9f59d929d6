// HARMONY and accuracy against the size of models: what is on the axes, and over which benchmarks.
import { computed } from '@preact/signals';
import type { ScalingParameters } from '../engine/study.ts';
import { otherValue, setOtherValue } from './history.ts';
import { modelFacts } from './model_facts.ts';
import { shownPart, showsIn, together } from './shown.ts';
import { report } from './store.ts';
import { createStudyJob } from './study.ts';
import { coverageOf, followCells, scoredCells, shownCoverage } from './study_cells.ts';

export const hasTokens = computed(() => modelFacts.value.some((one) => one.tokens !== null));
export const scalingX = computed<ScalingParameters['x']>(() =>
  otherValue('trend-x') === 'tokens' && hasTokens.value ? 'tokens' : 'parameters',
);
export const scalingY = computed<ScalingParameters['y']>(() =>
  otherValue('trend-y') === 'accuracy' ? 'accuracy' : 'harmony',
);
/** Index of the one benchmark that is looked at; null = the mean over all that are shared. */
export const scalingBenchmark = computed<number | null>(
  () => report.value?.benchmarks.find((one) => one.name === otherValue('trend-on'))?.index ?? null,
);

export function chooseScaling(change: {
  x?: ScalingParameters['x'];
  y?: ScalingParameters['y'];
  benchmark?: string;
}): void {
  if (change.x) setOtherValue('trend-x', change.x === 'tokens' ? 'tokens' : undefined);
  if (change.y) setOtherValue('trend-y', change.y === 'accuracy' ? 'accuracy' : undefined);
  if (change.benchmark !== undefined) setOtherValue('trend-on', change.benchmark || undefined);
}

const facts = computed(() =>
  modelFacts.value.map(({ model, family, parameters, tokens }) => ({ model, family, parameters, tokens })),
);

export const scalingParameters = computed<ScalingParameters | null>(() => {
  const only = scalingBenchmark.value;
  const y = scalingY.value;
  const cells = scoredCells.value.filter(
    (cell) => (only === null || cell.benchmark === only) && cell[y] !== null,
  );
  if (facts.value.length === 0 || cells.length === 0) return null;
  return { cells, facts: facts.value, x: scalingX.value, y };
});

export const scalingJob = createStudyJob('scaling', 'The trends are computed.');
followCells(
  scalingJob,
  'scaling',
  scalingParameters,
  computed(() => JSON.stringify([scalingX.value, scalingY.value, scalingBenchmark.value, facts.value])),
);

export const scalingCoverage = coverageOf(
  scalingJob,
  scalingParameters,
  (benchmark) => scalingY.value === 'harmony' && (scalingBenchmark.value ?? benchmark) === benchmark,
);

export function repeatScaling(): void {
  const wanted = scalingParameters.peek();
  if (wanted) void scalingJob.start(wanted, true);
}

showsIn('scaling', () =>
  together([
    shownPart(scalingJob.state.value, 'scaling', {}, (result) => [
      { name: 'points', value: result.points.length },
    ]),
    shownCoverage(scalingCoverage.value),
  ]),
);
