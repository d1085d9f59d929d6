// @vitest-environment happy-dom
// The view of one benchmark and its methods panel, with an engine of invented numbers. Charts are drawn in the browser
// tests; here a figure with the words of each stands in their place.
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { start } from '../../../web/src/app/start.ts';
import { EngineError } from '../../../web/src/engine/call.ts';
import type { AnalysisRequest, Engine } from '../../../web/src/engine/engine.ts';
import type { EngineErrorData, OverviewCell } from '../../../web/src/engine/results.ts';
import { addFiles, removeAllFiles } from '../../../web/src/state/files.ts';
import { address, navigate, resetParameters, setParameters } from '../../../web/src/state/history.ts';
import { parametersOpen } from '../../../web/src/state/store.ts';
import { fakeEngine } from '../fixtures/fake_engine.ts';
import {
  harmonyResult,
  importReport,
  itemRows,
  letterResult,
  overviewCells,
  partitionSourcesResult,
  sensitivityResult,
} from '../fixtures/harmony_result.ts';

vi.mock('../../../web/src/charts/chart_view.tsx', () => ({
  ChartView: ({ chart, stale }: { chart: { title: string; summary: string }; stale?: boolean }) => (
    <figure aria-label={chart.summary} data-stale={stale === true ? 'yes' : 'no'}>
      {chart.title}
    </figure>
  ),
}));

const asked: AnalysisRequest[] = [];
const compared: AnalysisRequest[] = [];
let answer = (request: AnalysisRequest) =>
  harmonyResult({
    model: request.model,
    parameters: { ...request.parameters, choices: 'log-likelihood' },
    bandwidth: request.parameters.bandwidth || 0.12,
    accuracy: {
      value: 0.6864,
      interval: { low: 0.645, high: 0.725 },
      items: 500,
      missing: 0,
      method: 'Wilson',
    },
  });
const usual = answer;
let hold: Promise<void> = Promise.resolve();
let cells: OverviewCell[] = overviewCells();
const plain = { file: '', line: 0 };

const itemsAsked: string[] = [];
let restarts = 0;
const engine: Engine = {
  ...fakeEngine(),
  version: async () => ({ version: '0.1.0', id: '0.1.0-fixture' }),
  formats: async () => [],
  readFiles: async () => importReport().files,
  loadExample: async () => importReport().files[0] as never,
  removeFile: async () => {},
  report: async () => importReport(),
  overview: async () => cells,
  items: async () => itemRows(),
  modelItems: async (_benchmark, model, choices) => {
    itemsAsked.push(`${model} ${choices}`);
    return {
      model,
      choices,
      scores: itemRows().map((row) => (row.item === 0 ? null : row.item % 2)),
      chosen: itemRows().map((row) => (row.item === 0 ? -1 : (row.item + 1) % 3)),
    };
  },
  restart: async () => {
    restarts += 1;
  },
  analyse: async (request, onStatus, signal) => {
    if (request.priority !== 0) return answer(request);
    asked.push(request);
    onStatus({ done: false, progress: 0.25, stage: 'eigenvectors' });
    await hold;
    if (signal?.aborted) {
      throw new EngineError({ ...plain, code: 'cancelled', message: 'Cancelled.', hint: '' });
    }
    return answer(request);
  },
  sensitivity: async () => sensitivityResult(),
  partitionSources: async (request, onStatus, signal) => {
    compared.push(request);
    onStatus({ done: false, progress: 0.5, stage: 'Partition 2 of 4' });
    await hold;
    if (signal?.aborted) {
      throw new EngineError({ ...plain, code: 'cancelled', message: 'Cancelled.', hint: '' });
    }
    return partitionSourcesResult();
  },
};

