// The engine as the page uses it: calls into the worker, with AbortSignals instead of tokens.
import { proxy, type Remote, wrap } from 'comlink';
import { call, describeFailure, EngineError } from './call.ts';
import type { Engine } from './engine.ts';
import type { EngineResult } from './results.ts';
import type { EngineService } from './service.ts';

/** Starts the worker; the module loads in the background while the page is already there. */
export function createWorkerEngine(): Engine {
  const worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
  const service = wrap<EngineService>(worker) as Remote<EngineService>;
  let lastToken = 0;

  // A worker whose script cannot be loaded never answers: everything that waits for it fails instead.
  const broken = new Promise<never>((_, reject) => {
    worker.addEventListener('error', (event) => {
      event.preventDefault();
      reject(new EngineError(describeFailure(new Error(event.message || 'its program could not be loaded'))));
    });
  });
  broken.catch(() => {});

  const ask = <T>(pending: Promise<EngineResult<T>>): Promise<T> => Promise.race([call(pending), broken]);

  /** Progress comes through a port of its own and may arrive after the answer: then nobody wants it. */
  async function cancellable<T, P>(
    signal: AbortSignal | undefined,
    onProgress: (progress: P) => void,
    start: (token: number, onProgress: (progress: P) => void) => Promise<EngineResult<T>>,
  ): Promise<T> {
    lastToken += 1;
    const token = lastToken;
    let answered = false;
    const cancel = () => void service.cancel(token);
    const listener = (progress: P) => {
      if (!answered && !signal?.aborted) onProgress(progress);
    };
    const pending = ask(start(token, proxy(listener)));
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
    version: () => ask(service.version()),
    formats: () => ask(service.formats()),
    report: () => ask(service.report()),
    overview: () => ask(service.overview()),
    items: (benchmark) => ask(service.items(benchmark)),
    loadExample: (id) => ask(service.loadExample(id)),
    removeFile: async (id) => {
      await ask(service.removeFile(id));
    },
    readFiles: (files, onProgress, signal) =>
      cancellable(signal, onProgress, (token, listener) => service.readFiles(files, token, listener)),
    analyse: (request, onStatus, signal) =>
      cancellable(signal, onStatus, (token, listener) => service.analyse(request, token, listener)),
    sensitivity: (request, onStatus, signal) =>
      cancellable(signal, onStatus, (token, listener) => service.sensitivity(request, token, listener)),
  };
}
