// @vitest-environment happy-dom
// The views of items and models with an engine of invented numbers. Charts are drawn in the browser; here a figure
// with the words of each stands in their place, and a button for what choosing and drawing a rectangle do.
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { start } from '../../../web/src/app/start.ts';
import { addFiles, removeAllFiles } from '../../../web/src/state/files.ts';
import { fitItems } from '../../../web/src/state/fit_items.ts';
import {
  address,
  navigate,
  replaceAddress,
  resetFitParameters,
  setFitParameters,
} from '../../../web/src/state/history.ts';
import { currentFit } from '../../../web/src/state/item_response.ts';
import { parametersOpen, report } from '../../../web/src/state/store.ts';
import { fakeEngine } from '../fixtures/fake_engine.ts';

vi.mock('../../../web/src/charts/chart_view.tsx', () => ({
  ChartView: ({
    chart,
    stale,
    onChoose,
    onBrush,
  }: {
    chart: { title: string; summary: string; points: { at: (n: number) => { choice?: number } } };
    stale?: boolean;
    onChoose?: (choice: number) => void;
    onBrush?: (area: object) => void;
  }) => (
    <figure aria-label={chart.summary} data-stale={stale === true ? 'yes' : 'no'}>
      <figcaption>{chart.title}</figcaption>
      {onChoose && (
        <button type="button" class="choose" onClick={() => onChoose(chart.points.at(0).choice ?? -1)}>
          choose
        </button>
      )}
      {onBrush && (
        <button type="button" class="brush" onClick={() => onBrush({ grid: 0, x: [-1, 1], y: [0, 9] })}>
          brush
        </button>
      )}
    </figure>
  ),
}));

