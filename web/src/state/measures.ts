// What the items of the shown fit measure, at the level of the address, and how stable its dimensions are.
import { computed, effect } from '@preact/signals';
import type { Measures, StabilityParameters } from '../engine/item_response.ts';
import { createFitJob } from './fit_job.ts';
import { address, otherValue, setOtherValue } from './history.ts';
import { currentFit, shownFit } from './item_response.ts';
import { shownPart, showsIn, together } from './shown.ts';
import { engine } from './store.ts';

const LEVEL = 'level'; // the key in the address

/** 'benchmark' or 'attribute:<name>'; "" = benchmarks, or the first attribute of a single one. */
export const measuresLevel = computed(() => otherValue(LEVEL) ?? '');

export function setMeasuresLevel(level: string): void {
  setOtherValue(LEVEL, level);
}

/** One benchmark alone has nothing to be compared with: its categories are shown, where it has any. */
async function measure(fit: number, level: string): Promise<Measures> {
  const measures = await engine().measures(fit, level || 'benchmark');
  const finer = measures.levels.find((one) => one !== 'benchmark');
  return level === '' && measures.groups.length === 1 && finer ? engine().measures(fit, finer) : measures;
}

export const measuresJob = createFitJob(
  'The correlations are computed.',
  async ({ fit, level }: { fit: number; level: string }): Promise<{ fit: number; measures: Measures }> => ({
    fit,
    measures: await measure(fit, level),
  }),
);

export const defaultStability: Readonly<Omit<StabilityParameters, 'fit'>> = { seeds: 3, halves: 5, seed: 1 };

export const stabilityJob = createFitJob(
  'The stability is computed.',
  (parameters: StabilityParameters, onStatus, signal) => engine().stability(parameters, onStatus, signal),
);

// Measures follow the fit; stability is asked for by hand and given up with the fit that it belongs to.
effect(() => {
  const { state, result } = currentFit.value;
  const level = measuresLevel.value;
  const open = address.value.view === 'measures';
  const fit = state === 'done' && result ? result.fit : null;
  queueMicrotask(() => {
    if (stabilityJob.parameters.peek() && stabilityJob.parameters.peek()?.fit !== fit) stabilityJob.cancel();
    if (open && fit !== null) void measuresJob.start({ fit, level });
  });
});

showsIn('measures', () =>
  together([
    shownFit(),
    shownPart(measuresJob.state.value, 'measures', {}, (result) => [
      { name: 'groups', value: result.measures.groups.length },
    ]),
  ]),
);
