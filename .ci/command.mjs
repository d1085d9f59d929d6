// Runs other programs, and says what went wrong when they fail.
import { spawnSync } from 'node:child_process';
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = resolve(dirname(fileURLToPath(import.meta.url)), '..');

/** Runs a program with its output shown; throws when it fails. */
export function run(program, args, options = {}) {
  const done = spawnSync(program, args, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'], ...options });
  if (done.error) throw done.error;
  if (done.status !== 0)
    throw new Error(`${program} ${args.join(' ')} ended with status ${done.status ?? done.signal}`);
}

/** Runs a program and shows its output only when it fails. */
export function runQuietly(program, args, options = {}) {
  const done = spawnSync(program, args, {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    encoding: 'utf8',
    maxBuffer: 1 << 28,
    ...options,
  });
  if (done.error) throw done.error;
  if (done.status !== 0) {
    process.stdout.write(done.stdout);
    process.stderr.write(done.stderr);
    throw new Error(`${program} ${args.join(' ')} ended with status ${done.status ?? done.signal}`);
  }
  return done.stdout;
}
