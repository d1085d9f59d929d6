// @vitest-environment happy-dom
// The overview as a table, benchmarks compared, scaling trends and groups of tasks, with an engine of invented numbers.
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { start } from '../../../web/src/app/start.ts';
import { EngineError } from '../../../web/src/engine/call.ts';
import type { PlaneParameters, ScalingParameters } from '../../../web/src/engine/study.ts';
import { addFiles, readAgain, removeAllFiles } from '../../../web/src/state/files.ts';
import { address, navigate, replaceAddress } from '../../../web/src/state/history.ts';
import { modelFacts } from '../../../web/src/state/model_facts.ts';
import {
  cancelOverview,
  continueOverview,
  overviewProgress,
  startOverview,
} from '../../../web/src/state/overview.ts';
import { planeJob } from '../../../web/src/state/plane.ts';
import { scalingJob } from '../../../web/src/state/scaling.ts';
import { parametersOpen, report, results } from '../../../web/src/state/store.ts';
import { fakeEngine } from '../fixtures/fake_engine.ts';

vi.mock('../../../web/src/charts/chart_view.tsx', () => ({
  ChartView: ({
    chart,
    onChoose,
  }: {
    chart: { title: string; summary: string; points: { at: (n: number) => { choice?: number } } };
    onChoose?: (choice: number) => void;
  }) => (
    <figure aria-label={chart.summary}>
      <figcaption>{chart.title}</figcaption>
      {onChoose && (
        <button type="button" class="choose" onClick={() => onChoose(chart.points.at(0).choice ?? -1)}>
          choose
        </button>
      )}
    </figure>
  ),
}));

const groups = [
  { name: 'mmlu, all', tasks: ['mmlu_law', 'mmlu_art'], merged: false, source: 'results file' as const },
  { name: 'bbh', tasks: ['bbh_a', 'bbh_b', 'bbh_c'], merged: false, source: 'names' as const },
];
const engine = fakeEngine({ delay: 8, items: 40, moreBenchmarks: 3, groups });
const cellCount = 5 * 9 - 1; // one is refused

const page = () => document.getElementById('app') as HTMLElement;
const shown = () => page().textContent ?? '';
const verdict = () => page().querySelector('.verdict')?.textContent ?? '';
const all = <E extends HTMLElement = HTMLElement>(selector: string) => [
  ...page().querySelectorAll<E>(selector),
];
const one = <E extends HTMLElement = HTMLElement>(selector: string): E => {
  const found = all<E>(selector)[0];
  if (!found) throw new Error(`there is no ${selector}`);
  return found;
};
const button = (words: string, within: HTMLElement = page()) => {
  const found = [...within.querySelectorAll('button')].find((each) => each.textContent?.startsWith(words));
  if (!found) throw new Error(`there is no button ${words}`);
  return found;
};
const field = <E extends HTMLElement = HTMLInputElement>(label: string): E =>
  one<E>(`[aria-label="${label}"]`);
