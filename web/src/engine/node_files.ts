// Files on their way to a worker thread: Node clones a File into a Blob without a name, and one on the disk not at all.
import { DiskFile } from './disk_file.ts';
import { receivedFile, sentFile } from './sent_files.ts';

type Packed = { diskPath: string } | { bytes: Blob; name: string };

/** What is sent in place of a File; of one on the disk it is the whole. It says that it is one, so that the calls of the page and of Node are the same. */
export const packFile = (file: File): File => sentFile(file, packOne);

function packOne(file: File): File {
  const packed: Packed =
    file instanceof DiskFile ? { diskPath: file.diskPath } : { bytes: new Blob([file]), name: file.name };
  return packed as unknown as File;
}

/** What arrived, as a File again. */
export const unpackFile = (file: File): File => receivedFile(file, unpackOne);

function unpackOne(file: File): File {
  const packed = file as unknown as Packed;
  return 'diskPath' in packed ? new DiskFile(packed.diskPath) : new File([packed.bytes], packed.name);
}
