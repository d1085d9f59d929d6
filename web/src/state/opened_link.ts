// Brings the data of a link together: fetches what lies at addresses, unpacks what is inside of it, asks for what was on the
// sender's disk and recognises it by its hash. When all of it is here it is read in one go, in the order of the link.
import { batch, computed, effect, signal } from '@preact/signals';
import { describeFailure } from '../engine/call.ts';
import type { EngineErrorData } from '../engine/results.ts';
import { unpacked } from '../reproduce/inline_data.ts';
import { type Fetched, fetchSource, otherHosts, pathOfAddress, resolveAddress } from '../reproduce/remote.ts';
import { memberOf, type Source, sourceName } from '../reproduce/source.ts';
import { isZip } from '../reproduce/zip_magic.ts';
import { expandPacked, rawFile } from '../unpack/packed.ts';
import { counted, listed } from '../verdict/numbers.ts';
import { agreeToHosts, hostsToAsk } from './agreed_hosts.ts';
import { addFiles, currentSources, type DroppedFile, heldFile, openInOrder } from './files.ts';
import { address, replaceAddress, wantedSources } from './history.ts';
import { fileTaker } from './links.ts';
import { closeNetwork, networkIsClosed } from './network.ts';
import { announce, engine } from './store.ts';

export interface Wanted {
  source: Source;
  /** As messages name it. */
  name: string;
  /** What it is read as: a dropped file may be called otherwise. */
  path: string;
  state:
    | 'here'
    | 'fetching'
    | 'asked for' // lies on a disk: must be dropped
    | 'not allowed' // lies at another host, and the reader has not agreed to ask it
    | 'failed';
  file: File | null;
  /** Of this name, with other content than the link says. */
  changed: boolean;
  error: EngineErrorData | null;
  bytes: number;
  bytesTotal: number | null;
}

export interface OpenedLink {
  /** "asking": whether these hosts may be asked. "gathering": some are on their way or to be dropped. */
  phase: 'asking' | 'gathering' | 'reading';
  hosts: { host: string; files: number }[];
  wanted: readonly Wanted[];
  /** Dropped beside what the link names: read after it. */
  more: readonly DroppedFile[];
}

/** null = no link is being opened. */
export const openedLink = signal<OpenedLink | null>(null);

export const someAreHere = computed(
  () => openedLink.value?.wanted.some((one) => one.state === 'here') ?? false,
);

let run: AbortController | null = null;

function change(what: Partial<OpenedLink>): void {
  if (openedLink.value) openedLink.value = { ...openedLink.value, ...what };
}

function changeOne(index: number, what: Partial<Wanted>): void {
  const now = openedLink.value;
  if (!now) return;
  change({ wanted: now.wanted.map((one, place) => (place === index ? { ...one, ...what } : one)) });
}

function pathOf(source: Source): string {
  if (source.kind === 'example') return '';
  if (source.kind !== 'address') return sourceName(source);
  const { address, member } = source;
  return member === undefined ? pathOfAddress(address) : `${pathOfAddress(address)}/${member}`;
}

function first(source: Source): Wanted {
  const path = pathOf(source);
  const one: Wanted = {
    source,
    name: sourceName(source),
    path,
    state: 'fetching',
    file: null,
    changed: false,
    error: null,
    bytes: 0,
    bytesTotal: null,
  };
  if (source.kind === 'example') return { ...one, state: 'here' };
  // What is loaded already need not come again.
  const held = source.sha256 === '' ? null : heldFile(source);
  if (held) return { ...one, state: 'here', file: held };
  return source.kind === 'file' ? { ...one, state: 'asked for' } : one;
}

/** Follows the address: opens what it names and the page does not have. Called once, when the engine is there. */
export function openWhatIsWanted(): void {
  effect(() => {
    const sources = wantedSources.value;
    // Out of the effect: what follows reads and writes signals.
    if (sources) queueMicrotask(() => void openLink(sources));
  });
}