const choose = (label: string, value: string) => {
  const id = all<HTMLLabelElement>('label').find((each) => each.textContent === label)?.htmlFor;
  const select = document.getElementById(id ?? '') as HTMLSelectElement;
  select.value = value;
  select.dispatchEvent(new Event('change', { bubbles: true }));
};
const write = (input: HTMLInputElement, text: string, key?: string) => {
  input.value = text;
  input.dispatchEvent(new Event('input', { bubbles: true }));
  return settle().then(() => {
    input.dispatchEvent(
      key ? new KeyboardEvent('keydown', { key, bubbles: true }) : new FocusEvent('blur', { bubbles: true }),
    );
    return settle();
  });
};
const settle = () => new Promise((resolve) => setTimeout(resolve, 10));
const until = async (condition: () => boolean, what: string) => {
  const end = Date.now() + 6000;
  while (!condition()) {
    if (Date.now() > end) throw new Error(`waited in vain for ${what}: ${shown().slice(0, 400)}`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
};
const overviewDone = () =>
  until(() => !overviewProgress.value.running && results.value.length === cellCount, 'all cells');
/** The latest answer is about all cells. */
const planeOfAll = () =>
  until(
    () =>
      planeJob.state.value.state === 'done' &&
      (planeJob.parameters.value as PlaneParameters).cells.length === cellCount,
    'the plane of all cells',
  );

beforeAll(async () => {
  document.body.innerHTML = '<div id="app"></div>';
  parametersOpen.value = true;
  await import('../../../web/src/views/study/index.tsx');
  await start(engine, page());
  await addFiles([{ path: 'a.csv', file: new File(['x'], 'a.csv') }]);
  await overviewDone();
});
afterEach(() => replaceAddress({ other: [] }));
afterAll(() => removeAllFiles());

describe('the overview as a table', () => {
  it('is a switch, kept in the address', async () => {
    navigate({ view: 'overview' });
    await settle();
    expect(all('.matrix-cell')).toHaveLength(0);
    const [list, table] = all<HTMLInputElement>('input[name="overview-form"]');
    expect([list?.checked, table?.checked]).toEqual([true, false]);
    table?.click();
    await until(() => all('.matrix-cell').length > 0, 'the table');
    expect(location.hash).toContain('form=table');
    expect(all('thead th').map((each) => each.textContent)).toEqual([
      ...['Model', 'PubMedQA', 'naep_cmcqrd', 'boolq', 'arc_challenge', 'hellaswag'],
    ]);
    expect(all('tbody tr')).toHaveLength(9);
  });
  it('has accuracy and HARMONY of each pair, says what is missing, and opens a cell', async () => {
    replaceAddress({ other: [['form', 'table']] });
    await until(() => all('.matrix-cell').length === 45, 'the cells');
    const cell = all('.matrix-cell').find((each) =>
      each.getAttribute('aria-label')?.startsWith('Qwen3-8B on PubMedQA'),
    );
    expect(cell?.getAttribute('aria-label')).toMatch(
      /^Qwen3-8B on PubMedQA: accuracy \d+\.\d% \(.+\), HARMONY \.\d\d \(.+\)$/,
    );
    expect(cell?.textContent).toMatch(/^\.\d\d\d+\.\d%$/);
    expect(
      all('.matrix-cell').some((each) =>
        each
          .getAttribute('aria-label')
          ?.endsWith('HARMONY not there: needs probabilities or at least 3 models'),
      ),
    ).toBe(true);
    cell?.click();
    expect(address.value).toMatchObject({ view: 'benchmark', benchmark: 'PubMedQA', model: 'Qwen3-8B' });
  });
  it('sorts by the HARMONY on a benchmark', async () => {
    replaceAddress({ view: 'overview', other: [['form', 'table']] });
    await until(() => all('.matrix-cell').length === 45, 'the cells');
    button('boolq').click();
    await until(() => location.hash.includes('table-sort=-on-boolq'), 'the address');
    const column = all('tbody tr').map(
      (row) => row.querySelectorAll('.matrix-harmony')[2]?.textContent ?? '',
    );
    expect(column).toEqual([...column].sort().reverse());
  });
});

describe('benchmarks compared', () => {
  it('fill while cells come in, say how many they rest on, and follow to the end', async () => {
    replaceAddress({ view: 'plane', other: [['workers', '1']] });
    startOverview();
    await until(() => verdict().includes('So far this rests on'), 'a first answer');
    expect(verdict()).toMatch(/So far this rests on \d+ of 44 averages\./);
    expect(shown()).toContain('Computing HARMONY');
    await overviewDone();
    await planeOfAll();
    await settle();
    expect(verdict()).toMatch(/^Of 5 benchmarks /);
    expect(verdict()).not.toContain('rests on');
  });
  it('asks no more often than cells are worth it', async () => {
    const before = engine.calls.filter((call) => call === 'study plane').length;
    replaceAddress({ other: [['workers', '1']] });
    startOverview();
    await overviewDone();
    await planeOfAll();
    const asked = engine.calls.filter((call) => call === 'study plane').length - before;
    // Of 44 cells. None at all where the last cells come before the first question is due: their answer is known.
    expect(asked).toBeLessThanOrEqual(6);
  });
  it('keep what is there after Cancel and offer the rest', async () => {
    replaceAddress({ other: [['workers', '1']] });
    startOverview();
    await until(() => results.value.length >= 6, 'some cells');
    cancelOverview();
    await until(() => verdict().includes('the rest was cancelled'), 'the verdict');
    button('Compute the rest').click();
    await overviewDone();
    await planeOfAll();
  });
  it('show chart, table and differences, and lead to a benchmark', async () => {
    await settle();
    expect(all('figure figcaption').map((each) => each.textContent)).toEqual([
      'Mean and variance of HARMONY over models',
    ]);
    const rows = all('[aria-labelledby] tbody tr').filter((row) => row.querySelector('.row-open'));
    expect(rows.map((row) => row.querySelector('th')?.textContent)).toEqual([
      ...['PubMedQA', 'naep_cmcqrd', 'boolq', 'arc_challenge', 'hellaswag'],
    ]);
    expect(one('.plane-differences summary').textContent).toMatch(
      /^Pairs of benchmarks: \d+ of 10 pairs differ/,
    );
    button('boolq').click();
    expect(address.value).toMatchObject({ view: 'benchmark', benchmark: 'boolq' });
    navigate({ view: 'plane' });
    await until(() => all('figure .choose').length > 0, 'the chart');
    one('figure .choose').click();
    expect(address.value.view).toBe('benchmark');
  });
  it('can be those of one family, kept in the address', async () => {
    navigate({ view: 'plane' });
    await until(() => all('.plane-view select').length > 0, 'the families');
    choose('Models', 'Llama');
    await until(() => (planeJob.parameters.value as PlaneParameters).cells.length === 10, 'two models');
    expect(location.hash).toContain('family=Llama');
    await until(() => verdict().startsWith('HARMONY of 2 models has no variance'), 'the verdict');
    expect(all('figure')).toHaveLength(0);
    expect(shown()).toContain('2 models: too few');
    expect(shown()).toContain('A variance over models needs at least 3 models');
    choose('Models', '');
    await planeOfAll();
  });
  it('say what failed and try again', async () => {
    const whole = engine.study;
    const error = { code: 'internal', message: 'It broke.', file: '', line: 0, hint: 'Again.' };
    engine.study = () => Promise.reject(new EngineError(error));
    replaceAddress({ other: [['family', 'Qwen']] });
    await until(() => shown().includes('It broke.'), 'the error');
    engine.study = whole;
    button('Try again').click();
    await until(() => planeJob.state.value.state === 'done', 'the answer');
    expect(shown()).not.toContain('It broke.');
  });
});

describe('scaling trends', () => {
  const asked = () => scalingJob.parameters.value as ScalingParameters;
  const scalingDone = () =>
    until(() => scalingJob.state.value.state === 'done' && all('.fact').length > 0, 'the trends');

  it('open with verdict, chart, trends and what is known of the models', async () => {
    navigate({ view: 'scaling' });
    await scalingDone();
    await settle();
    expect(verdict()).toContain('No family has three models of different size');
    expect(all('figure figcaption').map((each) => each.textContent)).toEqual(['HARMONY against parameters']);
    expect(shown()).toContain('2 models left out');
    expect(shown()).toContain('Has 2 models: a line needs 3.');
    expect(shown()).toContain('all models together');
    expect(field('Parameters of Qwen3-32B').value).toBe('32B');
    expect(field('Tokens of OLMo-2-1124-13B').value).toBe('5T');
    expect(one('.scaling-view').textContent).toContain('attribute file');
  });
  it('take corrections into the address and into the answer', async () => {
    await write(field('Family of Mistral-7B-v0.3'), 'Llama');
    await until(
      () =>
        location.hash.includes('facts=Mistral-7B-v0.3%7ELlama') ||
        location.hash.includes('facts=Mistral-7B-v0.3~Llama'),
      'the address',
    );
    await until(() => verdict().includes('In Llama, the only family'), 'the new trend');
    await write(field('Parameters of gemma-2-9b-it'), '9.24 b', 'Enter');
    await until(() => asked().facts[5]?.parameters === 9.24e9, 'the size');
    expect(field('Parameters of gemma-2-9b-it').value).toBe('9.24B');
    expect(modelFacts.value[5]?.sources.parameters).toBe('user');
    await scalingDone();
    expect(shown()).toContain('1 model left out');
  });
  it('complain about what is no amount and keep what was there', async () => {
    const input = field('Parameters of Qwen3-8B');
    await write(input, 'large');
    expect(input.getAttribute('aria-invalid')).toBe('true');
    expect(shown()).toContain('a number like 8B');
    expect(asked().facts[2]?.parameters).toBe(8e9);
    await write(input, 'large', 'Escape');
    expect(input.value).toBe('8B');
    expect(input.getAttribute('aria-invalid')).toBe('false');
  });
  it('take out a size, and everything back with Reset', async () => {
    await write(field('Parameters of Qwen3-8B'), '');
    await until(() => asked().facts[2]?.parameters === null, 'no size');
    expect(location.hash).toContain('facts=');
    button('Reset to what was found').click();
    await until(() => asked().facts[2]?.parameters === 8e9, 'the name again');
    expect(location.hash).not.toContain('facts=');
    expect(all('button').some((each) => each.textContent === 'Reset to what was found')).toBe(false);
    // What was found anyway is no correction.
    await write(field('Parameters of Qwen3-8B'), '8000M');
    expect(location.hash).not.toContain('facts=');
  });
  it('can be of accuracy, of tokens and of one benchmark', async () => {
    choose('What', 'accuracy');
    choose('On', 'boolq');
    await until(() => asked().y === 'accuracy' && asked().cells.length === 9, 'the choice');
    expect(asked().cells.every((cell) => cell.benchmark === 2)).toBe(true);
    expect(location.hash).toContain('trend-y=accuracy&trend-on=boolq');
    choose('Against', 'tokens');
    await until(() => asked().x === 'tokens' && scalingJob.state.value.state === 'done', 'tokens');
    await until(
      () => all('figcaption').some((each) => each.textContent === 'Accuracy against pretraining tokens'),
      'the chart',
    );
  });
  it('say why tokens cannot be chosen when nobody has any', async () => {
    await write(field('Tokens of OLMo-2-1124-13B'), '');
    await until(() => shown().includes('pretraining tokens (not known of any model)'), 'the reason');
    expect(one<HTMLOptionElement>('option[value="tokens"]').disabled).toBe(true);
  });
  it('look at accuracies of cells without a HARMONY too', async () => {
    choose('What', 'accuracy');
    await until(() => asked().y === 'accuracy' && asked().cells.length === 45, 'all cells');
  });
});

describe('groups of tasks', () => {
  const radios = (name: string) => all<HTMLInputElement>(`input[name="group-${name}"]`);
  it('are proposed with what they would become', async () => {
    navigate({ view: 'import' });
    await until(() => radios('bbh').length === 2, 'the groups');
    expect(shown()).toContain('mmlu, all 2 tasks, as a results file groups them');
    expect(shown()).toContain('bbh 3 tasks, by their names');
    expect(shown()).toContain('3 benchmarks, one for each task');
    expect(shown()).toContain('one benchmark, the task as category');
    expect(radios('bbh').map((each) => each.checked)).toEqual([true, false]);
  });
  it('are merged by choice; everything is fetched anew; the address keeps it', async () => {
    const overviews = results.value;
    radios('mmlu, all')[1]?.click();
    await until(() => report.value?.groups[0]?.merged === true, 'the merged group');
    expect(engine.calls).toContain('setMergedGroups mmlu, all');
    expect(decodeURIComponent(location.hash)).toContain('group=mmlu%2C+all');
    await overviewDone();
    expect(results.value).not.toBe(overviews);
    radios('bbh')[1]?.click();
    await until(() => report.value?.groups[1]?.merged === true, 'both');
    expect(report.value?.groups[0]?.merged).toBe(true);
    radios('mmlu, all')[0]?.click();
    await until(() => report.value?.groups[0]?.merged === false, 'the first apart again');
    expect(report.value?.groups[1]?.merged).toBe(true);
    expect(location.hash).toContain('group=bbh');
  });
  it('go back to what they were with Back', async () => {
    await overviewDone();
    history.back();
    await until(() => report.value?.groups[0]?.merged === true, 'the first merged again');
    expect(report.value?.groups[1]?.merged).toBe(true);
    history.forward();
    await until(() => report.value?.groups[0]?.merged === false, 'and apart');
    await overviewDone();
  });
  it('follow an address once the files are there', async () => {
    replaceAddress({ other: [['group', 'nowhere,mmlu%2C all']] });
    await readAgain(report.value?.files[0]?.id ?? -1, {});
    expect(report.value?.groups.map((group) => group.merged)).toEqual([true, false]);
    await overviewDone();
    continueOverview(); // nothing is left: nothing happens
    expect(overviewProgress.value.running).toBe(false);
  });
});
