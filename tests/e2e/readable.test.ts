// "What can I drop?" in a real browser, and what the report offers to choose for one reader alone.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readableFiles } from '../../web/src/words/readable_files.ts';
import { axe, violationsOn } from './axe.ts';
import { fixtures, type Host, openHost, visit } from './browser.ts';

let host: Host;
beforeAll(async () => {
  host = await openHost();
});
afterAll(() => host?.close());

const button = (page: Page) => page.getByRole('button', { name: 'What can I drop?' });
const list = (page: Page) => page.getByRole('region', { name: 'What can be read' });

async function addFile(page: Page, path: string): Promise<void> {
  const chooser = page.waitForEvent('filechooser');
  await page
    .getByRole('button', { name: /Browse files|Add files/ })
    .first()
    .click();
  await (await chooser).setFiles([path]);
  await page.getByRole('heading', { name: 'What did I load?' }).waitFor();
}

describe('what can be dropped', () => {
  it('is found from the start by keyboard alone, searched, copied and closed', async () => {
    const { context, page, complaints } = await visit(host);
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await button(page).focus();
    await page.keyboard.press('Enter');
    await list(page).waitFor();
    for (const { label } of readableFiles)
      await list(page).getByRole('heading', { name: label, exact: true }).waitFor();
    await page.keyboard.type('oaieval');
    await page.getByText(/^1 of \d+$/).waitFor();
    expect(await list(page).getByRole('heading').allTextContents()).toEqual([
      'OpenAI evals event log (JSON lines)',
    ]);
    await page.keyboard.press('Tab'); // the list
    await page.keyboard.press('Tab'); // its only button
    await page.keyboard.press('Enter');
    await page.getByText('Copied.').waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
      'oaieval MODEL EVAL --record_path out.jsonl',
    );
    await page.keyboard.press('Escape');
    await list(page).waitFor({ state: 'detached' });
    expect(await button(page).evaluate((one) => one === document.activeElement)).toBe(true);
    expect(complaints).toEqual([]);
    await context.close();
  });

  it('is offered in the report, and where a file is of no known kind', async () => {
    const { context, page } = await visit(host, { hash: '#src=example' });
    await page.getByRole('heading', { name: 'What did I load?' }).waitFor();
    await button(page).click();
    await list(page).waitFor();
    await page.keyboard.press('Escape');
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Add files' }).first().click();
    await (await chooser).setFiles([
      { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('Dear colleague,\n\nfarewell') },
    ]);
    const card = page.getByRole('article', { name: 'notes.txt' });
    await card.getByText('Not read').waitFor();
    await card.getByRole('button', { name: 'What can I drop?' }).click();
    await list(page).waitFor();
    await context.close();
  });

  it.each([
    [390, true],
    [1440, false],
  ])('fits %i px and has no serious accessibility violation (dark: %s)', async (width, dark) => {
    const { context, page } = await visit(host, { width, height: 800, dark });
    const session = await context.newCDPSession(page);
    await session.send('Page.setBypassCSP', { enabled: true });
    await page.reload();
    await page.addScriptTag({ path: axe });
    await button(page).click();
    await list(page).waitFor();
    const box = await page.getByRole('dialog').boundingBox();
    expect(box && box.x >= 0 && box.x + box.width <= width && box.height <= 800).toBe(true);
    expect(await list(page).evaluate((one) => one.scrollWidth - one.clientWidth)).toBe(0);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    expect(await violationsOn(page, 'dialog')).toEqual([]);
    await context.close();
  });
});

describe('an option of one reader', () => {
  it('is offered where it changes something, stands in the link, and is taken back', async () => {
    const { context, page } = await visit(host);
    const path = join(fixtures, 'mmlu_pro/model_outputs_toy-7b_5shots.json');
    // 4 questions, of one no letter was read.
    expect(
      JSON.parse(readFileSync(path, 'utf8')).filter((one: { pred: unknown }) => one.pred === null),
    ).toHaveLength(1);
    await addFile(page, path);
    const choice = page.getByRole('combobox', { name: 'Answers without a letter' });
    expect(await choice.inputValue()).toBe('');
    await page.getByText(/count as wrong \(/).waitFor();
    await choice.selectOption({ label: 'are missing' });
    await page.getByText(/answers? from which no letter .* missing/).waitFor();
    await page.getByRole('button', { name: 'Share', exact: true }).click();
    const link = await page.locator('.share-link').inputValue();
    expect(decodeURIComponent(link)).toContain('read=null:missing');
    await page.keyboard.press('Escape');
    await choice.selectOption({ label: 'count as wrong' });
    await page.getByText(/count as wrong \(/).waitFor();
    await context.close();
  });
});
