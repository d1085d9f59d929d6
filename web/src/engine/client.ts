// The engine as the page uses it: calls into the worker, with AbortSignals instead of tokens.
import { proxy, type Remote, wrap } from 'comlink';
import { call, cancelled, describeFailure, EngineError } from './call.ts';
import type { Engine } from './engine.ts';
import type { EngineResult } from './results.ts';
import type { EngineService } from './service.ts';

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
  ): Promise<T> {
    lastToken += 1;
    const token = lastToken;
    let answered = false;
    const { service } = current;
    const cancel = () => void service.cancel(token);
    const listener = (progress: P) => {
      if (!answered && !signal?.aborted) onProgress(progress);
    };
    const pending = ask((service) => start(service, token, proxy(listener)));
    if (signal?.aborted) cancel();
    else signal?.addEventListener('abort', cancel, { once: true });
    try {
      return await pending;
    } finally {
      answered = true;
      signal?.removeEventListener('abort', cancel);
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
  };
}
