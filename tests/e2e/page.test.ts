// The whole page in Chromium, served from a sub-path, with files of the shapes that tools write.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sharedExists, sharedFolder } from '../shared_data.ts';
import { fixtures, type Host, openHost, temporaryFolder, type Visit, visit } from './browser.ts';

let host: Host;
beforeAll(async () => {
  host = await openHost();
});
afterAll(() => host?.close());

/** Puts files onto the page through its own file field. */
async function browse(page: Page, paths: string[]): Promise<void> {
  const chooser = page.waitForEvent('filechooser');
  await page
    .getByRole('button', { name: /Browse files|Add files/ })
    .first()
    .click();
  await (await chooser).setFiles(paths);
}

/** Drops files as a mouse does, with their bytes. */
async function drop(page: Page, files: { name: string; text: string }[]): Promise<void> {
  const transfer = await page.evaluateHandle((given) => {
    const data = new DataTransfer();
    for (const { name, text } of given) data.items.add(new File([text], name));
    return data;
  }, files);
  for (const type of ['dragenter', 'dragover', 'drop'])
    await page.dispatchEvent('body', type, { dataTransfer: transfer });
}

const openView = (page: Page, name: RegExp) => page.getByRole('link', { name }).first().click();

async function withPage(work: (visit: Visit) => Promise<void>, options = {}): Promise<void> {
  const opened = await visit(host, options);
  try {
    await work(opened);
    expect(opened.complaints).toEqual([]);
  } finally {
    await opened.context.close();
  }
}

const loadExample = async (page: Page) => {
  await page.getByRole('button', { name: 'Try an example' }).click();
  await page.getByRole('heading', { name: 'What did I load?' }).waitFor();
};

/** 40 items of two categories: A is better at x, B at y. */
const table = ['model,item,score,category']
  .concat(
    ['A', 'B', 'C'].flatMap((model, m) =>
      Array.from(
        { length: 40 },
        (_, i) => `${model},q${i},${(i * 7 + m * 3 + (i % 2) * m) % 5 > m ? 1 : 0},${i % 2 ? 'x' : 'y'}`,
      ),
    ),
  )
  .join('\n');

describe('a first visit', () => {
  it('shows where to drop files and what may be dropped, from any sub-path', () =>
    withPage(async ({ page }) => {
      await page.getByText('Drop files or a folder anywhere').waitFor();
      await page.getByText('lm-evaluation-harness').first().waitFor();
      expect(await page.title()).toContain('Harmonograph');
    }));

  it('loads the example, from the report to one benchmark', () =>
    withPage(async ({ page }) => {
      await loadExample(page);
      await openView(page, /Can I trust/);
      await page.getByRole('heading', { name: 'Can I trust the averages?' }).waitFor();
      await openView(page, /One benchmark/);
      await page.getByText('Accuracy per subdomain').waitFor();
      await page.getByText('What is inside a subdomain').waitFor();
      expect(page.url()).toContain('view=benchmark');
      // Reload and Back keep view and data.
      await page.reload();
      await page.getByText('Accuracy per subdomain').waitFor();
      await page.goBack();
      await page.getByRole('heading', { name: 'Can I trust the averages?' }).waitFor();
    }));
});

