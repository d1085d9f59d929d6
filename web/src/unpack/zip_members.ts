// The members of a ZIP archive by the list at its end, read in place: also ZIP64, and behind other bytes. Contents stay where
// they are until they are asked for (APPNOTE.TXT 6.3.10, sections 4.3 and 4.5.3).
import {
  type Budget,
  damaged,
  growsTooMuch,
  isSuspicious,
  MOST_MEMBERS_OF_LOG,
  refusal,
  tooManyMembers,
} from './limits.ts';
import { type Bytes, bytesOf, inflated, inflatedSmall, unzstd, watched } from './streams.ts';

export interface ZipMember {
  name: string; // as it is written there
  packed: number; // bytes
  unpacked: number; // bytes
  method: number;
  encrypted: boolean;
  crc: number;
  offset: number; // of its own header
}

const [LOCAL, CENTRAL, END] = [0x04034b50, 0x02014b50, 0x06054b50];
const [END_64, LOCATOR_64] = [0x06064b50, 0x07064b50];
const [LOCAL_SIZE, CENTRAL_SIZE, END_SIZE, END_64_SIZE, LOCATOR_SIZE] = [30, 46, 22, 56, 20];
const LONGEST_COMMENT = 0xffff;
/** A list of as many members as are read at all is far smaller. */
const LARGEST_LIST = 128 << 20;
const ZIP64_FIELD = 1;

/** Names of methods that are met but not unpacked. */
const METHODS: Readonly<Record<number, string>> = {
  1: 'Shrink',
  6: 'Implode',
  9: 'Deflate64',
  12: 'bzip2',
  14: 'LZMA',
  95: 'xz',
  98: 'PPMd',
  99: 'AES',
};

const viewAt = async (file: Blob, from: number, size: number) =>
  new DataView(await file.slice(from, from + size).arrayBuffer());

/** Packed members up to here are read together with their neighbours: a log has a small one for each sample. */
const SMALL_PACKED = 1 << 16;
const [LEAST_AHEAD, MOST_AHEAD] = [1 << 12, 1 << 20];
const windows = new WeakMap<Blob, { from: number; bytes: Uint8Array<ArrayBuffer>; ahead: number }>();

/**
 * What lies there; fewer bytes at the end of the file. More is read ahead the longer members lie one behind the other: whoever
 * jumps about in a file would read all of it for every few bytes.
 */
async function nearby(file: Blob, from: number, size: number): Promise<Uint8Array<ArrayBuffer>> {
  let window = windows.get(file);
  const end = window ? window.from + window.bytes.length : 0;
  if (!window || from < window.from || from + size > end) {
    const goesOn = window !== undefined && from >= window.from && from <= end + LEAST_AHEAD;
    const ahead = window && goesOn ? Math.min(MOST_AHEAD, 2 * window.ahead) : LEAST_AHEAD;
    const bytes = new Uint8Array(await file.slice(from, from + size + ahead).arrayBuffer());
    window = { from, bytes, ahead };
    windows.set(file, window);
  }
  return window.bytes.subarray(from - window.from, from - window.from + size);
}

const long = (view: DataView, at: number) =>
  view.getUint32(at, true) + view.getUint32(at + 4, true) * 2 ** 32;

/** Where the list is and how many are on it. */
async function findList(
  file: Blob,
  path: string,
): Promise<{ from: number; size: number; count: number; shift: number }> {
  const gone = () => damaged(path, 'the list of its contents at its end is not there');
  const tailSize = Math.min(file.size, END_SIZE + LONGEST_COMMENT);
  const tailFrom = file.size - tailSize;
  const tail = await viewAt(file, tailFrom, tailSize);
  let at = tailSize - END_SIZE;
  const isEnd = () =>
    tail.getUint32(at, true) === END && at + END_SIZE + tail.getUint16(at + 20, true) <= tailSize;
  while (at >= 0 && !isEnd()) at--;
  if (at < 0) throw gone();
  let [count, size, from] = [
    tail.getUint16(at + 10, true),
    tail.getUint32(at + 12, true),
    tail.getUint32(at + 16, true),
  ];
  let end = tailFrom + at;
  if (count === 0xffff || size === 0xffffffff || from === 0xffffffff) {
    const locator = end >= LOCATOR_SIZE ? await viewAt(file, end - LOCATOR_SIZE, LOCATOR_SIZE) : null;
    if (locator?.getUint32(0, true) === LOCATOR_64) {
      // It is just before its locator; its own address is wrong where other bytes were put in front.
      for (const place of [long(locator, 8), end - LOCATOR_SIZE - END_64_SIZE]) {
        if (place < 0 || place + END_64_SIZE > end) continue;
        const wide = await viewAt(file, place, END_64_SIZE);
        if (wide.getUint32(0, true) !== END_64) continue;
        [count, size, from, end] = [long(wide, 32), long(wide, 40), long(wide, 48), place];
        break;
      }
    }
  }
  const shift = end - size - from; // bytes in front of the archive
  if (shift < 0 || size > end) throw damaged(path, 'the list of its contents is not where it should be');
  return { from: from + shift, size, count, shift };
}

function nameOf(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes); // before names were Unicode
  }
}

