// @vitest-environment happy-dom
// "What it measures", "Fewer items", "Prediction" and "Adaptive testing" with an engine of invented numbers. Charts are
// drawn in the browser tests; here a figure with the words of each stands in their place.
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { start } from '../../web/src/app/start.ts';
import {
  addAnswers,
  answers,
  clearAnswers,
  itemSource,
  placedAnswers,
  readAnswers,
  useFile,
} from '../../web/src/state/adaptive.ts';
import { addFiles, removeAllFiles } from '../../web/src/state/files.ts';
import {
  address,
  navigate,
  resetFitParameters,
  setFitParameters,
  setOtherValue,
} from '../../web/src/state/history.ts';
import { currentFit, dropLoadedFit, loadFitFile } from '../../web/src/state/item_response.ts';
import { measuresJob, stabilityJob } from '../../web/src/state/measures.ts';
import { predictionJob, predictionParameters } from '../../web/src/state/prediction.ts';
import { chooseSelection, selectionJob, selectionParameters } from '../../web/src/state/selection.ts';
import { readInWords } from '../../web/src/views/adaptive/answers_panel.tsx';
import { listOfItems } from '../../web/src/views/adaptive/next_items.tsx';
import { selectionAsJson } from '../../web/src/views/fewer/kept_items.tsx';
import { fakeEngine } from './fixtures/fake_engine.ts';

vi.mock('../../web/src/charts/chart_view.tsx', () => ({
  ChartView: ({
    chart,
    stale,
    onChoose,
  }: {
    chart: { title: string; summary: string };
    stale?: boolean;
    onChoose?: (choice: number) => void;
  }) => (
    <figure aria-label={chart.summary} data-stale={stale === true ? 'yes' : 'no'}>
      {chart.title}
      {onChoose && (
        <button type="button" onClick={() => onChoose(1)}>
          choose 1 in {chart.title}
        </button>
      )}
    </figure>
  ),
}));

const saved: { name: string; text: Promise<string> }[] = [];
vi.mock('../../web/src/components/save.ts', () => ({
  saveBlob: (name: string, blob: Blob) => void saved.push({ name, text: blob.text() }),
}));

vi.setConfig({ testTimeout: 20_000 }); // with the whole suite beside it
const engine = fakeEngine({ delay: 3, items: 60 });
const root = document.createElement('div');
const text = () => root.textContent ?? '';
async function until(condition: () => boolean, what: string) {
  const end = Date.now() + 8000;
  while (!condition()) {
    if (Date.now() > end)
      throw new Error(`waited in vain for ${what}; the page says: ${text().slice(0, 900)}`);
    await new Promise((resolve) => setTimeout(resolve, 4));
  }
}
const button = (name: string) => {
  const found = [...root.querySelectorAll('button')].find(
    (one) => (one.getAttribute('aria-label') ?? one.textContent)?.trim() === name,
  );
  if (!found) throw new Error(`there is no button “${name}”; the page says: ${text().slice(0, 900)}`);
  return found;
};
const has = (name: string) => [...root.querySelectorAll('button')].some((one) => one.textContent === name);
function control<T extends HTMLElement>(label: string): T {
  const owner = [...root.querySelectorAll('label')].find((one) => one.textContent?.trim() === label);
  const found = owner?.htmlFor ? document.getElementById(owner.htmlFor) : null;
  if (!found) throw new Error(`there is no control “${label}”`);
  return found as T;
}
function choose(label: string, value: string, event: 'input' | 'change' = 'change') {
  const found = control<HTMLSelectElement | HTMLInputElement>(label);
  found.value = value;
  found.dispatchEvent(new Event(event, { bubbles: true }));
}
const verdict = () => root.querySelector('.verdict')?.textContent ?? '';
const titles = () =>
  [...root.querySelectorAll('figure')].map((one) => (one.firstChild?.textContent ?? '').trim());
const open = async (view: 'measures' | 'fewer' | 'prediction' | 'adaptive') => {
  navigate({ view });
  await until(() => root.querySelector('h1') !== null && address.value.view === view, view);
};

beforeAll(async () => {
  document.body.append(root);
  await import('../../web/src/views/item_response/index.tsx'); // its first loading may take longer than a wait here
  await start(engine, root);
  await addFiles([{ path: 'responses.csv', file: new File(['x'], 'responses.csv') }] as never);
}, 60_000);
afterAll(async () => {
  await removeAllFiles();
});
beforeEach(() => {
  for (const [key] of [...address.value.other]) setOtherValue(key, undefined);
  resetFitParameters();
});

