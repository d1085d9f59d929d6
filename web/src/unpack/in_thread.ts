// Unpacks where it is asked: on the command line, where nobody waits for a page to answer.
import type { Unpacker } from './packed.ts';

export const unpackHere: Unpacker = async (file, signal, onShare) => {
  const { expand } = await import('./expand.ts');
  const expanded = await expand([file], { signal, onShare });
  return signal?.aborted ? null : expanded;
};
