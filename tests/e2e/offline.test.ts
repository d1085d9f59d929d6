// The page without a network, a newer version beside an open one, and the way out of everything that a browser keeps.
import { appendFileSync, cpSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
// @ts-expect-error: a plain script without types
import { stampServiceWorker } from '../../.ci/service_worker.mjs';
import { dist, type Host, openHost, temporaryFolder, type Visit, visit } from './browser.ts';

let folder: string;
let host: Host;
beforeAll(async () => {
  folder = temporaryFolder();
  host = await openHost(folder, '/a/b/c/');
});
afterAll(() => host?.close());

/** As the build made it. */
beforeEach(() => {
  for (const name of readdirSync(folder)) rmSync(join(folder, name), { recursive: true });
  cpSync(dist, folder, { recursive: true });
});

const version = () =>
  /"version":"(\w+)"/.exec(readFileSync(join(folder, 'service_worker.js'), 'utf8'))?.[1] ?? '';

/** Another build in its place: as in a real one, all parts of the program have other names, and those before are gone. */
function deployNext(): string {
  const before = version();
  const assets = join(folder, 'assets');
  const programs = readdirSync(assets).filter((name) => name.endsWith('.js'));
  const renamed = (text: string) =>
    programs.reduce((all, name) => all.replaceAll(name, name.replace(/^(.*)-/, '$1-next')), text);
  const page = renamed(readFileSync(join(folder, 'index.html'), 'utf8'));
  const start = /assets\/(index-[\w-]+\.js)/.exec(page)?.[1] ?? '';
  for (const name of programs) {
    const text = renamed(readFileSync(join(assets, name), 'utf8'));
    rmSync(join(assets, name));
    writeFileSync(join(assets, renamed(name)), text);
  }
  appendFileSync(join(assets, start), '\nglobalThis.harmonographTest = "next";\n');
  writeFileSync(join(folder, 'index.html'), page);
  stampServiceWorker(folder);
  expect(version()).not.toBe(before);
  return start;
}

/** waitForFunction() takes the promise of an asynchronous function for its answer. */
async function until<A>(page: Page, holds: (argument: A) => Promise<boolean>, argument?: A): Promise<void> {
  const end = Date.now() + 30_000;
  // biome-ignore lint/suspicious/noExplicitAny: the types of Playwright's own argument
  while (!(await page.evaluate(holds as any, argument).catch(() => false))) {
    if (Date.now() > end) throw new Error(`never became true: ${holds}`);
    await page.waitForTimeout(100);
  }
}

const landed = (page: Page) => page.getByText('Drop files or a folder anywhere').waitFor();
const isNextNow = (page: Page) =>
  page.waitForFunction(() => (globalThis as { harmonographTest?: string }).harmonographTest === 'next');
const isNext = (page: Page) => page.evaluate('globalThis.harmonographTest === "next"');

/** A first visit, until the copy is complete. */
async function firstVisit(): Promise<Visit> {
  const opened = await visit(host, { offline: true });
  await isKept(opened.page);
  return opened;
}
const isKept = (page: Page) =>
  until(page, async () => (await navigator.serviceWorker.getRegistration())?.active?.state === 'activated');
const cacheNames = (page: Page) => page.evaluate(() => caches.keys());

async function toOneBenchmark(page: Page): Promise<string> {
  await page.getByRole('button', { name: 'Try an example' }).click();
  await page.getByRole('heading', { name: 'What did I load?' }).waitFor();
  await page
    .getByRole('link', { name: /One benchmark/ })
    .first()
    .click();
  await page.getByText('What is inside a subdomain').waitFor();
  return (await page.locator('.verdict').textContent()) ?? '';
}

describe('after the first visit', () => {
  it('the page works without a network, to its last part, with the same numbers', async () => {
    const { page, context, requests } = await firstVisit();
    await landed(page);
    expect(requests.filter((url) => !/^(blob:|data:)/.test(url) && !url.startsWith(host.address))).toEqual(
      [],
    );
    const online = await toOneBenchmark(page);
    expect(online).toMatch(/even-large scores 93\.2%/);
    await context.setOffline(true);
    await page.goto(host.address);
    await landed(page);
    expect(await toOneBenchmark(page)).toBe(online);
    await page.locator('figure canvas').first().waitFor();
    // Parts that nobody has asked for before: the later half of the core, other views, the list of licences.
    await page
      .getByRole('link', { name: /^Ranks and noise/ })
      .first()
      .click();
    await page.getByRole('heading', { name: 'Ranks and noise' }).waitFor();
    const licences = await page.evaluate(async () => (await fetch('./licences.txt')).text());
    expect(licences).toContain('Apache License');
    await context.close();
  });

  it('exactly the files of the build are kept, whole', async () => {
    const { page, context } = await firstVisit();
    const [name = '', ...others] = await cacheNames(page);
    expect(others).toEqual([]);
    expect(name).toBe(`harmonograph /a/b/c/ ${version()}`);
    const kept = await page.evaluate(async (cache) => {
      const requests = await (await caches.open(cache)).keys();
      return requests.map((request) => request.url);
    }, name);
    const built = readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && entry.name !== 'service_worker.js')
      .map((entry) => `${entry.parentPath}/${entry.name}`.slice(folder.length + 1))
      .map((path) => host.address + (path === 'index.html' ? '' : path));
    expect(kept.sort()).toEqual(built.sort());
    await context.close();
  });

  it('nothing is kept when one file is not that of its build', async () => {
    // As in the middle of a deployment: one part is still, or already, another one.
    const part = readdirSync(join(folder, 'assets')).find(
      (name) => name.startsWith('study-') && name.endsWith('.js'),
    );
    appendFileSync(join(folder, 'assets', part ?? ''), '\n// other\n');
    const { page, context } = await visit(host, { offline: true });
    await landed(page);
    const end = await page.evaluate(async () => {
      const registration = await navigator.serviceWorker.register('./service_worker.js', { scope: './' });
      const coming = registration.installing;
      if (!coming) return 'not tried';
      return new Promise((resolve) => {
        coming.addEventListener('statechange', () => resolve(coming.state));
      });
    });
    expect(end).toBe('redundant'); // given up
    await until(page, async () => (await caches.keys()).length === 0);
    expect(
      await page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.active ?? null),
    ).toBeNull();
    await context.close();
  });
});

