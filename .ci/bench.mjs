// npm run bench: what Harmonograph needs in time and memory, beside scikit-learn and beside reference loops in the
// same run. One aligned table. Options:
//   --check      fails when a promise of docs/performance.md is missed by more than 20%
//   --no-native  without the native programs, which take minutes to compile
//   --small      sizes that take less than a minute; with PASS and FAIL lines
//   --full       the peer does all its work at the largest size, too (many minutes)
//   --no-peer    without scikit-learn
//   --write      puts the table into docs/performance.md
//   --generated  generated data even where real predictions are at hand
//   --study      only the study of many models and benchmarks in the page
import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import {
  coreInChromium,
  haveChromium,
  largeFileInPage,
  startOfPage,
  studyOfPage,
} from '../tests/bench/chromium.mjs';
import { harmonyData, largeSamplesFile, samplesFile, studyFiles } from '../tests/bench/data.mjs';
import { Checks, count, megabytes, seconds, Table, times } from '../tests/bench/table.mjs';
import { buildCore } from './build_core.mjs';
import { buildPage } from './build_page.mjs';
import { root, runQuietly } from './command.mjs';
import { ensureNodePackages } from './node_packages.mjs';
import { ensurePackages, packagesFor } from './system_packages.mjs';

const options = new Set(process.argv.slice(2));
for (const option of options) {
  const known = ['check', 'small', 'full', 'no-peer', 'no-native', 'write', 'generated', 'study'];
  if (known.some((name) => option === `--${name}`)) continue;
  console.error(`Unknown option ${option}. Known: ${known.map((name) => `--${name}`).join(', ')}.`);
  process.exit(2);
}
const small = options.has('--small');
const withNative = !options.has('--no-native') && !options.has('--study');
const generated = options.has('--generated');

// The stages that the peer computes, too. The analysis is the one of the page, with its defaults: null, bootstrap,
// audit, map and stability come on top.
const partitionStages = ['Predictive similarity', 'Eigenvectors', 'k-means', 'Silhouettes'];
const partitionSeconds = (result) =>
  partitionStages.reduce((sum, stage) => sum + (result.stages[stage] ?? 0), 0);

const table = new Table();
const checks = new Checks();
const tell = (text) => console.error(text);

function build() {
  ensurePackages(packagesFor.start);
  ensureNodePackages();
  tell('Building ...');
  const native = join(root, 'build', 'native'); // of the tests: nothing is compiled twice
  if (withNative) {
    runQuietly('cmake', ['-S', root, '-B', native, '-G', 'Ninja']);
    runQuietly('ninja', ['-C', native, 'harmonograph_bench']);
  }
  buildCore();
  const wasm = join(root, 'build', 'wasm');
  runQuietly('ninja', ['-C', wasm, 'harmonograph_bench'], {
    env: { ...process.env, NODE_PATH: '/usr/share/nodejs' },
  });
  // The package says that .js files are modules; Emscripten's program is none.
  const loops = join(root, 'build', 'bench', 'wasm');
  mkdirSync(loops, { recursive: true });
  copyFileSync(join(wasm, 'harmonograph_bench.js'), join(loops, 'harmonograph_bench.cjs'));
  copyFileSync(join(wasm, 'harmonograph_bench.wasm'), join(loops, 'harmonograph_bench.wasm'));
  buildPage();
  return { native: join(native, 'harmonograph_bench'), loops: join(loops, 'harmonograph_bench.cjs') };
}

function lines(program, args) {
  const text = runQuietly(program, args);
  return text
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line));
}

const programs = build();
const native = (...args) => lines(programs.native, args.map(String));
const inNode = (task) =>
  lines(process.execPath, [join(root, 'tests', 'bench', 'node_run.mjs'), JSON.stringify(task)])[0];

// Of the plain loop's time, a cell and pass: a pass evaluates each cell twice (items, then models), each time two
// probits and the variance of the predictor.
const largestMultiple = 14;