describe('what it measures', () => {
  it('begins with a sentence from the numbers, then loadings and compass', async () => {
    await open('measures');
    await until(() => titles().length === 2, 'the charts');
    expect(verdict()).toMatch(
      /^Over 9 models, Dimension 1 is what PubMedQA \(r = \.\d\d, .*\) follows most and Dimension 2 is what naep_cmcqrd/,
    );
    expect(titles()).toEqual(['Which ability does each score follow?', 'Compass: where the items point']);
  });

  it('keeps the chosen group in the address, and lets it go', async () => {
    await open('measures');
    await until(() => titles().length === 2, 'the charts');
    button('choose 1 in Which ability does each score follow?').click();
    await until(() => root.querySelector('tr.selected') !== null, 'the row');
    expect(address.value.other).toContainEqual(['measured-group', 'naep_cmcqrd']);
    expect(root.querySelector('tr.selected')?.textContent).toContain('naep_cmcqrd');
    button('choose 1 in Which ability does each score follow?').click();
    expect(address.value.other.some(([key]) => key === 'measured-group')).toBe(false);
  });

  it('compares with the values of an attribute, and shows the two things that one of them mixes', async () => {
    await open('measures');
    await until(() => titles().length === 2, 'the charts');
    choose('Scores by', 'attribute:subject');
    await until(() => text().includes('mixes two things, 71° apart'), 'the mix');
    expect(address.value.other).toContainEqual(['level', 'attribute:subject']);
    expect(text()).toContain('More often here than in the other group: subject: benign.');
    const groups = [...root.querySelectorAll('.mix-groups h3')].map((one) => one.textContent?.trim());
    const mix = measuresJob.state.value.result?.measures.groups[2]?.mix;
    expect(groups).toEqual(mix?.groups.map((group, n) => `Group ${n + 1}: ${group.items.length} items`));
    expect(text()).toContain('q0003'); // position 2 of the first benchmark is in the third group
  });

  it('leads from a count to the items', async () => {
    await open('measures');
    await until(() => root.querySelector('td a') !== null, 'a link');
    const link = root.querySelector<HTMLAnchorElement>('td a');
    expect(link?.getAttribute('href')).toContain('flag=points_away');
    link?.click();
    expect(address.value.view).toBe('items');
    expect(address.value.other).toContainEqual(['flag', 'points_away']);
  });

  it('uses the names that the user gives the dimensions', async () => {
    await open('measures');
    await until(() => titles().length === 2, 'the charts');
    setOtherValue('name-2', 'Safety');
    await until(() => verdict().includes('and Safety is what naep_cmcqrd'), 'the name');
    expect(text()).toContain('r, Safety');
    await open('fewer');
    await until(() => text().includes('Safety'), 'the name in the other view');
    await open('adaptive');
    await until(
      () => root.querySelector('.key-figures')?.textContent?.includes('Safety') === true,
      'and there',
    );
  });

  it('offers two axes of three, and never the same twice', async () => {
    await open('measures');
    setFitParameters({ dimensions: 3 });
    await until(
      () => [...root.querySelectorAll('label')].some((one) => one.textContent === 'Across'),
      'axes',
    );
    const options = [...control<HTMLSelectElement>('Across').options].map((one) => one.disabled);
    expect(options).toEqual([false, true, false]);
  });

  it('says what one dimension cannot show, and offers two', async () => {
    await open('measures');
    setFitParameters({ dimensions: 1 });
    await until(() => text().includes('What one dimension cannot show'), 'the explanation');
    expect(titles()).toEqual(['How closely does each score follow the ability?']);
    expect(verdict()).toContain('One dimension cannot show whether they measure different things.');
    button('Fit two dimensions').click();
    await until(() => titles().includes('Compass: where the items point'), 'the compass');
  });

  it('repeats the fit on demand only, says how it ended, and gives it up with the fit', async () => {
    await open('measures');
    await until(() => has('Repeat the fit 23 times'), 'the button');
    expect(stabilityJob.state.value.state).toBe('idle');
    button('Repeat the fit 23 times').click();
    await until(
      () => stabilityJob.state.value.state === 'working' && stabilityJob.state.value.stage !== '',
      'work',
    );
    setFitParameters({ dimensions: 3 });
    await until(() => stabilityJob.state.value.state === 'cancelled', 'the end');
    await until(() => has('Repeat the fit 23 times'), 'the button again');
    button('Repeat the fit 23 times').click();
    await until(() => titles().includes('Congruence with refits'), 'the chart');
    expect(text()).toContain('Dimension 3 on halves of the models');
  });
});

