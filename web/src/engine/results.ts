// The plain data that the core returns, as JSON. The C++ side writes exactly these names
// (src/session/*_json.cpp, src/harmony/*_json.cpp). A number that does not exist is null.

export type EngineResult<T> = { ok: true; value: T } | { ok: false; error: EngineErrorData };

export interface EngineErrorData {
  code: string; // src/core/error.hpp
  message: string; // what is wrong and why, with the file and place
  file: string; // "" when there is none
  line: number; // 0 when there is none
  hint: string; // what to do
}

// ---------------------------------------------------------------- import

export interface Note {
  code: string;
  severity: 'info' | 'warning';
  message: string;
  count: number;
  lines: number[]; // the first few lines concerned
}

export interface FormatInfo {
  id: string;
  label: string;
}

export interface TableColumn {
  name: string;
  role: string; // see TableDescription in src/formats/file_observations.hpp
  examples: string[];
}

export interface TableDescription {
  separator: string;
  decimalComma: boolean;
  hasHeader: boolean;
  shape: string; // "long" | "items x models" | "models x items" | "item attributes" | "item vectors" | "model attributes"
  columns: TableColumn[]; // at most 200 are described
  columnCount: number;
}

export interface Alternative {
  name: string;
  rows: number;
}

export interface FileReport {
  id: number; // stable while the page is open
  path: string;
  bytes: number;
  /** Of the bytes as they are on the disk, 64 hexadecimal digits: added by the worker, the core does not see packed bytes.
   *  "" for the built-in example and for a file that could not be read to its end. */
  sha256: string;
  format: FormatInfo | null; // null when the file could not be read
  role: 'responses' | 'run' | 'model attributes' | 'item attributes' | 'item vectors';
  models: string[];
  benchmarks: string[];
  rowsRead: number;
  rowsSkipped: number;
  items: number;
  responses: number;
  filters: Alternative[];
  filter: string;
  metrics: Alternative[];
  metric: string;
  choiceSets: string[]; // "log-likelihood", "p0" ... in the order of preference
  table: TableDescription | null;
  argmaxCompared: number;
  argmaxDisagreements: number;
  notes: Note[];
  options: Record<string, string>; // what the user chose for it
  error: EngineErrorData | null;
}

export type JoinKind = 'native id' | 'content hash' | 'question text' | 'position';

/** How many items were joined over files in each way; one that took several counts for the weakest. Together: all items. */
export interface JoinCounts {
  nativeId: number;
  contentHash: number;
  questionText: number; // the same question with the same options
  position: number;
  oneFile: number; // of several models in one file: nothing to join
  oneModel: number; // not joined: only files of one model have it
}

export interface BenchmarkReport {
  index: number;
  name: string;
  items: number;
  models: number[]; // indices of the models with at least one score
  itemsSharedByAll: number; // items with a score of each of these models
  missingCells: number; // among these models
  joinedBy: JoinKind; // the weakest way of any item
  joins?: JoinCounts; // absent in reports of older cores
  optionCounts: [number, number] | null; // smallest and largest number of options
  hasTexts: boolean;
  attributes: { name: string; levels: number; items: number }[]; // levels = distinct values
  vectors: { name: string; width: number; items: number }[]; // embeddings or distributions of the items
  choiceSets: { name: string; models: number[] }[];
  notes: Note[];
}

export interface ModelReport {
  index: number;
  name: string;
  attributes: string[]; // in the order of modelAttributeNames
}

/** A metric that a results file states, beside what the responses give. */
export interface MetricCheck {
  model: string;
  benchmark: string;
  metric: string;
  stated: number;
  computed: number;
  agrees: boolean;
}

/** Files that do not say whose they are, got the same name and answer the same items: most likely different models. */
export interface UnnamedModels {
  name: string; // the one that all of them got
  benchmark: string; // the first on which they collide
  files: number[]; // FileReport.id
  lost: number; // responses of the later files that were not kept
}

/** Tasks that can be read as one benchmark, with the task as a category of its items. */
export interface TaskGroup {
  name: string;
  tasks: string[];
  merged: boolean; // as the user decided
  source: 'results file' | 'names'; // who proposes it
}

