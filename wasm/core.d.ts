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
  report(): string; // ImportReport
  overview(): string; // OverviewCell[]
  items(benchmark: number): string; // ItemRow[]
  /** What one model did on each of them; choices = name of a choice set, "" = its first. */
  modelItems(benchmark: number, model: number, choices: string): string; // ModelItems
  startAnalysis(benchmark: number, model: number, parametersJson: string): string; // {job}
  startSensitivity(benchmark: number, model: number, parametersJson: string): string; // {job}
  step(job: number): string; // JobStatus
  result(job: number): string; // HarmonyResult or SensitivityResult
  dropJob(job: number): string; // null
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
}

export default function createCore(options?: CoreOptions): Promise<Core>;
