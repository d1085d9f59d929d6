// The engine as everything outside of the workers uses it: calls into a worker, with AbortSignals instead of tokens.
// What a worker is, the page (page_engine.ts) and Node (node_engine.ts) say.
import { type Endpoint, proxy, type Remote, transfer, wrap } from 'comlink';
import { call, cancelled, describeFailure, EngineError } from './call.ts';
import { analyseInPool, type CellWorker } from './cell_pool.ts';
import type { CoreService } from './core_service.ts';
import type { ClosableEngine } from './engine.ts';
import type { EngineResult, JobStatus } from './results.ts';
import type { StudyQuestion, StudyQuestions } from './study.ts';

/** A worker that was started; it answers as a CoreService. */
export interface StartedWorker {
  endpoint: Endpoint;
  /** Told once, when it can no longer answer and was not ended by us. */
  onFailure(tell: (error: unknown) => void): void;
  terminate(): void;
}

export interface Workers {
  /** "first" compiles the module; a "further" one waits until it is handed over and only computes cells. */
  start(which: 'first' | 'further'): StartedWorker;
  /** What is sent to a worker in place of a File, where a File cannot be sent as it is. */
  pack?: (file: File) => File;
  /** How many compute cells, whatever the caller asks for. */
  count?: number | undefined;
}

interface Running {
  service: Remote<CoreService>;
  /** Rejected when the worker can no longer answer; whoever waits for it fails instead of waiting for ever. */
  broken: Promise<never>;
  stop(): void;
}

function running(worker: StartedWorker): Running {
  const service = wrap<CoreService>(worker.endpoint) as Remote<CoreService>;
  let fail: (error: EngineError) => void = () => {};
  const broken = new Promise<never>((_, reject) => {
    fail = reject;
  });
  broken.catch(() => {});
  worker.onFailure((error) => fail(new EngineError(describeFailure(error))));
  const stop = () => {
    worker.terminate();
    fail(new EngineError(cancelled));
  };
  return { service, broken, stop };
}

const ask = <T>(
  { service, broken }: Running,
  question: (service: Remote<CoreService>) => Promise<EngineResult<T>>,
): Promise<T> => Promise.race([call(question(service)), broken]);

type Start<T, P> = (
  service: Remote<CoreService>,
  token: number,
  onProgress: (progress: P) => void,
) => Promise<EngineResult<T>>;

let lastToken = 0;

/** Progress comes through a port of its own and may arrive after the answer: then nobody wants it. */
async function askCancellable<T, P>(
  worker: Running,
  signal: AbortSignal | undefined,
  onProgress: (progress: P) => void,
  start: Start<T, P>,
  keep?: AbortSignal,
): Promise<T> {
  lastToken += 1;
  const token = lastToken;
  let answered = false;
  const { service } = worker;
  const cancel = () => void service.cancel(token);
  const stop = () => void service.stop(token);
  const listener = (progress: P) => {
    if (!answered && !signal?.aborted) onProgress(progress);
  };
  const pending = ask(worker, () => start(service, token, proxy(listener)));
  if (signal?.aborted) cancel();
  else signal?.addEventListener('abort', cancel, { once: true });
  if (keep?.aborted) stop();
  else keep?.addEventListener('abort', stop, { once: true });
  try {
    return await pending;
  } finally {
    answered = true;
    signal?.removeEventListener('abort', cancel);
    keep?.removeEventListener('abort', stop);
  }
}

/** The first worker computes cells too, behind what is being looked at. */
function firstAsCellWorker(first: Running, signal: AbortSignal | undefined): CellWorker {
  return {
    hold: async () => {},
    analyse: (cell, onStatus) =>
      askCancellable(first, signal, onStatus, (service, token, listener) =>
        service.analyse({ ...cell, priority: 1 }, token, listener),
      ),
    end: () => {},
  };
}

/** A worker of its own, which gets its module and its data from the first. */
function furtherCellWorker(first: Running, own: Running): CellWorker {
  const ready = Promise.race([
    first.service
      .compiledModule()
      .then((module) => own.service.useModule(module as unknown as WebAssembly.Module)),
    first.broken,
    own.broken,
  ]);
  ready.catch(() => {}); // hold() tells of it
  return {
    hold: async (benchmark) => {
      await ready;
      const snapshot = await ask(first, (service) => service.snapshot(benchmark));
      await ask(own, (service) => service.loadSnapshot(transfer(snapshot, [snapshot])));
    },
    // There its benchmark is the only one.
    analyse: async ({ benchmark, model, parameters }, onStatus) => {
      const result = await askCancellable(own, undefined, onStatus, (service, token, listener) =>
        service.analyse({ benchmark: 0, model, parameters, priority: 1 }, token, listener),
      );
      return { ...result, benchmark };
    },
    end: own.stop,
  };
}

