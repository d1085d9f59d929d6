// Bytes in pieces: out of files, through decompressors, into files. Nothing holds a whole member in the heap.
import { createCRC32, createSHA256 } from 'hash-wasm';
import { joined } from '../reproduce/bytes.ts';
import { type Budget, damaged, growsTooMuch, isSuspicious, UnpackError } from './limits.ts';

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

export const bytesOf = (file: Blob): Bytes => piecesOf(file.stream() as ReadableStream<Uint8Array>);

async function* small(bytes: Bytes): Bytes {
  for await (const piece of bytes) {
    for (let at = 0; at < piece.length; at += SMALL) yield piece.subarray(at, at + SMALL);
  }
}

function streamOf(bytes: Bytes): ReadableStream<Uint8Array> {
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

export async function* inflated(bytes: Bytes, form: 'gzip' | 'deflate-raw'): Bytes {
  let native: DecompressionStream;
  try {
    native = new DecompressionStream(form);
  } catch {
    yield* inflatedWithoutHelp(bytes); // raw deflate came later than gzip
    return;
  }
  const pair = native as unknown as ReadableWritablePair<Uint8Array, Uint8Array>;
  yield* piecesOf(streamOf(small(bytes)).pipeThrough(pair));
}

async function* inflatedWithoutHelp(bytes: Bytes): Bytes {
  const { Inflate } = await import('fflate');
  let out: Uint8Array[] = [];
  const inflate = new Inflate((piece) => out.push(piece));
  for await (const piece of small(bytes)) {
    inflate.push(piece);
    yield* out;
    out = [];
  }
}

/** Frames one after the other are one content. */
export async function* unzstd(bytes: Bytes): Bytes {
  const { Decompress } = await import('fzstd');
  let out: Uint8Array[] = [];
  const zstd = new Decompress((piece) => out.push(piece));
  for await (const piece of small(bytes)) {
    zstd.push(piece);
    yield* out;
    out = [];
  }
  zstd.push(new Uint8Array(0), true);
  yield* out;
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

/** The same bytes, or an UnpackError as soon as they are not what they should be. */
export async function* watched(bytes: Bytes, expected: Expected): Bytes {
  const { path, what, packed, budget, unpacked, crc } = expected;
  const checksum = crc === undefined ? null : (await createCRC32()).init();
  let size = 0;
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
  } catch (error) {
    if (error instanceof UnpackError) throw error;
    throw damaged(path, `${what} breaks off or is not what it was when it was packed`);
  }
  if (unpacked !== undefined && size < unpacked) throw damaged(path, `${what} breaks off`);
  if (checksum && Number.parseInt(checksum.digest('hex'), 16) !== crc) {
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
  const hash = (await createSHA256()).init();
  for await (const piece of bytesOf(file)) hash.update(piece);
  return hash.digest('hex');
}
