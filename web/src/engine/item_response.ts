// The plain data of item response theory that the core returns, as JSON: the second half of results.ts.
// The C++ side writes exactly these names (src/irt/*_json.cpp). A number that does not exist is null.
// "Columns" are arrays with one value an item (or a model), in the order of FittedItems (FittedModels): a fit may have
// 60,000 items. Ranks and counts of dimensions in names are from 1 for people, indices in data from 0.
import type { Accuracy, Interval, Note } from './results.ts';

// ---------------------------------------------------------------- the fit

export type Estimator = 'variational' | 'marginal';

export interface ItemResponseParameters {
  benchmarks: number[]; // indices; [] = all
  estimator: 'automatic' | Estimator; // automatic: marginal for many persons and few items
  itemModel: '1PL' | '2PL' | '3PL'; // 2PL. 3PL: guessing estimated with a prior, marginal only
  dimensions: number; // 1..6 (marginal 1..3); asked for: 0 = automatic
  guessing: boolean; // fixed at 1 / number of options, where the files say how many
  grouping: string; // prior of the items: 'none' | 'benchmark' | 'attribute:<name>'
  rotation: 'oblimin' | 'varimax' | 'geomin' | 'none';
  kaiser: boolean; // Kaiser normalisation before rotation
  countOnce: boolean; // models with identical answers count once
  seed: number;
}

export interface FittedModels {
  model: number[]; // index in the data set
  abilities: (number | null)[][]; // [dimension][model]
  errors: (number | null)[][]; // standard errors, the same shape
  accuracy: Accuracy[];
  ranks: { rank: number; low: number; high: number }[][]; // [dimension][model]; 1 = best; 95% by simulation
  /** Person fit lz (Drasgow, Levine and Williams 1985): below -1.96 the answers do not follow from the ability. */
  personFit: (number | null)[];
  /** EAP, MAP and WLE with standard errors; marginal maximum likelihood with one dimension only. */
  scores: {
    name: 'EAP' | 'MAP' | 'WLE';
    values: (number | null)[];
    errors: (number | null)[];
  }[];
}

export interface FittedItems {
  benchmark: number[];
  item: number[]; // index in that benchmark (ItemRow.item)
  slopes: number[][]; // [dimension][item]
  slopeErrors: (number | null)[][];
  intercept: number[];
  interceptError: (number | null)[];
  guessing: number[];
  discrimination: number[]; // MDISC; the signed slope with one dimension
  discriminationError: (number | null)[]; // delta method
  difficulty: (number | null)[]; // MDIFF
  difficultyError: (number | null)[]; // delta method; null where the discrimination is not distinguishable from 0
  information: number[]; // mean over the abilities present, trace over dimensions
  meanScore: number[];
  scored: number[]; // models
  itemRest: (number | null)[]; // correlation of the score with the mean score on the other items
  /** Item fit: standardised difference between observed and expected scores over ability groups; large = misfit. */
  fit: (number | null)[];
  fitP: (number | null)[];
  /** Angle to the mean direction of its benchmark, degrees; null with one dimension. */
  angle: (number | null)[];
}

/** Items that deserve a look; items are positions in FittedItems. */
export interface ItemFlag {
  code:
    | 'negative_discrimination'
    | 'no_information'
    | 'misfit'
    | 'near_duplicate'
    | 'points_away'
    | 'everybody_right'
    | 'nobody_right';
  label: string; // "Negative discrimination"
  rule: string; // one sentence with the threshold
  items: number[];
  /** near_duplicate: the other item of each pair, in the order of items. */
  others: number[];
}

export interface FittedDimension {
  name: string; // "Dimension 1"
  suggestion: string; // the benchmark or category whose scores correlate most with it; "" with one
  suggestionR: number | null;
  variance: number; // share of the common variance of the items
  reliability: number; // 1 - mean squared error / variance of the abilities
}

export interface ItemResponseResult {
  fit: number; // handle: the core keeps the fit until dropFit(fit)
  parameters: ItemResponseParameters; // as used: estimator and dimensions filled in
  estimator: Estimator;
  estimatorReason: string; // why this one, in a sentence
  cells: number; // observed
  missingCells: number;
  graded: boolean; // scores between 0 and 1
  notes: Note[];
  passes: number;
  converged: boolean;
  stopped: boolean;
  logLikelihood: number | null; // marginal, without priors
  logLoss: number; // mean over the observed cells, of the fitted probabilities
  history: number[]; // objective after each pass
  dimensions: FittedDimension[];
  correlations: number[][]; // of the abilities, D x D
  eigenvalues: { observed: number[]; parallel: number[] } | null; // of the model-centred responses; 95% of random ones
  alpha: number | null; // Cronbach's alpha over the models; KR-20 for 0/1 scores
  models: FittedModels;
  items: FittedItems;
  flags: ItemFlag[];
  warnings: { code: string; message: string }[];
}

// ---------------------------------------------------------------- one item (synchronous)

