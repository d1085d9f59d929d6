// Ids and texts of a benchmark's items, asked for when a view of the study names items.
import { effect, signal } from '@preact/signals';
import type { ItemRow } from '../engine/results.ts';
import { engine, overview } from './store.ts';

/** null until loadStudyItems() has been answered. */
export const studyItems = signal<{ benchmark: number; rows: readonly ItemRow[] } | null>(null);

let asked = -1;

// Other files: indices mean something else now.
effect(() => {
  overview.value;
  asked = -1;
  studyItems.value = null;
});

export async function loadStudyItems(benchmark: number): Promise<void> {
  if (asked === benchmark) return;
  asked = benchmark;
  try {
    const rows = await engine().items(benchmark);
    if (asked === benchmark) studyItems.value = { benchmark, rows };
  } catch {
    if (asked === benchmark) asked = -1; // items then go by their number
  }
}

/** The id of an item, or its number where ids are not there. */
export function itemId(rows: readonly ItemRow[] | null, item: number): string {
  const row = rows?.[item];
  return row?.item === item ? row.id : `item ${item + 1}`;
}