// Emscripten's program would take Node's fetch, which opens no files. The first compiler's slow code is left out: a
// loop that is entered once would stay in it.
const looseWasm = ['--no-experimental-fetch', '--no-liftoff'];

/** Fits of item response theory, beside a plain loop with one polynomial exponential a cell in the same run. */
function itemResponse() {
  const models = 100;
  const items = small ? 4000 : 34_000;
  const where = {
    ...(withNative ? { native: (...args) => native(...args)[0] } : {}),
    wasm: (...args) => lines(process.execPath, [...looseWasm, programs.loops, ...args.map(String)])[0],
  };
  for (const [place, measure] of Object.entries(where)) {
    let twoDimensions = Number.NaN;
    for (const dimensions of small ? [1, 2] : [1, 2, 3, 4]) {
      const one = measure('item-response', models, items, dimensions, 3);
      const multiple = one.nanoseconds / one.loop_nanoseconds;
      if (dimensions === 2) twoDimensions = one.nanoseconds;
      table.add({
        work: `item response, variational, D = ${dimensions}`,
        size: `${models} x ${count(items)}`,
        where: place,
        time: seconds(one.seconds),
        memory: `${one.bytes_a_cell.toFixed(1)} bytes a cell`,
        ratio: `${one.passes} passes, ${one.nanoseconds.toFixed(1)} ns a cell and pass: ${times(multiple)} the plain loop (${one.loop_nanoseconds.toFixed(1)} ns)`,
      });
      if (dimensions !== 2) continue;
      checks.that(`a pass with D = 2 beside the plain loop, ${place}`, multiple, largestMultiple, {
        unit: 'x',
      });
      checks.that(`memory of the fit, ${place}`, one.bytes_a_cell, 8, { unit: ' bytes a cell', room: 0 });
    }
    const quarter = measure('item-response', models, items / 4, 2, 3);
    checks.that(
      `a cell and pass at ${count(items)} items beside ${count(items / 4)}, ${place}`,
      twoDimensions / quarter.nanoseconds,
      1,
      { unit: 'x' },
    );
    const marginal = measure('marginal', 600, 32, small ? 1 : 2, 'free', 1);
    table.add({
      work: `item response, marginal, D = ${small ? 1 : 2}`,
      size: '600 x 32',
      where: place,
      time: seconds(marginal.seconds),
      ratio: `${marginal.passes} passes`,
    });
  }
}

/** The same work by py-irt's objective in NumPy, one thread: a fit of 5,000 steps from the time of a few. */
function itemResponsePeer() {
  if (small || !withNative || options.has('--no-peer')) return;
  const program = join(root, 'tests', 'bench', 'py_irt_objective.py');
  const done = spawnSync('/usr/bin/python3', [program, '100', '2000', '2', '40'], {
    encoding: 'utf8',
    env: { ...process.env, OPENBLAS_NUM_THREADS: '1', OMP_NUM_THREADS: '1' },
  });
  if (done.status !== 0) return checks.skip("ratio to py-irt's objective", 'NumPy is absent');
  const peer = JSON.parse(done.stdout);
  const [ours] = native('item-response', 100, 2000, 2, 5);
  table.add({
    work: "py-irt's objective in NumPy, 5,000 steps, D = 2",
    size: '100 x 2,000',
    where: 'native, 1 thread',
    time: `about ${seconds(peer.seconds)}`,
    ratio: `ours, native: ${seconds(ours.seconds)}, ${times(peer.seconds / ours.seconds)}`,
  });
}

