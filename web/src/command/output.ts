// What the command writes. A file is there as a whole or not at all.
import { randomBytes } from 'node:crypto';
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { CommandError, exitCodes } from './exit_codes.ts';

/** Names under which something is being written now: an interrupted command leaves none of them. */
const unfinished = new Set<string>();

/** Writes beside it and renames; "-" = the standard output. */
export function writeWhole(path: string, content: string | Uint8Array): void {
  if (path === '-') {
    process.stdout.write(content);
    return;
  }
  const target = resolve(path);
  const beside = `${target}.${randomBytes(4).toString('hex')}.tmp`;
  unfinished.add(beside);
  try {
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(beside, content);
    renameSync(beside, target);
  } catch (error) {
    remove(beside);
    throw new CommandError(exitCodes.engine, `${path} could not be written: ${(error as Error).message}.`);
  } finally {
    unfinished.delete(beside);
  }
}

function remove(path: string): void {
  try {
    rmSync(path, { force: true });
  } catch {
    // What cannot be removed was not there: a folder in its way is a file.
  }
}

export function removeUnfinished(): void {
  for (const path of unfinished) remove(path);
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must go
const COMMANDS = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g;

/** Lines without what a terminal would obey: names of files and models may hold anything. */
export const printable = (text: string): string => text.replace(COMMANDS, '\ufffd');

/** Lines on the standard error: results alone go to the standard output. */
export function tell(text: string): void {
  process.stderr.write(`${printable(text)}\n`);
}

/** Progress on one line of a terminal; nothing when the output goes elsewhere. */
export function progressLine(quiet: boolean): { show(text: string): void; clear(): void } {
  const shows = !quiet && process.stderr.isTTY === true;
  let last = 0;
  const write = (text: string) => process.stderr.write(`\r\u001B[K${text}`);
  return {
    show: (text) => {
      if (!shows || performance.now() - last < 100) return;
      last = performance.now();
      write(printable(text).slice(0, Math.max(20, (process.stderr.columns ?? 80) - 1)));
    },
    clear: () => {
      if (shows && last > 0) write('');
    },
  };
}
