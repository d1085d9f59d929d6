// Loading, reading again and removing files. The page holds the File handles, the engine what they say.
import { batch, computed, effect, signal } from '@preact/signals';
import { describeFailure, isCancelled } from '../engine/call.ts';
import type { IncomingFile } from '../engine/engine.ts';
import type { EngineErrorData, FileReport, ImportReport } from '../engine/results.ts';
import type { OriginalSource } from '../reproduce/capsule.ts';
import { type ReadOptions, type Source, sameSources } from '../reproduce/source.ts';
import { HEAD_OF_FILE, isReport, isZip } from '../reproduce/zip_magic.ts';
import type { OriginalFile } from '../unpack/expand.ts';
import { expandPacked } from '../unpack/packed.ts';
import { counted } from '../verdict/numbers.ts';
import { itemResponseViewNames, printAddress, studyViewNames } from './address.ts';
import { forgetAnalyses } from './analysis.ts';
import { GROUPS_KEY, groupsDiffer, groupsOfAddress, setGroupsOfAddress } from './groups.ts';
import { address, followHash, navigate, otherValue, replaceAddress } from './history.ts';
import { forgetFits } from './item_response.ts';
import { startOverview, stopOverview } from './overview.ts';
import './shown_overview.ts';
import {
  announce,
  engine,
  engineFailure,
  engineState,
  engineVersion,
  formats,
  overview,
  reading,
  report,
  unpackNotes,
} from './store.ts';

const held = new Map<number, IncomingFile>();
let lastId = 0;
/** The file that is the built-in example; 0 = none. */
let exampleId = 0;
let reader: AbortController | null = null;
/** One change of the data at a time; a second drop waits for the first. */
let queue: Promise<void> = Promise.resolve();
/** What the address said of groups when it was last looked at. */
let seenGroups: string | undefined;

export interface DroppedFile {
  path: string;
  file: File;
  /** How it is to be read, where that is known already. */
  options?: ReadOptions;
  /** Where it comes from; absent = the user's own disk. */
  source?: Source;
  /** What it was unpacked from. */
  capsule?: CapsuleOrigin;
  /** What its text was made from. */
  original?: OriginalFile;
  /** It cannot be unpacked. */
  refusal?: EngineErrorData;
}

/** The capsule that data were unpacked from, and what went into it. */
export interface CapsuleOrigin {
  path: string;
  bytes: number;
  sha256: string; // of the capsule itself
  engine: string; // EngineVersion.id that it was saved with
  sources: OriginalSource[];
}

/** Where the files come from that do not lie on the user's own disk, by their id. */
const origins = new Map<number, Source>();

/** Files that were unpacked from a capsule, by their id. */
const unpacked = new Map<number, CapsuleOrigin>();

/** The bytes of files whose text was made from others, by their id. */
const originals = new Map<number, File>();

export interface LoadedSource extends OriginalSource {
  capsule: CapsuleOrigin | null;
}

/** What is loaded, in the order in which it was, with the size of each. A file that could not be read adds nothing. */
export const loadedSources = computed<LoadedSource[]>(() =>
  (report.value?.files ?? [])
    .filter((one) => one.error === null)
    .flatMap(({ id, path, bytes, sha256, options }): LoadedSource[] => {
      if (id === exampleId) return [{ source: { kind: 'example' }, bytes: 0, capsule: null }];
      const origin = origins.get(id);
      const capsule = unpacked.get(id) ?? null;
      // Read in another way than it was saved, it is no longer what went into it.
      if (capsule && !origin && Object.keys(options).length === 0) {
        return capsule.sources.map((one) => ({ ...one, capsule }));
      }
      const whole = capsule ?? { bytes, sha256 };
      const source: Source =
        origin && origin.kind !== 'example'
          ? {
              ...origin,
              ...(origin.kind === 'file' ? { bytes: whole.bytes } : {}),
              sha256: whole.sha256,
              options,
            }
          : { kind: 'file', path, bytes: whole.bytes, sha256: whole.sha256, options };
      return [{ source, bytes: whole.bytes, capsule }];
    }),
);

/** What a link names. */
export const currentSources = computed<Source[]>(() => loadedSources.value.map(({ source }) => source));

/** The file of a source, as far as the page holds it by itself: not what was unpacked, not the example. */
export function heldFile(source: Source): File | null {
  if (source.kind === 'example') return null;
  const files = report.value?.files ?? [];
  const found = files.find((one) => one.sha256 === source.sha256 && !unpacked.has(one.id));
  return (found && (originals.get(found.id) ?? held.get(found.id)?.file)) ?? null;
}

