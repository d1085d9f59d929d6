// Compiles the C++ core to WebAssembly and lays it where the page imports it from.
import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root, run, runQuietly } from './command.mjs';
import { splitCore } from './split_core.mjs';

// The optimiser of Debian's Emscripten needs a module that lies outside of Node's own search path.
const environment = { ...process.env, NODE_PATH: '/usr/share/nodejs' };
const folder = join(root, 'build', 'wasm');

function copyWhenChanged(from, to) {
  if (existsSync(to) && readFileSync(from).equals(readFileSync(to))) return;
  copyFileSync(from, to);
}

/** Names the compiled core to the byte; both halves of the page are made of the whole. */
function writeEngineId(whole, target) {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const digest = createHash('sha256').update(readFileSync(whole)).digest('hex').slice(0, 12);
  const text = `export const engineId = '${version}-${digest}';\n`;
  const path = join(target, 'engine_id.mjs');
  if (existsSync(path) && readFileSync(path, 'utf8') === text) return;
  writeFileSync(path, text);
  writeFileSync(join(target, 'engine_id.d.mts'), 'export const engineId: string;\n');
}

export function buildCore() {
  if (!existsSync(join(folder, 'build.ninja'))) {
    mkdirSync(folder, { recursive: true });
    runQuietly(
      'emcmake',
      ['cmake', '-S', root, '-B', folder, '-G', 'Ninja', '-DCMAKE_CROSSCOMPILING_EMULATOR=/usr/bin/node'],
      { env: environment },
    );
  }
  run('ninja', ['-C', folder, '--quiet', 'harmonograph_core'], { env: environment });
  const named = join(folder, 'harmonograph_core.wasm');
  const [whole, first, later] = ['whole', 'first', 'later'].map((part) => join(folder, `core_${part}.wasm`));
  if (!existsSync(later) || statSync(later).mtimeMs < statSync(named).mtimeMs) {
    // Names of functions serve the splitting alone.
    runQuietly('wasm-opt', ['--all-features', '--strip-debug', named, '-o', whole]);
    splitCore(folder, named, first, later);
  }
  const target = join(root, 'web', 'core');
  mkdirSync(target, { recursive: true });
  copyWhenChanged(join(folder, 'harmonograph_core.mjs'), join(target, 'harmonograph_core.mjs'));
  copyWhenChanged(whole, join(target, 'harmonograph_core.wasm'));
  copyWhenChanged(first, join(target, 'harmonograph_core_first.wasm'));
  copyWhenChanged(later, join(target, 'harmonograph_core_later.wasm'));
  copyWhenChanged(join(root, 'wasm', 'core.d.ts'), join(target, 'harmonograph_core.d.mts'));
  writeEngineId(whole, target);
}