/** Where the machine stands: a run on a busy machine says so. */
function machine() {
  const loops = {
    ...(withNative ? { native: native('loops') } : {}),
    wasm: lines(process.execPath, [...looseWasm, programs.loops, 'loops']),
  };
  for (const [where, records] of Object.entries(loops)) {
    const find = (work) => records.find((record) => record.work === work);
    const peak = find('machine');
    table.add({
      work: 'multiply-add in registers',
      size: 'float / double',
      where,
      time: `${(peak.float_flops / 1e9).toFixed(1)} / ${(peak.double_flops / 1e9).toFixed(1)} GFLOP/s`,
    });
    table.add({
      work: 'read memory',
      size: '256 MiB',
      where,
      time: `${(peak.read_bytes / 1e9).toFixed(1)} GB/s`,
    });
    for (const name of ['exp', 'log']) {
      const one = find(name);
      table.add({
        work: `${name} of vector_math.hpp`,
        size: '4,096 floats',
        where,
        time: `${(one.ours / 1e6).toFixed(0)} M/s`,
        ratio: `${times(one.ours / one.reference)} std::${name}`,
      });
      checks.that(`${name} beside std::${name}, ${where}`, one.ours / one.reference, 1, {
        atLeast: true,
        unit: 'x',
      });
    }
    const pairs = find('pairs');
    for (const kernel of ['tiled', 'dense']) {
      table.add({
        work: `similarity of pairs, ${kernel}`,
        size: '3,000 items',
        where,
        time: `${(pairs[kernel] / 1e6).toFixed(0)} Mpairs/s`,
        ratio: `${times(pairs[kernel] / pairs.reference)} plain loop with std::exp`,
      });
    }
  }
}

function parsing() {
  const files = [
    { name: 'read lm-eval samples', path: samplesFile(10) },
    ...(small ? [] : [{ name: 'read lm-eval samples', path: samplesFile(200) }]),
    { name: 'read CSV', path: harmonyData(small ? 5000 : 58_492, { generated }).csv },
  ];
  for (const { name, path } of files) {
    const megabytesOfFile = statSync(path).size / 1e6;
    const size = `${megabytesOfFile.toFixed(1)} MB`;
    const [inNative] = withNative ? native('read', path, 5) : [];
    const inWasm = inNode({ work: 'read', path, runs: 5 });
    for (const [where, one] of [
      ...(inNative ? [['native', { ...inNative, firstNumbers: inNative.first_numbers }]] : []),
      ['wasm, Node', inWasm],
      ['wasm, Node, first run', inWasm.first],
    ]) {
      table.add({
        work: name,
        size,
        where,
        time: seconds(one.seconds),
        memory: one.heapBytes
          ? `${megabytes(one.heapBytes)} heap`
          : `${one.peak_megabytes.toFixed(0)} MiB process`,
        ratio: `${(megabytesOfFile / one.seconds).toFixed(0)} MB/s; ${((100 * one.seconds) / one.firstNumbers).toFixed(0)}% of first numbers`,
      });
    }
    if (name === 'read lm-eval samples') {
      table.add({
        work: '  JSON.parse of its lines, the same run',
        size,
        where: 'Node',
        time: seconds(inWasm.parsing),
        ratio: `${(megabytesOfFile / inWasm.parsing).toFixed(0)} MB/s; ours is ${times(inWasm.parsing / inWasm.fastest)} as fast`,
      });
      checks.that(`reading beside JSON.parse, ${size}`, inWasm.parsing / inWasm.fastest, 1, {
        atLeast: true,
        unit: 'x',
      });
      checks.that(
        'share of parsing until the first numbers',
        inWasm.first.seconds / inWasm.first.firstNumbers,
        0.5,
        {
          atLeast: true,
        },
      );
    }
  }
}

