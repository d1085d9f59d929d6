// The sentences that the views of item response theory open with, made from the numbers of the core.

import type {
  DifferentialResult,
  ItemFlag,
  ItemResponseResult,
  ModelComparison,
} from '../engine/item_response.ts';
import { asName } from './names.ts';
import {
  count,
  counted,
  listed,
  percent,
  pValue,
  signedPoints,
  unit,
  withBrackets,
  withError,
} from './numbers.ts';

/** Below it a dimension hardly ranks these models: more than half of what differs is error. */
export const UNRELIABLE = 0.5;
/** Below it the answers do not follow from the ability (two-sided 5% of a standard normal). */
export const MISFIT = -1.96;
export const SIGNIFICANCE = 0.05;

const flagWords: Record<ItemFlag['code'], (n: number) => string> = {
  negative_discrimination: (n) =>
    `${n === 1 ? 'has' : 'have'} negative discrimination (abler models do worse: look at the key)`,
  no_information: (n) => `${n === 1 ? 'tells' : 'tell'} these models hardly apart`,
  misfit: (n) => `${n === 1 ? 'does not follow its' : 'do not follow their'} curve`,
  near_duplicate: (n) => `${n === 1 ? 'behaves' : 'behave'} like another item`,
  points_away: (n) => `${n === 1 ? 'points' : 'point'} away from ${n === 1 ? 'its' : 'their'} benchmark`,
  everybody_right: (n) => `${n === 1 ? 'is' : 'are'} solved by every model`,
  nobody_right: (n) => `${n === 1 ? 'is' : 'are'} solved by no model`,
};

/** "2,063 items of PubMedQA on 9 models: 61 (3.0%) have negative discrimination ..." */
export function itemsVerdict(result: ItemResponseResult, benchmarks: readonly string[]): string {
  const items = result.items.item.length;
  const models = counted(result.models.model.length, 'model');
  const parts = result.flags
    .filter((flag) => flag.items.length > 0)
    .map((flag) => {
      const n = flag.items.length;
      return `${count(n)} (${shareOf(n / items)}) ${flagWords[flag.code](n)}`;
    });
  const found = parts.length > 0 ? listed(parts) : 'none of them is conspicuous';
  return `${counted(items, 'item')} of ${listed(benchmarks, 'and', 3)} on ${models}: ${found}. ${reliabilityWords(result)}`;
}

/** Few of many are not "0.0%". */
const shareOf = (share: number): string => (share < 0.0005 ? 'under 0.1%' : percent(share));

function reliabilityWords(result: ItemResponseResult): string {
  const each = result.dimensions.map((one) =>
    result.dimensions.length === 1
      ? unit(one.reliability)
      : `${unit(one.reliability)} on ${inRunningText(one.name)}`,
  );
  const alpha = result.alpha === null ? '' : `; Cronbach’s alpha ${unit(result.alpha)}`;
  return `Together they rank the models with reliability ${listed(each)}${alpha}.`;
}

/** "Dimension 1" -> "dimension 1"; a name of the user's stays as it is. */
export function inRunningText(name: string): string {
  return name.replace(/^Dimension (?=\d+$)/, 'dimension ');
}

