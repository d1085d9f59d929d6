// harmonograph verify: opens a link of the page, computes its view again and says whether the numbers are the same.
import type { Engine } from '../engine/engine.ts';
import { createNodeEngine } from '../engine/node_engine.ts';
import type { EngineErrorData } from '../engine/results.ts';
import { openCapsule } from '../library/capsule_file.ts';
import { prepareNodeSources } from '../library/node_sources.ts';
import { fetchHere, type Prepared, type PreparedFile } from '../library/sources.ts';
import { LoadedWorkspace } from '../library/workspace.ts';
import { claimOf } from '../reproduce/capsule.ts';
import type { Claim } from '../reproduce/claim.ts';
import { unpacked } from '../reproduce/inline_data.ts';
import { printResultsDocument } from '../reproduce/results_document.ts';
import { memberOf, type Source, sourceName } from '../reproduce/source.ts';
import { judge, type Verdict } from '../reproduce/verdict.ts';
import { isZip } from '../reproduce/zip_magic.ts';
import { type Address, parseAddress, printAddress } from '../state/address.ts';
import { expandPacked } from '../unpack/packed.ts';
import { plainNumber, reproductionSentence } from '../verdict/reproduction.ts';
import { CommandError, exitCodes, usageError } from './exit_codes.ts';
import { describeOptions, type OptionForms, readOptions, wholeNumber } from './options.ts';
import { printable, progressLine, tell, writeWhole } from './output.ts';
import { reportLines } from './report_lines.ts';

const command = 'harmonograph verify';

const forms: OptionForms = {
  json: { type: 'string', value: 'FILE', help: 'what was computed here, as JSON ("-" = standard output)' },
  workers: { type: 'string', value: 'N', help: 'worker threads; no number depends on it' },
  quiet: { type: 'boolean', short: 'q', help: 'no import report; the verdict stays' },
  help: { type: 'boolean', short: 'h', help: 'this text' },
};

export const verifyHelp = () => `Usage: ${command} LINK [FILES...] [options]
       ${command} FILE.harmonograph.zip [options]

Opens a link of the page (the whole address, or what stands after its "#" with it), loads its data, computes its view and
says whether the numbers are those that its sender saw. Data at an address are fetched, data inside the link are
unpacked; files that its sender had on a disk must be given: they are recognised by their content. A capsule is opened in
place of a link.

${describeOptions(forms)}

Ends with 0 when it is reproduced, 1 when it is not (also when the data have changed), 2 when the link or the command line
cannot be understood, 3 when data cannot be had, 4 when the engine fails.`;

type Given = PreparedFile & { sha256: string };

const isHere = (file: PreparedFile | 'example'): file is PreparedFile => file !== 'example';

/** By content; otherwise by name, and the verdict says that the content is another. */
function takeGiven(given: Given[], source: Source): Given | undefined {
  if (source.kind === 'example') return undefined;
  const name = sourceName(source);
  const member = memberOf(source);
  const last = (path: string) => path.slice(path.lastIndexOf('/') + 1);
  const place = [
    (one: Given) => source.sha256 !== '' && one.sha256 === source.sha256,
    (one: Given) => one.path === name,
    (one: Given) => member !== undefined && one.path.endsWith(`/${member}`),
    (one: Given) => last(one.path) === last(name),
  ]
    .map((fits) => given.findIndex(fits))
    .find((found) => found >= 0);
  return place === undefined ? undefined : given.splice(place, 1)[0];
}

/** Files with their hashes; archives as what is inside of them. */
async function asGiven(files: readonly PreparedFile[], engine: Engine, prepared: Prepared): Promise<Given[]> {
  const expanded = await expandPacked(files);
  prepared.notes.push(...expanded.notes);
  const given: Given[] = [];
  for (const file of expanded.files) {
    given.push({ ...file, sha256: file.original?.sha256 ?? (await engine.hashFile(file.file)) });
  }
  return given;
}

/** An address is fetched once, however many members of what lies there are wanted. */
type FetchMembers = (address: string) => Promise<Given[] | EngineErrorData>;

async function memberAt(
  source: Extract<Source, { kind: 'address' }>,
  member: string,
  fetchMembers: FetchMembers,
  prepared: Prepared,
): Promise<void> {
  const there = await fetchMembers(source.address);
  if (!Array.isArray(there)) {
    if (!prepared.missing.includes(there)) prepared.missing.push(there);
    return;
  }
  const found =
    there.find((one) => source.sha256 !== '' && one.sha256 === source.sha256) ??
    there.find((one) => memberOf(one.source ?? { kind: 'example' }) === member);
  if (found) {
    prepared.files.push({ ...found, options: source.options, source });
    return;
  }
  prepared.missing.push({
    code: 'no_file',
    message: `${source.address} has no ${member} inside.`,
    file: sourceName(source),
    line: 0,
    hint: 'Name the archive or the file that the sender had after the link; it is recognised by its content.',
  });
}

async function dataOf(
  source: Source,
  given: Given[],
  base: string | undefined,
  signal: AbortSignal,
  prepared: Prepared,
  fetchMembers: FetchMembers,
): Promise<void> {
  if (source.kind === 'example') {
    prepared.files.push('example');
    return;
  }
  const { options } = source;
  const found = takeGiven(given, source);
  if (found) {
    const path = source.kind === 'address' ? found.path : sourceName(source);
    prepared.files.push({ ...found, path, options, source });
  } else if (source.kind === 'address' && source.member !== undefined) {
    await memberAt(source, source.member, fetchMembers, prepared);
  } else if (source.kind === 'address') {
    const fetched = await fetchHere(source.address, { signal, ...(base === undefined ? {} : { base }) });
    if ('error' in fetched) prepared.missing.push(fetched.error);
    else prepared.files.push({ path: fetched.path, file: fetched.file, options, source });
  } else if (source.kind === 'inline') {
    const plain = await unpacked(source.packed, source.path);
    if ('error' in plain) prepared.missing.push(plain.error);
    else {
      const file = new File([plain.bytes], source.path);
      prepared.files.push({ path: source.path, file, options, source });
    }
  } else {
    prepared.missing.push({
      code: 'no_file',
      message: `The link is about ${sourceName(source)} (${source.bytes} bytes), which its sender had on a disk.`,
      file: source.path,
      line: 0,
      hint: 'Name the same file after the link; it is recognised by its content.',
    });
  }
}

