// `harmonograph site results/ -o public/`: a folder that any static host can serve, with the page, the result files and
// what is said of them. The same inputs give the same bytes.
import { createHash } from 'node:crypto';
import {
  copyFileSync,
  createReadStream,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { DiskFile } from '../engine/disk_file.ts';
import type { EngineErrorData, FileReport } from '../engine/results.ts';
import { inOrder, isHidden } from '../reproduce/file_names.ts';
import { MANIFEST_ADDRESS, parseManifest, printManifest } from '../reproduce/manifest.ts';
import { parseAddress } from '../state/address.ts';
import { count, counted, fileSize } from '../verdict/numbers.ts';
import { CommandError, exitCodes, usageError } from './exit_codes.ts';

/** What marks a folder as made by this command: it may be made again. */
const GENERATOR = 'harmonograph site';
const MANIFEST_NAME = 'manifest.json';

export interface SiteFile {
  /** Below data/, with folders: what the page will call it. */
  path: string;
  file: DiskFile;
}

export interface SiteOptions {
  /** Files and folders with results. */
  inputs: readonly string[];
  /** The folder to be made. */
  output: string;
  title?: string;
  description?: string;
  licence?: string;
  citation?: string;
  /** "#...": what the page shows at first. */
  view?: string;
  /** Also a robots.txt that asks search engines to stay away. */
  robots?: boolean;
  /** Write into a folder that is not one of this command's own; what lies there and is not written again stays. */
  force?: boolean;
  /** The built page; found beside the program when absent. */
  page?: string;
  /** Reads the files with the engine, in this order, and gives a report of each. */
  readWith: (files: readonly SiteFile[]) => Promise<readonly FileReport[]>;
  /** Hears each line about what was done. */
  tell?: (line: string) => void;
}

export interface BuiltSite {
  /** The data, as the manifest names them. */
  files: { path: string; bytes: number; sha256: string }[];
  /** Everything that was written, below the output folder, in order. */
  written: string[];
  /** The importer's own sentences about what it left out or had to guess, and files that were not taken. */
  warnings: string[];
}

/** Paths of all files below a folder, with "/", in order; hidden ones are left out and counted. */
function filesBelow(folder: string): { paths: string[]; hidden: number } {
  const paths: string[] = [];
  let hidden = 0;
  const walk = (below: string) => {
    for (const entry of readdirSync(join(folder, below), { withFileTypes: true })) {
      const path = below === '' ? entry.name : `${below}/${entry.name}`;
      if (isHidden(entry.name)) hidden += 1;
      else if (entry.isDirectory()) walk(path);
      else if (statSync(join(folder, path)).isFile()) paths.push(path);
    }
  };
  walk('');
  return { paths: paths.sort(inOrder), hidden };
}

/** Of a way from one folder to another: whether it only goes down. */
const isBelow = (way: string) => !isAbsolute(way) && way !== '..' && !way.startsWith(`..${sep}`);

interface Found {
  path: string;
  disk: string;
  /** Named on the command line itself, and so meant. */
  named: boolean;
}

/** Names as the page has them after a drop: a file by its name, what lies in a folder by its way from there. */
function collect(inputs: readonly string[], output: string, warnings: string[]): Found[] {
  const found: Found[] = [];
  for (const input of inputs) {
    const about = existsSync(input) ? statSync(input) : null;
    if (!about?.isDirectory() && !about?.isFile()) {
      throw usageError(
        `${input} is neither a file nor a folder.`,
        'Paths are relative to the folder where the command was started.',
      );
    }
    if (isBelow(relative(resolve(output), resolve(input)))) {
      throw usageError(
        `${input} lies inside of ${output}, which is written anew.`,
        'Keep the results in a folder of their own.',
      );
    }
    if (about.isFile()) {
      found.push({ path: basename(input), disk: input, named: true });
      continue;
    }
    const inside = relative(resolve(input), resolve(output));
    if (isBelow(inside)) {
      throw usageError(
        `${output} lies inside of ${input}, which holds the results.`,
        'Choose an output folder beside it.',
      );
    }
    const { paths, hidden } = filesBelow(input);
    if (hidden > 0) warnings.push(`${counted(hidden, 'hidden file')} in ${input} left out.`);
    const name = basename(resolve(input));
    found.push(...paths.map((path) => ({ path: `${name}/${path}`, disk: join(input, path), named: false })));
  }
  if (found.length === 0) {
    throw usageError('There is no file among the inputs.', 'Name result files, or folders that hold them.');
  }
  const seen = new Map<string, string>([[MANIFEST_NAME, 'the manifest that is written there']]);
  for (const { path, disk } of found) {
    // Not every host tells capital letters from small ones.
    const before = seen.get(path.toLowerCase());
    if (before !== undefined) {
      throw usageError(
        `${disk} and ${before} would both become data/${path}.`,
        'Rename one of them, or give the folder that holds both.',
      );
    }
    seen.set(path.toLowerCase(), disk);
  }
  return found;
}

/** The folder of the built page: beside the package, wherever this file lies in it. */
function builtPage(): string {
  for (let folder = dirname(fileURLToPath(import.meta.url)); ; folder = dirname(folder)) {
    if (existsSync(join(folder, 'dist', 'index.html'))) return join(folder, 'dist');
    if (folder === dirname(folder)) {
      throw new CommandError(
        exitCodes.engine,
        'The built page (dist/index.html) was not found beside the program.',
        'Install the package again, or build the page.',
      );
    }
  }
}

/** Whether the folder was made by this command; refuses one that others made. */
function isOwn(output: string, force: boolean): boolean {
  if (!existsSync(output)) return false;
  if (!statSync(output).isDirectory()) throw usageError(`${output} is a file.`, 'Name a folder.');
  const manifest = join(output, MANIFEST_ADDRESS);
  const parsed = existsSync(manifest) ? parseManifest(readFileSync(manifest, 'utf8')) : null;
  if (parsed?.ok && parsed.value.generator === GENERATOR) return true;
  if (!force && readdirSync(output).some((name) => name !== '.git')) {
    throw usageError(
      `${output} is not empty and was not made by this command.`,
      'Choose another folder, or add --force: what is there stays, files of the same name are written over.',
    );
  }
  return false;
}

const sentence = (error: EngineErrorData) => [error.message, error.hint].filter(Boolean).join(' ');

/** Those that can be read. A file that was named and cannot be read is refused; one of a folder is left out and said. */
async function readable(
  found: readonly Found[],
  readWith: SiteOptions['readWith'],
  warnings: string[],
): Promise<(Found & { file: DiskFile })[]> {
  const files = found.map((one) => ({ ...one, file: new DiskFile(one.disk) }));
  const reports = await readWith(files.map(({ path, file }) => ({ path, file })));
  const refusals: string[] = [];
  const kept = files.filter((file, index) => {
    const report = reports[index];
    if (!report || report.error !== null) {
      const why = report?.error ? sentence(report.error) : `${file.path} was not read.`;
      if (file.named) refusals.push(`${file.disk} cannot be read. ${why}`);
      else warnings.push(`${file.disk} is left out: ${why}`);
      return false;
    }
    for (const note of report.notes) {
      if (note.severity === 'warning') warnings.push(`${file.path}: ${note.message}`);
    }
    return true;
  });
  if (refusals.length > 0) {
    throw new CommandError(
      exitCodes.unreadable,
      refusals.join('\n'),
      'Nothing was written. Leave these files out, or mend them.',
    );
  }
  if (kept.length === 0) {
    throw new CommandError(
      exitCodes.unreadable,
      ['None of the files can be read.', ...warnings].join('\n'),
      'Nothing was written.',
    );
  }
  return kept;
}

async function sha256(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const piece of createReadStream(path)) hash.update(piece as Buffer);
  return hash.digest('hex');
}