/** "Qwen3-32B is first of 9 models on dimension 1: ability 1.42 (1.21–1.63), rank 1 (1–2) ..." */
export function modelsVerdict(result: ItemResponseResult, modelName: (model: number) => string): string {
  const { models, dimensions } = result;
  const several = dimensions.length > 1;
  const sentences = dimensions.slice(0, 2).map((dimension, d) => {
    const ranks = models.ranks[d] ?? [];
    const first = ranks.findIndex((one) => one.rank === 1);
    const rank = ranks[first];
    if (!rank) return '';
    if (several && dimension.reliability < UNRELIABLE) {
      const name = inRunningText(dimension.name);
      return `${name.charAt(0).toUpperCase()}${name.slice(1)} does not rank these models (reliability ${unit(dimension.reliability)}): fewer dimensions are enough.`;
    }
    const ability = withError(models.abilities[d]?.[first], models.errors[d]?.[first]);
    const ties = ranks.filter((one) => one.low === 1).length;
    const where = several ? ` on ${inRunningText(dimension.name)}` : '';
    const tied =
      ties > 1 ? `${counted(ties, 'model')} may hold the first rank` : 'no other model reaches its rank';
    const name = asName(modelName(models.model[first] ?? -1));
    return `${name} is first of ${counted(models.model.length, 'model')}${where}: ability ${ability}, rank ${withBrackets('1', rangeOfRanks(rank))}; ${tied}.`;
  });
  const misfits = models.model.filter((_, n) => (models.personFit[n] ?? 0) < MISFIT);
  if (misfits.length > 0) {
    sentences.push(
      `The answers of ${listed(misfits.map(modelName), 'and', 3)} do not follow from ${misfits.length === 1 ? 'its ability' : 'their abilities'} (person fit below −1.96).`,
    );
  }
  return sentences.filter(Boolean).join(' ');
}

/** "1–3", or "4" when no other rank is possible. */
export function rangeOfRanks({ low, high }: { low: number; high: number }): string {
  return low === high ? count(low) : `${count(low)}–${count(high)}`;
}

/** What two models differ in: over all items, and on the tails of a dimension. */
export function comparisonVerdict(
  comparison: ModelComparison,
  first: string,
  second: string,
  dimension: string,
): string {
  const { difference, interval, items, tails } = comparison;
  const open = interval.low <= 0 && interval.high >= 0;
  const range = `${signedPoints(interval.low)} to ${signedPoints(interval.high)}`;
  const [ahead, behind] = difference >= 0 ? [first, second] : [second, first];
  const overall = open
    ? `${asName(first)} and ${asName(second)} cannot be told apart over the ${counted(items, 'item')} that both answered: ${signedPoints(difference)} points (${range}).`
    : `${ahead} scores higher than ${behind} over the ${counted(items, 'item')} that both answered: ${signedPoints(Math.abs(difference))} points (${open ? range : orderedRange(interval)}).`;
  const where = inRunningText(dimension);
  const parts = tails.flatMap((tail) => {
    if (tail.pValue === null) return [];
    const which = `the ${counted(tail.items, 'item')} with the ${tail.tail === 'high' ? 'largest' : 'smallest'} slopes on ${where}`;
    const gap = tail.first - tail.second;
    const evidence = [
      `${signedPoints(Math.abs(gap))} points`,
      ...(tail.cohensD === null ? [] : [`d = ${unit(Math.abs(tail.cohensD))}`]),
      pValue(tail.pValue),
    ].join(', ');
    return tail.pValue < SIGNIFICANCE
      ? [`on ${which} ${gap >= 0 ? first : second} is ahead (${evidence})`]
      : [`on ${which} they do not differ (${evidence})`];
  });
  if (parts.length === 0) return overall;
  const [head, ...rest] = parts;
  return `${overall} ${head?.charAt(0).toUpperCase()}${head?.slice(1)}${rest.map((part) => `; ${part}`).join('')}.`;
}

/** Of an interval that does not contain 0, without its sign: the sentence says who is ahead. */
function orderedRange({ low, high }: { low: number; high: number }): string {
  const [from, to] = low >= 0 ? [low, high] : [-high, -low];
  return `${signedPoints(from)} to ${signedPoints(to)}`;
}

/** How many items work differently for two groups of models. */
export function differentialVerdict(found: DifferentialResult, items: number): string {
  const groups = `${counted(found.parameters.first.length, 'model')} and ${counted(found.parameters.second.length, 'model')}`;
  if (found.significant === 0) {
    return `None of ${counted(items, 'item')} works differently for the two groups (${groups}) beyond chance (adjusted p < .05).`;
  }
  return `${counted(found.significant, 'item')} of ${count(items)} ${found.significant === 1 ? 'works' : 'work'} differently for the two groups (${groups}; adjusted p < .05).`;
}
