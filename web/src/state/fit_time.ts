// How long fits take here: the only honest basis for saying what many of them will cost.
import { effect, signal } from '@preact/signals';
import { duration } from './analysis.ts';
import { currentFit } from './item_response.ts';

/** What the last complete fit took. */
export const timeOfFit = signal<{ seconds: number; dimensions: number } | null>(null);

let started = 0;
let before = 'idle';
effect(() => {
  const { state, result } = currentFit.value;
  if (state === 'working' && before !== 'working') started = performance.now();
  if (state === 'done' && before === 'working' && result && !result.stopped) {
    timeOfFit.value = {
      seconds: (performance.now() - started) / 1000,
      dimensions: result.dimensions.length,
    };
  }
  before = state;
});

/** "about 12 s", going by the last fit; "" when there was none. */
export function timeOfFits(fits: number): string {
  const known = timeOfFit.value;
  return known ? `about ${duration(known.seconds * fits)}` : '';
}
