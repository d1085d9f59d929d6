// @vitest-environment node
// The page's side of the worker: answers become values or EngineErrors, signals become cancellations.
import { expose } from 'comlink';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { EngineError } from '../../web/src/engine/call.ts';
import type { AnalysisRequest, Engine } from '../../web/src/engine/engine.ts';
import { createWorkerEngine } from '../../web/src/engine/page_engine.ts';
import type { JobStatus } from '../../web/src/engine/results.ts';
import { defaultFitParameters, defaultParameters } from '../../web/src/state/parameters.ts';

const request: AnalysisRequest = { benchmark: 0, model: 0, parameters: defaultParameters, priority: 0 };
const failure = { code: 'too_few_items', message: 'Only 2 items.', file: '', line: 0, hint: 'Bring more.' };
const cancelledTokens: number[] = [];
const stoppedTokens: number[] = [];
let finish: ((code: string) => void) | null = null;

const service = {
  version: async () => ({ ok: true, value: { version: '9' } }),
  formats: async () => ({ ok: false, error: failure }),
  cancel: (token: number) => {
    cancelledTokens.push(token);
    finish?.('cancelled');
  },
  stop: (token: number) => {
    stoppedTokens.push(token);
    finish?.('');
  },
  fitItemResponse: async () => {
    await new Promise<string>((resolve) => {
      finish = resolve;
    });
    return { ok: true, value: { stopped: true } };
  },
  analyse: async (_request: unknown, _token: number, onStatus: (status: JobStatus) => Promise<void>) => {
    await onStatus({ done: false, progress: 0.5, stage: 'in time' });
    const code = await new Promise<string>((resolve) => {
      finish = resolve;
    });
    // A message that is still under way when the answer is already there.
    setTimeout(() => void onStatus({ done: false, progress: 0.9, stage: 'too late' }), 10);
    return code ? { ok: false, error: { ...failure, code } } : { ok: true, value: { k: 4 } };
  },
};

let engine: Engine;
let ports: MessagePort[] = [];
let started = 0;
beforeEach(() => {
  cancelledTokens.length = 0;
  finish = null;
  vi.stubGlobal(
    'Worker',
    class {
      constructor() {
        const { port1, port2 } = new MessageChannel();
        ports = [port1, port2];
        expose(service, port2 as never);
        port1.start();
        Object.assign(port1, { terminate: () => port2.close() });
        started += 1;
        // biome-ignore lint/correctness/noConstructorReturn: the port stands for the worker
        return port1 as never;
      }
    },
  );
  engine = createWorkerEngine();
});
afterEach(() => {
  for (const port of ports) port.close();
  vi.unstubAllGlobals();
});
const pause = () => new Promise((resolve) => setTimeout(resolve, 40));

describe('the worker client', () => {
  it('gives values, and throws what the core says', async () => {
    expect(await engine.version()).toEqual({ version: '9' });
    const error = await engine.formats().catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(EngineError);
    expect((error as EngineError).data).toEqual(failure);
    expect((error as EngineError).message).toBe('Only 2 items.');
  });

  it('drops progress that arrives after the answer', async () => {
    const stages: string[] = [];
    const answer = engine.analyse(request, (status) => stages.push(status.stage));
    await pause();
    finish?.('');
    expect(await answer).toEqual({ k: 4 });
    await pause();
    expect(stages).toEqual(['in time']);
  });

  it('cancels once by its signal, also by one that was aborted before', async () => {
    const controller = new AbortController();
    const answer = engine
      .analyse(request, () => {}, controller.signal)
      .catch((reason: EngineError) => reason.code);
    await pause();
    controller.abort();
    expect(await answer).toBe('cancelled');
    expect(cancelledTokens).toHaveLength(1);
    void engine.analyse(request, () => {}, AbortSignal.abort()).catch(() => {});
    await pause();
    expect(new Set(cancelledTokens).size).toBe(2);
  });

  it('asks a fit to stop and to keep what it has, which is no cancellation', async () => {
    const keep = new AbortController();
    const answer = engine.fitItemResponse(
      { ...defaultFitParameters, benchmarks: [] },
      () => {},
      new AbortController().signal,
      keep.signal,
    );
    await pause();
    keep.abort();
    expect(await answer).toEqual({ stopped: true });
    expect(stoppedTokens).toHaveLength(1);
    expect(cancelledTokens).toEqual([]);
  });

  it('starts a new worker on request; what waited for the old one is told', async () => {
    const before = started;
    const waiting = engine.analyse(request, () => {}).catch((reason: EngineError) => reason.code);
    await pause();
    await engine.restart();
    expect(await waiting).toBe('cancelled');
    expect(started).toBe(before + 1);
    expect(await engine.version()).toEqual({ version: '9' });
  });
});