function agreement(items) {
  if (!withNative) return checks.skip('exact against low rank', 'it is measured natively');
  const { csv, source } = harmonyData(items, { generated });
  const [one] = native('agreement', csv);
  table.add({
    work: 'exact against low rank',
    size: `${count(items)} ${source}`,
    where: 'native',
    time: `rank ${one.rank}, error ${one.largest_error.toExponential(1)}`,
    ratio: `ARI ${one.adjusted_rand.toFixed(4)} at k = ${one.k_exact}, at least ${one.smallest_adjusted_rand.toFixed(3)} at all k; H differs by ${one.harmony_difference.toExponential(1)}`,
  });
  checks.that(`adjusted Rand index, exact and low rank, N = ${count(items)}`, one.adjusted_rand, 0.99, {
    atLeast: true,
    room: 0,
  });
  checks.that(`difference of H, exact and low rank, N = ${count(items)}`, one.harmony_difference, 0.002, {
    room: 0,
  });
}

const peerProgram = join(root, 'tests', 'bench', 'peer.py');

// Debian's NumPy comes with the reference BLAS, several times slower than what people use: the peer gets OpenBLAS.
// It is unpacked beside the build, not installed. Without it the table says "reference BLAS".
const openblas = join(root, 'build', 'bench', 'openblas');
const openblasLibraries = join(openblas, 'usr', 'lib', 'x86_64-linux-gnu', 'openblas-pthread');

function fetchOpenblas() {
  if (existsSync(openblasLibraries)) return;
  mkdirSync(openblas, { recursive: true });
  const script = 'apt-get download -q libopenblas0-pthread && dpkg -x libopenblas0-pthread_*.deb .';
  spawnSync('sh', ['-c', script], { cwd: openblas, stdio: 'ignore' });
}

/** Runs the peer for some k; null when scikit-learn is absent. */
function peer(items, counts) {
  const { doubles } = harmonyData(items, { generated });
  if (!existsSync('/usr/bin/python3')) return null;
  fetchOpenblas();
  const isFast = existsSync(openblasLibraries);
  const found = spawnSync('/usr/bin/python3', [peerProgram, doubles, String(items), counts.join(',')], {
    encoding: 'utf8',
    maxBuffer: 1 << 26,
    env: isFast ? { ...process.env, LD_LIBRARY_PATH: openblasLibraries } : process.env,
  });
  const records = found.stdout
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));
  if (records.length === 0 || records[0].work === 'absent') return null;
  if (found.status !== 0) throw new Error(found.stderr);
  const sweep = records.filter((record) => record.work === 'k');
  return {
    version: `${records[0].sklearn}, ${isFast ? 'OpenBLAS' : 'reference BLAS'}`,
    similarity: records.find((record) => record.work === 'similarity').seconds,
    seconds: sweep.map((one) => one.clustering + one.silhouette),
  };
}

const allCounts = Array.from({ length: 19 }, (_, i) => i + 2);
// Two k whose mean is the mean of 2 .. 20: exact when the time grows linearly with k.
const twoCounts = [6, 16];
const sum = (values) => values.reduce((total, value) => total + value, 0);

function comparePeer(sizes, wasmSeconds, wasmOf) {
  if (options.has('--no-peer')) return checks.skip('ratios to scikit-learn', 'left out by --no-peer');
  let absent = false;
  for (const { items, counts } of sizes) {
    const found = absent ? null : peer(items, counts);
    const whole = counts.length === allCounts.length;
    if (!found) {
      absent = true;
      table.add({ work: 'scikit-learn', size: count(items), where: 'native', time: 'absent' });
      checks.skip(`ratio to scikit-learn at N = ${count(items)}`, 'python3-sklearn is absent');
      continue;
    }
    const sweep = whole ? sum(found.seconds) : (19 / counts.length) * sum(found.seconds);
    const total = found.similarity + sweep;
    if (whole) {
      const chosen = twoCounts.map((k) => found.seconds[allCounts.indexOf(k)]);
      const estimate = found.similarity + (19 / 2) * sum(chosen);
      tell(`  (rule of two k at N = ${count(items)}: ${seconds(estimate)} for ${seconds(total)} measured)`);
    }
    // Ours again, after the peer: the shorter of the two runs counts.
    const ours = Math.min(
      wasmSeconds.get(items) ?? Number.POSITIVE_INFINITY,
      partitionSeconds(wasmOf(items, 1)),
    );
    table.add({
      work: `scikit-learn ${found.version}, k = 2..20`,
      size: count(items),
      where: 'native, 1 thread',
      time: `${whole ? '' : 'about '}${seconds(total)}`,
      memory: '',
      ratio: `wasm is ${times(total / ours)} as fast${whole ? '' : ` (k = ${counts.join(', ')} measured: ${found.seconds.map(seconds).join(', ')}; x 19/${counts.length}; similarity ${seconds(found.similarity)})`}`,
    });
    if (items >= 14_000)
      checks.that(`times scikit-learn at N = ${count(items)}`, total / ours, 100, {
        atLeast: true,
        unit: 'x',
      });
    else if (small)
      checks.that(`times scikit-learn at N = ${count(items)}`, total / ours, 10, {
        atLeast: true,
        unit: 'x',
      });
  }
}

