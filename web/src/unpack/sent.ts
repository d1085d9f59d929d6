// What goes to the worker that unpacks and comes back: blobs as what they are, whose bytes lie outside of the heaps and are
// not copied.
import { receivedFile, sentFile } from '../engine/sent_files.ts';
import type { UnpackedFile } from './expand.ts';

const withFiles = <T extends UnpackedFile>(one: T, change: (file: File) => File): T => ({
  ...one,
  file: change(one.file),
  ...(one.original ? { original: { ...one.original, file: change(one.original.file) } } : {}),
});

export const sent = <T extends UnpackedFile>(one: T): T => withFiles(one, (file) => sentFile(file));
export const received = <T extends UnpackedFile>(one: T): T => withFiles(one, (file) => receivedFile(file));
