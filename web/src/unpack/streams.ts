// Bytes in pieces: out of files, through decompressors, into files. Nothing holds a whole member in the heap.
import type { IHasher } from 'hash-wasm';
import { joined } from '../reproduce/bytes.ts';
import {
  BreaksOff,
  type Budget,
  damaged,
  growsTooMuch,
  isSuspicious,
  UnpackError,
  UnpackingStopped,
} from './limits.ts';

export type Bytes = AsyncGenerator<Uint8Array, void, undefined>;

/** Each may grow a thousandfold before it is looked at. */
const SMALL = 1 << 14;
/** Of so many bytes a Blob is made: browsers keep those outside of the heap, on the disk when they are many. */
const KEPT = 1 << 22;

async function* piecesOf(stream: ReadableStream<Uint8Array>): Bytes {
  const reader = stream.getReader();
  let ended = false;
  try {
    for (let piece = await reader.read(); !piece.done; piece = await reader.read()) yield piece.value;
    ended = true;
  } finally {
    // Left early, or broken.
    if (!ended) await reader.cancel().catch(() => {});
  }
}

/** @param onRead told how many bytes have been read so far */
export async function* bytesOf(file: Blob, onRead?: (bytes: number) => void): Bytes {
  let read = 0;
  for await (const piece of piecesOf(file.stream() as ReadableStream<Uint8Array>)) {
    read += piece.length;
    onRead?.(read);
    yield piece;
  }
}

async function* small(bytes: Bytes): Bytes {
  for await (const piece of bytes) {
    for (let at = 0; at < piece.length; at += SMALL) yield piece.subarray(at, at + SMALL);
  }
}

export function streamOf(bytes: Bytes): ReadableStream<Uint8Array> {
  return new ReadableStream<Uint8Array>({
    async pull(controller) {
      const next = await bytes.next();
      if (next.done) controller.close();
      else controller.enqueue(next.value);
    },
    async cancel() {
      await bytes.return();
    },
  });
}

const through = (bytes: Bytes, native: DecompressionStream): Bytes =>
  piecesOf(
    streamOf(small(bytes)).pipeThrough(native as unknown as ReadableWritablePair<Uint8Array, Uint8Array>),
  );

/** Raw deflate. */
export async function* inflated(bytes: Bytes): Bytes {
  let native: DecompressionStream;
  try {
    native = new DecompressionStream('deflate-raw');
  } catch {
    yield* inflatedSmall(bytes); // it came later than gzip
    return;
  }
  yield* through(bytes, native);
}

/** Raw deflate of a few bytes: setting up what browsers have takes longer than it. */
export async function* inflatedSmall(bytes: Bytes): Bytes {
  const { Inflate } = await import('./inflate.ts');
  let out: Uint8Array[] = [];
  const inflate = new Inflate((piece) => out.push(piece));
  for await (const piece of small(bytes)) {
    inflate.push(piece);
    yield* out;
    out = [];
  }
}

/**
 * Members one after the other are one content; zeros behind them are those of a tape.
 * @param open gives the bytes from their start; asked again where the browser cannot do it by itself
 */
export async function* gunzipped(open: () => Bytes): Bytes {
  let given = 0;
  try {
    for await (const piece of through(open(), new DecompressionStream('gzip'))) {
      given += piece.length;
      yield piece;
    }
    return;
  } catch {
    // Browsers know one member, and nothing behind it. What is really damaged is so here as well.
  }
  let at = 0;
  for await (const piece of membersOfGzip(small(open()))) {
    const some = piece.subarray(Math.max(0, given - at));
    at += piece.length;
    if (some.length > 0) yield some;
  }
}

/** What fflate knows of where a content ended: the bits that it has used of the bytes that it still has. */
interface InflateState {
  s: { f?: number; l?: unknown; p?: number };
  p: Uint8Array;
}

/** RFC 1952, with the checksum and the size of each member. */
async function* membersOfGzip(bytes: Bytes): Bytes {
  const { Inflate } = await import('./inflate.ts');
  const checksum = await createChecksum();
  let held: Uint8Array = new Uint8Array(0);
  const more = async () => {
    const next = await bytes.next();
    if (!next.done) held = joined([held, next.value]);
    return !next.done;
  };
  const need = async (size: number) => {
    while (held.length < size) if (!(await more())) throw new BreaksOff();
  };
  const drop = async (size: number) => {
    await need(size);
    held = held.subarray(size);
  };
  for (let members = 0; ; members += 1) {
    while (members > 0 && (held[0] ?? 0) === 0) {
      const filled = held.findIndex((byte) => byte !== 0);
      held = filled < 0 ? new Uint8Array(0) : held.subarray(filled);
      if (held.length === 0 && !(await more())) return;
    }
    await need(10);
    if (held[0] !== 0x1f || held[1] !== 0x8b || held[2] !== 8) throw new Error('it is no gzip');
    const flags = held[3] ?? 0;
    await drop(10);
    if ((flags & 4) !== 0) {
      await need(2);
      await drop(2 + (held[0] ?? 0) + 256 * (held[1] ?? 0));
    }
    for (const flag of [8, 16]) {
      if ((flags & flag) === 0) continue; // a name, a comment: up to a zero
      while (held.indexOf(0) < 0) await need(held.length + 1);
      await drop(held.indexOf(0) + 1);
    }
    if ((flags & 2) !== 0) await drop(2);
    const out: Uint8Array[] = [];
    const inflate = new Inflate((piece) => out.push(piece));
    const state = inflate as unknown as InflateState;
    checksum.init();
    let size = 0;
    for (;;) {
      inflate.push(held);
      held = new Uint8Array(0);
      for (const piece of out.splice(0)) {
        checksum.update(piece);
        size += piece.length;
        yield piece;
      }
      if (state.s.f && !state.s.l) break;
      if (!(await more())) throw new BreaksOff();
    }
    held = state.p.subarray(Math.ceil((state.s.p ?? 0) / 8));
    await need(8);
    const trailer = new DataView(held.buffer, held.byteOffset, 8);
    const isWhole =
      trailer.getUint32(0, true) === Number.parseInt(checksum.digest('hex'), 16) &&
      trailer.getUint32(4, true) === size % 2 ** 32;
    if (!isWhole) throw new Error('it is not what it was');
    await drop(8);
  }
}

