// @vitest-environment node
// The worker's side without a worker and without the compiled core: chunks, .gz, Cancel, the order of jobs.
import { gzipSync } from 'node:zlib';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Session } from '../../wasm/core.d.ts';
import type { AnalysisRequest, ReadingProgress } from '../../web/src/engine/engine.ts';
import { EngineService } from '../../web/src/engine/service.ts';
import { defaultFitParameters, defaultParameters } from '../../web/src/state/parameters.ts';

const value = (content: unknown) => JSON.stringify({ ok: true, value: content });
const failure = (code: string) =>
  JSON.stringify({ ok: false, error: { code, message: code, file: '', line: 0, hint: '' } });

/** Records what it is asked; each job takes three steps. */
class RecordingSession {
  bytes = '';
  log: string[] = [];
  buffer = new Uint8Array(0);
  largest = 0;
  failAfter = Number.POSITIVE_INFINITY;
  steps = new Map<number, number>();
  #jobs = 0;
  beginFile(id: number, path: string) {
    this.bytes = '';
    this.log.push(`begin ${id} ${path}`);
    return value(null);
  }
  inputBuffer(length: number) {
    this.buffer = new Uint8Array(length);
    this.largest = Math.max(this.largest, length);
    return this.buffer;
  }
  feed(length: number) {
    this.bytes += new TextDecoder().decode(this.buffer.subarray(0, length));
    if (this.bytes.length > this.failAfter) return failure('malformed_file');
    return value({ rows: this.bytes.split('\n').length - 1 });
  }
  endFile() {
    this.log.push('end');
    return value({ id: 1, path: '', error: null });
  }
  abortFile() {
    this.log.push('abort');
    return value(null);
  }
  removeFile() {
    return value(null);
  }
  report() {
    return value({ files: [] });
  }
  startAnalysis(_benchmark: number, model: number) {
    this.#jobs += 1;
    this.log.push(`start ${model}`);
    this.steps.set(this.#jobs, 0);
    return value({ job: this.#jobs });
  }
  startItemResponse(parameters: string) {
    this.log.push(parameters);
    return this.startAnalysis(0, 0);
  }
  stopJob(job: number) {
    this.log.push(`stop ${job}`);
    this.steps.set(job, 2); // the next step is the last
    return value(null);
  }
  trimmedResponses(parameters: string) {
    return value(`trimmed ${parameters}`);
  }
  step(job: number) {
    const steps = (this.steps.get(job) ?? 0) + 1;
    this.steps.set(job, steps);
    this.log.push(`step ${job}`);
    return value({ done: steps >= 3, progress: steps / 3, stage: 'work' });
  }
  result(job: number) {
    return value({ job });
  }
  dropJob(job: number) {
    this.log.push(`drop ${job}`);
    return value(null);
  }
}

let session: RecordingSession;
let service: EngineService;
beforeEach(() => {
  session = new RecordingSession();
  service = new EngineService(Promise.resolve(session as unknown as Session));
});
const incoming = (content: BlobPart, path = 'a.csv', id = 1) => ({
  id,
  path,
  file: new File([content], path),
  options: {},
});
const request = (model: number, priority: number): AnalysisRequest => ({
  benchmark: 0,
  model,
  parameters: defaultParameters,
  priority,
});
const nothing = () => {};
const fitRequest = { ...defaultFitParameters, benchmarks: [0] };

describe('reading', () => {
  it('feeds every byte in pieces and counts them', async () => {
    const text = 'model,item,score\n'.repeat(600_000); // 10 MB
    const seen: ReadingProgress[] = [];
    const result = await service.readFiles([incoming(text)], 1, (progress) => seen.push(progress));
    expect(result.ok).toBe(true);
    expect(session.bytes).toBe(text);
    expect(session.largest).toBeLessThanOrEqual(4 * 1024 * 1024);
    expect(seen.every((one) => one.bytes <= one.bytesTotal && one.bytesTotal === text.length)).toBe(true);
    expect(session.log).toEqual(['begin 1 a.csv', 'end']);
  });

  it('unpacks .gz, known by its bytes and not by its name', async () => {
    const text = 'a,b\n1,2\n'.repeat(5000);
    await service.readFiles([incoming(gzipSync(text), 'no-ending')], 1, nothing);
    expect(session.bytes).toBe(text);
  });

  it('names a text by the file that it was made from, also when it is read again', async () => {
    const original = { bytes: 77, sha256: 'ab'.repeat(32) };
    for (let round = 0; round < 2; round++) {
      const result = await service.readFiles([{ ...incoming('a,b\n'), original }], 1, nothing);
      expect(result).toMatchObject({ ok: true, value: [original] });
    }
    expect(session.bytes).toBe('a,b\n');
  });

  it('does not read what could not be unpacked, and keeps the reason', async () => {
    const refusal = { code: 'truncated_file', message: 'It is cut.', file: 'x.zip', line: 0, hint: '' };
    const result = await service.readFiles([{ ...incoming('PK', 'x.zip', 7), refusal }], 1, nothing);
    expect(result).toMatchObject({ ok: true, value: [{ id: 7, path: 'x.zip', error: refusal }] });
    expect(session.log).toEqual([]);
    expect(await service.report()).toMatchObject({ value: { files: [{ id: 7, error: refusal }] } });
  });

  it('says that a .gz is cut off, keeps the report of it, and reads the next file', async () => {
    const packed = gzipSync(Array.from({ length: 20_000 }, (_, index) => `${index * 7919}\n`).join(''));
    const cut = packed.subarray(0, packed.length - 100);
    const result = await service.readFiles(
      [incoming(cut, 'cut.csv.gz', 7), incoming('x\n', 'b.csv', 8)],
      1,
      nothing,
    );
    if (!result.ok) throw new Error(result.error.message);
    expect(result.value).toHaveLength(2);
    expect(result.value[0]?.error).toMatchObject({ code: 'truncated_file', file: 'cut.csv.gz' });
    expect(session.log).toEqual(['begin 7 cut.csv.gz', 'abort', 'begin 8 b.csv', 'end']);
    const report = await service.report();
    expect(report.ok && report.value.files.map((one) => one.id)).toEqual([7]);
    await service.removeFile(7);
    const after = await service.report();
    expect(after.ok && after.value.files).toEqual([]);
  });

  it('stops feeding after an error, and lets the core report it', async () => {
    session.failAfter = 100_000;
    await service.readFiles([incoming('x'.repeat(20_000_000))], 1, nothing);
    expect(session.bytes.length).toBeLessThan(5_000_000);
    expect(session.log).toEqual(['begin 1 a.csv', 'end']);
  });

  it('stops at Cancel between two chunks and forgets the file', async () => {
    const files = [incoming('x\n', 'small.csv', 1), incoming('y\n'.repeat(20_000_000), 'large.csv', 2)];
    const reading = service.readFiles(files, 5, (progress) => {
      if (progress.file === 1) service.cancel(5);
    });
    const result = await reading;
    expect(result.ok && result.value).toHaveLength(1);
    expect(session.log).toEqual(['begin 1 small.csv', 'end', 'begin 2 large.csv', 'abort']);
  });
});

describe('jobs', () => {
  it('give their result and are dropped', async () => {
    const statuses: string[] = [];
    const result = await service.analyse(request(3, 0), 1, (status) => statuses.push(status.stage));
    expect(result).toEqual({ ok: true, value: { job: 1 } });
    expect(session.log).toEqual(['start 3', 'step 1', 'step 1', 'step 1', 'drop 1']);
    expect(statuses.length).toBeGreaterThan(0);
  });

  it('go by priority, then in their order', async () => {
    // Steps of the length that the core's have: messages are looked at between them.
    const { step } = session;
    session.step = (job) => {
      const end = performance.now() + 14;
      while (performance.now() < end);
      return step.call(session, job);
    };
    const order: number[] = [];
    const run = (model: number, priority: number) =>
      service.analyse(request(model, priority), model, nothing).then(() => order.push(model));
    await Promise.all([run(1, 1), run(2, 1), run(3, 0)]);
    expect(order).toEqual([3, 1, 2]);
  });

  it('stop at Cancel, before the start and between steps, and the others go on', async () => {
    const first = service.analyse(request(1, 0), 1, () => service.cancel(1));
    const second = service.analyse(request(2, 1), 2, nothing);
    service.cancel(2);
    const third = service.analyse(request(3, 1), 3, nothing);
    expect(await first).toMatchObject({ ok: false, error: { code: 'cancelled' } });
    expect(await second).toMatchObject({ ok: false, error: { code: 'cancelled' } });
    expect(await third).toMatchObject({ ok: true });
  });

  it('that the module itself breaks become an error, not a silence', async () => {
    session.step = () => {
      throw new WebAssembly.RuntimeError('memory access out of bounds');
    };
    expect(await service.analyse(request(1, 0), 1, nothing)).toMatchObject({
      ok: false,
      error: { code: 'internal' },
    });
    const broken = new EngineService(Promise.reject(new Error('no such file')));
    expect(await broken.formats()).toMatchObject({ ok: false, error: { code: 'internal' } });
  });

  it('end early with what they have when they are asked to, before the start and between steps', async () => {
    const { step } = session;
    session.step = (job) => {
      const end = performance.now() + 90; // longer than the time between two messages about progress
      while (performance.now() < end);
      return step.call(session, job);
    };
    const running = service.fitItemResponse(fitRequest, 1, () => service.stop(1));
    expect(await running).toEqual({ ok: true, value: { job: 1 } });
    expect(session.log).toEqual([
      JSON.stringify(fitRequest),
      'start 0',
      'step 1',
      'stop 1',
      'step 1',
      'drop 1',
    ]);
    session.log.length = 0;
    service.stop(2);
    await service.fitItemResponse(fitRequest, 2, nothing);
    expect(session.log.slice(2)).toEqual(['stop 2', 'step 2', 'drop 2']);
  });

  it('that cannot be stopped say so', async () => {
    session.stopJob = () => failure('unknown_job');
    service.stop(1);
    expect(await service.fitItemResponse(fitRequest, 1, nothing)).toMatchObject({
      ok: false,
      error: { code: 'unknown_job' },
    });
    expect(session.log.at(-1)).toBe('drop 1');
  });
});

describe('questions about a fit', () => {
  it('go to the core as it expects them', async () => {
    expect(await service.trimmedResponses(4, [0, 7], 'csv')).toEqual({
      ok: true,
      value: 'trimmed {"fit":4,"positions":[0,7],"format":"csv"}',
    });
  });
});