function stagesOf(result) {
  return partitionStages
    .map(
      (stage) =>
        `${stage === 'Predictive similarity' ? 'S' : stage.toLowerCase()} ${seconds(result.stages[stage])}`,
    )
    .join(', ');
}

async function harmonyWork(sizes) {
  const wasm = new Map();
  const run = (items, runs) => {
    const { csv } = harmonyData(items, { generated });
    return inNode({ work: 'harmony', path: csv, runs, parameters: {} });
  };
  for (const items of sizes) {
    const { csv, source } = harmonyData(items, { generated });
    const runs = items > 20_000 ? 1 : 3;
    const size = `${count(items)} ${source}`;
    const [inNative] = withNative ? native('harmony', csv, runs, '{}') : [];
    if (inNative) {
      table.add({
        work: 'HARMONY, k = 2..20',
        size,
        where: 'native',
        time: seconds(partitionSeconds(inNative)),
        memory: `${inNative.peak_megabytes.toFixed(0)} MiB process`,
        ratio: stagesOf(inNative),
      });
    }
    const inWasm = run(items, runs);
    wasm.set(items, partitionSeconds(inWasm));
    table.add({
      work: 'HARMONY, k = 2..20',
      size,
      where: 'wasm, Node',
      time: seconds(partitionSeconds(inWasm)),
      memory: `${megabytes(inWasm.heapBytes)} heap`,
      ratio: stagesOf(inWasm),
    });
    table.add({
      work: '  the same with null, bootstrap, audit, map',
      size,
      where: 'wasm, Node',
      time: seconds(inWasm.total),
      ratio: `${inNative ? `native ${seconds(inNative.total)}; ` : ''}longest step ${seconds(inWasm.longestStep)}`,
    });
    table.add({
      work: '  again with another bandwidth',
      size,
      where: 'wasm, Node',
      time: seconds(inWasm.changedBandwidth),
      ratio: inNative ? `native ${seconds(inNative.changed_bandwidth)}` : '',
    });
    if (items === 14_042) {
      checks.that('heap at N = 14,042', inWasm.heapBytes / 1048576, 512, {
        unit: ' MiB',
      });
      checks.that('another bandwidth at N = 14,042', inWasm.changedBandwidth * 1000, 1000 / 60, {
        unit: ' ms',
      });
    } else if (small && items === sizes.at(-1)) {
      // A share, not a time: this form runs on any machine.
      checks.that(
        `another bandwidth beside the whole answer, N = ${count(items)}`,
        inWasm.changedBandwidth / inWasm.total,
        0.05,
      );
    }
  }
  return { wasm, run };
}

function growth(wasm, from, to) {
  const exponent = Math.log(wasm.get(to) / wasm.get(from)) / Math.log(to / from);
  table.add({
    work: 'growth of HARMONY',
    size: `${count(from)} to ${count(to)}`,
    where: 'wasm, Node',
    time: `N^${exponent.toFixed(2)}`,
  });
  // 20% of room in time, not in the exponent.
  checks.that(
    `growth from ${count(from)} to ${count(to)}: time beside N^1.2`,
    wasm.get(to) / wasm.get(from) / (to / from) ** 1.2,
    1,
    {
      unit: 'x',
    },
  );
}

