// Whether HARMONY or accuracy grows with the size of models, in a sentence.

import type { Scaling, ScalingFamily, ScalingParameters, StudyCorrelation } from '../engine/study.ts';
import { count, counted, listed, pValue, unit, unitRange, withBrackets } from './numbers.ts';
import type { Verdict } from './verdict.ts';

type Axes = Pick<ScalingParameters, 'x' | 'y'>;

export const yInWords = (y: Axes['y']) => (y === 'harmony' ? 'HARMONY' : 'accuracy');
export const xInWords = (x: Axes['x']) => (x === 'parameters' ? 'parameters' : 'pretraining tokens');
export const familyInWords = (family: string) => family || 'without a family';

/** "+.12", "−.03": the change of y for ten times x. */
export function signedUnit(value: number | null, decimals = 2): string {
  const text = unit(value, decimals);
  return value !== null && value > 0 && Number(value.toFixed(decimals)) !== 0 ? `+${text}` : text;
}

/** One more where an end of the interval would be written as the 0 that it does not reach. */
function decimalsOf({ slopeInterval }: ScalingFamily): number {
  const ends = slopeInterval ? [slopeInterval.low, slopeInterval.high] : [];
  return ends.some((one) => one !== 0 && Math.abs(one) < 0.005) ? 3 : 2;
}

/** "+.12 (.03–.21)" */
export const slopeInWords = (one: ScalingFamily, decimals = decimalsOf(one)) =>
  withBrackets(signedUnit(one.slope, decimals), unitRange(one.slopeInterval, decimals));

/** ".84 (.41–.96; p = .002)" */
export function correlationInWords(found: StudyCorrelation | null): string {
  if (found?.value === null || found?.value === undefined) return '–';
  const p = found.pValue === null ? '' : pValue(found.pValue);
  return withBrackets(unit(found.value), unitRange(found.interval), p);
}

/** What the interval of the slope says. */
export type Trend = 'rises' | 'falls' | 'no clear trend' | 'not fitted';

export function trendOf({ slope, slopeInterval }: ScalingFamily): Trend {
  if (slope === null) return 'not fitted';
  if (slopeInterval && slopeInterval.low > 0) return 'rises';
  if (slopeInterval && slopeInterval.high < 0) return 'falls';
  return 'no clear trend';
}

export function scalingVerdict(result: Scaling, { x, y }: Axes): Verdict {
  const what = yInWords(y);
  const n = result.points.length;
  if (n === 0) {
    return {
      tone: 'undefined',
      text:
        x === 'parameters'
          ? `No model has both a size and ${what === 'HARMONY' ? 'a HARMONY' : 'an accuracy'}: the names say nothing of it. Write the sizes into the table below.`
          : `No model has both a number of tokens and ${what === 'HARMONY' ? 'a HARMONY' : 'an accuracy'}. Write the numbers into the table below.`,
    };
  }
  const named = result.families.filter((one) => one.family !== '');
  const fitted = named.filter((one) => one.slope !== null);
  const sentences: string[] = [];
  const of = (trend: Trend) => fitted.filter((one) => trendOf(one) === trend);
  const [single] = fitted;
  if (single === undefined) {
    sentences.push(
      `No family has three models of different size: no trend within a family can be fitted (${counted(named.length, 'family', 'families')}, ${counted(n, 'model')}).`,
    );
  } else if (fitted.length === 1) {
    const trend = trendOf(single);
    sentences.push(
      `In ${single.family}, the only family with at least three models (${count(single.models)}), ${what} ${trend === 'no clear trend' ? 'shows no clear trend' : trend}: ${slopeInWords(single)} for ten times the ${xInWords(x)}.`,
    );
  } else {
    const parts = (['rises', 'falls'] as const).flatMap((trend) => {
      const families = of(trend);
      return families.length > 0 ? [`${trend} in ${count(families.length)} (${withSlopes(families)})`] : [];
    });
    const unclear = of('no clear trend').length;
    const slopes = parts.length > 0 ? ` Slopes are for ten times the ${xInWords(x)}.` : '';
    if (unclear > 0) {
      parts.push(`shows no clear trend in ${unclear === fitted.length ? 'any of them' : count(unclear)}`);
    }
    sentences.push(
      `Of ${counted(fitted.length, 'family', 'families')} with at least three models, ${what} ${listed(parts)}.${slopes}`,
    );
  }
  const { all } = result;
  if (all.spearman?.value !== null && all.spearman?.value !== undefined) {
    sentences.push(
      `Over all ${counted(all.models, 'model')} the rank correlation is ${correlationInWords(all.spearman)}.`,
    );
  }
  const tests = fitted.length + (all.slope === null ? 0 : 1);
  if (tests > 1) {
    sentences.push(`None of the ${count(tests)} trends is adjusted for looking at the others.`);
  }
  sentences.push(basis(result));
  const anyClear = fitted.some((one) => trendOf(one) === 'rises' || trendOf(one) === 'falls');
  return { tone: anyClear ? 'neutral' : 'caution', text: sentences.filter(Boolean).join(' ') };
}

/** "Qwen3 +.12, .03–.21; Llama +.08, .01–.15" */
function withSlopes(families: readonly ScalingFamily[]): string {
  const shown = families
    .slice(0, 4)
    .map((one) =>
      [
        `${one.family} ${signedUnit(one.slope, decimalsOf(one))}`,
        unitRange(one.slopeInterval, decimalsOf(one)),
      ]
        .filter(Boolean)
        .join(', '),
    );
  const more = families.length - shown.length;
  return [...shown, ...(more > 0 ? [`and ${count(more)} more`] : [])].join('; ');
}

/** What a point is a mean over. */
function basis({ shared, points }: Scaling): string {
  // Over shared ones the axis says it.
  if (shared) return '';
  return `No benchmark is shared by all ${counted(points.length, 'model')}: each point is a mean over its own, and differences between benchmarks are part of the trend.`;
}
