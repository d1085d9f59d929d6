// The engine in Node: its workers are worker threads, its core is the same module in one piece. Numbers are those of the
// page to the last bit, however many workers there are.
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import nodeEndpoint from 'comlink/dist/esm/node-adapter.mjs';
import { createEngineOver, type StartedWorker } from './client.ts';
import type { ClosableEngine } from './engine.ts';
import { packFile } from './node_files.ts';

/** Each has its own memory: more than these only when they are asked for. */
const mostByItself = 8;

function start(which: 'first' | 'further'): StartedWorker {
  const worker = new Worker(new URL('./node_worker.js', import.meta.url), {
    workerData: which,
    execArgv: [], // what the program was started with (--eval, --test ...) is not for the worker
  });
  let ended = false;
  return {
    endpoint: nodeEndpoint(worker),
    onFailure: (tell) => {
      worker.on('error', tell);
      worker.on('messageerror', tell);
      worker.on('exit', (code) => {
        if (!ended) tell(new Error(`its thread ended with code ${code}`));
      });
    },
    terminate: () => {
      ended = true;
      void worker.terminate();
    },
  };
}

/**
 * Starts the first worker thread; the module is compiled in the background.
 * @param workers how many threads compute averages at once; absent = as many as the machine runs at once, at most 8
 */
export function createNodeEngine({ workers }: { workers?: number | undefined } = {}): ClosableEngine {
  const count = workers ?? Math.min(mostByItself, availableParallelism());
  return createEngineOver({ start, pack: packFile, count });
}
