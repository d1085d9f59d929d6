// @vitest-environment happy-dom
// Re-balancing with an engine of invented numbers.
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { start } from '../../../web/src/app/start.ts';
import { EngineError } from '../../../web/src/engine/call.ts';
import type { RebalancedPoint, Rebalancing } from '../../../web/src/engine/study.ts';
import { addFiles, removeAllFiles } from '../../../web/src/state/files.ts';
import { navigate, otherValue, setOtherValue, setParameters } from '../../../web/src/state/history.ts';
import { parametersOpen } from '../../../web/src/state/store.ts';
import { differentPoints, rebalancingJob } from '../../../web/src/state/study_rebalancing.ts';
import { orderInWords, rebalancingVerdict, shareInWords } from '../../../web/src/verdict/rebalancing.ts';
import { itemLists, listAsJson } from '../../../web/src/views/rebalancing/item_lists.tsx';
import { fixtureModels } from '../fixtures/fake_engine.ts';
import { fakeStudy } from '../fixtures/study.ts';
import {
  all,
  button,
  engineWith,
  figures,
  give,
  labelled,
  root,
  shown,
  table,
  until,
  verdict,
} from './page.ts';

vi.mock('../../../web/src/charts/chart_view.tsx', () => import('./chart_stand_in.tsx'));
const saved: { name: string; text: Promise<string> }[] = [];
vi.mock('../../../web/src/components/save.ts', () => ({
  saveBlob: (name: string, blob: Blob) => void saved.push({ name, text: blob.text() }),
}));
vi.setConfig({ testTimeout: 20_000 });

const change = (result: Rebalancing): Rebalancing => result;
let refuse = false;
const engine = engineWith(
  {
    rebalancing: (result: Rebalancing) => {
      if (refuse)
        throw new EngineError({
          code: 'too_few_items',
          message: 'PubMedQA has too few items.',
          file: '',
          line: 0,
          hint: 'Add more.',
        });
      return change(result);
    },
  },
  40,
);
const settled = () =>
  until(() => rebalancingJob.state.value.state === 'done' && figures().length > 0, 'the curves');
const slider = () => labelled<HTMLInputElement>('Share of the items pruned');
/** The last step of the slider: where it is judged. */
const last = () => String(differentPoints(result()).length - 1);
const pointAt = (step: number) => result().points[differentPoints(result())[step] ?? 0];
const result = () => rebalancingJob.state.value.result as Rebalancing;

beforeAll(async () => {
  document.body.append(root);
  parametersOpen.value = true;
  await import('../../../web/src/views/study/index.tsx');
  await start(engine, root);
  await addFiles([{ path: 'a.csv', file: new File(['x'], 'a.csv') }]);
  navigate({ view: 'rebalancing', benchmark: 'PubMedQA' });
});
afterAll(() => removeAllFiles());

