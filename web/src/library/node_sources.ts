// Sources in Node: also paths, folders and the standard input.
import { readdirSync, type Stats, statSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { DiskFile } from '../engine/disk_file.ts';
import { inOrder, isHidden } from '../reproduce/file_names.ts';
import type { ReadOptions } from '../reproduce/source.ts';
import { type DataSource, nothingPrepared, type Prepared, prepareAddress, prepareSource } from './sources.ts';

/** A file or folder on the disk, with how its files are to be read. */
export interface DiskPath {
  file: string;
  options?: ReadOptions;
}

/** Also a path to a file or a folder, an address as a text, or "-" for the standard input. */
export type NodeSource = DataSource | DiskPath | string;

function about(path: string): Stats | string {
  try {
    return statSync(path);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return code === 'ENOENT' ? 'there is no such file or folder' : String((error as Error).message);
  }
}

function add(
  path: string,
  name: string,
  options: ReadOptions,
  prepared: Prepared,
  found = about(path),
): void {
  const missing = (reason: string) =>
    prepared.missing.push({
      code: 'no_file',
      message: `${path} cannot be read: ${reason}.`,
      file: path,
      line: 0,
      hint: 'Paths are relative to the folder where the program was started.',
    });
  if (typeof found === 'string') missing(found);
  else if (found.isDirectory()) walk(path, name, options, prepared, missing);
  else if (found.isFile()) prepared.files.push({ path: name, file: new DiskFile(path, found), options });
  else missing('it is neither a file nor a folder');
}

/** By name, as the page walks a dropped folder: models must not change their order. */
function walk(
  folder: string,
  name: string,
  options: ReadOptions,
  prepared: Prepared,
  missing: (reason: string) => void,
): void {
  let names: string[];
  try {
    names = readdirSync(folder).sort(inOrder);
  } catch (error) {
    missing(String((error as Error).message));
    return;
  }
  for (const one of names) {
    if (isHidden(one)) prepared.hidden += 1;
    else add(join(folder, one), `${name}/${one}`, options, prepared);
  }
}

async function standardInput(): Promise<File> {
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  for await (const piece of process.stdin) pieces.push(new Uint8Array(piece));
  return new File(pieces, 'stdin');
}

async function addText(text: string, options: ReadOptions, prepared: Prepared, signal?: AbortSignal) {
  if (text === '-') prepared.files.push({ path: 'stdin', file: await standardInput(), options });
  else if (text === 'example' && typeof about(text) === 'string') prepared.files.push('example');
  else if (/^https?:\/\//i.test(text)) await prepareAddress(text, options, prepared, signal);
  else {
    const found = about(text);
    const isFolder = typeof found !== 'string' && found.isDirectory();
    // As in the page: a file goes by its name, what lies in a folder by its way from there.
    add(text, isFolder ? basename(resolve(text)) : basename(text), options, prepared, found);
  }
}

/** Files of the same name from several folders go by their paths: the folder may be all that says whose they are. */
function nameApart({ files }: Prepared): void {
  const count = new Map<string, number>();
  const pathOf = (one: Prepared['files'][number]) => (one === 'example' ? '' : one.path);
  for (const one of files) count.set(pathOf(one), (count.get(pathOf(one)) ?? 0) + 1);
  for (const one of files) {
    if (one === 'example' || (count.get(one.path) ?? 0) < 2 || !(one.file instanceof DiskFile)) continue;
    const written = one.file.diskPath.replaceAll('\\', '/');
    one.path = written.replace(/^(\.{0,2}\/)+/, '');
  }
}

/** Lists what is there; nothing of a file on the disk is read yet. Whatever cannot be had is in `missing`. */
export async function prepareNodeSources(
  sources: Iterable<NodeSource>,
  signal?: AbortSignal,
): Promise<Prepared> {
  const prepared = nothingPrepared();
  for (const source of sources) {
    if (typeof source === 'string') await addText(source, {}, prepared, signal);
    else if (source instanceof URL && source.protocol === 'file:') {
      await addText(fileURLToPath(source), {}, prepared, signal);
    } else if ('file' in source && typeof source.file === 'string') {
      await addText(source.file, source.options ?? {}, prepared, signal);
    } else await prepareSource(source as DataSource, prepared, signal);
  }
  nameApart(prepared);
  return prepared;
}