describe('files', () => {
  it('a dropped table is read, reported, and a second drop adds', () =>
    withPage(async ({ page }) => {
      await drop(page, [{ name: 'first.csv', text: table }]);
      await page.getByRole('heading', { name: 'What did I load?' }).waitFor();
      await page.getByText('3 models').first().waitFor();
      await drop(page, [{ name: 'second.csv', text: table.replaceAll('A,', 'D,') }]);
      await page.getByText('2 files').first().waitFor();
      await page.getByText('4 models').first().waitFor();
    }));

  it('files of each generation of a tool are read through the file field', () =>
    withPage(async ({ page }) => {
      await browse(page, [
        join(fixtures, 'lm_eval/v0.3/toy-1b/toy_winogrande_write_out_info.json'),
        join(fixtures, 'lm_eval/v0.4.3/Example__toy-1b/samples_toy_arc_2024-11-26T10-00-00.000000.jsonl'),
        join(fixtures, 'harmonograph/example.json'),
        join(fixtures, 'py_irt/responses.jsonlines'),
      ]);
      await page.getByText('4 files').first().waitFor();
      expect(await page.locator('.flag.error').count()).toBe(0);
    }));

  it.each([
    ['an empty file', 'empty.json', '', /empty/i],
    [
      'a binary file',
      'picture.png',
      '\u0089PNG\r\n\u001a\n\u0000\u0000\u0000\rIHDR\u0000\u0000',
      /binary|PNG|image/i,
    ],
    [
      'prose',
      'notes.txt',
      'Dear colleague,\n\nplease find the results below.\nKind regards',
      /recognis|format|read/i,
    ],
    ['broken JSON', 'broken.json', '{"a": [1, 2', /end|trunc|incomplete|broken|malformed|recognis/i],
  ])('%s is refused with a sentence, and what was loaded stays', (_, name, text, sentence) =>
    withPage(async ({ page }) => {
      await drop(page, [{ name: 'good.csv', text: table }]);
      await page.getByText('3 models').first().waitFor();
      await drop(page, [{ name, text }]);
      const card = page.getByRole('article', { name });
      await card.waitFor();
      expect(await card.textContent()).toMatch(sentence);
      expect(await card.textContent()).toContain('Not read');
      await page.getByText('3 models').first().waitFor();
      await card.getByRole('button', { name: /Copy details/ }).waitFor();
    }),
  );

  it('a packed file is unpacked', () =>
    withPage(async ({ page }) => {
      const { gzipSync } = await import('node:zlib');
      const path = join(temporaryFolder(), 'table.csv.gz');
      writeFileSync(path, gzipSync(table));
      await browse(page, [path]);
      await page.getByText('3 models').first().waitFor();
    }));

  it('reading a long file can be cancelled, and what was complete stays', () =>
    withPage(async ({ page }) => {
      await drop(page, [{ name: 'good.csv', text: table }]);
      await page.getByText('3 models').first().waitFor();
      const path = join(temporaryFolder(), 'long.csv');
      const row = `model-x,item-IDENTITY,1,${'category '.repeat(12)}\n`;
      let text = 'model,item,score,category\n';
      for (let i = 0; i < 400_000; ++i) text += row.replace('IDENTITY', String(i));
      writeFileSync(path, text);
      await browse(page, [path]);
      await page.getByRole('button', { name: 'Cancel' }).click();
      await page.getByRole('button', { name: 'Cancel' }).waitFor({ state: 'detached' });
      await page.getByText('1 file').first().waitFor();
      await page.getByText('3 models').first().waitFor();
    }));
});

describe('one benchmark', () => {
  it('recomputes when a parameter changes, and the address says it', () =>
    withPage(async ({ page }) => {
      await page.goto(`${host.address}#src=example&view=benchmark`);
      await page.getByText('Accuracy per subdomain').waitFor();
      const before = await page.locator('main').textContent();
      const bandwidth = page.getByRole('spinbutton', { name: /Bandwidth/ });
      await bandwidth.fill('0.03');
      await bandwidth.press('Enter');
      await page.waitForFunction((text) => document.querySelector('main')?.textContent !== text, before);
      await page.waitForFunction(() => location.hash.includes('0.03'));
    }));

  it('gives tables as CSV and charts as vector SVG', () =>
    withPage(async ({ page }) => {
      await page.goto(`${host.address}#src=example&view=benchmark`);
      await page.getByText('Accuracy per subdomain').waitFor();
      const csvEvent = page.waitForEvent('download');
      await page.getByRole('button', { name: /CSV/ }).first().click();
      const csv = readFileSync(await (await csvEvent).path(), 'utf8');
      expect(csv.split('\n').length).toBeGreaterThan(3);

      await page.getByRole('button', { name: 'Save and details: Accuracy per subdomain' }).click();
      await page.getByRole('button', { name: /^Figure/ }).click();
      const svgEvent = page.waitForEvent('download');
      await page.getByRole('button', { name: 'Save SVG' }).click();
      const svg = readFileSync(await (await svgEvent).path(), 'utf8');
      expect(svg).toMatch(/^<svg|^<\?xml/);
      expect(svg).toContain('<text');
      expect(svg).not.toContain('<image');
    }));
});

/** Option probabilities of one model on many items, from a linear congruential generator. */
function probabilities(items: number): string {
  let state = 7;
  const uniform = () => {
    state = (state * 1103515245 + 12345) % 2147483648;
    return state / 2147483648;
  };
  const rows = ['model,item,key,p_A,p_B,p_C,p_D'];
  for (let item = 0; item < items; ++item) {
    const raw = [uniform(), uniform(), uniform(), uniform()].map((value) => value ** 6 + 0.001);
    const total = raw.reduce((sum, value) => sum + value, 0);
    rows.push(`m,q${item},${'ABCD'[item % 4]},${raw.map((value) => value / total).join(',')}`);
  }
  return rows.join('\n');
}

