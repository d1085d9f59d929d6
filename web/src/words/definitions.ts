// What the page's terms mean: one sentence each for a reader who meets them for the first time, and the name of
// the small picture that goes with it. `choice` says whose choice a default is, where the term is a parameter.

import { type MeasuringPicture, measuringDefinitions } from './measuring.ts';
import { type OverModelsPicture, overModelsDefinitions } from './over_models.ts';
import { studyingDefinitions } from './studying.ts';

export type PictureName =
  | MeasuringPicture
  | OverModelsPicture
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
  | 'quartiles'
  | 'curve'
  | 'steep curve'
  | 'shifted curves'
  | 'information'
  | 'two people'
  | 'person fit'
  | 'item fit'
  | 'wright map'
  | 'rank'
  | 'axes'
  | 'turned axes'
  | 'prior'
  | 'hidden cells'
  | 'residuals'
  | 'twins'
  | 'tails'
  | 'guessing';

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
  'directions of discrimination': {
    title: 'Directions of discrimination',
    sentence:
      'Items are alike when they tell the same models apart: each item’s slopes on two or more abilities of all models give it a direction, whatever its difficulty; items that point alike form a subdomain.',
    picture: 'axes',
  },
  'texts of the items': {
    title: 'Texts of the items',
    sentence:
      'Two items are similar when their texts use the same rare words (TF-IDF weights, cosine); no model takes part, so every model gets the same subdomains.',
    picture: 'words',
  },
  'vectors of the items': {
    title: 'Vectors of the items',
    sentence:
      'Two items are similar when the vectors that you brought for them point the same way (cosine), or, when the vectors are distributions, when those diverge little.',
    picture: 'similarity',
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
  'stability over halves': {
    title: 'Stability over halves of the models',
    sentence:
      'The models are split into two random halves, each half makes its own subdomains, and the two are compared: 1 when they are the same, 0 when they agree no more than by chance.',
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
  // item response theory
  'item response theory': {
    title: 'Item response theory',
    sentence:
      'Each answer is explained by the ability of the model and by the difficulty and the discrimination of the item, all estimated together.',
    picture: 'curve',
  },
  ability: {
    title: 'Ability',
    sentence:
      'What a model brings to an item: estimated from all its answers, on a scale on which the models have mean 0 and standard deviation 1.',
    picture: 'two people',
  },
  difficulty: {
    title: 'Difficulty',
    sentence:
      'The ability at which half of the models solve the item (guessing aside): further right is harder; −intercept / discrimination.',
    picture: 'shifted curves',
  },
  discrimination: {
    title: 'Discrimination',
    sentence:
      'How sharply an item separates abler models from less able ones: the slope of its curve, or the length of its slopes with several dimensions; near 0 it tells nothing, below 0 abler models do worse.',
    picture: 'steep curve',
  },
  slope: {
    title: 'Slope on a dimension',
    sentence:
      'How much this dimension of ability helps on the item; with several dimensions their lengths together are the discrimination.',
    picture: 'axes',
  },
  'item characteristic curve': {
    title: 'Item characteristic curve',
    sentence:
      'The probability of a right answer as ability grows; the dots are the mean scores that models of about that ability really had.',
    picture: 'curve',
  },
  information: {
    title: 'Information',
    sentence:
      'How much one answer to the item narrows the ability down: largest where the curve is steepest; the standard error is 1 / √ of the sum over items.',
    picture: 'information',
  },
  'standard error': {
    title: 'Standard error',
    sentence:
      'The standard deviation that an estimate would have over repetitions: the value plus or minus about two of them is its 95% interval.',
    picture: 'interval',
  },
  'person fit': {
    title: 'Person fit (l_z)',
    sentence:
      'Whether a model’s answers follow from its ability: far below 0 it fails easy items and solves hard ones (contamination, broken prompts, guessing); below −1.96 is hardly chance.',
    picture: 'person fit',
  },
  'item fit': {
    title: 'Item fit',
    sentence:
      'Whether the curve describes the item: the standardised difference between expected and observed mean scores over groups of models of similar ability.',
    picture: 'item fit',
  },
  'item-rest correlation': {
    title: 'Item-rest correlation',
    sentence:
      'The correlation, over models, of the score on the item with the mean score on all others: the classical sign of a good item.',
    picture: 'matrix',
  },
  'wright map': {
    title: 'Wright map',
    sentence:
      'Abilities of models and difficulties of items on one axis: where many items stand and no model, nothing is learnt, and the other way round.',
    picture: 'wright map',
  },
  'rank interval': {
    title: 'Rank interval',
    sentence:
      'The ranks that are possible given the errors of all abilities (95%, by simulation): models whose intervals share ranks are tied.',
    picture: 'rank',
  },
  'tie group': {
    title: 'Tied with the best of the group',
    sentence:
      'A new group begins where a model’s best possible rank lies below all ranks that the first of the group may have.',
    picture: 'rank',
  },
  dimensions: {
    title: 'Dimensions',
    sentence:
      'How many kinds of ability the models may differ in: one is a plain ranking, and the Prediction view says how many the data bear.',
    picture: 'axes',
  },
  'correlation of abilities': {
    title: 'Correlation of the dimensions',
    sentence: 'How far models that are good in one dimension are good in the other; near 1 they are one.',
    picture: 'turned axes',
  },
  reliability: {
    title: 'Reliability',
    sentence:
      'The share of the differences between the models that is not error of measurement: 1 − mean squared error / variance of the abilities.',
    picture: 'interval',
  },
  'cronbach alpha': {
    title: 'Cronbach’s alpha',
    sentence:
      'How consistently the items rank the models (KR-20 for 0/1 scores): 1 when all items order them alike.',
    picture: 'agreement',
  },
  estimator: {
    title: 'Estimator',
    sentence:
      'How the parameters are found: variational for few models and many items, marginal maximum likelihood for many takers and few items, as in classical tests.',
    picture: 'curve',
  },
  variational: {
    title: 'Variational estimation',
    sentence:
      'The items’ parameters are averaged over what the data leave open and drawn towards what is usual among items (empirical Bayes), which is what makes 20 models enough.',
    picture: 'prior',
  },
  'marginal maximum likelihood': {
    title: 'Marginal maximum likelihood',
    sentence:
      'The abilities are averaged over a normal distribution and the item parameters are those that make the answers most likely: the standard for tests with many takers.',
    picture: 'prior',
  },
  'item model': {
    title: 'Item model',
    sentence:
      'In what items may differ: in difficulty (1PL), in discrimination too (2PL), or also in an estimated guessing parameter, so that even the least able solve some (3PL).',
    picture: 'steep curve',
  },
  guessing: {
    title: 'Guessing',
    sentence:
      'The curve does not begin at 0 but at 1 / number of options, which is what blind guessing gives.',
    picture: 'guessing',
  },
  'item prior': {
    title: 'Prior of the items',
    sentence:
      'What an item is taken to be like before its answers are seen, learnt from the others: from all of them, or from those of its benchmark or category.',
    picture: 'prior',
  },
  rotation: {
    title: 'Rotation',
    sentence:
      'The axes of several dimensions can be turned without any change of a prediction; a rotation makes each item load on few of them.',
    picture: 'turned axes',
  },
  oblimin: {
    title: 'Oblimin',
    sentence: 'A rotation that lets the dimensions be correlated, as abilities mostly are.',
    picture: 'turned axes',
  },
  varimax: {
    title: 'Varimax',
    sentence: 'A rotation that keeps the dimensions uncorrelated.',
    picture: 'axes',
  },
  geomin: {
    title: 'Geomin',
    sentence: 'A rotation with correlated dimensions that tolerates items which load on several.',
    picture: 'turned axes',
  },
  kaiser: {
    title: 'Kaiser normalisation',
    sentence: 'Every item counts the same in the rotation, whatever its discrimination.',
    picture: 'turned axes',
  },
  'count once': {
    title: 'Identical models count once',
    sentence:
      'Models with the same answers everywhere (the same model under two names) would otherwise weigh double.',
    picture: 'twins',
  },
  'log-loss': {
    title: 'Log-loss',
    sentence:
      'The mean of −log of the probability that was given to what happened: 0 is perfect foresight, .693 a coin.',
    picture: 'hidden cells',
  },
  residual: {
    title: 'Residual',
    sentence: 'What a model scored minus what its ability and the items let expect.',
    picture: 'residuals',
  },
  'residual correlation': {
    title: 'Correlation of residuals',
    sentence:
      'Two models that err on the same items beyond what their abilities explain: relatives, or trained on the same data.',
    picture: 'residuals',
  },
  'local dependence': {
    title: 'Local dependence (Q3)',
    sentence:
      'Two items whose residuals go together: they ask nearly the same thing, or one gives the other away.',
    picture: 'twins',
  },
  'differential item functioning': {
    title: 'Differential item functioning',
    sentence:
      'An item works differently for two groups when models of the same ability score differently on it, depending on their group.',
    picture: 'shifted curves',
  },
  'cohen d': {
    title: 'Cohen’s d',
    sentence:
      'A difference of two means in standard deviations of the scores: .2 is small, .5 medium, .8 large.',
    picture: 'tails',
  },
  'paired t-test': {
    title: 'Paired t-test',
    sentence:
      'Whether the mean difference of two models over the same items is more than its scatter from item to item explains.',
    picture: 'tails',
  },
  direction: {
    title: 'Direction of an item',
    sentence:
      'Which mixture of the dimensions an item measures: the direction of its slopes; items of one benchmark should point the same way.',
    picture: 'axes',
  },
  ...measuringDefinitions,
  ...overModelsDefinitions,
  ...studyingDefinitions,
} as const satisfies Record<string, Definition>;

export type TermName = keyof typeof definitions;

export const termNames = Object.keys(definitions) as TermName[];
