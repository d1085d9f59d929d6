// Terms of "Re-balancing", "Ranks and noise", "Two models", "Does this work?" and of the robustness of a conclusion.

import type { Definition } from './definitions.ts';

export const studyingDefinitions = {
  pruning: {
    title: 'Pruning',
    sentence:
      'One item after the other is taken from the largest subdomain, each time the one that is most like the others there, until all subdomains are equally large or the budget is spent.',
    picture: 'subset',
  },
  'pruning budget': {
    title: 'Budget',
    sentence: 'The largest share of the items that may be pruned.',
    picture: 'subset',
  },
  'random removal': {
    title: 'Random removal',
    sentence:
      'Equally many items removed blindly, many times: what the size alone does to a score; the band holds 95% of the results.',
    picture: 'null',
  },
  'curve points': {
    title: 'Points of the curve',
    sentence: 'At how many shares between nothing and the end everything is computed.',
    picture: 'curve',
  },
  shift: {
    title: 'Shift',
    sentence: 'The accuracy after pruning minus the accuracy on all items, in points.',
    picture: 'spread',
  },
  'adjusted for models': {
    title: 'Adjusted p',
    sentence:
      'The p-value after Benjamini and Hochberg’s correction for testing every model: of those below .05, about 5% are expected to be chance.',
    picture: 'null',
  },
  'balanced average': {
    title: 'Macro-average',
    sentence:
      'Every subdomain counts the same, whatever its size, and no item is lost: balance by weighting instead of pruning.',
    picture: 'sizes',
  },
  'kendall tau': {
    title: 'Kendall’s tau',
    sentence:
      'How far two orders of the models agree, counted over pairs: 1 is the same order, 0 as many pairs swapped as kept, −1 the reverse.',
    picture: 'ranks',
  },
  'detectable difference': {
    title: 'Smallest detectable difference',
    sentence:
      'The smallest difference of two models’ scores that is significant at 95% on these items, for the middle pair of models; smaller differences are noise.',
    picture: 'interval',
  },
  'tied rank': {
    title: 'Rank with ties',
    sentence:
      'The place by score and, in brackets, the places that the tests leave open: one more than the models that are significantly better, down to the last before those that are significantly worse.',
    picture: 'rank',
  },
  'correction for many pairs': {
    title: 'Correction for many pairs',
    sentence:
      'With many pairs some differ by chance: Holm keeps the risk of even one false difference below 5%, Benjamini–Hochberg the expected share of false ones among those found.',
    picture: 'null',
  },
  'with power': {
    title: 'Found in 80% of repetitions',
    sentence:
      'A true difference of this size would turn out significant in four of five repetitions with other items: larger than the smallest significant one, which is found only half of the time.',
    picture: 'interval',
  },
  'items for one point': {
    title: 'Items for one point',
    sentence: 'How many items of this kind would tell two models apart that differ by one percentage point.',
    picture: 'subset',
  },
  mcnemar: {
    title: 'McNemar’s exact test',
    sentence:
      'Of the items that only one of two models has right, the shares that each of them has are compared with a fair coin.',
    picture: 'tails',
  },
  'paired permutation': {
    title: 'Paired permutation test',
    sentence:
      'The two scores of each item change places at random, many times; p is how often the mean difference is as large as the observed one.',
    picture: 'null',
  },
  'odds ratio': {
    title: 'Odds ratio',
    sentence:
      'How many items only the first model has right for each one that only the second has right: 1 is a draw.',
    picture: 'tails',
  },
  'paired effect': {
    title: 'Cohen’s d, paired',
    sentence:
      'The mean difference over the items in standard deviations of the differences: .2 is small, .5 medium, .8 large.',
    picture: 'tails',
  },
  'cochran q': {
    title: 'Cochran’s Q',
    sentence:
      'How far the differences in the subdomains scatter around their common mean, compared with their errors: a small p says that they are not all the same.',
    picture: 'spread',
  },
  'true harmony': {
    title: 'True HARMONY',
    sentence: 'HARMONY over the domains that the generator really made, which the estimate never sees.',
    picture: 'evenness',
  },
  'lexical overlap': {
    title: 'Lexical overlap',
    sentence: 'Two items are similar when their texts share words.',
    picture: 'words',
  },
  'random partition': {
    title: 'Random partition',
    sentence:
      'Items dealt blindly into groups of the same sizes: what an estimate is worth that knows nothing of the domains.',
    picture: 'restarts',
  },
  imbalance: {
    title: 'Imbalance',
    sentence: 'At 0 all domains are equally large, at 1 the smallest has a tenth of the largest.',
    picture: 'sizes',
  },
  'distribution noise': {
    title: 'Noise',
    sentence:
      'How much the simulated models’ probabilities on paraphrases of one question differ by chance: 0 not at all.',
    picture: 'decay',
  },
  conclusion: {
    title: 'Conclusion',
    sentence:
      'Whether HARMONY lies below what shuffled scores give (p < .05), lies within it, or is not defined.',
    picture: 'null',
  },
} as const satisfies Record<string, Definition>;