function checkedView(view: string, warnings: string[]): string {
  if (view === '') return '';
  if (!view.startsWith('#')) {
    throw usageError(
      `The view “${view}” does not start with “#”.`,
      'Copy what stands after the address of the page when it shows the view, with the “#”, in quotes.',
    );
  }
  const { other, sources, claim } = parseAddress(view);
  const unknownView = other.find(([key]) => key === 'view');
  if (unknownView) {
    throw usageError(`There is no view “${unknownView[1]}”.`, 'Copy the address from the page.');
  }
  if (sources.length > 0 || claim !== null) {
    warnings.push('Of the view only what is shown is taken: the data are those of this site.');
  }
  return view;
}

/** Writes the folder. Throws CommandError: what cannot be done, and what to do. */
export async function buildSite(options: SiteOptions): Promise<BuiltSite> {
  const { inputs, output, force = false, robots = false, readWith, tell = () => {} } = options;
  const page = options.page ?? builtPage();
  const warnings: string[] = [];
  const own = isOwn(output, force);
  const view = checkedView(options.view ?? '', warnings);
  const found = await readable(collect(inputs, output, warnings), readWith, warnings);

  const written: string[] = [];
  const put = (path: string, from: string | { text: string }) => {
    const target = join(output, ...path.split('/'));
    mkdirSync(dirname(target), { recursive: true });
    if (typeof from === 'string') copyFileSync(from, target);
    else writeFileSync(target, from.text);
    written.push(path);
  };
  // Of an earlier build only what this command writes is taken away: a host may have files of its own in the folder.
  if (own)
    for (const name of ['assets', 'data']) rmSync(join(output, name), { recursive: true, force: true });

  const files: BuiltSite['files'] = [];
  for (const { path, disk, file } of found) {
    put(`data/${path}`, disk);
    files.push({ path, bytes: file.size, sha256: await sha256(join(output, 'data', ...path.split('/'))) });
  }
  const { title = '', description = '', licence = '', citation = '' } = options;
  const manifest = printManifest(
    { title, description, licence, citation, view, generator: GENERATOR },
    files,
  );
  const parsed = parseManifest(manifest);
  if (!parsed.ok) throw new CommandError(exitCodes.usage, parsed.error.message, parsed.error.hint);
  // The page before what it loads: whoever looks meanwhile sees the old data or none.
  for (const path of filesBelow(page).paths.filter((one) => !one.startsWith('data/')))
    put(path, join(page, path));
  // Without it GitHub Pages leaves out files whose names begin with "_".
  put('.nojekyll', { text: '' });
  if (robots) put('robots.txt', { text: 'User-agent: *\nDisallow: /\n' });
  put(MANIFEST_ADDRESS, { text: manifest });

  for (const warning of warnings) tell(warning);
  const bytes = files.reduce((sum, one) => sum + one.bytes, 0);
  for (const file of files) tell(`  data/${file.path}  ${fileSize(file.bytes)}`);
  const pageFiles = written.length - files.length;
  tell(
    `${output}: ${counted(files.length, 'result file')} (${fileSize(bytes)}) and ${count(pageFiles)} files of the page. Copy the folder to any static host.`,
  );
  return { files, written: written.sort(inOrder), warnings };
}
