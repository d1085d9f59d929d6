// The way in: what unpacks is fetched only when something is packed, and where it runs is said by whoever starts the program:
// in a worker of its own (in_worker.ts), so that a page answers meanwhile, or right here (in_thread.ts).
import type { Expanded, UnpackedFile } from './expand.ts';
import { packingOfFile } from './kinds.ts';

/** How far it is. */
export interface Unpacking {
  path: string; // of what is being unpacked
  bytes: number; // done so far of all that are packed
  bytesTotal: number;
}

export interface UnpackOptions {
  signal?: AbortSignal | undefined;
  onProgress?: ((progress: Unpacking) => void) | undefined;
}

/** Unpacks one file. `onShare` is told how much of it has been done, 0 to 1. Ended by `signal`: null. */
export type Unpacker = <T extends UnpackedFile>(
  file: T,
  signal: AbortSignal | undefined,
  onShare: (share: number) => void,
) => Promise<Expanded<T> | null>;

let unpacker: Unpacker | null = null;

/** Whoever starts a program says it once. */
export function useUnpacker(one: Unpacker): void {
  unpacker = one;
}

async function isPacked({ file, capsule, original, refusal }: UnpackedFile): Promise<boolean> {
  if (capsule !== undefined || original || refusal) return false;
  try {
    return (await packingOfFile(file)) !== null;
  } catch {
    return false; // who reads it says why it cannot be read
  }
}

/** See expand(). Ended by the signal: what was complete until then. */
export async function expandPacked<T extends UnpackedFile>(
  files: readonly T[],
  { signal, onProgress = () => {} }: UnpackOptions = {},
): Promise<Expanded<T>> {
  const packed = await Promise.all(files.map(isPacked));
  const unpack = unpacker;
  if (!packed.includes(true)) return { files: [...files], notes: [] };
  if (unpack === null) throw new Error('nothing was said of how files are unpacked');
  const bytesTotal = files.reduce((sum, { file }, n) => sum + (packed[n] ? file.size : 0), 0);
  const expanded: Expanded<T> = { files: [], notes: [] };
  let before = 0;
  for (const [n, one] of files.entries()) {
    if (!packed[n]) {
      expanded.files.push(one);
      continue;
    }
    const { path, file } = one;
    const tell = (share: number) => onProgress({ path, bytes: before + share * file.size, bytesTotal });
    tell(0);
    const done = signal?.aborted ? null : await unpack(one, signal, tell);
    if (done === null) break;
    expanded.files.push(...done.files);
    expanded.notes.push(...done.notes);
    before += file.size;
  }
  return expanded;
}

/** The bytes that a link names, which are not those of a text that was made from them. */
export const rawFile = ({ file, original }: UnpackedFile): File => original?.file ?? file;
