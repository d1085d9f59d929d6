// @vitest-environment happy-dom
// Ranks and noise, with an engine of invented numbers.
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { start } from '../../../web/src/app/start.ts';
import { lightTheme } from '../../../web/src/charts/theme.ts';
import { lanesOf, tieBrackets } from '../../../web/src/charts/tie_brackets.ts';
import type { Ranks } from '../../../web/src/engine/study.ts';
import { addFiles, removeAllFiles } from '../../../web/src/state/files.ts';
import { address, navigate, otherValue } from '../../../web/src/state/history.ts';
import { noiseJob, ranksJob } from '../../../web/src/state/study_ranks.ts';
import { rankInWords, ranksVerdict, unlikeItemsInWords } from '../../../web/src/verdict/ranks.ts';
import { button, engineWith, figures, give, labelled, root, shown, table, until, verdict } from './page.ts';

vi.mock('../../../web/src/charts/chart_view.tsx', () => import('./chart_stand_in.tsx'));
vi.setConfig({ testTimeout: 20_000 });

const engine = engineWith();
const settled = () =>
  until(
    () =>
      ranksJob.state.value.state === 'done' && noiseJob.state.value.state === 'done' && figures().length > 0,
    'the ranks',
  );

beforeAll(async () => {
  document.body.append(root);
  await import('../../../web/src/views/study/index.tsx');
  await start(engine, root);
  await addFiles([{ path: 'a.csv', file: new File(['x'], 'a.csv') }]);
  navigate({ view: 'ranks', benchmark: 'PubMedQA' });
  await settled();
});
afterAll(() => removeAllFiles());

describe('ranks and noise', () => {
  it('says how many of the first cannot be told apart, and which differences are noise', () => {
    expect(verdict()).toBe(
      'Of 9 models on PubMedQA no test tells the first 2 apart; 32 of 36 pairs can be told apart (Holm). ' +
        'The best of them by score is a-model-with-a-remarkably-long-name-instruct-2026-07-distilled-v2, 82.8% (80.4–85.2; 60 items). ' +
        'On PubMedQA (60 items) differences of two models below 3.1 points are noise for half of the pairs (below 3.9 for the worst); telling one point apart would take about 9,610 items.',
    );
    expect(figures()).toEqual(['Who can be told apart?']);
  });

  it('lists the models best first with the ranks that the tests leave open', () => {
    const rows = table('Models with their ranks');
    expect(rows).toHaveLength(10);
    expect(rows[2]).toEqual([
      '2 (1–2)',
      'Qwen3-32B',
      '79.2% (76.8–81.6)',
      '±1.2',
      '60',
      'a-model-with-a-remarkably-long-name-instruct-2026-07-distilled-v2',
    ]);
    expect(rows[5]?.slice(0, 2)).toEqual(['5', 'Mistral-7B-v0.3']);
    expect(rows[5]?.[5]).toBe('none');
  });

  it('has the noise of every benchmark, and leads to one', async () => {
    const rows = table('Benchmarks with their noise');
    expect(rows[1]).toEqual(['PubMedQA', '9', '60', '1.2', '3.1', '3.9', '4.4', '9,610', '36']);
    button('naep_cmcqrd').click();
    await until(() => verdict().includes('on naep_cmcqrd'), 'the other benchmark');
    expect(address.value.benchmark).toBe('naep_cmcqrd');
    expect(engine.asked.at(-1)?.parameters).toEqual({ benchmark: 1, correction: 'holm' });
    navigate({ benchmark: 'PubMedQA' });
    await settled();
  });

  it('asks again with another correction, which stands in the address', async () => {
    give(labelled<HTMLSelectElement>('Correction'), 'benjamini-hochberg');
    await until(() => verdict().includes('(Benjamini–Hochberg)'), 'the other correction');
    expect(otherValue('correction')).toBe('benjamini-hochberg');
    give(labelled<HTMLSelectElement>('Correction'), 'holm');
    await until(() => verdict().includes('(Holm)'), 'the first correction');
    expect(otherValue('correction')).toBeUndefined();
    expect(shown()).not.toContain('is left out');
  });
});

