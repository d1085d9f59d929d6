// Archives in a real browser, under the page's own policy: what is inside of them is read, and links name it.
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parquetWriteBuffer } from 'hyparquet-writer';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { encode, zip } from '../web/unpack/make.ts';
import { type Host, openHost } from './browser.ts';

let host: Host;
const folder = mkdtempSync(join(tmpdir(), 'harmonograph-archives-'));
const put = (name: string, bytes: Uint8Array) => {
  writeFileSync(join(folder, name), bytes);
  return join(folder, name);
};

beforeAll(async () => {
  host = await openHost();
});
afterAll(() => host.close());

const csv = (model: string) =>
  `model,item,score\n${Array.from({ length: 12 }, (_, n) => `${model},q${n},${n % 2}\n`).join('')}`;

/** The text of the report when these files have been chosen; nothing may be refused by the policy. */
async function reportOf(paths: readonly string[]): Promise<string> {
  const context = await host.browser.newContext();
  const page = await context.newPage();
  const refused: string[] = [];
  page.on('pageerror', (error) => refused.push(String(error)));
  page.on('console', (message) => {
    if (/Content Security Policy/.test(message.text())) refused.push(message.text());
  });
  await page.goto(host.address);
  const chooser = page.waitForEvent('filechooser');
  await page
    .getByRole('button', { name: /Browse/ })
    .first()
    .click();
  await (await chooser).setFiles([...paths]);
  await page.getByRole('heading', { name: 'What did I load?' }).waitFor();
  const text = ((await page.locator('main').textContent()) ?? '').replace(/\s+/g, ' ');
  expect(refused).toEqual([]);
  await context.close();
  return text;
}

describe('an archive', () => {
  it('is read as the files inside of it, whatever they are packed with', async () => {
    const bytes = zip([
      { name: 'run/a.csv', bytes: csv('ada') },
      { name: 'run/b.csv', bytes: csv('bob'), method: 93 },
      { name: 'run/plot.png', bytes: 'x' },
    ]);
    const text = await reportOf([put('all.zip', bytes)]);
    expect(text).toContain('all.zip/run/a.csv');
    expect(text).toContain('all.zip/run/b.csv');
    expect(text).toContain('all.zip: 1 image left out.');
  });

  it('that is cut is a file that cannot be read', async () => {
    const bytes = zip([{ name: 'a.csv', bytes: csv('ada') }]);
    const text = await reportOf([put('cut.zip', bytes.slice(0, -20)), put('b.csv', encode(csv('bob')))]);
    expect(text).toContain('cut.zip cannot be unpacked: the list of its contents at its end is not there.');
    expect(text).toContain('b.csv');
  });
});

describe('a Parquet file', () => {
  it('is read row by row', async () => {
    const n = Array.from({ length: 12 }, (_, item) => item);
    const bytes = parquetWriteBuffer({
      columnData: [
        { name: 'model', data: n.map(() => 'ada'), type: 'STRING' },
        { name: 'item', data: n.map((item) => `q${item}`), type: 'STRING' },
        { name: 'score', data: n.map((item) => item % 2), type: 'DOUBLE' },
      ],
    });
    const text = await reportOf([put('details.parquet', new Uint8Array(bytes))]);
    expect(text).toContain('details.parquet');
    expect(text).not.toContain('Not read');
    expect(text).toMatch(/12 items/);
  });
});

describe('a log of Inspect', () => {
  it('reaches the reader as text', async () => {
    const samples = Array.from({ length: 12 }, (_, n) => ({
      id: `q${n}`,
      epoch: 1,
      input: 'q',
      target: 't',
      scores: { match: { value: n % 2 === 0 ? 'C' : 'I' } },
    }));
    const head = { version: 2, status: 'success', eval: { task: 'sums', model: 'ada' } };
    const bytes = zip([
      { name: 'header.json', bytes: JSON.stringify(head) },
      { name: 'summaries.json', bytes: JSON.stringify(samples), method: 93 },
    ]);
    const text = await reportOf([put('run.eval', bytes)]);
    expect(text).toContain('run.eval');
    expect(text).not.toMatch(/ZIP archive|cannot be unpacked/);
  });
});
