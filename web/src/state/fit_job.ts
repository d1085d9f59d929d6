// A computation that a view starts by hand on a fit (selection, prediction, stability ...): its state as a signal,
// Cancel, and forgotten when the data change.
import { type ReadonlySignal, signal } from '@preact/signals';
import { asErrorData } from '../components/basics.tsx';
import { isCancelled } from '../engine/call.ts';
import type { JobStatus } from '../engine/results.ts';
import type { AnalysisState } from './analysis.ts';
import { announce } from './store.ts';

export interface FitJob<P, R> {
  state: ReadonlySignal<AnalysisState<R>>;
  /** What was asked for last; state.result belongs to it when state is "done". */
  parameters: ReadonlySignal<P | null>;
  /** Starts it unless the same was asked for already; `again` starts it in any case. */
  start: (parameters: P, again?: boolean) => Promise<void>;
  cancel: () => void;
}

const idle = { state: 'idle', progress: 0, stage: '', result: null, error: null } as const;
const forgetful: (() => void)[] = [];

/** Other data, or another engine. */
export function forgetFitJobs(): void {
  for (const forget of forgetful) forget();
}

/** @param done what screen readers are told at the end: "The selection is computed." */
export function createFitJob<P, R>(
  done: string,
  run: (parameters: P, onStatus: (status: JobStatus) => void, signal: AbortSignal) => Promise<R>,
): FitJob<P, R> {
  const state = signal<AnalysisState<R>>(idle);
  const parameters = signal<P | null>(null);
  let running: AbortController | null = null;

  const stop = () => {
    running?.abort();
    running = null;
  };
  forgetful.push(() => {
    stop();
    state.value = idle;
    parameters.value = null;
  });

  return {
    state,
    parameters,
    start: async (wanted, again = false) => {
      const same = JSON.stringify(wanted) === JSON.stringify(parameters.value);
      if (same && !again && (state.value.state === 'working' || state.value.state === 'done')) return;
      stop();
      const controller = new AbortController();
      running = controller;
      parameters.value = wanted;
      state.value = { ...idle, state: 'working', result: state.value.result };
      try {
        const result = await run(
          wanted,
          ({ progress, stage }) => {
            if (running === controller) state.value = { ...state.value, progress, stage };
          },
          controller.signal,
        );
        if (running !== controller) return;
        running = null;
        state.value = { ...idle, state: 'done', progress: 1, result };
        announce(done);
      } catch (error) {
        if (running !== controller) return;
        running = null;
        const before = { ...idle, result: state.value.result };
        state.value = isCancelled(error)
          ? { ...before, state: 'cancelled' }
          : { ...before, state: 'failed', error: asErrorData(error) };
      }
    },
    cancel: () => {
      if (!running) return;
      stop();
      state.value = { ...state.value, state: 'cancelled' };
    },
  };
}