describe('fewer items', () => {
  const done = () => until(() => selectionJob.state.value.state === 'done', 'the selection');

  it('says how well a tenth of the items does, with the control and a warning', async () => {
    await open('fewer');
    await done();
    await until(() => titles().length === 3, 'the charts');
    expect(verdict()).toMatch(
      /^10% of the items \(\d+ of [\d,]+\), those with the most information about the models present, rank models that were left out almost as all items do \(rank correlation \.\d\d, .*\), better than equally many random ones/,
    );
    expect(titles()).toEqual([
      'How well does the ranking survive?',
      'How far off is the score of all items?',
      'What is kept of each benchmark',
    ]);
    expect(text()).toContain('also says how to weaken it');
  });

  it('asks again for another rule, dimension or share, and puts them into the address', async () => {
    await open('fewer');
    await done();
    await until(() => titles().length === 3, 'the charts');
    choose('Rule', 'discriminating');
    choose('Along', '2');
    chooseSelection({ share: 0.33 });
    await until(() => selectionJob.state.value.result?.parameters.share === 0.33, 'the other share');
    expect(selectionJob.state.value.result?.parameters).toMatchObject({
      rule: 'discriminating',
      dimension: 2,
      shares: [0.05, 0.1, 0.25, 0.33, 0.5],
    });
    expect(address.value.other).toEqual(
      expect.arrayContaining([
        ['rule', 'discriminating'],
        ['along', '2'],
        ['share', '33'],
      ]),
    );
    await until(() => verdict().startsWith('33% of the items'), 'the sentence');
  });

  it('ignores a share, rule or dimension that cannot be', async () => {
    await open('fewer');
    await done();
    setOtherValue('share', '400');
    setOtherValue('rule', 'best');
    setOtherValue('along', '7');
    expect(selectionParameters.value).toMatchObject({ share: 0.1, rule: 'information', dimension: 0 });
  });

  it('writes the list and the responses on these items alone', async () => {
    await open('fewer');
    await done();
    await until(() => has('List, JSON') && !button('List, JSON').disabled, 'the list');
    const kept = selectionJob.state.value.result?.kept ?? [];
    saved.length = 0;
    button('List, CSV').click();
    button('List, JSON').click();
    button('Responses, CSV').click();
    await until(() => saved.length === 3, 'three files');
    expect(saved.map((one) => one.name)).toEqual([
      'items kept.csv',
      'items kept.json',
      `responses on ${kept.length} items.csv`,
    ]);
    const [csv, json, responses] = await Promise.all(saved.map((one) => one.text));
    expect(csv?.split('\r\n')[0]).toBe('benchmark,item');
    expect(csv?.split('\r\n')[1]).toMatch(/^PubMedQA,q\d+$/);
    expect(JSON.parse(json ?? '')).toMatchObject({ rule: 'information', share: 0.1, dimensions: 2 });
    expect(JSON.parse(json ?? '').items).toHaveLength(kept.length);
    expect(responses).toBe(`invented csv of ${kept.length} items of ${currentFit.value.result?.fit}`);
  });

  it('names the dimension in the list', () => {
    const selection = selectionJob.state.value.result;
    const result = currentFit.value.result;
    if (!selection || !result) throw new Error('there was a selection before');
    const along = { ...selection, parameters: { ...selection.parameters, dimension: 2 } };
    expect(JSON.parse(selectionAsJson(along, [], result)).along).toBe('Dimension 2');
  });

  it('can be cancelled, and asked for again', async () => {
    await open('fewer');
    await done();
    chooseSelection({ share: 0.5 });
    await until(() => selectionJob.state.value.state === 'working' && has('Cancel'), 'work');
    button('Cancel').click();
    await until(() => text().includes('Cancelled. What is shown is of before.'), 'the end');
    button('Compute').click();
    await done();
    expect(selectionJob.state.value.result?.parameters.share).toBe(0.5);
  });
});

