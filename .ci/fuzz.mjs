// npm run fuzz: feeds damaged files to everything that reads files, for a given time.
//   --seconds 30    for each target
//   --target NAME   only this one (may be repeated)
//   --jobs 2        how many at a time
//   --seed 1        where the random numbers begin; another each time when it is not given
// Files that break a promise are kept in build/fuzz/findings; then the exit code is 1.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { root, runQuietly } from './command.mjs';
import { ensurePackages, packagesFor } from './system_packages.mjs';

const folder = join(root, 'build', 'fuzz');
const program = join(folder, 'harmonograph_fuzz');
const findings = join(folder, 'findings');

/** Targets whose first two bytes steer; of all others the input is the file itself. */
const steered = ['csv', 'json_records'];

// Traces of each allocation and a long quarantine cost a third of the time.
const sanitizers = 'malloc_context_size=2:quarantine_size_mb=8';

function build() {
  const options = ['-DCMAKE_CXX_COMPILER=clang++', '-DHARMONOGRAPH_FUZZ=ON'];
  runQuietly('cmake', ['-S', root, '-B', folder, '-G', 'Ninja', ...options]);
  runQuietly('ninja', ['-C', folder, 'harmonograph_fuzz']);
}

function ask(question, files = []) {
  return runQuietly(program, files, { env: { ...process.env, HARMONOGRAPH_FUZZ_TARGET: question } })
    .trim()
    .split('\n');
}

function fixtures() {
  const all = join(root, 'tests', 'fixtures');
  return readdirSync(all, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.endsWith('.md'))
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
    .sort();
}

/** Lays what the targets begin with: of each format its own files, of the others all. */
function writeSeeds(targets) {
  const files = fixtures();
  const readAs = new Map(ask('sort', files).map((line) => line.split('\t').reverse()));
  for (const target of targets) {
    const seeds = join(folder, 'seeds', target);
    rmSync(seeds, { recursive: true, force: true });
    mkdirSync(seeds, { recursive: true });
    mkdirSync(join(folder, 'corpus', target), { recursive: true });
    for (const file of files) {
      if (target.startsWith('read_') && readAs.get(file) !== target) continue;
      const content = readFileSync(file);
      const name = createHash('sha256').update(file).digest('hex').slice(0, 16);
      const steering = Buffer.from(steered.includes(target) ? [0, content.length % 256] : []);
      writeFileSync(join(seeds, name), Buffer.concat([steering, content]));
    }
  }
}

/** What files are compared with: the texts in the sources of the readers, and what JSON and tables are made of. */
function writeDictionary() {
  const entries = new Set([
    '{"',
    '":',
    '": {',
    '": [',
    '": "',
    '", "',
    '}, {',
    '],',
    '[[',
    'null',
    'true',
    'false',
  ]);
  for (const each of [
    'NaN',
    '-Infinity',
    '1e999',
    '-0',
    '5e-324',
    '\\ud800',
    '\\u0000',
    '\\"',
    '""',
    '\r\n',
    ';',
    '\t',
  ]) {
    entries.add(each);
  }
  const sources = join(root, 'src', 'formats');
  for (const name of readdirSync(sources).filter((each) => each.endsWith('.cpp'))) {
    for (const [, text] of readFileSync(join(sources, name), 'utf8').matchAll(/"([\w.,:|@ -]{2,32})"/g)) {
      if (!text.includes('  ') && text.split(' ').length < 4) entries.add(text);
    }
  }
  const quoted = (text) =>
    [...Buffer.from(text)]
      .map((byte) =>
        byte < 0x20 || byte > 0x7e || byte === 0x22 || byte === 0x5c
          ? `\\x${byte.toString(16).padStart(2, '0').toUpperCase()}`
          : String.fromCharCode(byte),
      )
      .join('');
  const path = join(folder, 'dictionary');
  // The byte order marks of UTF-8 and UTF-16 are no texts.
  const marks = ['\\xEF\\xBB\\xBF', '\\xFF\\xFE', '\\xFE\\xFF', '\\xE9', '\\x00'];
  writeFileSync(path, `${[...[...entries].map(quoted), ...marks].map((each) => `"${each}"`).join('\n')}\n`);
  return path;
}

function execute(target, dictionary, { seconds, seed }) {
  const args = [
    `-max_total_time=${seconds}`,
    '-max_len=8192',
    '-timeout=60',
    '-rss_limit_mb=2048',
    '-entropic=0',
    '-print_final_stats=1',
    `-dict=${dictionary}`,
    `-artifact_prefix=${join(findings, target)}-`,
    ...(seed === undefined ? [] : [`-seed=${seed}`]),
    join(folder, 'corpus', target),
    join(folder, 'seeds', target),
  ];
  const env = { ...process.env, HARMONOGRAPH_FUZZ_TARGET: target, ASAN_OPTIONS: sanitizers };
  return new Promise((resolve) => {
    const child = spawn(program, args, { cwd: folder, stdio: ['ignore', 'ignore', 'pipe'], env });
    let output = '';
    child.stderr.on('data', (piece) => {
      output += piece;
    });
    child.on('error', (error) => resolve({ target, executions: 0, coverage: 0, problem: String(error) }));
    child.on('close', (code, signal) => {
      const last = (pattern) => Number([...output.matchAll(pattern)].at(-1)?.[1] ?? 0);
      const said = /^(FOUND .*|==\d+==\s*ERROR: .*|.*runtime error: .*)$/m.exec(output)?.[1];
      resolve({
        target,
        executions: last(/number_of_executed_units: (\d+)/g),
        coverage: last(/ cov: (\d+)/g),
        problem: code === 0 ? undefined : (said ?? `ended with ${code ?? signal}`),
        output,
      });
    });
  });
}

/** Builds, runs and prints a table; the results, one a target. */
export async function fuzz({ seconds = 30, target: wanted = [], jobs = availableParallelism(), seed } = {}) {
  ensurePackages(packagesFor.fuzz);
  build();
  const known = ask('list');
  const absent = wanted.filter((each) => !known.includes(each));
  if (absent.length > 0)
    throw new Error(`There is no target ${absent.join(', ')}. There are: ${known.join(', ')}`);
  const targets = wanted.length > 0 ? wanted : known;
  mkdirSync(findings, { recursive: true });
  writeSeeds(targets);
  const dictionary = writeDictionary();
  const waiting = [...targets];
  const results = [];
  const work = async () => {
    for (let target = waiting.shift(); target; target = waiting.shift()) {
      const result = await execute(target, dictionary, { seconds, seed });
      results.push(result);
      console.log(
        `${target.padEnd(28)} ${String(result.executions).padStart(10)} executions ${String(result.coverage).padStart(6)} edges  ${result.problem ?? 'no findings'}`,
      );
      if (result.problem) console.error(result.output.split('\n').slice(-60).join('\n'));
    }
  };
  await Promise.all(Array.from({ length: jobs }, work));
  const total = results.reduce((sum, { executions }) => sum + executions, 0);
  console.log(`${total} executions of ${results.length} targets`);
  return results;
}

if (process.argv[1] && basename(process.argv[1]) === basename(fileURLToPath(import.meta.url))) {
  const { values } = parseArgs({
    options: {
      seconds: { type: 'string', default: '30' },
      target: { type: 'string', multiple: true, default: [] },
      jobs: { type: 'string', default: String(availableParallelism()) },
      seed: { type: 'string' },
    },
  });
  const results = await fuzz({
    ...values,
    seconds: Number(values.seconds),
    jobs: Number(values.jobs),
  });
  process.exit(results.some(({ problem }) => problem) ? 1 : 0);
}
