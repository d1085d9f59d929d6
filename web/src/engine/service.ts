// What runs in the worker: feeds files to the core in chunks, steps its jobs, and answers with plain results.
// It knows neither the page nor the module's address, so that tests can drive it in Node.
import { createSHA256 } from 'hash-wasm';
import type { Session } from '../../../wasm/core.d.ts';
import { UnpackError } from '../unpack/limits.ts';
import { type Bytes, bytesOf, gunzipped } from '../unpack/streams.ts';
import { cancelled, describeFailure } from './call.ts';
import type { AnalysisRequest, EngineVersion, IncomingFile, ReadingProgress } from './engine.ts';
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
  EngineErrorData,
  EngineResult,
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

const largestChunk = 4 * 1024 * 1024;
const reportEvery = 80; // ms between two messages about progress

type OnStatus = (status: JobStatus) => void;

interface WaitingJob {
  token: number;
  priority: number;
  job: number;
  onStatus: (status: JobStatus) => void;
  settle: (result: EngineResult<unknown>) => void;
  lastReport: number;
}

/** Lets messages from the page in (Cancel!). Timers would wait 4 ms each. */
function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    const channel = new MessageChannel();
    channel.port1.onmessage = () => {
      channel.port1.close();
      resolve();
    };
    channel.port2.postMessage(null);
  });
}

export class EngineService {
  readonly #session: Promise<Session>;
  readonly #id: string;
  /** Of the bytes of each file, as they came. */
  readonly #hashes = new Map<number, string>();
  /** Of files that came as a text made from other bytes: how many those are. */
  readonly #originalSizes = new Map<number, number>();
  readonly #cancelled = new Set<number>();
  /** Jobs that are to end early with what they have. */
  readonly #stopped = new Set<number>();
  readonly #jobs: WaitingJob[] = [];
  /** Files that could not even be unpacked or read from the disk: the core never saw them. */
  readonly #unreadable = new Map<number, FileReport>();
  #stepping = false;

  /** @param id names the compiled core: EngineVersion.id */
  constructor(session: Promise<Session>, id = '') {
    this.#session = session;
    this.#id = id;
  }

