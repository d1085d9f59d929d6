// The data that lie beside a hosted page, as data/manifest.json names them. Most pages have none: only the look is here,
// what follows from a manifest is fetched with it.
import { signal } from '@preact/signals';
import type { EngineErrorData } from '../engine/results.ts';
import type { Manifest } from '../reproduce/manifest.ts';

/** What the page says of the data that it was hosted with; null = there is no manifest. */
export const manifest = signal<Manifest | null>(null);

/** A file of the manifest that is not what the manifest says. */
export interface ManifestProblem {
  kind: 'missing' | 'changed';
  name: string;
  error: EngineErrorData;
}
export const manifestProblems = signal<readonly ManifestProblem[]>([]);

/** Why there is a manifest and nothing of it could be used. */
export const manifestFailure = signal<EngineErrorData | null>(null);

export interface FetchingProgress {
  files: number;
  /** Complete so far. */
  done: number;
  bytes: number;
  /** null = not known. */
  bytesTotal: number | null;
}
/** Files of the manifest that are on their way; null = none. */
export const fetching = signal<FetchingProgress | null>(null);

let fetcher: AbortController | null = null;

export function cancelFetching(): void {
  fetcher?.abort();
}

/** The text of data/manifest.json beside the page; null = there is none, which is the usual case. */
export async function lookForManifest(): Promise<string | null> {
  if (!/^https?:$/.test(location.protocol)) return null; // a page from the disk cannot read what lies beside it
  try {
    const response = await fetch('./data/manifest.json', { cache: 'no-cache' });
    // Hosts that answer every address with their start page mean that there is nothing here.
    if (!response.ok || /text\/html/i.test(response.headers.get('content-type') ?? '')) return null;
    const text = await response.text();
    return text.trim() === '' || text.trimStart().startsWith('<') ? null : text;
  } catch {
    return null; // without a network there is nothing beside the page either
  }
}

/** Loads what the manifest names and shows the view that it wants, where the address says nothing. */
export async function openManifest(text: string): Promise<void> {
  const { loadManifest } = await import('./manifest_load.ts');
  fetcher = new AbortController();
  await loadManifest(text, fetcher.signal);
}
