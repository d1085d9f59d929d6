// @vitest-environment happy-dom
// Two models compared, with an engine of invented numbers.
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { start } from '../../../web/src/app/start.ts';
import { differenceRows } from '../../../web/src/charts/difference_rows.ts';
import { lightTheme } from '../../../web/src/charts/theme.ts';
import type { ComparedModels } from '../../../web/src/engine/study.ts';
import { addFiles, removeAllFiles } from '../../../web/src/state/files.ts';
import { address, navigate, otherValue, setOtherValue } from '../../../web/src/state/history.ts';
import { compareJob } from '../../../web/src/state/study_compare.ts';
import {
  compareVerdict,
  flipsInWords,
  heterogeneityInWords,
  pointsRange,
} from '../../../web/src/verdict/compare.ts';
import { button, engineWith, figures, give, labelled, root, shown, table, until, verdict } from './page.ts';

vi.mock('../../../web/src/charts/chart_view.tsx', () => import('./chart_stand_in.tsx'));
const saved: { name: string; text: Promise<string> }[] = [];
vi.mock('../../../web/src/components/save.ts', () => ({
  saveBlob: (name: string, blob: Blob) => void saved.push({ name, text: blob.text() }),
}));
vi.setConfig({ testTimeout: 20_000 });

let change = (result: ComparedModels): ComparedModels => result;
const engine = engineWith({ compare: (result: ComparedModels) => change(result) });
const settled = () =>
  until(() => compareJob.state.value.state === 'done' && figures().length > 0, 'the comparison');

beforeAll(async () => {
  document.body.append(root);
  await import('../../../web/src/views/study/index.tsx');
  await start(engine, root);
  await addFiles([{ path: 'a.csv', file: new File(['x'], 'a.csv') }]);
  setOtherValue('first', 'Qwen3-32B');
  setOtherValue('second', 'Qwen3-8B');
  navigate({ view: 'compare', benchmark: 'PubMedQA' });
  await settled();
});
afterAll(() => removeAllFiles());

describe('two models', () => {
  it('begins with the difference, its uncertainty, and whether it is the same everywhere', () => {
    expect(verdict()).toBe(
      'Qwen3-32B scores 5.4 points higher than Qwen3-8B on PubMedQA (95%: +3.4 to +7.4; 72.7% against 67.3%; 56 items; ' +
        'McNemar’s exact test p < .001; odds ratio 2.50). ' +
        'The difference is not the same everywhere: Cochran’s Q 14.2, 4 degrees of freedom, p = .007.',
    );
    expect(engine.asked.at(-1)?.parameters).toMatchObject({ benchmark: 0, first: 3, second: 2 });
    expect(figures()).toEqual(['Qwen3-32B minus Qwen3-8B, by subdomain']);
    expect(shown()).toContain('4 items that only one of the two has a score on are left out.');
  });

  it('lists the groups with tests and effects', () => {
    const rows = table('Qwen3-32B and Qwen3-8B by group');
    expect(rows).toHaveLength(7);
    expect(rows[2]?.slice(0, 5)).toEqual(['Subdomain 1', '11', '76.5%', '63.5%', '+13.0 (+8.5 to +17.5)']);
    expect(rows[2]?.slice(7)).toEqual(['.002', '2.23', '.39']);
    expect(rows[5]?.[7]).toBe('.31');
  });

  it('lists the items that differ, with their texts, and leads to one', async () => {
    await until(() => table('Items on which the two differ')[1]?.[0] === 'q0005', 'the ids');
    const rows = table('Items on which the two differ');
    expect(rows[1]?.slice(0, 4)).toEqual(['q0005', '1', '0', 'Subdomain 1']);
    expect(rows[1]?.[4]).toContain('Question 5: does the invented treatment');
    expect(shown()).toContain(
      'Qwen3-32B right, Qwen3-8B wrong: 5; the reverse: 2; the same score on 87.5% of 56 items.',
    );
    button('q0005').click();
    await until(() => address.value.view === 'items', 'the item');
    expect(otherValue('item')).toBe('PubMedQA/q0005');
    navigate({ view: 'compare' });
    await settled();
  });

  it('takes other models and another partition, which stand in the address', async () => {
    give(labelled<HTMLSelectElement>('Against'), 'gemma-2-9b-it');
    await until(() => verdict().includes('gemma-2-9b-it'), 'the other model');
    expect(otherValue('second')).toBe('gemma-2-9b-it');
    expect(labelled<HTMLSelectElement>('Model').querySelector('option[disabled]')?.textContent).toBe(
      'gemma-2-9b-it',
    );
    give(labelled<HTMLSelectElement>('Subdomains by'), 'responses');
    await until(
      () => JSON.stringify(engine.asked.at(-1)?.parameters.analysis).includes('"partition":"responses"'),
      'the question',
    );
    await settled();
  });

  it('without a choice compares the two best', async () => {
    setOtherValue('first', undefined);
    setOtherValue('second', undefined);
    await until(
      () => engine.asked.at(-1)?.parameters.first === 8 || verdict().includes('remarkably'),
      'the two best',
    );
    await settled();
  });

  it('says why there are no groups', async () => {
    change = (result) => ({ ...result, groups: [], heterogeneity: null, partitionError: 'One item only.' });
    setOtherValue('first', 'Llama-3.1-8B');
    await until(() => shown().includes('There are no subdomains to compare: One item only.'), 'the reason');
    change = (result) => result;
  });
});

