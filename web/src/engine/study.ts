// What a study over benchmarks and models asks of the core and gets back, as JSON. The C++ side (src/study/) writes
// exactly these names. A number that does not exist is null; models, benchmarks and items are named by their index.
import type { Accuracy, AnalysisParameters, Interval } from './results.ts';

/** A test of many: p as it is, and adjusted for all tests of its list (Benjamini and Hochberg 1995). */
export interface TestedPair {
  pValue: number | null;
  adjusted: number | null;
}

export interface StudyCorrelation {
  value: number | null;
  interval: Interval | null; // 95%; null with fewer than 4 pairs
  pValue: number | null;
  pairs: number;
}

// ---------------------------------------------------------------- cells of the table benchmark x model

/** One computed cell, as the page collected it from the workers. */
export interface StudyCell {
  benchmark: number;
  model: number;
  harmony: number | null;
  accuracy: number | null;
  items: number;
}

// ---------------------------------------------------------------- "plane": the mean-variance plane

export interface PlaneParameters {
  cells: StudyCell[];
}

/** In words: "even for all models", "even, but not for all models", "uneven for all models", "depends on the model". */
export type Quadrant = 'even' | 'even varying' | 'uneven' | 'uneven varying';

export interface PlanePoint {
  benchmark: number;
  models: number; // with a HARMONY
  items: number; // the largest of its cells
  meanHarmony: number | null;
  variance: number | null; // population variance over models; null with fewer than 3
  meanInterval: Interval | null; // 95%, jackknife over models, cut to [0, 1]; null with fewer than 3 models
  varianceInterval: Interval | null; // the same, cut at 0
  meanError: number | null; // jackknife standard errors
  varianceError: number | null;
  meanAccuracy: number | null;
  quadrant: Quadrant | null; // null without a variance
  certain: boolean; // neither interval reaches over the line to another quadrant
  reason: string; // why there is no variance; "" when there is
}

export interface Plane {
  points: PlanePoint[]; // in the order of benchmarks
  /** The lines between the quadrants: medians over the benchmarks, or fixed ones with fewer than 4. */
  meanLine: number;
  varianceLine: number;
  lines: 'medians' | 'fixed';
  /** Pairs of benchmarks whose mean HARMONY differs over the models that both have: paired, adjusted (BH). */
  differences: ({ first: number; second: number; difference: number; models: number } & TestedPair)[];
}

// ---------------------------------------------------------------- "models": family and size, read off the names

export interface ModelFacts {
  model: number;
  family: string; // "Qwen3"; "" = none found
  parameters: number | null; // in all, 8.03e9
  activeParameters: number | null; // of a mixture of experts, where the name says so ("A3B", "8x7B" says none)
  tokens: number | null; // seen in pretraining
  sources: { family: FactSource; parameters: FactSource; tokens: FactSource };
}
/** A model-attribute file wins over the name; "" = not known. */
export type FactSource = 'attribute' | 'name' | '';

// ---------------------------------------------------------------- "scaling"

export interface ScalingParameters {
  cells: StudyCell[]; // of the benchmarks and models to look at
  facts: { model: number; family: string; parameters: number | null; tokens: number | null }[];
  x: 'parameters' | 'tokens';
  y: 'harmony' | 'accuracy';
}

export interface ScalingFamily {
  family: string; // "" = models without one
  models: number; // with x and y
  slope: number | null; // of y on log10 x; null with fewer than 3 models or a single x
  slopeInterval: Interval | null; // 95%, Student's t with models - 2 degrees of freedom
  intercept: number | null;
  pearson: StudyCorrelation | null; // of log10 x and y
  spearman: StudyCorrelation | null;
  reason: string; // why it is not fitted; "" when it is
}

export interface Scaling {
  /** Mean over the benchmarks that the model has cells on; only benchmarks that all points share when `shared`. */
  points: { model: number; family: string; x: number; y: number; benchmarks: number }[];
  families: ScalingFamily[]; // by name; without a family last
  all: ScalingFamily; // every model together, family = ""
  benchmarks: number[]; // that the means run over
  shared: boolean; // every point has all of these benchmarks
  leftOut: { model: number; reason: string }[];
}

// ---------------------------------------------------------------- "rebalancing" of one benchmark