/** As the engine reads it, under an id of its own. */
function incoming({
  path,
  file,
  options = {},
  source,
  capsule,
  original,
  refusal,
}: DroppedFile): IncomingFile {
  lastId += 1;
  if (source) origins.set(lastId, source);
  if (capsule) unpacked.set(lastId, capsule);
  if (original) originals.set(lastId, original.file);
  return {
    id: lastId,
    path,
    file,
    options,
    ...(original ? { original: { bytes: original.file.size, sha256: original.sha256 } } : {}),
    ...(refusal ? { refusal } : {}),
  };
}

function forgetFile(id: number): void {
  for (const known of [held, origins, unpacked, originals]) known.delete(id);
}

/** Archives become the files inside of them; the notes say what was left out. */
async function withArchivesUnpacked(dropped: readonly DroppedFile[]): Promise<DroppedFile[]> {
  reader ??= new AbortController();
  const [first] = dropped;
  if (first) {
    const bytesTotal = dropped.reduce((sum, one) => sum + one.file.size, 0);
    reading.value = { file: 0, files: dropped.length, path: first.path, bytes: 0, bytesTotal, rows: 0 };
  }
  const { files, notes } = await expandPacked(dropped, {
    signal: reader.signal,
    onProgress: (progress) => {
      reading.value = { file: 0, files: 1, rows: 0, ...progress, unpacking: true };
    },
  });
  unpackNotes.value = [...unpackNotes.value, ...notes];
  return files;
}

/** What the latest drop added to data that were there; null = nothing that could be taken back. */
export const lastAdded = signal<readonly number[] | null>(null);

function enqueue(work: () => Promise<void>): Promise<void> {
  const next = queue.then(async () => {
    stopOverview();
    try {
      await work();
    } catch (error) {
      if (!isCancelled(error)) engineFailure.value = describeFailure(error);
    } finally {
      reading.value = null;
      reader = null;
    }
  });
  queue = next;
  return next;
}

async function refresh(): Promise<void> {
  const newReport = await withGroupsOfAddress(await engine().report());
  const withExample = newReport.files.some((file) => file.id === exampleId);
  const isExample = (source: Source) => source.kind === 'example';
  if (address.value.sources.some(isExample) && !withExample && address.value.claim === null) {
    replaceAddress({ sources: address.value.sources.filter((source) => !isExample(source)) });
  }
  const newOverview = newReport.benchmarks.length > 0 ? await engine().overview() : [];
  batch(() => {
    forgetAnalyses();
    forgetFits();
    report.value = newReport.files.length > 0 ? newReport : null;
    overview.value = newOverview;
  });
  startOverview();
}

/** Shows what the engine holds, whoever loaded it. */
export function showWhatIsLoaded(): Promise<void> {
  return enqueue(refresh);
}

/** An address says which groups of tasks are one benchmark: a link shows what its sender saw. */
async function withGroupsOfAddress(found: ImportReport): Promise<ImportReport> {
  if (!groupsDiffer(found)) return found;
  await engine().setMergedGroups(groupsOfAddress(found));
  return engine().report();
}

/** Reads the tasks of a group as one benchmark, or again as one each. */
export function mergeGroup(name: string, merged: boolean): Promise<void> {
  return enqueue(async () => {
    const now = (report.value?.groups ?? []).filter((group) => group.merged).map((group) => group.name);
    const others = now.filter((one) => one !== name);
    setGroupsOfAddress(merged ? [...others, name] : others);
    await refresh();
    announce(merged ? `${name} is one benchmark.` : `${name} is one benchmark for each task.`);
  });
}

/** After whatever is under way, which may be the change itself. */
function followGroups(): void {
  const before = queue;
  void before.then(() => {
    if (queue !== before) followGroups();
    else if (report.value !== null && groupsDiffer(report.value)) void enqueue(refresh);
  });
}

// Back, Forward and a link of the same data: they are grouped as the address says.
effect(() => {
  const groups = otherValue(GROUPS_KEY);
  if (groups === seenGroups) return;
  seenGroups = groups;
  followGroups();
});

async function read(files: IncomingFile[]): Promise<void> {
  const reports = await readOnly(files);
  await refresh();
  sayRead(reports, files.length);
}

async function readOnly(files: IncomingFile[]): Promise<FileReport[]> {
  reader ??= new AbortController();
  const total = files.reduce((sum, one) => sum + one.file.size, 0);
  const first = files[0]?.path ?? '';
  reading.value = { file: 0, files: files.length, path: first, bytes: 0, bytesTotal: total, rows: 0 };
  const reports = await engine().readFiles(
    files,
    (progress) => {
      reading.value = progress;
    },
    reader.signal,
  );
  for (const file of files) {
    if (reports.some((one) => one.id === file.id)) held.set(file.id, file);
  }
  return reports;
}

