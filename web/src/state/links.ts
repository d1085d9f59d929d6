// What the page must know of links before it has to open one: the rest is fetched when the address asks for it.
import { computed, effect, signal } from '@preact/signals';
import type { DroppedFile } from './files.ts';
import { address, wantedSources } from './history.ts';
import { isKnownKey } from './known_keys.ts';

/** Who gets dropped files before they are added: a link that waits for its own. null = nobody. */
export const fileTaker = signal<((files: DroppedFile[]) => Promise<void>) | null>(null);

/** Pairs of the address that mean nothing to this version. */
export const unknownPairs = computed(() => address.value.other.filter(([key]) => !isKnownKey(key)));

/** The panel that opens a link and the banner with its verdict, once they are needed. */
export const linkParts = signal<typeof import('../views/link/index.tsx') | null>(null);

/** Opens the data of the address, now and whenever a link to other data is followed. */
export function followLinks(): void {
  let parts = false;
  effect(() => {
    const needed =
      wantedSources.value !== null || address.value.claim !== null || unknownPairs.value.length > 0;
    if (!needed || parts) return;
    parts = true;
    void import('../views/link/index.tsx').then((module) => {
      linkParts.value = module;
    });
  });
  let opening = false;
  effect(() => {
    if (wantedSources.value === null || opening) return;
    opening = true;
    void import('./opened_link.ts').then((module) => module.openWhatIsWanted());
  });
}
