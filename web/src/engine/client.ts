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

  async function cancellable<T>(
    signal: AbortSignal | undefined,
    start: (token: number) => Promise<EngineResult<T>>,
  ): Promise<T> {
    lastToken += 1;
    const token = lastToken;
    const cancel = () => void service.cancel(token);
    const pending = ask(start(token));
    if (signal?.aborted) cancel();
    else signal?.addEventListener('abort', cancel, { once: true });
    try {
      return await pending;
    } finally {
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
      cancellable(signal, (token) => service.readFiles(files, token, proxy(onProgress))),
    analyse: (request, onStatus, signal) =>
      cancellable(signal, (token) => service.analyse(request, token, proxy(onStatus))),
    sensitivity: (request, onStatus, signal) =>
      cancellable(signal, (token) => service.sensitivity(request, token, proxy(onStatus))),
  };
}
