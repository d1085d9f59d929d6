// A part of the page inside a page of another origin: what is shown, and who learns its height.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { embedSnippet } from '../../web/src/views/embed/snippet.ts';
import { seriousViolations } from './axe.ts';
import { type Host, openHost, type Server, serveFolder, temporaryFolder, visit } from './browser.ts';

const view = '#src=example&view=benchmark&subdomain=2';
const chart = 'harmony against chance RedundantQA (simulated) even-large';
const part = `${view}&embed=1&chart=${encodeURIComponent(chart)}`;

let host: Host;
/** Pages of two other origins. */
let author: Server;
let stranger: Server;
let folder: string;

beforeAll(async () => {
  host = await openHost();
  folder = temporaryFolder();
  mkdirSync(join(folder, 'author'));
  mkdirSync(join(folder, 'stranger'));
  author = await serveFolder(join(folder, 'author'));
  stranger = await serveFolder(join(folder, 'stranger'));
});
afterAll(async () => {
  await author?.close();
  await stranger?.close();
  await host?.close();
});

const htmlPage = (body: string) =>
  `<!doctype html><meta charset="utf-8"><link rel="icon" href="data:,"><title>An article</title>${body}`;

/** Opens a page of the author that has this in it. */
async function article(body: string): Promise<{ page: Page; complaints: string[]; close(): Promise<void> }> {
  writeFileSync(join(folder, 'author', 'index.html'), htmlPage(body));
  const opened = await visit({ ...host, address: author.address });
  return { page: opened.page, complaints: opened.complaints, close: () => opened.context.close() };
}

const embedded = (page: Page) => page.frameLocator('iframe').first();
const frameHeight = (page: Page) =>
  page
    .locator('iframe')
    .first()
    .evaluate((frame) => frame.clientHeight);
const isDrawn = (page: Page) => embedded(page).locator('figure[data-embedded] canvas').first().waitFor();

