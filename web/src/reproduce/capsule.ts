// A capsule: one file with the data, the view with its parameters, the results and where all of it came from. Equal
// contents are equal bytes. Pure functions, for the page, a report and the command line (docs/capsule.md).
import { sha256 } from 'hash-wasm';
import type { EngineErrorData, EngineResult, ImportReport } from '../engine/results.ts';
import { counted, listed } from '../verdict/numbers.ts';
import type { Claim, Headline } from './claim.ts';
import { digestOf, type NamedResult } from './digest.ts';
import {
  printResultsDocument,
  type ReadSource,
  type ResultsDocument,
  resultsDocument,
} from './results_document.ts';
import { type Source, sourceName } from './source.ts';
import { LARGEST_UNPACKED, listZip, packZip, refusedBySize, unpackEntry } from './zip.ts';

export { isZip } from './zip_magic.ts';

export const CAPSULE_VERSION = 1;
export const CAPSULE_ENDING = '.harmonograph.zip';

const ABOUT = 'capsule.json';
const DATA = 'data.json';
const RESULTS = 'results.json';
const README = 'README.txt';

/** A file or address that the data were read from, before they went into the capsule. */
export interface OriginalSource {
  source: Source;
  bytes: number; // as it lay on the disk; 0 for the built-in example
}

/** What a capsule is made of, and what comes out of it. */
export interface Capsule {
  title: string; // of the data, for people
  engine: string; // EngineVersion.id
  /** The view with its parameters, as the "#..." of the page without sources and claim. */
  address: string;
  sources: OriginalSource[]; // in the order in which they were read
  /** What was shown when it was saved; digest null = nothing was computed, or it was not complete. */
  headline: Headline[];
  digest: string | null;
  data: Uint8Array; // everything that was loaded, in the format of docs/format.md
  results: ResultsDocument;
}

/** capsule.json */
interface AboutCapsule {
  format: 'harmonograph capsule';
  version: number;
  title: string;
  engine: string;
  address: string;
  sources: OriginalSource[];
  headline: Headline[];
  digest: string | null;
  files: { name: string; bytes: number; sha256: string }[];
}

const readme = `This is a capsule of Harmonograph: the results of an evaluation of language models, and what is needed to compute
them again.

To open it, drop the whole .zip, as it is, onto a page of Harmonograph or onto a saved report. The view that was
open when it was saved appears again, computed anew from the data, and the page says whether its numbers are the same
to the last bit. Nothing is uploaded.

  capsule.json   the view with its parameters, the engine, the original files with their SHA-256, the main numbers
  data.json      everything that was loaded, in the JSON format of Harmonograph, for any program to read
  results.json   every number of the view

The data belong to those they came from; their licence is that of the original files.
`;

/** What the claim of a link would be: what the sender saw. null = nothing was complete. */
export function claimOf({
  engine,
  headline,
  digest,
}: Pick<Capsule, 'engine' | 'headline' | 'digest'>): Claim | null {
  return digest === null ? null : { engine, headline, digest };
}

/** What a capsule is made of where data are loaded and a view is computed: the page, or the command line. */
export interface CapsuleInput {
  report: Pick<ImportReport, 'benchmarks' | 'models'>;
  engine: string; // EngineVersion.id
  address: string; // as in Capsule
  sources: OriginalSource[];
  /** null = the view has nothing complete. */
  shown: { results: readonly NamedResult[]; headline: Headline[] } | null;
  data: Uint8Array; // Engine.dataFile()
}

/** The same for the same data: benchmarks, and how many models. */
export function capsuleTitle({ benchmarks, models }: CapsuleInput['report']): string {
  const names = benchmarks.map((one) => one.name || 'one benchmark');
  return `${listed(names, 'and', 3)}: ${counted(models.length, 'model')}`;
}

/** The file's name without its ending. */
export function capsuleName({ benchmarks }: Pick<CapsuleInput['report'], 'benchmarks'>): string {
  const names = benchmarks.map((one) => one.name).filter((name) => name !== '');
  const name = names.slice(0, 3).join('-') || 'results';
  return name.replace(/[^\p{L}\p{N}._-]+/gu, '_').slice(0, 60);
}

