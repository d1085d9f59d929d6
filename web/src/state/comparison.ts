// Two models compared along a dimension: asked for when the choice changes, kept until the next answer.
import { signal } from '@preact/signals';
import { asErrorData } from '../components/basics.tsx';
import type { ModelComparison } from '../engine/item_response.ts';
import type { EngineErrorData } from '../engine/results.ts';
import { engine } from './store.ts';

export interface ComparisonState {
  comparison: ModelComparison | null; // the latest answer
  fit: number; // that it belongs to
  error: EngineErrorData | null;
}

const empty: ComparisonState = { comparison: null, fit: -1, error: null };
export const currentComparison = signal<ComparisonState>(empty);
let asked = '';

/** Fills currentComparison. Models by their index in the data set. */
export async function loadComparison(
  fit: number,
  first: number,
  second: number,
  dimension: number,
): Promise<void> {
  const key = `${fit}/${first}/${second}/${dimension}`;
  if (key === asked) return;
  asked = key;
  try {
    const comparison = await engine().compareModels(fit, first, second, dimension);
    if (key === asked) currentComparison.value = { comparison, fit, error: null };
  } catch (error) {
    if (key !== asked) return;
    asked = ''; // it can be asked again
    currentComparison.value = { ...empty, error: asErrorData(error) };
  }
}
