// One piece of work with the compiled core in a Node process of its own, so that heap and compiled code are fresh:
// node node_run.mjs '{"work": ..., ...}'. Prints one line of JSON.
import { readFileSync } from 'node:fs';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';
import createCore from '../../web/core/harmonograph_core.mjs';
import { analyse, harmonyOfFile, parsingOfLines, readFile, readingOfFile } from './drive.mjs';

const wasm = new URL('../../web/core/harmonograph_core.wasm', import.meta.url);
const loadCore = () => createCore({ wasmBinary: readFileSync(wasm), locateFile: (path) => path });

/** The best run by `seconds`, with the largest heap of all. */
function bestOf(runs, measure, seconds) {
  const results = Array.from({ length: runs }, measure);
  const best = results.reduce((a, b) => (seconds(b) < seconds(a) ? b : a));
  return { ...best, heapBytes: Math.max(...results.map((one) => one.heapBytes)) };
}

async function harmony({ path, runs, parameters }) {
  const core = await loadCore();
  const bytes = readFileSync(path);
  // What a changed bandwidth costs is the best of all runs, too.
  let changedBandwidth = Number.POSITIVE_INFINITY;
  const measure = () => {
    const result = harmonyOfFile(core, path, bytes, parameters);
    changedBandwidth = Math.min(changedBandwidth, result.changedBandwidth);
    return result;
  };
  const best = bestOf(runs, measure, (one) => one.total);
  return { ...best, changedBandwidth };
}

async function read({ path, runs }) {
  const core = await loadCore();
  const bytes = readFileSync(path);
  const lines = /\.jsonl$/.test(path);
  let parsing = Number.POSITIVE_INFINITY;
  // In turns: both find the machine as it is.
  const results = Array.from({ length: runs }, () => {
    if (lines) parsing = Math.min(parsing, parsingOfLines(bytes));
    return readingOfFile(core, path, bytes);
  });
  // The first run is what a user sees: compiled code is not warm yet.
  const best = results.reduce((a, b) => (b.firstNumbers < a.firstNumbers ? b : a));
  const fastest = Math.min(...results.map((one) => one.seconds));
  return { ...best, first: results[0], fastest, parsing: lines ? parsing : null };
}

async function start() {
  const before = performance.now();
  const module = await WebAssembly.compile(readFileSync(wasm));
  const compiled = performance.now();
  await createCore({
    locateFile: (path) => path,
    instantiateWasm: (imports, done) => {
      WebAssembly.instantiate(module, imports).then((instance) => done(instance, module));
      return {};
    },
  });
  return { compile: (compiled - before) / 1000, instantiate: (performance.now() - compiled) / 1000 };
}

/** Two models, each in a worker with an instance of its own: at once, and one after the other. */
async function workers({ path, parameters, runs }) {
  const open = (model) =>
    new Promise((ready) => {
      const worker = new Worker(new URL(import.meta.url), { workerData: { path, parameters, model } });
      worker.once('message', () => ready(worker));
    });
  const pair = await Promise.all([open(0), open(1)]);
  const work = (worker) =>
    new Promise((done) => {
      worker.once('message', done);
      worker.postMessage('go');
    });
  const timed = async (action) => {
    const begun = performance.now();
    await action();
    return (performance.now() - begun) / 1000;
  };
  // Compiled code warms up first, in both.
  await Promise.all(pair.map(work));
  let oneWorker = Number.POSITIVE_INFINITY;
  let twoWorkers = Number.POSITIVE_INFINITY;
  for (let run = 0; run < runs; ++run) {
    oneWorker = Math.min(
      oneWorker,
      await timed(async () => {
        await work(pair[0]);
        await work(pair[1]);
      }),
    );
    twoWorkers = Math.min(twoWorkers, await timed(() => Promise.all(pair.map(work))));
  }
  await Promise.all(pair.map((worker) => worker.terminate()));
  return { oneWorker, twoWorkers };
}

/** Each time a session of its own, so that nothing of an earlier answer can be used again. */
async function inWorker({ path, parameters, model }) {
  const core = await loadCore();
  const bytes = readFileSync(path);
  parentPort.on('message', () => {
    const session = new core.Session();
    readFile(session, 1, path, bytes);
    const result = analyse(session, model, parameters);
    session.delete();
    parentPort.postMessage(result.total);
  });
  parentPort.postMessage('ready');
}

if (isMainThread) {
  const task = JSON.parse(process.argv[2]);
  const measure = { harmony, read, start, workers }[task.work];
  console.log(JSON.stringify(await measure(task)));
} else {
  await inWorker(workerData);
}
