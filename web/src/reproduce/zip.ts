// The zip container of capsules: written so that equal contents are equal bytes, read with limits. Pure functions.
import { Deflate, Inflate } from 'fflate';
import type { EngineErrorData, EngineResult } from '../engine/results.ts';
import { crc32, joined } from './bytes.ts';

export interface ZipEntry {
  name: string;
  bytes: Uint8Array;
}

/** More than this is neither written nor unpacked: it could not be analysed in a browser's memory either. */
export const LARGEST_UNPACKED = 1 << 30;
/** Above a size that nobody minds, nothing is unpacked that grows by more than this: it was made to fill the memory. */
export const LARGEST_RATIO = 250;
export const UNSUSPICIOUS_SIZE = 64 << 20;

const LOCAL = 0x04034b50;
const CENTRAL = 0x02014b50;
const END = 0x06054b50;
const [LOCAL_SIZE, CENTRAL_SIZE, END_SIZE] = [30, 46, 22];
const UTF8_NAMES = 1 << 11;
const [STORED, DEFLATED] = [0, 8];
const NEEDED_VERSION = 20;
/** 1 January 1980, 0:00: the first date that the container can hold. A date of today would change the bytes. */
const [DOS_TIME, DOS_DATE] = [0, 0x21];
/** Both fixed: the default memory follows the size by a logarithm, which browsers may round differently. */
const COMPRESSION = { level: 6, mem: 9 } as const;
/** So much at a time, that the page can answer in between. */
const PIECE = 1 << 20;

/** A timer, since microtasks would not let clicks in. */
const nextTurn = () => new Promise<void>((resolve) => setTimeout(resolve, 0));

async function inPieces(bytes: Uint8Array, push: (piece: Uint8Array, last: boolean) => void): Promise<void> {
  for (let from = 0; ; from += PIECE) {
    const last = from + PIECE >= bytes.length;
    push(bytes.subarray(from, from + PIECE), last);
    if (last) return;
    await nextTurn();
  }
}

const grewTooMuch = (packed: number, unpacked: number) =>
  unpacked > UNSUSPICIOUS_SIZE && unpacked > packed * LARGEST_RATIO;

async function deflated(bytes: Uint8Array): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  const deflate = new Deflate(COMPRESSION, (part) => parts.push(part));
  await inPieces(bytes, (piece, last) => deflate.push(piece, last));
  return joined(parts);
}

/** Equal entries in the same order are equal bytes, on every machine. The sizes are below LARGEST_UNPACKED. */
export async function packZip(entries: readonly ZipEntry[]): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  const central: Uint8Array[] = [];
  let offset = 0;
  for (const { name, bytes } of entries) {
    const compressed = await deflated(bytes);
    // What shrinks so much that it would look like a trap when it is read is left as it is.
    const stored = grewTooMuch(compressed.length, bytes.length);
    const content = stored ? bytes : compressed;
    const encodedName = new TextEncoder().encode(name);
    const common = new DataView(new ArrayBuffer(26)); // the fields that both headers have, in the same order
    common.setUint16(0, NEEDED_VERSION, true);
    common.setUint16(2, UTF8_NAMES, true);
    common.setUint16(4, stored ? STORED : DEFLATED, true);
    common.setUint16(6, DOS_TIME, true);
    common.setUint16(8, DOS_DATE, true);
    common.setUint32(10, crc32(bytes), true);
    common.setUint32(14, content.length, true);
    common.setUint32(18, bytes.length, true);
    common.setUint16(22, encodedName.length, true);
    const local = new Uint8Array(LOCAL_SIZE);
    new DataView(local.buffer).setUint32(0, LOCAL, true);
    local.set(new Uint8Array(common.buffer), 4);
    const entry = new Uint8Array(CENTRAL_SIZE);
    const view = new DataView(entry.buffer);
    view.setUint32(0, CENTRAL, true);
    view.setUint16(4, NEEDED_VERSION, true);
    entry.set(new Uint8Array(common.buffer), 6);
    view.setUint32(42, offset, true);
    parts.push(local, encodedName, content);
    central.push(entry, encodedName);
    offset += LOCAL_SIZE + encodedName.length + content.length;
  }
  const end = new Uint8Array(END_SIZE);
  const view = new DataView(end.buffer);
  view.setUint32(0, END, true);
  view.setUint16(8, entries.length, true);
  view.setUint16(10, entries.length, true);
  view.setUint32(
    12,
    central.reduce((sum, part) => sum + part.length, 0),
    true,
  );
  view.setUint32(16, offset, true);
  return joined([...parts, ...central, end]);
}

/** What the container says of an entry. */
export interface ListedEntry {
  name: string;
  packed: number; // bytes
  unpacked: number; // bytes
  method: number;
  encrypted: boolean;
  crc: number;
  offset: number;
}