describe('sentences about two models', () => {
  const name = (model: number) => (model === 0 ? 'A' : 'B');
  const base = (): ComparedModels => ({
    ...structuredClone(compareJob.state.value.result as ComparedModels),
    first: 0,
    second: 1,
    heterogeneity: null,
  });
  it('say that no test tells them apart', () => {
    const one = base();
    one.overall.test.pValue = 0.4;
    one.overall.difference = -0.006;
    expect(compareVerdict(one, 'X', name).text).toMatch(
      /^No test tells A and B apart on X: the difference is −0\.6 points \(95%: /,
    );
  });
  it('name the one that is lower, and Cohen’s d for graded scores', () => {
    const one = base();
    one.graded = true;
    one.overall = {
      ...one.overall,
      difference: -0.05,
      oddsRatio: null,
      effect: 0.31,
      method: 'paired permutation',
    };
    expect(compareVerdict(one, 'X', name).text).toMatch(
      /^A scores 5\.0 points lower than B on X .*paired permutation test p < \.001; Cohen’s d \.31\)\.$/,
    );
    expect(flipsInWords(one, name)).toMatch(/^A higher than B: \d+; the reverse: \d+;/);
  });
  it('say nothing of groups that are not there, and that a constant difference is possible', () => {
    const one = base();
    one.groups = [];
    expect(heterogeneityInWords(one)).toBe('');
    one.heterogeneity = { q: 2.1, degrees: 1, pValue: 0.15 };
    expect(heterogeneityInWords(one)).toBe(
      'No test finds that the difference varies between the groups: Cochran’s Q 2.1, 1 degree of freedom, p = .15.',
    );
  });
  it('have no chart and no score without a common item', () => {
    const none = { ...base(), items: 0 };
    expect(differenceRows(none, 'X', name)).toBeNull();
    expect(compareVerdict(none, 'X', name).tone).toBe('empty');
  });
  it('show no difference beyond 100 points, whatever the interval of two items says', () => {
    const one = base();
    Object.assign(one.overall, { difference: 0.5, interval: { low: -5.853, high: 6.853 } });
    expect(pointsRange(one.overall.interval)).toBe('−100.0 to +100.0');
    const axis = differenceRows(one, 'X', name)?.option(lightTheme, 900).xAxis as {
      min: number;
      max: number;
    };
    expect([axis.min, axis.max]).toEqual([-1, 1]);
  });
  it('draw every group with its interval', () => {
    const chart = differenceRows(base(), 'X', name);
    expect(chart?.points.at(0).title).toBe('All items');
    expect(chart?.table().header).toEqual([
      'group',
      'items',
      'A',
      'B',
      'difference',
      'low',
      'high',
      'p',
      'adjusted p',
    ]);
  });
});
