// What is done with packed files before they are read: archives become the files inside of them, and files in containers
// that the core does not know become text that it does.
import type { EngineErrorData } from '../engine/results.ts';
import { inOrder } from '../reproduce/file_names.ts';
import type { ReadOptions, Source } from '../reproduce/source.ts';
import { counted, listed } from '../verdict/numbers.ts';
import { inspectText, isInspectLog } from './inspect_log.ts';
import { HEAD_OF_PACKED, type Packing, packingOf, packingOfFile } from './kinds.ts';
import {
  Budget,
  damaged,
  growsTooMuch,
  isSuspicious,
  LARGEST_TOTAL,
  MOST_HELD,
  MOST_MEMBERS,
  refusal,
  SMALL_MEMBER,
  tooLarge,
  tooManyMembers,
  UnpackError,
  UnpackingStopped,
  type Watch,
} from './limits.ts';
import { MemberFile } from './member_file.ts';
import { cleanName, type LeftOut, leftOutBecause } from './member_names.ts';
import { parquetText } from './parquet.ts';
import { type Bytes, bytesOf, fileOf, gunzipped, headOf, sha256Of, unzstd, watched } from './streams.ts';
import { tarMembers } from './tar.ts';
import { isWorkbook, workbookText } from './workbook.ts';
import { contentAt, listMembers, placeOf, type ZipMember } from './zip_members.ts';

/** The file that a text was made from: a link names its bytes, not those of the text. */
export interface OriginalFile {
  file: File;
  sha256: string;
}

/** What is known of a file before it is read. */
export interface UnpackedFile {
  path: string;
  file: File;
  options?: ReadOptions;
  source?: Source;
  /** Its data lie in a capsule: it was unpacked already. */
  capsule?: unknown;
  original?: OriginalFile;
  /** It cannot be unpacked: what its report says. */
  refusal?: EngineErrorData;
}

export interface Expanded<T extends UnpackedFile> {
  files: (T & UnpackedFile)[];
  /** What was left out and what else is to be said, in sentences. */
  notes: string[];
}

type Converted = { file: File; notes: string[] };

/** "archive" = of files that are results each; "capsule" and "plain" = to be left as it is. */
type Content = Converted | 'archive' | 'capsule' | 'plain';

const isCapsule = (members: readonly ZipMember[]) =>
  members.some(({ name }) => /^([^/]+\/)?capsule\.json$/.test(name) && !name.startsWith('__MACOSX/'));

/** A capsule has this first, also when its end is missing: whoever opens capsules says what is wrong. */
async function beginsAsCapsule(file: File): Promise<boolean> {
  const head = new Uint8Array(await file.slice(30, 42).arrayBuffer());
  return new TextDecoder().decode(head) === 'capsule.json';
}

/** Without its packing, as far as that is one stream. */
function unpacked(file: Blob, packing: 'gzip' | 'zstd', onRead?: (bytes: number) => void): Bytes {
  return packing === 'gzip' ? gunzipped(() => bytesOf(file, onRead)) : unzstd(bytesOf(file, onRead));
}

async function packingInside(file: Blob, packing: 'gzip' | 'zstd'): Promise<Packing | null> {
  return packingOf(await headOf(unpacked(file, packing), HEAD_OF_PACKED));
}

/** Of the whole of a file: how much of it has been read is how much is done. */
const watchedStream = (file: Blob, packing: 'gzip' | 'zstd' | 'tar', path: string, budget: Budget) => {
  const onRead = (read: number) => budget.tell(read / file.size);
  const plain = packing === 'tar' ? bytesOf(file, onRead) : unpacked(file, packing, onRead);
  return watched(plain, { path, what: 'its content', packed: file.size, budget });
};

/** What a file is, and as text where it is a single file in a container. @throws UnpackError */
async function contentIn(arrived: File, path: string, budget: Budget): Promise<Content> {
  const packing = await packingOfFile(arrived);
  if (packing === null) return 'plain';
  if (packing === 'tar') return 'archive';
  // These are read here and there, not from the start to the end.
  const isScattered = packing === 'parquet' || packing === 'zip';
  const file = isScattered && arrived instanceof MemberFile ? await held(arrived, budget) : arrived;
  if (packing === 'parquet') return parquetText(file, path, budget);
  if (packing === 'zip') {
    let members: ZipMember[];
    try {
      members = await listMembers(file, path);
    } catch (error) {
      if (await beginsAsCapsule(file)) return 'capsule';
      throw error;
    }
    if (isCapsule(members)) return 'capsule';
    if (isInspectLog(members)) return inspectText(file, members, path, budget);
    if (isWorkbook(members)) return workbookText(file, members, path, budget);
    return 'archive';
  }
  const inside = await packingInside(file, packing);
  if (inside === 'tar') return 'archive';
  // Whoever reads the file takes a single layer of gzip off by itself.
  if (packing === 'gzip' && (inside === null || inside === 'gzip')) return 'plain';
  const bare = await fileOf(watchedStream(file, packing, path, budget), path);
  if (inside === null || inside === 'gzip') return { file: bare, notes: [] };
  const content = await contentIn(bare, path, budget);
  return content === 'plain' ? { file: bare, notes: [] } : content;
}

