// npm test: installs what is missing, then style, C++ tests (plain and with sanitizers), WebAssembly,
// page and browser tests. Ends with the line "N passed, N failed, N skipped" and fails when any failed.
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { buildCore } from './build_core.mjs';
import { buildPage } from './build_page.mjs';
import { root, runQuietly } from './command.mjs';
import { ensureNodePackages } from './node_packages.mjs';
import { ensurePackages, packagesFor } from './system_packages.mjs';

const reports = join(root, 'test-results');
const total = { passed: 0, failed: 0, skipped: 0 };
const started = Date.now();

function tell(name, { passed = 0, failed = 0, skipped = 0 }) {
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

function checkStyle() {
  const bin = (name) => join(root, 'node_modules', '.bin', name);
  const sources = ['src', 'wasm', 'tests/cpp'].flatMap((folder) => filesUnder(folder, ['.cpp', '.hpp']));
  check('style of C++', () => runQuietly('clang-format', ['--dry-run', '--Werror', ...sources]));
  check('style of TypeScript', () => runQuietly(bin('biome'), ['ci', '--error-on-warnings']));
  check('types', () => runQuietly(bin('tsc'), ['--noEmit', '-p', 'tsconfig.json']));
}

/** Builds and runs the Catch2 programs of one configuration. */
function testCpp(name, folder, cmakeOptions, catchArguments) {
  const build = join(root, 'build', folder);
  try {
    runQuietly('cmake', ['-S', root, '-B', build, '-G', 'Ninja', ...cmakeOptions]);
    runQuietly('ninja', ['-C', build]);
  } catch (error) {
    console.error(String(error));
    tell(`${name}: build`, { failed: 1 });
    return;
  }
  for (const program of readdirSync(build).filter((file) => file.endsWith('_test'))) {
    const report = join(reports, `${folder}-${program}.xml`);
    const done = spawnSync(join(build, program), [...catchArguments, '-r', 'xml', '-o', report], {
      cwd: root,
      encoding: 'utf8',
      maxBuffer: 1 << 28,
    });
    const xml = existsSync(report) ? readFileSync(report, 'utf8') : '';
    const cases = /<OverallResultsCases successes="(\d+)" failures="(\d+)"/.exec(xml);
    const skipped = (done.stdout.match(/^\[skipped\]/gm) ?? []).length;
    if (!cases) {
      process.stdout.write(done.stdout);
      process.stderr.write(done.stderr);
      tell(`${name}: ${program} ended with status ${done.status ?? done.signal}`, { failed: 1 });
      continue;
    }
    const failed = Number(cases[2]);
    if (failed > 0) spawnSync(join(build, program), catchArguments, { cwd: root, stdio: 'inherit' });
    tell(`${name}: ${program}`, { passed: Number(cases[1]) - skipped, failed, skipped });
  }
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
  tell(project, {
    passed: result.numPassedTests,
    failed: result.numFailedTests + broken.length,
    skipped: result.numPendingTests + (result.numTodoTests ?? 0),
  });
}

ensurePackages(packagesFor.test);
ensurePackages(packagesFor.testOptional, { optional: true });
ensureNodePackages();
rmSync(reports, { recursive: true, force: true });
mkdirSync(reports, { recursive: true });

testCpp('C++', 'native', [], []);
testCpp('C++ with sanitizers', 'sanitized', ['-DHARMONOGRAPH_SANITIZE=ON'], ['~[slow]']);
check('core as WebAssembly', buildCore);
checkStyle();
check('page', buildPage);
for (const project of ['wasm', 'web', 'e2e']) testVitest(project);

console.log(`${total.passed} passed, ${total.failed} failed, ${total.skipped} skipped`);
process.exit(total.failed > 0 ? 1 : 0);
