// @vitest-environment happy-dom
// How often the conclusion would change, and re-clustered draws that show an interval early.
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { start } from '../../../web/src/app/start.ts';
import { robustnessStrips } from '../../../web/src/charts/robustness_strips.ts';
import type { AnalysisRequest } from '../../../web/src/engine/engine.ts';
import type { Robustness } from '../../../web/src/engine/study.ts';
import { cancelAnalysis, currentAnalysis } from '../../../web/src/state/analysis.ts';
import { drawSteps, drawsSoFar } from '../../../web/src/state/bootstrap_draws.ts';
import { addFiles, removeAllFiles } from '../../../web/src/state/files.ts';
import { navigate, resetParameters, setParameters } from '../../../web/src/state/history.ts';
import { defaultParameters } from '../../../web/src/state/parameters.ts';
import { parametersOpen } from '../../../web/src/state/store.ts';
import { robustnessJob } from '../../../web/src/state/study_robustness.ts';
import { robustnessInWords, settingInWords } from '../../../web/src/verdict/robustness.ts';
import { fakeStudy } from '../fixtures/study.ts';
import { all, button, engineWith, figures, give, labelled, root, shown, until } from './page.ts';

vi.mock('../../../web/src/charts/chart_view.tsx', () => import('./chart_stand_in.tsx'));
vi.setConfig({ testTimeout: 20_000 });

const engine = engineWith({}, 60);
const asked: AnalysisRequest[] = [];
/** Each answer of re-clustered draws waits for this. */
let hold: (request: AnalysisRequest) => Promise<void> = async () => {};
const analyse = engine.analyse;
engine.analyse = async (request, onStatus, signal) => {
  if (request.priority === 0) {
    asked.push(request);
    const { bootstrapDraws } = request.parameters;
    onStatus({
      done: false,
      progress: 0.9,
      stage: `Re-clustered draw ${bootstrapDraws - 5} of ${bootstrapDraws}`,
    });
    await hold(request);
  }
  const result = await analyse(request, () => {}, signal);
  const kind = request.parameters.bootstrap;
  const draws = request.parameters.bootstrapDraws;
  return { ...result, bootstrap: { kind, low: 0.3 + draws / 10_000, high: 0.5, sd: 0.05, draws } };
};
const settled = () => until(() => currentAnalysis.value.state === 'done', 'the analysis');

beforeAll(async () => {
  document.body.append(root);
  parametersOpen.value = true;
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      observe() {}
      disconnect() {}
    },
  );
  await import('../../../web/src/views/benchmark/index.tsx');
  await start(engine, root);
  await addFiles([{ path: 'a.csv', file: new File(['x'], 'a.csv') }]);
  navigate({ view: 'benchmark', benchmark: 'PubMedQA', model: 'Qwen3-8B' });
  await settled();
});
beforeEach(() => {
  hold = async () => {};
});
afterAll(() => removeAllFiles());

