// What can be loaded, as whoever uses the library names it, and as files for the engine.
import type { IncomingFile } from '../engine/engine.ts';
import type { EngineErrorData } from '../engine/results.ts';
import type { OriginalSource } from '../reproduce/capsule.ts';
import { type Fetched, type FetchOptions, fetchSource } from '../reproduce/remote.ts';
import type { ReadOptions, Source } from '../reproduce/source.ts';
import { isZip } from '../reproduce/zip_magic.ts';
import type { OriginalFile } from '../unpack/expand.ts';
import { expandPacked } from '../unpack/packed.ts';

/** Bytes in memory under a name. Folders in the path may tell readers whose results these are. */
export interface NamedBytes {
  path: string;
  bytes: Uint8Array | ArrayBuffer | Blob | string;
  /** How it is to be read, where its content does not say it: "format", "model", "scale" ... */
  options?: ReadOptions;
}

/** A file, a blob, an address (fetched; https: or http:), bytes with a name, or the built-in example. */
export type DataSource = File | Blob | URL | NamedBytes | 'example';

/** A file ready to be read. */
export interface PreparedFile {
  path: string;
  file: File;
  options: ReadOptions;
  /** Where it comes from; absent = from the disk or from memory. */
  source?: Source;
  /** The capsule that it was unpacked from: its bytes, and what went into it. */
  capsule?: { bytes: number; sha256: string; sources: OriginalSource[] };
  /** What its text was made from: a log of Inspect, a Parquet file, a workbook. */
  original?: OriginalFile;
  /** It cannot be unpacked. */
  refusal?: EngineErrorData;
}

/** What was found at the sources. */
export interface Prepared {
  /** In the order of the sources; "example" = the engine makes it. */
  files: (PreparedFile | 'example')[];
  /** Sources that could not be had at all, each with the reason. */
  missing: EngineErrorData[];
  /** Files in folders that were left out: hidden ones. */
  hidden: number;
  /** What was left out of archives, in sentences. */
  notes: string[];
}

export const nothingPrepared = (): Prepared => ({ files: [], missing: [], hidden: 0, notes: [] });

const lastPart = (path: string) => path.slice(path.lastIndexOf('/') + 1);

/** Outside of a page no host can refuse to be read from another one: then there is no connection, and nothing else. */
export async function fetchHere(address: string, options: FetchOptions): Promise<Fetched> {
  const fetched = await fetchSource(address, options);
  if (!('error' in fetched) || fetched.error.code !== 'cross_origin' || typeof location !== 'undefined') {
    return fetched;
  }
  const message = `${fetched.error.file} could not be fetched: there is no connection to ${new URL(address, options.base).host}.`;
  return {
    error: { ...fetched.error, code: 'unreachable', message, hint: 'Check the address and try again.' },
  };
}

/** Fetches what lies at an address. */
export async function prepareAddress(
  address: string,
  options: ReadOptions,
  prepared: Prepared,
  signal?: AbortSignal,
): Promise<void> {
  const fetched = await fetchHere(address, signal ? { signal } : {});
  if ('error' in fetched) prepared.missing.push(fetched.error);
  else {
    const source: Source = { kind: 'address', address, sha256: '', options };
    prepared.files.push({ path: fetched.path, file: fetched.file, options, source });
  }
}

/** As the engine reads it. */
export function incomingFile(id: number, one: PreparedFile): IncomingFile {
  const { path, file, options, original, refusal } = one;
  return {
    id,
    path,
    file,
    options,
    ...(original ? { original: { bytes: original.file.size, sha256: original.sha256 } } : {}),
    ...(refusal ? { refusal } : {}),
  };
}

/** Of everything that exists in a browser and in Node alike. */
export async function prepareSource(
  source: DataSource,
  prepared: Prepared,
  signal?: AbortSignal,
): Promise<void> {
  if (source === 'example') prepared.files.push('example');
  else if (source instanceof URL) await prepareAddress(source.href, {}, prepared, signal);
  else if (source instanceof File) {
    const path = source.webkitRelativePath || source.name;
    prepared.files.push({ path, file: source, options: {} });
  } else if (source instanceof Blob) {
    const name = `data ${prepared.files.length + 1}`;
    prepared.files.push({ path: name, file: new File([source], name), options: {} });
  } else if (typeof source === 'object' && source !== null && 'bytes' in source) {
    const { path, bytes, options = {} } = source;
    prepared.files.push({ path, file: new File([bytes as BlobPart], lastPart(path)), options });
  } else {
    throw new TypeError(
      `${String(source)} is not a source: give File, Blob, URL, {path, bytes} or "example"${typeof process === 'undefined' ? '' : '; paths are taken by the entry for Node'}.`,
    );
  }
}

/** Puts the files inside of archives in their places. */
async function unpackArchives(prepared: Prepared, signal?: AbortSignal): Promise<void> {
  const files: Prepared['files'] = [];
  for (const one of prepared.files) {
    if (one === 'example') {
      files.push(one);
      continue;
    }
    const expanded = await expandPacked([one], { signal });
    files.push(...expanded.files);
    prepared.notes.push(...expanded.notes);
  }
  prepared.files = files;
}

/** Puts the data of capsules in the place of the archives; one that cannot be unpacked is missing, with the reason. */
export async function unpackAll(prepared: Prepared, signal?: AbortSignal): Promise<void> {
  await unpackArchives(prepared, signal);
  const files: Prepared['files'] = [];
  for (const one of prepared.files) {
    const isRead = one === 'example' || one.original !== undefined || one.refusal !== undefined;
    if (isRead || !isZip(new Uint8Array(await one.file.slice(0, 4).arrayBuffer()))) {
      files.push(one);
      continue;
    }
    const { openCapsule } = await import('./capsule_file.ts');
    const opened = await openCapsule(one);
    if (opened.ok) files.push(opened.value.file);
    else prepared.missing.push(opened.error);
  }
  prepared.files = files;
}
