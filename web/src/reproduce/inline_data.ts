// Small files inside of a link: raw deflate, then base64url. Works in the page and in Node alike.
import type { EngineErrorData } from '../engine/results.ts';
import { joined } from './bytes.ts';

/** Of all files of a link together, as characters. Longer links are cut by too many programs on their way. */
export const LARGEST_PACKED = 30_000;
/** Files above this are not even tried: text of results rarely packs better than 1:40. */
const LARGEST_TRIED = 1_500_000;
/** What is unpacked ends here: a short text must not fill the memory. */
const LARGEST_UNPACKED = 40_000_000;

async function through(
  bytes: Uint8Array<ArrayBuffer>,
  pair: GenericTransformStream,
  limit = Number.POSITIVE_INFINITY,
): Promise<Uint8Array<ArrayBuffer>> {
  const writer = (pair.writable as WritableStream<Uint8Array<ArrayBuffer>>).getWriter();
  const reader = (pair.readable as ReadableStream<Uint8Array<ArrayBuffer>>).getReader();
  // Both sides fail together; what the reader says is enough.
  const written = writer.write(bytes).then(() => writer.close());
  written.catch(() => {});
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  let length = 0;
  for (;;) {
    const { value, done } = await reader.read();
    if (done) break;
    length += value.length;
    if (length > limit) {
      await reader.cancel().catch(() => {});
      throw new RangeError('too long');
    }
    pieces.push(value);
  }
  await written;
  return joined(pieces);
}

function toBase64Url(bytes: Uint8Array): string {
  let text = '';
  for (let start = 0; start < bytes.length; start += 0x8000) {
    text += String.fromCharCode(...bytes.subarray(start, start + 0x8000));
  }
  return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');
}

function fromBase64Url(text: string): Uint8Array<ArrayBuffer> {
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(binary, (character) => character.charCodeAt(0));
}

/** The bytes as a link carries them. */
export async function packed(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  return toBase64Url(await through(bytes, new CompressionStream('deflate-raw')));
}

/** The files packed in their order; null = together they are too large for a link. */
export async function packFiles(files: readonly Blob[]): Promise<string[] | null> {
  if (files.reduce((sum, file) => sum + file.size, 0) > LARGEST_TRIED) return null;
  const texts: string[] = [];
  let length = 0;
  for (const file of files) {
    const text = await packed(new Uint8Array(await file.arrayBuffer()));
    length += text.length;
    if (length > LARGEST_PACKED) return null;
    texts.push(text);
  }
  return texts;
}

/** The bytes of a packed text, or why there are none. `path` names it in the message. */
export async function unpacked(
  text: string,
  path: string,
): Promise<{ bytes: Uint8Array<ArrayBuffer> } | { error: EngineErrorData }> {
  const failure = (code: string, message: string, hint: string) => ({
    error: { code, message, file: path, line: 0, hint },
  });
  if (text === '') {
    return failure(
      'damaged_link',
      `The link names ${path} as data inside of it, but they are missing.`,
      'Links are cut by some programs: ask for the whole link, or for the file itself and drop it here.',
    );
  }
  try {
    return {
      bytes: await through(fromBase64Url(text), new DecompressionStream('deflate-raw'), LARGEST_UNPACKED),
    };
  } catch (error) {
    if (error instanceof RangeError) {
      return failure(
        'too_large',
        `The data of ${path} inside the link unpack to more than ${LARGEST_UNPACKED / 1e6} MB.`,
        'No link made by this page is like that. Ask for the file itself and drop it here.',
      );
    }
    return failure(
      'damaged_link',
      `The data of ${path} inside the link are damaged: they cannot be unpacked.`,
      'Links are cut by some programs: ask for the whole link, or for the file itself and drop it here.',
    );
  }
}
