// The workspace from the empty page to the overview, with an engine of invented numbers.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { start } from '../../web/src/app/start.ts';
import { errorDetails } from '../../web/src/components/error_details.ts';
import { removeAllFiles } from '../../web/src/state/files.ts';
import { address, replaceAddress } from '../../web/src/state/history.ts';
import { engineState } from '../../web/src/state/store.ts';
import { fakeEngine } from './fixtures/fake_engine.ts';

const root = document.createElement('div');
const text = () => root.textContent ?? '';
async function until(condition: () => boolean, what: string) {
  const end = Date.now() + 4000;
  while (!condition()) {
    if (Date.now() > end)
      throw new Error(`waited in vain for ${what}; the page says: ${text().slice(0, 400)}`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
const button = (name: string) =>
  [...root.querySelectorAll('button')].find(
    (one) => (one.getAttribute('aria-label') ?? one.textContent) === name,
  ) as HTMLButtonElement;
const press = (key: string, more: KeyboardEventInit = {}) =>
  window.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...more }));

function dropOnWindow(files: File[]) {
  const event = new Event('drop', { bubbles: true, cancelable: true });
  const items = files.map((file) => ({ kind: 'file', getAsFile: () => file, webkitGetAsEntry: () => null }));
  Object.defineProperty(event, 'dataTransfer', { value: { types: ['Files'], items, files } });
  window.dispatchEvent(event);
  return event;
}

beforeAll(async () => {
  document.body.append(root);
  replaceAddress({ view: 'benchmark', benchmark: 'PubMedQA', model: 'Qwen3-8B' });
  await start(fakeEngine({ delay: 1 }), root);
});
afterAll(async () => {
  await removeAllFiles();
});

describe('the workspace', () => {
  it('is there before anything is loaded, with the formats and what the address was made with', async () => {
    await until(() => engineState.value === 'ready' && text().includes('Harmonograph JSON'), 'the formats');
    expect(root.querySelector('h1')?.textContent).toBe('Can a benchmark’s average be trusted?');
    expect(text()).toContain('Drop them again: view and parameters are kept.');
    expect(text()).toContain('PubMedQA');
    // Nothing to go to yet, but for the view that needs no files.
    expect([...root.querySelectorAll('.rail a')].map((one) => one.textContent)).toEqual([
      'Does this work?Known truth, simulated models',
    ]);
    replaceAddress({ view: 'import', benchmark: '', model: '' });
  });

  it('shows the report of dropped files first, with a failed one in its place', async () => {
    const event = dropOnWindow([new File(['a,b\n'], 'samples.csv'), new File(['{'], 'broken.jsonl')]);
    expect(event.defaultPrevented).toBe(true);
    await until(() => root.querySelectorAll('.file-card').length === 2, 'both files');
    expect(root.querySelector('h1')?.textContent).toBe('What did I load?');
    expect(root.querySelector('.verdict')?.textContent).toContain('9 models on 2 benchmarks');
    const failed = root.querySelector('[aria-label="broken.jsonl"]') as HTMLElement;
    expect(failed.querySelector('details')?.open).toBe(true);
    expect(failed.querySelector('[role="alert"]')?.textContent).toContain('line 412 has no closing brace');
    expect(failed.querySelector('[role="alert"]')?.textContent).toContain('delete the last line');
    expect(root.querySelector('.chip')?.textContent).toBe('2 files9 models2,063 items');
  });

  it('names lines, filter, roles of columns, and reads again when one is changed', async () => {
    const card = () => root.querySelector('[aria-label="samples.csv"]') as HTMLElement;
    const details = card().querySelector('details') as HTMLDetailsElement;
    details.open = true;
    details.dispatchEvent(new Event('toggle'));
    await until(() => card().querySelector('.facts') !== null, 'what is inside the card');
    expect(card().textContent).toContain('Lines 212, 213, 5,901');
    const role = card().querySelector<HTMLSelectElement>('select[aria-label="Role of remark"]');
    if (!role) throw new Error('there is no menu for the role of a column');
    expect(role.value).toBe('ignore');
    role.value = 'text';
    role.dispatchEvent(new Event('change', { bubbles: true }));
    await until(
      () => card().querySelector<HTMLSelectElement>('select[aria-label="Role of remark"]')?.value === 'text',
      'the new role',
    );
  });

  it('removes a file', async () => {
    button('Remove broken.jsonl').click();
    await until(() => root.querySelectorAll('.file-card').length === 1, 'the removal');
  });

  it('goes to the overview by key, and its cells fill', async () => {
    press('2');
    await until(() => root.querySelector('h1')?.textContent === 'Can I trust the averages?', 'the overview');
    expect(address.value.view).toBe('overview');
    expect(document.title).toBe('Can I trust the averages? – Harmonograph');
    await until(() => root.querySelectorAll('.profile').length === 17, 'all cells');
    expect(text()).toContain('needs probabilities or at least 3 models');
    expect(root.querySelectorAll('tbody tr')).toHaveLength(18);
  });

  it('shows the keys at "?" and leaves keys alone that are typed into a field', async () => {
    press('?');
    await until(() => root.querySelector('dialog') !== null, 'the list of keys');
    root.querySelector('dialog')?.dispatchEvent(new Event('close'));
    await until(() => root.querySelector('dialog') === null, 'its end');
    const field = root.querySelector('input[type="search"]') as HTMLInputElement;
    field.dispatchEvent(new KeyboardEvent('keydown', { key: '1', bubbles: true }));
    expect(address.value.view).toBe('overview');
  });

  it('copies details without a word of the data', () => {
    const details = errorDetails(
      {
        code: 'malformed_file',
        message: 'secret-model.csv, line 3: "secret cell" is not a number.',
        file: 'folder/secret-model.csv',
        line: 3,
        hint: 'secret hint',
      },
      'Error: secret cell\n    at read (http://localhost/assets/worker.js:1:2)',
    );
    expect(details).toContain('malformed_file');
    expect(details).toContain('line 3, a .csv file');
    expect(details).toContain('worker.js:1:2');
    expect(details).not.toContain('secret');
  });
});
