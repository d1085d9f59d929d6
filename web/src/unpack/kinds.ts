// What a file is packed in, by its first bytes: small, since every file that arrives is looked at.
import { isZip } from '../reproduce/zip_magic.ts';

/** So many bytes of a file are enough. */
export const HEAD_OF_PACKED = 265;

export type Packing = 'zip' | 'gzip' | 'zstd' | 'tar' | 'parquet';

const begins = (head: Uint8Array, bytes: readonly number[], at = 0) =>
  bytes.every((byte, index) => head[at + index] === byte);

/** null = read as it is. */
export function packingOf(head: Uint8Array): Packing | null {
  if (isZip(head)) return 'zip';
  if (begins(head, [0x1f, 0x8b])) return 'gzip';
  if (begins(head, [0x28, 0xb5, 0x2f, 0xfd])) return 'zstd';
  if (begins(head, [0x50, 0x41, 0x52, 0x31])) return 'parquet'; // PAR1
  if (begins(head, [0x75, 0x73, 0x74, 0x61, 0x72], 257)) return 'tar'; // "ustar"
  return null;
}

export async function packingOfFile(file: Blob): Promise<Packing | null> {
  return packingOf(new Uint8Array(await file.slice(0, HEAD_OF_PACKED).arrayBuffer()));
}