export async function openLink(sources: readonly Source[]): Promise<void> {
  run?.abort();
  run = new AbortController();
  fetched.clear();
  // Once it has closed itself to other hosts the page must be loaded anew, and what it holds goes with that: it asks again.
  const hosts = networkIsClosed.value ? otherHosts(sources) : hostsToAsk(sources);
  const asked = new Set(hosts.map(({ host }) => host));
  const wanted = sources.map(first).map((one): Wanted => {
    if (one.state !== 'fetching' || one.source.kind !== 'address') return one;
    const resolved = resolveAddress(one.source.address);
    const waits = 'url' in resolved && asked.has(resolved.url.host);
    return waits ? { ...one, state: 'not allowed' } : one;
  });
  const waiting = hosts.filter(({ host }) =>
    wanted.some((one) => one.state === 'not allowed' && hostOf(one.source) === host),
  );
  batch(() => {
    openedLink.value = {
      phase: waiting.length > 0 ? 'asking' : 'gathering',
      hosts: waiting,
      wanted,
      more: [],
    };
    fileTaker.value = offerFiles;
  });
  if (waiting.length > 0) {
    announce(`This link loads files from ${listed(waiting.map((one) => one.host))}. It asks before it does.`);
  }
  await gather();
}

const hostOf = (source: Source): string => {
  if (source.kind !== 'address') return '';
  const resolved = resolveAddress(source.address);
  return 'url' in resolved ? resolved.url.host : '';
};

/** The reader agreed: for this session. */
export async function loadFromHosts(): Promise<void> {
  const now = openedLink.value;
  if (!now) return;
  agreeToHosts(now.hosts.map(({ host }) => host));
  if (networkIsClosed.value) {
    // The page has forbidden itself other hosts; only a new page can ask them.
    location.reload();
    return;
  }
  batch(() => {
    change({
      phase: 'gathering',
      hosts: [],
      wanted: now.wanted.map((one) => (one.state === 'not allowed' ? { ...one, state: 'fetching' } : one)),
    });
  });
  await gather();
}

/** The reader did not: these files can still be dropped. */
export function doNotLoadFromHosts(): void {
  change({ phase: 'gathering' });
  announce('Nothing was asked of other hosts.');
}

/** Again, after it could not be fetched. */
export async function fetchAgain(index: number): Promise<void> {
  changeOne(index, { state: 'fetching', error: null, bytes: 0, bytesTotal: null });
  await gather();
}

/** At a time. */
const CONNECTIONS = 4;
const underWay = new Set<number>();

async function gather(): Promise<void> {
  const mine = run;
  if (!mine) return;
  const next = () =>
    openedLink.value?.wanted.findIndex((one, index) => one.state === 'fetching' && !underWay.has(index)) ??
    -1;
  const work = async () => {
    for (let index = next(); index >= 0 && run === mine; index = next()) {
      underWay.add(index);
      try {
        await bring(index, mine);
      } finally {
        underWay.delete(index);
      }
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, work));
  if (run === mine) await readWhenAllAreHere();
}

/** What lies at addresses, as it comes: an archive is fetched once, however many of its members are wanted. */
const fetched = new Map<string, Promise<Fetched>>();

function fetchOnce(at: string, mine: AbortController): Promise<Fetched> {
  const before = fetched.get(at);
  if (before) return before;
  const now = fetchSource(at, {
    signal: mine.signal,
    onProgress: (bytes, bytesTotal) => {
      if (run !== mine) return;
      for (const [index, { source, state }] of (openedLink.value?.wanted ?? []).entries()) {
        if (state === 'fetching' && source.kind === 'address' && source.address === at) {
          changeOne(index, { bytes, bytesTotal });
        }
      }
    },
  });
  fetched.set(at, now);
  void now.then((got) => {
    if ('error' in got && fetched.get(at) === now) fetched.delete(at); // it may be tried again
  });
  return now;
}

/** The files inside of an archive with what tells them apart, unpacked once. */
const membersOf = new WeakMap<File, Promise<DroppedFile[]>>();

