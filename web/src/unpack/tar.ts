// The members of a tar archive, which is read from its start to its end: ustar, GNU and pax names and sizes (POSIX.1-2017,
// pax, "ustar Interchange Format" and "pax Extended Header").
import { damaged, MOST_MEMBERS, tooManyMembers } from './limits.ts';
import type { Bytes } from './streams.ts';

const BLOCK = 512;
/** Names and times; anything larger was made to fill the memory. */
const LARGEST_HEADER = 1 << 20;

/** Takes bytes off a stream in the portions that are asked for. */
class Portions {
  readonly #bytes: Bytes;
  #rest: Uint8Array = new Uint8Array(0);
  /** How many have been taken off. */
  taken = 0;
  constructor(bytes: Bytes) {
    this.#bytes = bytes;
  }

  /** Pieces that are `size` bytes together, fewer where the stream ends. */
  async *next(size: number): Bytes {
    for (let left = size; left > 0; ) {
      if (this.#rest.length === 0) {
        const piece = await this.#bytes.next();
        if (piece.done) return;
        this.#rest = piece.value;
        continue;
      }
      const some = this.#rest.subarray(0, left);
      this.#rest = this.#rest.subarray(some.length);
      left -= some.length;
      this.taken += some.length;
      yield some;
    }
  }

  async whole(size: number): Promise<Uint8Array> {
    const whole = new Uint8Array(size);
    let at = 0;
    for await (const piece of this.next(size)) {
      whole.set(piece, at);
      at += piece.length;
    }
    return whole.subarray(0, at);
  }

  async skip(size: number): Promise<number> {
    let skipped = 0;
    for await (const piece of this.next(size)) skipped += piece.length;
    return skipped;
  }

  async close(): Promise<void> {
    await this.#bytes.return();
  }
}

const text = (block: Uint8Array, from: number, size: number) => {
  const field = block.subarray(from, from + size);
  const end = field.indexOf(0);
  return new TextDecoder().decode(end < 0 ? field : field.subarray(0, end));
};

/** Octal digits, or a number of bytes when the first bit is set; NaN = neither. */
function numberIn(block: Uint8Array, from: number, size: number): number {
  if (((block[from] ?? 0) & 0x80) !== 0) {
    let value = (block[from] ?? 0) & 0x7f;
    for (let at = from + 1; at < from + size; at++) value = value * 256 + (block[at] ?? 0);
    return value;
  }
  const digits = text(block, from, size).trim();
  return digits === '' ? 0 : /^[0-7]+$/.test(digits) ? Number.parseInt(digits, 8) : Number.NaN;
}

/** The sum of all bytes, with its own field as blanks. */
function isHeader(block: Uint8Array): boolean {
  const sum = block.reduce((all, byte, at) => all + (at >= 148 && at < 156 ? 32 : byte), 0);
  return sum === numberIn(block, 148, 8);
}

/** "25 path=results/a.json\n" ... */
function paxPairs(bytes: Uint8Array): Map<string, string> {
  const pairs = new Map<string, string>();
  for (let at = 0; at < bytes.length; ) {
    const blank = bytes.indexOf(32, at);
    const size = blank < 0 ? Number.NaN : Number(new TextDecoder().decode(bytes.subarray(at, blank)));
    if (!Number.isInteger(size) || size <= blank - at) break;
    const line = new TextDecoder().decode(bytes.subarray(blank + 1, at + size - 1));
    const cut = line.indexOf('=');
    if (cut > 0) pairs.set(line.slice(0, cut), line.slice(cut + 1));
    at += size;
  }
  return pairs;
}

export interface TarMember {
  name: string;
  from: number; // of its content in the archive
  size: number;
  content: Bytes;
}

/** Files alone, in the order of the archive. What is not taken of a content is passed over. @throws UnpackError */
export async function* tarMembers(bytes: Bytes, path: string): AsyncGenerator<TarMember, void, undefined> {
  const portions = new Portions(bytes);
  let longName: string | null = null;
  let longSize: number | null = null;
  let headers = 0;
  try {
    for (;;) {
      const block = await portions.whole(BLOCK);
      if (block.length === 0 && headers > 0) return; // without the two empty blocks: some programs leave them out
      if (block.length < BLOCK) throw damaged(path, headers > 0 ? 'it breaks off' : 'it is no tar archive');
      if (block.every((byte) => byte === 0)) {
        while ((await portions.skip(BLOCK * BLOCK)) > 0); // what it is packed in has a checksum at its end
        return;
      }
      if (!isHeader(block))
        throw damaged(path, headers > 0 ? 'it breaks off between two members' : 'it is no tar archive');
      headers += 1;
      if (headers > 3 * MOST_MEMBERS) throw tooManyMembers(path, MOST_MEMBERS);
      const type = String.fromCharCode(block[156] ?? 0);
      const size = longSize !== null && !'xgLK'.includes(type) ? longSize : numberIn(block, 124, 12);
      if (!Number.isSafeInteger(size)) throw damaged(path, 'a member in it has no size');
      const padding = (BLOCK - (size % BLOCK)) % BLOCK;
      if ('xgLK'.includes(type)) {
        if (size > LARGEST_HEADER) throw damaged(path, 'a member in it has a name that is too long');
        const header = await portions.whole(size);
        await portions.skip(padding);
        if (type === 'L') longName = text(header, 0, header.length);
        if (type === 'x') {
          const pairs = paxPairs(header);
          longName = pairs.get('path') ?? longName;
          const stated = pairs.get('size');
          if (stated !== undefined && /^\d{1,15}$/.test(stated)) longSize = Number(stated);
        }
        continue;
      }
      const isUstar = text(block, 257, 8).startsWith('ustar') && block[262] === 0;
      const prefix = isUstar ? text(block, 345, 155) : '';
      const short = `${prefix === '' ? '' : `${prefix}/`}${text(block, 0, 100)}`;
      const name = longName ?? short;
      longName = null;
      longSize = null;
      let left = size;
      if (type === '0' || type === '\0' || type === '7') {
        const take = async function* (): Bytes {
          for await (const piece of portions.next(size)) {
            left -= piece.length;
            yield piece;
          }
          if (left > 0) throw damaged(path, `${name} breaks off`);
        };
        yield { name, from: portions.taken, size, content: take() };
      }
      if ((await portions.skip(left)) < left) throw damaged(path, `${name} breaks off`);
      if ((await portions.skip(padding)) < padding) throw damaged(path, `it breaks off after ${name}`);
    }
  } finally {
    await portions.close();
  }
}
