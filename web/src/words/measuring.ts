// Terms of "What it measures", "Fewer items", "Prediction" and "Adaptive testing".

import type { Definition } from './definitions.ts';

export type MeasuringPicture =
  | 'loading'
  | 'compass'
  | 'congruence'
  | 'subset'
  | 'ranks'
  | 'calibration'
  | 'folds'
  | 'narrowing'
  | 'next item'
  | 'stairs';

export const measuringDefinitions = {
  loading: {
    title: 'Loading',
    sentence:
      'The correlation, over models, of an ability with the score on a benchmark: near 1 the benchmark ranks models as this ability does, near 0 it has nothing to do with it, below 0 abler models score less.',
    picture: 'loading',
  },
  'adjusted p': {
    title: 'Adjusted p',
    sentence:
      'The p-value after Benjamini and Hochberg’s correction for looking at many bars: of those marked at .05, about 5% are expected to be chance.',
    picture: 'null',
  },
  'stronger dimension': {
    title: 'Stronger dimension',
    sentence:
      'The dimension with the larger correlation, named only where Williams’ test of two correlations over the same models finds a difference (p < .05).',
    picture: 'loading',
  },
  compass: {
    title: 'Compass',
    sentence:
      'Where the items of each benchmark point in the plane of two dimensions: the arrow is the mean of their directions and short when they disagree.',
    picture: 'compass',
  },
  'spread of directions': {
    title: 'Spread of directions',
    sentence:
      'One minus the length of the mean of the items’ unit vectors: 0 when all point the same way, 1 when they cancel out.',
    picture: 'compass',
  },
  'points away': {
    title: 'Items that point away',
    sentence:
      'Items at more than 90° to the mean direction of their benchmark: what helps on the others does not help on them, or harms.',
    picture: 'compass',
  },
  'no information': {
    title: 'Items without information',
    sentence:
      'Items whose answers tell almost nothing about the abilities of these models: all solve them, none does, or right and wrong have nothing to do with ability.',
    picture: 'information',
  },
  'negative discrimination': {
    title: 'Negative discrimination',
    sentence:
      'Abler models get the item wrong more often: often a wrong key, sometimes a trap or a question with two readings.',
    picture: 'steep curve',
  },
  mix: {
    title: 'A mix of two things',
    sentence:
      'The items of the benchmark fall into two groups that point in different directions, which describes them clearly better than one direction: its average adds up two abilities.',
    picture: 'compass',
  },
  congruence: {
    title: 'Tucker’s congruence',
    sentence:
      'How alike the slopes of a dimension are in two fits: above .95 it counts as the same dimension, below .85 as another one.',
    picture: 'congruence',
  },
  'share kept': {
    title: 'Share of the items',
    sentence: 'How many of the items of the fit stay in the smaller set.',
    picture: 'subset',
  },
  'selection rule': {
    title: 'Rule of the selection',
    sentence:
      'Either the items with the steepest curves within groups of equal difficulty (as BenchMIRT does), or, one after the other, the item that narrows the abilities of the models present most.',
    picture: 'subset',
  },
  'selection dimension': {
    title: 'Dimension of the selection',
    sentence: 'Items are chosen for what they tell about one dimension, or about all of them together.',
    picture: 'axes',
  },
  'random subset': {
    title: 'Random subsets',
    sentence:
      'As many items drawn blindly, many times: what a selection has to beat; the band holds 95% of them.',
    picture: 'subset',
  },
  'models left out': {
    title: 'Models left out',
    sentence:
      'The items are chosen without these models, in turn for all: how the smaller set works for models it has not seen.',
    picture: 'folds',
  },
  'rank correlation': {
    title: 'Rank correlation',
    sentence:
      'How far two rankings of the models agree: 1 is the same order, 0 none in common, −1 the reverse (Spearman; Kendall counts pairs).',
    picture: 'ranks',
  },
  'error of the score': {
    title: 'Error of the full score',
    sentence:
      'How far the score on all items, estimated from the kept ones, lies from the true one: the root of the mean squared difference over models, in points.',
    picture: 'interval',
  },
  'held-out': {
    title: 'Hidden (held-out) answers',
    sentence:
      'Answers that are hidden while a method is fitted and compared with its predictions afterwards: the only fair test of a model with many parameters.',
    picture: 'hidden cells',
  },
  folds: {
    title: 'Folds',
    sentence:
      'All answers are dealt into so many heaps; each is hidden in turn while the rest is fitted; using fewer of them costs less and leaves more to chance.',
    picture: 'folds',
  },
  rasch: {
    title: 'Rasch model',
    sentence:
      'One ability for each model and one difficulty for each item, all discriminations equal: the fair baseline of item response theory.',
    picture: 'shifted curves',
  },
  'model mean': {
    title: 'Model mean',
    sentence:
      'Every answer of a model is predicted by its average, whatever the item: what a leaderboard knows.',
    picture: 'spread',
  },
  'brier score': {
    title: 'Brier score',
    sentence:
      'The mean squared distance of the predicted probability from what happened: 0 is perfect, .25 a coin.',
    picture: 'hidden cells',
  },
  calibration: {
    title: 'Calibration',
    sentence:
      'Whether predicted probabilities are what happens: of the answers predicted with 70%, 70% should be right.',
    picture: 'calibration',
  },
  'calibration error': {
    title: 'Expected calibration error',
    sentence:
      'The mean distance of the calibration curve from its diagonal, bins with more answers counting more.',
    picture: 'calibration',
  },
  'step z': {
    title: 'z of the step',
    sentence:
      'The gain in log-loss over the same method with one dimension less, divided by its error (items as clusters): true dimensions gave 9 to 37 in simulations, superfluous ones less than 2.',
    picture: 'stairs',
  },
  'largest dimension': {
    title: 'Largest number of dimensions',
    sentence:
      'Fits with one, two … up to this many dimensions are compared; each costs more than the one before.',
    picture: 'axes',
  },
  'tried grouping': {
    title: 'Grouped prior',
    sentence:
      'Besides one prior for all items, priors for the items of each benchmark or category are tried: they help where the groups differ.',
    picture: 'prior',
  },
  'adaptive testing': {
    title: 'Adaptive testing',
    sentence:
      'After every answer the item is asked that tells most about this model as far as it is known: far fewer items for the same certainty.',
    picture: 'next item',
  },
  'expected information': {
    title: 'Expected information',
    sentence:
      'How much the answer to an item would narrow the ability, averaged over what the model’s answers so far leave open.',
    picture: 'information',
  },
  'expected score': {
    title: 'Expected score',
    sentence:
      'The mean score that this model would have on all items of the fit, predicted from its answers so far.',
    picture: 'narrowing',
  },
  'expected error': {
    title: 'Expected error',
    sentence:
      'The standard error of the ability after so many more items, chosen one after the other, before their answers are known.',
    picture: 'narrowing',
  },
} as const satisfies Record<string, Definition>;