describe('a newer version', () => {
  it('waits until it is asked for; then every tab is of one version', async () => {
    const { page, context, complaints } = await firstVisit();
    await page.reload();
    await landed(page);
    const other = await context.newPage();
    await other.goto(host.address);
    await landed(other);

    const next = deployNext();
    await page.reload();
    await page.getByText('A new version is ready.').waitFor();
    // Reloading alone does not bring it: the page is still that of the version before, and still works.
    expect(await isNext(page)).toBe(false);
    await toOneBenchmark(page);
    expect(await page.getByText('have to be dropped again').count()).toBe(1);
    expect((await cacheNames(page)).length).toBe(2);

    await page.getByRole('button', { name: 'Reload' }).click();
    await isNextNow(page);
    await page.getByText('What is inside a subdomain').waitFor();
    expect(await page.getByText('A new version is ready.').count()).toBe(0);
    const scripts = await page
      .locator('script[src]')
      .evaluateAll((all) => all.map((one) => (one as HTMLScriptElement).src));
    expect(scripts.join()).toContain(next);

    // The other tab is not loaded again behind its reader's back, and its later parts are there.
    await other.getByText('A new version was started in another tab.').waitFor();
    expect(await isNext(other)).toBe(false);
    await toOneBenchmark(other);
    await other.getByRole('button', { name: 'Reload' }).click();
    await isNextNow(other);
    await other.close();
    // With the last tab of it the older version goes.
    await page.reload();
    await until(page, async () => (await caches.keys()).length === 1);
    expect(await cacheNames(page)).toEqual([`harmonograph /a/b/c/ ${version()}`]);
    expect(complaints).toEqual([]);
    await context.close();
  });

  it('that is asked for in the only tab leaves nothing of the one before', async () => {
    const { page, context } = await firstVisit();
    await page.reload();
    await landed(page);
    deployNext();
    await page.reload();
    await page.getByRole('button', { name: 'Reload' }).click();
    await isNextNow(page);
    await until(page, async () => (await caches.keys()).length === 1);
    expect(await cacheNames(page)).toEqual([`harmonograph /a/b/c/ ${version()}`]);
    await context.close();
  });
});