export async function capsuleOf(input: CapsuleInput): Promise<Capsule> {
  const { engine, address, sources, shown, data } = input;
  const read = sources.map(
    ({ source, bytes }): ReadSource => ({
      path: sourceName(source),
      bytes,
      sha256: source.kind === 'example' ? '' : source.sha256,
      options: source.kind === 'example' ? {} : source.options,
    }),
  );
  const results = await resultsDocument(
    { engine, sources: read, address, headline: shown?.headline ?? [] },
    shown?.results ?? [],
  );
  return {
    title: capsuleTitle(input.report),
    engine,
    address,
    sources,
    headline: results.headline,
    digest: shown ? results.digest : null,
    data,
    results,
  };
}

export async function packCapsule(capsule: Capsule): Promise<EngineResult<Uint8Array>> {
  const encode = (text: string) => new TextEncoder().encode(text);
  const inside = [
    { name: DATA, bytes: capsule.data },
    { name: RESULTS, bytes: encode(printResultsDocument(capsule.results)) },
  ];
  const total = inside.reduce((sum, { bytes }) => sum + bytes.length, 0);
  if (total > LARGEST_UNPACKED - (1 << 20)) {
    return {
      ok: false,
      error: {
        code: 'too_large',
        message: `A capsule of these data would hold ${Math.ceil(total / 1e6).toLocaleString('en')} MB, more than can be opened again.`,
        file: '',
        line: 0,
        hint: 'Remove files, or share a link to the original ones.',
      },
    };
  }
  const about: AboutCapsule = {
    format: 'harmonograph capsule',
    version: CAPSULE_VERSION,
    title: capsule.title,
    engine: capsule.engine,
    address: capsule.address,
    sources: capsule.sources,
    headline: capsule.headline,
    digest: capsule.digest,
    files: await Promise.all(
      inside.map(async ({ name, bytes }) => ({ name, bytes: bytes.length, sha256: await sha256(bytes) })),
    ),
  };
  const bytes = await packZip([
    { name: ABOUT, bytes: encode(`${JSON.stringify(about, null, 2)}\n`) },
    ...inside,
    { name: README, bytes: encode(readme) },
  ]);
  return { ok: true, value: bytes };
}

/** @param path what messages call the file */
export async function unpackCapsule(bytes: Uint8Array, path: string): Promise<EngineResult<Capsule>> {
  const fail = (code: string, message: string, hint: string) => refused(path, code, message, hint);
  const listed = listZip(bytes, path);
  if (!listed.ok) return listed;
  // Unpacked and packed again by hand, everything may lie in a folder.
  const aboutEntry =
    listed.value.find(({ name }) => name === ABOUT) ??
    listed.value.find(({ name }) => /^[^/]+\/capsule\.json$/.test(name) && !name.startsWith('__MACOSX/'));
  if (!aboutEntry) {
    return fail(
      'zip_not_read',
      `${path} is a zip archive and no capsule of Harmonograph; zip archives are not read yet.`,
      'Unpack it and drop the folder or the files that were inside.',
    );
  }
  const folder = aboutEntry.name.slice(0, -ABOUT.length);
  const [dataEntry, resultsEntry] = [DATA, RESULTS].map((wanted) =>
    listed.value.find(({ name }) => name === folder + wanted),
  );
  const entries = [aboutEntry, dataEntry, resultsEntry].filter((entry) => entry !== undefined);
  const tooLarge = refusedBySize(entries, path);
  if (tooLarge) return { ok: false, error: tooLarge };

  const aboutBytes = await unpackEntry(bytes, aboutEntry, path);
  if (!aboutBytes.ok) return aboutBytes;
  const parsed = parsedJson(aboutBytes.value);
  if (!isObject(parsed) || parsed.format !== 'harmonograph capsule' || !Number.isInteger(parsed.version)) {
    return fail(
      'zip_not_read',
      `${path} is a zip archive whose ${ABOUT} is not that of a capsule of Harmonograph.`,
      'Unpack it and drop the files that were inside.',
    );
  }
  if ((parsed.version as number) > CAPSULE_VERSION || (parsed.version as number) < 1) {
    return fail(
      'newer_version',
      `${path} was saved by a newer Harmonograph: its format has the version ${parsed.version}, and this page reads version ${CAPSULE_VERSION}.`,
      `Use the newer page. ${DATA} inside of it may still be readable: unpack it and drop that file.`,
    );
  }
  const wrong = wrongField(parsed);
  if (wrong) return damagedContent(path, `${ABOUT} does not say what it should of "${wrong}"`);
  const about = parsed as unknown as AboutCapsule;

  const contents: Uint8Array[] = [];
  for (const [name, entry] of [
    [DATA, dataEntry],
    [RESULTS, resultsEntry],
  ] as const) {
    const stated = about.files.find((file) => file.name === name);
    if (!entry || !stated) return damagedContent(path, `${name} is missing`);
    const content = await unpackEntry(bytes, entry, path);
    if (!content.ok) return content;
    if (content.value.length !== stated.bytes || (await sha256(content.value)) !== stated.sha256) {
      return fail(
        'data_changed',
        `${path} was changed after it was saved: ${name} is not the file whose SHA-256 ${ABOUT} states.`,
        'Ask for the capsule again where you have it from. To look at the data all the same, unpack it and drop data.json.',
      );
    }
    contents.push(content.value);
  }
  const [data, resultsBytes] = contents as [Uint8Array, Uint8Array];
  const results = parsedJson(resultsBytes);
  if (!isResultsDocument(results)) return damagedContent(path, `${RESULTS} has not the form of results`);
  if ((await digestOf(results.results)) !== results.digest) {
    return damagedContent(path, `the digest in ${RESULTS} is not that of its results`);
  }
  if (about.digest !== null && about.digest !== results.digest) {
    return damagedContent(path, `${ABOUT} and ${RESULTS} state different digests`);
  }
  const { title, engine, address, sources, headline, digest } = about;
  return { ok: true, value: { title, engine, address, sources, headline, digest, data, results } };
}