const damaged = (path: string, how: string): { ok: false; error: EngineErrorData } => ({
  ok: false,
  error: {
    code: 'truncated_file',
    message: `${path} cannot be unpacked: ${how}. It is damaged or its end is missing.`,
    file: path,
    line: 0,
    hint: 'Copy or download it again. A file sent by mail or chat may have been changed on its way.',
  },
});

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** The entries in the order of the list at the container's end. */
export function listZip(bytes: Uint8Array, path: string): EngineResult<ListedEntry[]> {
  const view = viewOf(bytes);
  // The end comes last, before a comment of at most 65,535 bytes.
  let end = bytes.length - END_SIZE;
  const first = Math.max(0, end - 0xffff);
  while (end >= first && view.getUint32(end, true) !== END) end--;
  if (end < first) return damaged(path, 'the list of its contents is not there');
  const count = view.getUint16(end + 10, true);
  let at = view.getUint32(end + 16, true);
  const listed: ListedEntry[] = [];
  for (let n = 0; n < count; n++) {
    if (at + CENTRAL_SIZE > end || view.getUint32(at, true) !== CENTRAL) {
      return damaged(path, 'the list of its contents breaks off');
    }
    const [nameLength, extraLength, commentLength] = [28, 30, 32].map((where) =>
      view.getUint16(at + where, true),
    ) as [number, number, number];
    const name = at + CENTRAL_SIZE;
    if (name + nameLength > end) return damaged(path, 'the list of its contents breaks off');
    listed.push({
      name: new TextDecoder().decode(bytes.subarray(name, name + nameLength)),
      packed: view.getUint32(at + 20, true),
      unpacked: view.getUint32(at + 24, true),
      method: view.getUint16(at + 10, true),
      encrypted: (view.getUint16(at + 8, true) & 1) !== 0,
      crc: view.getUint32(at + 16, true),
      offset: view.getUint32(at + 42, true),
    });
    at = name + nameLength + extraLength + commentLength;
  }
  return { ok: true, value: listed };
}

const megabytes = (bytes: number) => `${Math.ceil(bytes / 1e6).toLocaleString('en')} MB`;

/** null = these entries may be unpacked together. */
export function refusedBySize(entries: readonly ListedEntry[], path: string): EngineErrorData | null {
  const unpacked = entries.reduce((sum, entry) => sum + entry.unpacked, 0);
  const refuse = (message: string, hint: string): EngineErrorData => ({
    code: 'too_large',
    message,
    file: path,
    line: 0,
    hint,
  });
  if (unpacked > LARGEST_UNPACKED) {
    return refuse(
      `${path} would be ${megabytes(unpacked)} when it is unpacked, and at most ${megabytes(LARGEST_UNPACKED)} are.`,
      'Use the original files, fewer at a time.',
    );
  }
  const suspicious = entries.find((entry) => grewTooMuch(entry.packed, entry.unpacked));
  if (!suspicious) return null;
  return refuse(
    `${path} was not unpacked: ${suspicious.name} would grow from ${megabytes(suspicious.packed)} to ${megabytes(suspicious.unpacked)}, as no capsule of this program does.`,
    'Ask for the file again where you have it from, or use the original files.',
  );
}

/** The content of an entry, with the sizes and the checksum that the list states. */
export async function unpackEntry(
  bytes: Uint8Array,
  entry: ListedEntry,
  path: string,
): Promise<EngineResult<Uint8Array>> {
  const { name, offset, packed, unpacked } = entry;
  const view = viewOf(bytes);
  if (entry.encrypted) return damaged(path, `${name} is encrypted`);
  if (entry.method !== STORED && entry.method !== DEFLATED) {
    return damaged(path, `${name} is packed in a way that is not known here (${entry.method})`);
  }
  if (offset + LOCAL_SIZE > bytes.length || view.getUint32(offset, true) !== LOCAL) {
    return damaged(path, `${name} is not where it should be`);
  }
  const from = offset + LOCAL_SIZE + view.getUint16(offset + 26, true) + view.getUint16(offset + 28, true);
  if (from + packed > bytes.length) return damaged(path, `${name} breaks off`);
  const content = bytes.subarray(from, from + packed);
  let whole: Uint8Array | null = null;
  if (entry.method === STORED) {
    if (packed === unpacked) whole = content;
  } else {
    whole = await inflated(content, unpacked);
  }
  if (!whole || crc32(whole) !== entry.crc)
    return damaged(path, `${name} is not what it was when it was packed`);
  return { ok: true, value: whole };
}

/** null = not of this size, or not packed so. Never takes more memory than the size and one piece. */
async function inflated(packed: Uint8Array, size: number): Promise<Uint8Array | null> {
  const whole = new Uint8Array(size);
  let at = 0;
  const inflate = new Inflate((part) => {
    if (at + part.length > size) throw new Error('more than was stated');
    whole.set(part, at);
    at += part.length;
  });
  // Smaller pieces than when packing: each may grow a thousandfold before it is looked at.
  const small = 1 << 16;
  try {
    for (let from = 0; from === 0 || from < packed.length; from += small) {
      inflate.push(packed.subarray(from, from + small), from + small >= packed.length);
      if (from > 0 && from % PIECE === 0) await nextTurn();
    }
  } catch {
    return null;
  }
  return at === size ? whole : null;
}
