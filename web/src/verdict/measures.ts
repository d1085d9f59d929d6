// What the items measure and how stable that is, in a sentence.

import type {
  ItemResponseResult,
  MeasuredGroup,
  Measures,
  StabilityResult,
} from '../engine/item_response.ts';
import { asName } from './names.ts';
import { count, counted, fixed, listed, unit, unitRange } from './numbers.ts';
import type { Verdict } from './verdict.ts';

export const dimensionNames = (result: Pick<ItemResponseResult, 'dimensions'>): string[] =>
  result.dimensions.map((dimension) => dimension.name);

/** "benchmark", or the name of the attribute. */
export function levelNoun(level: string): string {
  return level.startsWith('attribute:') ? level.slice('attribute:'.length) : level;
}

/** "2 benchmarks", "7 values of subject" */
export function groupsInWords(n: number, level: string): string {
  return level === 'benchmark' ? counted(n, 'benchmark') : `${counted(n, 'value')} of ${levelNoun(level)}`;
}

const strength = (group: MeasuredGroup, dimension: number) => Math.abs(group.loadings[dimension]?.r ?? 0);

/** "PubMedQA (r = .84, .72–.94)" */
function withLoading(group: MeasuredGroup, dimension: number): string {
  const loading = group.loadings[dimension];
  const range = unitRange({ low: loading?.low ?? Number.NaN, high: loading?.high ?? Number.NaN });
  return `${asName(group.name)} (r = ${[unit(loading?.r), range].filter((part) => part !== '').join(', ')})`;
}

/** The sentence of "What it measures". models = those of the fit. */
export function measuresVerdict(measures: Measures, dimensions: readonly string[], models: number): Verdict {
  const { groups, level } = measures;
  const known = groups.filter((group) => group.loadings.some((loading) => loading.r !== null));
  if (known.length === 0) {
    return {
      tone: 'undefined',
      text: `With ${counted(models, 'model')} no correlation between abilities and scores can be computed: at least 4 models with a score on the same group are needed.`,
    };
  }
  if (dimensions.length < 2) return oneDimension(known, level, models);

  const clear = known.filter((group) => group.stronger >= 0).length;
  const parts = dimensions.flatMap((name, dimension) => {
    const own = known
      .filter((group) => group.stronger === dimension)
      .sort((a, b) => strength(b, dimension) - strength(a, dimension));
    const [first, ...others] = own;
    if (!first) return clear > 0 ? [`${name} is not clearly the stronger one anywhere`] : [];
    const also =
      others.length > 0
        ? `, then ${listed(
            others.map((group) => group.name),
            'and',
            3,
          )}`
        : '';
    return [`${name} is what ${withLoading(first, dimension)} follows most${also}`];
  });
  const backwards = known.filter((group) => {
    const loading = group.loadings[group.stronger];
    return (loading?.r ?? 0) < 0 && (loading?.adjustedP ?? 1) < 0.05;
  });
  const mixed = known.filter((group) => group.mix !== null);
  const [single] = known;
  const sentences =
    clear > 0
      ? [`Over ${counted(models, 'model')}, ${listed(parts)}.`]
      : [
          `Over ${counted(models, 'model')}, ${
            known.length === 1 && single
              ? `${asName(single.name)} follows no dimension`
              : `none of ${groupsInWords(known.length, level)} follows one dimension`
          } clearly more than the others.`,
        ];
  if (clear > 0 && known.length > 1) {
    sentences.push(
      `${count(clear)} of ${groupsInWords(known.length, level)} ${clear === 1 ? 'follows' : 'follow'} one dimension clearly more than the others.`,
    );
  }
  if (backwards.length > 0) {
    sentences.push(
      `${listed(
        backwards.map((group) => group.name),
        'and',
        4,
      )} ${backwards.length === 1 ? 'falls' : 'fall'} where the ability rises.`,
    );
  }
  const [only] = mixed;
  if (mixed.length === 1 && only) {
    sentences.push(`${asName(only.name)} mixes two things, ${fixed(only.mix?.angleBetween, 0)}° apart.`);
  } else if (mixed.length > 1) {
    sentences.push(
      `${count(mixed.length)} mix two things: ${listed(
        mixed.map((group) => group.name),
        'and',
        4,
      )}.`,
    );
  }
  return {
    tone: mixed.length > 0 || backwards.length > 0 ? 'caution' : 'neutral',
    text: sentences.join(' '),
  };
}

function oneDimension(known: readonly MeasuredGroup[], level: string, models: number): Verdict {
  const ordered = [...known].sort((a, b) => (b.loadings[0]?.r ?? -2) - (a.loadings[0]?.r ?? -2));
  const most = ordered[0];
  const least = ordered[ordered.length - 1];
  const significant = known.filter((group) => (group.loadings[0]?.adjustedP ?? 1) < 0.05).length;
  const range =
    most && least && most !== least
      ? `the ability follows ${withLoading(most, 0)} most closely and ${withLoading(least, 0)} least`
      : most
        ? `the ability follows ${withLoading(most, 0)}`
        : '';
  return {
    tone: 'neutral',
    text: `Over ${counted(models, 'model')}, ${range}; ${count(significant)} of ${groupsInWords(known.length, level)} significantly. One dimension cannot show whether they measure different things.`,
  };
}

/** Lorenzo-Seva and ten Berge (2006): above the first a dimension is the same, below the second it is another one. */
export const SAME_DIMENSION = 0.95;
export const ANOTHER_DIMENSION = 0.85;

const refits: Record<StabilityResult['rows'][number]['kind'], string> = {
  seed: 'from other starts',
  items: 'on halves of the items',
  models: 'on halves of the models',
};

/** Which dimensions come back in refits, and where they do not. */
export function stabilityVerdict(result: StabilityResult, dimensions: readonly string[]): Verdict {
  const weak = result.rows.flatMap((row) =>
    row.congruence.flatMap((congruence, dimension) =>
      congruence.mean < SAME_DIMENSION ? [{ row, dimension, congruence }] : [],
    ),
  );
  if (result.rows.length === 0) return { tone: 'undefined', text: 'No refit was made.' };
  const name = (dimension: number) => dimensions[dimension] ?? `Dimension ${dimension + 1}`;
  if (weak.length === 0) {
    const all = result.rows.flatMap((row) => row.congruence.map((one) => one.mean));
    return {
      tone: 'even',
      text: `${dimensions.length > 1 ? 'Every dimension comes' : 'The dimension comes'} back in every kind of refit: mean congruence at least ${unit(Math.min(...all))}.`,
    };
  }
  weak.sort((a, b) => a.congruence.mean - b.congruence.mean);
  const phrases = weak.map(
    ({ row, dimension, congruence }) =>
      `${name(dimension)} ${refits[row.kind]} ${congruence.mean < ANOTHER_DIMENSION ? 'is another one' : 'comes back roughly'} (congruence ${unit(congruence.mean)}, ${unitRange(congruence)})`,
  );
  const firm = dimensions.filter((_, dimension) => weak.every((one) => one.dimension !== dimension));
  return {
    tone: 'caution',
    text: `${firm.length > 0 ? `${listed(firm)} ${firm.length === 1 ? 'comes' : 'come'} back in every kind of refit, but ` : ''}${listed(phrases, 'and', 4)}.`,
  };
}
