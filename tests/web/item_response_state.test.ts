// The fit that the views share: it follows the address, is kept, cancelled, stopped and forgotten.
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { EngineError } from '../../web/src/engine/call.ts';
import { addFiles, removeAllFiles, restartEngine } from '../../web/src/state/files.ts';
import { fitItems, itemDetail, loadFitItems, loadItemDetail } from '../../web/src/state/fit_items.ts';
import { createFitJob, forgetFitJobs } from '../../web/src/state/fit_job.ts';
import {
  address,
  navigate,
  replaceAddress,
  resetFitParameters,
  setFitParameters,
} from '../../web/src/state/history.ts';
import {
  cancelFit,
  currentFit,
  fitBenchmarks,
  fitParameters,
  fitRefusal,
  loadedFit,
  loadFitFile,
  repeatFit,
  stopAndKeepFit,
} from '../../web/src/state/item_response.ts';
import { report, useThisEngine } from '../../web/src/state/store.ts';
import { fakeEngine } from './fixtures/fake_engine.ts';

const until = async (condition: () => boolean, what: string) => {
  const end = Date.now() + 4000;
  while (!condition()) {
    if (Date.now() > end) throw new Error(`waited in vain for ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
};
const fitted = () => until(() => currentFit.value.state === 'done', 'the fit');
const working = () => until(() => currentFit.value.stage !== '', 'progress of the fit');
const file = (path: string) => ({ path, file: new File(['a,b\n1,2\n'], path) });

let engine = fakeEngine();
const asked = () => engine.calls.filter((call) => call.startsWith('fit '));

beforeAll(() => useThisEngine(engine));
beforeEach(async () => {
  engine = fakeEngine({ delay: 16, items: 40 });
  useThisEngine(engine);
  report.value = null;
  await removeAllFiles();
  replaceAddress({ view: 'import', benchmark: '', model: '', sources: [], other: [] });
  resetFitParameters();
  await addFiles([file('a.csv')]);
});

describe('the fit', () => {
  it('is computed when one of its views is open, and kept for the others', async () => {
    expect(asked()).toEqual([]);
    navigate({ view: 'items' });
    await fitted();
    navigate({ view: 'models' });
    navigate({ view: 'import' });
    navigate({ view: 'measures' });
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(asked()).toHaveLength(1);
    expect(currentFit.value.result?.items.item).toHaveLength(40 + 1063);
  });

  it('is not needed by the prediction, which makes fits of its own', async () => {
    navigate({ view: 'prediction' });
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(asked()).toEqual([]);
  });

  it('shows its progress with the objective, and keeps what was shown until the next is there', async () => {
    navigate({ view: 'items' });
    await working();
    expect(currentFit.value.stage).toMatch(/^Pass \d: log-loss \.\d{4}$/);
    await fitted();
    const before = currentFit.value.result;
    setFitParameters({ dimensions: 3 });
    await until(() => currentFit.value.state === 'working', 'the next fit');
    expect(currentFit.value.result).toBe(before);
    await fitted();
    expect(currentFit.value.result?.dimensions).toHaveLength(3);
  });

  it('is instant for settings that were fitted before; the engine drops the oldest', async () => {
    navigate({ view: 'items' });
    await fitted();
    for (const dimensions of [1, 3, 2]) {
      setFitParameters({ dimensions: dimensions === 2 ? 0 : dimensions });
      await until(
        () => currentFit.value.result?.dimensions.length === dimensions,
        `${dimensions} dimensions`,
      );
    }
    expect(asked()).toHaveLength(3);
    expect(engine.calls).not.toContain('dropFit 1');
    setFitParameters({ dimensions: 4 });
    await until(() => currentFit.value.result?.dimensions.length === 4, '4 dimensions');
    expect(engine.calls.filter((call) => call.startsWith('dropFit'))).toEqual(['dropFit 2']);
  });

  it('can be cancelled, with what was shown before, and repeated', async () => {
    navigate({ view: 'items' });
    await working();
    cancelFit();
    expect(currentFit.value).toMatchObject({ state: 'cancelled', result: null });
    await new Promise((resolve) => setTimeout(resolve, 40));
    expect(currentFit.value.state).toBe('cancelled');
    repeatFit();
    await fitted();
  });

  it('can be stopped and kept, and continued', async () => {
    navigate({ view: 'items' });
    await working();
    stopAndKeepFit();
    await fitted();
    expect(currentFit.value.result?.stopped).toBe(true);
    repeatFit();
    await until(() => currentFit.value.result?.stopped === false, 'the whole fit');
    expect(engine.calls).toContain('dropFit 1');
  });

  it('that fails says why, and the next one is tried again', async () => {
    const { fitItemResponse } = engine;
    engine.fitItemResponse = async () => {
      throw new EngineError({ code: 'too_few_items', message: 'No.', file: '', line: 0, hint: '' });
    };
    navigate({ view: 'items' });
    await until(() => currentFit.value.state === 'failed', 'the failure');
    expect(currentFit.value.error?.code).toBe('too_few_items');
    engine.fitItemResponse = fitItemResponse;
    repeatFit();
    await fitted();
  });

  it('is forgotten with its data, and made anew for other data and in a new engine', async () => {
    navigate({ view: 'items' });
    await fitted();
    await loadFitFile(new File(['{}'], 'p.json'));
    expect(loadedFit.value?.items).toHaveLength(1103);
    await addFiles([file('b.csv')]);
    expect(loadedFit.value).toBeNull();
    navigate({ view: 'items' });
    await fitted();
    expect(asked()).toHaveLength(2);
    await restartEngine();
    navigate({ view: 'items' });
    await fitted();
    expect(asked()).toHaveLength(3);
  });
});

describe('its parameters', () => {
  it('stand in the address by name, and go to the core by index', () => {
    setFitParameters({ benchmarks: ['naep_cmcqrd'], rotation: 'varimax', guessing: true });
    expect(location.hash).toContain('of=naep_cmcqrd&guessing=yes&rotation=varimax');
    expect(fitParameters.value).toMatchObject({
      benchmarks: [1],
      rotation: 'varimax',
      guessing: true,
      dimensions: 0,
    });
    setFitParameters({ benchmarks: [], rotation: 'oblimin' });
    expect(address.value.fit).toEqual({ guessing: true });
    expect(fitParameters.value.benchmarks).toEqual([]);
  });
  it('that name benchmarks which are not loaded mean all', () => {
    setFitParameters({ benchmarks: ['from another set'] });
    expect(fitBenchmarks.value).toHaveLength(2);
    expect(fitParameters.value.benchmarks).toEqual([]);
  });
});

describe('data that cannot be fitted', () => {
  it('are refused with what is needed', () => {
    const loaded = report.value;
    if (!loaded) throw new Error('a file should be loaded');
    report.value = { ...loaded, benchmarks: loaded.benchmarks.map((one) => ({ ...one, models: [0] })) };
    expect(fitRefusal.value?.message).toContain('only one has a score');
    report.value = loaded;
    expect(fitRefusal.value).toBeNull();
  });
});

describe('the items of the fit', () => {
  it('have their names, benchmarks and attributes, in the order of the fit', async () => {
    navigate({ view: 'items' });
    await fitted();
    const result = currentFit.value.result;
    if (!result) throw new Error('the fit should be there');
    await loadFitItems(result);
    expect(fitItems.value?.attributes).toEqual(['subject']);
    expect(fitItems.value?.rows).toHaveLength(1103);
    expect(fitItems.value?.rows[1]).toMatchObject({ benchmark: 'PubMedQA', id: 'q0002', attributes: [''] });
    expect(fitItems.value?.rows[40]).toMatchObject({
      benchmark: 'naep_cmcqrd',
      id: 'q0001',
      attributes: ['reading'],
    });
    await loadItemDetail(result.fit, 7);
    expect(itemDetail.value.detail?.position).toBe(7);
    await loadItemDetail(result.fit, -1);
    expect(itemDetail.value.detail).toBeNull();
  });
});

describe('a computation on the fit', () => {
  it('starts once for the same question, is cancelled, and forgotten with the data', async () => {
    let runs = 0;
    const job = createFitJob<number, string>('Done.', async (n, onStatus, signal) => {
      runs += 1;
      onStatus({ done: false, progress: 0.5, stage: `about ${n}` });
      await new Promise((resolve) => setTimeout(resolve, 20));
      if (signal.aborted)
        throw new EngineError({ code: 'cancelled', message: '', file: '', line: 0, hint: '' });
      return `answer ${n}`;
    });
    void job.start(1);
    void job.start(1);
    expect(job.state.value).toMatchObject({ state: 'working', stage: 'about 1' });
    await until(() => job.state.value.state === 'done', 'the answer');
    expect([runs, job.state.value.result]).toEqual([1, 'answer 1']);
    void job.start(2);
    expect(job.state.value).toMatchObject({ state: 'working', result: 'answer 1' });
    job.cancel();
    await new Promise((resolve) => setTimeout(resolve, 40));
    expect(job.state.value).toMatchObject({ state: 'cancelled', result: 'answer 1' });
    await job.start(1, true);
    expect(runs).toBe(3);
    forgetFitJobs();
    expect(job.state.value).toMatchObject({ state: 'idle', result: null });
  });
});
