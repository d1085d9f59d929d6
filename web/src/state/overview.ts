// HARMONY of every model on every benchmark with the default parameters, in as many workers as there are cores.
import { signal } from '@preact/signals';
import { describeFailure, isCancelled } from '../engine/call.ts';
import type { CellRequest, CellUpdate } from '../engine/cell_pool.ts';
import type { OverviewCell } from '../engine/results.ts';
import { otherValue } from './history.ts';
import { defaultParameters } from './parameters.ts';
import { announce, type CellState, cellKey, cells, engine, engineFailure, overview } from './store.ts';

let running: AbortController | null = null;

/** Cells computed so far, and whether the rest is still coming. */
export const overviewProgress = signal({ done: 0, total: 0, running: false });

const mostByItself = 8; // workers; each has its own memory
const mostByAddress = 16;
/** Several workers report at once: the page is drawn anew at most this often (in milliseconds). */
const drawEvery = 80;

/** As many as there are cores, or "workers=3" of the address. */
export function workerCount(): number {
  const wanted = Number(otherValue('workers') ?? '');
  if (Number.isInteger(wanted) && wanted >= 1 && wanted <= mostByAddress) return wanted;
  return Math.max(1, Math.min(mostByItself, globalThis.navigator?.hardwareConcurrency || 1));
}

/** What is known since the last drawing, per cellKey. */
const changed = new Map<string, CellState>();
let drawn = 0;
let drawing: ReturnType<typeof setTimeout> | undefined;

function draw(): void {
  clearTimeout(drawing);
  drawing = undefined;
  if (changed.size === 0) return;
  drawn = performance.now();
  // Setting a key again keeps its place: results stay in the order of the cells, whoever was first.
  cells.value = new Map([...cells.value, ...changed]);
  changed.clear();
}

function setCell(key: string, state: CellState): void {
  changed.set(key, state);
  const wait = drawn + drawEvery - performance.now();
  if (wait <= 0) draw();
  else drawing ??= setTimeout(draw, wait);
}

export function stopOverview(): void {
  draw();
  running?.abort();
  running = null;
}

/** The page computes every cell as soon as there are data; who follows one view alone may not need them. */
let byItself = true;
export function computeOverviewByItself(on: boolean): void {
  byItself = on;
}

/** Starts anew; what was computed for the data before is dropped. */
export function startOverview(): void {
  stopOverview();
  const states = new Map<string, CellState>();
  for (const cell of overview.value) {
    const state: CellState = cell.refusal
      ? { state: 'refused', error: cell.refusal }
      : cell.partitions.length > 0
        ? { state: 'waiting' }
        : { state: 'cancelled' };
    states.set(cellKey(cell.benchmark, cell.model), state);
  }
  cells.value = states;
  if (byItself) continueOverview();
}

/** The cells that are still waiting, after Cancel. */
export function continueOverview(): void {
  stopOverview();
  const controller = new AbortController();
  running = controller;
  void work(controller.signal);
}

const requestOf = ({ benchmark, model, partitions }: OverviewCell): CellRequest => ({
  benchmark,
  model,
  parameters: {
    ...defaultParameters,
    partition: partitions[0] ?? defaultParameters.partition,
    detail: false,
  },
});

async function work(signal: AbortSignal): Promise<void> {
  const all = overview.value.filter((cell) => cell.partitions.length > 0 && !cell.refusal);
  const isOpen = (state: CellState | undefined) => state?.state === 'waiting' || state?.state === 'cancelled';
  const open = all.filter((cell) => isOpen(cells.value.get(cellKey(cell.benchmark, cell.model))));
  let done = all.length - open.length;
  overviewProgress.value = { done, total: all.length, running: open.length > 0 };
  const on = (index: number, update: CellUpdate) => {
    const cell = open[index];
    if (signal.aborted || !cell) return;
    setCell(cellKey(cell.benchmark, cell.model), update);
    if (update.state === 'working') return;
    done += 1;
    overviewProgress.value = { done, total: all.length, running: done < all.length };
  };
  try {
    if (open.length > 0) await engine().analyseCells(open.map(requestOf), on, signal, workerCount());
  } catch (error) {
    if (signal.aborted) return;
    // A worker that is gone or has no memory: the others would fail like this one. Offer a new engine instead.
    if (!isCancelled(error)) engineFailure.value = describeFailure(error);
    cancelOverview();
    return;
  }
  if (running?.signal !== signal) return;
  draw();
  running = null;
  if (all.length > 0) announce(`HARMONY is computed for ${done} of ${all.length}.`);
}

/** Cancel, asked for by the user: what is done stays, the rest can be continued. */
export function cancelOverview(): void {
  stopOverview();
  const next = new Map(cells.value);
  for (const [key, state] of next) {
    if (state.state === 'waiting' || state.state === 'working') next.set(key, { state: 'cancelled' });
  }
  cells.value = next;
  overviewProgress.value = { ...overviewProgress.value, running: false };
}