function workers(items) {
  const { csv } = harmonyData(items, { models: 2, generated });
  const one = inNode({ work: 'workers', path: csv, runs: 3, parameters: {} });
  for (const [name, time] of [
    ['one after the other', one.oneWorker],
    ['two workers at once', one.twoWorkers],
  ]) {
    table.add({
      work: `two models, ${name}`,
      size: count(items),
      where: 'wasm, Node',
      time: seconds(time),
      ratio: name.startsWith('two')
        ? `${times(one.oneWorker / one.twoWorkers)} one worker, ${cpus().length} cores`
        : '',
    });
  }
}

async function browserWork(sizes) {
  if (!haveChromium()) {
    table.add({ work: 'Chromium', where: 'Chromium', time: 'absent' });
    checks.skip('everything in Chromium', 'Chromium is absent');
    return;
  }
  const page = await startOfPage(small ? 2 : 5, samplesFile(10));
  table.add({
    work: 'start of the page',
    size: `${(page.transferBytes / 1e6).toFixed(2)} MB gzip`,
    where: 'Chromium',
    time: `${page.paint.toFixed(0)} ms first paint`,
    ratio: `engine ready after ${page.ready.toFixed(0)} ms`,
  });
  checks.that('transfer of page and core before charts', page.transferBytes / 1e6, 1, { unit: ' MB' });
  checks.that('first paint beside engine ready', page.paint / page.ready, 1);
  table.add({
    work: 'drop to report, lm-eval samples',
    size: '10.0 MB',
    where: 'Chromium, page',
    time: seconds(page.shown / 1000),
  });
  const start = inNode({ work: 'start' });
  table.add({
    work: 'compile and instantiate the core',
    size: megabytes(statSync(join(root, 'web', 'core', 'harmonograph_core.wasm')).size),
    where: 'wasm, Node',
    time: `${seconds(start.compile)} + ${seconds(start.instantiate)}`,
  });
  for (const items of sizes) {
    const { csv, source } = harmonyData(items, { generated });
    const one = await coreInChromium('harmony', csv, {});
    table.add({
      work: 'HARMONY, k = 2..20',
      size: `${count(items)} ${source}`,
      where: 'Chromium',
      time: seconds(partitionSeconds(one)),
      memory: `${megabytes(one.heapBytes)} heap, ${megabytes(one.rendererBytes)} tab`,
      ratio: stagesOf(one),
    });
    if (items === 58_492) {
      checks.that('memory of the tab at N = 58,492', one.rendererBytes / 2 ** 30, 1.5, { unit: ' GiB' });
    }
  }
}

/** A million rows in the page, which must go on answering. */
async function largeFile() {
  if (!haveChromium()) return checks.skip('a large file in Chromium', 'Chromium is absent');
  const rows = 1_000_000;
  tell('A file of a million rows ...');
  const { path, bytes } = largeSamplesFile(rows);
  const one = await largeFileInPage(path, 30);
  table.add({
    work: 'choose to report, lm-eval samples',
    size: `${(bytes / 1e9).toFixed(2)} GB, ${count(rows)} rows`,
    where: 'Chromium, page',
    time: seconds(one.seconds),
    memory: `${megabytes(one.heapBytes)} heap, ${megabytes(one.rendererBytes)} tab`,
    ratio: `longest task of the page ${one.longestTask.toFixed(0)} ms; ${one.longestTaskAfter.toFixed(0)} ms in the 30 s after`,
  });
  checks.that('items read of a million rows', Number(one.said.replace(/[^\d]/g, '')), rows, {
    atLeast: true,
    room: 0,
  });
  checks.that('failures of the page with a million rows', one.problems.length, 0, { room: 0 });
  checks.that('WebAssembly memory with a million rows', one.heapBytes / 2 ** 30, 1, {
    unit: ' GiB',
    room: 0,
  });
  checks.that('longest task of the page while it reads them', one.longestTask, 100, { unit: ' ms' });
}

