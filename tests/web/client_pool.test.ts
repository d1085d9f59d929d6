// @vitest-environment node
// The page's side of several workers: one compiles, further ones get the module and the data of a benchmark.
import { expose } from 'comlink';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { EngineError } from '../../web/src/engine/call.ts';
import type { CellRequest, CellUpdate } from '../../web/src/engine/cell_pool.ts';
import type { Engine } from '../../web/src/engine/engine.ts';
import { createWorkerEngine } from '../../web/src/engine/page_engine.ts';
import type { JobStatus } from '../../web/src/engine/results.ts';
import { defaultParameters } from '../../web/src/state/parameters.ts';

// The smallest module there is: "\0asm", version 1.
const compiled = new WebAssembly.Module(new Uint8Array([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0]));
const noMemory = { code: 'out_of_memory', message: 'No memory.', file: '', line: 0, hint: '' };

/** What a worker of ours does, without the core. */
class FakeService {
  readonly log: string[] = [];
  held = -1;
  module: unknown = null;
  cancelled = 0;
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
  compiledModule() {
    this.log.push('compiledModule');
    return compiled;
  }
  useModule(module: unknown) {
    this.module = module;
  }
  async snapshot(benchmark: number) {
    this.log.push(`snapshot ${benchmark}`);
    return { ok: true, value: new Uint8Array([benchmark, 7]).buffer };
  }
  async loadSnapshot(buffer: ArrayBuffer) {
    const [benchmark = -1, seven] = new Uint8Array(buffer);
    expect(seven).toBe(7);
    this.held = benchmark;
    return { ok: true, value: null };
  }
  cancel() {
    this.cancelled += 1;
  }
  async analyse(
    request: { benchmark: number; model: number; priority: number },
    _token: number,
    onStatus: (status: JobStatus) => Promise<void>,
  ) {
    this.log.push(`analyse ${request.benchmark}/${request.model}`);
    expect(request.priority).toBe(1);
    await onStatus({ done: false, progress: 0.5, stage: 'k-means' });
    await new Promise((resolve) => setTimeout(resolve, time));
    if (failOn === request.model) return { ok: false, error: noMemory };
    const benchmark = this.name === '' ? request.benchmark : this.held;
    const value = {
      benchmark: request.benchmark,
      model: request.model,
      harmony: benchmark + request.model / 10,
    };
    return { ok: true, value };
  }
}

let time = 2;
let failOn = -1;
let services: FakeService[] = [];
let ports: MessagePort[] = [];
let ended: string[] = [];
let engine: Engine;

beforeEach(() => {
  time = 2;
  failOn = -1;
  services = [];
  ports = [];
  ended = [];
  vi.stubGlobal(
    'Worker',
    class {
      constructor(_address: URL, { name = '' }: { name?: string }) {
        const { port1, port2 } = new MessageChannel();
        const service = new FakeService(name);
        services.push(service);
        expose(service, port2 as never);
        port1.start();
        ports.push(port1, port2);
        const terminate = () => {
          ended.push(name);
          port2.close();
        };
        Object.assign(port1, { terminate });
        // biome-ignore lint/correctness/noConstructorReturn: the port stands for the worker
        return port1 as never;
      }
    },
  );
  engine = createWorkerEngine();
});
afterEach(() => {
  for (const port of ports) port.close();
  vi.unstubAllGlobals();
});

const cells: CellRequest[] = [0, 1, 2].flatMap((benchmark) =>
  [0, 1, 2].map((model) => ({ benchmark, model, parameters: defaultParameters })),
);
async function run(workers: number, signal = new AbortController().signal) {
  const updates: [number, CellUpdate][] = [];
  const error = await engine
    .analyseCells(cells, (index, update) => updates.push([index, update]), signal, workers)
    .catch((reason: EngineError) => reason.code);
  const done = updates.flatMap(([index, update]) =>
    update.state === 'done' ? [[index, update.result] as const] : [],
  );
  return { updates, error, results: done.sort(([a], [b]) => a - b).map(([, result]) => result) };
}

describe('cells in several workers of the page', () => {
  it('have the same results for 1, 2 and 4, with the index of their benchmark put back', async () => {
    const tables: unknown[] = [];
    for (const workers of [1, 2, 4]) {
      const { error, results } = await run(workers);
      expect(error).toBeUndefined();
      tables.push(results);
    }
    expect(tables[0]).toEqual(
      cells.map(({ benchmark, model }) => ({ benchmark, model, harmony: benchmark + model / 10 })),
    );
    expect(tables[1]).toEqual(tables[0]);
    expect(tables[2]).toEqual(tables[0]);
  });

  it('go to further workers alone, which get the compiled module, and end with the work', async () => {
    await run(2);
    const [first, ...further] = services;
    expect(further).toHaveLength(2);
    expect(further.map((service) => service.name)).toEqual(['cells', 'cells']);
    expect(further.every((service) => service.module instanceof WebAssembly.Module)).toBe(true);
    expect(first?.log.filter((entry) => entry.startsWith('analyse'))).toEqual([]);
    expect(further.flatMap((service) => service.log).every((entry) => entry.startsWith('analyse 0/'))).toBe(
      true,
    );
    expect(ended.filter((name) => name === 'cells').length).toBeGreaterThanOrEqual(2);
    expect(ended).not.toContain('');
  });

  it('stay in the first worker when only one is wanted, and are cancelled there', async () => {
    await run(1);
    expect(services).toHaveLength(1);
    expect(services[0]?.log).toHaveLength(9);
    time = 200;
    const controller = new AbortController();
    const running = run(1, controller.signal);
    await new Promise((resolve) => setTimeout(resolve, 40));
    controller.abort();
    expect((await running).error).toBe('cancelled');
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(services[0]?.cancelled).toBe(1);
  });

  it('end all further workers at Cancel; the first one still answers', async () => {
    time = 200;
    const controller = new AbortController();
    const running = run(3, controller.signal);
    await new Promise((resolve) => setTimeout(resolve, 60));
    controller.abort();
    expect((await running).error).toBe('cancelled');
    expect(ended.filter((name) => name === 'cells')).toHaveLength(3);
    time = 2;
    expect((await run(1)).results).toHaveLength(9);
  });

  it('fail as the engine does when a worker has no memory left or dies', async () => {
    failOn = 2;
    expect((await run(2)).error).toBe('out_of_memory');
    failOn = -1;
    time = 200;
    const running = run(2);
    await new Promise((resolve) => setTimeout(resolve, 60));
    // Each worker is two ports; the last one that was started dies.
    ports.at(-2)?.dispatchEvent(Object.assign(new Event('error'), { message: 'unreachable' }));
    expect((await running).error).toBe('internal');
  });

  it('end when the engine is started anew', async () => {
    time = 200;
    const running = run(2);
    await new Promise((resolve) => setTimeout(resolve, 60));
    await engine.restart();
    expect((await running).error).toBe('cancelled');
    expect(ended.filter((name) => name === 'cells')).toHaveLength(2);
  });
});
