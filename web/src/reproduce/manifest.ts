// data/manifest.json, beside the page: which files it loads at the start, and what it says of them. Pure functions, used
// by the page that reads one and by the command that writes one.
import type { EngineErrorData, EngineResult } from '../engine/results.ts';
import type { ReadOptions } from './source.ts';

export const MANIFEST_ADDRESS = 'data/manifest.json';

/** Beyond this it is not what it should be. */
const MOST_FILES = 10_000;

export interface ManifestFile {
  /** As the manifest has it: below its own folder, or a whole address. */
  name: string;
  /** Relative to the page, or a whole address: what a link carries as "src". */
  address: string;
  /** "" = not given. */
  sha256: string;
  /** null = not given. */
  bytes: number | null;
  options: ReadOptions;
}

export interface Manifest {
  title: string;
  description: string;
  citation: string;
  licence: string;
  files: ManifestFile[];
  /** "#...": what the page shows when its own address says nothing; "" = the import report. */
  view: string;
  /** The command that wrote it; "" = written by hand. */
  generator: string;
  /** What this version does not know, with the place of each: kept and shown. */
  other: [string, unknown][];
}

const texts = ['title', 'description', 'citation', 'generator'] as const;

class Refusal {
  constructor(
    readonly message: string,
    readonly hint: string,
  ) {}
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const kindOf = (value: unknown): string =>
  value === null
    ? 'null'
    : Array.isArray(value)
      ? 'a list'
      : isObject(value)
        ? 'an object'
        : `a ${typeof value}`;

/** The address below the page of a path below data/. A file name may have any letter; "#" and "?" mean something else there. */
export function addressOfPath(path: string): string {
  const whole = path.replace(/\p{Surrogate}/gu, '\uFFFD');
  return `data/${encodeURI(whole).replace(/[?#]/g, encodeURIComponent)}`;
}

function textOf(value: unknown, key: string): string {
  if (value === undefined) return '';
  if (typeof value !== 'string')
    throw new Refusal(
      `"${key}" is ${kindOf(value)}, not a text.`,
      `Write it in quotes, or leave "${key}" out.`,
    );
  return value;
}

function pathOf(value: unknown, place: string): string {
  const path = textOf(value, `${place}.path`);
  if (path === '')
    throw new Refusal(`"${place}.path" is empty.`, 'Name a file below the folder of the manifest.');
  const steps = path.split('/');
  if (/^[a-z][a-z\d+.-]*:/i.test(path) || path.startsWith('/') || path.includes('\\')) {
    throw new Refusal(
      `"${place}.path" (${path}) is not a path below the folder of the manifest.`,
      'Write it as "folder/file.jsonl"; for a file on another host write "url" instead of "path".',
    );
  }
  if (steps.some((step) => step === '..' || step === '.' || step === '')) {
    throw new Refusal(
      `"${place}.path" (${path}) leaves the folder of the manifest or has an empty step.`,
      'Put the file below data/ and name it from there, without ".." and without double slashes.',
    );
  }
  return path;
}

function urlOf(value: unknown, place: string): string {
  const url = textOf(value, `${place}.url`);
  const parsed = URL.canParse(url) ? new URL(url) : null;
  if (!parsed || !/^https?:$/.test(parsed.protocol)) {
    throw new Refusal(
      `"${place}.url" (${url}) is not an address that starts with https:// or http://.`,
      'For a file beside the manifest write "path" instead of "url".',
    );
  }
  return url;
}

function optionsOf(value: unknown, place: string): ReadOptions {
  if (value === undefined) return {};
  if (!isObject(value)) {
    throw new Refusal(
      `"${place}.options" is ${kindOf(value)}, not an object.`,
      'Write {"model": "..."} or the like: names and texts.',
    );
  }
  for (const [name, option] of Object.entries(value)) {
    if (typeof option !== 'string' || name === '__proto__')
      throw new Refusal(
        `"${place}.options.${name}" is ${kindOf(option)}, not a text.`,
        'Options are names and texts, as in {"model": "Llama-3.1-8B"}: put the value in quotes.',
      );
  }
  return value as ReadOptions;
}

function fileOf(value: unknown, place: string, other: [string, unknown][]): ManifestFile {
  if (!isObject(value)) {
    throw new Refusal(
      `"${place}" is ${kindOf(value)}, not an object.`,
      'Write each file as {"path": "folder/file.jsonl"}.',
    );
  }
  const { path, url, sha256, bytes, options, ...rest } = value;
  for (const [key, one] of Object.entries(rest)) other.push([`${place}.${key}`, one]);
  if ((path === undefined) === (url === undefined)) {
    throw new Refusal(
      `"${place}" has ${path === undefined ? 'neither "path" nor "url"' : 'both "path" and "url"'}.`,
      'Give one of them: "path" for a file below the folder of the manifest, "url" for one elsewhere.',
    );
  }
  const hash = textOf(sha256, `${place}.sha256`).toLowerCase();
  if (sha256 !== undefined && !/^[0-9a-f]{64}$/.test(hash)) {
    throw new Refusal(
      `"${place}.sha256" does not have 64 hexadecimal digits.`,
      'Write what sha256sum prints for the file, or leave it out.',
    );
  }
  if (bytes !== undefined && !(Number.isSafeInteger(bytes) && (bytes as number) >= 0)) {
    throw new Refusal(
      `"${place}.bytes" is not a number of bytes.`,
      'Write the size of the file as a whole number, or leave it out.',
    );
  }
  const name = path === undefined ? urlOf(url, place) : pathOf(path, place);
  return {
    name,
    address: path === undefined ? name : addressOfPath(name),
    sha256: hash,
    bytes: (bytes as number | undefined) ?? null,
    options: optionsOf(options, place),
  };
}

function manifestOf(value: unknown): Manifest {
  if (!isObject(value)) {
    throw new Refusal(`It is ${kindOf(value)}, not an object.`, 'Write {"title": "...", "files": [...]}.');
  }
  const other: [string, unknown][] = [];
  const { files, view, licence, license, ...rest } = value;
  const read = Object.fromEntries(texts.map((key) => [key, textOf(rest[key], key)])) as Record<
    (typeof texts)[number],
    string
  >;
  for (const [key, one] of Object.entries(rest)) {
    if (!texts.some((known) => known === key)) other.push([key, one]);
  }
  if (licence !== undefined && license !== undefined) {
    throw new Refusal('It has both "licence" and "license".', 'Keep one of them.');
  }
  if (!Array.isArray(files)) {
    throw new Refusal(
      files === undefined ? '"files" is missing.' : `"files" is ${kindOf(files)}, not a list.`,
      'Write "files": [{"path": "folder/file.jsonl"}], with each path below the folder of the manifest.',
    );
  }
  if (files.length === 0) {
    throw new Refusal('"files" is an empty list.', 'Name at least one file, or remove the manifest.');
  }
  if (files.length > MOST_FILES) {
    throw new Refusal(
      `"files" names ${files.length} files; the page loads at most ${MOST_FILES}.`,
      'Put the results of several files into one.',
    );
  }
  const all = files.map((file, index) => fileOf(file, `files[${index}]`, other));
  const seen = new Set<string>();
  for (const { name, address } of all) {
    if (seen.has(address))
      throw new Refusal(
        `"files" names ${name} twice.`,
        'Name each file once: twice read, it would count twice.',
      );
    seen.add(address);
  }
  const chosen = textOf(view, 'view');
  if (chosen !== '' && !chosen.startsWith('#')) {
    throw new Refusal(
      '"view" does not start with "#".',
      'Copy what stands after the address of the page when it shows the view, with the "#".',
    );
  }
  return {
    ...read,
    licence: licence === undefined ? textOf(license, 'license') : textOf(licence, 'licence'),
    files: all,
    view: chosen,
    other,
  };
}

/** Strict: a manifest is written once and read by everybody, so a slip is said and nothing is guessed. */
export function parseManifest(text: string): EngineResult<Manifest> {
  try {
    return { ok: true, value: manifestOf(JSON.parse(text.replace(/^\uFEFF/, ''))) };
  } catch (error) {
    const refusal =
      error instanceof Refusal
        ? error
        : new Refusal(
            `It is not valid JSON (${error instanceof Error ? error.message : String(error)}).`,
            'Check commas and quotes: JSON has no comments and no comma after the last entry.',
          );
    return {
      ok: false,
      error: manifestError(`${MANIFEST_ADDRESS} cannot be used. ${refusal.message}`, refusal.hint),
    };
  }
}

export function manifestError(message: string, hint: string): EngineErrorData {
  return { code: 'invalid_manifest', message, file: MANIFEST_ADDRESS, line: 0, hint };
}

/** Its text: the same for the same manifest. Only files below the manifest's folder and what is said of them. */
export function printManifest(
  about: Partial<Pick<Manifest, 'title' | 'description' | 'citation' | 'licence' | 'view' | 'generator'>>,
  files: readonly { path: string; bytes: number; sha256: string }[],
): string {
  const said = (['title', 'description', 'citation', 'licence', 'view', 'generator'] as const)
    .filter((key) => about[key])
    .map((key) => [key, about[key]]);
  return `${JSON.stringify({ ...Object.fromEntries(said), files }, null, 2)}\n`;
}
