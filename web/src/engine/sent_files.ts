// Files on their way to a worker: a File that is made of another one while it is read (unpack/member_file.ts) would arrive
// empty. What it is made of is sent in its place.
import { MemberFile, type MemberOf } from '../unpack/member_file.ts';

type Sent = { memberOf: Omit<MemberOf, 'archive'>; archive: File };

const isSent = (file: unknown): file is Sent =>
  typeof file === 'object' && file !== null && !(file instanceof File) && 'memberOf' in file;

/** What is sent in place of a File. It says that it is one, so that calls on both sides are the same. */
export function sentFile(file: File, pack: (file: File) => File = (one) => one): File {
  if (!(file instanceof MemberFile)) return pack(file);
  const { archive, ...memberOf } = file.of;
  const sent: Sent = { memberOf, archive: pack(archive) };
  return sent as unknown as File;
}

/** What arrived, as a File again. */
export function receivedFile(file: File, unpack: (file: File) => File = (one) => one): File {
  if (!isSent(file)) return unpack(file);
  return new MemberFile({ ...file.memberOf, archive: unpack(file.archive) });
}