/** A file that is a capsule: what it claims, and its data. */
async function capsuleAt(path: string): Promise<{ address: Address; file: PreparedFile } | null> {
  const [file] = (await prepareNodeSources([path])).files;
  if (!file || !isHere(file) || !isZip(new Uint8Array(await file.file.slice(0, 4).arrayBuffer())))
    return null;
  const opened = await openCapsule(file);
  if (!opened.ok) throw new CommandError(exitCodes.unreadable, opened.error.message, opened.error.hint);
  const { capsule } = opened.value;
  const sources = capsule.sources.map((one) => one.source);
  const address = { ...parseAddress(capsule.address), sources, claim: claimOf(capsule) };
  return { address, file: opened.value.file };
}

/** The sentence of the page, then the numbers that differ. */
function verdictLines(verdict: Verdict, claim: Claim): string[] {
  const { head, more } = reproductionSentence(verdict, claim);
  const differing = verdict.numbers.filter((one) => !one.agrees);
  return [
    `${head}.`,
    ...(more === '' ? [] : [more]),
    ...differing.map(({ name, claimed, here }) => {
      const found = here === undefined ? 'not among the numbers of this view' : plainNumber(here);
      return `  ${name}: ${plainNumber(claimed)} in the link, ${found} here`;
    }),
  ];
}

export async function runVerify(args: readonly string[], signal: AbortSignal): Promise<number> {
  const options = readOptions(command, args, forms);
  if (options.has('help')) {
    process.stdout.write(`${verifyHelp()}\n`);
    return exitCodes.fine;
  }
  const [link, ...files] = options.files;
  if (link === undefined) throw usageError(`${command} needs a link.`);
  const cut = link.indexOf('#');
  const capsule = cut < 0 ? await capsuleAt(link) : null;
  if (cut < 0 && !capsule) {
    throw usageError(
      'The link has no "#".',
      'Put it in quotes: a shell takes what stands after "#" or "&" for something else.',
    );
  }
  const base = cut > 0 ? link.slice(0, cut) : undefined;
  const wanted = capsule?.address ?? parseAddress(link.slice(cut));
  const { claim } = wanted;
  if (!claim) {
    throw usageError(
      capsule
        ? 'Nothing was computed when the capsule was saved.'
        : 'The link claims nothing: it has no engine and digest.',
      '“Share” in the page makes links that do; harmonograph analyze --address "#..." computes what any link shows.',
    );
  }
  if (wanted.sources.length === 0) throw usageError('The link names no data.');
  const workers = wholeNumber(options, 'workers', 1);
  const quiet = options.has('quiet');
  const progress = progressLine(quiet);
  const engine = createNodeEngine({ workers });
  try {
    if (capsule && files.length > 0) throw usageError('A capsule has its data inside: it takes no files.');
    const found = await prepareNodeSources(files, signal);
    const prepared: Prepared = { files: [], missing: [...found.missing], hidden: found.hidden, notes: [] };
    const given = await asGiven(found.files.filter(isHere), engine, prepared);
    const fetched = new Map<string, ReturnType<FetchMembers>>();
    const fetchMembers: FetchMembers = (at) => {
      const before = fetched.get(at);
      if (before) return before;
      const now = (async () => {
        const got = await fetchHere(at, { signal, ...(base === undefined ? {} : { base }) });
        if ('error' in got) return got.error;
        const source: Source = { kind: 'address', address: at, sha256: '', options: {} };
        return asGiven([{ path: got.path, file: got.file, options: {}, source }], engine, prepared);
      })();
      fetched.set(at, now);
      return now;
    };
    if (capsule) prepared.files.push(capsule.file);
    else {
      for (const source of wanted.sources) {
        await dataOf(source, given, base, signal, prepared, fetchMembers);
      }
    }
    for (const { path } of given) tell(`${path} is not of the data of the link: it was left out.`);
    if (prepared.missing.length > 0) {
      for (const { message, hint } of prepared.missing) tell(`${message} ${hint}`.trim());
      throw new CommandError(exitCodes.unreadable, 'Not all data of the link could be had.');
    }
    const workspace = await LoadedWorkspace.load(engine, prepared, { signal });
    if (!quiet) for (const line of reportLines(workspace)) tell(line);
    const address = printAddress({ ...wanted, sources: [], claim: null }) || '#';
    const document = await workspace.results(address, {
      signal,
      onProgress: ({ stage, progress: share }) => progress.show(`${stage} ${Math.floor(share * 100)}%`),
    });
    progress.clear();
    const verdict = judge(claim, wanted.sources, {
      engine: document.engine,
      sources: workspace.sources,
      headline: document.headline,
      digest: document.digest,
    });
    const json = options.text('json');
    if (json !== undefined) writeWhole(json, printResultsDocument(document));
    const lines = [...verdictLines(verdict, claim), `digest ${document.digest}`];
    if (json === '-') for (const line of lines) tell(line);
    else process.stdout.write(`${printable(lines.join('\n'))}\n`);
    return verdict.kind === 'identical' || verdict.kind === 'close' ? exitCodes.fine : exitCodes.failed;
  } finally {
    progress.clear();
    engine.close();
  }
}
