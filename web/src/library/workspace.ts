// Loaded data and everything that can be asked about them, without a page.
import { cancelled, EngineError } from '../engine/call.ts';
import type { CellRequest } from '../engine/cell_pool.ts';
import type { ClosableEngine, Engine, EngineVersion } from '../engine/engine.ts';
import type { ItemResponseResult } from '../engine/item_response.ts';
import type {
  AnalysisParameters,
  BenchmarkReport,
  EngineErrorData,
  HarmonyResult,
  ImportReport,
  JobStatus,
  ModelReport,
  OverviewCell,
} from '../engine/results.ts';
import type { StudyQuestion, StudyQuestions } from '../engine/study.ts';
import { averages, type KnownCell } from '../reproduce/averages.ts';
import type { OriginalSource } from '../reproduce/capsule.ts';
import type { NamedResult } from '../reproduce/digest.ts';
import { type ResultsDocument, readSource, resultsDocument } from '../reproduce/results_document.ts';
import type { Source } from '../reproduce/source.ts';
import {
  type Address,
  emptyAddress,
  fitWithoutDefaults,
  parseAddress,
  printAddress,
  withoutDefaults,
} from '../state/address.ts';
import {
  type ChosenFitParameters,
  type ChosenParameters,
  defaultFitParameters,
  defaultParameters,
  defaultsBeside,
  names,
} from '../state/parameters.ts';
import { incomingFile, type Prepared, unpackAll } from './sources.ts';

/** Tells how far something is: progress 0 to 1, and what is being done. */
export type OnProgress = (status: Pick<JobStatus, 'progress' | 'stage'>) => void;

export interface AskOptions {
  /** Ends what was asked for; the promise is rejected with the code "cancelled". */
  signal?: AbortSignal | undefined;
  onProgress?: OnProgress | undefined;
}

export interface OpenOptions extends AskOptions {
  /** Workers that compute averages at once; no number depends on it. Default: as many as the machine runs, at most 8. */
  workers?: number | undefined;
  /** Groups of tasks (ImportReport.groups, by name) that are read as one benchmark each. */
  groups?: readonly string[] | undefined;
}

/** Which averages: those of one benchmark, of one model, or all. */
export interface CellChoice extends AskOptions {
  benchmark?: string | undefined;
  model?: string | undefined;
  parameters?: ChosenParameters | undefined;
}

/** One model on one benchmark. */
export interface AnalysedCell {
  benchmark: string;
  model: string;
  accuracy: OverviewCell['accuracy'];
  /** null where it was refused or not asked for. */
  harmony: HarmonyResult | null;
  /** Why there is no HARMONY, where the data are the reason. */
  refusal: EngineErrorData | null;
}

/**
 * Data in an engine of their own. Methods throw EngineError: `code` names the case (src/core/error.hpp lists them),
 * `message` says it in a sentence, `data.hint` what to do. Models and benchmarks go by their names in the report.
 */
export interface Workspace {
  /** What was read, how items were joined, what was skipped and why. */
  readonly report: ImportReport;
  /** Sources that could not be had at all: no such file, a host that refused. They are not in the report. */
  readonly missing: readonly EngineErrorData[];
  /** Hidden files of folders that were left out. */
  readonly hidden: number;
  /** What was left out of archives, in sentences. */
  readonly notes: readonly string[];
  /** Where the loaded files come from, as a link of the page names them; a file that could not be read is not here. */
  readonly sources: readonly Source[];
  /** Everything that can be asked, as the page asks it; models and benchmarks go by index there. */
  readonly engine: Engine;

