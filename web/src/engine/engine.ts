// What the page can ask of the engine. The worker client implements it; tests give an object of their own.
import type { CellRequest, OnCell } from './cell_pool.ts';
import type {
  AdaptiveRequest,
  AdaptiveSimulation,
  AdaptiveSimulationParameters,
  AdaptiveState,
  Diagnostics,
  DiagnosticsParameters,
  DifferentialParameters,
  DifferentialResult,
  FitFormat,
  ItemDetail,
  ItemResponseParameters,
  ItemResponseResult,
  LoadedFit,
  Measures,
  ModelComparison,
  PredictionParameters,
  PredictionResult,
  SelectionParameters,
  SelectionResult,
  StabilityParameters,
  StabilityResult,
} from './item_response.ts';
import type {
  AnalysisParameters,
  EngineErrorData,
  FileReport,
  FormatInfo,
  HarmonyResult,
  ImportReport,
  ItemRow,
  JobStatus,
  ModelItems,
  OverviewCell,
  PartitionSourcesResult,
  SensitivityResult,
} from './results.ts';
import type { StudyQuestion, StudyQuestions } from './study.ts';

/** A file as the page holds it. Its bytes are read only when the engine asks. */
export interface IncomingFile {
  id: number;
  path: string; // with folders, as dropped
  file: File;
  /** What the user chose: "format", and the names of src/formats/format.hpp. */
  options: Record<string, string>;
  /** What the file was made from, where it is not as it lay on the disk: the report names this. */
  original?: { bytes: number; sha256: string };
  /** It could not be unpacked: its report says so, and nothing of it is read. */
  refusal?: EngineErrorData;
}

export interface ReadingProgress {
  file: number; // 0.. of the files in this call
  files: number;
  path: string;
  bytes: number; // of all files so far
  bytesTotal: number;
  rows: number; // of this file
}

export interface AnalysisRequest {
  benchmark: number;
  model: number;
  parameters: AnalysisParameters;
  /** Smaller goes first: 0 = what is being looked at, 1 = the overview's cells. */
  priority: number;
}

type OnStatus = (status: JobStatus) => void;

/** What item response theory answers. A fit stays in the engine, under its handle, until dropFit(). */
export interface ItemResponseEngine {
  /** `keep`: when it aborts, the running fit ends early with its latest parameters. `signal` throws it away. */
  fitItemResponse(
    parameters: ItemResponseParameters,
    onStatus: OnStatus,
    signal?: AbortSignal,
    keep?: AbortSignal,
  ): Promise<ItemResponseResult>;
  /** position = index in FittedItems. */
  itemDetail(fit: number, position: number): Promise<ItemDetail>;
  /** Models by their index in the data set; dimension from 0. */
  compareModels(fit: number, first: number, second: number, dimension: number): Promise<ModelComparison>;
  /** level = 'benchmark' or 'attribute:<name>'. */
  measures(fit: number, level: string): Promise<Measures>;
  selection(
    parameters: SelectionParameters,
    onStatus: OnStatus,
    signal?: AbortSignal,
  ): Promise<SelectionResult>;
  prediction(
    parameters: PredictionParameters,
    onStatus: OnStatus,
    signal?: AbortSignal,
  ): Promise<PredictionResult>;
  stability(
    parameters: StabilityParameters,
    onStatus: OnStatus,
    signal?: AbortSignal,
  ): Promise<StabilityResult>;
  diagnostics(
    parameters: DiagnosticsParameters,
    onStatus: OnStatus,
    signal?: AbortSignal,
  ): Promise<Diagnostics>;
  differential(parameters: DifferentialParameters): Promise<DifferentialResult>;
  adaptive(request: AdaptiveRequest): Promise<AdaptiveState>;
  adaptiveSimulation(
    parameters: AdaptiveSimulationParameters,
    onStatus: OnStatus,
    signal?: AbortSignal,
  ): Promise<AdaptiveSimulation>;
  exportFit(fit: number, format: FitFormat): Promise<string>;
  /** Parameters as exportFit(fit, 'json') wrote them, or py-irt's. */
  importFit(text: string): Promise<LoadedFit>;
  /** The responses on these items alone (positions in FittedItems), in a form that the page reads. */
  trimmedResponses(fit: number, positions: number[], format: 'csv' | 'json'): Promise<string>;
  dropFit(fit: number): Promise<void>;
}

