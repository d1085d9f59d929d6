// Fetches the files of a manifest, compares them with what it says of them, and reads them like dropped ones.
import { cancelled } from '../engine/call.ts';
import type { EngineErrorData } from '../engine/results.ts';
import { type Manifest, type ManifestFile, parseManifest } from '../reproduce/manifest.ts';
import { fetchSource } from '../reproduce/remote.ts';
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
        'file' in fetched
          ? { ...fetched, options: file.options, source: sourceOf(file) }
          : { kind: 'missing', name: file.name, error: saidByHost(fetched.error) };
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

/** What can be done is another thing here than for a link. */
const saidByHost = (error: EngineErrorData): EngineErrorData =>
  error.code === 'not_found'
    ? { ...error, hint: 'Whoever hosts this page has to put it back, or take it out of data/manifest.json.' }
    : error;

const sourceOf = (file: ManifestFile) =>
  ({ kind: 'address', address: file.address, sha256: file.sha256, options: file.options }) as const;

/** null = as the manifest says, or it says nothing. */
async function changeOf(file: ManifestFile, got: File): Promise<EngineErrorData | null> {
  const sizeDiffers = file.bytes !== null && file.bytes !== got.size;
  const hash = file.sha256 === '' ? '' : await engine().hashFile(got);
  if (hash === file.sha256 && (!sizeDiffers || file.sha256 !== '')) return null;
  const difference =
    file.sha256 === ''
      ? `It has ${count(got.size)} bytes; the manifest of this page says ${count(file.bytes ?? 0)}.`
      : `Its SHA-256 is ${hash.slice(0, 12)}…; the manifest of this page says ${file.sha256.slice(0, 12)}…`;
  return {
    code: 'data_changed',
    message: `The data have changed: ${file.name}. ${difference}`,
    file: file.name,
    line: 0,
    hint: 'It was loaded as it is now: its numbers may differ from those that were published. Whoever hosts this page can bring file and manifest together again.',
  };
}