describe('sentences and brackets', () => {
  const name = (model: number) => `M${model}`;
  const model = (index: number, rank: number, lowestRank: number, tiedWith: number[]) => ({
    model: index,
    accuracy: {
      value: 0.9 - index / 10,
      interval: { low: 0.88 - index / 10, high: 0.92 - index / 10 },
      items: 100,
      missing: 0,
      method: 'Wilson',
    },
    standardError: 0.01,
    rank,
    lowestRank,
    tiedWith,
  });
  const ranks: Ranks = {
    benchmark: 0,
    correction: 'holm',
    method: 'McNemar, exact',
    models: [model(0, 1, 1, []), model(1, 2, 3, [2]), model(2, 2, 4, [1, 3]), model(3, 3, 4, [2])],
    pairs: 6,
    distinguishable: 4,
    groups: [
      { first: 0, last: 0 },
      { first: 1, last: 2 },
      { first: 2, last: 3 },
    ],
    leftOut: [],
  };
  it('name one that leads alone', () => {
    expect(ranksVerdict(ranks, 'X', name).text).toBe(
      'Of 4 models on X M0 leads with 90.0% (88.0–92.0; 100 items), significantly better than every other; 4 of 6 pairs can be told apart (Holm).',
    );
  });
  it('say that an order is noise, and that one model has no rank', () => {
    const tied = { ...ranks, groups: [{ first: 0, last: 3 }], distinguishable: 0 };
    expect(ranksVerdict(tied, 'X', name).text).toMatch(
      /^Of 4 models on X no test tells any two apart: the order is noise; 0 of 6/,
    );
    expect(ranksVerdict({ ...ranks, models: ranks.models.slice(0, 1), pairs: 0 }, 'X', name).text).toMatch(
      /^Only M0 has scores on X .* need at least two models\.$/,
    );
    expect(ranksVerdict({ ...ranks, models: [] }, 'X', name).tone).toBe('empty');
  });
  it('say when the order by score compares different items', () => {
    expect(unlikeItemsInWords(ranks)).toBe('');
    const few = structuredClone(ranks);
    const last = few.models.at(-1);
    if (!last) throw new Error('there are models');
    last.accuracy.items = 40;
    expect(unlikeItemsInWords(few)).toMatch(
      /^The models have scores on 40 to 100 items: their order by score compares different items\./,
    );
  });
  it('write a rank with what is open', () => {
    expect(rankInWords(model(0, 2, 5, []), 3)).toBe('3 (2–5)');
    expect(rankInWords(model(0, 1, 1, []), 1)).toBe('1');
  });
  it('draw accuracies between 0 and 1 alone', () => {
    const wide = structuredClone(ranks);
    for (const [n, one] of wide.models.entries())
      one.accuracy = { ...one.accuracy, value: n === 0 ? 0.998 : 0.02, interval: { low: 0.01, high: 0.999 } };
    const axis = tieBrackets(wide, 'X', name)?.option(lightTheme, 390).xAxis as { min: number; max: number };
    expect([axis.min, axis.max]).toEqual([0, 1]);
  });
  it('put overlapping brackets beside each other', () => {
    expect(
      lanesOf([
        { first: 0, last: 2 },
        { first: 1, last: 3 },
        { first: 3, last: 4 },
      ]),
    ).toEqual([0, 1, 0]);
    const chart = tieBrackets(ranks, 'X', name);
    expect(chart?.summary).toContain('Not told apart: places 2 to 3; places 3 to 4.');
    expect(chart?.table().rows[2]).toEqual(
      ['M2', 3, 2, 4, 0.7, 0.68, 0.72, 100].map((x) =>
        typeof x === 'number' && x < 1 ? expect.closeTo(x, 9) : x,
      ),
    );
    expect(tieBrackets({ ...ranks, models: ranks.models.slice(0, 1) }, 'X', name)).toBeNull();
  });
});