describe('a chart inside a page of another origin', () => {
  it('stands there alone, with its verdict and a way to the whole page, as high as it is', async () => {
    const { page, complaints, close } = await article(
      `<p>Before</p>${embedSnippet(host.address + part, 'A chart', { width: null, height: 123 })}<p>After</p>`,
    );
    await isDrawn(page);
    const inside = embedded(page);
    expect(await inside.locator('figure:visible').count()).toBe(1);
    expect(await inside.locator('table:visible, nav:visible, .top-bar, .side, .drop-zone').count()).toBe(0);
    expect(await inside.locator('.verdict').textContent()).toMatch(/HARMONY/);
    const link = await inside.getByRole('link', { name: 'open the full page' }).getAttribute('href');
    expect(link).toBe(`/some/where/#v=1&${view.slice(1)}`);
    // The script of the snippet has set the frame to the height of its content.
    await page.waitForFunction(() => {
      const frame = document.querySelector('iframe');
      return frame !== null && frame.clientHeight !== 123 && frame.clientHeight > 150;
    });
    await page.waitForTimeout(500);
    const content = await inside.locator('.embed').evaluate((one) => one.getBoundingClientRect().height);
    expect(Math.abs((await frameHeight(page)) - content)).toBeLessThanOrEqual(1);
    // A narrower place makes it higher.
    const before = await frameHeight(page);
    await page.setViewportSize({ width: 360, height: 900 });
    await page.waitForFunction((old) => (document.querySelector('iframe')?.clientHeight ?? 0) > old, before);
    expect(complaints).toEqual([]);
    await close();
  });

  it('believes no height that somebody else sends', async () => {
    writeFileSync(
      join(folder, 'stranger', 'index.html'),
      htmlPage(`<script>parent.postMessage({ type: 'harmonograph:height', height: 7777 }, '*');</script>`),
    );
    const { page, close } = await article(
      `${embedSnippet(host.address + part, 'A chart', { width: null, height: 123 })}
       <iframe src="${stranger.address}" title="somebody else"></iframe>`,
    );
    await isDrawn(page);
    await page.evaluate(() => window.postMessage({ type: 'harmonograph:height', height: 8888 }, '*'));
    await page.waitForFunction(() => (document.querySelector('iframe')?.clientHeight ?? 0) > 150);
    await page.waitForTimeout(500);
    expect(await frameHeight(page)).toBeLessThan(1500);
    await close();
  });

  it('tells its height to nobody but the page around it, and to that only after a hello', async () => {
    // A frame beside it greets it, and listens.
    writeFileSync(
      join(folder, 'stranger', 'index.html'),
      htmlPage(`<script>
        window.heard = [];
        addEventListener('message', (event) => heard.push(event.data));
        setInterval(() => parent.frames[0].postMessage({ type: 'harmonograph:hello' }, '*'), 100);
      </script>`),
    );
    const { page, close } = await article(
      `<script>
         window.heard = [];
         addEventListener('message', (event) => heard.push([event.origin, event.data]));
       </script>
       <iframe src="${host.address}${part}" title="A chart" style="width: 600px; height: 400px"></iframe>
       <iframe src="${stranger.address}" title="somebody else"></iframe>`,
    );
    await isDrawn(page);
    await page.waitForTimeout(1000);
    const strangers = page.frames().find((frame) => frame.url().startsWith(stranger.address));
    expect(await strangers?.evaluate('heard')).toEqual([]);
    expect(await page.evaluate('heard')).toEqual([]);
    // The page around says hello, and is answered.
    await page.evaluate(
      (origin) => window.frames[0]?.postMessage({ type: 'harmonograph:hello' }, origin),
      new URL(host.address).origin,
    );
    await page.waitForFunction('heard.length > 0');
    const [[origin, message]] = (await page.evaluate('heard')) as [
      [string, { type: string; height: number }],
    ];
    expect(origin).toBe(new URL(host.address).origin);
    expect(message.type).toBe('harmonograph:height');
    expect(message.height).toBeGreaterThan(150);
    expect(await strangers?.evaluate('heard')).toEqual([]);
    await close();
  });
});

describe('the embedded page', () => {
  const open = async (hash: string, dark = false) => {
    const opened = await visit(host, { hash, dark, width: 700 });
    await opened.page.getByRole('link', { name: 'open the full page' }).waitFor();
    return opened;
  };

  it('shows the verdict and the key numbers when neither a chart nor a table is named', async () => {
    const { page, context } = await open(`${view}&embed=1`);
    await page.locator('.key-figures').first().waitFor();
    expect(await page.locator('.verdict').textContent()).toMatch(/even-large scores/);
    expect(await page.locator('figure:visible, table:visible, select:visible').count()).toBe(0);
    await context.close();
  });

  it('shows one table; a row opens in the whole page', async () => {
    const { page, context } = await open('#src=example&view=overview&embed=1&table=overview');
    await page.getByRole('button', { name: 'even-large' }).waitFor();
    expect(await page.locator('table:visible').count()).toBe(1);
    const opened = context.waitForEvent('page');
    await page.getByRole('button', { name: 'even-large' }).click();
    const whole = await opened;
    await whole.waitForURL(/view=benchmark/);
    expect(whole.url()).not.toContain('embed=1');
    expect(page.url()).toContain('view=overview');
    await context.close();
  });

  it('says which charts there are when the named one is not there', async () => {
    const { page, context } = await open(`${view}&embed=1&chart=nothing`);
    await page.getByText('This view has no chart of the name “nothing”').waitFor();
    expect(await page.locator('main').textContent()).toContain(chart);
    await context.close();
  });

  it('takes no drop, and says so when it has no data', async () => {
    const { page, context } = await open('#embed=1');
    await page.getByText('There are no data here').waitFor();
    const transfer = await page.evaluateHandle(() => {
      const data = new DataTransfer();
      data.items.add(new File(['model,item,score\nA,1,1\nB,1,0\n'], 'x.csv'));
      return data;
    });
    for (const type of ['dragenter', 'drop'])
      await page.dispatchEvent('body', type, { dataTransfer: transfer });
    await page.waitForTimeout(500);
    expect(await page.locator('.drop-overlay').count()).toBe(0);
    expect(await page.getByText('There are no data here').count()).toBe(1);
    await context.close();
  });

  it.each([false, true])(
    'has no serious accessibility violation and follows the system; dark = %s',
    async (dark) => {
      const { page, context } = await visit(host, { hash: part, dark, width: 700 });
      const session = await context.newCDPSession(page);
      await session.send('Page.setBypassCSP', { enabled: true });
      // What was chosen in the whole page does not matter here.
      await page.evaluate(
        (other) => localStorage.setItem('harmonograph.theme', other),
        dark ? 'light' : 'dark',
      );
      await page.reload();
      await page.locator('figure[data-embedded] canvas').first().waitFor();
      expect(await page.evaluate(() => document.documentElement.dataset.theme)).toBe(dark ? 'dark' : 'light');
      const violations = await seriousViolations(page);
      expect(violations).toEqual([]);
      await context.close();
    },
  );
});

