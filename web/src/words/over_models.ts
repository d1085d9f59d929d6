// Terms of "Benchmarks compared" and "Scaling trends".

import type { Definition } from './definitions.ts';

export type OverModelsPicture = 'plane' | 'trend';

export const overModelsDefinitions = {
  'mean harmony': {
    title: 'Mean HARMONY',
    sentence:
      'The mean of a benchmark’s HARMONY over models: near 1 when its average stands for all its subdomains, whichever model is looked at.',
    picture: 'evenness',
  },
  'variance of harmony': {
    title: 'Variance of HARMONY',
    sentence:
      'How far the HARMONY of a benchmark differs between models: near 0 when it is as even for one model as for another.',
    picture: 'spread',
  },
  jackknife: {
    title: 'Jackknife',
    sentence:
      'The number is computed again without each model in turn; how much it moves says how much it depends on these very models.',
    picture: 'folds',
  },
  quadrant: {
    title: 'Quadrant',
    sentence:
      'Where a benchmark lies to the median mean and the median variance of all, or to fixed lines when there are fewer than 4: upper left is more even for every model, lower right depends on the model.',
    picture: 'plane',
  },
  'certain quadrant': {
    title: 'Certain',
    sentence: 'Neither of the two intervals reaches over the line to another quadrant.',
    picture: 'interval',
  },
  'paired difference': {
    title: 'Difference of two benchmarks',
    sentence:
      'The mean HARMONY of one minus that of the other over the models that both have, tested model by model.',
    picture: 'tails',
  },
  'adjusted over pairs': {
    title: 'Adjusted p',
    sentence:
      'The p-value after Benjamini and Hochberg’s correction for comparing many pairs: of those below .05, about 5% are expected to be chance.',
    picture: 'null',
  },
  family: {
    title: 'Family',
    sentence:
      'Models of one maker and generation in several sizes, read off the name: what differs between them is mostly the size.',
    picture: 'groups',
  },
  'model parameters': {
    title: 'Parameters',
    sentence: 'How many weights a model has in all; of a mixture of experts only a part works at a time.',
    picture: 'trend',
  },
  'pretraining tokens': {
    title: 'Pretraining tokens',
    sentence: 'How much text a model has seen in its pretraining, counted in pieces of words.',
    picture: 'trend',
  },
  'slope per tenfold': {
    title: 'Slope',
    sentence:
      'The change of the number for a model ten times as large, from a straight line through the family’s models on a logarithmic scale.',
    picture: 'trend',
  },
  pearson: {
    title: 'Pearson’s correlation',
    sentence:
      'How near the points lie to a straight line on the logarithmic scale: 1 or −1 on it, 0 not at all.',
    picture: 'trend',
  },
  spearman: {
    title: 'Spearman’s correlation',
    sentence:
      'Whether larger models have larger numbers, by their order alone: 1 always, −1 always the reverse.',
    picture: 'ranks',
  },
} as const satisfies Record<string, Definition>;
