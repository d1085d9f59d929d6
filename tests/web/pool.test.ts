// @vitest-environment node
// Cells in several workers: who computes what next, that the number of workers changes no result, Cancel, failures.
import { describe, expect, it } from 'vitest';
import { EngineError } from '../../web/src/engine/call.ts';
import {
  analyseInPool,
  type CellRequest,
  type CellUpdate,
  type CellWorker,
} from '../../web/src/engine/cell_pool.ts';
import type { HarmonyResult } from '../../web/src/engine/results.ts';
import { defaultParameters } from '../../web/src/state/parameters.ts';

/** Cells of benchmark 0, 1, 2 ... with so many models each. */
const table = (...models: number[]): CellRequest[] =>
  models.flatMap((count, benchmark) =>
    Array.from({ length: count }, (_, model) => ({ benchmark, model, parameters: defaultParameters })),
  );
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const failure = (code: string) => new EngineError({ code, message: code, file: '', line: 0, hint: '' });

interface FakeWorker extends CellWorker {
  log: string[];
  ended: boolean;
}

/** Workers that check that they hold what they are asked for; a cell takes `time` milliseconds. */
function fakes(
  time: (cell: CellRequest, worker: number) => number = () => 1,
  trouble: (cell: CellRequest, worker: number) => EngineError | null = () => null,
) {
  const workers: FakeWorker[] = [];
  const start = (): CellWorker => {
    const number = workers.length;
    let held = -1;
    const worker: FakeWorker = {
      log: [],
      ended: false,
      hold: async (benchmark) => {
        await pause(1);
        held = benchmark;
        worker.log.push(`hold ${benchmark}`);
      },
      analyse: async (cell, onStatus) => {
        expect(held).toBe(cell.benchmark);
        expect(worker.ended).toBe(false);
        onStatus({ done: false, progress: 0.5, stage: 'k-means' });
        await pause(time(cell, number));
        const error = trouble(cell, number);
        if (error) throw error;
        worker.log.push(`${cell.benchmark}/${cell.model}`);
        return {
          benchmark: cell.benchmark,
          model: cell.model,
          harmony: Math.sin(cell.benchmark * 100 + cell.model),
        } as HarmonyResult;
      },
      end: () => {
        worker.ended = true;
      },
    };
    workers.push(worker);
    return worker;
  };
  return { workers, start };
}

async function run(
  cells: CellRequest[],
  workers: number,
  { start }: ReturnType<typeof fakes>,
  signal?: AbortSignal,
) {
  const updates: [number, CellUpdate][] = [];
  const results = new Map<number, HarmonyResult>();
  const refused: number[] = [];
  const error = await analyseInPool(
    cells,
    (index, update) => {
      updates.push([index, update]);
      if (update.state === 'done') results.set(index, update.result);
      if (update.state === 'refused') refused.push(index);
    },
    signal,
    workers,
    start,
  ).catch((reason: EngineError) => reason.code);
  return { updates, results, refused, error };
}

