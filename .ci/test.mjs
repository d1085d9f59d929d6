// npm test: installs what is missing, then style, C++ tests with sanitizers, WebAssembly,
// page and browser tests. Ends with the line "N passed, N failed, N skipped" and fails when any failed.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join, relative } from 'node:path';
import { buildCore } from './build_core.mjs';
import { buildPage } from './build_page.mjs';
import { root, run, runQuietly } from './command.mjs';
import { fuzz } from './fuzz.mjs';
import { ensureNodePackages } from './node_packages.mjs';
import { ensurePackages, packagesFor } from './system_packages.mjs';

const reports = join(root, 'test-results');
const total = { passed: 0, failed: 0, skipped: 0 };
const started = Date.now();
const slow = ['harmony_test', 'irt_test', 'session_test'];
/** What failed, a line each: told again at the end, where it is seen without the log of an hour. */
const failures = [];

function tell(name, { passed = 0, failed = 0, skipped = 0 }, names = [name]) {
  if (failed > 0) failures.push(...names);
  total.passed += passed;
  total.failed += failed;
  total.skipped += skipped;
  const seconds = Math.round((Date.now() - started) / 1000);
  console.log(`[${seconds} s] ${name}: ${passed} passed, ${failed} failed, ${skipped} skipped`);
}

/** One check that either holds or not. */
function check(name, action) {
  try {
    action();
    tell(name, { passed: 1 });
  } catch (error) {
    console.error(String(error));
    tell(name, { failed: 1 });
  }
}

function filesUnder(folder, endings) {
  return readdirSync(join(root, folder), { recursive: true })
    .map((name) => join(folder, name))
    .filter((name) => endings.some((ending) => name.endsWith(ending)));
}

/** Style and types: three programs side by side. */
async function checkStyle() {
  const bin = (name) => join(root, 'node_modules', '.bin', name);
  const sources = ['src', 'wasm', 'tests/cpp', 'tests/fuzz'].flatMap((folder) =>
    filesUnder(folder, ['.cpp', '.hpp']),
  );
  const programs = [
    ['style of C++', 'clang-format', ['--dry-run', '--Werror', ...sources]],
    ['style of TypeScript', bin('biome'), ['ci', '--error-on-warnings']],
    ['types', bin('tsc'), ['--noEmit', '-p', 'tsconfig.json']],
  ];
  await Promise.all(
    programs.map(async ([name, program, args]) => {
      const { output, status } = await finished(program, args);
      if (status !== 0) console.error(`${output}${program} ended with status ${status}`);
      tell(name, status === 0 ? { passed: 1 } : { failed: 1 });
    }),
  );
}

/** Builds and runs the Catch2 programs of one configuration. */
async function testCpp(name, folder, cmakeOptions) {
  const build = join(root, 'build', folder);
  try {
    runQuietly('cmake', ['-S', root, '-B', build, '-G', 'Ninja', ...cmakeOptions]);
    runQuietly('ninja', ['-C', build]);
  } catch (error) {
    console.error(String(error));
    tell(`${name}: build`, { failed: 1 });
    return;
  }
  // The programs with the longest tests first, as many at a time as there are cores.
  const waiting = readdirSync(build)
    .filter((file) => file.endsWith('_test'))
    .sort((left, right) => Number(slow.includes(right)) - Number(slow.includes(left)));
  const work = async () => {
    for (let program = waiting.shift(); program; program = waiting.shift()) {
      const report = join(reports, `${folder}-${program}.xml`);
      const { output, status } = await finished(join(build, program), ['-r', 'xml', '-o', report]);
      const xml = existsSync(report) ? readFileSync(report, 'utf8') : '';
      const cases = /<OverallResultsCases successes="(\d+)" failures="(\d+)"/.exec(xml);
      const skipped = (output.match(/^\[skipped\]/gm) ?? []).length;
      if (!cases) {
        process.stdout.write(output);
        tell(`${name}: ${program} ended with ${status}`, { failed: 1 });
        continue;
      }
      const failed = Number(cases[2]);
      if (failed > 0) spawnSync(join(build, program), [], { cwd: root, stdio: 'inherit' });
      const result = { passed: Number(cases[1]) - skipped, failed, skipped };
      tell(`${name}: ${program}`, result, failedCases(xml, program));
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, work));
}

