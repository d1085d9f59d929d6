// The way in: fetches what unpacks only when something is packed.
import type { Expanded, UnpackedFile } from './expand.ts';
import { packingOfFile } from './kinds.ts';

async function isPacked({ file, capsule, original, refusal }: UnpackedFile): Promise<boolean> {
  if (capsule !== undefined || original || refusal) return false;
  try {
    return (await packingOfFile(file)) !== null;
  } catch {
    return false; // who reads it says why it cannot be read
  }
}

/** See expand(). */
export async function expandPacked<T extends UnpackedFile>(
  files: readonly T[],
  signal?: AbortSignal,
): Promise<Expanded<T>> {
  const packed = await Promise.all(files.map(isPacked));
  if (!packed.includes(true)) return { files: [...files], notes: [] };
  return (await import('./expand.ts')).expand(files, { signal });
}

/** The bytes that a link names, which are not those of a text that was made from them. */
export const rawFile = ({ file, original }: UnpackedFile): File => original?.file ?? file;