/** Frames one after the other are one content. */
export async function* unzstd(bytes: Bytes): Bytes {
  const [{ Decompress }, { ZstdFrames }] = await Promise.all([import('fzstd'), import('./zstd_frames.ts')]);
  let out: Uint8Array[] = [];
  const frames = new ZstdFrames();
  const zstd = new Decompress((piece) => out.push(piece));
  for await (const piece of small(bytes)) {
    frames.pass(piece);
    zstd.push(piece);
    yield* out;
    out = [];
  }
  frames.end();
  zstd.push(new Uint8Array(0), true);
  yield* out;
}

async function createChecksum(): Promise<IHasher> {
  const { createCRC32 } = await import('./hashes.ts');
  return createCRC32();
}

export interface Expected {
  path: string; // what messages call the archive
  what: string; // and the content
  packed: number; // bytes
  budget: Budget;
  /** What the archive says of it, where it does. */
  unpacked?: number;
  crc?: number;
}

/** Made once: there may be one content after the other, each of them small. */
const idleChecksums: IHasher[] = [];

/** The same bytes, or an UnpackError as soon as they are not what they should be. */
export async function* watched(bytes: Bytes, expected: Expected): Bytes {
  const { path, what, packed, budget, unpacked, crc } = expected;
  const hasher = crc === undefined ? null : (idleChecksums.pop() ?? (await createChecksum()));
  const checksum = hasher?.init();
  let size = 0;
  let digest: string | undefined;
  try {
    for await (const piece of bytes) {
      size += piece.length;
      if (unpacked !== undefined && size > unpacked) {
        throw damaged(path, `${what} is longer than the archive says`);
      }
      if (isSuspicious(packed, size)) throw growsTooMuch(path, what, packed);
      budget.take(piece.length);
      checksum?.update(piece);
      yield piece;
    }
    digest = checksum?.digest('hex');
  } catch (error) {
    if (error instanceof UnpackError || error instanceof UnpackingStopped) throw error;
    if (error instanceof BreaksOff) throw damaged(path, `${what} breaks off`);
    throw damaged(path, `${what} breaks off or is not what it was when it was packed`);
  } finally {
    if (hasher) idleChecksums.push(hasher);
  }
  if (unpacked !== undefined && size < unpacked) throw damaged(path, `${what} breaks off`);
  if (digest !== undefined && Number.parseInt(digest, 16) !== crc) {
    throw damaged(path, `${what} is not what it was when it was packed`);
  }
}

/** What is written into it becomes a file. */
export class Spool {
  readonly #parts: Blob[] = [];
  #pending: Uint8Array[] = [];
  #size = 0;

  write(bytes: Uint8Array | string): void {
    const piece = typeof bytes === 'string' ? new TextEncoder().encode(bytes) : bytes;
    this.#pending.push(piece);
    this.#size += piece.length;
    if (this.#size >= KEPT) this.#keep();
  }

  async writeAll(bytes: Bytes): Promise<void> {
    for await (const piece of bytes) this.write(piece);
  }

  /** A file of any size, which is not copied. */
  append(file: Blob): void {
    this.#keep();
    this.#parts.push(file);
  }

  #keep(): void {
    if (this.#size === 0) return;
    this.#parts.push(new Blob(this.#pending as Uint8Array<ArrayBuffer>[]));
    this.#pending = [];
    this.#size = 0;
  }

  file(name: string): File {
    this.#keep();
    return new File(this.#parts, name.slice(name.lastIndexOf('/') + 1));
  }
}

export async function fileOf(bytes: Bytes, name: string): Promise<File> {
  const spool = new Spool();
  await spool.writeAll(bytes);
  return spool.file(name);
}

export async function joinedBytes(bytes: Bytes): Promise<Uint8Array<ArrayBuffer>> {
  const pieces: Uint8Array[] = [];
  for await (const piece of bytes) pieces.push(piece);
  return joined(pieces);
}

/** Of something that is small; null = it is more than that. */
export async function wholeOf(bytes: Bytes, most: number): Promise<Uint8Array | null> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of bytes) {
    pieces.push(piece);
    size += piece.length;
    if (size > most) return null;
  }
  return joined(pieces);
}

/** The first bytes of a content, without the rest of it; as many as can be had when it is damaged further on. */
export async function headOf(bytes: Bytes, size: number): Promise<Uint8Array> {
  const head = new Uint8Array(size);
  let at = 0;
  try {
    for await (const piece of bytes) {
      const some = piece.subarray(0, size - at);
      head.set(some, at);
      at += some.length;
      if (at === size) break;
    }
  } catch {
    // whoever reads all of it says what is wrong
  }
  return head.subarray(0, at);
}

export async function sha256Of(file: Blob): Promise<string> {
  const { createSHA256 } = await import('./hashes.ts');
  const hash = (await createSHA256()).init();
  for await (const piece of bytesOf(file)) hash.update(piece);
  return hash.digest('hex');
}