export interface ItemDetail {
  position: number; // in FittedItems
  /** Along each dimension, the other abilities at their means (0). */
  curves: {
    ability: number[];
    probability: number[];
    low: (number | null)[]; // 95% band from the item's covariance
    high: (number | null)[];
    information: number[];
    /** Observed mean scores of models binned by ability on this dimension. */
    observed: { ability: number; score: number; models: number }[];
  }[];
  /** Every model that answered it. */
  answers: { model: number; score: number; expected: number }[]; // model = index in the data set
  text: string;
  attributes: string[];
}

// ---------------------------------------------------------------- two models (synchronous)

export interface ModelComparison {
  first: number; // index in the data set
  second: number;
  dimension: number;
  items: number; // answered by both
  difference: number; // mean score, first - second
  interval: Interval; // 95%, paired over items
  abilityDifference: (number | null)[]; // per dimension
  abilityDifferenceError: (number | null)[]; // from paired item influences
  /** Items binned by their slope on the dimension, ascending. */
  bins: {
    low: number;
    high: number;
    slope: number; // mean
    items: number;
    first: number; // mean scores
    second: number;
    firstInterval: Interval;
    secondInterval: Interval;
  }[];
  /** The share of items with the smallest and the largest slopes. */
  tails: {
    tail: 'low' | 'high';
    items: number;
    first: number;
    second: number;
    t: number | null; // paired t-test
    degreesOfFreedom: number;
    pValue: number | null;
    cohensD: number | null; // mean difference / pooled standard deviation
  }[];
}

// ---------------------------------------------------------------- what it measures (synchronous)

export interface Loading {
  r: number | null; // Pearson, over models
  low: number | null; // 95%, Fisher's z
  high: number | null;
  pValue: number | null;
  adjustedP: number | null; // Benjamini-Hochberg over all bars of the table
}

export interface MeasuredGroup {
  name: string; // benchmark, or the attribute's value
  benchmark: number; // index; -1 = over several benchmarks
  items: number;
  models: number; // with a score on it
  loadings: Loading[]; // per dimension
  stronger: number; // dimension with the larger |r|; -1 = the difference is not significant, or one dimension
  strongerP: number | null; // Williams' test of two dependent correlations: the two largest
  direction: number[]; // mean of the items' directions, unit length (D numbers); [] with one dimension
  angle: number | null; // to the first dimension, degrees
  spread: number | null; // 1 - length of the mean of the unit vectors: 0 = all alike
  away: number; // items that point away from it (more than 90 degrees)
  noInformation: number; // items
  negative: number; // items with negative discrimination
  /** "This benchmark mixes two things": null unless two directions describe its items clearly better than one. */
  mix: {
    angleBetween: number;
    groups: { items: number[]; direction: number[]; typical: string[] }[]; // positions in FittedItems
  } | null;
}

export interface Measures {
  level: string; // 'benchmark' | 'attribute:<name>'
  levels: string[]; // those possible here
  groups: MeasuredGroup[];
  /** Item directions for the compass: at most 2,000 a group, the most discriminating; [] with one dimension. */
  compass: { group: number; items: number[] }[];
}

// ---------------------------------------------------------------- fewer items (job)

export interface SelectionParameters {
  fit: number;
  rule: 'discriminating' | 'information'; // within difficulty bins, or greedily by expected information
  dimension: number; // 0 = all of them; else the dimension from 1
  share: number; // 0.1: the share whose list is returned
  shares: number[]; // of the curve: .05 .1 .25 .5
  bins: number; // difficulty quantile bins, 10
  draws: number; // random subsets of the same size, 50
  folds: number; // models left out of fit and selection in turn, 5
  seed: number;
}

export interface SurvivalMetrics {
  scoreRank: number | null; // Spearman of the left-out models' subset score with the full score
  scoreKendall: number | null;
  abilityRank: (number | null)[]; // per dimension, Spearman with the abilities from all items
  meanError: number | null; // root mean square error of the full score, estimated by the subset's mean
  modelError: number | null; // the same, estimated by the model (observed part + predicted part)
}

export interface SelectionResult {
  parameters: SelectionParameters;
  items: number; // of the fit
  kept: number[]; // positions in FittedItems, ascending, at parameters.share
  curve: {
    share: number;
    items: number;
    selected: SurvivalMetrics; // models left out
    selectedLow: SurvivalMetrics; // 95% over resampled left-out models
    selectedHigh: SurvivalMetrics;
    random: SurvivalMetrics; // mean over draws
    randomLow: SurvivalMetrics; // 2.5% and 97.5% over draws
    randomHigh: SurvivalMetrics;
  }[];
  byBenchmark: { benchmark: number; kept: number; items: number }[];
}

// ---------------------------------------------------------------- prediction (job)

export interface PredictionParameters {
  fit: ItemResponseParameters;
  folds: number; // 5, over cells
  foldsUsed: number; // how many of them are held out in turn; 0 = all
  largestDimension: number; // 4
  seed: number;
}