export interface EngineVersion {
  version: string; // of the program, "0.1.0"
  /** Names the compiled core to the byte: "0.1.0-9f2b5c8a2273". The same id gives the same numbers to the last bit. */
  id: string;
}

/** Every method throws EngineError; a cancelled one has the code "cancelled". */
export interface Engine extends ItemResponseEngine {
  /** Throws the engine away and starts an empty one: what waits for an answer fails. The page reads its files again. */
  restart(): Promise<void>;
  version(): Promise<EngineVersion>;
  formats(): Promise<FormatInfo[]>;

  /** Reads the files one after the other; a file that fails has its error in its report and the rest go on.
   *  A file with the id of an earlier one takes its place. Cancelled: the reports of the complete ones. */
  readFiles(
    files: IncomingFile[],
    onProgress: (progress: ReadingProgress) => void,
    signal?: AbortSignal,
  ): Promise<FileReport[]>;
  /** Generates the built-in example and reads it like a file. */
  loadExample(id: number): Promise<FileReport>;
  removeFile(id: number): Promise<void>;
  /** SHA-256 of a file's bytes as they are on the disk, 64 hexadecimal digits, without reading it as data. */
  hashFile(file: File): Promise<string>;
  /** The groups of ImportReport.groups whose tasks are one benchmark from now on; all others are one a task. */
  setMergedGroups(names: readonly string[]): Promise<void>;

  /** Everything that is loaded, groups merged as they are, as one file in Harmonograph's own format (UTF-8 of JSON): read
   *  alone, it gives the same data to the last bit. Throws when nothing is loaded or when it would be too large. */
  dataFile(): Promise<Uint8Array>;

  report(): Promise<ImportReport>;
  overview(): Promise<OverviewCell[]>;
  items(benchmark: number): Promise<ItemRow[]>;
  /** choices = name of the choice set, "" = the model's first. */
  modelItems(benchmark: number, model: number, choices: string): Promise<ModelItems>;

  analyse(
    request: AnalysisRequest,
    onStatus: (status: JobStatus) => void,
    signal?: AbortSignal,
  ): Promise<HarmonyResult>;
  /** Many of them in that many workers (1 = the one that answers everything else, behind what is being looked at).
   *  `on` hears of each cell by its index. Throws when it is cancelled or when a worker fails. */
  analyseCells(
    cells: readonly CellRequest[],
    on: OnCell,
    signal: AbortSignal,
    workers: number,
  ): Promise<void>;
  sensitivity(
    request: AnalysisRequest,
    onStatus: (status: JobStatus) => void,
    signal?: AbortSignal,
  ): Promise<SensitivityResult>;
  /** Every partition that the data allow, side by side; the request's partition is not looked at. */
  partitionSources(
    request: AnalysisRequest,
    onStatus: (status: JobStatus) => void,
    signal?: AbortSignal,
  ): Promise<PartitionSourcesResult>;
  /** A question about the study. */
  study<Question extends StudyQuestion>(
    question: Question,
    parameters: StudyQuestions[Question]['takes'],
    onStatus: (status: JobStatus) => void,
    signal?: AbortSignal,
  ): Promise<StudyQuestions[Question]['gives']>;
}

/** An engine that can be given back. */
export interface ClosableEngine extends Engine {
  /** Ends the workers and frees their memory: what waits for an answer fails. Nothing can be asked afterwards. */
  close(): void;
}