describe('re-balancing', () => {
  it('starts by itself, says what it does and can be cancelled and computed again', async () => {
    await until(() => shown().includes('are being pruned'), 'the start');
    expect(verdict()).toBe(
      '60 items of PubMedQA on 9 models are being pruned, most alike first, and equally many at random.',
    );
    await until(() => all('main button').some((one) => one.textContent === 'Cancel'), 'Cancel');
    button('Cancel').click();
    await until(() => shown().includes('Cancelled.'), 'the end');
    button('Compute').click();
    await settled();
    expect(engine.asked[0]?.parameters).toMatchObject({
      benchmark: 0,
      draws: 1000,
      points: 41,
      budget: 0.5,
      seed: 1,
      analysis: { partition: 'similarity-shared', bandwidth: 0.1, detail: false },
    });
  });

  it('begins with the verdict and answers at the judged point', async () => {
    await settled();
    const point = result().points[result().judgedAt];
    expect(verdict()).toMatch(
      /^PubMedQA is fragile: pruning \d+% of its items \(until its 5 subdomains are level\) moves the accuracy of \d of 9 models further than random removal does \(smallest adjusted p \.\d{3}; 56 items\); the order of models /,
    );
    expect(verdict()).toContain(`Kendall’s tau`);
    expect(slider().value).toBe(last());
    expect(slider().getAttribute('aria-valuetext')).toBe(
      `${((point?.share ?? 0) * 100).toFixed(1)}% (${point?.pruned} items)`,
    );
    expect(figures()).toEqual([
      'HARMONY while items are pruned',
      'Accuracy of Llama-3.1-8B while items are pruned',
      expect.stringMatching(/^Order of the models, all items and \d+\.\d% pruned$/),
    ]);
  });

  it('answers the slider at once, writes its value into the address and adds no step of history', async () => {
    const steps = history.length;
    give(slider(), '10');
    const point = pointAt(10);
    await until(() => shown().includes(`(${point?.pruned} of 56 items)`), 'the answer');
    expect(all('.share-answer')[0]?.textContent).toBe(
      shareInWords(result(), differentPoints(result())[10] ?? 0, modelName).join(''),
    );
    await until(() => otherValue('pruned') !== undefined, 'the address');
    expect(Number(otherValue('pruned'))).toBeCloseTo((point?.share ?? 0) * 100, 2);
    for (const value of ['11', '12', '13', '14']) give(slider(), value);
    await until(() => slider().value === '14', 'the last value');
    expect(history.length).toBe(steps);
    give(slider(), last());
    await until(() => otherValue('pruned') === undefined, 'the default, which is not written');
    expect(shown()).not.toContain('The verdict is about the point');
  });

  it('reads the share of the address', async () => {
    setOtherValue('pruned', String((pointAt(8)?.share ?? 0) * 100));
    await until(() => slider().value === '8', 'the point');
    expect(shown()).toContain('The verdict is about the point “judged here”.');
    setOtherValue('pruned', 'nonsense');
    await until(() => slider().value === last(), 'the judged point');
    setOtherValue('pruned', undefined);
  });

  it('lists the models against random removals and balanced by weighting, and shows the curve of one', async () => {
    const rows = table('Models before and after pruning');
    expect(rows[0]?.slice(0, 3)).toEqual(['Model', 'All items', 'After pruning']);
    expect(rows).toHaveLength(10);
    const qwen = result().models[2];
    const row = rows.find((one) => one[0] === 'Qwen3-8B');
    expect(row?.[1]).toBe(`${((qwen?.accuracy[0] ?? 0) * 100).toFixed(1)}%`);
    expect(row?.[6]).toBe((qwen?.tests[40]?.adjusted ?? 0).toFixed(3).replace('0.', '.'));
    expect(row?.[8]).toMatch(/^[+−]?\d+\.\d \([+−]?\d+\.\d to [+−]?\d+\.\d\)$/);
    button('Qwen3-8B').click();
    await until(() => figures().includes('Accuracy of Qwen3-8B while items are pruned'), 'the curve');
    expect(otherValue('shown')).toBe('Qwen3-8B');
    setOtherValue('shown', undefined);
  });

  it('downloads the pruned and the kept items, which together are all of them', async () => {
    await until(() => !button('Kept list, CSV').disabled, 'the ids');
    for (const name of ['Pruned list, CSV', 'Kept list, CSV', 'Pruned list, JSON', 'Kept list, JSON'])
      button(name).click();
    expect(saved.map((one) => one.name)).toEqual([
      'pruned items PubMedQA.csv',
      'kept items PubMedQA.csv',
      'pruned items PubMedQA.json',
      'kept items PubMedQA.json',
    ]);
    const [pruned, kept] = await Promise.all(saved.slice(0, 2).map((one) => one.text));
    const lines = (text: string | undefined) => (text ?? '').trim().split('\r\n');
    expect(lines(pruned)[0]).toBe('benchmark,item,subdomain');
    expect(lines(pruned).length + lines(kept).length).toBe(56 + 2);
    const json = JSON.parse((await saved[2]?.text) ?? '');
    expect(json).toMatchObject({ format: 'harmonograph item list', list: 'pruned', of: 56, budget: 0.5 });
    expect(json.items.map((one: { id: string }) => one.id)).toEqual(
      lines(pruned)
        .slice(1)
        .map((line) => line.split(',')[1]),
    );
    expect(shown()).toContain('4 items without a score or subdomain are in neither list.');
  });

  it('has its method beside it, and asks again for a new one', async () => {
    const before = engine.asked.length;
    give(labelled('Budget (share of the items)'), '0.3');
    await until(() => engine.asked.length > before, 'the question');
    expect(engine.asked.at(-1)?.parameters.budget).toBe(0.3);
    expect(otherValue('budget')).toBe('0.3');
    expect(all('figure')[0]?.dataset.stale).toBe('yes');
    await settled();
    expect(verdict()).toMatch(/as far as the budget goes; its 5 subdomains then have \d+ to \d+ items/);
    button('Reset').click();
    await until(() => otherValue('budget') === undefined, 'the default');
    await settled();
    await until(() => slider().value === last(), 'the judged point');
  });

  it('states the rule', async () => {
    const how = all('details.study-how')[0];
    expect(how?.textContent).toContain(result().rule);
    expect(how?.textContent).toContain('1,000 removals of equally many items at random (seed 1)');
  });

  it('warns where the partition comes from the answers', async () => {
    setParameters({ partition: 'responses' });
    await until(() => shown().includes('The subdomains come from the answers themselves'), 'the warning');
    setParameters({ partition: 'similarity-shared' });
    await settled();
  });

  it('says why there is nothing: a failure, and data without subdomains', async () => {
    refuse = true;
    setOtherValue('removal-seed', '7');
    await until(() => shown().includes('PubMedQA has too few items.'), 'the failure');
    refuse = false;
    button('Try again').click();
    await settled();
    setOtherValue('removal-seed', undefined);
    await settled();
  });
});

const modelName = (model: number) => fixtureModels[model] ?? '';