export interface ImportReport {
  files: FileReport[];
  unnamedModels: UnnamedModels[];
  benchmarks: BenchmarkReport[];
  models: ModelReport[];
  modelAttributeNames: string[];
  groups: TaskGroup[];
  metricChecks: MetricCheck[];
  notes: Note[]; // about the whole set: joins, duplicates
}

// ---------------------------------------------------------------- overview

export interface Interval {
  low: number;
  high: number;
}

export interface Accuracy {
  value: number | null; // mean score
  interval: Interval | null; // 95%
  items: number; // scored
  missing: number;
  method: string; // "Wilson" for 0/1 scores, "normal" for graded ones
}

export interface OverviewCell {
  benchmark: number;
  model: number;
  accuracy: Accuracy;
  /** Partition sources that this cell allows, best first; empty = none, with the reason. */
  partitions: string[];
  refusal: EngineErrorData | null;
}

// ---------------------------------------------------------------- HARMONY of one model on one benchmark

/** "similarity" | "similarity-shared" | "responses" | "directions" | "texts" | "vectors:<name>" | "attribute:<name>",
 *  in the order of OverviewCell.partitions. "texts" = cosine of the items' words; "vectors" = of the vectors that the
 *  user brought: cosine, or predictive similarity when they are distributions. */
export type PartitionSource = string;

export interface AnalysisParameters {
  partition: PartitionSource;
  choices: string; // name of the choice set; "" = the file's first
  orderFree: boolean; // sort each item's options first
  tau: number; // 1
  bandwidth: number; // b, 0.1; 0 = from the data (weighted mean absolute deviation, at least 0.05)
  subdomains: number; // k; 0 = the largest mean silhouette
  largestK: number; // 20
  silhouette: 'affinity' | 'divergence'; // distance 1 - S, or J
  floor: number; // 1e-6
  seed: number; // 1
  starts: number; // of k-means; 0 = automatic: 40 for few items, 10 for many and for directions
  dimensions: number; // 2; of the abilities, for "directions"
  nullDraws: number; // 999
  bootstrap: 'within' | 'reclustered'; // items drawn within subdomains, or from all and clustered anew
  bootstrapDraws: number; // 999; 99 when re-clustered
  detail: boolean; // also the affinity map, the contents of subdomains and the other models
}

export interface SilhouettePoint {
  k: number;
  silhouette: number | null;
  harmony: number | null; // H at that k, same b
}

export interface DistinctiveWord {
  word: string;
  score: number; // z of the log-odds ratio with an informative Dirichlet prior (Monroe et al. 2008)
  inside: number; // items in the subdomain that contain it
  outside: number;
}

export interface CentralItem {
  item: number; // index in the benchmark
  id: string;
  text: string; // may be ""
  centrality: number; // mean similarity inside the subdomain; null-free
  score: number | null;
  attributes: string[]; // in the order of the benchmark's attributes
}

export interface Subdomain {
  index: number; // 0.. ordered by size, then by first item
  name: string; // "Subdomain 1", or the attribute's value
  size: number;
  weight: number; // size / N
  accuracy: number; // mean score of the model
  interval: Interval; // 95%
  fromMean: number; // accuracy - overall mean
  mass: number; // p_a
  silhouette: number | null; // mean inside
  cohesion: number | null; // mean similarity inside
  centralItems: CentralItem[]; // with detail
  words: DistinctiveWord[]; // with detail, where texts exist
  /** The value that is most over-represented, for each audited variable. */
  typical: { variable: string; value: string; share: number; overallShare: number }[];
}

export interface AuditRow {
  variable: string; // "chosen option", "key", "confidence quartile", "difficulty quartile", "option count", "question length", or an attribute
  kind: 'artefact' | 'label' | 'neutral'; // artefact: option, key, difficulty, length
  levels: number;
  items: number;
  mutualInformation: number; // normalised (arithmetic mean of the entropies)
  adjustedRand: number;
  baseline: number; // mean of the normalised mutual information over permutations
  pValue: number; // share of permutations at least as large, (1 + count) / (1 + draws)
}

export interface Audit {
  rows: AuditRow[];
  /** The artefact (or "confidence quartile") that explains the partition better than any label, or "". */
  explainedBy: string;
  /** What to try instead: another partition source or option, or "". */
  alternative: string;
}

