// Drives the compiled core as the page's worker does, and takes the time of each part. Runs in Node and in browsers.

const chunkBytes = 1 << 20;

// Seconds of the clock that times are taken with. In Node it is the processor's: what other programs do meanwhile is
// not counted. Browsers have no such clock.
const now =
  typeof process === 'undefined'
    ? () => performance.now() / 1000
    : () => {
        const { user, system } = process.cpuUsage();
        return (user + system) / 1e6;
      };

export function value(answer) {
  const result = JSON.parse(answer);
  if (!result.ok) throw new Error(`${result.error.code}: ${result.error.message}`);
  return result.value;
}

export function readFile(session, id, path, bytes) {
  value(session.beginFile(id, path, bytes.length, '{}'));
  for (let start = 0; start < bytes.length; start += chunkBytes) {
    const piece = bytes.subarray(start, start + chunkBytes);
    session.inputBuffer(piece.length).set(piece);
    value(session.feed(piece.length));
  }
  const report = value(session.endFile());
  if (report.error) throw new Error(report.error.message);
}

const secondsSince = (start) => now() - start;

/** One analysis; seconds by the part of the stage's name before its comma. */
export function analyse(session, model, parameters) {
  const stages = {};
  let longestStep = 0;
  const start = now();
  const { job } = value(session.startAnalysis(0, model, JSON.stringify(parameters)));
  stages.Preparation = secondsSince(start);
  for (let done = false; !done; ) {
    const stepStart = now();
    const status = value(session.step(job));
    const taken = secondsSince(stepStart);
    const stage = status.stage.split(',')[0];
    stages[stage] = (stages[stage] ?? 0) + taken;
    longestStep = Math.max(longestStep, taken);
    done = status.done;
  }
  const result = value(session.result(job));
  const total = secondsSince(start);
  value(session.dropJob(job));
  return { total, stages, longestStep, k: result.k, harmony: result.harmony };
}

/** Reads and analyses a file, then once more with another bandwidth in the same session. */
export function harmonyOfFile(core, path, bytes, parameters) {
  const session = new core.Session();
  let start = now();
  readFile(session, 1, path, bytes);
  const reading = secondsSince(start);
  start = now();
  session.report();
  const assembling = secondsSince(start);
  const first = analyse(session, 0, parameters);
  const heapBytes = core.HEAPU8.buffer.byteLength;
  const again = analyse(session, 0, { ...parameters, bandwidth: 0.2 });
  session.delete();
  return { reading, assembling, ...first, heapBytes, changedBandwidth: again.total };
}

/** Seconds to read a file, and from its first byte to the numbers that the page shows first. */
export function readingOfFile(core, path, bytes) {
  const session = new core.Session();
  const start = now();
  readFile(session, 1, path, bytes);
  const reading = secondsSince(start);
  value(session.report());
  value(session.overview());
  const firstNumbers = secondsSince(start);
  session.delete();
  return { bytes: bytes.length, seconds: reading, firstNumbers, heapBytes: core.HEAPU8.buffer.byteLength };
}

/** Seconds of what a page without a core would do with the same bytes: JSON.parse of every line, and nothing more. */
export function parsingOfLines(bytes) {
  const start = now();
  const text = new TextDecoder().decode(bytes);
  let records = 0;
  for (let at = 0; at < text.length; ) {
    const end = text.indexOf('\n', at);
    const line = text.slice(at, end < 0 ? text.length : end);
    if (line !== '' && JSON.parse(line) !== null) ++records;
    at += line.length + 1;
  }
  if (records === 0) throw new Error('No line was parsed.');
  return secondsSince(start);
}