  version(): Promise<EngineVersion>;
  /** Accuracy (0 to 1, 95% interval) of every model on every benchmark, and which partitions each allows. */
  overview(): Promise<OverviewCell[]>;
  /** HARMONY of one model on one benchmark with everything beside it. Chosen parameters over the defaults. */
  analyse(
    benchmark: string,
    model: string,
    parameters?: ChosenParameters & { detail?: boolean },
    options?: AskOptions,
  ): Promise<HarmonyResult>;
  /** Accuracy and HARMONY of many at once, without detail. A cell that the data refuse has the reason. */
  analyseAll(choice?: CellChoice): Promise<AnalysedCell[]>;
  /** The same as a document, whose cells are those of a whole run to the last bit: pieces that merge() puts together. */
  piece(choice?: CellChoice): Promise<ResultsDocument>;
  /** A fit of item response theory over the benchmarks that the parameters name, or over all. */
  fit(parameters?: ChosenFitParameters, options?: AskOptions): Promise<ItemResponseResult>;
  /** A question about models and benchmarks together. */
  study<Question extends StudyQuestion>(
    question: Question,
    parameters: StudyQuestions[Question]['takes'],
    options?: AskOptions,
  ): Promise<StudyQuestions[Question]['gives']>;
  /**
   * What the page would show for an address ("#view=ranks&benchmark=arc", or a whole link; sources and claims in it are not
   * looked at): the same results and the same digest. Without one: every average.
   */
  results(address?: string, options?: AskOptions): Promise<ResultsDocument>;
  /** Everything that is loaded as one file in Harmonograph's own format (docs/format.md), UTF-8. */
  dataFile(): Promise<Uint8Array>;
  /** Ends the workers. Nothing can be asked afterwards. */
  close(): void;
}

function failure(code: string, message: string, hint = ''): EngineError {
  return new EngineError({ code, message, file: '', line: 0, hint });
}

const listed = (all: readonly string[]) =>
  all.length === 0 ? 'none' : all.length > 12 ? `${all.slice(0, 12).join(', ')} ...` : all.join(', ');

export class LoadedWorkspace implements Workspace {
  readonly engine: Engine;
  readonly missing: readonly EngineErrorData[];
  readonly hidden: number;
  readonly notes: readonly string[];
  #loaded: OriginalSource[] = [];
  report: ImportReport;
  readonly #own: ClosableEngine;
  readonly #prepared: Prepared;
  readonly #groups: readonly string[];

  private constructor(engine: ClosableEngine, prepared: Prepared, groups: readonly string[]) {
    this.engine = engine;
    this.#own = engine;
    this.#prepared = prepared;
    this.#groups = groups;
    this.missing = prepared.missing;
    this.hidden = prepared.hidden;
    this.notes = prepared.notes;
    this.report = {
      files: [],
      unnamedModels: [],
      benchmarks: [],
      models: [],
      modelAttributeNames: [],
      groups: [],
      metricChecks: [],
      notes: [],
    };
  }

  static async load(
    engine: ClosableEngine,
    prepared: Prepared,
    { groups = [], signal, onProgress }: OpenOptions,
  ): Promise<LoadedWorkspace> {
    const workspace = new LoadedWorkspace(engine, prepared, groups);
    try {
      await workspace.#read(signal, onProgress);
      await workspace.#setGroups();
    } catch (error) {
      engine.close();
      throw error;
    }
    return workspace;
  }

