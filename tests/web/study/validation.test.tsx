// @vitest-environment happy-dom
// "Does this work?" without any data, with an engine of invented numbers.
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { start } from '../../../web/src/app/start.ts';
import { truthScatter } from '../../../web/src/charts/truth_scatter.ts';
import type { Validation } from '../../../web/src/engine/study.ts';
import { addFiles, removeAllFiles } from '../../../web/src/state/files.ts';
import { address, otherValue, replaceAddress } from '../../../web/src/state/history.ts';
import { validationDefaults, validationJob } from '../../../web/src/state/study_validation.ts';
import { correlationInWords, validationVerdict } from '../../../web/src/verdict/validation.ts';
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
vi.setConfig({ testTimeout: 20_000 });

const engine = engineWith({}, 40);
const settled = () =>
  until(() => validationJob.state.value.state === 'done' && figures().length > 0, 'the answer');

beforeAll(async () => {
  document.body.append(root);
  await import('../../../web/src/views/study/index.tsx');
  await start(engine, root);
});
afterAll(() => removeAllFiles());

describe('does this work', () => {
  it('is reached from the empty page by one link', async () => {
    expect(all('h1')[0]?.textContent).toBe('Can a benchmark’s average be trusted?');
    const link = all('main a').find((one) =>
      one.textContent?.includes('simulated models with a known truth'),
    );
    expect(link?.getAttribute('href')).toBe('#view=validation');
    link?.click();
    await until(() => all('h1')[0]?.textContent === 'Does this work?', 'the view');
    expect(address.value.view).toBe('validation');
    expect(all('.rail a[aria-current="page"]')[0]?.textContent).toContain('Does this work?');
    await settled();
  });

  it('answers without any data, with the random partition beside it', () => {
    expect(engine.asked).toEqual([
      {
        question: 'validation',
        parameters: { domains: 4, entries: 30, noise: 0.2, imbalance: 0, models: 40, seed: 1 },
      },
    ]);
    expect(verdict()).toBe(
      'On 40 simulated models and 600 items estimated HARMONY follows the true one: r = .91 (.86–.94); random partitions of the same sizes: r = .10 (−.19 to .37).',
    );
    expect(shown()).toContain('RedundantQA is a benchmark that this page generates');
    expect(figures()).toEqual(['True (across) against estimated HARMONY (up)']);
    const rows = table('True and estimated HARMONY by measure');
    expect(rows[1]).toEqual([
      'predictive similarity',
      '.91 (.86–.94)',
      '.89 (.86–.94)',
      '.86',
      '.87',
      '.85',
      '.028',
    ]);
    expect(rows.map((row) => row[0])).toEqual([
      'Subdomains by',
      'predictive similarity',
      'response patterns',
      'lexical overlap',
      'random partition',
    ]);
  });

  it('waits until a slider rests, keeps the old chart dimmed, and writes the address without steps', async () => {
    const [asked, steps] = [engine.asked.length, history.length];
    const noise = labelled<HTMLInputElement>('Noise');
    for (const value of ['0.3', '0.4', '0.5']) give(noise, value);
    expect(noise.getAttribute('aria-valuetext')).not.toBeNull();
    await until(() => engine.asked.length > asked, 'the question');
    expect(engine.asked.length).toBe(asked + 1);
    expect(engine.asked.at(-1)?.parameters.noise).toBe(0.5);
    await until(() => all('figure')[0]?.dataset.stale === 'yes', 'the dimmed chart');
    await until(() => all('figure')[0]?.dataset.stale === 'no', 'the new chart');
    expect(verdict()).toContain('r = .82');
    expect(otherValue('noise')).toBe('0.5');
    expect(history.length).toBe(steps);
    button('Reset').click();
    await until(() => otherValue('noise') === undefined, 'the default');
    await settled();
  });

  it('says which measure could not be computed, in its place', async () => {
    replaceAddress({ other: [['simulated', '6']] });
    await until(() => shown().includes('Invented: too few models.'), 'the reason');
    expect(table('True and estimated HARMONY by measure')[3]).toEqual([
      'lexical overlap',
      'Invented: too few models.',
    ]);
    replaceAddress({ other: [['simulated', '1000']] });
    await until(
      () => engine.asked.at(-1)?.parameters.models === 40,
      'the default in place of a value out of range',
    );
    replaceAddress({ other: [] });
    await settled();
  });

  it('can be cancelled', async () => {
    give(labelled('Domains'), '6');
    await until(() => all('main button').some((one) => one.textContent === 'Cancel'), 'Cancel');
    button('Cancel').click();
    await until(() => shown().includes('Cancelled.'), 'the end');
    button('Compute').click();
    await until(() => shown().includes('900 items in 6 domains'), 'the answer');
  });

  it('stays while files are dropped in its place, and they come first then', async () => {
    await addFiles([{ path: 'a.csv', file: new File(['x'], 'a.csv') }]);
    expect(address.value.view).toBe('import');
  });
});

describe('the sentence of validation', () => {
  const given = () => fakeStudy.validation?.(validationDefaults) as Validation;
  it('says when estimates do not follow the truth', () => {
    const one = given();
    const main = one.measures[0];
    if (!main) throw new Error('there are measures');
    main.pearson = { value: 0.2, interval: { low: -0.1, high: 0.5 }, pValue: 0.2, pairs: 40 };
    expect(validationVerdict(one).text).toContain('does not follow the true one: r = .20 (−.10 to .50)');
    main.pearson = { value: 0.6, interval: { low: 0.3, high: 0.8 }, pValue: 0.001, pairs: 40 };
    expect(validationVerdict(one).text).toContain('follows the true one in part');
    main.pearson = null;
    main.error = 'no two subdomains were found';
    expect(validationVerdict(one).text).toContain(
      'there is no correlation of estimated and true HARMONY: no two',
    );
  });
  it('does not round a correlation up to 1', () => {
    const near = { value: 0.9982, interval: { low: 0.9966, high: 0.9991 }, pValue: 0, pairs: 40 };
    expect(correlationInWords(near)).toBe('.998 (.997–.999)');
    expect(correlationInWords({ ...near, value: 0.99997, interval: null })).toBe('.999');
    expect(correlationInWords({ ...near, value: 1, interval: null })).toBe('1.00');
  });
  it('draws only the measures that there are', () => {
    const one = given();
    for (const measure of one.measures) measure.error = 'none';
    expect(truthScatter(one)).toBeNull();
  });
});