describe('how often the conclusion would change', () => {
  const title = 'HARMONY at every setting';
  it('waits to be asked, can be cancelled, and answers in one sentence and a chart', async () => {
    expect(engine.asked).toEqual([]);
    button('Try all settings').click();
    await until(() => robustnessJob.state.value.state === 'working', 'the start');
    robustnessJob.cancel();
    await until(() => shown().includes('Cancelled. Try all settings'), 'the end');
    button('Try all settings').click();
    await until(() => figures().includes(title), 'the strips');
    expect(engine.asked.at(-1)).toMatchObject({
      question: 'robustness',
      parameters: {
        benchmark: 0,
        model: 2,
        draws: 199,
        analysis: { partition: 'similarity', detail: false },
      },
    });
    expect(all('.robustness-sentence')[0]?.textContent).toBe(
      'Of 180 settings 12 (7%) would change the conclusion (less even than chance makes it: HARMONY .44, chance .81, p = .005); all of them with τ = 4 and b = 0.2.',
    );
  });

  it('is dimmed when a parameter changes, and gone for another model', async () => {
    setParameters({ tau: 2 }, true);
    await until(() => shown().includes('The parameters have changed since.'), 'the note');
    expect(all('.robustness-sentence')[0]?.className).toContain('stale-content');
    resetParameters();
    await until(() => !shown().includes('The parameters have changed since.'), 'the first parameters');
    navigate({ model: 'Qwen3-32B' });
    await settled();
    await until(() => all('.robustness-sentence').length === 0, 'the other model');
    navigate({ model: 'Qwen3-8B' });
    await settled();
  });

  it('says when nothing would change, and what is common to what does', () => {
    const given = fakeStudy.robustness?.({
      benchmark: 0,
      model: 2,
      analysis: defaultParameters,
      draws: 199,
    }) as Robustness;
    expect(robustnessInWords({ ...given, changed: 0 })).toMatch(
      /^Of 180 settings none would change the conclusion \(less even/,
    );
    expect(robustnessInWords({ ...given, settings: [], by: [] })).toContain('nothing to vary');
    expect(settingInWords('kShift', -1)).toBe('k − 1');
    expect(settingInWords('kShift', 0)).toBe('k as chosen');
    const chart = robustnessStrips(given, 'M', 'X');
    expect(chart?.points.count).toBe(4 * 180);
    expect(chart?.table().rows.filter((row) => row.at(-1) === 'yes')).toHaveLength(12);
    expect(chart?.points.pick(0, 0, given.settings[0]?.harmony ?? 0)).toBeGreaterThanOrEqual(0);
    expect(robustnessStrips({ ...given, by: [] }, 'M', 'X')).toBeNull();
  });
});

describe('re-clustered draws', () => {
  it('are asked for in growing numbers', () => {
    const reclustered = { ...defaultParameters, bootstrap: 'reclustered' as const };
    expect(drawSteps({ ...reclustered, bootstrapDraws: 99 }, 0)).toEqual([20, 50, 99]);
    expect(drawSteps({ ...reclustered, bootstrapDraws: 999 }, 0)).toEqual([20, 50, 100, 200, 500, 999]);
    expect(drawSteps({ ...reclustered, bootstrapDraws: 999 }, 100)).toEqual([200, 500, 999]);
    expect(drawSteps({ ...reclustered, bootstrapDraws: 99 }, 999)).toEqual([99]);
    expect(drawSteps({ ...reclustered, bootstrapDraws: 10 }, 0)).toEqual([10]);
    expect(drawSteps(defaultParameters, 0)).toEqual([999]);
    expect(drawSteps({ ...reclustered, partition: 'attribute:subject', bootstrapDraws: 99 }, 0)).toEqual([
      99,
    ]);
  });

  it('show the interval so far with its number of draws, not dimmed, and then the whole', async () => {
    const release: (() => void)[] = [];
    hold = () => new Promise((resolve) => release.push(resolve));
    asked.length = 0;
    setParameters({ bootstrap: 'reclustered' }, true);
    await until(() => release.length === 1, 'the first question');
    release[0]?.();
    await until(() => release.length === 2, 'the second question');
    await until(
      () =>
        shown().includes(
          'Interval of HARMONY so far: .30–.50, from 20 of 99 draws of all items, each clustered anew.',
        ),
      'the first interval',
    );
    expect(currentAnalysis.value.state).toBe('working');
    expect(all('.benchmark-view .stale-content')).toEqual([]);
    await until(() => shown().includes('Re-clustered draw 45 of 99'), 'how far it is');
    release[1]?.();
    await until(() => shown().includes('from 50 of 99 draws'), 'the second interval');
    await until(() => release.length === 3, 'the third question');
    release[2]?.();
    await settled();
    await until(() => shown().includes('Interval of HARMONY .31–.50: 99 draws'), 'the whole');
    expect(drawsSoFar.value).toBeNull();
    expect(asked.map((one) => one.parameters.bootstrapDraws)).toEqual([20, 50, 99]);
  });

  it('go on from the draws that are there when more are wanted, by a slider', async () => {
    asked.length = 0;
    const steps = history.length;
    give(labelled('Bootstrap draws'), '209');
    await until(() => shown().includes('Interval of HARMONY .32–.50: 209 draws'), 'the whole');
    expect(asked.map((one) => one.parameters.bootstrapDraws)).toEqual([100, 200, 209]);
    expect(history.length).toBe(steps);
  });

  it('can be stopped with what is there, and continued', async () => {
    asked.length = 0;
    hold = (request) => (request.parameters.bootstrapDraws > 20 ? new Promise(() => {}) : Promise.resolve());
    setParameters({ seed: 5, bootstrapDraws: 99 });
    await until(() => drawsSoFar.value?.draws === 20, 'the first draws');
    cancelAnalysis();
    await until(() => shown().includes('Stopped after 20 of 99 bootstrap draws.'), 'the stop');
    hold = async () => {};
    button('Continue').click();
    await settled();
    expect(asked.map((one) => one.parameters.bootstrapDraws)).toEqual([20, 50, 50, 99]);
    resetParameters();
    await settled();
  });
});
