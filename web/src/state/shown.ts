// What the open view has computed, as a link claims it, a capsule carries it and the command line prints it. The state
// modules say it of their views; nothing is computed for it.
import { computed, type ReadonlySignal, signal } from '@preact/signals';
import type { Headline } from '../reproduce/claim.ts';
import type { NamedResult } from '../reproduce/digest.ts';
import type { ViewName } from './address.ts';
import type { AnalysisState } from './analysis.ts';
import { address } from './history.ts';

export interface Shown {
  /** "none": the view has nothing that it computes by itself, or there are no data. */
  state: 'none' | 'working' | 'failed' | 'done';
  /** Complete when the state is "done". */
  results: NamedResult[];
  headline: Headline[];
}

export const nothingShown: Shown = { state: 'none', results: [], headline: [] };

const views = signal<ReadonlyMap<ViewName, ReadonlySignal<Shown>>>(new Map());

/** Called once by the module that computes what the view shows. `what` reads signals. */
export function showsIn(view: ViewName, what: () => Shown): void {
  views.value = new Map([...views.peek(), [view, computed(what)]]);
}

export const shown = computed<Shown>(() => views.value.get(address.value.view)?.value ?? nothingShown);

/** A part of what a view shows: the state of a job, and what its answer says. */
export interface ShownPart {
  state: AnalysisState<unknown>['state'];
  results: NamedResult[];
  headline: Headline[];
}

/** The answer of a job under the name of its question. */
export function shownPart<R>(
  { state, result }: AnalysisState<R>,
  question: string,
  of: Record<string, string>,
  headline: (result: R) => Headline[],
): ShownPart {
  const done = state === 'done' && result !== null;
  return {
    state,
    results: done ? [{ question, of, result }] : [],
    headline: done ? headline(result) : [],
  };
}

/** All of them have to be there; one that failed or was stopped leaves nothing to be claimed. */
export function together(parts: readonly ShownPart[]): Shown {
  if (parts.some((part) => part.state === 'failed' || part.state === 'cancelled')) {
    return { ...nothingShown, state: 'failed' };
  }
  if (parts.length === 0 || parts.some((part) => part.state !== 'done')) {
    return { ...nothingShown, state: parts.some((part) => part.state === 'working') ? 'working' : 'none' };
  }
  return {
    state: 'done',
    results: parts.flatMap((part) => part.results),
    headline: parts.flatMap((part) => part.headline),
  };
}
