// How well fewer items do, in a sentence.

import type { SelectionParameters, SelectionResult, SurvivalMetrics } from '../engine/item_response.ts';
import { count, counted, fixed, percent, unit, unitRange } from './numbers.ts';
import type { Verdict } from './verdict.ts';

/** One number of SurvivalMetrics. */
export type SurvivalMetric =
  | { of: 'scoreRank' | 'scoreKendall' | 'meanError' | 'modelError' }
  | { of: 'abilityRank'; dimension: number };

export function metricValue(metrics: SurvivalMetrics, metric: SurvivalMetric): number | null {
  return metric.of === 'abilityRank' ? (metrics.abilityRank[metric.dimension] ?? null) : metrics[metric.of];
}

export const ruleWords: Record<SelectionParameters['rule'], string> = {
  discriminating: 'the most discriminating ones at each difficulty',
  information: 'those with the most information about the models present',
};

/** The point of the curve that belongs to the chosen share. */
export function chosenPoint(result: SelectionResult): SelectionResult['curve'][number] | undefined {
  return result.curve.find((point) => Math.abs(point.share - result.parameters.share) < 1e-9);
}

export function selectionVerdict(result: SelectionResult): Verdict {
  const { parameters, kept, items } = result;
  const what = `${percent(items > 0 ? kept.length / items : 0, 0)} of the items (${count(kept.length)} of ${count(items)}), ${ruleWords[parameters.rule]},`;
  const point = chosenPoint(result);
  if (!point || point.selected.scoreRank === null) {
    return {
      tone: 'undefined',
      text: `${what} can be kept, but how well scores survive cannot be said: too few models to leave some out.`,
    };
  }
  const metric = { of: 'scoreRank' } as const;
  const value = point.selected.scoreRank;
  const [randomLow, randomHigh] = [
    metricValue(point.randomLow, metric),
    metricValue(point.randomHigh, metric),
  ];
  const better = randomHigh !== null && value > randomHigh;
  const worse = randomLow !== null && value < randomLow;
  const random = point.random.scoreRank;
  // "worse than .99: .99" explains nothing: a third decimal where two are the same.
  const decimals = random !== null && unit(value) === unit(random) ? 3 : 2;
  const written = (low: number | null, high: number | null) =>
    unitRange({ low: low ?? Number.NaN, high: high ?? Number.NaN }, decimals);
  const against = `${unit(random, decimals)} (${written(randomLow, randomHigh)})`;
  const range = written(metricValue(point.selectedLow, metric), metricValue(point.selectedHigh, metric));
  const how =
    value >= 0.95
      ? 'almost as all items do'
      : value >= 0.8
        ? 'roughly as all items do'
        : 'otherwise than all items do';
  const comparison = better ? 'better' : worse ? 'worse' : 'no better';
  const ranks = `${what} rank models that were left out ${how} (rank correlation ${unit(value, decimals)}${range === '' ? '' : `, ${range}`}), ${comparison} than equally many random ones: ${against}.`;
  const { meanError, modelError } = point.selected;
  const randomError = point.random.meanError;
  const points = (error: number | null) => fixed(error === null ? null : error * 100, 1);
  const errors =
    modelError === null || meanError === null
      ? ''
      : ` The full score is estimated to ${points(modelError)} points by the model, ${points(meanError)} by their mean${randomError === null ? '' : ` (random items: ${points(randomError)})`}.`;
  return { tone: better ? 'even' : 'caution', text: ranks + errors };
}

/** "100 of 2,063 items" for buttons. */
export const keptInWords = (result: SelectionResult): string =>
  `${count(result.kept.length)} of ${counted(result.items, 'item')}`;