  async version(): Promise<EngineResult<EngineVersion>> {
    const result = await this.#ask<EngineVersion>((session) => session.version());
    return result.ok ? { ok: true, value: { ...result.value, id: this.#id } } : result;
  }
  async hashFile(file: File): Promise<EngineResult<string>> {
    try {
      const hash = (await createSHA256()).init();
      const reader = file.stream().getReader();
      for (let piece = await reader.read(); !piece.done; piece = await reader.read()) {
        hash.update(piece.value);
      }
      return { ok: true, value: hash.digest('hex') };
    } catch (error) {
      return { ok: false, error: unreadable(file.name, false, 0, error) };
    }
  }
  formats(): Promise<EngineResult<FormatInfo[]>> {
    return this.#ask((session) => session.formats());
  }
  overview(): Promise<EngineResult<OverviewCell[]>> {
    return this.#ask((session) => session.overview());
  }
  items(benchmark: number): Promise<EngineResult<ItemRow[]>> {
    return this.#ask((session) => session.items(benchmark));
  }
  modelItems(benchmark: number, model: number, choices: string): Promise<EngineResult<ModelItems>> {
    return this.#ask((session) => session.modelItems(benchmark, model, choices));
  }
  async loadExample(id: number): Promise<EngineResult<FileReport>> {
    const result = await this.#ask<FileReport>((session) => session.loadExample(id));
    return result.ok ? { ok: true, value: this.#withHash(result.value) } : result;
  }
  async removeFile(id: number): Promise<EngineResult<null>> {
    this.#unreadable.delete(id);
    this.#hashes.delete(id);
    this.#originalSizes.delete(id);
    return this.#ask((session) => session.removeFile(id));
  }
  /** The groups whose tasks are one benchmark each from now on; all others are one a task. */
  setMergedGroups(names: readonly string[]): Promise<EngineResult<null>> {
    return this.#ask((session) => session.setMergedGroups(JSON.stringify(names)));
  }
  /** One benchmark with all models, for loadSnapshot() of another worker. Whoever sends it on moves it. */
  snapshot(benchmark: number): Promise<EngineResult<ArrayBuffer>> {
    return this.#take((session) => session.takeSnapshot(benchmark));
  }
  /** Everything that is loaded as one file of the project's own format. Whoever sends it on moves it. */
  dataFile(): Promise<EngineResult<ArrayBuffer>> {
    return this.#take((session) => session.takeDataFile());
  }
  /** Takes the place of all data here; the benchmark's index is 0, the models' are as they were. */
  loadSnapshot(buffer: ArrayBuffer): Promise<EngineResult<null>> {
    return this.#ask((session) => {
      session.inputBuffer(buffer.byteLength).set(new Uint8Array(buffer));
      return session.loadSnapshot(buffer.byteLength);
    });
  }
  async report(): Promise<EngineResult<ImportReport>> {
    const result = await this.#ask<ImportReport>((session) => session.report());
    if (!result.ok) return result;
    const known = result.value.files.map((file) => this.#withHash(file));
    const files = [...known, ...this.#unreadable.values()].sort((a, b) => a.id - b.id);
    return { ok: true, value: { ...result.value, files } };
  }

  /** Stops what was started with this token at its next chunk or step. */
  cancel(token: number): void {
    this.#cancelled.add(token);
  }

  /** Asks what was started with this token to end at its next step and to keep what it has. */
  stop(token: number): void {
    this.#stopped.add(token);
  }

  async readFiles(
    files: IncomingFile[],
    token: number,
    onProgress: (progress: ReadingProgress) => void,
  ): Promise<EngineResult<FileReport[]>> {
    try {
      const session = await this.#session;
      const bytesTotal = files.reduce((sum, one) => sum + one.file.size, 0);
      const reports: FileReport[] = [];
      let bytesBefore = 0;
      for (const [index, incoming] of files.entries()) {
        if (this.#cancelled.has(token)) break;
        let lastReport = 0;
        const report = await this.#readFile(session, incoming, token, (bytes, rows) => {
          if (performance.now() - lastReport < reportEvery) return;
          lastReport = performance.now();
          onProgress({
            file: index,
            files: files.length,
            path: incoming.path,
            bytes: bytesBefore + bytes,
            bytesTotal,
            rows,
          });
        });
        if (report) reports.push(report);
        bytesBefore += incoming.file.size;
      }
      return { ok: true, value: reports };
    } catch (error) {
      return { ok: false, error: describeFailure(error) };
    } finally {
      this.#cancelled.delete(token);
    }
  }

  analyse(request: AnalysisRequest, token: number, onStatus: (status: JobStatus) => void) {
    const { benchmark, model, parameters, priority } = request;
    const start = (session: Session) => session.startAnalysis(benchmark, model, JSON.stringify(parameters));
    return this.#run<HarmonyResult>(start, priority, token, onStatus);
  }

  sensitivity(request: AnalysisRequest, token: number, onStatus: (status: JobStatus) => void) {
    const { benchmark, model, parameters, priority } = request;
    const start = (session: Session) =>
      session.startSensitivity(benchmark, model, JSON.stringify(parameters));
    return this.#run<SensitivityResult>(start, priority, token, onStatus);
  }

  partitionSources(request: AnalysisRequest, token: number, onStatus: OnStatus) {
    const { benchmark, model, parameters, priority } = request;
    const start = (session: Session) =>
      session.startPartitionSources(benchmark, model, JSON.stringify(parameters));
    return this.#run<PartitionSourcesResult>(start, priority, token, onStatus);
  }

  study<Question extends StudyQuestion>(
    question: Question,
    parameters: StudyQuestions[Question]['takes'],
    token: number,
    onStatus: OnStatus,
  ) {
    const start = (session: Session) => session.startStudy(question, JSON.stringify(parameters));
    return this.#run<StudyQuestions[Question]['gives']>(start, 0, token, onStatus);
  }

  fitItemResponse(parameters: ItemResponseParameters, token: number, onStatus: OnStatus) {
    const start = (session: Session) => session.startItemResponse(JSON.stringify(parameters));
    return this.#run<ItemResponseResult>(start, 0, token, onStatus);
  }
  selection(parameters: SelectionParameters, token: number, onStatus: OnStatus) {
    const start = (session: Session) => session.startSelection(JSON.stringify(parameters));
    return this.#run<SelectionResult>(start, 0, token, onStatus);
  }
  prediction(parameters: PredictionParameters, token: number, onStatus: OnStatus) {
    const start = (session: Session) => session.startPrediction(JSON.stringify(parameters));
    return this.#run<PredictionResult>(start, 0, token, onStatus);
  }
  stability(parameters: StabilityParameters, token: number, onStatus: OnStatus) {
    const start = (session: Session) => session.startStability(JSON.stringify(parameters));
    return this.#run<StabilityResult>(start, 0, token, onStatus);
  }
  diagnostics(parameters: DiagnosticsParameters, token: number, onStatus: OnStatus) {
    const start = (session: Session) => session.startDiagnostics(JSON.stringify(parameters));
    return this.#run<Diagnostics>(start, 0, token, onStatus);
  }
  adaptiveSimulation(parameters: AdaptiveSimulationParameters, token: number, onStatus: OnStatus) {
    const start = (session: Session) => session.startAdaptiveSimulation(JSON.stringify(parameters));
    return this.#run<AdaptiveSimulation>(start, 0, token, onStatus);
  }

  itemDetail(fit: number, position: number) {
    return this.#ask<ItemDetail>((session) => session.itemDetail(fit, position));
  }
  compareModels(fit: number, first: number, second: number, dimension: number) {
    return this.#ask<ModelComparison>((session) => session.compareModels(fit, first, second, dimension));
  }
  measures(fit: number, level: string) {
    return this.#ask<Measures>((session) => session.measures(fit, level));
  }
  differential(parameters: DifferentialParameters) {
    return this.#ask<DifferentialResult>((session) => session.differential(JSON.stringify(parameters)));
  }
  adaptive(request: AdaptiveRequest) {
    return this.#ask<AdaptiveState>((session) => session.adaptive(JSON.stringify(request)));
  }
  exportFit(fit: number, format: FitFormat) {
    return this.#ask<string>((session) => session.exportFit(fit, format));
  }
  importFit(text: string) {
    return this.#ask<LoadedFit>((session) => session.importFit(text));
  }
  trimmedResponses(fit: number, positions: number[], format: 'csv' | 'json') {
    return this.#ask<string>((session) =>
      session.trimmedResponses(JSON.stringify({ fit, positions, format })),
    );
  }
  dropFit(fit: number) {
    return this.#ask<null>((session) => session.dropFit(fit));
  }

  async #ask<T>(question: (session: Session) => string): Promise<EngineResult<T>> {
    try {
      return JSON.parse(question(await this.#session));
    } catch (error) {
      return { ok: false, error: describeFailure(error) };
    }
  }

  /** The bytes that a question leaves for the page. */
  async #take(question: (session: Session) => string): Promise<EngineResult<ArrayBuffer>> {
    try {
      const session = await this.#session;
      const taken = parse<{ bytes: number }>(question(session));
      if (!taken.ok) return taken;
      const bytes = session.outgoingBytes().slice(); // the view is of memory that moves
      session.dropOutgoing();
      return { ok: true, value: bytes.buffer as ArrayBuffer };
    } catch (error) {
      return { ok: false, error: describeFailure(error) };
    }
  }

  /** null when it was cancelled. */
  async #readFile(
    session: Session,
    incoming: IncomingFile,
    token: number,
    onBytes: (bytes: number, rows: number) => void,
  ): Promise<FileReport | null> {
    const { id, path, file, options, original, refusal } = incoming;
    if (refusal) return this.#keepUnreadable(incoming, refusal);
    const begun = parse<null>(session.beginFile(id, path, file.size, JSON.stringify(options)));
    if (!begun.ok) return this.#keepUnreadable(incoming, begun.error);
    let bytes = 0;
    let rows = 0;
    let turn = performance.now();
    let packed = false;
    let fromCore = false;
    this.#hashes.delete(id);
    this.#originalSizes.delete(id);
    if (original) this.#originalSizes.set(id, original.bytes);
    try {
      packed = await isGzip(file);
      const hash = (await createSHA256()).init();
      const open = async function* (): Bytes {
        bytes = 0;
        hash.init();
        for await (const chunk of bytesOf(file)) {
          bytes += chunk.byteLength;
          hash.update(chunk);
          yield chunk;
        }
      };
      reading: for await (const value of packed ? gunzipped(open) : open()) {
        for (let from = 0; from < value.byteLength; from += largestChunk) {
          if (this.#cancelled.has(token)) {
            session.abortFile();
            return null;
          }
          const chunk = value.subarray(from, from + largestChunk);
          fromCore = true;
          session.inputBuffer(chunk.byteLength).set(chunk);
          const fed = parse<{ rows: number }>(session.feed(chunk.byteLength));
          fromCore = false;
          if (!fed.ok) break reading; // the core remembers the error; endFile() reports it
          rows = fed.value.rows;
          onBytes(bytes, rows);
          if (performance.now() - turn > 30) {
            await nextTurn();
            turn = performance.now();
          }
        }
      }
      if (this.#cancelled.has(token)) {
        session.abortFile();
        return null;
      }
      if (original) this.#hashes.set(id, original.sha256);
      else if (bytes === file.size) this.#hashes.set(id, hash.digest('hex')); // otherwise not all of it was looked at
      fromCore = true;
      const ended = parse<FileReport>(session.endFile());
      if (!ended.ok) return this.#keepUnreadable(incoming, ended.error);
      this.#unreadable.delete(id);
      return this.#withHash(ended.value);
    } catch (error) {
      if (fromCore) throw error; // the module itself failed: not a matter of this file
      session.abortFile();
      return this.#keepUnreadable(incoming, unreadable(path, packed, bytes, error));
    }
  }