describe('prediction', () => {
  it('runs only when it is asked to, after saying how much work it is', async () => {
    await open('prediction');
    await until(() => has('Hide answers and predict them'), 'the button');
    expect(predictionJob.state.value.state).toBe('idle');
    expect(text()).toContain(
      '40 fits: 5 folds × 8 (4 numbers of dimensions, each without and with the grouped prior)',
    );
    choose('Folds hidden in turn', '1');
    choose('Dimensions up to', '3');
    choose('Grouped prior', 'none');
    await until(
      () => text().includes('3 fits: 1 fold × 3 (3 numbers of dimensions), and the baselines'),
      'less work',
    );
    expect(predictionParameters.value).toMatchObject({
      foldsUsed: 1,
      largestDimension: 3,
      fit: { grouping: 'none' },
    });
  });

  it('gives the table and the curves, and hands its choice to the fit in one click', async () => {
    await open('prediction');
    await until(() => has('Hide answers and predict them'), 'the button');
    setFitParameters({ dimensions: 1 });
    button('Hide answers and predict them').click();
    await until(() => titles().length === 2, 'the charts');
    expect(verdict()).toContain(
      'With 2 dimensions, items grouped by benchmark, 80.0% of 34,892 hidden answers',
    );
    expect(titles()).toEqual([
      'Log-loss of hidden answers, smaller is better',
      'Calibration: does 70% mean 70%?',
    ]);
    expect(root.querySelector('tr.selected')?.textContent).toContain('2 dimensions, a prior for each group');
    const curves = [...root.querySelectorAll<HTMLInputElement>('td input[type="checkbox"]')];
    expect(curves.filter((one) => one.checked)).toHaveLength(3);
    for (const one of curves.filter((one) => one.checked)) one.click();
    await until(() => text().includes('No method is chosen'), 'no curve');
    button('Use 2 dimensions, items grouped by benchmark in all views').click();
    await until(() => text().includes('The other views use this'), 'the fit’s parameters');
    expect(address.value.fit).toMatchObject({ grouping: 'benchmark' });
    expect(address.value.fit.dimensions ?? 2).toBe(2);
  });

  it('is given up when another fit is asked for', async () => {
    await open('prediction');
    setFitParameters({ rotation: 'varimax', dimensions: 3 });
    await until(() => address.value.fit.rotation === 'varimax', 'the rotation');
    expect(has('Predict again with these choices')).toBe(false); // no prediction changes with it
    setFitParameters({ benchmarks: ['PubMedQA'] });
    await until(() => has('Predict again with these choices'), 'the button');
    button('Predict again with these choices').click();
    await until(() => predictionJob.state.value.state === 'working', 'work');
    setFitParameters({ benchmarks: ['naep_cmcqrd'] });
    await until(() => predictionJob.state.value.state === 'cancelled', 'the end');
    expect(has('Predict again with these choices')).toBe(true);
  });
});