describe('the pool of workers', () => {
  it('computes every cell once, with the same results for 1, 2, 4 and 16 workers', async () => {
    const cells = table(5, 1, 7, 3);
    const tables: string[] = [];
    for (const count of [1, 2, 4, 16]) {
      // The later a worker was started, the quicker it is: the order of the answers differs each time.
      const pool = fakes((cell, worker) => 1 + ((cell.model * 7 + worker * 3) % 5));
      const { results, updates, error } = await run(cells, count, pool);
      expect(error).toBeUndefined();
      expect(pool.workers).toHaveLength(Math.min(count, cells.length));
      expect(updates.filter(([, update]) => update.state === 'done')).toHaveLength(cells.length);
      const inOrder = cells.map((_, index) => results.get(index));
      for (const [index, cell] of cells.entries()) {
        expect(inOrder[index]).toMatchObject({ benchmark: cell.benchmark, model: cell.model });
      }
      tables.push(JSON.stringify(inOrder));
      expect(pool.workers.every((worker) => worker.ended)).toBe(true);
    }
    expect(new Set(tables).size).toBe(1);
  });

  it('starts with the benchmark of the most cells and stays with it: its data are sent once', async () => {
    const pool = fakes();
    await run(table(2, 4, 3), 1, pool);
    expect(pool.workers[0]?.log).toEqual([
      ...['hold 1', '1/0', '1/1', '1/2', '1/3'],
      ...['hold 2', '2/0', '2/1', '2/2'],
      ...['hold 0', '0/0', '0/1'],
    ]);
  });

  it('gives a second worker another benchmark, and both the same one when no other is left', async () => {
    const pool = fakes(() => 5);
    await run(table(4, 4), 2, pool);
    const [first, second] = pool.workers.map((worker) => worker.log[0]);
    expect([first, second]).toEqual(['hold 0', 'hold 1']);
    const shared = fakes(() => 5);
    await run(table(6), 3, shared);
    expect(shared.workers.map((worker) => worker.log[0])).toEqual(['hold 0', 'hold 0', 'hold 0']);
    expect(shared.workers.map((worker) => worker.log.length - 1)).toEqual([2, 2, 2]);
  });

  it('has no more workers than cells and ends one that has nothing left to do', async () => {
    const pool = fakes((_cell, worker) => (worker === 0 ? 60 : 1));
    const running = run(table(2), 8, pool);
    await pause(30);
    expect(pool.workers.map((worker) => worker.ended)).toEqual([false, true]);
    await running;
    expect(pool.workers.map((worker) => worker.ended)).toEqual([true, true]);
    expect((await run([], 4, pool)).error).toBeUndefined();
  });

  it('says of several cells at once that they are being worked on, and how far', async () => {
    const pool = fakes(() => 20);
    const cells = table(3, 3);
    const working = new Set<number>();
    let most = 0;
    await analyseInPool(
      cells,
      (index, update) => {
        if (update.state === 'working') working.add(index);
        else working.delete(index);
        most = Math.max(most, working.size);
      },
      undefined,
      2,
      pool.start,
    );
    expect(most).toBe(2);
    const { updates } = await run(cells, 2, fakes());
    expect(updates.slice(0, 2).map(([, update]) => update)).toEqual([
      { state: 'working', progress: 0, stage: '' },
      { state: 'working', progress: 0, stage: '' },
    ]);
    expect(updates).toContainEqual([0, { state: 'working', progress: 0.5, stage: 'k-means' }]);
  });

  it('ends all workers at Cancel and tells of nothing after it', async () => {
    const pool = fakes(() => 10);
    const controller = new AbortController();
    const running = run(table(8, 8), 4, pool, controller.signal);
    await pause(35);
    controller.abort();
    const { error, updates, results } = await running;
    expect(error).toBe('cancelled');
    expect(results.size).toBeGreaterThan(0);
    expect(results.size).toBeLessThan(16);
    expect(pool.workers.every((worker) => worker.ended)).toBe(true);
    const told = updates.length;
    await pause(40);
    expect(updates).toHaveLength(told);
    const never = fakes();
    expect((await run(table(2), 2, never, AbortSignal.abort())).error).toBe('cancelled');
    expect(never.workers).toHaveLength(0);
  });

  it('leaves out a cell that its data refuse and goes on', async () => {
    const pool = fakes(
      () => 1,
      (cell) => (cell.benchmark === 1 && cell.model === 0 ? failure('all_scores_equal') : null),
    );
    const { error, refused, results } = await run(table(2, 3), 2, pool);
    expect(error).toBeUndefined();
    expect(refused).toEqual([2]);
    expect([...results.keys()].sort()).toEqual([0, 1, 3, 4]);
  });

  it.each(['out_of_memory', 'internal'])('ends as a whole when a worker fails: %s', async (code) => {
    const pool = fakes(
      () => 5,
      (cell, worker) => (worker === 1 && cell.model === 1 ? failure(code) : null),
    );
    const { error, results } = await run(table(6, 6), 2, pool);
    expect(error).toBe(code);
    expect(results.size).toBeGreaterThan(0);
    expect(pool.workers.every((worker) => worker.ended)).toBe(true);
  });

  it('calls a crash without words an engine failure too, also one while data are sent', async () => {
    const pool = fakes();
    const start = (): CellWorker => ({
      ...pool.start(),
      hold: () => Promise.reject(new RangeError('Array buffer allocation failed')),
    });
    const { error } = await run(table(3), 2, { ...pool, start });
    expect(error).toBe('out_of_memory');
  });

  it('ends when what the data come from is gone', async () => {
    const pool = fakes(() => 50);
    const broken = Promise.reject(failure('cancelled'));
    const error = await analyseInPool(table(4), () => {}, undefined, 2, pool.start, broken).catch(
      (reason: EngineError) => reason.code,
    );
    expect(error).toBe('cancelled');
    expect(pool.workers.every((worker) => worker.ended)).toBe(true);
  });
});
