// The views of item response theory in Chromium with the real core, on one small table that is dropped on the page.
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { responseTable } from '../wasm/response_table.ts';
import { axe, violationsOn } from './axe.ts';
import { type Host, openHost, type Visit, visit } from './browser.ts';

const program = readFileSync(axe, 'utf8');
const table = responseTable({ models: 24, items: 80 });

let host: Host;
let opened: Visit;
let page: Page;
beforeAll(async () => {
  host = await openHost();
  opened = await visit(host);
  page = opened.page;
  await drop();
});
afterAll(async () => {
  await opened?.context.close();
  await host?.close();
});

/** Drops the table, as a mouse does. */
async function drop(): Promise<void> {
  const transfer = await page.evaluateHandle((text) => {
    const data = new DataTransfer();
    data.items.add(new File([text], 'responses.csv'));
    return data;
  }, table);
  for (const type of ['dragenter', 'dragover', 'drop'])
    await page.dispatchEvent('body', type, { dataTransfer: transfer });
  await page.getByText('24 models').first().waitFor();
}

const verdict = () => page.locator('main .verdict');
async function says(words: RegExp): Promise<void> {
  await verdict().filter({ hasText: words }).waitFor();
}
const open = (question: string) =>
  page
    .getByRole('navigation')
    .getByRole('link', { name: new RegExp(`^${question}`) })
    .click();

describe('each view, opened from the rail', () => {
  it.each([
    ['Items', /^80 items of first and second on 24 models: .*reliability/, 5],
    ['Models', /is first of 24 models/, 5],
    ['What it measures', /^Over 24 models, /, 2],
    ['Fewer items', /^10% of the items \(8 of 80\), .* random ones/, 2],
    ['Prediction', /^Answers of 24 models on 80 items can be hidden/, 0],
    ['Adaptive testing', /^No answer yet/, 1],
  ])('%s begins with its verdict and has its charts', async (question, words, charts) => {
    await open(question);
    await page.getByRole('heading', { name: question, exact: true }).first().waitFor();
    await says(words);
    await page.waitForFunction((least) => document.querySelectorAll('main figure').length >= least, charts);
    expect(await page.locator('main .notice.error').count()).toBe(0);
    expect(await verdict().textContent()).not.toMatch(/NaN|undefined|null/);
  });

  it('without a complaint of the browser', () => expect(opened.complaints).toEqual([]));
});

describe('what can be done there', () => {
  it('answers of a new model move its ability, and the next items change', async () => {
    const next = page.getByRole('button', { name: /: right$/ }).first();
    const before = await next.getAttribute('aria-label');
    await next.click();
    await says(/^After 1 answer the abilities are/);
    expect(
      await page
        .getByRole('button', { name: /: right$/ })
        .first()
        .getAttribute('aria-label'),
    ).not.toBe(before);
  });

  it('answers are hidden and predicted, and the number of dimensions is chosen', async () => {
    await open('Prediction');
    await page.getByRole('combobox', { name: /Dimensions up to/ }).selectOption('2');
    await page.getByRole('combobox', { name: /Folds hidden/ }).selectOption('1');
    await page.getByRole('button', { name: 'Hide answers and predict them' }).click();
    await says(/% of \d+ hidden answers are predicted right/);
    const methods = page.getByRole('table', { name: 'Prediction of hidden answers' });
    expect(await methods.locator('tbody tr').count()).toBeGreaterThan(5);
    await page.getByRole('button', { name: /^Use \d dimension/ }).waitFor();
  });

  it('the parameters are saved, and loaded again', async () => {
    await open('Models');
    await says(/is first of 24 models/);
    const saving = page.waitForEvent('download');
    await page.getByRole('button', { name: /^Everything/ }).click();
    const path = await (await saving).path();
    const saved = JSON.parse(readFileSync(path, 'utf8'));
    expect(saved).toMatchObject({ format: 'harmonograph item response', version: 1 });
    expect(saved.items.length).toBe(80);
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Load parameters' }).click();
    await (await chooser).setFiles({
      name: 'parameters.json',
      mimeType: 'application/json',
      buffer: readFileSync(path),
    });
    await page
      .getByText('80 items (80 of them in the files that are open), 24 models, 2 dimensions.')
      .waitFor();
    expect(await page.locator('main .notice.error').count()).toBe(0);
  });
});

it('is readable for everyone: no serious accessibility violation in either theme', async () => {
  const found: string[] = [];
  for (const question of ['Models', 'What it measures']) {
    await open(question);
    await page.locator('main figure').nth(1).waitFor();
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await page.waitForTimeout(300);
      // evaluate() is not bound by the page's policy against foreign scripts
      await page.evaluate(program);
      const violations = await violationsOn(page);
      found.push(...violations.map((one: string) => `${question}, ${colorScheme}: ${one}`));
    }
  }
  expect(found).toEqual([]);
});

it('the address brings view and fit back after a reload', async () => {
  await open('Items');
  await page.getByRole('combobox', { name: /^Dimensions/ }).selectOption('1');
  await page.waitForFunction(
    () => location.hash.includes('view=items') && location.hash.includes('dimensions=1'),
  );
  await page.waitForFunction(() => document.querySelectorAll('main figure').length === 2);
  const before = await verdict().textContent();
  await page.reload();
  await drop(); // the page keeps no data
  await says(/^80 items/);
  expect(page.url()).toContain('view=items');
  expect(await verdict().textContent()).toBe(before);
  expect(await page.locator('main figure').count()).toBe(2);
});
