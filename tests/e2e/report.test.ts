// A report: one .html from the disk, without a network, in Chromium and, where it is installed, in Firefox. The same view with
// the same numbers, interactive; it saves itself again; names in the data do not break out of it.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Page } from 'playwright-core';
import puppeteer from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { viewNames } from '../../web/src/state/address.ts';
import { seriousViolations } from './axe.ts';
import { dist, type Host, openHost, temporaryFolder, visit } from './browser.ts';
import { browse, identical, nastyModel, rowsOf, save, table, waitForAverages } from './capsule_data.ts';

const firefox = '/usr/bin/firefox-esr';
const folder = temporaryFolder();
let host: Host;
let report = '';
let capsule = '';
let rows: string[] = [];

beforeAll(async () => {
  host = await openHost();
  const tablePath = join(folder, 'answers <b onclick=x>.csv');
  writeFileSync(tablePath, table());
  const { page, context, requests, complaints } = await visit(host, { hash: '#view=overview' });
  await browse(page, [tablePath]);
  await waitForAverages(page, 6);
  rows = await rowsOf(page);
  capsule = await save(page, 'capsule', folder);
  expect(requests.filter((address) => address.endsWith('report.html'))).toEqual([]); // not before it is asked for
  report = await save(page, 'report', folder);
  expect(complaints).toEqual([]);
  await context.close();
});
afterAll(() => host?.close());

interface Opened {
  page: Page;
  requests: string[];
  complaints: string[];
}

/** Opened from the disk, in a context that has no network. */
async function withReport(
  path: string,
  work: (opened: Opened) => Promise<void>,
  dark = false,
): Promise<void> {
  const context = await host.browser.newContext({
    viewport: { width: 1440, height: 900 },
    colorScheme: dark ? 'dark' : 'light',
    offline: true,
    acceptDownloads: true,
  });
  const page = await context.newPage();
  const requests: string[] = [];
  const complaints: string[] = [];
  context.on('request', (request) => requests.push(request.url()));
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  try {
    await page.goto(pathToFileURL(path).href);
    await work({ page, requests, complaints });
    expect(complaints).toEqual([]);
    const outside = requests.filter(
      (address) => !address.startsWith('blob:') && !address.startsWith('data:'),
    );
    expect(outside.filter((address) => !address.startsWith(pathToFileURL(path).href))).toEqual([]);
  } finally {
    await context.close();
  }
}

