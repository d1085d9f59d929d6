// HARMONY of every model on every benchmark with the default parameters, one cell after the other.
import { signal } from '@preact/signals';
import { describeFailure, isCancelled, isEngineFailure } from '../engine/call.ts';
import { defaultParameters } from './parameters.ts';
import { announce, type CellState, cellKey, cells, engine, engineFailure, overview } from './store.ts';

let running: AbortController | null = null;

/** Cells computed so far, and whether the rest is still coming. */
export const overviewProgress = signal({ done: 0, total: 0, running: false });

function setCell(key: string, state: CellState): void {
  const next = new Map(cells.value);
  next.set(key, state);
  cells.value = next;
}

export function stopOverview(): void {
  running?.abort();
  running = null;
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
  continueOverview();
}

/** The cells that are still waiting, after Cancel. */
export function continueOverview(): void {
  stopOverview();
  const controller = new AbortController();
  running = controller;
  void work(controller.signal);
}

async function work(signal: AbortSignal): Promise<void> {
  const all = overview.value.filter((cell) => cell.partitions.length > 0 && !cell.refusal);
  const isOpen = (state: CellState | undefined) => state?.state === 'waiting' || state?.state === 'cancelled';
  const open = all.filter((cell) => isOpen(cells.value.get(cellKey(cell.benchmark, cell.model))));
  let done = all.length - open.length;
  overviewProgress.value = { done, total: all.length, running: open.length > 0 };
  for (const cell of open) {
    if (signal.aborted) break;
    const key = cellKey(cell.benchmark, cell.model);
    const partition = cell.partitions[0] ?? defaultParameters.partition;
    const parameters = { ...defaultParameters, partition, detail: false };
    try {
      setCell(key, { state: 'working', progress: 0, stage: '' });
      const result = await engine().analyse(
        { benchmark: cell.benchmark, model: cell.model, parameters, priority: 1 },
        (status) => {
          if (!signal.aborted)
            setCell(key, { state: 'working', progress: status.progress, stage: status.stage });
        },
        signal,
      );
      if (signal.aborted) break;
      setCell(key, { state: 'done', result });
    } catch (error) {
      if (signal.aborted) break;
      const failure = describeFailure(error);
      if (isEngineFailure(failure)) {
        // The others would fail like this one: offer a new engine instead.
        engineFailure.value = failure;
        cancelOverview();
        return;
      }
      if (isCancelled(error)) setCell(key, { state: 'cancelled' });
      else setCell(key, { state: 'refused', error: failure });
    }
    done += 1;
    overviewProgress.value = { done, total: all.length, running: done < all.length };
  }
  if (running?.signal === signal) {
    running = null;
    if (all.length > 0) announce(`HARMONY is computed for ${done} of ${all.length}.`);
  }
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