describe('adaptive testing', () => {
  beforeEach(() => clearAnswers());

  it('proposes items, and learns from every answer', async () => {
    await open('adaptive');
    await until(() => root.querySelectorAll('.right-wrong').length === 10, 'ten items');
    expect(verdict()).toMatch(/^No answer yet: .* its score on all [\d,]+ items to be 50\.0%/);
    const first = [...root.querySelectorAll('.next-items tbody th.row-head')][0]?.textContent ?? '';
    const [, id = ''] = /^1\. (\S+)/.exec(first) ?? [];
    const focused: string[] = [];
    const note = (event: Event) => focused.push((event.target as HTMLElement).textContent ?? '');
    root.addEventListener('focusin', note);
    button(`${id}: right`).click();
    await until(() => verdict().startsWith('After 1 answer the abilities are'), 'the sentence');
    expect(answers.value).toMatchObject([{ id, score: 1 }]);
    expect(root.querySelector('.next-items')?.textContent).not.toContain(`1. ${id}`);
    expect(titles()).toContain('Expected error after more items');
    await until(() => focused.at(-1) === 'Right', 'the focus on the next item');
    root.removeEventListener('focusin', note);
    button(`Remove the answer to ${id}`).click();
    await until(() => verdict().startsWith('No answer yet'), 'the beginning');
  });

  it('reads pasted answers and says what it could not use', async () => {
    await open('adaptive');
    await until(() => root.querySelectorAll('.right-wrong').length === 10, 'ten items');
    const field = control<HTMLTextAreaElement>('Paste answers, or drop a file here');
    field.value = 'item,score\nPubMedQA,q0001,1\nnaep_cmcqrd,q0001,wrong\nq0002,0.5\nq0900,1\nnonsense';
    field.dispatchEvent(new Event('input', { bubbles: true }));
    await until(() => !button('Add answers').disabled, 'the text');
    button('Add answers').click();
    await until(
      () => text().includes('4 answers read; 1 line is no answer: line 6 (nonsense).'),
      'the report',
    );
    // q0002 is in both benchmarks; q0900 only in the second
    expect(placedAnswers.value.placed).toHaveLength(3);
    expect(placedAnswers.value.unknown.map((one) => one.id)).toEqual(['q0002']);
    expect(text()).toContain('1 answer left aside: no item, or more than one, has the id q0002.');
    expect(field.value).not.toBe(''); // what was not understood can be mended
    button('Remove all answers').click();
    await until(() => answers.value.length === 0, 'nothing');
  });

  it('takes items of a file of parameters, and keeps the answers when they change', async () => {
    await open('adaptive');
    await until(() => itemSource.value?.kind === 'data', 'the fit');
    addAnswers([{ benchmark: 'PubMedQA', id: 'q0001', score: 1 }]);
    await loadFitFile(new File(['{}'], 'parameters.json'));
    await until(() => itemSource.value?.kind === 'file' && has('Forget the file'), 'the file');
    expect(answers.value).toHaveLength(1);
    choose('Items', 'data');
    await until(() => itemSource.value?.kind === 'data', 'the fit again');
    useFile.value = true;
    button('Forget the file').click();
    await until(() => itemSource.value?.kind === 'data' && !has('Forget the file'), 'the fit');
    dropLoadedFit();
  });

  it('plays it on models left out, when asked', async () => {
    await open('adaptive');
    await until(() => has('Simulate with models left out'), 'the button');
    button('Simulate with models left out').click();
    await until(() => titles().includes('Error of the ability by items asked'), 'the curves');
    expect(titles()).toContain('Error of the mean score by items asked');
  });
});

describe('answers as text', () => {
  it('reads every separator, words and numbers, quotes and a header', () => {
    const read = readAnswers(
      'Item;Score\nq1;1\n"a, b";right\r\nq3\tFALSE\nB,q4,.25\nq5 0\nC,with,comma,1\n\n',
      ['B'],
    );
    expect(read.refused).toEqual([]);
    expect(read.answers).toEqual([
      { benchmark: '', id: 'q1', score: 1 },
      { benchmark: '', id: 'a, b', score: 1 },
      { benchmark: '', id: 'q3', score: 0 },
      { benchmark: 'B', id: 'q4', score: 0.25 },
      { benchmark: '', id: 'q5', score: 0 },
      { benchmark: '', id: 'C,with,comma', score: 1 },
    ]);
  });

  it.each(['q1,2', 'q1,-1', 'q1', 'q1,NaN', ',1', 'q1,1e0'])('refuses “%s”', (line) => {
    expect(readAnswers(`a,1\n${line}`, [])).toEqual({
      answers: [{ benchmark: '', id: 'a', score: 1 }],
      refused: [{ line: 2, text: line }],
    });
  });

  it('reads back the list of the next items with scores behind', () => {
    const rows = [
      { benchmark: 'B', id: 'plain' },
      { benchmark: 'B', id: 'a "quoted", one' },
    ];
    const lines = listOfItems(rows).trimEnd().split('\n');
    expect(lines).toEqual(['B,plain', 'B,"a ""quoted"", one"']);
    expect(readAnswers(lines.map((line) => `${line},1`).join('\n'), ['B']).answers).toEqual(
      rows.map((row) => ({ ...row, score: 1 })),
    );
    expect(listOfItems([{ benchmark: '', id: 'q1' }])).toBe('q1\n');
  });

  it('reports what was read', () => {
    const given = [{ benchmark: '', id: 'a', score: 1 }];
    expect(readInWords({ answers: given, refused: [] }, 1)).toBe(
      '1 answer read, 1 in place of earlier ones.',
    );
    const refused = [2, 3].map((line) => ({ line, text: 'x' }));
    expect(readInWords({ answers: [], refused }, 0)).toBe(
      '0 answers read; 2 lines are no answers: line 2 (x) and line 3 (x).',
    );
  });
});