  #withHash(file: FileReport): FileReport {
    const bytes = this.#originalSizes.get(file.id) ?? file.bytes;
    return { ...file, bytes, sha256: this.#hashes.get(file.id) ?? '' };
  }

  #keepUnreadable(incoming: IncomingFile, error: EngineErrorData): FileReport {
    const report: FileReport = {
      id: incoming.id,
      path: incoming.path,
      bytes: incoming.original?.bytes ?? incoming.file.size,
      sha256: this.#hashes.get(incoming.id) ?? '',
      format: null,
      role: 'responses',
      models: [],
      benchmarks: [],
      rowsRead: 0,
      rowsSkipped: 0,
      items: 0,
      responses: 0,
      filters: [],
      filter: '',
      metrics: [],
      metric: '',
      choiceSets: [],
      table: null,
      argmaxCompared: 0,
      argmaxDisagreements: 0,
      notes: [],
      options: incoming.options,
      error,
    };
    this.#unreadable.set(incoming.id, report);
    return report;
  }

  async #run<T>(
    start: (session: Session) => string, // {job}
    priority: number,
    token: number,
    onStatus: OnStatus,
  ): Promise<EngineResult<T>> {
    try {
      const session = await this.#session;
      if (this.#cancelled.delete(token)) return { ok: false, error: cancelled };
      const started = parse<{ job: number }>(start(session));
      if (!started.ok) return started;
      const { job } = started.value;
      const finished = new Promise<EngineResult<unknown>>((settle) => {
        this.#jobs.push({ token, priority, job, onStatus, settle, lastReport: 0 });
      });
      void this.#stepJobs(session);
      return (await finished) as EngineResult<T>;
    } catch (error) {
      return { ok: false, error: describeFailure(error) };
    } finally {
      this.#cancelled.delete(token);
      this.#stopped.delete(token);
    }
  }

  /** One piece of the most urgent job, then a look at the messages, until no job is left. */
  async #stepJobs(session: Session): Promise<void> {
    if (this.#stepping) return;
    this.#stepping = true;
    let turn = performance.now();
    while (this.#jobs.length > 0) {
      const next = this.#jobs.reduce((best, one) => (one.priority < best.priority ? one : best));
      const result = this.#stepOnce(session, next);
      if (result) {
        this.#jobs.splice(this.#jobs.indexOf(next), 1);
        next.settle(result);
      }
      // Steps may be far shorter than a frame; messages need not be looked at after each.
      if (result || performance.now() - turn > 12) {
        await nextTurn();
        turn = performance.now();
      }
    }
    this.#stepping = false;
  }

  /** The answer when the job has ended, one way or another. */
  #stepOnce(session: Session, waiting: WaitingJob): EngineResult<unknown> | null {
    try {
      if (this.#cancelled.has(waiting.token)) {
        session.dropJob(waiting.job);
        return { ok: false, error: cancelled };
      }
      if (this.#stopped.delete(waiting.token)) {
        const stopped = parse<null>(session.stopJob(waiting.job));
        if (!stopped.ok) {
          session.dropJob(waiting.job);
          return stopped;
        }
      }
      const status = parse<JobStatus>(session.step(waiting.job));
      if (!status.ok || status.value.done) {
        const result = status.ok ? parse<unknown>(session.result(waiting.job)) : status;
        session.dropJob(waiting.job);
        return result;
      }
      if (performance.now() - waiting.lastReport >= reportEvery) {
        waiting.lastReport = performance.now();
        waiting.onStatus(status.value);
      }
      return null;
    } catch (error) {
      return { ok: false, error: describeFailure(error) };
    }
  }
}

function parse<T>(text: string): EngineResult<T> {
  return JSON.parse(text);
}

async function isGzip(file: File): Promise<boolean> {
  const head = new Uint8Array(await file.slice(0, 2).arrayBuffer());
  return head[0] === 0x1f && head[1] === 0x8b;
}

function unreadable(path: string, packed: boolean, bytes: number, error: unknown): EngineErrorData {
  if (error instanceof UnpackError) return error.data;
  const reason = error instanceof Error ? error.message : String(error);
  const isPacking = packed && !(error instanceof DOMException);
  return isPacking
    ? {
        code: 'truncated_file',
        message: `${path} is a .gz file that cannot be unpacked: it is damaged or its end is missing (after ${bytes} bytes: ${reason}).`,
        file: path,
        line: 0,
        hint: 'Download or copy it again, or unpack it yourself and drop the file inside.',
      }
    : {
        code: 'malformed_file',
        message: `${path} could not be read from the disk (${reason}).`,
        file: path,
        line: 0,
        hint: 'It may have been changed, moved or locked meanwhile. Load it again.',
      };
}