/** A whole study in the page: every model on every benchmark, with more and more workers. */
async function study() {
  if (!haveChromium()) return checks.skip('the study in Chromium', 'Chromium is absent');
  const [models, benchmarks, items] = small ? [12, 4, 500] : [36, 19, 1000];
  const files = studyFiles(models, benchmarks, items);
  const results = new Map();
  for (const workers of [1, 2, 4]) {
    const one = await studyOfPage(files, workers);
    results.set(workers, one);
    table.add({
      work: `study, ${workers} ${workers === 1 ? 'worker' : 'workers'}`,
      size: `${models} models x ${benchmarks} benchmarks x ${count(items)} items`,
      where: 'Chromium, page',
      time: seconds(one.computing),
      memory: `${megabytes(one.rendererBytes)} tab`,
      ratio: `reading ${seconds(one.reading)}; ${times(results.get(1).computing / one.computing)} one worker`,
    });
  }
  const [alone, two, four] = [1, 2, 4].map((workers) => results.get(workers));
  const rows = alone.csv.trim().split('\n').length - 1;
  checks.that('averages in the study', rows, models * benchmarks, { atLeast: true, room: 0 });
  checks.that(
    'tables that differ between 1, 2 and 4 workers',
    Number(two.csv !== alone.csv) + Number(four.csv !== alone.csv),
    0,
    {
      room: 0,
    },
  );
  if (cpus().length >= 2) {
    checks.that('two workers beside one, the study', alone.computing / two.computing, 1.7, {
      atLeast: true,
      unit: 'x',
    });
  }
}

const loadBefore = loadavg()[0];
tell(`Load before: ${loadBefore.toFixed(2)} on ${cpus().length} cores (${cpus()[0]?.model})`);
async function everything() {
  machine();
  itemResponse();
  itemResponsePeer();
  parsing();
  const sizes = small ? [2000, 8000] : [1000, 5000, 14_042, 58_492];
  const { wasm, run } = await harmonyWork(sizes);
  if (small) {
    growth(wasm, 2000, 8000);
    agreement(2000);
    comparePeer([{ items: 2000, counts: twoCounts }], wasm, run);
  } else {
    growth(wasm, 5000, 58_492);
    agreement(6000);
    workers(14_042);
    await browserWork([14_042, 58_492]);
    await largeFile();
    comparePeer(
      [
        { items: 3000, counts: allCounts },
        { items: 6000, counts: allCounts },
        { items: 14_042, counts: options.has('--full') ? allCounts : twoCounts },
      ],
      wasm,
      run,
    );
  }
  if (small) await browserWork([2000]);
}

if (!options.has('--study')) await everything();
await study();
const loadAfter = loadavg()[0];

const version = readFileSync('/proc/version', 'utf8').split(' ').slice(0, 3).join(' ');
const heading = `${cpus()[0]?.model}, ${cpus().length} cores, ${version}, Node ${process.version}; load ${loadBefore.toFixed(1)} before, ${loadAfter.toFixed(1)} after`;
console.log(`${heading}\n\n${table}`);
if (options.has('--write') && !options.has('--study')) {
  const page = join(root, 'docs', 'performance.md');
  const text = readFileSync(page, 'utf8');
  const latest = `<!-- table -->\n${heading}\n\n${table}\n<!-- end of table -->`;
  writeFileSync(
    page,
    text.replace(/<!-- table -->[\s\S]*<!-- end of table -->/, () => latest),
  );
}
if (options.has('--check') || small) {
  console.log(`\n${checks.lines.join('\n')}`);
  process.exit(checks.failed > 0 ? 1 : 0);
}
