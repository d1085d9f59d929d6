// What the page's terms mean: one sentence each for a reader who meets them for the first time, and the name of
// the small picture that goes with it. `choice` says whose choice a default is, where the term is a parameter.

export type PictureName =
  | 'evenness'
  | 'groups'
  | 'similarity'
  | 'silhouette'
  | 'null'
  | 'interval'
  | 'sizes'
  | 'effective'
  | 'agreement'
  | 'bandwidth'
  | 'decay'
  | 'lorenz'
  | 'spread'
  | 'options'
  | 'matrix'
  | 'eigenvalues'
  | 'floor'
  | 'restarts'
  | 'mass'
  | 'words'
  | 'centre'
  | 'quartiles';

export interface Definition {
  title: string;
  sentence: string;
  picture: PictureName;
}

export const definitions = {
  accuracy: {
    title: 'Accuracy',
    sentence:
      'The mean score over all scored items: with 0/1 scores, the share of items the model got right.',
    picture: 'interval',
  },
  harmony: {
    title: 'HARMONY',
    sentence:
      'How evenly the average represents the subdomains of a benchmark: 1 when every subdomain scores like the average, near 0 when the average stands for one of them alone.',
    picture: 'evenness',
  },
  subdomain: {
    title: 'Subdomain',
    sentence:
      'A group of items that belong together, found by clustering or taken from a column of the file.',
    picture: 'groups',
  },
  partition: {
    title: 'Partition',
    sentence: 'The division of all items into subdomains; each item lies in exactly one.',
    picture: 'groups',
  },
  'predictive similarity': {
    title: 'Predictive similarity',
    sentence:
      'Two items are similar when the model spreads its probability over their answer options in the same way: exp(−(τ/2) × the symmetric Kullback–Leibler divergence), between 0 and 1.',
    picture: 'similarity',
  },
  'shared similarity': {
    title: 'Similarity shared over models',
    sentence:
      'The divergence between two items is averaged over all models with distributions, so that every model is judged on the same subdomains.',
    picture: 'similarity',
  },
  'response patterns': {
    title: 'Response patterns',
    sentence:
      'Two items are similar when the same models get them right and the same models get them wrong; for files without probabilities.',
    picture: 'matrix',
  },
  silhouette: {
    title: 'Silhouette',
    sentence:
      'How much closer an item is to its own subdomain than to the next one: 1 is well apart, 0 on the border; the number of subdomains with the largest mean is chosen.',
    picture: 'silhouette',
  },
  'silhouette distance': {
    title: 'Silhouette distance',
    sentence:
      'What “close” means when subdomains are compared: 1 − similarity, or the divergence itself, which grows without limit.',
    picture: 'silhouette',
  },
  null: {
    title: 'Chance (permutation null)',
    sentence:
      'HARMONY when the scores are shuffled over the items and the subdomains kept: what unequal sizes and noise alone give.',
    picture: 'null',
  },
  'p-value': {
    title: 'p-value',
    sentence: 'The share of shuffled data sets whose HARMONY is as low as the observed one or lower.',
    picture: 'null',
  },
  interval: {
    title: '95% interval',
    sentence:
      'The range that would cover the true value in 95 of 100 repetitions with other items of the same kind.',
    picture: 'interval',
  },
  'bootstrap interval': {
    title: 'Bootstrap interval',
    sentence:
      'HARMONY recomputed on items drawn again, with replacement, within each subdomain (or, as an option, from all items and clustered anew): the middle 95% of the results.',
    picture: 'interval',
  },
  'size harmony': {
    title: 'HARMONY of the sizes (H_size)',
    sentence:
      'What HARMONY would be if every subdomain scored the same: it is below 1 only because the subdomains are of unequal size.',
    picture: 'sizes',
  },
  'effective number': {
    title: 'Effective number of subdomains',
    sentence:
      'How many equally represented subdomains would give the same HARMONY: exp(H × log k), between 1 and k.',
    picture: 'effective',
  },
  'normalised mutual information': {
    title: 'Normalised mutual information',
    sentence:
      'How much knowing one grouping tells about the other: 0 nothing, 1 everything; the grey mark is what shuffled labels give.',
    picture: 'agreement',
  },
  'adjusted Rand index': {
    title: 'Adjusted Rand index',
    sentence:
      'The share of item pairs on which two groupings agree, corrected for chance: 0 is chance, 1 is the same grouping.',
    picture: 'agreement',
  },
  audit: {
    title: 'Partition audit',
    sentence:
      'What the subdomains follow: their agreement with the chosen option, the key, confidence, difficulty, length, and every label in the files.',
    picture: 'agreement',
  },
  artefact: {
    title: 'Artefact',
    sentence:
      'A property of the answer sheet or of the model’s certainty, not of the topic: the option chosen, the key, difficulty, length.',
    picture: 'options',
  },
  bandwidth: {
    title: 'Bandwidth b',
    sentence:
      'How far a subdomain’s accuracy may lie from the average and still count as represented by it; at distance b its weight falls to 37%.',
    picture: 'bandwidth',
  },
  tau: {
    title: 'Temperature τ',
    sentence:
      'How fast similarity falls as two distributions differ: a larger τ makes more items look different.',
    picture: 'decay',
  },
  k: {
    title: 'Number of subdomains k',
    sentence:
      'How many groups the items are divided into; automatic means the k with the largest mean silhouette.',
    picture: 'groups',
  },
  'order-free': {
    title: 'Order-free similarity',
    sentence:
      'The options of each item are sorted by probability first, so that “sure of A” and “sure of B” look the same and the letter cannot matter.',
    picture: 'options',
  },
  'choice set': {
    title: 'View of the log-likelihoods',
    sentence:
      'How option log-likelihoods become probabilities: as they are, per character or byte of the option, or minus what the option has without the question.',
    picture: 'options',
  },
  floor: {
    title: 'Probability floor',
    sentence:
      'Zero or missing probabilities are raised to this value, because the divergence of a zero is infinite.',
    picture: 'floor',
  },
  seed: {
    title: 'Seed',
    sentence:
      'The start of the random numbers: the same seed gives the same result to the last bit, on every machine.',
    picture: 'restarts',
  },
  starts: {
    title: 'Starts of k-means',
    sentence:
      'How often the clustering begins anew from other starting points, of which the best is kept; automatic means 40 times for few items and 10 for many.',
    picture: 'restarts',
  },
  stability: {
    title: 'Stability over seeds',
    sentence:
      'The mean adjusted Rand index between this partition and those from other seeds: 1 when they are all the same.',
    picture: 'restarts',
  },
  eigenvalues: {
    title: 'Eigenvalues',
    sentence:
      'The leading eigenvalues of the normalised similarity matrix: as many near 1 as there are well-separated groups.',
    picture: 'eigenvalues',
  },
  'affinity map': {
    title: 'Affinity map',
    sentence:
      'The similarity of every item with every other, ordered by subdomain: clear groups show as dark squares on the diagonal.',
    picture: 'matrix',
  },
  mass: {
    title: 'Mass',
    sentence:
      'The share of a subdomain in the average’s neighbourhood: its size, weighted down by its distance from the average; HARMONY is the evenness of these masses.',
    picture: 'mass',
  },
  'weighted standard deviation': {
    title: 'Weighted standard deviation',
    sentence:
      'The typical distance of a subdomain’s accuracy from the average, larger subdomains counting more.',
    picture: 'spread',
  },
  range: {
    title: 'Range',
    sentence: 'The best subdomain’s accuracy minus the worst one’s.',
    picture: 'spread',
  },
  gini: {
    title: 'Gini coefficient',
    sentence:
      'Inequality of accuracy over subdomains: 0 when all score the same, near 1 when one holds all correct answers.',
    picture: 'lorenz',
  },
  'coefficient of variation': {
    title: 'Coefficient of variation',
    sentence: 'The weighted standard deviation divided by the average: spread in relation to the level.',
    picture: 'spread',
  },
  'macro average': {
    title: 'Macro average',
    sentence: 'The mean of the subdomains’ accuracies, each counting the same whatever its size.',
    picture: 'sizes',
  },
  cohesion: {
    title: 'Cohesion',
    sentence: 'The mean similarity between the items of one subdomain.',
    picture: 'centre',
  },
  'central items': {
    title: 'Most central items',
    sentence:
      'The items with the highest mean similarity to the rest of their subdomain: its most typical members.',
    picture: 'centre',
  },
  'distinctive words': {
    title: 'Distinctive words',
    sentence:
      'Words that occur in this subdomain more often than elsewhere, by the z-value of a smoothed log-odds ratio; above 2 is hardly chance.',
    picture: 'words',
  },
  'confidence quartile': {
    title: 'Confidence quartile',
    sentence: 'The items sorted by the model’s highest option probability and cut into four equal parts.',
    picture: 'quartiles',
  },
  'difficulty quartile': {
    title: 'Difficulty quartile',
    sentence: 'The items sorted by the share of models that solve them and cut into four equal parts.',
    picture: 'quartiles',
  },
} as const satisfies Record<string, Definition>;

export type TermName = keyof typeof definitions;

export const termNames = Object.keys(definitions) as TermName[];