const engine = fakeEngine({ delay: 320, items: 60 });
const page = () => document.getElementById('app') as HTMLElement;
const shown = () => page().textContent ?? '';
const all = (selector: string) => [...page().querySelectorAll<HTMLElement>(selector)];
const figures = () => all('figure figcaption').map((one) => one.textContent);
const panel = (title: string) => {
  const found = all('main section.panel').find((one) =>
    one.querySelector('h2')?.textContent?.startsWith(title),
  );
  if (!found) throw new Error(`there is no panel ${title}`);
  return found;
};
const button = (within: HTMLElement, words: string) => {
  const found = [...within.querySelectorAll('button')].find((one) => one.textContent?.startsWith(words));
  if (!found) throw new Error(`there is no button ${words}`);
  return found;
};
const until = async (condition: () => boolean, what: string) => {
  const end = Date.now() + 6000;
  while (!condition()) {
    if (Date.now() > end) throw new Error(`waited in vain for ${what}: ${shown().slice(0, 400)}`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
};
const settled = () =>
  until(() => currentFit.value.state === 'done' && all('figure').length > 0, 'the charts');

beforeAll(async () => {
  document.body.innerHTML = '<div id="app"></div>';
  parametersOpen.value = true;
  await import('../../../web/src/views/item_response/index.tsx'); // its first loading takes longer than a fit here
  await start(engine, page());
  await addFiles([{ path: 'a.csv', file: new File(['x'], 'a.csv') }]);
});
afterAll(() => removeAllFiles());

describe('while there is no fit', () => {
  it('says what is being fitted, how far it is, and offers to cancel and to keep', async () => {
    navigate({ view: 'items' });
    await until(() => shown().includes('Pass 2'), 'the second pass');
    expect(shown()).toContain('9 models and 1,123 items of PubMedQA and naep_cmcqrd are being fitted.');
    expect(shown()).toMatch(/Pass \d: log-loss \.\d{4}/);
    button(page(), 'Stop and keep').click();
    await settled();
    expect(shown()).toContain('what is shown may still change');
    button(page(), 'Fit to the end').click();
    await until(() => currentFit.value.result?.stopped === false, 'the whole fit');
    expect(shown()).not.toContain('may still change');
  });
  it('refuses data of one model and says what is needed', async () => {
    const loaded = report.value;
    if (!loaded) throw new Error('files should be loaded');
    report.value = { ...loaded, benchmarks: loaded.benchmarks.map((one) => ({ ...one, models: [2] })) };
    await until(() => shown().includes('only one has a score here'), 'the refusal');
    expect(shown()).toContain('Two are the least');
    report.value = loaded;
    await settled();
  });
});

describe('items', () => {
  it('open with their verdict, warnings, maps and table', async () => {
    navigate({ view: 'items' });
    await settled();
    const first = () => page().querySelector('.verdict')?.textContent ?? '';
    // The signal says that the fit is there; the page shows it one drawing later.
    await until(() => first().includes('have negative') && figures().length === 5, 'the drawn items');
    const verdict = first();
    expect(verdict).toMatch(
      /^1,123 items of PubMedQA and naep_cmcqrd on 9 models: \d+ \(\d\.\d%\) have negative/,
    );
    expect(shown()).toContain('9 models are few');
    expect(figures()).toEqual([
      'Difficulty and discrimination',
      'Slopes of dimension 1 and dimension 2',
      'Dimension 1: difficulty and slope',
      'Dimension 2: difficulty and slope',
      'Wright map: Dimension 1',
    ]);
    await until(() => fitItems.value?.rows[0]?.id === 'q0001', 'the names');
    await until(() => panel('Items in numbers').textContent?.includes('subject') === true, 'the column');
  });

  it('show one item: text as text, parameters with intervals, curves, who got it right', async () => {
    all('figure .choose')[0]?.click();
    await until(() => all('.one-item-text').length > 0, 'the item');
    await until(() => figures().includes('Characteristic curve: dimension 2'), 'its curves');
    const one = panel('One item');
    expect(one.textContent).toContain('<b>tag</b>');
    expect(one.querySelector('.one-item-text b')).toBeNull();
    expect(one.textContent).toMatch(/Discrimination-?[−\d.]+/);
    expect(one.textContent).toContain('Who got it right');
    expect(one.querySelectorAll('tbody tr').length).toBe(9);
    expect(location.hash).toContain('item=');
    const before = location.hash;
    button(one, 'Next').click();
    await until(() => location.hash !== before, 'the next item');
    button(panel('One item'), 'Close').click();
    await until(() => !location.hash.includes('item='), 'no item');
    expect(panel('One item').textContent).toContain('Choose an item');
  });

  it('are filtered by a flag, with its rule, and by a rectangle, both for the map and the table', async () => {
    button(page(), 'Misfit').click();
    const misfits = currentFit.value.result?.flags.find((flag) => flag.code === 'misfit')?.items.length ?? 0;
    expect(misfits).toBeGreaterThan(0);
    await until(
      () => panel('Items in numbers').textContent?.includes(`${misfits} item`) ?? false,
      'the misfits in the table',
    );
    expect(shown()).toContain('Observed and expected scores differ');
    expect(all('figure')[0]?.getAttribute('aria-label')).toContain('stand out');
    expect(location.hash).toContain('flag=misfit');
    button(page(), 'All items').click();
    const radios = all('.drag-to input') as HTMLInputElement[];
    radios[1]?.click();
    await until(() => radios[1]?.checked === true, 'the other meaning of a rectangle');
    all('figure .brush')[0]?.click();
    await until(() => all('.brushed').length > 0, 'the selection');
    expect(panel('Items in numbers').textContent).toContain('selected on a map');
    button(page(), 'Select none').click();
    await until(() => all('.brushed').length === 0, 'no selection');
  });

  it('of one dimension have one map and no angles', async () => {
    setFitParameters({ dimensions: 1 });
    await until(() => currentFit.value.result?.dimensions.length === 1, 'one dimension');
    await until(() => figures().length === 2, 'one map');
    expect(figures()).toEqual(['Difficulty and discrimination', 'Wright map: Dimension 1']);
    expect(panel('Items in numbers').textContent).not.toContain('Angle');
    resetFitParameters();
    await until(() => currentFit.value.result?.dimensions.length === 2, 'two dimensions');
  });
});

describe('the panel of the fit', () => {
  it('says what was used and names dimensions as the user wants', async () => {
    const side = page().querySelector('aside') as HTMLElement;
    expect(side.textContent).toContain('few models and many items');
    const field = side.querySelector<HTMLInputElement>('.dimension-name input');
    if (!field) throw new Error('a dimension should have a field for its name');
    expect(field.placeholder).toBe('like PubMedQA (r = .90)');
    field.value = 'Reading';
    field.dispatchEvent(new Event('change', { bubbles: true }));
    await until(() => figures().includes('Slopes of Reading and dimension 2'), 'the name');
    expect(location.hash).toContain('name-1=Reading');
    expect(fitItems.value?.of.dimensions[0]?.name).toBe('Reading'); // the items keep their names
    replaceAddress({ other: [] });
  });
  it('fits fewer benchmarks, but at least one', async () => {
    const boxes = all('.benchmark-choices input') as HTMLInputElement[];
    boxes[1]?.click();
    await until(() => currentFit.value.result?.items.item.length === 60, 'one benchmark');
    expect(address.value.fit.benchmarks).toEqual(['PubMedQA']);
    await until(() => (all('.benchmark-choices input')[0] as HTMLInputElement).disabled, 'the last one kept');
    button(page(), 'All benchmarks').click();
    await until(() => currentFit.value.result?.items.item.length === 1123, 'all');
  });
});

describe('models', () => {
  it('open with their verdict and their charts', async () => {
    navigate({ view: 'models' });
    await settled();
    const verdict = page().querySelector('.verdict')?.textContent ?? '';
    expect(verdict).toMatch(/^\S+ is first of 9 models on dimension 1: ability −?\d\.\d\d \(/);
    expect(verdict).toContain('The answers of Mistral-7B-v0.3 do not follow from its ability');
    await until(() => figures().length === 6, 'the comparison');
    expect(figures()).toEqual([
      'Abilities by dimension',
      'Possible ranks: dimension 1',
      'Ability and mean score',
      'Person fit',
      'Eigenvalues and parallel analysis',
      'Mean scores by slope on dimension 1',
    ]);
    expect(shown()).toContain('Reliability, dimension 2');
  });

  it('are compared in pairs: the sentence, the tests, another pair, another dimension', async () => {
    const compared = panel('Two models compared');
    expect(compared.textContent).toContain('items that both answered');
    expect(compared.textContent).toContain('largest slopes');
    const [first] = [...compared.querySelectorAll('select')];
    if (!first) throw new Error('there should be two lists of models');
    first.value = 'gemma-2-9b-it';
    first.dispatchEvent(new Event('change', { bubbles: true }));
    await until(
      () => panel('Two models compared').textContent?.includes('Differences, gemma-2-9b-it minus') ?? false,
      'the other pair',
    );
    expect(location.hash).toContain('first=gemma-2-9b-it');
    const dimension = page().querySelector<HTMLSelectElement>('.models-order select');
    if (!dimension) throw new Error('there should be a list of dimensions');
    dimension.value = '1';
    dimension.dispatchEvent(new Event('change', { bubbles: true }));
    await until(() => figures().includes('Mean scores by slope on dimension 2'), 'the other dimension');
    expect(figures()).toContain('Possible ranks: dimension 2');
  });

  it('have residuals when they are asked for; a cell of the pairs chooses them', async () => {
    button(page(), 'Compute the residuals').click();
    await until(() => figures().includes('Which models err alike'), 'the residuals');
    expect(figures()).toContain('Residuals by benchmark');
    expect(shown()).toContain('Items that depend on each other');
    const level = panel('What the fit does not explain').querySelector('select');
    if (!level) throw new Error('there should be a list of levels');
    level.value = 'attribute:subject';
    level.dispatchEvent(new Event('change', { bubbles: true }));
    await until(() => figures().includes('Residuals by subject'), 'the other level');
  });

  it('work differently in two groups: chosen by hand, told in a sentence and a table', async () => {
    const groups = panel('Two groups of models');
    const compareGroups = button(groups, 'Compare the groups');
    expect(compareGroups.disabled).toBe(true);
    const box = (label: string) => groups.querySelector<HTMLInputElement>(`input[aria-label="${label}"]`);
    box('Qwen3-8B in the first group')?.click();
    box('Llama-3.1-8B in the second group')?.click();
    await until(() => !button(panel('Two groups of models'), 'Compare the groups').disabled, 'two groups');
    box('Qwen3-8B in the second group')?.click(); // one group at a time
    await until(() => compareGroups.disabled, 'an empty group');
    box('Qwen3-8B in the first group')?.click();
    await until(() => !compareGroups.disabled, 'two groups again');
    compareGroups.click();
    await until(
      () => groups.textContent?.includes('1 item of 1,123 works differently') ?? false,
      'the answer',
    );
    expect(groups.textContent).toContain('1 model and 1 model; adjusted p < .05');
    expect(groups.textContent).toContain('0.40 (0.20–0.60)');
  });

  it('go out as files, and parameters come in', async () => {
    const saved: string[] = [];
    vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:x', revokeObjectURL: () => {} }));
    const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
      this: HTMLAnchorElement,
    ) {
      saved.push(this.download);
    });
    const files = panel('Parameters as files');
    for (const words of ['Everything (JSON)', 'Items (CSV)', 'Models (CSV)']) {
      await until(() => !button(files, words).disabled, 'the button');
      button(files, words).click();
      await until(() => saved.length > 0 && !button(files, words).disabled, 'the file');
    }
    expect(saved).toEqual(['item response parameters.json', 'item parameters.csv', 'model abilities.csv']);
    click.mockRestore();
    const input = files.querySelector<HTMLInputElement>('input[type="file"]');
    if (!input) throw new Error('there should be a way in');
    Object.defineProperty(input, 'files', { value: [new File(['{}'], 'p.json')], configurable: true });
    engine.importFit = async () => {
      throw new Error('not a file of parameters');
    };
    input.dispatchEvent(new Event('change', { bubbles: true }));
    await until(
      () => panel('Parameters as files').textContent?.includes('not a file of parameters') ?? false,
      'the error',
    );
  });
});
