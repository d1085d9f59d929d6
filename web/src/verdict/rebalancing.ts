// Re-balancing in sentences: fragile or stable, and what one share of pruned items does.

import type { RebalancedPoint, Rebalancing } from '../engine/study.ts';
import { asName } from './names.ts';
import { count, counted, fixed, listed, percent, unit } from './numbers.ts';
import type { Verdict } from './verdict.ts';

type ModelName = (model: number) => string;

/** Words for Kendall's tau; the borders are ours, the number stands beside them. */
const HARDLY = 0.9;
const SOMEWHAT = 0.7;

/** "smallest adjusted p .002" */
export function bareP(p: number | null | undefined): string {
  if (p === null || p === undefined) return '–';
  return p < 0.001 ? '< .001' : unit(p, p < 0.0995 ? 3 : 2);
}

/** Kendall's tau; where pairs swap it is not 1, however many decimals are shown. */
export function tauInWords(point: RebalancedPoint): string {
  const { kendall, swapCount } = point;
  return kendall !== null && swapCount > 0 && kendall >= 0.995 && kendall < 1 ? '> .99' : unit(kendall);
}

export function orderInWords(point: RebalancedPoint): string {
  const { kendall, swapCount } = point;
  if (kendall === null) return 'the order of the models cannot be compared';
  const numbers = `(Kendall’s tau ${tauInWords(point)}, ${swapCount === 0 ? 'no pair swaps' : `${counted(swapCount, 'pair')} ${swapCount === 1 ? 'swaps' : 'swap'}`})`;
  if (swapCount === 0 && kendall >= HARDLY) return `the order of models stays the same ${numbers}`;
  if (kendall >= HARDLY) return `the order of models hardly changes ${numbers}`;
  if (kendall >= SOMEWHAT) return `the order of models changes in part ${numbers}`;
  return `the order of models changes ${numbers}`;
}

/** "until its 5 subdomains are level", or how far the budget went. */
function howFar(result: Rebalancing, point: RebalancedPoint): string {
  const groups = counted(result.k, 'subdomain');
  if (result.levelAt === result.judgedAt) return `until its ${groups} are level`;
  const [least, most] = [Math.min(...point.sizes), Math.max(...point.sizes)];
  return `as far as the budget goes; its ${groups} then have ${count(least)} to ${counted(most, 'item')}`;
}

export function rebalancingVerdict(result: Rebalancing, benchmark: string): Verdict {
  const point = result.points[result.judgedAt];
  if (result.k <= 1) {
    return {
      tone: 'undefined',
      text: `All ${counted(result.items, 'item')} of ${asName(benchmark)} lie in one subdomain: there is nothing to balance. Try another partition.`,
    };
  }
  if (point === undefined || point.pruned === 0) {
    const level = Math.max(...result.sizes) === Math.min(...result.sizes);
    return {
      tone: level ? 'even' : 'undefined',
      text: level
        ? `The ${counted(result.k, 'subdomain')} of ${asName(benchmark)} are equally large already (${counted(result.sizes[0] ?? 0, 'item')} each): there is nothing to prune.`
        : `The budget prunes none of the ${counted(result.items, 'item')} of ${asName(benchmark)}: raise it to see what balance changes.`,
    };
  }
  const models = result.models.length;
  const share = percent(point.share, 0);
  const pruning = `pruning ${share} of its items (${howFar(result, point)})`;
  if (result.verdict === 'unknown' || result.smallestAdjusted === null) {
    return {
      tone: 'undefined',
      text: `Whether ${asName(benchmark)} is fragile cannot be said: ${pruning} gives no model whose shift could be tested against random removals.`,
    };
  }
  const whom =
    models === 1
      ? point.significant === 1
        ? 'its only model'
        : ''
      : point.significant === 0
        ? `none of ${counted(models, 'model')}`
        : point.significant === models
          ? `all ${counted(models, 'model')}`
          : `${count(point.significant)} of ${counted(models, 'model')}`;
  const moves =
    whom === ''
      ? 'does not move the accuracy of its only model further than random removal does'
      : `moves the accuracy of ${whom} further than random removal does`;
  const fromAnswers = result.warnings.some((warning) => warning.code === 'partition_from_answers');
  if (fromAnswers && result.verdict === 'fragile') {
    return {
      tone: 'caution',
      text:
        `${asName(benchmark)} cannot be called fragile by these subdomains: they group the items by the answers themselves, so that ${pruning} ${moves} by construction ` +
        `(smallest adjusted p ${bareP(result.smallestAdjusted)}; ${counted(result.items, 'item')})` +
        `${models > 1 ? `; ${orderInWords(point)}` : ''}. Only subdomains by contents can say: a column such as subject, texts, vectors, or option probabilities.`,
    };
  }
  return {
    tone: result.verdict === 'stable' ? 'even' : 'uneven',
    text:
      `${asName(benchmark)} is ${result.verdict}: ${pruning} ${moves} ` +
      `(smallest adjusted p ${bareP(result.smallestAdjusted)}; ${counted(result.items, 'item')})` +
      `${models > 1 ? `; ${orderInWords(point)}` : ''}.`,
  };
}

const points = (value: number | null | undefined) =>
  fixed(value === null || value === undefined ? null : value * 100, 1);

/** What the chosen share does, in sentences. */
export function shareInWords(result: Rebalancing, at: number, modelName: ModelName): string[] {
  const start = result.points[0];
  const point = result.points[at];
  if (!start || !point) return [];
  if (point.pruned === 0) {
    return [
      `Nothing is pruned: mean HARMONY ${unit(point.meanHarmony)} over ${counted(result.models.length, 'model')}; differences of two models below ${points(point.detectable)} points are noise.`,
    ];
  }
  const models = result.models.length;
  const sentences = [
    `${percent(point.share)} pruned (${count(point.pruned)} of ${counted(result.items, 'item')}): mean HARMONY ${unit(start.meanHarmony)} → ${unit(point.meanHarmony)}; ` +
      `${point.significant === 0 ? 'no model moves' : `${count(point.significant)} of ${counted(models, 'model')} ${point.significant === 1 ? 'moves' : 'move'}`} further than random removal does; ` +
      `the smallest detectable difference goes from ${points(start.detectable)} to ${points(point.detectable)} points.`,
  ];
  if (models > 1) {
    const names = point.swaps.map(
      ({ first, second }) => `${asName(modelName(first))} with ${asName(modelName(second))}`,
    );
    const shown = names.slice(0, 4);
    const more = point.swapCount - shown.length;
    const named = more > 0 ? `${shown.join(', ')} and ${count(more)} more` : listed(shown);
    const order = orderInWords(point);
    sentences.push(
      `${order[0]?.toUpperCase() ?? ''}${order.slice(1)}${shown.length > 0 ? `: ${named} change places` : ''}.`,
    );
  }
  return sentences;
}

export const orderedByWords: Record<Rebalancing['orderedBy'], string> = {
  similarity: 'the mean predictive similarity of an item with the others of its subdomain',
  responses: 'the mean similarity of an item’s response pattern with those of its subdomain',
  random:
    'nothing: items of a subdomain go in random order, since the files have neither option probabilities nor enough models to say which are alike',
};