function sayRead(reports: readonly FileReport[], files: number): void {
  const failed = reports.filter((one) => one.error !== null).length;
  const stopped = reports.length < files ? ' Cancelled before the end.' : '';
  announce(
    `${counted(reports.length - failed, 'file')} read${failed > 0 ? `, ${failed} not readable` : ''}.${stopped}`,
  );
}

/** Puts these in the place of everything that is loaded, in this order. The address said what is to be seen. */
export function openInOrder(named: readonly (DroppedFile | 'example')[]): Promise<void> {
  return enqueue(async () => {
    await emptyEngine();
    exampleId = 0;
    reader = new AbortController();
    unpackNotes.value = [];
    const files: (DroppedFile | 'example')[] = [];
    for (const one of named) {
      files.push(...(one === 'example' ? [one] : await withArchivesUnpacked([one])));
    }
    const wanted = await withCapsulesUnpacked(files);
    const reports: FileReport[] = [];
    let run: IncomingFile[] = [];
    const readRun = async () => {
      if (run.length > 0 && !reader?.signal.aborted) reports.push(...(await readOnly(run)));
      run = [];
    };
    for (const one of wanted) {
      if (one !== 'example') {
        run.push(incoming(one));
        continue;
      }
      lastId += 1;
      const id = lastId;
      await readRun();
      reading.value = 'example';
      exampleId = id;
      reports.push(await engine().loadExample(id));
    }
    await readRun();
    await refresh();
    if (wanted.length === 1 && wanted[0] === 'example') announce('The example is loaded.');
    else sayRead(reports, wanted.length);
  });
}

/** A link may name capsules among its files; one that names a capsule alone and no view shows that of the capsule. */
async function withCapsulesUnpacked(
  named: readonly (DroppedFile | 'example')[],
): Promise<(DroppedFile | 'example')[]> {
  const zips = await zipsAmong(named.filter((one) => one !== 'example'));
  if (zips.size === 0) return [...named];
  const { unpackNamed } = await import('./open_capsule.ts');
  const { files, address: shownThere } = await unpackNamed(named, zips);
  if (shownThere) followHash(printAddress(shownThere));
  return files;
}

/** Takes back what the latest drop added. */
export function undoLastAdded(): Promise<void> {
  return enqueue(async () => {
    const ids = lastAdded.value ?? [];
    lastAdded.value = null;
    for (const id of ids) {
      await engine().removeFile(id);
      forgetFile(id);
    }
    unpackNotes.value = [];
    await refresh();
    announce(`${counted(ids.length, 'file')} taken out again.`);
  });
}

/** Adds to what is loaded. `keepView`: the address said already what is to be seen. */
export function addFiles(dropped: DroppedFile[], keepView = false): Promise<void> {
  if (dropped.length === 0) return queue;
  return enqueue(async () => {
    unpackNotes.value = [];
    const files = await withArchivesUnpacked(dropped);
    if (files.length === 0) {
      announce('Cancelled. Nothing was read.');
      return startOverview(); // as it was
    }
    const zips = await zipsAmong(files);
    if (zips.size === 0) return addNow(files, keepView);
    const { sortOut } = await import('./open_capsule.ts');
    const arrived = await sortOut(files, zips, keepView);
    if (arrived.files.length === 0) return startOverview(); // as it was
    if (arrived.replace) await removeAllNow();
    if (arrived.address) followHash(printAddress(arrived.address));
    await addNow(arrived.files, keepView || arrived.address !== null);
  });
}

/** Archives, and reports, which have one inside. */
async function zipsAmong(dropped: readonly DroppedFile[]): Promise<ReadonlySet<DroppedFile>> {
  const found = await Promise.all(
    dropped.map(async ({ file, capsule, original, refusal }) => {
      if (capsule || original || refusal) return false;
      try {
        const head = new Uint8Array(await file.slice(0, HEAD_OF_FILE).arrayBuffer());
        return isZip(head) || isReport(head);
      } catch {
        return false; // who reads it says why it cannot be read
      }
    }),
  );
  return new Set(dropped.filter((_, index) => found[index]));
}