export interface RebalancingParameters {
  benchmark: number;
  model: number; // whose partition it is, where the partition belongs to one model
  analysis: AnalysisParameters; // partition, b ...
  draws: number; // 1000 random removals
  points: number; // 41 on the curve, from nothing pruned on
  budget: number; // 0.5: the largest share that may be pruned
  seed: number;
}

export interface RebalancedModel {
  model: number;
  /** Per point of the curve. */
  accuracy: (number | null)[];
  harmony: (number | null)[];
  accuracyLow: (number | null)[]; // 95% of equally many random removals
  accuracyHigh: (number | null)[];
  harmonyLow: (number | null)[];
  harmonyHigh: (number | null)[];
  tests: TestedPair[]; // two-sided, of the accuracy; adjusted over models at that point
  macroAverage: number | null; // each subdomain equal, all items
  macroDifference: number | null; // macro-average - average
  macroInterval: Interval | null; // 95% of the difference
  macroTest: TestedPair; // adjusted over models
}

export interface RebalancedPoint {
  pruned: number; // items
  share: number; // of all
  sizes: number[]; // items left in each subdomain
  harmonyOfSizes: number | null;
  meanHarmony: number | null; // over models
  kendall: number | null; // tau-b of the models' accuracies with those of the full benchmark
  swaps: { first: number; second: number }[]; // pairs of models that change places; at most 100
  swapCount: number;
  significant: number; // models whose adjusted p < .05
  detectable: number | null; // smallest difference of two models that is significant at 95% (median over pairs)
}

export interface Rebalancing {
  benchmark: number;
  model: number;
  parameters: RebalancingParameters; // as used
  items: number;
  k: number;
  sizes: number[]; // at the start
  order: number[]; // benchmark index of the items in the order of their removal, as far as the budget goes
  subdomains: number[]; // subdomain of each used item
  usedItems: number[];
  orderedBy: 'similarity' | 'responses' | 'random'; // what "too similar" was measured by
  levelAt: number | null; // point where all subdomains are equally large; null = the budget ends before
  points: RebalancedPoint[];
  models: RebalancedModel[];
  /** Judged at this point: where sizes are level, or where the budget ends. */
  judgedAt: number;
  verdict: 'fragile' | 'stable' | 'unknown';
  rule: string; // the rule in words, with its numbers
  smallestAdjusted: number | null; // over models at judgedAt
  warnings: { code: string; message: string }[]; // "partition_from_answers" ...
}

// ---------------------------------------------------------------- "robustness" of one model's HARMONY

export interface RobustnessParameters {
  benchmark: number;
  model: number;
  analysis: AnalysisParameters;
  draws: number; // 199 shuffles a setting
}

/** "below chance": p < .05 against shuffled scores; "like chance": not; "undefined": one subdomain. */
export type Conclusion = 'below chance' | 'like chance' | 'undefined';

export interface RobustnessSetting {
  tau: number;
  bandwidth: number;
  seed: number;
  k: number;
  kShift: number; // from the k that the silhouette (or the user) chose there
  harmony: number | null;
  chance: number | null; // mean of the shuffled
  pValue: number | null;
  conclusion: Conclusion;
}

export interface Robustness {
  benchmark: number;
  model: number;
  base: RobustnessSetting;
  settings: RobustnessSetting[]; // all combinations
  changed: number; // settings whose conclusion is not that of base
  /** Per parameter and value, over all combinations of the others. */
  by: {
    parameter: 'tau' | 'bandwidth' | 'seed' | 'kShift';
    value: number;
    settings: number;
    changed: number;
    low: number | null;
    median: number | null;
    high: number | null;
  }[]; // of HARMONY
}

// ---------------------------------------------------------------- "compare" two models on one benchmark

export interface CompareParameters {
  benchmark: number;
  first: number;
  second: number;
  analysis: AnalysisParameters; // of the partition; of the first model where it belongs to one
}

export interface ComparedGroup {
  name: string; // "All items", "Subdomain 1", or the attribute's value
  subdomain: number | null;
  items: number;
  first: number; // mean scores
  second: number;
  difference: number; // first - second
  interval: Interval | null; // 95%, paired
  firstOnly: number; // items that only the first has right (0/1), or where it scores higher
  secondOnly: number;
  test: TestedPair;
  method: 'McNemar, exact' | 'paired permutation';
  /** Cohen's d of the paired differences (mean / sd); null when nothing differs. */
  effect: number | null;
  oddsRatio: number | null; // firstOnly / secondOnly, 0/1 scores only, with 0.5 added to both when one is 0
}

