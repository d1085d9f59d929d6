// Ties and noise in sentences.

import type { Noise, RankedModel, Ranks } from '../engine/study.ts';
import { asName } from './names.ts';
import { count, counted, fixed, percent, percentRange, withBrackets } from './numbers.ts';
import type { Verdict } from './verdict.ts';

export const correctionWords: Record<Ranks['correction'], string> = {
  holm: 'Holm',
  'benjamini-hochberg': 'Benjamini–Hochberg',
};

/** "3 (2–5)", "1": the place by score, and the places that the tests leave open. */
export function rankInWords(model: RankedModel, place: number): string {
  const open = model.rank === model.lowestRank ? '' : `${count(model.rank)}–${count(model.lowestRank)}`;
  return withBrackets(count(place), open);
}

export function ranksVerdict(ranks: Ranks, benchmark: string, modelName: (model: number) => string): Verdict {
  const { models, pairs, distinguishable, groups } = ranks;
  const best = models[0];
  if (!best)
    return { tone: 'empty', text: `No model has enough scores on ${asName(benchmark)} to be ranked.` };
  const score = withBrackets(
    percent(best.accuracy.value),
    percentRange(best.accuracy.interval),
    counted(best.accuracy.items, 'item'),
  );
  const name = asName(modelName(best.model));
  if (models.length === 1) {
    return {
      tone: 'empty',
      text: `Only ${name} has scores on ${asName(benchmark)} (${score}): ranks need at least two models.`,
    };
  }
  const first = groups[0]?.first === 0 ? groups[0].last + 1 : 1;
  const told = `${count(distinguishable)} of ${counted(pairs, 'pair')} can be told apart (${correctionWords[ranks.correction]})`;
  const of = `Of ${counted(models.length, 'model')} on ${asName(benchmark)}`;
  if (first === models.length) {
    return {
      tone: 'caution',
      text: `${of} no test tells any two apart: the order is noise; ${told}. The first, ${name}, scores ${score}.`,
    };
  }
  if (first > 1) {
    return {
      tone: 'neutral',
      text: `${of} no test tells the first ${count(first)} apart; ${told}. The best of them by score is ${name}, ${score}.`,
    };
  }
  const alone = best.tiedWith.length === 0;
  return {
    tone: 'even',
    text: `${of} ${name} leads with ${score}${alone ? ', significantly better than every other' : ''}; ${told}.`,
  };
}

/** What differences of two models mean on this benchmark. */
export function noiseInWords(noise: Noise, benchmark: number, name: string): string {
  const row = noise.benchmarks.find((one) => one.benchmark === benchmark);
  const points = (value: number | null) => fixed(value === null ? null : value * 100, 1);
  if (!row || row.detectable === null) return '';
  return (
    `On ${asName(name)} (${counted(row.items, 'item')}) differences of two models below ${points(row.detectable)} points are noise for half of the pairs` +
    `${row.detectableLargest === null || points(row.detectableLargest) === points(row.detectable) ? '' : ` (below ${points(row.detectableLargest)} for the worst)`}` +
    `${row.itemsForOnePoint === null ? '' : `; telling one point apart would take about ${count(row.itemsForOnePoint)} items`}.`
  );
}

/** Where models have scores on different items their order by score compares unlike things; "" = they have not. */
export function unlikeItemsInWords(ranks: Ranks): string {
  const items = ranks.models.map((one) => one.accuracy.items);
  const [least, most] = [Math.min(...items), Math.max(...items)];
  if (items.length < 2 || least >= 0.95 * most) return '';
  return (
    `The models have scores on ${count(least)} to ${counted(most, 'item')}: their order by score compares different items. ` +
    'The tests use the items that both models of a pair have.'
  );
}
