// Builds what the package holds beside the page: the library for browsers and for Node, the command, their workers and
// types. Everything they need is inside; the package has no dependencies.
import { chmodSync, copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { rolldown } from 'rolldown';
import { newestChange } from './build_page.mjs';
import { root, runQuietly } from './command.mjs';

const target = join(root, 'build', 'library');
const source = (path) => join(root, 'web', 'src', path);

/** The core lies beside the programs: its address is that of the file, in Node, in a browser and for other bundlers. */
const coreBeside = {
  name: 'core-beside',
  resolveId: (id) =>
    id.endsWith('.wasm?url') ? `\0beside:${id.split('/').pop().replace('?url', '')}` : null,
  load: (id) =>
    id.startsWith('\0beside:')
      ? `export default new URL('./${id.slice('\0beside:'.length)}', import.meta.url).href;`
      : null,
};

/** A worker is an entry of its own under the name of its file. */
const workersBeside = {
  name: 'workers-beside',
  transform: (code, id) => {
    if (id.endsWith('page_engine.ts')) return code.replaceAll("'./worker.ts'", "'./worker.js'");
    if (id.endsWith('page_unpacker.ts')) return code.replaceAll("'./worker.ts'", "'./unpack_worker.js'");
    return null;
  },
};

const banner = (chunk) => (chunk.fileName === 'command.js' ? '#!/usr/bin/env node' : '');

async function bundle(platform, entries) {
  const bundled = await rolldown({
    input: Object.fromEntries(Object.entries(entries).map(([name, path]) => [name, source(path)])),
    platform,
    plugins: [coreBeside, workersBeside],
    resolve: { mainFields: ['module', 'main'] },
    external: platform === 'node' ? [/^node:/] : [],
    tsconfig: join(root, 'tsconfig.json'),
    onLog: (level, log, handle) => {
      // Emscripten's glue asks for Node's modules where it finds itself in Node.
      if (level !== 'info') handle('error', log);
    },
  });
  await bundled.write({
    dir: target,
    format: 'es',
    entryFileNames: '[name].js',
    chunkFileNames: `${platform}_[name]-[hash].js`,
    minify: { compress: true, mangle: true, codegen: true },
    banner,
  });
  await bundled.close();
}

/** Declarations of what the entries reach, with the endings that other projects resolve. */
function writeTypes() {
  const whole = join(root, 'build', 'library-types');
  rmSync(whole, { recursive: true, force: true });
  const project = join(root, 'build', 'library-types.json');
  const files = [
    'library/index.ts',
    'library/node.ts',
    'engine/comlink_node.d.ts',
    'engine/core_module.d.ts',
  ];
  const compilerOptions = {
    ...{ noEmit: false, emitDeclarationOnly: true, declaration: true },
    ...{ outDir: whole, rootDir: root, stripInternal: true },
  };
  const about = { extends: '../tsconfig.json', include: [], files: files.map(source), compilerOptions };
  writeFileSync(project, JSON.stringify(about));
  runQuietly(join(root, 'node_modules', '.bin', 'tsc'), ['-p', project]);
  const copied = new Set();
  const copy = (path) => {
    if (copied.has(path)) return;
    copied.add(path);
    const text = readFileSync(path, 'utf8').replace(
      /(from |import\()'(\.[^']*)\.(tsx?|mjs)'/g,
      (_, before, name, ending) => {
        const declaration = `${name}${ending === 'mjs' ? '.d.mts' : '.d.ts'}`;
        copy(resolve(dirname(path), declaration));
        return `${before}'${name}.${ending === 'mjs' ? 'mjs' : 'js'}'`;
      },
    );
    const to = join(target, 'types', relative(join(whole, 'web', 'src'), path));
    mkdirSync(dirname(to), { recursive: true });
    writeFileSync(to, text);
  };
  for (const entry of ['index', 'node']) copy(join(whole, 'web', 'src', 'library', `${entry}.d.ts`));
}

export async function buildLibrary() {
  const stamp = join(target, 'types', 'library', 'node.d.ts');
  const inputs = ['web/src', 'web/core', 'package.json', 'package-lock.json', 'tsconfig.json', '.ci'];
  const newest = Math.max(...inputs.map((name) => newestChange(join(root, name))));
  if (existsSync(stamp) && newestChange(stamp) > newest) return;
  rmSync(target, { recursive: true, force: true });
  mkdirSync(target, { recursive: true });
  await bundle('browser', {
    index: 'library/index.ts',
    worker: 'engine/worker.ts',
    unpack_worker: 'unpack/worker.ts',
  });
  await bundle('node', {
    node: 'library/node.ts',
    node_worker: 'engine/node_worker.ts',
    command: 'command/command.ts',
  });
  chmodSync(join(target, 'command.js'), 0o755);
  for (const part of ['', '_first', '_later']) {
    const name = `harmonograph_core${part}.wasm`;
    copyFileSync(join(root, 'web', 'core', name), join(target, name));
  }
  writeTypes();
}

if (import.meta.url === `file://${process.argv[1]}`) {
  await buildLibrary();
  console.log('build/library is ready.');
}