function unpackedMembers({ file, path }: { file: File; path: string }): Promise<DroppedFile[]> {
  const before = membersOf.get(file);
  if (before) return before;
  const now = expandPacked<DroppedFile>([{ path, file }]).then(({ files }) => files);
  membersOf.set(file, now);
  return now;
}

const hashOfFile = async (one: DroppedFile) => one.original?.sha256 ?? (await engine().hashFile(one.file));

/** The file that a link means inside of an archive: by its content, otherwise by its name. */
async function memberIn(
  archive: { file: File; path: string },
  source: Source,
): Promise<{ file: File } | { error: EngineErrorData }> {
  const members = await unpackedMembers(archive);
  const member = memberOf(source) ?? '';
  const named = members.find((one) => one.source !== undefined && memberOf(one.source) === member);
  const sha256 = source.kind === 'example' ? '' : source.sha256;
  if (sha256 !== '') {
    for (const one of named ? [named, ...members] : members) {
      if (!one.refusal && (await hashOfFile(one)) === sha256) return { file: rawFile(one) };
    }
  }
  const refusal = named?.refusal ?? (members.length === 1 ? members[0]?.refusal : undefined);
  if (refusal) return { error: refusal };
  if (named) return { file: rawFile(named) };
  const error: EngineErrorData = {
    code: 'no_file',
    message: `${archive.path} has no ${member} inside.`,
    file: archive.path,
    line: 0,
    hint: 'It may have been changed since the link was made. Drop the file here if you have it.',
  };
  return { error };
}

async function bring(index: number, mine: AbortController): Promise<void> {
  const one = openedLink.value?.wanted[index];
  if (!one) return;
  const { source, path } = one;
  if (source.kind === 'inline') {
    const got = await unpacked(source.packed, path);
    if (run !== mine) return;
    const name = path.slice(path.lastIndexOf('/') + 1);
    if ('error' in got) changeOne(index, { state: 'failed', error: got.error });
    else changeOne(index, { state: 'here', file: new File([got.bytes], name) });
    return;
  }
  if (source.kind !== 'address') return;
  const came = await fetchOnce(source.address, mine);
  if (run !== mine) return;
  const got = 'error' in came || source.member === undefined ? came : await memberIn(came, source);
  if (run !== mine) return;
  if ('error' in got) {
    changeOne(index, { state: 'failed', error: got.error });
    announce(got.error.message);
  } else {
    changeOne(index, { state: 'here', file: got.file });
  }
}

interface Offered {
  part: DroppedFile;
  path: string;
  file: File; // its bytes as they were
  dropped: DroppedFile;
}

