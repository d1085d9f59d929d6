// Fetches the files of a manifest, compares them with what it says of them, and reads them like dropped ones.
import { cancelled } from '../engine/call.ts';
import type { EngineErrorData } from '../engine/results.ts';
import { type Manifest, type ManifestFile, parseManifest } from '../reproduce/manifest.ts';
import { count } from '../verdict/numbers.ts';
import { parseAddress } from './address.ts';
import { addFiles, type DroppedFile } from './files.ts';
import { address, isEmbedKey, replaceAddress } from './history.ts';
import {
  type FetchingProgress,
  fetching,
  type ManifestProblem,
  manifest,
  manifestFailure,
  manifestProblems,
} from './manifest.ts';
import { announce, engine } from './store.ts';

/** At a time: enough for a far host, few enough for a small one. */
const CONNECTIONS = 4;

export async function loadManifest(text: string, signal: AbortSignal): Promise<void> {
  const parsed = parseManifest(text);
  if (!parsed.ok) {
    manifestFailure.value = parsed.error;
    announce(parsed.error.message);
    return;
  }
  manifest.value = parsed.value;
  showItsView(parsed.value);
  const problems: ManifestProblem[] = [];
  const dropped = await fetchAll(parsed.value, problems, signal);
  manifestProblems.value = problems;
  if (signal.aborted) {
    manifestFailure.value = {
      ...cancelled,
      message: 'Loading the data of this page was cancelled.',
      hint: 'Reload the page to load them.',
    };
    return;
  }
  if (dropped.length > 0) await addFiles(dropped, true);
  else announce('None of the files of this page could be loaded.');
}

function showItsView({ view }: Manifest): void {
  const now = address.value;
  const silent = parseAddress(location.hash);
  const saysNothing =
    silent.view === 'import' &&
    silent.benchmark === '' &&
    silent.model === '' &&
    Object.keys(silent.parameters).length + Object.keys(silent.fit).length === 0 &&
    silent.other.every(([key]) => isEmbedKey(key)); // which cut the view down and say nothing of it;
  if (view === '' || !saysNothing) return;
  const wanted = parseAddress(view);
  address.value = {
    ...wanted,
    sources: now.sources,
    claim: null,
    other: [...wanted.other.filter(([key]) => !now.other.some(([own]) => own === key)), ...now.other],
  };
  replaceAddress({}); // the bar says it too
}

async function fetchAll(
  { files }: Manifest,
  problems: ManifestProblem[],
  signal: AbortSignal,
): Promise<DroppedFile[]> {
  const got: (DroppedFile | ManifestProblem)[] = [];
  const sizes = files.map((file) => file.bytes);
  const bytes = files.map(() => 0);
  let done = 0;
  const tell = () => {
    const progress: FetchingProgress = {
      files: files.length,
      done,
      bytes: bytes.reduce((sum, one) => sum + one, 0),
      bytesTotal: sizes.some((size) => size === null)
        ? null
        : sizes.reduce<number>((sum, size) => sum + (size ?? 0), 0),
    };
    fetching.value = progress;
  };
  tell();
  let next = 0;
  const work = async () => {
    for (;;) {
      const index = next++;
      const file = files[index];
      if (!file || signal.aborted) return;
      const fetched = await fetchSource(file.address, {
        signal,
        onProgress: (loaded, total) => {
          bytes[index] = loaded;
          if (total !== null) sizes[index] = total;
          tell();
        },
      });
      got[index] =
        fetched.file instanceof File
          ? { path: pathOf(file), file: fetched.file, options: file.options, source: sourceOf(file) }
          : { kind: 'missing', name: file.name, error: fetched as EngineErrorData };
      done += 1;
      tell();
    }
  };
  await Promise.all(Array.from({ length: Math.min(CONNECTIONS, files.length) }, work));
  fetching.value = null;
  if (signal.aborted) return [];
  const dropped: DroppedFile[] = [];
  for (const [index, one] of got.entries()) {
    const file = files[index] as ManifestFile;
    if ('kind' in one) {
      problems.push(one);
      continue;
    }
    dropped.push(one);
    const changed = await changeOf(file, one.file);
    if (changed) problems.push({ kind: 'changed', name: file.name, error: changed });
  }
  return dropped;
}

/** What the report calls it: below the folder of the manifest, or the end of its address. */
function pathOf(file: ManifestFile): string {
  if (file.address !== file.name) return file.name;
  const { pathname, hostname } = new URL(file.address);
  const steps = pathname.split('/').filter(Boolean);
  const last = steps[steps.length - 1] ?? hostname;
  try {
    return decodeURIComponent(last);
  } catch {
    return last;
  }
}

const sourceOf = (file: ManifestFile) =>
  ({ kind: 'address', address: file.address, sha256: file.sha256, options: file.options }) as const;

/** null = as the manifest says, or it says nothing. */
async function changeOf(file: ManifestFile, got: File): Promise<EngineErrorData | null> {
  const sizeDiffers = file.bytes !== null && file.bytes !== got.size;
  const hash = file.sha256 === '' ? '' : await engine().hashFile(got);
  if (hash === file.sha256 && (!sizeDiffers || file.sha256 !== '')) return null;
  const difference =
    file.sha256 === ''
      ? `It has ${count(got.size)} bytes and not ${count(file.bytes ?? 0)}`
      : `Its SHA-256 is ${hash.slice(0, 12)}… and not ${file.sha256.slice(0, 12)}…`;
  return {
    code: 'data_changed',
    message: `The data have changed: ${file.name}. ${difference}, as the manifest of this page says.`,
    file: file.name,
    line: 0,
    hint: 'It was loaded as it is now: its numbers may differ from those that were published. Whoever hosts this page can bring file and manifest together again.',
  };
}

interface FetchOptions {
  signal: AbortSignal;
  onProgress: (loaded: number, total: number | null) => void;
}

/** A file from its address, relative to the page. Never throws. */
async function fetchSource(
  from: string,
  { signal, onProgress }: FetchOptions,
): Promise<{ file: File } | EngineErrorData> {
  const refuse = (message: string, hint: string): EngineErrorData => ({
    code: 'not_fetched',
    message,
    file: from,
    line: 0,
    hint,
  });
  try {
    const response = await fetch(new URL(from, document.baseURI), { signal, credentials: 'same-origin' });
    if (!response.ok) {
      return refuse(
        `${from} is not there: the host answers ${response.status}.`,
        'Whoever hosts this page has to put the file back, or take it out of data/manifest.json.',
      );
    }
    const packed = response.headers.get('content-encoding') !== null;
    const length = Number(response.headers.get('content-length') ?? Number.NaN);
    const total = packed || !Number.isFinite(length) ? null : length;
    const parts: Uint8Array<ArrayBuffer>[] = [];
    let loaded = 0;
    const reader = response.body?.getReader();
    for (;;) {
      const { done, value } = (await reader?.read()) ?? { done: true, value: undefined };
      if (done || !value) break;
      parts.push(value as Uint8Array<ArrayBuffer>);
      loaded += value.byteLength;
      onProgress(loaded, total);
    }
    return { file: new File(parts, from.split('/').pop() ?? from) };
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return refuse(
      `${from} could not be fetched (${why}).`,
      'Check the connection. A file on another host needs that host’s permission (CORS): download it and drop it here.',
    );
  }
}
