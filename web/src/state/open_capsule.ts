// Opening capsules: among dropped files, and the one inside of a report.
import { sha256 } from 'hash-wasm';
import type { EngineErrorData } from '../engine/results.ts';
import { type Capsule, claimOf, unpackCapsule } from '../reproduce/capsule.ts';
import { capsuleText, fromBase64 } from '../reproduce/report.ts';
import { LARGEST_UNPACKED } from '../reproduce/zip.ts';
import { isReport } from '../reproduce/zip_magic.ts';
import { fileSize } from '../verdict/numbers.ts';
import { type Address, parseAddress, printAddress } from './address.ts';
import { type CapsuleChoice, capsuleOfReport, capsuleProblems, capsuleQuestion } from './capsule_notices.ts';
import { addFiles, type CapsuleOrigin, type DroppedFile } from './files.ts';
import { address, followHash } from './history.ts';
import { announce, hasFiles } from './store.ts';

/** What is to be read in place of what was dropped. */
export interface Arrival {
  files: DroppedFile[];
  /** What is loaded goes first. */
  replace: boolean;
  /** Where the page goes; null = it stays as it is, or does what it does with every file. */
  address: Address | null;
}

interface Opened {
  capsule: Capsule;
  dropped: DroppedFile; // data.json, to be read
}

function say(problem: EngineErrorData): void {
  capsuleProblems.value = [...capsuleProblems.peek(), problem];
  announce(problem.message);
}

async function unpack({ path, file, source, options }: DroppedFile): Promise<Opened | null> {
  if (file.size > LARGEST_UNPACKED) {
    say({
      code: 'too_large',
      message: `${path} is an archive of ${fileSize(file.size)}, and at most ${fileSize(LARGEST_UNPACKED)} are unpacked here.`,
      file: path,
      line: 0,
      hint: 'Unpack it and drop the folder or the files that were inside.',
    });
    return null;
  }
  let bytes: Uint8Array;
  try {
    bytes = new Uint8Array(await file.arrayBuffer());
    if (isReport(bytes)) bytes = base64Bytes(capsuleText(new TextDecoder().decode(bytes)));
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    say({
      code: 'malformed_file',
      message: `${path} could not be read from the disk (${reason}).`,
      file: path,
      line: 0,
      hint: 'It may have been changed, moved or locked since it was dropped. Drop it again.',
    });
    return null;
  }
  const unpacked = await unpackCapsule(bytes, path);
  if (!unpacked.ok) {
    say(unpacked.error);
    return null;
  }
  const capsule = unpacked.value;
  const origin: CapsuleOrigin = {
    path,
    bytes: bytes.length,
    sha256: await sha256(bytes),
    engine: capsule.engine,
    sources: capsule.sources,
  };
  const data = new File([capsule.data as Uint8Array<ArrayBuffer>], 'data.json', { type: 'application/json' });
  const dropped: DroppedFile = { path, file: data, capsule: origin };
  if (source) dropped.source = source;
  if (options) dropped.options = options;
  return { capsule, dropped };
}

/** What is no base64 is an archive without anything: unpacking says that it is damaged. */
function base64Bytes(text: string): Uint8Array<ArrayBuffer> {
  try {
    return fromBase64(text);
  } catch {
    return new Uint8Array(0);
  }
}

/** The page as it was when the capsule was saved, and what was seen then. */
function addressIn(
  capsule: Capsule,
  sources: Address['sources'] = capsule.sources.map(({ source }) => source),
): Address {
  return { ...parseAddress(capsule.address), sources, claim: claimOf(capsule) };
}

/** The address is that of a link which waits for these files: it says what is to be seen. */
function waitedFor(capsule: Capsule): boolean {
  const wanted = address.value.sources.flatMap((source) => (source.kind === 'file' ? [source.sha256] : []));
  const known = new Set(capsule.sources.flatMap(({ source }) => ('sha256' in source ? [source.sha256] : [])));
  return wanted.length > 0 && !hasFiles.value && wanted.every((hash) => hash !== '' && known.has(hash));
}

function ask(path: string, others: number): Promise<CapsuleChoice> {
  if (typeof document === 'undefined') return Promise.resolve('add'); // nobody there to be asked
  return new Promise((resolve) => {
    capsuleQuestion.value = {
      path,
      others,
      answer: (choice) => {
        capsuleQuestion.value = null;
        resolve(choice);
      },
    };
  });
}

/**
 * Replaces the archives among dropped files by what is to be read of them, in their places.
 * @param keepView the address says what is to be seen: only the data are wanted
 */
export async function sortOut(
  dropped: readonly DroppedFile[],
  zips: ReadonlySet<DroppedFile>,
  keepView: boolean,
): Promise<Arrival> {
  capsuleProblems.value = [];
  const files: DroppedFile[] = [];
  const opened: Opened[] = [];
  for (const one of dropped) {
    if (!zips.has(one)) {
      files.push(one);
      continue;
    }
    const unpacked = await unpack(one);
    if (!unpacked) continue;
    opened.push(unpacked);
    files.push(unpacked.dropped);
  }
  const dataOnly: Arrival = { files, replace: false, address: null };
  const [only] = opened;
  if (!only) return dataOnly;
  if (opened.length > 1) {
    announce('The data of all capsules are read together; each capsule alone opens as it was saved.');
    return dataOnly;
  }
  if (keepView) return dataOnly;
  const others = files.length - 1;
  if (others === 0 && waitedFor(only.capsule)) return { ...dataOnly, address: address.value };
  const choice = others > 0 || hasFiles.value ? await ask(only.dropped.path, others) : 'open';
  if (choice === 'cancel') return { ...dataOnly, files: [] };
  if (choice === 'add') return dataOnly;
  const { source } = only.dropped;
  return {
    files: [only.dropped],
    replace: hasFiles.value,
    address: addressIn(only.capsule, source ? address.value.sources : undefined),
  };
}

/** The same for the files of a link; its address goes before that of a capsule where it says anything of a view. */
export async function unpackNamed(
  named: readonly (DroppedFile | 'example')[],
  zips: ReadonlySet<DroppedFile>,
): Promise<{ files: (DroppedFile | 'example')[]; address: Address | null }> {
  capsuleProblems.value = [];
  const files: (DroppedFile | 'example')[] = [];
  let only: Capsule | null = null;
  for (const one of named) {
    const opened = one !== 'example' && zips.has(one) ? await unpack(one) : null;
    if (opened) {
      files.push(opened.dropped);
      only = opened.capsule;
    } else if (one === 'example' || !zips.has(one)) {
      files.push(one);
    }
  }
  const { sources, claim } = address.value;
  const saysNothing = claim === null && printAddress({ ...address.value, sources: [] }) === '';
  return { files, address: only && named.length === 1 && saysNothing ? addressIn(only, sources) : null };
}

/** The name under which a report calls the data inside of it. */
const INSIDE = 'this report';

/** Loads what is inside of the report; a reloaded one keeps what stands in its address. */
export async function openReport(): Promise<void> {
  const text = capsuleOfReport();
  if (text === '') return; // the empty page of a report: files can be dropped
  const unpacked = await unpack({ path: INSIDE, file: new File([base64Bytes(text)], INSIDE) });
  if (!unpacked) return;
  if (location.hash.replace(/^#/, '') === '') followHash(printAddress(addressIn(unpacked.capsule)));
  await addFiles([unpacked.dropped], true);
}