describe('data beside the page', () => {
  const put = (second: string) => {
    mkdirSync(join(folder, 'data'), { recursive: true });
    const rows = Array.from({ length: 20 }, (_, i) => `A,q${i},${i % 3 ? 1 : 0}\n${second},q${i},${i % 2}`);
    writeFileSync(join(folder, 'data', 'x.csv'), ['model,item,score', ...rows].join('\n'));
    writeFileSync(
      join(folder, 'data', 'manifest.json'),
      JSON.stringify({ title: 'Twenty items', files: [{ path: 'x.csv' }] }),
    );
  };
  const loaded = async (page: Page, model: string) => {
    await page.getByRole('heading', { name: 'What did I load?' }).waitFor();
    await page.waitForFunction((name) => document.querySelector('main')?.textContent?.includes(name), model);
  };
  const withData = (context: BrowserContext) =>
    until(context.pages()[0] as Page, async () => {
      const name = (await caches.keys()).find((one) => one.endsWith(' data'));
      return name !== undefined && (await (await caches.open(name)).keys()).length === 2;
    });

  it('come from their host as long as it answers, and else from the last visit, which is said', async () => {
    put('Bee');
    const { page, context } = await firstVisit();
    await page.getByText('2 models').first().waitFor();
    await withData(context);
    put('Cat');
    await page.goto(`${host.address}#view=overview`);
    await page.reload();
    await page.getByText('Cat').first().waitFor();
    expect(await page.getByText('cannot be reached').count()).toBe(0);
    await context.setOffline(true);
    await page.reload();
    await page.getByText('Cat').first().waitFor();
    const notice = page.locator('.notice', { hasText: 'The host of this page cannot be reached' });
    await notice.waitFor();
    expect(await notice.textContent()).toMatch(
      /1 file of its data is the copy of your last visit \(fetched \d{4}-\d\d-\d\d\)/,
    );
    expect(await page.title()).toContain('Twenty items');
    await context.setOffline(false);
    await page.reload();
    await page.getByText('Cat').first().waitFor();
    expect(await notice.count()).toBe(0);
    await context.close();
  });

  it('that the host has taken away are not brought back from the copy', async () => {
    put('Bee');
    const { page, context } = await firstVisit();
    await withData(context);
    await page.reload();
    await loaded(page, 'Bee');
    rmSync(join(folder, 'data', 'x.csv'));
    await page.reload();
    await page.getByText('1 of 1 file of this page could not be loaded').waitFor();
    await until(page, async () => {
      const name = (await caches.keys()).find((one) => one.endsWith(' data'));
      return name !== undefined && (await (await caches.open(name)).keys()).length === 1;
    });
    await context.close();
  });
});

describe('#reset', () => {
  it('throws away everything that the page keeps, and says so', async () => {
    const { page, context } = await firstVisit();
    await page.reload();
    await landed(page);
    await page.evaluate(async () => {
      localStorage.setItem('harmonograph.theme', 'dark');
      localStorage.setItem('of another page', '1');
      await (await caches.open('of another page')).put('/x', new Response('x'));
      await (await caches.open('harmonograph /elsewhere/ 123')).put('/x', new Response('x'));
    });
    await page.goto(`${host.address}#reset`);
    await page.getByText('This page was reset').waitFor();
    expect(page.url()).toBe(host.address);
    expect(await page.evaluate(() => navigator.serviceWorker.controller)).toBeNull();
    // What other pages of the same host keep is theirs. The copy of this one is made anew, as on a first visit.
    expect(await page.evaluate(() => Object.keys(localStorage))).toEqual(['of another page']);
    await isKept(page);
    expect((await cacheNames(page)).sort()).toEqual(
      [`harmonograph /a/b/c/ ${version()}`, 'harmonograph /elsewhere/ 123', 'of another page'].sort(),
    );
    await page.getByRole('button', { name: 'Close' }).click();
    expect(await page.getByText('This page was reset').count()).toBe(0);
    await context.close();
  });
});

describe('no copy is made', () => {
  const registrations = (page: Page) =>
    page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length);

  it('for an embedded page, neither by its address nor inside a frame', async () => {
    const embedded = await visit(host, { offline: true, hash: '#src=example&view=benchmark&embed=1' });
    await embedded.page.locator('.key-figures').first().waitFor();
    await embedded.page.waitForTimeout(1500);
    expect(await registrations(embedded.page)).toBe(0);
    await embedded.context.close();

    writeFileSync(join(folder, 'around.html'), '<!doctype html><iframe src="./"></iframe>');
    const around = await visit({ ...host, address: `${host.address}around.html` }, { offline: true });
    await around.page.frameLocator('iframe').getByText('Drop files or a folder anywhere').waitFor();
    await around.page.waitForTimeout(1500);
    expect(await registrations(around.page)).toBe(0);
    await around.context.close();
  });
});

describe('an installable page', () => {
  it('has a manifest whose icons are there in the sizes that it says', async () => {
    const { page, context } = await visit(host);
    const href = await page.locator('link[rel="manifest"]').getAttribute('href');
    const about = await page.evaluate(async (address) => (await fetch(address ?? '')).json(), href);
    expect(about).toMatchObject({
      name: 'Harmonograph',
      start_url: './',
      scope: './',
      display: 'standalone',
    });
    for (const { src, sizes, type } of about.icons as { src: string; sizes: string; type: string }[]) {
      if (type !== 'image/png') continue;
      const size = await page.evaluate(async (address) => {
        const image = new Image();
        image.src = address;
        await image.decode();
        return `${image.naturalWidth}x${image.naturalHeight}`;
      }, src);
      expect(size).toBe(sizes);
    }
    // Chromium's own judgement.
    const session = await context.newCDPSession(page);
    const judged = (await session.send('Page.getAppManifest')) as { errors: unknown[]; url: string };
    expect(judged.errors).toEqual([]);
    expect(judged.url).toBe(`${host.address}manifest.webmanifest`);
    await context.close();
  });
});
