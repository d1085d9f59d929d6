// Does the estimate follow the truth? In a sentence.

import type { StudyCorrelation, ValidatedMeasure, Validation } from '../engine/study.ts';
import { counted, unit, unitRange, withBrackets } from './numbers.ts';
import type { Verdict } from './verdict.ts';

/** r = .97 (.94–.98); with more decimals where two would say 1 of what is less: .9982 (.9966–.9991) */
export function correlationInWords(correlation: StudyCorrelation | null): string {
  if (!correlation || correlation.value === null) return 'not defined';
  const { value, interval } = correlation;
  const below = [value, interval?.low, interval?.high].filter((one) => one != null && Math.abs(one) < 1);
  let decimals = 2;
  while (decimals < 6 && below.some((one) => Number(Math.abs(one ?? 0).toFixed(decimals)) === 1)) decimals++;
  return withBrackets(unit(value, decimals), unitRange(interval, decimals));
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
