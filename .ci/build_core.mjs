// Compiles the C++ core to WebAssembly and lays it where the page imports it from.
import { copyFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root, run, runQuietly } from './command.mjs';

// The optimiser of Debian's Emscripten needs a module that lies outside of Node's own search path.
const environment = { ...process.env, NODE_PATH: '/usr/share/nodejs' };
const folder = join(root, 'build', 'wasm');

function copyWhenChanged(from, to) {
  if (existsSync(to) && readFileSync(from).equals(readFileSync(to))) return;
  copyFileSync(from, to);
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
  const target = join(root, 'web', 'core');
  mkdirSync(target, { recursive: true });
  for (const name of ['harmonograph_core.mjs', 'harmonograph_core.wasm']) {
    copyWhenChanged(join(folder, name), join(target, name));
  }
  copyWhenChanged(join(root, 'wasm', 'core.d.ts'), join(target, 'harmonograph_core.d.mts'));
}
