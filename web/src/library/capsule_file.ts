// A capsule among the sources: its data are read in its place.
import { sha256 } from 'hash-wasm';
import type { EngineResult } from '../engine/results.ts';
import { type Capsule, unpackCapsule } from '../reproduce/capsule.ts';
import { LARGEST_UNPACKED } from '../reproduce/zip.ts';
import { fileSize } from '../verdict/numbers.ts';
import type { PreparedFile } from './sources.ts';

export async function openCapsule(
  one: PreparedFile,
): Promise<EngineResult<{ capsule: Capsule; file: PreparedFile }>> {
  const { path, file } = one;
  if (file.size > LARGEST_UNPACKED) {
    const message = `${path} is an archive of ${fileSize(file.size)}, and at most ${fileSize(LARGEST_UNPACKED)} are unpacked.`;
    const hint = 'Unpack it and name the files that were inside.';
    return { ok: false, error: { code: 'too_large', message, file: path, line: 0, hint } };
  }
  const bytes = new Uint8Array(await file.arrayBuffer());
  const unpacked = await unpackCapsule(bytes, path);
  if (!unpacked.ok) return unpacked;
  const capsule = unpacked.value;
  const data = new File([capsule.data as Uint8Array<ArrayBuffer>], 'data.json', { type: 'application/json' });
  const about = { bytes: bytes.length, sha256: await sha256(bytes), sources: capsule.sources };
  return { ok: true, value: { capsule, file: { ...one, file: data, capsule: about } } };
}