export interface HarmonyResult {
  benchmark: number;
  model: number;
  parameters: AnalysisParameters; // as used: choices filled in
  items: number; // used
  itemsLeftOut: number; // without a score or a distribution
  accuracy: Accuracy;
  k: number;
  kChosenBy: 'silhouette' | 'user' | 'attribute';
  silhouetteCurve: SilhouettePoint[]; // empty for attribute partitions; for directions weighted by discrimination
  labels: number[]; // subdomain per used item
  usedItems: number[]; // benchmark index per label
  subdomains: Subdomain[];
  bandwidth: number; // b as used
  harmony: number | null; // null for k = 1
  harmonyOfSizes: number | null; // H_size: what equal accuracies would give
  effectiveSubdomains: number | null; // exp(H log k)
  nullDistribution: {
    mean: number;
    sd: number;
    low: number;
    high: number;
    pValue: number;
    draws: number;
  } | null; // scores shuffled over items
  bootstrap: {
    kind: 'within' | 'reclustered'; // a partition by a column is always "within"
    low: number;
    high: number;
    sd: number;
    draws: number; // with a HARMONY
  } | null;
  spread: {
    weightedSd: number;
    range: number;
    gini: number;
    coefficientOfVariation: number | null;
    macroAverage: number;
  };
  stability: {
    adjustedRand: number; // mean agreement
    seeds: number; // or splits
    over: 'seeds' | 'halves'; // of the partition with those of other seeds; between halves of the models
  } | null;
  flooredCells: number;
  flooredItems: number;
  paddedItems: number;
  eigenvalues: number[]; // the leading ones of D^-1/2 S D^-1/2
  /** How the similarity of all pairs was held; errors over random pairs, measured in this run. */
  similarity: {
    path: 'stored' | 'low rank' | 'tiles' | 'angles';
    rank: number;
    largestError: number;
    typicalError: number;
    checkedPairs: number;
  } | null;
  degenerate: boolean; // the silhouette cannot tell, e.g. all items alike
  affinityMap: { size: number; itemsPerBin: number; values: number[]; boundaries: number[] } | null; // ordered by subdomain; boundaries in bins
  otherModels: { model: number; accuracy: number[]; overall: number }[]; // mean score per subdomain for every model with scores
  audit: Audit;
  warnings: { code: string; message: string }[]; // "two_equal_subdomains", "size_imbalance", ...
}

// ---------------------------------------------------------------- sensitivity

export interface SensitivityResult {
  bandwidth: { b: number; harmony: number; harmonyOfSizes: number }[];
  tau: { tau: number; k: number; harmony: number; silhouette: number }[];
  subdomains: { k: number; harmony: number; silhouette: number }[];
  seeds: { seed: number; k: number; harmony: number; adjustedRand: number }[];
}

// ---------------------------------------------------------------- other ways to cut it

/** One partition that the data allow. */
export interface ComparedPartition {
  partition: PartitionSource;
  error: string | null; // why it could not be made; the numbers are 0 or null then
  items: number;
  k: number;
  harmony: number | null;
  nullPValue: number | null; // of the HARMONY, scores shuffled over items
  agreement: AuditRow[]; // with everything known of the items, but the column that makes the partition
  bestLabel: AuditRow | null; // the label with the largest mutual information above chance
  bestArtefact: AuditRow | null; // the same of chosen option, key, difficulty, option count, length
  stability: { adjustedRand: number; splits: number; models: number } | null; // between halves of the models
  stabilityReason: string; // why there is none
}

export interface PartitionSourcesResult {
  benchmark: number;
  model: number;
  partitions: ComparedPartition[]; // in the order of OverviewCell.partitions; columns of 2 to 50 values
}

// ---------------------------------------------------------------- items of a benchmark

export interface ItemRow {
  item: number;
  id: string;
  text: string;
  key: number; // -1 = unknown
  options: number; // 0 = unknown
  attributes: string[];
  meanScore: number | null; // over models
  scored: number; // models
}

/** What one model did on every item, in the order of ItemRow. */
export interface ModelItems {
  model: number;
  choices: string; // choice set of the chosen options; "" = as the file states them
  scores: (number | null)[];
  chosen: number[]; // index of the option; -1 = unknown
}

// ---------------------------------------------------------------- jobs

export interface JobStatus {
  done: boolean;
  progress: number; // 0..1
  stage: string;
}