describe('long work', () => {
  it('can be cancelled while it runs, and started again', () =>
    withPage(async ({ page }) => {
      await drop(page, [{ name: 'long.csv', text: probabilities(12_000) }]);
      await page.getByText('12,000').first().waitFor();
      await openView(page, /One benchmark/);
      await page.getByRole('button', { name: 'Cancel' }).first().click();
      await page
        .getByText(/Cancelled/)
        .first()
        .waitFor();
      expect(await page.getByText('Accuracy per subdomain').count()).toBe(0);
      await page
        .getByRole('button', { name: /again|Compute/i })
        .first()
        .click();
      await page.getByText('Accuracy per subdomain').waitFor();
    }));
});

describe('the dark theme', () => {
  it('is dark, and its picture can be taken', () =>
    withPage(
      async ({ page }) => {
        await page.goto(`${host.address}#src=example&view=benchmark`);
        await page.getByText('Accuracy per subdomain').waitFor();
        const picture = await page.screenshot();
        expect(picture.length).toBeGreaterThan(10_000);
        const brightness = await page.evaluate(() => {
          const [red = 255, green = 255, blue = 255] = (
            getComputedStyle(document.body).backgroundColor.match(/\d+/g) ?? []
          ).map(Number);
          return (red + green + blue) / 3;
        });
        expect(brightness).toBeLessThan(64);
      },
      { dark: true },
    ));
});

describe('privacy', () => {
  it('asks the network for nothing but the page itself while files are loaded and analysed', async () => {
    const { context, page, requests, complaints } = await visit(host);
    await drop(page, [{ name: 'private.csv', text: table }]);
    await page.getByText('3 models').first().waitFor();
    await openView(page, /Can I trust/);
    await openView(page, /One benchmark/);
    await page.getByText('Accuracy per subdomain').waitFor();
    const own = (url: string) =>
      url.startsWith(host.address) || url.startsWith('blob:') || url.startsWith('data:');
    expect(requests.filter((url) => !own(url))).toEqual([]);
    expect(requests.some((url) => url.includes('private'))).toBe(false);
    expect(complaints).toEqual([]);

    const policy = await page
      .locator('meta[http-equiv="Content-Security-Policy"]')
      .first()
      .getAttribute('content');
    expect(policy).toContain("default-src 'self'");
    expect(policy).not.toContain('unsafe-inline');
    expect(policy).not.toContain("'unsafe-eval'");
    // The policy is enforced, not only written: the browser refuses the request and says why.
    // So are the hosts that a link may name: with none in the address the page has closed itself to them.
    for (const elsewhere of [
      'http://127.0.0.1:9/leak',
      'https://127.0.0.1:9/leak',
      'http://localhost:9/leak',
    ]) {
      complaints.length = 0;
      const outcome = await page.evaluate(
        (address) =>
          fetch(address).then(
            () => 'sent',
            () => 'refused',
          ),
        elsewhere,
      );
      expect(outcome).toBe('refused');
      expect(complaints.join()).toMatch(/Content Security Policy/);
    }
    await context.close();
  });
});

describe.skipIf(!sharedExists)('real files', () => {
  it('three logs of 2023 join on 1,267 items', () =>
    withPage(async ({ page }) => {
      await browse(
        page,
        ['llama', 'llama13', 'mistral'].map((model) =>
          join(sharedFolder, 'real/lm_eval/old_write_out_info', model, 'winogrande_write_out_info.json'),
        ),
      );
      await page.getByText('3 files').first().waitFor();
      expect(await page.locator('main').textContent()).toContain('1,267');
    }));

  it('18 models with option probabilities: the verdict names the answer positions', () =>
    withPage(async ({ page }) => {
      await browse(page, [join(sharedFolder, 'datasets/naep_cmcqrd_probs/option_probs.csv')]);
      await page.getByText('18 models').first().waitFor();
      await page.goto(`${page.url().split('#')[0]}#view=benchmark&model=Llama-3.1-8B`);
      await page.getByText('Accuracy per subdomain').waitFor();
      const text = await page.locator('main').textContent();
      expect(text).toContain('86.9%');
      expect(text).toMatch(/answer position|chosen option|letters/);
    }));
});
