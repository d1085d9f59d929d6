// Keys of the address that only one view knows. What stands in none of these lists is kept, and said to be unknown.
import { isEmbedKey } from './history.ts';

const keys: ReadonlySet<string> = new Set([
  // several views
  'group',
  'facts',
  'first',
  'second',
  'item',
  'flag',
  'run',
  'workers',
  // overview
  'form',
  'sort',
  'filter',
  'table-sort',
  // one benchmark
  'subdomain',
  // items, models, what it measures
  'colour',
  'dimension',
  'level',
  'measured-group',
  // fewer items, prediction
  'share',
  'rule',
  'along',
  'folds',
  'up-to',
  'grouped-by',
  // study
  'family',
  'shown',
  'pruned',
  'budget',
  'removals',
  'points',
  'removal-seed',
  'trend-x',
  'trend-y',
  'trend-on',
  'correction',
  'domains',
  'entries',
  'noise',
  'imbalance',
  'simulated',
  'simulation-seed',
]);

/** "name-2": the user's name of a dimension. */
const dimensionName = /^name-[1-9]\d*$/;

export function isKnownKey(key: string): boolean {
  return keys.has(key) || dimensionName.test(key) || isEmbedKey(key);
}
