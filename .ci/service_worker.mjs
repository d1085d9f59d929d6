// Writes into the service worker of a built page which files belong to its version. Without the last line of defence that
// this is, a browser could keep half of one build and half of another.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const WORKER = 'service_worker.js';
/** What is not of the build, or is never asked for by the page. */
const leftOut = (path) =>
  path === WORKER || path.startsWith('data/') || /(^|\/)\./.test(path) || /\.map$|^robots\.txt$/.test(path);

const sha256 = (bytes) => createHash('sha256').update(bytes).digest('hex');

/** Puts the list and the version before the code, in place of an earlier one. */
export function stampServiceWorker(folder) {
  const files = readdirSync(folder, { recursive: true })
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => !leftOut(path) && statSync(join(folder, path)).isFile())
    .sort((a, b) => (a < b ? -1 : 1))
    .map((path) => [path, sha256(readFileSync(join(folder, path)))]);
  const version = sha256(files.map((file) => file.join(' ')).join('\n')).slice(0, 12);
  // Its host may add lines to the page: what makes it that of this build is what it loads.
  const named = readFileSync(join(folder, 'index.html'), 'utf8').match(/assets\/[\w.-]+/g) ?? [];
  const page = (path) => path === 'index.html';
  const build = {
    version,
    named: [...new Set(named)].sort(),
    files: files.map(([path, hash]) => [path, page(path) ? '' : hash]),
  };
  const path = join(folder, WORKER);
  const code = readFileSync(path, 'utf8').replace(/^self\.harmonographBuild=.*\n/, '');
  writeFileSync(path, `self.harmonographBuild=${JSON.stringify(build)};\n${code}`);
  return version;
}
