// Follows the frames and blocks of a Zstandard content while it passes, without unpacking it (RFC 8878, section 3.1): what
// unpacks it would believe a header that asks for a window of 2 GB, and moves all of a window for every block.
import { BreaksOff } from './limits.ts';

/** What the zstd program itself unpacks without being asked to take more. */
const LARGEST_WINDOW = 128 << 20;
const [MAGIC, SKIPPABLE] = [0xfd2fb528, 0x184d2a50];
const LONGEST_HEADER = 18;

export class ZstdFrames {
  #held = new Uint8Array(0); // a header of which more is to come
  #skip = 0; // bytes that are not headers
  #state: 'frame' | 'block' = 'frame';
  #checksum = 0; // bytes of it after the last block of this frame

  /** @throws Error what no frame can be */
  pass(bytes: Uint8Array): void {
    let rest = bytes;
    for (;;) {
      if (this.#skip > 0) {
        const some = Math.min(this.#skip, rest.length);
        rest = rest.subarray(some);
        this.#skip -= some;
        if (this.#skip > 0) return;
      }
      if (rest.length === 0) return;
      // Headers are put together here, a byte or a few at a time.
      const before = this.#held.length;
      const header = new Uint8Array(Math.min(LONGEST_HEADER, before + rest.length));
      header.set(this.#held);
      header.set(rest.subarray(0, header.length - before), before);
      const size = this.#state === 'frame' ? this.#frame(header) : this.#block(header);
      if (size === null) {
        this.#held = header;
        return;
      }
      this.#held = new Uint8Array(0);
      rest = rest.subarray(size - before);
    }
  }

  /** @throws BreaksOff in a frame */
  end(): void {
    if (this.#state !== 'frame' || this.#held.length > 0 || this.#skip > 0) throw new BreaksOff();
  }

  /** Its size; null = not all of it is here. */
  #frame(header: Uint8Array): number | null {
    if (header.length < 5) return null;
    const view = new DataView(header.buffer);
    const magic = view.getUint32(0, true);
    if ((magic & 0xfffffff0) >>> 0 === SKIPPABLE) {
      if (header.length < 8) return null;
      this.#skip = view.getUint32(4, true);
      return 8;
    }
    if (magic !== MAGIC) throw new Error('it is no Zstandard');
    const about = header[4] ?? 0;
    const isSingle = (about & 0x20) !== 0;
    const ofDictionary = [0, 1, 2, 4][about & 3] ?? 0;
    const ofSize = [isSingle ? 1 : 0, 2, 4, 8][about >> 6] ?? 0;
    const size = 5 + (isSingle ? 0 : 1) + ofDictionary + ofSize;
    if (header.length < size) return null;
    let window = 0;
    if (isSingle) {
      const at = size - ofSize;
      window =
        ofSize === 8
          ? Number(view.getBigUint64(at, true))
          : ofSize === 4
            ? view.getUint32(at, true)
            : ofSize === 2
              ? view.getUint16(at, true) + 256
              : (header[at] ?? 0);
    } else {
      const exponent = (header[5] ?? 0) >> 3;
      const base = 2 ** (10 + exponent);
      window = base + (base / 8) * ((header[5] ?? 0) & 7);
    }
    if (window > LARGEST_WINDOW) throw new Error('its window is too large');
    this.#checksum = (about & 4) !== 0 ? 4 : 0;
    this.#state = 'block';
    return size;
  }

  #block(header: Uint8Array): number | null {
    if (header.length < 3) return null;
    const about = (header[0] ?? 0) | ((header[1] ?? 0) << 8) | ((header[2] ?? 0) << 16);
    const type = (about >> 1) & 3;
    if (type === 3) throw new Error('it has a block of no kind');
    this.#skip = type === 1 ? 1 : about >> 3;
    if ((about & 1) !== 0) {
      this.#skip += this.#checksum;
      this.#state = 'frame';
    }
    return 3;
  }
}