async function held({ of, name }: MemberFile, budget: Budget): Promise<File> {
  return fileOf(contentAt(of.archive, of.place, of.path, budget, of.what), name);
}

interface Member {
  name: string; // cleaned
  file: File | EngineErrorData; // EngineErrorData = it cannot be unpacked
}

interface Members {
  members: Member[];
  leftOut: Map<LeftOut, number>;
  cleaned: number;
  again: number;
}

/** By name, as a dropped folder is walked: models must not change their order. Of one name the last is meant. */
class Collection {
  readonly #members = new Map<string, Member>();
  readonly #leftOut = new Map<LeftOut, number>();
  #cleaned = 0;
  #again = 0;

  /** Its cleaned name; null = it is left out. */
  accept(written: string): string | null {
    const name = cleanName(written);
    const reason = leftOutBecause(name);
    if (reason !== null) {
      this.#leftOut.set(reason, (this.#leftOut.get(reason) ?? 0) + 1);
      return null;
    }
    if (name !== written.replace(/^\.\//, '')) this.#cleaned += 1;
    return name;
  }

  add(member: Member): void {
    if (this.#members.has(member.name)) this.#again += 1;
    this.#members.set(member.name, member);
  }

  all(): Members {
    return {
      members: [...this.#members.values()].sort((a, b) => inOrder(a.name, b.name)),
      leftOut: this.#leftOut,
      cleaned: this.#cleaned,
      again: this.#again,
    };
  }
}

/** What concerns the whole archive; anything else is said of the member. */
const isOfArchive = ({ data }: UnpackError) => data.code === 'too_large';

async function zipContents(file: File, path: string, budget: Budget): Promise<Members> {
  const listedThere = await listMembers(file, path);
  if (listedThere.length > MOST_MEMBERS) throw tooManyMembers(path, MOST_MEMBERS);
  const collection = new Collection();
  const wanted = new Map<string, ZipMember>();
  let total = 0;
  let again = 0;
  for (const member of listedThere) {
    if (/[/\\]$/.test(member.name) && member.unpacked === 0) continue; // a folder
    const name = collection.accept(member.name);
    if (name === null) continue;
    if (isSuspicious(member.packed, member.unpacked)) throw growsTooMuch(path, name, member.packed);
    total += member.unpacked;
    if (wanted.has(name)) again += 1;
    wanted.set(name, member);
  }
  if (total > LARGEST_TOTAL) throw tooLarge(path);
  // Members can share their packed bytes.
  if (isSuspicious(file.size, total)) throw growsTooMuch(path, 'all of it', file.size);
  let heldBytes = 0;
  let done = 0;
  for (const [name, member] of wanted) {
    try {
      const place = await placeOf(file, member, path, name);
      const isHeld = member.unpacked <= SMALL_MEMBER && heldBytes + member.unpacked <= MOST_HELD;
      if (isHeld) heldBytes += member.unpacked;
      collection.add({
        name,
        file: isHeld
          ? await fileOf(contentAt(file, place, path, budget, name), name)
          : new MemberFile({ archive: file, place, path, what: name }),
      });
      done += 1;
      budget.tell(done / wanted.size);
    } catch (error) {
      if (!(error instanceof UnpackError) || isOfArchive(error)) throw error;
      collection.add({ name, file: error.data });
    }
  }
  return { ...collection.all(), again };
}

/** @throws UnpackError when a content is not what it was */
async function mustBeWhole(content: Bytes): Promise<void> {
  for await (const _ of content);
}

async function tarContents(
  file: File,
  path: string,
  packing: 'tar' | 'gzip' | 'zstd',
  budget: Budget,
): Promise<Members> {
  const plain = watchedStream(file, packing, path, budget);
  const collection = new Collection();
  let count = 0;
  let name = '';
  try {
    for await (const member of tarMembers(plain, path)) {
      count += 1;
      if (count > MOST_MEMBERS) throw tooManyMembers(path, MOST_MEMBERS);
      const accepted = collection.accept(member.name);
      if (accepted === null) continue;
      name = accepted;
      const { from, size } = member;
      // What is not packed is read where it lies.
      const inPlace = packing === 'tar' && size > SMALL_MEMBER && from + size <= file.size;
      const place = { from, packed: size, unpacked: size, method: 0 };
      collection.add({
        name,
        file: inPlace
          ? new MemberFile({ archive: file, place, path, what: name })
          : await fileOf(member.content, name),
      });
      name = '';
    }
  } catch (error) {
    if (!(error instanceof UnpackError) || isOfArchive(error)) throw error;
    // A packed stream has its checksum at its end: until there nobody knows whether it is what it was from the start.
    if (packing !== 'tar') await mustBeWhole(watchedStream(file, packing, path, new Budget(path)));
    // What came whole before the break is read; the break is said of what it is in, or of the archive.
    if (collection.all().members.length === 0) throw error;
    collection.add({ name: name === '' ? '(the rest)' : name, file: error.data });
  }
  return collection.all();
}

function leftOutNote(
  path: string,
  { leftOut, cleaned, again }: Members,
  nested: readonly string[],
): string[] {
  const notes: string[] = [];
  const parts = [...leftOut].map(([what, n]) =>
    what === 'licence or readme' ? counted(n, 'licence or readme', 'licences or readmes') : counted(n, what),
  );
  if (parts.length > 0) notes.push(`${path}: ${listed(parts)} left out.`);
  if (nested.length > 0) {
    const which = listed(nested, 'and', 3);
    notes.push(
      `${path}: ${which} ${nested.length === 1 ? 'is an archive' : 'are archives'} inside of the archive and left out. Unpack ${nested.length === 1 ? 'it and drop it' : 'them and drop them'} by itself.`.replace(
        'them by itself',
        'them by themselves',
      ),
    );
  }
  if (cleaned > 0)
    notes.push(`${path}: ${counted(cleaned, 'name')} of members cleaned, which led out of the archive.`);
  if (again > 0)
    notes.push(
      `${path}: ${counted(again, 'member')} under a name that comes again: the last of each name is read.`,
    );
  return notes;
}

function withMember(
  source: Source | undefined,
  path: string,
  member: string,
  options: ReadOptions,
): Source | undefined {
  if (source === undefined) return { kind: 'file', path, bytes: 0, sha256: '', options, member };
  return source.kind === 'address' || source.kind === 'file' ? { ...source, sha256: '', member } : undefined;
}

async function expandArchive<T extends UnpackedFile>(one: T, notes: string[], budget: Budget): Promise<T[]> {
  const { path } = one;
  const packing = (await packingOfFile(one.file)) as Packing;
  let { file } = one;
  let found: Members;
  if (packing === 'zip') found = await zipContents(file, path, budget);
  else if (packing === 'tar' || (await packingInside(file, packing as 'gzip' | 'zstd')) === 'tar') {
    found = await tarContents(file, path, packing as 'tar' | 'gzip' | 'zstd', budget);
  } else {
    file = await fileOf(watchedStream(file, packing as 'gzip' | 'zstd', path, budget), path);
    found = await zipContents(file, path, budget);
  }
  const files: T[] = [];
  const nested: string[] = [];
  for (const { name, file: inside } of found.members) {
    const place = `${path}/${name}`;
    const { source: before, ...rest } = one;
    const source = withMember(before, path, name, one.options ?? {});
    const member = { ...rest, path: place, ...(source ? { source } : {}) } as T;
    if (!(inside instanceof File)) {
      files.push({ ...member, file: new File([], name), refusal: inside });
      continue;
    }
    try {
      const content = await contentIn(inside, place, budget);
      if (content === 'archive' || content === 'capsule') nested.push(name);
      else files.push(await asText({ ...member, file: inside }, content, notes));
    } catch (error) {
      if (!(error instanceof UnpackError) || isOfArchive(error)) throw error;
      files.push({ ...member, file: inside, refusal: error.data });
    }
  }
  notes.push(...leftOutNote(path, found, nested));
  if (files.length > 0) return files;
  throw refusal(
    path,
    'empty_archive',
    nested.length > 0
      ? `${path} has nothing but other archives inside.`
      : found.leftOut.size > 0
        ? `${path} has no result files inside: ${listed([...found.leftOut].map(([what, n]) => counted(n, what, what === 'licence or readme' ? 'licences or readmes' : `${what}s`)))}.`
        : `${path} is an archive with nothing inside.`,
    nested.length > 0
      ? 'Unpack it and drop what was inside.'
      : 'Drop the archive that has the results, or the files themselves.',
  );
}

async function asText<T extends UnpackedFile>(
  one: T,
  content: Converted | 'plain',
  notes: string[],
): Promise<T> {
  if (content === 'plain') return one;
  notes.push(...content.notes);
  return { ...one, file: content.file, original: { file: one.file, sha256: await sha256Of(one.file) } };
}

/**
 * Puts what is to be read in the place of what is packed, in the same order. Capsules, files of a single layer of gzip and
 * plain files stay as they are; what cannot be unpacked stays with its reason. Never throws for what is in a file.
 */
export async function expand<T extends UnpackedFile>(
  files: readonly T[],
  watch: Watch = {},
): Promise<Expanded<T>> {
  const expanded: T[] = [];
  const notes: string[] = [];
  for (const one of files) {
    if (watch.signal?.aborted) break;
    if (one.capsule !== undefined || one.original || one.refusal) {
      expanded.push(one);
      continue;
    }
    const { path } = one;
    const budget = new Budget(path, watch);
    try {
      const content = await contentIn(one.file, path, budget);
      if (content === 'archive') expanded.push(...(await expandArchive(one, notes, budget)));
      else expanded.push(content === 'capsule' ? one : await asText(one, content, notes));
    } catch (error) {
      if (error instanceof UnpackingStopped) break;
      const reason = error instanceof Error ? error.message : String(error);
      const { data } =
        error instanceof UnpackError
          ? error
          : damaged(path, `it could not be read from the disk (${reason})`);
      expanded.push({ ...one, refusal: data });
    }
  }
  return { files: expanded, notes };
}