export interface ComparedModels {
  benchmark: number;
  first: number;
  second: number;
  items: number; // that both have scores on
  leftOut: number;
  graded: boolean;
  overall: ComparedGroup;
  groups: ComparedGroup[]; // of the partition; adjusted over groups
  partitionError: string | null; // why there is no partition; groups is empty then
  /** Does the difference itself differ between groups? Cochran's Q of the groups' differences. */
  heterogeneity: { q: number; degrees: number; pValue: number } | null;
  /** Items where they differ, the largest first, then in order. */
  differing: { item: number; first: number; second: number; subdomain: number | null }[];
  agreement: number; // share of items with equal scores
}

// ---------------------------------------------------------------- "ranks" on one benchmark, and "noise" of all

export interface RanksParameters {
  benchmark: number;
  correction: 'holm' | 'benjamini-hochberg';
}

export interface RankedModel {
  model: number;
  accuracy: Accuracy;
  standardError: number | null;
  rank: number; // 1 + models that are significantly better: models that share it are tied
  lowestRank: number; // number of models - those significantly worse
  tiedWith: number[]; // models that no test tells from it
}

export interface Ranks {
  benchmark: number;
  correction: 'holm' | 'benjamini-hochberg';
  method: 'McNemar, exact' | 'paired t-test';
  models: RankedModel[]; // best first
  pairs: number;
  distinguishable: number; // pairs with adjusted p < .05
  /** Groups of neighbours that no pair of tells apart, from the best: indices into models, first and last. */
  groups: { first: number; last: number }[];
  leftOut: { model: number; reason: string }[];
}

export interface BenchmarkNoise {
  benchmark: number;
  models: number;
  items: number;
  standardError: number | null; // of one model's accuracy, median over models
  detectable: number | null; // smallest significant difference of two models at 95%: 1.96 standard errors of the paired difference, median over pairs
  detectableLargest: number | null;
  withPower: number | null; // difference found in 80% of repetitions: (1.96 + 0.84) standard errors
  itemsForOnePoint: number | null; // items needed to tell 1 percentage point apart at 95%
  pairs: number; // looked at
}

export interface Noise {
  benchmarks: BenchmarkNoise[];
}

// ---------------------------------------------------------------- "validation": does this work?

export type SimilarityMeasure =
  | 'predictive similarity'
  | 'response patterns'
  | 'lexical overlap'
  | 'random partition';

export interface ValidationParameters {
  domains: number; // 2..8
  entries: number; // per domain, before imbalance; five questions each
  noise: number; // 0..1: of the predictive distributions
  imbalance: number; // 0..1: 0 = domains equally large, 1 = the smallest has a tenth of the largest
  models: number; // simulated
  seed: number;
}

export interface ValidatedMeasure {
  measure: SimilarityMeasure;
  error: string | null; // why there is none
  points: {
    model: number;
    name: string;
    trueHarmony: number;
    harmony: number;
    k: number;
    adjustedRand: number;
  }[];
  pearson: StudyCorrelation | null;
  spearman: StudyCorrelation | null;
  slope: number | null; // of estimated on true
  adjustedRand: number | null; // mean over models, of the recovered with the true subdomains
  mutualInformation: number | null; // normalised, the same
  meanError: number | null; // mean of |estimated - true|
}

export interface Validation {
  parameters: ValidationParameters;
  items: number;
  sizes: number[]; // items per domain
  domainNames: string[];
  measures: ValidatedMeasure[];
}

// ---------------------------------------------------------------- what can be asked

/** Each is a job of the core: name -> what it takes and what it gives. */
export interface StudyQuestions {
  plane: { takes: PlaneParameters; gives: Plane };
  models: { takes: Record<string, never>; gives: ModelFacts[] };
  scaling: { takes: ScalingParameters; gives: Scaling };
  rebalancing: { takes: RebalancingParameters; gives: Rebalancing };
  robustness: { takes: RobustnessParameters; gives: Robustness };
  compare: { takes: CompareParameters; gives: ComparedModels };
  ranks: { takes: RanksParameters; gives: Ranks };
  noise: { takes: Record<string, never>; gives: Noise };
  validation: { takes: ValidationParameters; gives: Validation };
}
export type StudyQuestion = keyof StudyQuestions;
