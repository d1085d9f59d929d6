// The table benchmark x model as the questions over many benchmarks take it, and jobs that follow it while its cells
// are still coming in.
import { computed, effect, type ReadonlySignal, signal } from '@preact/signals';
import type { HarmonyResult } from '../engine/results.ts';
import type { StudyCell } from '../engine/study.ts';
import type { Coverage } from '../verdict/plane.ts';
import type { ViewName } from './address.ts';
import type { FitJob } from './fit_job.ts';
import { address } from './history.ts';
import { overviewProgress } from './overview.ts';
import type { ShownPart } from './shown.ts';
import { cellKey, cells, overview, results } from './store.ts';

/** The cells with a computed HARMONY, in the order of the overview. */
export const computedCells = computed<StudyCell[]>(() =>
  results.value.map(({ benchmark, model, harmony, accuracy, items }) => ({
    benchmark,
    model,
    harmony,
    accuracy: accuracy.value,
    items,
  })),
);

/** What is known of the partitions behind some of these cells. */
export function resultsOf(some: readonly StudyCell[]): HarmonyResult[] {
  const keys = new Set(some.map((cell) => cellKey(cell.benchmark, cell.model)));
  return results.value.filter((result) => keys.has(cellKey(result.benchmark, result.model)));
}

/** Every cell with an accuracy; its HARMONY is null where it is refused or not there yet. */
export const scoredCells = computed<StudyCell[]>(() => {
  const known = cells.value;
  return overview.value.flatMap(({ benchmark, model, accuracy }) => {
    const cell = known.get(cellKey(benchmark, model));
    const harmony = cell?.state === 'done' ? cell.result.harmony : null;
    return accuracy.value === null && harmony === null
      ? []
      : [{ benchmark, model, harmony, accuracy: accuracy.value, items: accuracy.items }];
  });
});

/** Cells come in bursts; what is made of them is made anew at most this often (in milliseconds). */
const ANEW_EVERY = 700;

/**
 * Keeps the job's answer up to date while its view is open. New cells wait until it has answered about the cells of
 * before; another choice of the user does not.
 * @param choice what of the parameters the user chose, as a text
 */
export function followCells<P, R>(
  job: FitJob<P, R>,
  view: ViewName,
  wanted: ReadonlySignal<P | null>,
  choice: ReadonlySignal<string>,
): void {
  let chosen = '';
  let started = Number.NEGATIVE_INFINITY;
  let timer: ReturnType<typeof setTimeout> | undefined;

  const begin = () => {
    clearTimeout(timer);
    timer = undefined;
    const parameters = wanted.peek();
    if (address.peek().view !== view || parameters === null) return;
    chosen = choice.peek();
    started = performance.now();
    void job.start(parameters, true);
  };

  effect(() => {
    if (address.value.view !== view) return;
    const parameters = wanted.value;
    const choiceNow = choice.value;
    const { state } = job.state.value;
    const before = job.parameters.value; // null: other data
    if (parameters === null || JSON.stringify(parameters) === JSON.stringify(before)) return;
    if (before === null || choiceNow !== chosen) {
      queueMicrotask(begin);
      return;
    }
    if (state === 'working') return; // its end comes by here again
    timer ??= setTimeout(begin, Math.max(0, started + ANEW_EVERY - performance.now()));
  });
}

/** @param inside whether a cell of the overview belongs to what was asked */
export function coverageOf<P extends { cells: StudyCell[] }, R>(
  job: FitJob<P, R>,
  wanted: ReadonlySignal<P | null>,
  inside: (benchmark: number, model: number) => boolean,
): ReadonlySignal<Coverage> {
  /** What was asked for the result that is shown. */
  const answered = signal(0);
  effect(() => {
    const { state, result } = job.state.value;
    if (state === 'done') answered.value = job.parameters.value?.cells.length ?? 0;
    else if (result === null) answered.value = 0;
  });
  return computed(() => {
    const known = cells.value;
    const open = overview.value.filter(({ benchmark, model, partitions, refusal }) => {
      const state = known.get(cellKey(benchmark, model))?.state;
      const there = state === 'done' || state === 'refused';
      return !there && partitions.length > 0 && refusal === null && inside(benchmark, model);
    });
    const there = wanted.value?.cells.length ?? 0;
    const done = Math.min(answered.value, there);
    return { done, total: there + open.length, running: overviewProgress.value.running || done < there };
  });
}

/** An answer about a part of the cells is not yet what the view will show. */
export function shownCoverage({ done, total, running }: Coverage): ShownPart {
  const state = done >= total ? 'done' : running ? 'working' : 'cancelled';
  return { state, results: [], headline: [] };
}