/** The names of the cases that failed in a Catch2 report. */
function failedCases(xml, program) {
  return xml
    .split('<TestCase ')
    .slice(1)
    .filter((text) => /<OverallResult success="false"/.test(text))
    .map((text) => `${program}: ${/name="([^"]*)"/.exec(text)?.[1]}`);
}

/** Runs a program to its end; its output, both streams together. */
function finished(program, args) {
  return new Promise((resolve) => {
    const child = spawn(program, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    child.stdout.on('data', (piece) => {
      output += piece;
    });
    child.stderr.on('data', (piece) => {
      output += piece;
    });
    child.on('error', (error) => resolve({ output: String(error), status: 'not started' }));
    child.on('close', (code, signal) => resolve({ output, status: code ?? signal }));
  });
}

function testVitest(project) {
  const report = join(reports, `${project}.json`);
  spawnSync(
    join(root, 'node_modules', '.bin', 'vitest'),
    [
      'run',
      '--config',
      'tests/vitest.config.ts',
      '--project',
      project,
      '--reporter=default',
      '--reporter=json',
      `--outputFile.json=${report}`,
    ],
    { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] },
  );
  if (!existsSync(report)) return tell(project, { failed: 1 });
  const result = JSON.parse(readFileSync(report, 'utf8'));
  // A file that cannot be loaded has no tests that could fail: count it.
  const broken = result.testResults.filter(
    (file) => file.status === 'failed' && file.assertionResults.length === 0,
  );
  const names = result.testResults.flatMap(({ name, message, assertionResults }) => {
    const told = (test, text) => `${relative(root, name)}: ${test}: ${text.split('\n')[0]}`;
    const failed = assertionResults.filter(({ status }) => status === 'failed');
    return failed.length > 0
      ? failed.map((test) => told(test.fullName, test.failureMessages[0] ?? ''))
      : broken.some((file) => file.name === name)
        ? [told('not loaded', message)]
        : [];
  });
  tell(
    project,
    {
      passed: result.numPassedTests,
      failed: result.numFailedTests + broken.length,
      skipped: result.numPendingTests + (result.numTodoTests ?? 0),
    },
    names,
  );
}

/** Damaged files for everything that reads files; the random numbers begin alike each time. */
async function testFuzzing() {
  try {
    const results = await fuzz({ seconds: 30, seed: 1 });
    const found = results.filter(({ problem }) => problem);
    const names = found.map(({ target }) => `fuzzing: ${target}`);
    tell('fuzzing', { passed: results.length - found.length, failed: found.length }, names);
  } catch (error) {
    console.error(String(error));
    tell('fuzzing', { failed: 1 });
  }
}

ensurePackages(packagesFor.test);
ensurePackages(packagesFor.testOptional, { optional: true });
ensureNodePackages();
rmSync(reports, { recursive: true, force: true });
mkdirSync(reports, { recursive: true });

// One native build: it warns about everything and watches memory and undefined behaviour while the tests run.
await testCpp('C++ with sanitizers', 'sanitized', ['-DHARMONOGRAPH_SANITIZE=ON']);
check('core as WebAssembly', buildCore);
await checkStyle();
check('page', buildPage);
for (const project of ['wasm', 'web', 'command', 'e2e']) testVitest(project);
await testFuzzing();
// Ratios inside one run and sizes in bytes, not times: what is compiled to WebAssembly, without long peers.
check('promises of speed, small form', () =>
  run(process.execPath, ['.ci/bench.mjs', '--small', '--no-peer', '--no-native']),
);

if (failures.length > 0) console.log(`What failed:\n${failures.map((name) => `- ${name}`).join('\n')}`);
console.log(`${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`);
process.exit(total.failed > 0 ? 1 : 0);
