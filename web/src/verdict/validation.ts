// Does the estimate follow the truth? In a sentence.

import type { StudyCorrelation, ValidatedMeasure, Validation } from '../engine/study.ts';
import { counted, unit, unitRange, withBrackets } from './numbers.ts';
import type { Verdict } from './verdict.ts';

/** r = .97 (.94–.98); three decimals where two would say 1, and what is below 1 is never rounded up to it. */
export function correlationInWords(correlation: StudyCorrelation | null): string {
  if (!correlation || correlation.value === null) return 'not defined';
  const { value, interval } = correlation;
  const ends = [value, ...(interval ? [interval.low, interval.high] : [])];
  const decimals = ends.some((one) => Math.abs(one) >= 0.995 && Math.abs(one) < 1) ? 3 : 2;
  const below = (one: number) =>
    decimals === 3 && Math.abs(one) < 1 ? Math.max(-0.999, Math.min(0.999, one)) : one;
  return withBrackets(
    unit(below(value), decimals),
    unitRange(interval && { low: below(interval.low), high: below(interval.high) }, decimals),
  );
}

/** The borders of the words are ours; the numbers stand beside them. */
const FOLLOWS = 0.8;
const PARTLY = 0.5;

const follows = (r: number, low: number | null) =>
  r >= FOLLOWS
    ? 'follows the true one'
    : r >= PARTLY
      ? 'follows the true one in part'
      : low !== null && low > 0
        ? 'hardly follows the true one'
        : 'does not follow the true one';

export function validationVerdict(result: Validation): Verdict {
  const named = (name: ValidatedMeasure['measure']) => result.measures.find((one) => one.measure === name);
  const main = named('predictive similarity');
  const random = named('random partition');
  const on = `On ${counted(result.parameters.models, 'simulated model')} and ${counted(result.items, 'item')}`;
  const r = main?.pearson?.value ?? null;
  if (!main || r === null) {
    return {
      tone: 'undefined',
      text: `${on} there is no correlation of estimated and true HARMONY: ${main?.error ?? 'one of the two is the same for all models'}.`,
    };
  }
  const compared =
    random?.pearson?.value == null
      ? ''
      : `; random partitions of the same sizes: r = ${correlationInWords(random.pearson)}`;
  return {
    tone: r >= FOLLOWS ? 'even' : 'uneven',
    text: `${on} estimated HARMONY ${follows(r, main.pearson?.interval?.low ?? null)}: r = ${correlationInWords(main.pearson)}${compared}.`,
  };
}