/** Files that were dropped while a link waits for some. */
async function offerFiles(dropped: DroppedFile[]): Promise<void> {
  const mine = run;
  const now = openedLink.value;
  if (!now || !mine || now.phase === 'reading') return;
  // What was dropped and, of an archive, each file inside of it.
  const offered: Offered[] = [];
  for (const one of dropped) {
    const { files } = await expandPacked([one]);
    offered.push(...files.map((part) => ({ part, path: part.path, file: rawFile(part), dropped: one })));
    // A link that was written by hand may name the archive itself.
    if (files.some((part) => part.path !== one.path)) {
      offered.push({ part: { ...one }, path: one.path, file: one.file, dropped: one });
    }
    if (run !== mine) return;
  }
  const hashes = new Map<Offered, string>();
  const couldBe = (file: File) =>
    now.wanted.some(
      ({ state, source }) =>
        state !== 'here' && (source.kind !== 'file' || source.bytes === 0 || source.bytes === file.size),
    );
  for (const one of offered) {
    try {
      if (!one.part.refusal && couldBe(one.file)) hashes.set(one, await hashOfFile(one.part));
    } catch (error) {
      announce(describeFailure(error).message);
    }
    if (run !== mine) return;
  }
  const wanted = [...(openedLink.value?.wanted ?? [])];
  const taken = new Set<Offered>();
  const give = (fits: (one: Wanted, file: Offered) => boolean, changed: boolean, once: boolean) => {
    for (const [index, one] of wanted.entries()) {
      if (one.state === 'here' || one.source.kind === 'example') continue;
      const file = offered.find(
        (candidate) => !candidate.part.refusal && !(once && taken.has(candidate)) && fits(one, candidate),
      );
      if (!file) continue;
      taken.add(file);
      const isChanged = changed && one.source.sha256 !== '';
      wanted[index] = { ...one, state: 'here', file: file.file, changed: isChanged, error: null };
    }
  };
  const hashOf = ({ source }: Wanted) => (source.kind === 'example' ? '' : source.sha256);
  give((one, file) => hashOf(one) !== '' && hashes.get(file) === hashOf(one), false, false);
  // Other content under the name that the link has: accepted, and said.
  give((one, file) => one.path === file.path, true, true);
  give((one, file) => nameOf(one.path) === nameOf(file.path), true, true);
  // Of an archive that has something of the link, the rest is not of it.
  const of = new Set([...taken].map((one) => one.dropped));
  const others = dropped.filter((one) => !of.has(one));
  const capsules = offered.filter(({ part, dropped: one }) => part === one && others.includes(one));
  const zips = await Promise.all(capsules.map(({ file }) => file.slice(0, 4).arrayBuffer()));
  if (run !== mine) return;
  if (taken.size === 0 && zips.some((start) => isZip(new Uint8Array(start)))) {
    // A capsule has everything in it: it takes the place of the link's files.
    run?.abort();
    run = null;
    batch(() => {
      openedLink.value = null;
      fileTaker.value = null;
    });
    closeNetwork();
    await addFiles(others, true);
    return;
  }
  change({ wanted, more: [...(openedLink.value?.more ?? []), ...others] });
  const missing = wanted.filter((one) => one.state !== 'here').length;
  announce(
    missing > 0
      ? `${counted(taken.size, 'file')} recognised, ${counted(missing, 'file')} still missing.`
      : 'All files of the link are here.',
  );
  await readWhenAllAreHere();
}

const nameOf = (path: string) => path.slice(path.lastIndexOf('/') + 1);

async function readWhenAllAreHere(): Promise<void> {
  const now = openedLink.value;
  if (now && now.phase !== 'reading' && now.wanted.every((one) => one.state === 'here')) await readAll();
}

/** Reads what is here, although some of the link is not. */
export async function openWithWhatIsHere(): Promise<void> {
  await readAll();
}

async function readAll(): Promise<void> {
  const now = openedLink.value;
  if (!now || now.phase === 'reading') return;
  run?.abort();
  run = null;
  batch(() => {
    change({ phase: 'reading' });
    fileTaker.value = null;
  });
  closeNetwork();
  const here = now.wanted.flatMap(({ source, state, file, path }): (DroppedFile | 'example')[] => {
    if (state !== 'here') return [];
    if (source.kind === 'example') return ['example'];
    return file ? [{ path, file, options: source.options, source }] : [];
  });
  await openInOrder([...here, ...now.more]);
  if (openedLink.value?.wanted === now.wanted) openedLink.value = null;
  nameHashes();
}

/** From now on the address says which bytes it means. What a link claims stays as its sender made it. */
function nameHashes(): void {
  const { sources, claim } = address.value;
  if (claim !== null) return;
  const known = currentSources.value;
  const named = sources.map((source) => {
    if (source.kind === 'example' || source.sha256 !== '') return source;
    const found = known.find((one) => one.kind === source.kind && sourceName(one) === sourceName(source));
    return found && found.kind !== 'example' ? { ...source, sha256: found.sha256 } : source;
  });
  if (named.some((source, index) => source !== sources[index])) replaceAddress({ sources: named });
}

/** Leaves the link: what was loaded before stays, and the address names no data any more. */
export function leaveLink(): void {
  run?.abort();
  run = null;
  batch(() => {
    openedLink.value = null;
    fileTaker.value = null;
    replaceAddress({ sources: currentSources.value.filter((one) => one.kind !== 'file'), claim: null });
  });
  closeNetwork();
}