function refused(
  path: string,
  code: string,
  message: string,
  hint: string,
): { ok: false; error: EngineErrorData } {
  return { ok: false, error: { code, message, file: path, line: 0, hint } };
}

const damagedContent = (path: string, how: string) =>
  refused(
    path,
    'malformed_file',
    `${path} is not a whole capsule: ${how}.`,
    'Ask for it again where you have it from. To look at the data all the same, unpack it and drop data.json.',
  );

type JsonObject = Record<string, unknown>;

const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** undefined = no JSON. */
function parsedJson(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    return undefined;
  }
}

const isText = (value: unknown): value is string => typeof value === 'string';
const isSize = (value: unknown) => Number.isSafeInteger(value) && (value as number) >= 0;
const isHash = (value: unknown) => isText(value) && /^[0-9a-f]{64}$/.test(value);

/** Only own fields of text: what is read goes into lists of options by name. */
const isOptions = (value: unknown) =>
  isObject(value) && Object.entries(value).every(([name, one]) => name !== '__proto__' && isText(one));

const isMember = (value: unknown) => value === undefined || (isText(value) && value !== '');

function isSource(source: unknown): boolean {
  if (!isObject(source)) return false;
  if (source.kind === 'example') return true;
  const hashed = isOptions(source.options) && (source.sha256 === '' || isHash(source.sha256));
  switch (source.kind) {
    case 'address':
      return hashed && isMember(source.member) && isText(source.address);
    case 'file':
      return hashed && isMember(source.member) && isText(source.path) && isSize(source.bytes);
    case 'inline':
      return hashed && isText(source.path) && isText(source.packed);
    default:
      return false;
  }
}

const isHeadline = (one: unknown) =>
  isObject(one) && isText(one.name) && (one.value === null || typeof one.value === 'number');

const fields: Record<Exclude<keyof AboutCapsule, 'format' | 'version'>, (value: unknown) => boolean> = {
  title: isText,
  engine: (value) => isText(value) && value !== '',
  address: (value) => isText(value) && (value === '' || value.startsWith('#')),
  sources: (value) =>
    Array.isArray(value) && value.every((one) => isObject(one) && isSource(one.source) && isSize(one.bytes)),
  headline: (value) => Array.isArray(value) && value.every(isHeadline),
  digest: (value) => value === null || isHash(value),
  files: (value) =>
    Array.isArray(value) &&
    value.every((one) => isObject(one) && isText(one.name) && isSize(one.bytes) && isHash(one.sha256)),
};

/** The first field that is not what it should be; undefined = all are. */
const wrongField = (about: JsonObject): string | undefined =>
  Object.entries(fields).find(([name, holds]) => !holds(about[name]))?.[0];

function isResultsDocument(value: unknown): value is ResultsDocument {
  return (
    isObject(value) &&
    value.format === 'harmonograph results' &&
    value.version === 1 &&
    isHash(value.digest) &&
    Array.isArray(value.results) &&
    value.results.every((one) => isObject(one) && isText(one.question) && isOptions(one.of))
  );
}