describe('a report from the disk, without a network', () => {
  it('shows the same view with the same numbers, and says so', () =>
    withReport(report, async ({ page }) => {
      await page.getByText(identical).waitFor();
      await waitForAverages(page, 6);
      expect(await rowsOf(page)).toEqual(rows);
      await page.getByText('Report made from answers <b onclick=x>.csv').waitFor();
      await page.getByRole('link', { name: 'The files and their hashes' }).click();
      await page.getByText('Where the data come from').waitFor();
    }));

  it('computes with other parameters', () =>
    withReport(report, async ({ page }) => {
      await page.getByText(identical).waitFor();
      await page
        .getByRole('link', { name: /One benchmark/ })
        .first()
        .click();
      await page.getByText('Accuracy per subdomain').waitFor();
      const before = await page.locator('main').textContent();
      await page.evaluate(() => {
        location.hash = '#view=benchmark&benchmark=rivers&model=B&tau=3&seed=9';
      });
      await page.getByText('Accuracy per subdomain').waitFor();
      await expect.poll(() => page.locator('main').textContent()).not.toBe(before);
      await page.getByRole('link', { name: /Items/ }).first().click();
      await page.getByRole('heading', { name: 'Items' }).first().waitFor();
      await expect
        .poll(() => page.locator('main').textContent(), { timeout: 60_000 })
        .toMatch(/discrimination/i);
      await page
        .getByRole('link', { name: /Ranks and noise/ })
        .first()
        .click();
      await expect.poll(() => page.locator('main table').count(), { timeout: 60_000 }).toBeGreaterThan(0);
    }));

  it('opens every view', () =>
    withReport(report, async ({ page }) => {
      await page.getByText(identical).waitFor();
      const views = page.locator('.rail a.rail-link');
      const count = await views.count();
      expect(count).toBe(viewNames.length);
      for (let n = 0; n < count; n++) {
        await views.nth(n).click();
        await expect.poll(() => views.nth(n).getAttribute('aria-current')).toBe('page');
        await page.locator('main h1').first().waitFor();
        await page.waitForTimeout(300);
        expect(await page.getByText('The engine has stopped').count()).toBe(0);
      }
    }));

  it('keeps what was chosen when it is loaded again, and its data', () =>
    withReport(report, async ({ page }) => {
      await page.getByText(identical).waitFor();
      await page
        .getByRole('link', { name: /Ranks and noise/ })
        .first()
        .click();
      await page.reload();
      await expect.poll(() => page.locator('.top-bar .chip').textContent()).toMatch(/1 file.*3 models/s);
      expect(page.url()).toContain('view=ranks');
      expect(await page.getByText('Drop files').count()).toBe(0);
    }));

  it('saves itself and its capsule again', async () => {
    let second = '';
    await withReport(report, async ({ page }) => {
      await page.getByText(identical).waitFor();
      expect(readFileSync(await save(page, 'capsule', folder)).equals(readFileSync(capsule))).toBe(true);
      second = await save(page, 'report', folder);
      expect(readFileSync(second, 'utf8') === readFileSync(report, 'utf8')).toBe(true);
    });
    await withReport(second, ({ page }) => page.getByText(identical).waitFor());
  });

  it('saves figures, as vectors and as pixels', () =>
    withReport(report, async ({ page }) => {
      await page.getByText(identical).waitFor();
      await page
        .getByRole('link', { name: /One benchmark/ })
        .first()
        .click();
      await page.getByRole('button', { name: 'Save and details: Accuracy per subdomain' }).click();
      await page.getByRole('button', { name: /^Figure/ }).click();
      await page.locator('.figure-preview img').waitFor();
      const saved = async (button: string) => {
        const download = page.waitForEvent('download');
        await page.getByRole('button', { name: button }).click();
        return readFileSync(await (await download).path());
      };
      expect((await saved('Save SVG')).toString('utf8')).toContain('Accuracy per subdomain');
      await page.getByRole('radio', { name: /PNG/ }).check();
      expect((await saved('Save PNG')).subarray(1, 4).toString()).toBe('PNG');
    }));

  it('takes files beside its own data', () =>
    withReport(report, async ({ page }) => {
      await page.getByText(identical).waitFor();
      const other = join(folder, 'other.csv');
      writeFileSync(other, 'model,benchmark,item,score\nZ,other,1,1\nZ,other,2,0');
      await browse(page, [other]);
      await expect.poll(() => page.locator('.top-bar .chip').textContent()).toMatch(/2 files.*4 models/s);
    }));

  it('is not broken by names in the data', () =>
    withReport(report, async ({ page }) => {
      await page.getByText(nastyModel).first().waitFor();
      expect(await page.title()).toBe('Can I trust the averages? – Harmonograph');
      expect(await page.locator('img').count()).toBe(0);
      const text = readFileSync(report, 'utf8');
      expect(text).not.toContain('<img src=x');
      expect(text.match(/<\/script>/g)?.length).toBe(3); // core, capsule, program
    }));

  it('may not ask anybody for anything, nor run another program', () =>
    withReport(report, async ({ page, complaints }) => {
      await page.getByText(identical).waitFor();
      const refused = await page.evaluate(async () => {
        const element = document.createElement('script');
        element.textContent = 'document.title = "another program"';
        document.body.append(element);
        return fetch('https://example.org/').then(
          () => false,
          () => true,
        );
      });
      expect(refused).toBe(true);
      expect(await page.title()).not.toBe('another program');
      expect(complaints.filter((one) => /Content Security Policy/.test(one)).length).toBe(complaints.length);
      expect(complaints.length).toBeGreaterThan(1);
      complaints.length = 0;
    }));

  it.each([false, true])('has no serious accessibility violation, dark = %s', (dark) =>
    withReport(
      report,
      async ({ page, complaints }) => {
        const session = await page.context().newCDPSession(page);
        await session.send('Page.setBypassCSP', { enabled: true });
        await page.reload();
        await page.getByText(identical).waitFor();
        const violations = await seriousViolations(page);
        expect(violations).toEqual([]);
        complaints.length = 0;
      },
      dark,
    ),
  );

  it('says what is wrong when its data are damaged', () => {
    const damaged = join(folder, 'damaged.html');
    const text = readFileSync(report, 'utf8');
    const at = text.indexOf('harmonograph-capsule">') + 2000;
    writeFileSync(damaged, `${text.slice(0, at)}${text[at] === 'A' ? 'B' : 'A'}${text.slice(at + 1)}`);
    return withReport(damaged, ({ page }) => page.getByText('Not opened').waitFor());
  });
});

it('a report that is dropped on a page opens there', async () => {
  const { page, context, complaints } = await visit(host);
  await browse(page, [report]);
  await page.getByText(identical).waitFor();
  await waitForAverages(page, 6);
  expect(await rowsOf(page)).toEqual(rows);
  expect(complaints).toEqual([]);
  await context.close();
});

describe.skipIf(!existsSync(firefox))('a report in Firefox', () => {
  it('shows the same numbers to the last bit', async () => {
    const browser = await puppeteer.launch({ browser: 'firefox', executablePath: firefox, headless: true });
    try {
      const page = await browser.newPage();
      const failures: string[] = [];
      page.on('pageerror', (error) => failures.push(String(error)));
      await page.goto(pathToFileURL(report).href);
      await page.waitForFunction(
        (text) => document.querySelector('main')?.textContent?.includes(text),
        { timeout: 60_000 },
        identical,
      );
      const shown = await page.evaluate(() => document.querySelector('main')?.textContent ?? '');
      for (const row of rows) expect(shown.replace(/\s+/g, ' ')).toContain(row.replace(/\s+/g, ' ').trim());
      await page.evaluate(() => {
        location.hash = '#view=benchmark&benchmark=rivers&model=B&tau=3';
      });
      await page.waitForFunction(
        () => document.querySelector('main')?.textContent?.includes('Accuracy per subdomain'),
        {
          timeout: 60_000,
        },
      );
      expect(failures).toEqual([]);
    } finally {
      await browser.close();
    }
  });
});

it('the template is of a size that can be sent by mail', () => {
  const size = readFileSync(join(dist, 'report.html')).length;
  expect(size).toBeGreaterThan(1_000_000);
  expect(size).toBeLessThan(4_000_000);
});
