// Prediction of hidden answers: asked for by hand, since it makes many fits.
import { computed, effect } from '@preact/signals';
import type { PredictionParameters } from '../engine/item_response.ts';
import { createFitJob } from './fit_job.ts';
import { address, arrivals, otherValue, setOtherValue } from './history.ts';
import { fitBenchmarks, fitParameters, fitRefusal } from './item_response.ts';
import { nothingShown, shownPart, showsIn, together } from './shown.ts';
import { engine, hasData, isReading } from './store.ts';

const wholeNumber = (key: string, least: number, most: number, otherwise: number) => {
  const value = Number(otherValue(key) ?? '');
  return Number.isInteger(value) && value >= least && value <= most ? value : otherwise;
};

export const folds = 5;
/** How many of the folds are hidden in turn. */
export const foldsUsed = computed(() => wholeNumber('folds', 1, folds, folds));
export const largestDimension = computed(() => wholeNumber('up-to', 1, 6, 4));

export function choosePrediction(change: { foldsUsed?: number; largest?: number; grouping?: string }): void {
  if (change.foldsUsed !== undefined) {
    setOtherValue('folds', change.foldsUsed === folds ? undefined : String(change.foldsUsed));
  }
  if (change.largest !== undefined) {
    setOtherValue('up-to', change.largest === 4 ? undefined : String(change.largest));
  }
  if (change.grouping !== undefined) setOtherValue('grouped-by', change.grouping);
}

/** The groupings of the items' prior that can be tried: 'none', 'benchmark', 'attribute:<name>'. */
export const groupings = computed<string[]>(() => {
  const benchmarks = fitBenchmarks.value;
  const attributes = [...new Set(benchmarks.flatMap((one) => one.attributes.map((column) => column.name)))];
  return [
    'none',
    ...(benchmarks.length > 1 ? ['benchmark'] : []),
    ...attributes.map((name) => `attribute:${name}`),
  ];
});

/** That of the address, or of the fit, or the first that is one. */
export const triedGrouping = computed(() => {
  const possible = groupings.value;
  const chosen = otherValue('grouped-by') ?? '';
  if (possible.includes(chosen)) return chosen;
  const { grouping } = fitParameters.value;
  return grouping !== 'none' && possible.includes(grouping) ? grouping : (possible[1] ?? 'none');
});

/** Every number of dimensions is tried, and no prediction changes with the rotation: what the fit has of these is not asked for. */
export const predictionParameters = computed<PredictionParameters>(() => ({
  fit: {
    ...fitParameters.value,
    dimensions: largestDimension.value,
    rotation: 'none',
    kaiser: false,
    grouping: triedGrouping.value,
  },
  folds,
  foldsUsed: foldsUsed.value === folds ? 0 : foldsUsed.value,
  largestDimension: largestDimension.value,
  seed: 1,
}));

/** Fits of each fold: every number of dimensions, twice where a grouping is tried. The baselines cost little. */
export const fitsPerFold = computed(() => largestDimension.value * (triedGrouping.value === 'none' ? 1 : 2));

export const predictionJob = createFitJob(
  'The prediction is computed.',
  (parameters: PredictionParameters, onStatus, signal) => engine().prediction(parameters, onStatus, signal),
);

/** Another fit is asked for: what runs would answer a question that nobody has any more. */
export const predictionIsCurrent = computed(
  () => JSON.stringify(predictionJob.parameters.value) === JSON.stringify(predictionParameters.value),
);
effect(() => {
  if (predictionIsCurrent.value) return;
  queueMicrotask(() => {
    if (!predictionIsCurrent.peek()) predictionJob.cancel();
  });
});

// A link to a prediction says "run=yes", since whoever opens it has not pressed the button: once for each address that comes.
let startedAt = 0;
effect(() => {
  const arrival = arrivals.value;
  const wanted = otherValue('run') === 'yes' && address.value.view === 'prediction';
  const possible = hasData.value && fitRefusal.value === null && !isReading.value;
  if (!wanted || !possible || startedAt === arrival) return;
  startedAt = arrival;
  queueMicrotask(() => void predictionJob.start(predictionParameters.peek()));
});

showsIn('prediction', () =>
  predictionIsCurrent.value
    ? together([
        shownPart(
          predictionJob.state.value,
          'prediction',
          {},
          ({ cells, methods, best, chosenDimensions }) => [
            { name: 'hidden answers', value: cells },
            {
              name: 'smallest log loss',
              value: methods.find((method) => method.code === best)?.logLoss ?? null,
            },
            { name: 'dimensions', value: chosenDimensions },
          ],
        ),
      ])
    : nothingShown,
);