/** Starts the first worker; the module loads in the background while the page is already there. */
export function createEngineOver({
  start: startWorker,
  pack = (file) => file,
  count,
}: Workers): ClosableEngine {
  let current = running(startWorker('first'));

  const asked = <T>(question: (service: Remote<CoreService>) => Promise<EngineResult<T>>) =>
    ask(current, question);
  const cancellable = <T, P>(
    signal: AbortSignal | undefined,
    onProgress: (progress: P) => void,
    start: Start<T, P>,
    keep?: AbortSignal,
  ) => askCancellable(current, signal, onProgress, start, keep);

  return {
    restart: async () => {
      current.stop();
      current = running(startWorker('first'));
    },
    close: () => current.stop(),
    version: () => asked((service) => service.version()),
    formats: () => asked((service) => service.formats()),
    report: () => asked((service) => service.report()),
    overview: () => asked((service) => service.overview()),
    items: (benchmark) => asked((service) => service.items(benchmark)),
    modelItems: (benchmark, model, choices) =>
      asked((service) => service.modelItems(benchmark, model, choices)),
    loadExample: (id) => asked((service) => service.loadExample(id)),
    hashFile: (file) => asked((service) => service.hashFile(pack(file))),
    removeFile: async (id) => {
      await asked((service) => service.removeFile(id));
    },
    readFiles: (files, onProgress, signal) =>
      cancellable(signal, onProgress, (service, token, listener) =>
        service.readFiles(
          files.map((one) => ({ ...one, file: pack(one.file) })),
          token,
          listener,
        ),
      ),
    analyse: (request, onStatus, signal) =>
      cancellable(signal, onStatus, (service, token, listener) => service.analyse(request, token, listener)),
    analyseCells: (cells, on, signal, wanted) => {
      const first = current;
      const workers = count ?? wanted;
      const start = () =>
        workers > 1
          ? furtherCellWorker(first, running(startWorker('further')))
          : firstAsCellWorker(first, signal);
      return analyseInPool(cells, on, signal, workers, start, first.broken);
    },
    setMergedGroups: async (names) => {
      await asked((service) => service.setMergedGroups(names));
    },
    dataFile: async () => new Uint8Array(await asked((service) => service.dataFile())),
    sensitivity: (request, onStatus, signal) =>
      cancellable(signal, onStatus, (service, token, listener) =>
        service.sensitivity(request, token, listener),
      ),
    partitionSources: (request, onStatus, signal) =>
      cancellable(signal, onStatus, (service, token, listener) =>
        service.partitionSources(request, token, listener),
      ),
    study: <Question extends StudyQuestion>(
      question: Question,
      parameters: StudyQuestions[Question]['takes'],
      onStatus: (status: JobStatus) => void,
      signal?: AbortSignal,
    ) =>
      cancellable(signal, onStatus, (service, token, listener) =>
        service.study(question, parameters, token, listener as never),
      ) as Promise<StudyQuestions[Question]['gives']>,
    fitItemResponse: (parameters, onStatus, signal, keep) =>
      cancellable(
        signal,
        onStatus,
        (service, token, listener) => service.fitItemResponse(parameters, token, listener),
        keep,
      ),
    selection: (parameters, onStatus, signal) =>
      cancellable(signal, onStatus, (service, token, listener) =>
        service.selection(parameters, token, listener),
      ),
    prediction: (parameters, onStatus, signal) =>
      cancellable(signal, onStatus, (service, token, listener) =>
        service.prediction(parameters, token, listener),
      ),
    stability: (parameters, onStatus, signal) =>
      cancellable(signal, onStatus, (service, token, listener) =>
        service.stability(parameters, token, listener),
      ),
    diagnostics: (parameters, onStatus, signal) =>
      cancellable(signal, onStatus, (service, token, listener) =>
        service.diagnostics(parameters, token, listener),
      ),
    adaptiveSimulation: (parameters, onStatus, signal) =>
      cancellable(signal, onStatus, (service, token, listener) =>
        service.adaptiveSimulation(parameters, token, listener),
      ),
    itemDetail: (fit, position) => asked((service) => service.itemDetail(fit, position)),
    compareModels: (fit, first, second, dimension) =>
      asked((service) => service.compareModels(fit, first, second, dimension)),
    measures: (fit, level) => asked((service) => service.measures(fit, level)),
    differential: (parameters) => asked((service) => service.differential(parameters)),
    adaptive: (request) => asked((service) => service.adaptive(request)),
    exportFit: (fit, format) => asked((service) => service.exportFit(fit, format)),
    importFit: (text) => asked((service) => service.importFit(text)),
    trimmedResponses: (fit, positions, format) =>
      asked((service) => service.trimmedResponses(fit, positions, format)),
    dropFit: async (fit) => {
      await asked((service) => service.dropFit(fit));
    },
  };
}
