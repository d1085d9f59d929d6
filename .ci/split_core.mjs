// Splits the compiled core in two for the page: what reads files and computes HARMONY travels first, what only item
// response theory and the study need comes after it. Both halves share one memory and one table, so that nothing else
// knows of it (web/src/engine/split_core.ts joins them). Everything outside of the page uses the whole.
import { spawnSync } from 'node:child_process';
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root, runQuietly } from './command.mjs';

const laterRooms = ['irt', 'study'];
// Runs when everything that is loaded is written as one file: seldom, and never before something was loaded.
const laterObject = /dataset_observations/;
const features = '--all-features';

/** Mangled names of the functions that an object file or a library defines, in the objects that are wanted. */
function functionsOf(file, isWanted = () => true) {
  const { stdout, status } = spawnSync('emnm', ['--defined-only', '--format=posix', file], {
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  });
  if (status !== 0) throw new Error(`emnm could not read ${file}`);
  let object = '';
  return stdout
    .split('\n')
    .filter((line) => {
      if (line.endsWith(':')) object = line;
      return isWanted(object);
    })
    .map((line) => line.split(' '))
    .filter(([, kind]) => kind !== undefined && 'TtWw'.includes(kind))
    .map(([name]) => name);
}

/**
 * Functions that run when a page computes its first numbers. The linker makes one of functions with the same code, so
 * that the destructor of a list of items may carry the name of one that only the later rooms have.
 */
function functionsOfFirstNumbers(folder, whole) {
  const [instrumented, profile] = ['core_instrumented.wasm', 'core.profile'].map((name) =>
    join(folder, name),
  );
  runQuietly('wasm-split', [features, '--instrument', whole, '-o', instrumented]);
  const glue = join(folder, 'harmonograph_core.mjs');
  runQuietly(process.execPath, [join(root, '.ci', 'profile_first_numbers.mjs'), glue, instrumented, profile]);
  const parts = [`--profile=${profile}`, '-o1', join(folder, 'x1.wasm'), '-o2', join(folder, 'x2.wasm')];
  const [kept] = runQuietly('wasm-split', [features, '--verbose', whole, ...parts]).split('\n');
  return kept.replace(/^Keeping functions: /, '').split(', ');
}

/**
 * @param folder the build folder with the libraries of the rooms
 * @param whole the linked module, with the names of its functions
 * @param first where the half goes that is loaded at once; @param later the other one
 */
export function splitCore(folder, whole, first, later) {
  const objects = join(folder, 'CMakeFiles', 'harmonograph_core.dir', 'wasm');
  const libraries = readdirSync(folder).filter((name) => name.endsWith('.a'));
  const isLater = (name) => laterRooms.some((room) => name === `lib${room}.a`);
  const needed = new Set([
    ...libraries
      .filter((name) => !isLater(name))
      .flatMap((name) => functionsOf(join(folder, name), (object) => !laterObject.test(object))),
    ...readdirSync(objects)
      .filter((name) => name.endsWith('.o'))
      .flatMap((name) => functionsOf(join(objects, name))),
    ...functionsOfFirstNumbers(folder, whole),
  ]);
  const names = libraries
    .flatMap((name) => functionsOf(join(folder, name), (object) => isLater(name) || laterObject.test(object)))
    .filter((name) => !needed.has(name));
  const list = join(folder, 'later_functions.txt');
  writeFileSync(list, [...new Set(names)].sort().join('\n'));
  const split = [`--split-funcs=@${list}`, '--export-prefix=%', whole, '-o1', first, '-o2', later];
  runQuietly('wasm-split', [features, ...split]);
}
