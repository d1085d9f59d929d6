// The compiled core as TypeScript sees it. Every method returns the JSON text of an EngineResult
// (web/src/engine/results.ts) unless its type says otherwise.

export interface Session {
  formats(): string; // FormatInfo[]
  /** Starts to read a file; feed() its bytes, then endFile(). optionsJson: an object of texts. */
  beginFile(id: number, path: string, bytes: number, optionsJson: string): string; // null
  /** A view of `length` bytes inside the module: fill it at once, then call feed(length). */
  inputBuffer(length: number): Uint8Array;
  feed(length: number): string; // {rows}
  endFile(): string; // FileReport
  abortFile(): string; // null
  removeFile(id: number): string; // null
  loadExample(id: number): string; // FileReport
  /** Groups of ImportReport.groups, as a JSON list of names: their tasks are one benchmark each from now on. */
  setMergedGroups(namesJson: string): string; // null
  /** One benchmark with all models, for the session of another worker: copy outgoingBytes() at once, then
   *  dropOutgoing(). There: fill inputBuffer(length), then loadSnapshot(length); the benchmark's index is 0. */
  takeSnapshot(benchmark: number): string; // {bytes}
  /** Everything that is loaded as one file of the project's own format (docs/format.md), taken in the same way. */
  takeDataFile(): string; // {bytes}
  outgoingBytes(): Uint8Array;
  dropOutgoing(): void;
  loadSnapshot(length: number): string; // null
  report(): string; // ImportReport
  overview(): string; // OverviewCell[]
  items(benchmark: number): string; // ItemRow[]
  /** What one model did on each of them; choices = name of a choice set, "" = its first. */
  modelItems(benchmark: number, model: number, choices: string): string; // ModelItems
  startAnalysis(benchmark: number, model: number, parametersJson: string): string; // {job}
  startSensitivity(benchmark: number, model: number, parametersJson: string): string; // {job}
  startPartitionSources(benchmark: number, model: number, parametersJson: string): string; // {job}
  /** A question about the study: StudyQuestions of web/src/engine/study.ts. */
  startStudy(question: string, parametersJson: string): string; // {job}
  step(job: number): string; // JobStatus
  result(job: number): string; // what the job computes: HarmonyResult, ItemResponseResult ...
  /** Asks a job to end with what it has: a fit keeps its latest parameters. Its next step is its last. */
  stopJob(job: number): string; // null
  dropJob(job: number): string; // null

  // Item response theory: web/src/engine/item_response.ts. Fits are handles and kept until dropFit().
  startItemResponse(parametersJson: string): string; // {job}; ItemResponseParameters -> ItemResponseResult
  startSelection(parametersJson: string): string; // {job}; SelectionParameters -> SelectionResult
  startPrediction(parametersJson: string): string; // {job}; PredictionParameters -> PredictionResult
  startStability(parametersJson: string): string; // {job}; StabilityParameters -> StabilityResult
  startDiagnostics(parametersJson: string): string; // {job}; DiagnosticsParameters -> Diagnostics
  startAdaptiveSimulation(parametersJson: string): string; // {job}; AdaptiveSimulationParameters -> AdaptiveSimulation
  /** position = index in FittedItems. */
  itemDetail(fit: number, position: number): string; // ItemDetail
  /** Models by their index in the data set; dimension from 0. */
  compareModels(fit: number, first: number, second: number, dimension: number): string; // ModelComparison
  /** level = 'benchmark' or 'attribute:<name>'. */
  measures(fit: number, level: string): string; // Measures
  differential(parametersJson: string): string; // DifferentialParameters -> DifferentialResult
  adaptive(requestJson: string): string; // AdaptiveRequest -> AdaptiveState
  /** format = 'json', 'items.csv' or 'models.csv'. */
  exportFit(fit: number, format: string): string; // the text, as a JSON string
  importFit(text: string): string; // LoadedFit
  /** parametersJson = {fit, positions, format: 'csv' | 'json'}. */
  trimmedResponses(parametersJson: string): string; // the text, as a JSON string
  dropFit(fit: number): string; // null
  version(): string; // {version}
  delete(): void;
}

export interface Core {
  Session: new () => Session;
  HEAPU8: Uint8Array;
}

export interface CoreOptions {
  wasmBinary?: ArrayBuffer | Uint8Array;
  locateFile?: (path: string) => string;
  /** Makes the instance from a module that is compiled already: calls receive() later and returns {}. */
  instantiateWasm?: (
    imports: WebAssembly.Imports,
    receive: (instance: WebAssembly.Instance, module: WebAssembly.Module) => void,
  ) => object;
}

export default function createCore(options?: CoreOptions): Promise<Core>;
