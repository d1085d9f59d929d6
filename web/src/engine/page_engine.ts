// The engine in a browser: its workers are web workers.
import { createEngineOver, type StartedWorker } from './client.ts';
import type { ClosableEngine } from './engine.ts';
import { sentFile } from './sent_files.ts';

/** Its options must stand there literally for a bundler to find the worker. */
const startFirst = () => new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' });
/** One that waits for the compiled module instead of compiling its own. */
const startFurther = () =>
  new Worker(new URL('./worker.ts', import.meta.url), { type: 'module', name: 'cells' });

function started(worker: Worker): StartedWorker {
  return {
    endpoint: worker,
    onFailure: (tell) =>
      worker.addEventListener('error', (event) => {
        event.preventDefault();
        tell(new Error(event.message || 'its program could not be loaded'));
      }),
    terminate: () => worker.terminate(),
  };
}

/** @param workers that compute cells, whatever the caller asks for; absent = as many as the caller asks for */
export function createWorkerEngine({ workers }: { workers?: number | undefined } = {}): ClosableEngine {
  return createEngineOver({
    start: (which) => started(which === 'first' ? startFirst() : startFurther()),
    pack: (file) => sentFile(file),
    count: workers,
  });
}