const root = document.createElement('div');
const text = () => root.textContent ?? '';
async function until(condition: () => boolean, what: string) {
  const end = Date.now() + 4000;
  while (!condition()) {
    if (Date.now() > end)
      throw new Error(`waited in vain for ${what}; the page says: ${text().slice(0, 600)}`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
function labelled<T extends HTMLElement>(label: string): T {
  const named = root.querySelector<T>(`[aria-label="${label}"]`);
  const owner = [...root.querySelectorAll('label')].find((one) => one.textContent?.trim() === label);
  const found =
    named ?? (owner?.htmlFor ? document.getElementById(owner.htmlFor) : owner?.querySelector('input'));
  if (!found) throw new Error(`there is no control “${label}”`);
  return found as T;
}
function type(control: HTMLInputElement | HTMLSelectElement, value: string, event: 'input' | 'change') {
  control.value = value;
  control.dispatchEvent(new Event(event, { bubbles: true }));
}
const button = (name: string) =>
  [...root.querySelectorAll('button')].find((one) => one.textContent?.trim() === name) as HTMLButtonElement;
const figures = () => [...root.querySelectorAll('figure')];

beforeAll(async () => {
  document.body.append(root);
  parametersOpen.value = true;
  await start(engine, root);
  await addFiles([{ path: 'samples.jsonl', file: new File(['x'], 'samples.jsonl') }] as never);
  navigate({ view: 'benchmark' });
  await until(() => figures().length > 0, 'the charts');
});
afterAll(async () => {
  await removeAllFiles();
});

describe('one benchmark', () => {
  it('begins with the verdict and the key figures, each with n and its uncertainty', () => {
    expect(root.querySelector('.verdict')?.textContent).toBe(
      'Qwen3-8B scores 68.6% (64.5–72.5) on PubMedQA (500 items), but the average stands for 2 of 5 subdomains: ' +
        'HARMONY .41 (.33–.52; chance alone would give .93, p = .001).',
    );
    const figure = (n: number) => root.querySelectorAll('.key-figure')[n]?.textContent;
    expect(figure(0)).toBe('Accuracy68.6%64.5–72.5n = 500');
    expect(figure(1)).toBe('HARMONY.41.33–.52n = 500');
    expect(figure(2)).toBe('Chance alone.93.88–.96p = .001');
    expect(figure(3)).toBe('Sizes alone.94H_sizen = 500');
    expect(figure(4)).toBe('Effective number1.9of 5n = 500');
  });

  it('has a figure for every question', () => {
    expect(figures().map((figure) => figure.textContent)).toEqual(
      expect.arrayContaining([
        'Accuracy per subdomain',
        'HARMONY against chance',
        'What the subdomains follow',
        'How many subdomains?',
        'All models in these subdomains',
        'Similarity of items',
      ]),
    );
  });

  it('shows what is inside the chosen subdomain and keeps the choice in the address', async () => {
    const tabs = () => [...root.querySelectorAll<HTMLElement>('[role="tab"]')];
    expect(tabs().map((tab) => tab.getAttribute('aria-selected'))).toEqual([
      'true',
      'false',
      'false',
      'false',
      'false',
    ]);
    tabs()[2]?.click();
    await until(() => tabs()[2]?.getAttribute('aria-selected') === 'true', 'the third subdomain');
    const panel = root.querySelector('[role="tabpanel"]')?.textContent ?? '';
    expect(panel).toContain('90 items (18.0% of all), accuracy 60.0% (49.9–70.1), −8.6 points from the mean');
    expect(panel).toContain('paediatrics71% here, 18% of all');
    expect(panel).toContain('infants');
    expect(address.value.other).toContainEqual(['subdomain', '3']);
  });

  it('puts the audit into words and lists every item with its subdomain', async () => {
    expect(text()).toContain('No artefact explains them better than every label.');
    // The header and 500 items; only those in sight are drawn.
    await until(() => root.querySelector('table[aria-rowcount="501"]') !== null, 'the items');
  });

  it('shows what the model scored and chose beside the mean of all, asking for that model only', async () => {
    const filter = labelled<HTMLInputElement>('Filter: Items with their subdomains');
    const cellsOf = (item: number) => {
      type(filter, itemRows()[item]?.id ?? '', 'input');
      return until(() => body()?.length === 1, 'one item').then(() =>
        [...(body()?.[0]?.children ?? [])].map((cell) => cell.textContent?.trim()),
      );
    };
    const table = () => filter.closest('.data-table');
    const body = () => table()?.querySelectorAll('tbody tr');
    const header = [...(table()?.querySelectorAll('thead th') ?? [])].map((cell) => cell.textContent?.trim());
    expect(header.slice(0, 6)).toEqual(['Item', 'Subdomain', 'Score', 'Mean of all models', 'Chosen', 'Key']);
    // Item 1 was answered: C chosen, B is the key. Item 0 has no answer of the model.
    expect((await cellsOf(1)).filter((_, n) => n === 2 || n > 3).slice(0, 3)).toEqual(['1', 'C', 'B']);
    expect((await cellsOf(0)).filter((_, n) => n === 2 || n > 3).slice(0, 3)).toEqual(['–', '–', 'A']);
    type(filter, '', 'input');
    expect(itemsAsked).toEqual(['0 log-likelihood']);
    navigate({ model: 'Llama-3.1-8B' });
    await until(() => itemsAsked.length === 2, 'the other model');
    expect(itemsAsked[1]).toBe('1 log-likelihood');
    navigate({ model: 'Qwen3-8B' });
    await until(() => itemsAsked.length === 3, 'the first model again');
  });

  it('says in words that the sensitivity is not computed yet, and computes it at a click', async () => {
    expect(text()).toContain('Not computed yet: it starts when this section comes into view.');
    button('Compute it now').click();
    await until(() => !text().includes('Not computed yet'), 'the sweep');
  });
});

describe('other ways to cut it', () => {
  const table = () => root.querySelector<HTMLTableElement>('[data-partitions] table');
  const rowOf = (name: string) =>
    [...(table()?.querySelectorAll('tbody tr') ?? [])].find((row) =>
      row.firstElementChild?.textContent?.includes(name),
    ) as HTMLElement;

  it('are compared when asked for, with progress, and can be cancelled', async () => {
    expect(compared).toEqual([]);
    let release = () => {};
    hold = new Promise((resolve) => {
      release = resolve;
    });
    button('Compare the partitions').click();
    await until(() => text().includes('Partition 2 of 4'), 'the progress');
    button('Cancel').click();
    await until(() => text().includes('Cancelled.'), 'the end');
    release();
    hold = Promise.resolve();
    expect(table()).toBeNull();
  });

  it('stand in one table, with the reason where a number does not exist', async () => {
    button('Compare the partitions').click();
    await until(() => table() !== null, 'the table');
    expect(compared.at(-1)?.parameters.partition).toBe('similarity');
    const cells = [...rowOf('Response patterns').children].map((cell) => cell.textContent?.trim());
    expect(cells).toEqual([
      'Response patterns',
      '2',
      '.07',
      'p = .002',
      'specialty .50 (.44)',
      'none in the files',
      '.73',
    ]);
    expect(rowOf('Predictive similarity').textContent).toContain('It is made by this model alone.');
    expect(rowOf('Directions').textContent).toContain('The abilities of these models cannot be told apart.');
    expect(text()).toContain('two random halves of 12 models, mean of 5 splits');
  });

  it('are taken at a click, and the table stays', async () => {
    const before = asked.length;
    rowOf('Response patterns').click();
    await until(() => asked.length > before, 'the analysis');
    expect(address.value.parameters).toEqual({ partition: 'responses' });
    expect(asked.at(-1)?.parameters.partition).toBe('responses');
    await until(() => rowOf('Response patterns').classList.contains('selected'), 'the chosen row');
    // One that could not be made cannot be taken.
    rowOf('Directions').click();
    expect(address.value.parameters).toEqual({ partition: 'responses' });
    resetParameters();
    await until(
      () => !rowOf('Response patterns').classList.contains('selected'),
      'the first partition again',
    );
    expect(compared.length).toBe(2);
  });

  it('are forgotten when another parameter changes', async () => {
    setParameters({ tau: 2 }, true);
    await until(() => table() === null, 'the forgotten table');
    resetParameters();
    await until(() => figures().every((figure) => figure.dataset.stale === 'no'), 'the charts');
  });
});

describe('the methods panel', () => {
  it('computes again once a number has settled, and keeps the old result dimmed until then', async () => {
    let release = () => {};
    hold = new Promise((resolve) => {
      release = resolve;
    });
    const before = asked.length;
    const control = labelled<HTMLInputElement>('Bandwidth b as a number');
    type(control, '0.2', 'input');
    type(control, '0.25', 'input');
    await until(() => asked.length > before, 'the analysis');
    expect(asked.length).toBe(before + 1);
    expect(asked.at(-1)?.parameters.bandwidth).toBe(0.25);
    await until(() => figures().every((figure) => figure.dataset.stale === 'yes'), 'the dimmed charts');
    expect(root.querySelector('.analysis-state')?.textContent).toContain('eigenvectors');
    release();
    await until(() => figures().every((figure) => figure.dataset.stale === 'no'), 'the new charts');
    expect(address.value.parameters).toEqual({ bandwidth: 0.25 });
  });

  it('refuses numbers out of range in words, without computing', async () => {
    const before = asked.length;
    type(labelled<HTMLInputElement>('Temperature τ'), '-1', 'input');
    await until(() => root.querySelector('.complaint') !== null, 'the complaint');
    expect(root.querySelector('.complaint')?.textContent).toBe('A number from 0.05 to 1,000.');
    await new Promise((resolve) => setTimeout(resolve, 250));
    expect(asked.length).toBe(before);
  });

  it('takes a column as the partition and goes back with Reset', async () => {
    type(labelled<HTMLSelectElement>('Column'), 'specialty', 'change');
    await until(
      () => asked.at(-1)?.parameters.partition === 'attribute:specialty',
      'the partition by column',
    );
    await until(() => text().includes('the column “specialty”'), 'what was used');
    button('Reset').click();
    await until(
      () =>
        asked.at(-1)?.parameters.partition === 'similarity' ||
        address.value.parameters.partition === undefined,
      'the reset',
    );
    expect(address.value.parameters).toEqual({});
  });

  it('states what was used', () => {
    const used = root.querySelector('[aria-label="What was used"]')?.textContent ?? '';
    expect(used).toContain('12 probabilities in 9 items');
    expect(used).toContain('same partition to .97 (5 seeds)');
    expect(used).toContain('1.00 .93 .91');
  });
});

describe('when something is not as it should be', () => {
  it('can be cancelled and computed again', async () => {
    let release = () => {};
    hold = new Promise((resolve) => {
      release = resolve;
    });
    setParameters({ seed: 5 });
    await until(() => button('Cancel') !== undefined, 'Cancel');
    button('Cancel').click();
    await until(
      () => text().includes('What is shown belongs to the parameters before.'),
      'the cancelled state',
    );
    release();
    hold = Promise.resolve();
    button('Compute').click();
    await until(() => !text().includes('Cancelled.') && figures()[0]?.dataset.stale === 'no', 'the result');
  });

  it('says the average of another model while its subdomains are still being computed', async () => {
    let release = () => {};
    hold = new Promise((resolve) => {
      release = resolve;
    });
    navigate({ model: 'gemma-3-4b-it' });
    await until(() => text().includes('its subdomains are being computed'), 'the first words');
    expect(root.querySelector('.verdict')?.textContent).toMatch(
      /^gemma-3-4b-it scores \d\d\.\d% \(\d\d\.\d–\d\d\.\d\) on PubMedQA \(500 items\); its subdomains/,
    );
    release();
    hold = Promise.resolve();
    await until(() => !text().includes('being computed'), 'the verdict');
    navigate({ model: 'Qwen3-8B' });
    await until(
      () => root.querySelector('.verdict')?.textContent?.startsWith('Qwen3-8B') === true,
      'the first model',
    );
  });

  it('says what went wrong and what to do, and resets', async () => {
    const failure: EngineErrorData = {
      ...plain,
      code: 'invalid_argument',
      message: 'The parameter "subdomains" must be at most 100.',
      hint: 'Choose a smaller number.',
    };
    answer = (request) => {
      if (request.parameters.subdomains === 9) throw new EngineError(failure);
      return usual(request);
    };
    setParameters({ subdomains: 9 });
    await until(
      () => root.querySelector('[role="alert"]')?.textContent?.includes(failure.message) === true,
      'the error',
    );
    expect(text()).toContain('Choose a smaller number.');
    button('Reset the parameters').click();
    await until(() => figures().length > 0, 'the charts again');
    answer = usual;
  });

  it('offers a new engine when the old one is gone, and computes again with it', async () => {
    answer = () => {
      throw new EngineError({
        ...plain,
        code: 'out_of_memory',
        message: 'No more memory.',
        hint: 'Restart.',
      });
    };
    setParameters({ subdomains: 8 });
    await until(() => button('Restart the engine') !== undefined, 'the offer');
    answer = usual;
    cells = overviewCells(); // as an engine does: its own objects
    button('Restart the engine').click();
    await until(() => figures().length > 0, 'the charts of the new engine');
    expect(restarts).toBe(1);
    expect(address.value.parameters.subdomains).toBe(8);
    resetParameters();
  });

  it('shows a refusal with what to bring, and no chart', async () => {
    cells = overviewCells().map((cell) => ({
      ...cell,
      partitions: [],
      refusal: {
        ...plain,
        code: 'needs_choice_distributions',
        message: 'With the scores of 1 model alone, the only groups would be "right" and "wrong".',
        hint: 'Bring per-option log-likelihoods.',
      },
    }));
    await addFiles([{ path: 'other.jsonl', file: new File(['y'], 'other.jsonl') }] as never);
    navigate({ view: 'benchmark' });
    await until(() => text().includes('HARMONY cannot be computed here'), 'the refusal');
    expect(text()).toContain('Bring per-option log-likelihoods.');
    expect(figures()).toEqual([]);
    cells = overviewCells();
  });

  it('warns in the verdict when the subdomains are answer positions', async () => {
    resetParameters();
    answer = (request) => ({ ...letterResult(), model: request.model });
    await addFiles([{ path: 'third.jsonl', file: new File(['z'], 'third.jsonl') }] as never);
    navigate({ view: 'benchmark' });
    await until(() => text().includes('induced subdomains are answer positions'), 'the verdict');
    expect(text()).toContain('Here the chosen option explains them better than any label.');
  });
});
