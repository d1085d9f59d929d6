// The engine as the page uses it: calls into the worker, with AbortSignals instead of tokens.
import { proxy, type Remote, wrap } from 'comlink';
import { call, cancelled, describeFailure, EngineError } from './call.ts';
import type { Engine } from './engine.ts';
import type { EngineResult, JobStatus } from './results.ts';
import type { EngineService } from './service.ts';
import type { StudyQuestion, StudyQuestions } from './study.ts';

interface Running {
  service: Remote<EngineService>;
  /** Rejected when the worker can no longer answer; whoever waits for it fails instead of waiting for ever. */
  broken: Promise<never>;
  stop(): void;
}

function startWorker(): Running {
  const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
  const service = wrap<EngineService>(worker) as Remote<EngineService>;
  let fail: (error: EngineError) => void = () => {};
  const broken = new Promise<never>((_, reject) => {
    fail = reject;
  });
  broken.catch(() => {});
  worker.addEventListener('error', (event) => {
    event.preventDefault();
    fail(new EngineError(describeFailure(new Error(event.message || 'its program could not be loaded'))));
  });
  const stop = () => {
    worker.terminate();
    fail(new EngineError(cancelled));
  };
  return { service, broken, stop };
}

/** Starts the worker; the module loads in the background while the page is already there. */
export function createWorkerEngine(): Engine {
  let current = startWorker();
  let lastToken = 0;

  const ask = <T>(question: (service: Remote<EngineService>) => Promise<EngineResult<T>>): Promise<T> =>
    Promise.race([call(question(current.service)), current.broken]);

  /** Progress comes through a port of its own and may arrive after the answer: then nobody wants it. */
  async function cancellable<T, P>(
    signal: AbortSignal | undefined,
    onProgress: (progress: P) => void,
    start: (
      service: Remote<EngineService>,
      token: number,
      onProgress: (progress: P) => void,
    ) => Promise<EngineResult<T>>,
    keep?: AbortSignal,
  ): Promise<T> {
    lastToken += 1;
    const token = lastToken;
    let answered = false;
    const { service } = current;
    const cancel = () => void service.cancel(token);
    const stop = () => void service.stop(token);
    const listener = (progress: P) => {
      if (!answered && !signal?.aborted) onProgress(progress);
    };
    const pending = ask((service) => start(service, token, proxy(listener)));
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

  return {
    restart: async () => {
      current.stop();
      current = startWorker();
    },
    version: () => ask((service) => service.version()),
    formats: () => ask((service) => service.formats()),
    report: () => ask((service) => service.report()),
    overview: () => ask((service) => service.overview()),
    items: (benchmark) => ask((service) => service.items(benchmark)),
    modelItems: (benchmark, model, choices) =>
      ask((service) => service.modelItems(benchmark, model, choices)),
    loadExample: (id) => ask((service) => service.loadExample(id)),
    removeFile: async (id) => {
      await ask((service) => service.removeFile(id));
    },
    readFiles: (files, onProgress, signal) =>
      cancellable(signal, onProgress, (service, token, listener) =>
        service.readFiles(files, token, listener),
      ),
    analyse: (request, onStatus, signal) =>
      cancellable(signal, onStatus, (service, token, listener) => service.analyse(request, token, listener)),
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
    itemDetail: (fit, position) => ask((service) => service.itemDetail(fit, position)),
    compareModels: (fit, first, second, dimension) =>
      ask((service) => service.compareModels(fit, first, second, dimension)),
    measures: (fit, level) => ask((service) => service.measures(fit, level)),
    differential: (parameters) => ask((service) => service.differential(parameters)),
    adaptive: (request) => ask((service) => service.adaptive(request)),
    exportFit: (fit, format) => ask((service) => service.exportFit(fit, format)),
    importFit: (text) => ask((service) => service.importFit(text)),
    trimmedResponses: (fit, positions, format) =>
      ask((service) => service.trimmedResponses(fit, positions, format)),
    dropFit: async (fit) => {
      await ask((service) => service.dropFit(fit));
    },
  };
}
