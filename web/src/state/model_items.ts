// What the shown model did on every item: asked for by the items table only, and again for another model.
import { effect, signal } from '@preact/signals';
import type { ModelItems } from '../engine/results.ts';
import { engine, overview } from './store.ts';

/** null until loadModelItems() has been answered. */
export const currentModelItems = signal<(ModelItems & { benchmark: number }) | null>(null);

let asked = '';

// Other files: indices mean something else now.
effect(() => {
  overview.value;
  asked = '';
  currentModelItems.value = null;
});

/** Fills currentModelItems. choices = the choice set of the analysis. */
export async function loadModelItems(benchmark: number, model: number, choices: string): Promise<void> {
  const key = JSON.stringify([benchmark, model, choices]);
  if (key === asked) return;
  asked = key;
  try {
    const items = await engine().modelItems(benchmark, model, choices);
    if (key === asked) currentModelItems.value = { ...items, benchmark };
  } catch {
    if (key === asked) asked = ''; // the table shows the items without the model
  }
}