async function addNow(dropped: readonly DroppedFile[], keepView: boolean): Promise<void> {
  const files = dropped.map(incoming);
  const wasEmpty = report.value === null;
  lastAdded.value = null;
  await read(files);
  const added = files.map((one) => one.id).filter((id) => report.value?.files.some((one) => one.id === id));
  if (!wasEmpty && added.length > 0) lastAdded.value = added;
  // A reloaded address keeps its view once its files are back; otherwise the report comes first.
  const { view, benchmark } = address.value;
  // These need no benchmark in the address; and one view was open without any files.
  const ofMany = ['overview', ...itemResponseViewNames, ...studyViewNames].some((name) => name === view);
  const waitedFor = wasEmpty && view !== 'import' && view !== 'validation' && (benchmark !== '' || ofMany);
  if (!waitedFor && !keepView) navigate({ view: 'import' });
}

/** Text from the clipboard, as a file of its own. */
export function textFile(text: string): DroppedFile {
  return { path: 'pasted', file: new File([text], 'pasted', { type: 'text/plain' }) };
}

export function addText(text: string): Promise<void> {
  return addFiles([textFile(text)]);
}

export function canReadAgain(id: number): boolean {
  return held.has(id);
}

export function canReadAnyAgain(): boolean {
  return held.size > 0;
}

/** Reads a file again with other options; an option set to "" is left to the reader. */
export function readAgain(id: number, change: Record<string, string>): Promise<void> {
  return enqueue(async () => {
    const before = held.get(id);
    if (!before) return;
    const options = Object.fromEntries(
      Object.entries({ ...before.options, ...change }).filter(([, value]) => value !== ''),
    );
    await read([{ ...before, options }]);
  });
}

/** The same for the models of several files at once: [file, name]. */
export function nameModels(names: readonly (readonly [number, string])[]): Promise<void> {
  return enqueue(async () => {
    const files = names.flatMap(([id, model]) => {
      const before = held.get(id);
      return before ? [{ ...before, options: { ...before.options, model } }] : [];
    });
    if (files.length > 0) await read(files);
  });
}

export function removeFile(id: number): Promise<void> {
  return enqueue(async () => {
    const path = report.value?.files.find((one) => one.id === id)?.path ?? 'The file';
    const source = id === exampleId ? undefined : origins.get(id);
    await engine().removeFile(id);
    forgetFile(id);
    lastAdded.value = null;
    await refresh();
    if (report.value === null) forgetInAddress();
    // Reloaded, the address must not bring it back; what a link claims is of the data with it.
    else if (source && address.value.claim === null) {
      const stays = address.value.sources.filter((one) => !sameSources([one], [source]));
      if (stays.length < address.value.sources.length) replaceAddress({ sources: stays });
    }
    announce(`${path} removed.`);
  });
}

async function removeAllNow(): Promise<void> {
  await emptyEngine();
  await refresh();
}

async function emptyEngine(): Promise<void> {
  for (const file of report.value?.files ?? []) await engine().removeFile(file.id);
  for (const known of [held, origins, unpacked, originals]) known.clear();
  unpackNotes.value = [];
  lastAdded.value = null;
}

function forgetInAddress(): void {
  replaceAddress({ view: 'import', benchmark: '', model: '', sources: [], claim: null });
}

export function removeAllFiles(): Promise<void> {
  return enqueue(async () => {
    await removeAllNow();
    forgetInAddress();
    announce('Everything was removed.');
  });
}

export function loadExample(keepView = false): Promise<void> {
  return enqueue(async () => {
    reading.value = 'example';
    lastId += 1;
    exampleId = lastId;
    await engine().loadExample(exampleId);
    await refresh();
    const sources: Source[] = [{ kind: 'example' }];
    replaceAddress(keepView ? { sources } : { sources, view: 'import', claim: null });
    announce('The example is loaded.');
  });
}

/** After a crash, or when its memory is full: an empty engine reads what the page still holds. */
export function restartEngine(): Promise<void> {
  stopOverview();
  reader?.abort();
  return enqueue(async () => {
    const files = [...held.values()].sort((a, b) => a.id - b.id);
    const withExample = report.value?.files.some((file) => file.id === exampleId) ?? false;
    engineFailure.value = null;
    engineState.value = 'loading';
    try {
      await engine().restart();
      [engineVersion.value, formats.value] = await Promise.all([engine().version(), engine().formats()]);
      engineState.value = 'ready';
    } catch (error) {
      engineState.value = 'failed';
      throw error;
    }
    if (withExample) await engine().loadExample(exampleId);
    if (files.length > 0) await read(files);
    else await refresh();
    announce(`The engine was restarted; ${counted(files.length, 'file')} read again.`);
  });
}

export function cancelReading(): void {
  reader?.abort();
}