describe('the dialogue', () => {
  it('gives lines that work when they are pasted', async () => {
    const { page, context } = await visit(host, { hash: view });
    await page.getByText('Accuracy per subdomain').first().waitFor();
    await page.getByRole('button', { name: 'Share', exact: true }).click();
    await page.getByRole('button', { name: 'Embed in a page' }).click();
    await page.getByLabel('What', { exact: true }).selectOption({ label: 'HARMONY against chance' });
    await page.getByLabel('Width', { exact: true }).selectOption('fixed');
    await page.getByLabel('Pixels wide').fill('500');
    await page.getByLabel('Pixels wide').blur();
    const lines = await page.getByLabel('Lines to paste').inputValue();
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.getByRole('button', { name: 'Copy', exact: true }).click();
    await page.getByText('Copied.').waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(lines);
    await context.close();

    const pasted = await article(lines);
    await isDrawn(pasted.page);
    expect(await pasted.page.locator('iframe').evaluate((frame) => frame.clientWidth)).toBe(500);
    expect(await embedded(pasted.page).locator('figure:visible figcaption').textContent()).toBe(
      'HARMONY against chance',
    );
    await pasted.page.waitForFunction(() => document.querySelector('iframe')?.clientHeight !== 420);
    await pasted.close();
  });

  it('does not offer what cannot work: data on the own disk that are too large for the lines', async () => {
    const { page, context } = await visit(host);
    const transfer = await page.evaluateHandle(() => {
      const data = new DataTransfer();
      const row = (m: string, i: number) =>
        `${m},q${i},${(i * 7919 + m.length) % 3 === 0 ? 1 : 0},${Math.sin(i)}`;
      const rows = ['aa', 'b'].flatMap((m) => Array.from({ length: 6000 }, (_, i) => row(m, i)));
      data.items.add(new File([['model,item,score,noise', ...rows].join('\n')], 'mine.csv'));
      return data;
    });
    await page.getByText('Drop files or a folder anywhere').waitFor();
    for (const type of ['dragenter', 'drop'])
      await page.dispatchEvent('body', type, { dataTransfer: transfer });
    await page.getByText('2 models').first().waitFor();
    await page.getByRole('button', { name: 'Share', exact: true }).click();
    await page.getByRole('button', { name: 'Embed in a page' }).click();
    const dialog = page.getByRole('dialog', { name: 'Embed' });
    await dialog.getByText('these are files of your own computer').waitFor();
    expect(await dialog.textContent()).toContain('mine.csv');
    expect(await page.getByLabel('Lines to paste').count()).toBe(0);
    await context.close();
  });
});
