// Two models on one benchmark, in sentences.

import type { ComparedGroup, ComparedModels } from '../engine/study.ts';
import { asName } from './names.ts';
import { count, counted, fixed, percent, pValue, signedPoints, unit } from './numbers.ts';
import { SIGNIFICANCE, type Verdict } from './verdict.ts';

export const testWords: Record<ComparedGroup['method'], string> = {
  'McNemar, exact': 'McNemar’s exact test',
  'paired permutation': 'paired permutation test',
};

/** The part of an interval that is possible: scores from 0 to 1 differ by 1 at most. */
export function possibleRange(interval: ComparedGroup['interval']): ComparedGroup['interval'] {
  return interval && { low: Math.max(-1, interval.low), high: Math.min(1, interval.high) };
}

/** "+2.1 to +7.0" points. */
export function pointsRange(interval: ComparedGroup['interval']): string {
  const range = possibleRange(interval);
  return range ? `${signedPoints(range.low)} to ${signedPoints(range.high)}` : '';
}

/** "odds ratio 2.1" for right and wrong, "Cohen’s d .31" for graded scores. */
export function effectInWords(group: ComparedGroup): string {
  if (group.oddsRatio !== null) return `odds ratio ${fixed(group.oddsRatio, 2)}`;
  return group.effect === null ? 'no effect size: nothing differs' : `Cohen’s d ${unit(group.effect)}`;
}

export function compareVerdict(
  result: ComparedModels,
  benchmark: string,
  modelName: (model: number) => string,
): Verdict {
  const { overall } = result;
  const [first, second] = [asName(modelName(result.first)), asName(modelName(result.second))];
  if (result.items === 0) {
    return {
      tone: 'empty',
      text: `${first} and ${second} have no scored item of ${asName(benchmark)} in common.`,
    };
  }
  const numbers = [
    `95%: ${pointsRange(overall.interval) || 'no interval'}`,
    `${percent(overall.first)} against ${percent(overall.second)}`,
    counted(result.items, 'item'),
    `${testWords[overall.method]} ${pValue(overall.test.pValue)}`,
    effectInWords(overall),
  ].join('; ');
  const p = overall.test.pValue;
  if (p === null || p >= SIGNIFICANCE) {
    return {
      tone: 'neutral',
      text: `No test tells ${first} and ${second} apart on ${asName(benchmark)}: the difference is ${signedPoints(overall.difference)} points (${numbers}).`,
    };
  }
  const higher = overall.difference >= 0 ? 'higher' : 'lower';
  return {
    tone: 'uneven',
    text: `${first} scores ${fixed(Math.abs(overall.difference) * 100, 1)} points ${higher} than ${second} on ${asName(benchmark)} (${numbers}).`,
  };
}

/** Is the difference the same in all groups? */
export function heterogeneityInWords(result: ComparedModels): string {
  const { heterogeneity } = result;
  if (!heterogeneity) {
    return result.groups.length < 2
      ? ''
      : 'Whether the difference is the same everywhere cannot be tested: too few groups in which the two differ.';
  }
  const numbers = `Cochran’s Q ${fixed(heterogeneity.q, 1)}, ${counted(heterogeneity.degrees, 'degree')} of freedom, ${pValue(heterogeneity.pValue)}`;
  return heterogeneity.pValue < SIGNIFICANCE
    ? `The difference is not the same everywhere: ${numbers}.`
    : `No test finds that the difference varies between the groups: ${numbers}.`;
}

/** "first right, second wrong: 87; the reverse: 41" with the names. */
export function flipsInWords(result: ComparedModels, modelName: (model: number) => string): string {
  const [first, second] = [asName(modelName(result.first)), asName(modelName(result.second))];
  const { firstOnly, secondOnly } = result.overall;
  const what = result.graded ? `${first} higher than ${second}` : `${first} right, ${second} wrong`;
  return `${what}: ${count(firstOnly)}; the reverse: ${count(secondOnly)}; the same score on ${percent(result.agreement)} of ${counted(result.items, 'item')}.`;
}
