// Loading, the overview's cells, the analysis that follows the address; with an engine of invented numbers.
import { effect } from '@preact/signals';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { EngineError } from '../../web/src/engine/call.ts';
import {
  cancelAnalysis,
  currentAnalysis,
  currentModel,
  currentParameters,
  repeatAnalysis,
} from '../../web/src/state/analysis.ts';
import {
  addFiles,
  addText,
  cancelReading,
  loadExample,
  nameModels,
  readAgain,
  removeAllFiles,
  removeFile,
  restartEngine,
} from '../../web/src/state/files.ts';
import {
  address,
  navigate,
  previewParameters,
  replaceAddress,
  resetParameters,
  setParameters,
} from '../../web/src/state/history.ts';
import {
  cancelOverview,
  continueOverview,
  overviewProgress,
  workerCount,
} from '../../web/src/state/overview.ts';
import { cells, engineFailure, report, results, useThisEngine } from '../../web/src/state/store.ts';
import { fakeEngine } from './fixtures/fake_engine.ts';

const until = async (condition: () => boolean, what: string) => {
  const end = Date.now() + 4000;
  while (!condition()) {
    if (Date.now() > end) throw new Error(`waited in vain for ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
};
const file = (path: string, text = 'a,b\n1,2\n') => ({ path, file: new File([text], path) });

let engine = fakeEngine();
beforeAll(() => useThisEngine(engine));
beforeEach(async () => {
  engine = fakeEngine({ delay: 4 });
  useThisEngine(engine);
  report.value = null;
  await removeAllFiles();
  replaceAddress({ view: 'import', benchmark: '', model: '', sources: [], other: [] });
  resetParameters();
});

describe('files', () => {
  it('are read, shown first, and a second drop adds', async () => {
    navigate({ view: 'benchmark' }); // of which benchmark the address does not say
    await addFiles([file('run/a.csv')]);
    expect(address.value.view).toBe('import');
    await Promise.all([addFiles([file('b.csv')]), addText('x,y')]);
    expect(report.value?.files.map((one) => one.path)).toEqual(['run/a.csv', 'b.csv', 'pasted']);
    expect(new Set(report.value?.files.map((one) => one.id)).size).toBe(3);
  });

  it('bring the overview back that a reloaded address asks for', async () => {
    navigate({ view: 'overview' });
    await addFiles([file('a.csv')]);
    expect(address.value.view).toBe('overview');
    await addFiles([file('b.csv')]);
    expect(address.value.view).toBe('import');
  });

  it('that fail stay beside what was loaded, and can be removed', async () => {
    await addFiles([file('a.csv'), file('broken.jsonl')]);
    const [good, bad] = report.value?.files ?? [];
    expect(good?.error).toBeNull();
    expect(bad?.error?.code).toBe('truncated_file');
    expect(report.value?.benchmarks).toHaveLength(2);
    await removeFile(bad?.id ?? -1);
    expect(report.value?.files).toHaveLength(1);
    await removeFile(good?.id ?? -1);
    expect(report.value).toBeNull();
  });

  it('are read again with the choices made so far, under the same id', async () => {
    await addFiles([file('a.csv')]);
    const id = report.value?.files[0]?.id ?? -1;
    await readAgain(id, { filter: 'flexible-extract' });
    await readAgain(id, { shape: 'items x models' });
    expect(report.value?.files).toHaveLength(1);
    expect(report.value?.files[0]?.options).toEqual({ filter: 'flexible-extract', shape: 'items x models' });
    await readAgain(id, { filter: '' });
    expect(report.value?.files[0]?.options).toEqual({ shape: 'items x models' });
  });

  it('that were complete before Cancel stay', async () => {
    const reading = addFiles([file('a.csv'), file('b.csv'), file('c.csv')]);
    await until(() => engine.calls.length > 0, 'the reading');
    cancelReading();
    await reading;
    expect(report.value?.files.map((one) => one.path)).toEqual(['a.csv']);
  });

  it('are named together when none says whose it is', async () => {
    await addFiles([file('log.json'), file('log.json')]);
    const [first, second] = report.value?.files ?? [];
    await nameModels([
      [first?.id ?? -1, 'A'],
      [second?.id ?? -1, 'B'],
    ]);
    expect(report.value?.files.map((one) => one.options)).toEqual([{ model: 'A' }, { model: 'B' }]);
  });

  it('are read again by a new engine, with the choices made so far; the example too', async () => {
    await addFiles([file('a.csv'), file('b.csv')]);
    await readAgain(report.value?.files[1]?.id ?? -1, { filter: 'flexible-extract' });
    await loadExample();
    const before = report.value?.files;
    engineFailure.value = { code: 'out_of_memory', message: 'No memory.', file: '', line: 0, hint: '' };
    await restartEngine();
    expect(engine.calls).toContain('restart');
    expect(engineFailure.value).toBeNull();
    const byId = (a: { id: number }, b: { id: number }) => a.id - b.id;
    expect([...(report.value?.files ?? [])].sort(byId)).toEqual([...(before ?? [])].sort(byId));
  });

  it('keep the view of an address that was made with them', async () => {
    replaceAddress({ view: 'benchmark', benchmark: 'naep_cmcqrd' });
    await addFiles([file('a.csv')]);
    expect(address.value.view).toBe('benchmark');
  });
});

describe('the overview', () => {
  /** One worker: what is done at which moment can be told. */
  const oneWorker = () => replaceAddress({ other: [['workers', '1']] });

  it('fills its cells one after the other and says what is refused', async () => {
    oneWorker();
    engine = fakeEngine({ delay: 16 });
    useThisEngine(engine);
    await loadExample();
    expect(address.value.sources).toEqual([{ kind: 'example' }]);
    await until(() => results.value.length > 0, 'a first cell');
    expect(results.value.length).toBeLessThan(17);
    await until(() => !overviewProgress.value.running, 'the last cell');
    expect(results.value).toHaveLength(17);
    expect(cells.value.get('1/6')).toMatchObject({
      state: 'refused',
      error: { code: 'needs_choice_distributions' },
    });
    expect(engine.calls.filter((call) => call.startsWith('analyse'))).toHaveLength(17);
    expect(results.value.every((one) => one.parameters.detail === false)).toBe(true);
  });

  it('has the same results, in the same order, with several workers; each is drawn as it comes', async () => {
    const tables: string[] = [];
    for (const workers of ['1', '2', '4']) {
      engine = fakeEngine({ delay: 40 });
      useThisEngine(engine);
      replaceAddress({ other: [['workers', workers]] });
      expect(workerCount()).toBe(Number(workers));
      await loadExample();
      let atOnce = 0;
      const stop = effect(() => {
        const working = [...cells.value.values()].filter((cell) => cell.state === 'working').length;
        atOnce = Math.max(atOnce, working);
      });
      await until(() => !overviewProgress.value.running && results.value.length === 17, 'the last cell');
      stop();
      expect(atOnce).toBe(Number(workers));
      tables.push(JSON.stringify(results.value));
    }
    expect(new Set(tables).size).toBe(1);
    replaceAddress({ other: [['workers', '99']] }); // more than can be asked for
    expect(workerCount()).toBeLessThanOrEqual(8);
  });

  it('stops at a failure of the engine itself and keeps what is done', async () => {
    oneWorker();
    const whole = engine.analyse;
    let calls = 0;
    engine.analyse = (request, onStatus, signal) => {
      calls += 1;
      if (calls === 4)
        throw new EngineError({ code: 'out_of_memory', message: '', file: '', line: 0, hint: '' });
      return whole(request, onStatus, signal);
    };
    await loadExample();
    await until(() => engineFailure.value !== null, 'the failure');
    expect(engineFailure.value?.code).toBe('out_of_memory');
    expect(results.value).toHaveLength(3);
    expect(overviewProgress.value.running).toBe(false);
    engine.analyse = whole;
    await restartEngine();
    await until(() => results.value.length === 17, 'all cells by the new engine');
  });

  it('can be cancelled and continued without computing anything twice', async () => {
    oneWorker();
    await loadExample();
    await until(() => results.value.length >= 3, 'three cells');
    cancelOverview();
    const done = results.value.length;
    await new Promise((resolve) => setTimeout(resolve, 30));
    expect(results.value).toHaveLength(done);
    expect(overviewProgress.value.running).toBe(false);
    continueOverview();
    await until(() => results.value.length === 17, 'the rest');
    const calls = engine.calls.filter((call) => call.startsWith('analyse'));
    expect(calls.length).toBeLessThanOrEqual(18); // the cancelled one again
  });
});

describe('the analysis of the benchmark view', () => {
  it('follows view, model and parameters, and keeps the last result while it works', async () => {
    await loadExample();
    expect(currentAnalysis.value.state).toBe('idle');
    navigate({ view: 'benchmark', benchmark: 'PubMedQA', model: 'Qwen3-8B' });
    await until(() => currentAnalysis.value.state === 'done', 'the first analysis');
    expect(currentModel.value?.name).toBe('Qwen3-8B');
    expect(currentAnalysis.value.result).toMatchObject({
      benchmark: 0,
      model: 2,
      parameters: { detail: true },
    });
    const before = currentAnalysis.value.result;
    engine = fakeEngine({ delay: 400 }); // longer than what is shown stays undimmed
    await engine.loadExample(1);
    useThisEngine(engine);
    setParameters({ subdomains: 4 });
    await until(() => currentAnalysis.value.state === 'working', 'the second analysis');
    expect(currentAnalysis.value.result).toBe(before);
    await until(() => currentAnalysis.value.state === 'done', 'its end');
    expect(currentAnalysis.value.result?.k).toBe(4);
    // Back to the default: remembered, no new call.
    const calls = engine.calls.length;
    setParameters({ subdomains: 0 });
    await until(() => currentAnalysis.value.result === before, 'the remembered result');
    expect(engine.calls.filter((call) => call === 'analyse 0/2').length).toBeLessThanOrEqual(3);
    expect(engine.calls.length - calls).toBeLessThanOrEqual(8); // overview cells go on beside it
  });

  it('answers another b without dimming what is shown, one request at a time', async () => {
    await loadExample();
    navigate({ view: 'benchmark', benchmark: 'PubMedQA', model: 'Qwen3-8B' });
    await until(() => currentAnalysis.value.state === 'done', 'the first analysis');
    await until(() => !overviewProgress.value.running, 'the overview');
    const states = new Set<string>();
    const stop = effect(() => {
      states.add(currentAnalysis.value.state);
    });
    const calls = engine.calls.length;
    for (const b of [0.2, 0.25, 0.3, 0.35, 0.4]) {
      previewParameters({ bandwidth: b });
      await new Promise((resolve) => setTimeout(resolve, 0));
    }
    await until(() => currentAnalysis.value.result?.parameters.bandwidth === 0.4, 'the last b');
    expect(currentAnalysis.value.state).toBe('done');
    expect(engine.calls.length - calls).toBeLessThan(5);
    expect([...states]).toEqual(['done']);
    stop();
  });

  it('lets the analysis under way end before it asks for another b', async () => {
    await loadExample();
    await until(() => !overviewProgress.value.running, 'the overview');
    const calls = engine.calls.length;
    navigate({ view: 'benchmark', benchmark: 'PubMedQA', model: 'Qwen3-8B' });
    await until(() => engine.calls.length > calls, 'the request');
    setParameters({ bandwidth: 0.3 });
    setParameters({ bandwidth: 0.31 });
    await until(() => currentAnalysis.value.state === 'done', 'the end');
    expect(currentAnalysis.value.result?.parameters.bandwidth).toBe(0.31);
    expect(engine.calls.length - calls).toBe(2);
  });

  it('keeps the result of before beside the error when an analysis fails', async () => {
    await loadExample();
    navigate({ view: 'benchmark', benchmark: 'PubMedQA', model: 'Qwen3-8B' });
    await until(() => currentAnalysis.value.state === 'done', 'the first analysis');
    const before = currentAnalysis.value.result;
    const whole = engine.analyse;
    const error = {
      code: 'invalid_argument',
      message: 'Too many.',
      file: '',
      line: 0,
      hint: 'Ask for fewer.',
    };
    engine.analyse = () => Promise.reject(new EngineError(error));
    setParameters({ subdomains: 199 });
    await until(() => currentAnalysis.value.state === 'failed', 'the failure');
    expect(currentAnalysis.value.error).toEqual(error);
    expect(currentAnalysis.value.result).toBe(before);
    engine.analyse = whole;
    repeatAnalysis();
    await until(() => currentAnalysis.value.state === 'done', 'the end');
    expect(currentAnalysis.value.error).toBeNull();
  });

  it('asks for 99 draws when each is clustered anew, unless another number was chosen', () => {
    setParameters({ bootstrap: 'reclustered' });
    expect(currentParameters.value.bootstrapDraws).toBe(99);
    setParameters({ bootstrapDraws: 999 });
    expect(currentParameters.value.bootstrapDraws).toBe(999);
    expect(location.hash).toContain('bootstrap-draws=999');
    setParameters({ bootstrap: 'within' });
    expect(currentParameters.value.bootstrapDraws).toBe(999);
  });

  it('shows only the last of several quick changes', async () => {
    await loadExample();
    navigate({ view: 'benchmark', benchmark: 'PubMedQA', model: 'Qwen3-8B' });
    for (const k of [3, 5, 7, 9]) setParameters({ subdomains: k });
    await until(() => currentAnalysis.value.state === 'done', 'the analysis');
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(currentAnalysis.value.result?.k).toBe(9);
  });

  it('can be cancelled and repeated', async () => {
    await loadExample();
    navigate({ view: 'benchmark', benchmark: 'PubMedQA', model: 'Qwen3-8B' });
    await until(() => currentAnalysis.value.state === 'working', 'the start');
    cancelAnalysis();
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(currentAnalysis.value).toMatchObject({ state: 'cancelled', result: null });
    repeatAnalysis();
    await until(() => currentAnalysis.value.state === 'done', 'the end');
  });
});

describe('the address bar', () => {
  it('gets a step of the history for a view and none for a parameter', () => {
    const steps = history.length;
    setParameters({ tau: 2 });
    setParameters({ tau: 3 });
    expect(history.length).toBe(steps);
    expect(location.hash).toBe('#tau=3');
    navigate({ view: 'overview' });
    expect(history.length).toBe(steps + 1);
    expect(location.hash).toBe('#view=overview&tau=3');
    setParameters({ tau: 1 });
    expect(location.hash).toBe('#view=overview');
  });
});
