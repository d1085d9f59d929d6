// The page inside another one (embed=1 in the address): which chart or table it shows, and whom it tells its height.
// Also what can be embedded of the open view, for the dialogue that offers it.
import { computed, signal } from '@preact/signals';
import { address, addressOf, isEmbedKey, otherValue } from './history.ts';

export type PartKind = 'chart' | 'table';

/** A chart by Chart.name, or a table by the name of its download. */
export interface Part {
  kind: PartKind;
  name: string;
  title: string;
}

export const isEmbedded = computed(() => otherValue('embed') === '1');

/** null = the verdict and the key numbers of the view. */
export const chosenPart = computed<Pick<Part, 'kind' | 'name'> | null>(() => {
  const chart = otherValue('chart');
  if (chart) return { kind: 'chart', name: chart };
  const table = otherValue('table');
  return table ? { kind: 'table', name: table } : null;
});

/** Charts and tables that stand on the page now, in the order in which they came. */
export const parts = signal<readonly Part[]>([]);

/** Returns what takes it out again. */
export function addPart(part: Part): () => void {
  parts.value = [...parts.peek(), part];
  return () => {
    parts.value = parts.peek().filter((one) => one !== part);
  };
}

/** The dialogue with the snippet is open. */
export const embedOpen = signal(false);

/** The "#..." of the same state in the whole page. */
export function wholeAddress(): string {
  return addressOf({ other: address.value.other.filter(([key]) => !isEmbedKey(key)) });
}

/** The origin of the page around this one, once it has said hello; null = nobody has. */
export const hostOrigin = signal<string | null>(null);

// From the very start: the page around says hello when this one has loaded, which may be before its view has.
if (typeof window !== 'undefined' && window.parent !== window) {
  window.addEventListener('message', (event) => {
    const greets = (event.data as { type?: unknown } | null)?.type === 'harmonograph:hello';
    // Only the page around; and a page without an origin (from the disk, in a sandbox) cannot be addressed alone.
    if (greets && event.source === window.parent && event.origin !== 'null') hostOrigin.value = event.origin;
  });
}

/** Only the page that has said hello learns the height, and nothing else. */
export function tellHeight(height: number): void {
  if (hostOrigin.value === null || !isEmbedded.value) return;
  window.parent.postMessage({ type: 'harmonograph:height', height }, hostOrigin.value);
}
