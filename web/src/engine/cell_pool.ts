// Many averages in several workers at once: who computes what next. What a worker is, its starter says (client.ts);
// nothing that is computed depends on how many there are.
import { cancelled, describeFailure, EngineError, isCancelled, isEngineFailure } from './call.ts';
import type { AnalysisParameters, EngineErrorData, HarmonyResult, JobStatus } from './results.ts';

/** HARMONY of one model on one benchmark, to be computed. */
export interface CellRequest {
  benchmark: number;
  model: number;
  parameters: AnalysisParameters;
}

export type CellUpdate =
  | { state: 'working'; progress: number; stage: string }
  | { state: 'done'; result: HarmonyResult }
  | { state: 'refused'; error: EngineErrorData }; // by the data; the other cells go on

export type OnCell = (index: number, update: CellUpdate) => void;

export interface CellWorker {
  /** Gets the data of this benchmark, in place of those that it held before. */
  hold(benchmark: number): Promise<void>;
  /** A cell of the benchmark that it holds. */
  analyse(cell: CellRequest, onStatus: (status: JobStatus) => void): Promise<HarmonyResult>;
  /** Gives its memory back, whatever it is doing. */
  end(): void;
}

/** The cells that nobody has begun. */
class Waiting {
  readonly #byBenchmark = new Map<number, number[]>();

  constructor(cells: readonly CellRequest[]) {
    for (const [index, { benchmark }] of cells.entries()) {
      const others = this.#byBenchmark.get(benchmark);
      if (others) others.push(index);
      else this.#byBenchmark.set(benchmark, [index]);
    }
  }

  /** The next cell of the benchmark that is held, or else of the one with the most cells left; undefined = none. */
  take(held: number | null): number | undefined {
    const own = held === null ? undefined : this.#byBenchmark.get(held)?.shift();
    if (own !== undefined) return own;
    let most: number[] = [];
    for (const left of this.#byBenchmark.values()) if (left.length > most.length) most = left;
    return most.shift();
  }
}

/**
 * Computes all cells in at most `workers` workers and tells of each as it goes on. Resolves when all are done or
 * refused. Throws when it is cancelled, and when a worker fails as an engine does (no memory, a crash): the cells that
 * are done by then have been told of. At the end no worker is left.
 */
export async function analyseInPool(
  cells: readonly CellRequest[],
  on: OnCell,
  signal: AbortSignal | undefined,
  workers: number,
  start: () => CellWorker,
  /** Rejected when what the workers get their data from is gone. */
  broken?: Promise<never>,
): Promise<void> {
  if (signal?.aborted) throw new EngineError(cancelled);
  const waiting = new Waiting(cells);
  const pool: CellWorker[] = [];
  let over = false;
  const tell: OnCell = (index, update) => {
    if (!over) on(index, update);
  };

  const work = async (worker: CellWorker): Promise<void> => {
    let held: number | null = null;
    while (!over) {
      const index = waiting.take(held);
      const cell = index === undefined ? undefined : cells[index];
      if (index === undefined || cell === undefined) break;
      tell(index, { state: 'working', progress: 0, stage: '' });
      try {
        if (held !== cell.benchmark) {
          held = null;
          await worker.hold(cell.benchmark);
          held = cell.benchmark;
        }
        const result = await worker.analyse(cell, ({ progress, stage }) =>
          tell(index, { state: 'working', progress, stage }),
        );
        tell(index, { state: 'done', result });
      } catch (error) {
        const failure = describeFailure(error);
        // The others would fail like this one.
        if (isCancelled(error) || isEngineFailure(failure)) throw new EngineError(failure);
        tell(index, { state: 'refused', error: failure });
      }
    }
    worker.end(); // before the others have come to their end: memory
  };

  let abort = () => {};
  const aborted = new Promise<never>((_, reject) => {
    abort = () => reject(new EngineError(cancelled));
  });
  signal?.addEventListener('abort', abort, { once: true });
  try {
    const useful = Math.max(1, Math.min(workers, cells.length));
    for (let n = 0; n < useful; n++) pool.push(start());
    await Promise.race([Promise.all(pool.map(work)), aborted, ...(broken ? [broken] : [])]);
  } finally {
    over = true;
    signal?.removeEventListener('abort', abort);
    for (const worker of pool) worker.end();
  }
}