/** Sizes and offsets that do not fit into 32 bits. */
function widen(member: ZipMember, extra: DataView): void {
  for (let at = 0; at + 4 <= extra.byteLength; ) {
    const [id, size] = [extra.getUint16(at, true), extra.getUint16(at + 2, true)];
    if (id === ZIP64_FIELD && at + 4 + size <= extra.byteLength) {
      let place = at + 4;
      for (const field of ['unpacked', 'packed', 'offset'] as const) {
        if (member[field] !== 0xffffffff || place + 8 > at + 4 + size) continue;
        member[field] = long(extra, place);
        place += 8;
      }
    }
    at += 4 + size;
  }
}

/** In the order of the list. @throws UnpackError */
export async function listMembers(file: Blob, path: string): Promise<ZipMember[]> {
  const { from, size, count, shift } = await findList(file, path);
  const breaksOff = () => damaged(path, 'the list of its contents breaks off');
  if (size > LARGEST_LIST || count > MOST_MEMBERS_OF_LOG) throw tooManyMembers(path, MOST_MEMBERS_OF_LOG);
  const list = await viewAt(file, from, size);
  const members: ZipMember[] = [];
  for (let at = 0; at < size; ) {
    if (at + CENTRAL_SIZE > size || list.getUint32(at, true) !== CENTRAL) break; // a signature of the list may follow
    const [nameSize, extraSize, commentSize] = [28, 30, 32].map((field) =>
      list.getUint16(at + field, true),
    ) as [number, number, number];
    const next = at + CENTRAL_SIZE + nameSize + extraSize + commentSize;
    if (next > size) throw breaksOff();
    const member: ZipMember = {
      name: nameOf(new Uint8Array(list.buffer, at + CENTRAL_SIZE, nameSize)),
      packed: list.getUint32(at + 20, true),
      unpacked: list.getUint32(at + 24, true),
      method: list.getUint16(at + 10, true),
      encrypted: (list.getUint16(at + 8, true) & 1) !== 0,
      crc: list.getUint32(at + 16, true),
      offset: list.getUint32(at + 42, true),
    };
    widen(member, new DataView(list.buffer, at + CENTRAL_SIZE + nameSize, extraSize));
    member.offset += shift;
    members.push(member);
    if (members.length > MOST_MEMBERS_OF_LOG) throw tooManyMembers(path, MOST_MEMBERS_OF_LOG);
    at = next;
  }
  if (members.length % 0x10000 !== count % 0x10000) throw breaksOff();
  // Whoever lets members share their bytes wants them to be more than there is.
  const claimed = members.reduce((sum, one) => sum + LOCAL_SIZE + one.packed, 0);
  if (claimed > file.size) throw damaged(path, 'its members take up more than there is of it');
  return members;
}

/** Where a content lies in its archive and what is known of it. */
export interface Place {
  from: number; // of the packed bytes
  packed: number; // bytes
  unpacked: number; // bytes
  method: number; // 0 = as it is, 8 = deflate, 93 = Zstandard
  /** Absent = the archive has no checksum of it. */
  crc?: number;
}

/** What can be said of a member before it is unpacked. `what` = as messages name it. @throws UnpackError */
export async function placeOf(
  file: Blob,
  member: ZipMember,
  path: string,
  what = member.name,
): Promise<Place> {
  const { packed, unpacked, method, encrypted, crc, offset } = member;
  if (encrypted) {
    throw refusal(
      path,
      'encrypted',
      `${path} cannot be unpacked: ${what} is encrypted.`,
      'Unpack it with its password and drop the files that were inside.',
    );
  }
  if (method !== 0 && method !== 8 && method !== 93) {
    const name = METHODS[method] ?? 'a method that is not known here';
    throw refusal(
      path,
      'unsupported_compression',
      `${path} cannot be unpacked: ${what} is packed with ${name} (method ${method}).`,
      'Unpack it with another program and drop the files that were inside. Deflate and Zstandard are read here.',
    );
  }
  if (isSuspicious(packed, unpacked)) throw growsTooMuch(path, what, packed);
  const misplaced = () => damaged(path, `${what} is not where it should be`);
  if (!(offset >= 0 && offset + LOCAL_SIZE <= file.size)) throw misplaced();
  const header =
    packed > SMALL_PACKED
      ? await viewAt(file, offset, LOCAL_SIZE)
      : new DataView((await nearby(file, offset, LOCAL_SIZE)).slice().buffer);
  if (header.getUint32(0, true) !== LOCAL) throw misplaced();
  const from = offset + LOCAL_SIZE + header.getUint16(26, true) + header.getUint16(28, true);
  if (from + packed > file.size) throw damaged(path, `${what} breaks off`);
  return { from, packed, unpacked, method, crc };
}

async function* whole(bytes: Promise<Uint8Array>): Bytes {
  yield await bytes;
}

/** The content at a place, checked while it is read. */
export async function* contentAt(
  file: Blob,
  { from, packed, unpacked, method, crc }: Place,
  path: string,
  budget: Budget,
  what: string,
): Bytes {
  const raw =
    packed > SMALL_PACKED ? bytesOf(file.slice(from, from + packed)) : whole(nearby(file, from, packed));
  const plain =
    method === 0
      ? raw
      : method === 93
        ? unzstd(raw)
        : packed > SMALL_PACKED
          ? inflated(raw)
          : inflatedSmall(raw);
  yield* watched(plain, { path, what, packed, budget, unpacked, ...(crc === undefined ? {} : { crc }) });
}

/** The content of a member. `what` = as messages name it. */
export async function* contentOf(
  file: Blob,
  member: ZipMember,
  path: string,
  budget: Budget,
  what = member.name,
): Bytes {
  yield* contentAt(file, await placeOf(file, member, path, what), path, budget, what);
}