export interface PredictionMethod {
  code: string; // "model mean", "model x benchmark mean", "model x category mean", "rasch", "additive", "1 per benchmark", "D1" .. , "grouped D2" ..
  label: string;
  kind: 'baseline' | 'item response';
  dimensions: number; // 0 for baselines
  grouped: boolean;
  accuracy: number; // share of held-out 0/1 cells (rounded scores) predicted right
  logLoss: number;
  brier: number;
  rankCorrelation: number | null; // mean over models of Spearman between predicted and observed mean item scores is not meaningful: over models, predicted against observed mean of the held-out cells
  calibration: { predicted: number; observed: number; cells: number; interval: Interval }[];
  calibrationError: number; // expected calibration error
  /** Gain in log-loss over the method one step simpler, clustered by items; null for baselines and the first. */
  z: number | null;
}

export interface PredictionResult {
  parameters: PredictionParameters;
  cells: number; // held out
  methods: PredictionMethod[];
  chosenDimensions: number; // the smallest D after which z < 3
  chosenGrouping: string; // 'none' or the grouping that was tried, where it is better
  best: string; // code with the smallest log-loss
}

// ---------------------------------------------------------------- stability (job)

export interface StabilityParameters {
  fit: number;
  seeds: number; // refits from perturbed starts, 3
  halves: number; // random splits of the items and of the models, 5 each
  seed: number;
}

export interface StabilityResult {
  parameters: StabilityParameters;
  rows: {
    kind: 'seed' | 'items' | 'models';
    replicates: number;
    congruence: { mean: number; low: number; high: number }[]; // Tucker's, per dimension, of slopes
    abilities: { mean: number; low: number; high: number }[]; // Pearson per dimension; for 'models': of slopes
  }[];
}

// ---------------------------------------------------------------- diagnostics (job)

export interface DiagnosticsParameters {
  fit: number;
  level: string; // of the residual map: 'benchmark' | 'attribute:<name>'; those of Measures.levels
}

export interface Diagnostics {
  fit: number;
  /** Local dependence: pairs of items with the largest |Q3| (Yen 1984), at most 200; 5,000 items at most compared. */
  localDependence: { first: number; second: number; q3: number; models: number }[];
  itemsCompared: number;
  /** Correlation of the residuals of every two models: it finds families. */
  modelResiduals: { models: number[]; values: (number | null)[][] };
  /** Mean residual of each model on each benchmark or category, with its z. */
  residualMap: {
    level: string;
    groups: string[];
    models: number[];
    values: (number | null)[][];
    z: (number | null)[][];
  };
  identicalModels: number[][]; // indices in the data set
}

export interface DifferentialParameters {
  fit: number;
  first: number[]; // models, indices in the data set
  second: number[];
}

/** Differential item functioning: items that one group finds harder than its ability explains. */
export interface DifferentialResult {
  parameters: DifferentialParameters;
  items: {
    position: number;
    difference: number;
    error: number;
    z: number;
    pValue: number;
    adjustedP: number;
  }[]; // sorted by |z|, at most 500
  significant: number; // adjusted p < .05
}

// ---------------------------------------------------------------- adaptive testing

/** Answers of a new model so far; the core needs the fit's item parameters only. */
export interface AdaptiveRequest {
  fit: number; // a handle, also of parameters that were loaded from a file
  answers: { item: number; score: number }[]; // positions in FittedItems
  next: number; // 10
}

export interface AdaptiveState {
  answered: number;
  ability: { value: number; error: number; low: number; high: number }[]; // per dimension
  expectedScore: { value: number; low: number; high: number }; // mean over all items
  next: { item: number; information: number }[];
  /** Expected standard error of the ability (root mean over dimensions) after n more items, chosen this way. */
  expectedErrors: { items: number; error: number }[];
}

export interface AdaptiveSimulationParameters {
  fit: number;
  items: number; // asked at most, 200
  folds: number; // models left out in turn, 5
  seed: number;
}

export interface AdaptiveSimulation {
  parameters: AdaptiveSimulationParameters;
  models: number; // left out in turn
  /** Root mean square error of the ability estimated from all items, and of the mean score. */
  curve: { items: number; adaptive: number; random: number; adaptiveScore: number; randomScore: number }[];
}

// ---------------------------------------------------------------- parameters in files (synchronous)

/** What exportFit writes: everything that rebuilds predictions, or a table of items or of models. */
export type FitFormat = 'json' | 'items.csv' | 'models.csv';

/**
 * Parameters that were read from a file, of this page or of py-irt: a fit like any other for adaptive(), itemDetail(),
 * measures() and exportFit(), as far as the data that are loaded have its items and models.
 */
export interface LoadedFit {
  fit: number; // handle
  source: 'harmonograph' | 'py-irt';
  parameters: ItemResponseParameters | null; // as the file has them; null where it does not say
  dimensions: string[]; // names
  items: {
    benchmark: string; // name; "" where the file has none
    id: string;
    /** Its place in the data that are loaded: [benchmark, item]; null when they do not have it. */
    place: [number, number] | null;
  }[];
  slopes: number[][]; // [dimension][item]
  intercept: number[];
  guessing: number[];
  discrimination: number[];
  difficulty: (number | null)[];
  models: { name: string; abilities: (number | null)[]; errors: (number | null)[] }[]; // one value a dimension
  notes: Note[];
}