describe('sentences of re-balancing', () => {
  const given = () => structuredClone(result());
  it('call a benchmark stable', () => {
    const one = given();
    one.verdict = 'stable';
    one.smallestAdjusted = 0.31;
    for (const point of one.points) {
      point.significant = 0;
      point.kendall = 1;
      point.swapCount = 0;
      point.swaps = [];
    }
    expect(rebalancingVerdict(one, 'BoolQ').text).toMatch(
      /^BoolQ is stable: pruning \d+% of its items \(until its 5 subdomains are level\) moves the accuracy of none of 9 models further than random removal does \(smallest adjusted p \.31; 56 items\); the order of models stays the same \(Kendall’s tau 1\.00, no pair swaps\)\.$/,
    );
  });
  it('are careful where the partition comes from the answers', () => {
    const one = given();
    one.warnings = [{ code: 'partition_from_answers', message: 'From the answers.' }];
    const { tone, text } = rebalancingVerdict(one, 'X');
    expect(tone).toBe('caution');
    expect(text).toMatch(
      /^X cannot be called fragile by these subdomains: they group the items by the answers themselves, so that pruning \d+% .* by construction \(smallest adjusted p .*Only subdomains by contents can say: /,
    );
    expect(rebalancingVerdict({ ...one, verdict: 'stable' }, 'X').text).toMatch(/^X is stable: /);
  });
  it('never give a tau of 1 beside pairs that swap', () => {
    const point = { ...given().points[1], kendall: 0.9992, swapCount: 2, swaps: [] } as RebalancedPoint;
    expect(orderInWords(point)).toBe(
      'the order of models hardly changes (Kendall’s tau > .99, 2 pairs swap)',
    );
    expect(orderInWords({ ...point, kendall: 1, swapCount: 0 })).toContain('Kendall’s tau 1.00, no pair');
  });
  it('say nothing about an order of one model, and nothing of what could not be tested', () => {
    const one = given();
    one.models = one.models.slice(0, 1);
    const at = one.points[one.judgedAt];
    if (at) {
      at.significant = 0;
      at.kendall = null;
    }
    one.verdict = 'stable';
    expect(rebalancingVerdict(one, 'X').text).toMatch(
      /does not move the accuracy of its only model .*items\)\.$/,
    );
    one.verdict = 'unknown';
    expect(rebalancingVerdict(one, 'X').text).toMatch(/^Whether X is fragile cannot be said/);
  });
  it('say when there is nothing to balance or to prune', () => {
    const one = given();
    one.k = 1;
    expect(rebalancingVerdict(one, 'X').text).toContain('lie in one subdomain');
    const level = given();
    level.sizes = [10, 10];
    level.k = 2;
    level.judgedAt = 0;
    expect(rebalancingVerdict(level, 'X').text).toBe(
      'The 2 subdomains of X are equally large already (10 items each): there is nothing to prune.',
    );
  });
  it('name the pairs that change places, and how many more', () => {
    const one = given();
    const point = one.points[5];
    if (!point) throw new Error('there are 41 points');
    point.pruned = 5;
    point.kendall = 0.5;
    point.swapCount = 9;
    point.swaps = [
      { first: 0, second: 1 },
      { first: 2, second: 3 },
      { first: 4, second: 5 },
      { first: 6, second: 7 },
      { first: 0, second: 2 },
    ];
    expect(shareInWords(one, 5, modelName)[1]).toBe(
      'The order of models changes (Kendall’s tau .50, 9 pairs swap): Llama-3.1-8B with Llama-3.1-70B, Qwen3-8B with Qwen3-32B, Mistral-7B-v0.3 with gemma-2-9b-it, OLMo-2-1124-13B with Falcon3-10B-Base and 5 more change places.',
    );
  });
  it('make lists that a spreadsheet does not run as formulas', () => {
    const one = given();
    const rows = Array.from({ length: 60 }, (_, item) => ({
      item,
      id: `=cmd(${item})`,
      text: '',
      key: 0,
      options: 4,
      attributes: [],
      meanScore: null,
      scored: 0,
    }));
    const lists = itemLists(one, one.judgedAt, ['A', 'B', 'C', 'D', 'E'], rows);
    expect(new Set([...lists.pruned, ...lists.kept].map((entry) => entry.item)).size).toBe(56);
    expect(lists.pruned[0]?.id).toMatch(/^=cmd/);
    expect(lists.pruned[0]?.subdomain).toBe('A');
    expect(JSON.parse(listAsJson(one, one.judgedAt, 'kept', 'X', 'M', lists.kept))).toMatchObject({
      list: 'kept',
      partitionOf: 'M',
    });
  });
  it('have invented answers that keep the contract', () => {
    const answer = fakeStudy.rebalancing?.({ ...given().parameters, points: 5 });
    expect(answer?.points).toHaveLength(5);
    expect(answer?.order.length).toBe(answer?.points.at(-1)?.pruned);
  });
});
