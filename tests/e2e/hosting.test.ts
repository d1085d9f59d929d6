// The page on a host of its own with data beside it: data/manifest.json, from a folder below another folder below another.
import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { dist, fixtures, type Host, openHost, temporaryFolder, type Visit, visit } from './browser.ts';

/** Two files of one tool: a model each, the same 24 items of two categories. */
const scores = (model: string, from: number) =>
  ['model,item,score,category']
    .concat(
      Array.from(
        { length: 24 },
        (_, i) => `${model},q${i},${(i * 7 + from) % 5 > 1 ? 1 : 0},${i % 2 ? 'x' : 'y'}`,
      ),
    )
    .join('\n');
const files: Record<string, string> = {
  'runs/toy a.csv': scores('toy-a', 0),
  'runs/toy-b#2.csv': scores('toy-b', 3),
};
const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

const manifest = {
  title: 'Toy models on toy items',
  description: 'Twenty-four items. More at https://example.org/toy.',
  licence: 'CC-BY-4.0',
  citation: 'Nobody (2026). Toys.',
  funding: 'none',
  files: Object.entries(files).map(([path, text]) => ({ path, sha256: sha256(text), bytes: text.length })),
};

let folder: string;
let host: Host;
beforeAll(async () => {
  folder = temporaryFolder();
  cpSync(dist, folder, { recursive: true });
  host = await openHost(folder, '/a/b/c/');
});
afterAll(() => host?.close());

function put(path: string, text: string): void {
  const target = join(folder, 'data', path);
  mkdirSync(dirname(target), { recursive: true });
  writeFileSync(target, text);
}

beforeEach(() => {
  rmSync(join(folder, 'data'), { recursive: true, force: true });
  for (const [path, text] of Object.entries(files)) put(path, text);
  put('manifest.json', JSON.stringify(manifest));
});

async function withPage(
  work: (visit: Visit) => Promise<void>,
  hash = '',
  expected: RegExp[] = [],
): Promise<void> {
  const opened = await visit(host, { hash });
  try {
    await work(opened);
    const unexpected = opened.complaints.filter((one) => !expected.some((words) => words.test(one)));
    expect(unexpected).toEqual([]);
  } finally {
    await opened.context.close();
  }
}

const imported = (page: Page) => page.getByRole('heading', { name: 'What did I load?' }).waitFor();
const mainText = async (page: Page) => (await page.locator('main').textContent()) ?? '';

describe('data beside the page', () => {
  it('are loaded at the start, with what the manifest says of them, by requests to the own host alone', () =>
    withPage(async ({ page, requests }) => {
      await imported(page);
      await page.getByText('2 models').first().waitFor();
      const text = await mainText(page);
      for (const part of [
        manifest.title,
        manifest.description,
        manifest.licence,
        manifest.citation,
        'funding',
      ])
        expect(text).toContain(part);
      expect(text).not.toContain('The data have changed');
      expect(text).toContain('runs/toy a.csv');
      expect(await page.title()).toBe('What did I load? – Toy models on toy items – Harmonograph');
      expect(await page.getByRole('link', { name: 'https://example.org/toy' }).count()).toBe(1);
      expect(requests.filter((url) => !/^(blob:|data:)/.test(url) && !url.startsWith(host.address))).toEqual(
        [],
      );
      // The numbers are those of the files: 24 items, 2 models.
      expect(text).toMatch(/24/);
    }));

  it('show the view that the manifest wants when the address wants none', async () => {
    put('manifest.json', JSON.stringify({ ...manifest, view: '#view=overview&sort=model' }));
    await withPage(async ({ page }) => {
      await page.getByRole('heading', { name: 'Can I trust the averages?' }).waitFor();
      await page.getByText('toy-b').first().waitFor();
      expect(page.url()).toContain('#view=overview&sort=model');
    });
    await withPage(async ({ page }) => {
      await page.getByRole('heading', { name: 'Benchmarks compared' }).waitFor();
    }, '#view=plane');
  });

  it('are not loaded when the address names data of its own', () =>
    withPage(async ({ page, requests }) => {
      await imported(page);
      expect(await mainText(page)).not.toContain(manifest.title);
      expect(requests.some((url) => url.includes('/data/'))).toBe(false);
    }, '#src=example'));

  it('that have changed are named, and loaded as they are', async () => {
    put('runs/toy a.csv', files['runs/toy a.csv']?.replace('q2,1', 'q2,0') ?? '');
    expect(readFileSync(join(folder, 'data/runs/toy a.csv'), 'utf8')).not.toBe(files['runs/toy a.csv']);
    await withPage(async ({ page }) => {
      await imported(page);
      await page.getByText('The data have changed: runs/toy a.csv').waitFor();
      await page.getByText('2 models').first().waitFor();
      expect(await mainText(page)).not.toContain('changed: runs/toy-b');
    });
  });

  it('that are missing are listed, and the rest is loaded', async () => {
    rmSync(join(folder, 'data/runs/toy a.csv'));
    await withPage(
      async ({ page }) => {
        await imported(page);
        await page.getByText('1 of 2 files of this page could not be loaded').waitFor();
        const text = await mainText(page);
        expect(text).toContain('runs/toy a.csv');
        expect(text).toContain('status 404');
        expect(text).toContain('toy-b');
      },
      '',
      [/404/],
    );
  });

  it('a manifest with a slip is refused with its place, and the page works without it', async () => {
    put('manifest.json', JSON.stringify({ ...manifest, files: [{ path: '../secret.csv' }] }));
    await withPage(async ({ page }) => {
      await page.locator('.notice.error').getByText('files[0].path').waitFor();
      await page.getByRole('button', { name: 'Try an example' }).click();
      await imported(page);
    });
  });

  it('files with options are read with them', async () => {
    put(
      'mmlu/toy_winogrande_write_out_info.json',
      readFileSync(join(fixtures, 'lm_eval/v0.3/toy-1b/toy_winogrande_write_out_info.json'), 'utf8'),
    );
    const path = 'mmlu/toy_winogrande_write_out_info.json';
    put('manifest.json', JSON.stringify({ files: [{ path, options: { model: 'Named-7B' } }] }));
    await withPage(async ({ page }) => {
      await page.getByText('Named-7B').first().waitFor();
    }, '#view=overview');
  });
});

describe('a page without data beside it', () => {
  it('is silent about that, also on hosts that answer everything with their start page', async () => {
    rmSync(join(folder, 'data'), { recursive: true });
    await withPage(async ({ page }) => {
      await page.getByText('Drop files or a folder anywhere').waitFor();
      expect(await page.locator('.notice').count()).toBe(0);
    });
    put('manifest.json', readFileSync(join(dist, 'index.html'), 'utf8'));
    await withPage(async ({ page }) => {
      await page.getByText('Drop files or a folder anywhere').waitFor();
      await page.waitForTimeout(300);
      expect(await page.locator('.notice').count()).toBe(0);
    });
  });
});
