// How well hidden answers are predicted, and with how many dimensions, in a sentence.

import type { PredictionMethod, PredictionResult } from '../engine/item_response.ts';
import { count, counted, fixed, percent, unit } from './numbers.ts';
import type { Verdict } from './verdict.ts';

/** Log-loss has four decimals: differences of a thousandth are found with a million answers. */
export const logLossText = (value: number | null) => unit(value, 4);

/** The chosen method's code, if it is among those that were tried. */
export function chosenMethod(result: PredictionResult): PredictionMethod | undefined {
  const grouped = result.chosenGrouping !== 'none';
  const same = (method: PredictionMethod) =>
    method.kind === 'item response' && method.dimensions === result.chosenDimensions;
  return (
    result.methods.find((method) => same(method) && method.grouped === grouped) ?? result.methods.find(same)
  );
}

export function bestBaseline(result: PredictionResult): PredictionMethod | undefined {
  return result.methods
    .filter((method) => method.kind === 'baseline')
    .reduce<PredictionMethod | undefined>(
      (best, method) => (best === undefined || method.logLoss < best.logLoss ? method : best),
      undefined,
    );
}

/** "items grouped by benchmark", or "" */
export function groupingInWords(grouping: string): string {
  if (grouping === 'none') return '';
  return `items grouped by ${grouping.startsWith('attribute:') ? grouping.slice('attribute:'.length) : grouping}`;
}

const ordinals = ['', 'first', 'second', 'third', 'fourth', 'fifth', 'sixth'];

export function predictionVerdict(result: PredictionResult): Verdict {
  const chosen = chosenMethod(result);
  const baseline = bestBaseline(result);
  if (!chosen) {
    return {
      tone: 'undefined',
      text: `No number of dimensions could be tried on ${counted(result.cells, 'hidden answer')}.`,
    };
  }
  const grouping = groupingInWords(result.chosenGrouping);
  const score = (method: PredictionMethod) =>
    `${percent(method.accuracy)} predicted right, log-loss ${logLossText(method.logLoss)}`;
  const better = baseline === undefined || chosen.logLoss < baseline.logLoss;
  const sentences = [
    `With ${counted(chosen.dimensions, 'dimension')}${grouping === '' ? '' : `, ${grouping},`} ${percent(chosen.accuracy)} of ${counted(result.cells, 'hidden answer')} are predicted right (log-loss ${logLossText(chosen.logLoss)})` +
      (baseline === undefined
        ? '.'
        : `, ${better ? 'better than' : 'no better than'} the best baseline: ${lowerFirst(baseline.label)} (${score(baseline)}).`),
  ];
  const next = result.methods.find(
    (method) =>
      method.kind === 'item response' &&
      method.grouped === chosen.grouped &&
      method.dimensions === chosen.dimensions + 1,
  );
  if (next && next.z !== null && next.z < 3) {
    sentences.push(
      `A ${ordinals[next.dimensions] ?? `${next.dimensions}th`} dimension gains no more than chance (z = ${fixed(next.z, 1)}).`,
    );
  } else if (!next) {
    sentences.push(
      `More than ${counted(chosen.dimensions, 'dimension')} ${chosen.dimensions === 1 ? 'was' : 'were'} not tried.`,
    );
  }
  const mean = result.methods.find((method) => method.code === 'model mean');
  if (
    mean?.rankCorrelation !== null &&
    mean?.rankCorrelation !== undefined &&
    chosen.rankCorrelation !== null &&
    mean.rankCorrelation >= chosen.rankCorrelation
  ) {
    sentences.push(
      `For ranking the models the plain average does as well: rank correlation ${unit(mean.rankCorrelation, 3)} against ${unit(chosen.rankCorrelation, 3)}.`,
    );
  }
  return { tone: better ? 'even' : 'caution', text: sentences.join(' ') };
}

const lowerFirst = (words: string) =>
  /^[A-Z][a-z]/.test(words) && !words.startsWith('Rasch') ? words[0]?.toLowerCase() + words.slice(1) : words;

/** What the button starts: "40 fits: 5 folds × 8 numbers of dimensions". */
export function workInWords(folds: number, fitsPerFold: number): string {
  return `${counted(folds * fitsPerFold, 'fit')}: ${counted(folds, 'fold')} × ${count(fitsPerFold)}`;
}