  async #read(signal?: AbortSignal, onProgress?: OnProgress): Promise<void> {
    let exampleId = 0;
    await unpackAll(this.#prepared, signal);
    const { files } = this.#prepared;
    // In their order, also around the example: which model is first depends on it.
    for (let at = 0; at < files.length; ) {
      if (signal?.aborted) throw new EngineError(cancelled);
      if (files[at] === 'example') {
        exampleId = at + 1;
        await this.engine.loadExample(exampleId);
        at += 1;
        continue;
      }
      const stop = files.findIndex((one, n) => n > at && one === 'example');
      const end = stop < 0 ? files.length : stop;
      const incoming = files.slice(at, end).flatMap((one, n) => {
        if (one === 'example') return [];
        return [incomingFile(at + n + 1, one)];
      });
      await this.engine.readFiles(
        incoming,
        ({ path, bytes, bytesTotal }) =>
          onProgress?.({ progress: bytesTotal > 0 ? bytes / bytesTotal : 0, stage: `Reading ${path}` }),
        signal,
      );
      if (signal?.aborted) throw new EngineError(cancelled);
      at = end;
    }
    this.report = await this.engine.report();
    this.#loaded = this.report.files.flatMap(
      ({ id, path, bytes, sha256, options, error }): OriginalSource[] => {
        if (error !== null) return [];
        if (id === exampleId) return [{ source: { kind: 'example' }, bytes: 0 }];
        const prepared = files[id - 1];
        const { source: origin, capsule } = prepared === 'example' || !prepared ? {} : prepared;
        // Read in another way than it was saved, it is no longer what went into it.
        if (capsule && !origin && Object.keys(options).length === 0) return capsule.sources;
        const whole = capsule ?? { bytes, sha256 };
        const from: Source =
          origin && origin.kind !== 'example' ? origin : { kind: 'file', path, bytes, sha256, options };
        const size = from.kind === 'file' ? { bytes: whole.bytes } : {};
        return [{ source: { ...from, ...size, sha256: whole.sha256, options }, bytes: whole.bytes }];
      },
    );
  }

  get sources(): readonly Source[] {
    return this.#loaded.map((one) => one.source);
  }

  async #setGroups(): Promise<void> {
    const known = this.report.groups.map((group) => group.name);
    const unknown = this.#groups.filter((name) => !known.includes(name));
    if (unknown.length > 0) {
      throw failure(
        'unknown_group',
        `There is no group of tasks called ${unknown.join(', ')}.`,
        `Groups: ${listed(known)}.`,
      );
    }
    const now = this.report.groups.filter((group) => group.merged).map((group) => group.name);
    const wanted = known.filter((name) => this.#groups.includes(name));
    if (JSON.stringify(now) === JSON.stringify(wanted)) return;
    await this.engine.setMergedGroups(wanted);
    this.report = await this.engine.report();
  }

  #benchmark(name: string): BenchmarkReport {
    const found = this.report.benchmarks.find((one) => one.name === name);
    if (found) return found;
    const known = listed(this.report.benchmarks.map((one) => one.name));
    throw failure('unknown_benchmark', `There is no benchmark called “${name}”.`, `Loaded: ${known}.`);
  }

  #model(name: string): ModelReport {
    const found = this.report.models.find((one) => one.name === name);
    if (found) return found;
    const known = listed(this.report.models.map((one) => one.name));
    throw failure('unknown_model', `There is no model called “${name}”.`, `Loaded: ${known}.`);
  }

  version() {
    return this.engine.version();
  }

  overview() {
    return this.engine.overview();
  }

  async #parameters(
    cell: OverviewCell | undefined,
    chosen: ChosenParameters,
    detail: boolean,
  ): Promise<AnalysisParameters> {
    const partition = cell?.partitions[0] ?? defaultParameters.partition;
    return { ...defaultsBeside(chosen), partition, ...chosen, detail };
  }

  async analyse(
    benchmark: string,
    model: string,
    { detail = true, ...chosen }: ChosenParameters & { detail?: boolean } = {},
    { signal, onProgress }: AskOptions = {},
  ): Promise<HarmonyResult> {
    const place = { benchmark: this.#benchmark(benchmark).index, model: this.#model(model).index };
    const cell = (await this.engine.overview()).find(
      (one) => one.benchmark === place.benchmark && one.model === place.model,
    );
    if (cell?.refusal) throw new EngineError(cell.refusal);
    const parameters = await this.#parameters(cell, chosen, detail);
    return this.engine.analyse({ ...place, parameters, priority: 0 }, onProgress ?? (() => {}), signal);
  }

  async #cells({ benchmark, model, parameters = {}, signal, onProgress }: CellChoice): Promise<KnownCell[]> {
    const onlyBenchmark = benchmark === undefined ? null : this.#benchmark(benchmark).index;
    const onlyModel = model === undefined ? null : this.#model(model).index;
    const known: KnownCell[] = (await this.engine.overview())
      .filter(
        (cell) =>
          (onlyBenchmark === null || cell.benchmark === onlyBenchmark) &&
          (onlyModel === null || cell.model === onlyModel),
      )
      .map((cell) => ({ cell, harmony: null, refusal: cell.refusal }));
    if (known.length === 0) {
      throw failure(
        'no_responses',
        benchmark !== undefined && model !== undefined
          ? `${model} has no responses on ${benchmark}.`
          : 'There are no responses.',
      );
    }
    const open = known.filter(({ cell, refusal }) => !refusal && cell.partitions.length > 0);
    const requests: CellRequest[] = [];
    for (const { cell } of open) {
      const one = await this.#parameters(cell, parameters, false);
      requests.push({ benchmark: cell.benchmark, model: cell.model, parameters: one });
    }
    let done = 0;
    if (requests.length > 0) {
      await this.engine.analyseCells(
        requests,
        (index, update) => {
          const one = open[index];
          if (!one || update.state === 'working') return;
          if (update.state === 'done') one.harmony = update.result;
          else one.refusal = update.error;
          done += 1;
          onProgress?.({ progress: done / open.length, stage: `${done} of ${open.length} averages` });
        },
        signal ?? new AbortController().signal,
        8, // where the engine has no number of its own
      );
    }
    return known;
  }

  async analyseAll(choice: CellChoice = {}): Promise<AnalysedCell[]> {
    const known = await this.#cells(choice);
    return known.map(({ cell, harmony, refusal }) => ({
      benchmark: this.report.benchmarks.find((one) => one.index === cell.benchmark)?.name ?? '',
      model: this.report.models[cell.model]?.name ?? '',
      accuracy: cell.accuracy,
      harmony,
      refusal,
    }));
  }

  async piece(choice: CellChoice = {}): Promise<ResultsDocument> {
    const { benchmark = '', model = '', parameters = {} } = choice;
    const { results, headline } = averages(this.report, await this.#cells(choice));
    const address = this.#withGroups({
      ...emptyAddress,
      view: 'overview',
      benchmark,
      model,
      parameters: withoutDefaults(parameters),
      other: [],
    });
    return this.#document(results, headline, printAddress(address));
  }

  async fit(parameters: ChosenFitParameters = {}, { signal, onProgress }: AskOptions = {}) {
    const { benchmarks = [], ...chosen } = parameters;
    const found = benchmarks.map((name) => this.#benchmark(name).index).sort((a, b) => a - b);
    const all = found.length === this.report.benchmarks.length;
    return this.engine.fitItemResponse(
      { ...defaultFitParameters, ...fitWithoutDefaults(chosen), benchmarks: all ? [] : found },
      onProgress ?? (() => {}),
      signal,
    );
  }

  study<Question extends StudyQuestion>(
    question: Question,
    parameters: StudyQuestions[Question]['takes'],
    { signal, onProgress }: AskOptions = {},
  ) {
    return this.engine.study(question, parameters, onProgress ?? (() => {}), signal);
  }

  /** The groups of this workspace, unless the address has its own. */
  #withGroups(address: Address): Address {
    if (this.#groups.length === 0 || address.other.some(([key]) => key === 'group')) return address;
    return { ...address, other: [...address.other, ['group', names.print([...this.#groups])]] };
  }

  async results(address = '#view=overview', options: AskOptions = {}): Promise<ResultsDocument> {
    const cut = address.indexOf('#');
    const wanted = this.#withGroups(parseAddress(cut < 0 ? address : address.slice(cut)));
    // A page falls back to the first one; who asks for a name without seeing it must know that it is not there.
    if (wanted.benchmark !== '') this.#benchmark(wanted.benchmark);
    if (wanted.model !== '') this.#model(wanted.model);
    for (const name of wanted.fit.benchmarks ?? []) this.#benchmark(name);
    const { computeAddress } = await import('./headless.ts');
    const { onProgress } = options;
    try {
      const found = await computeAddress(this.engine, wanted, {
        signal: options.signal,
        ...(onProgress ? { onProgress } : {}),
      });
      return await this.#document(found.results, found.headline, found.address);
    } finally {
      if (this.report.groups.length > 0 && !options.signal?.aborted) {
        this.report = await this.engine.report();
        await this.#setGroups();
      }
    }
  }

  async #document(
    results: NamedResult[],
    headline: ResultsDocument['headline'],
    address: string,
  ): Promise<ResultsDocument> {
    const { id } = await this.engine.version();
    const sources = this.#loaded.map(({ source, bytes }) => readSource(source, bytes));
    return resultsDocument({ engine: id, sources, address, headline }, results);
  }

  dataFile(): Promise<Uint8Array> {
    return this.engine.dataFile();
  }

  close(): void {
    this.#own.close();
  }
}
