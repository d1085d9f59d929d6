// Large archives and folders in a real browser: the page answers while they are unpacked, Cancel ends it, a report unpacks
// without a network, and a folder is walked to its end.
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import { parquetWriteBuffer } from 'hyparquet-writer';
import type { Page } from 'playwright-core';
import puppeteer from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { joined, tar, zip } from '../web/unpack/make.ts';
import { type Host, openHost, temporaryFolder, visit } from './browser.ts';
import { browse, save } from './capsule_data.ts';

let host: Host;
const folder = temporaryFolder();
const put = (name: string, bytes: Uint8Array | string) => {
  writeFileSync(join(folder, name), bytes);
  return join(folder, name);
};
beforeAll(async () => {
  host = await openHost();
});
afterAll(() => host?.close());

/** Text that shrinks about as much as prompts do: from a linear congruential generator. */
function prompts(count: number, size: number): string[] {
  let state = 7;
  return Array.from({ length: count }, () => {
    let text = '';
    while (text.length < size) {
      state = (state * 1103515245 + 12345) % 2147483648;
      text += state.toString(36);
    }
    return text;
  });
}

const some = prompts(500, 4000);
const prompt = (n: number) => `${n} ${some[n % some.length]}`;
/** JSON lines of one model; 4 kB each. */
function samples(model: string, rows: number): Uint8Array {
  const lines = Array.from({ length: rows }, (_, n) =>
    JSON.stringify({ model, item: `q${n}`, score: n % 2, prompt: prompt(n) }),
  );
  return new TextEncoder().encode(`${lines.join('\n')}\n`);
}

/** Counts from now on what keeps the page from answering while it says that it unpacks. */
const watch = (page: Page) =>
  page.evaluate(() => {
    const seen = { tasks: [] as [number, number][], lines: [] as string[], from: 0, to: 0 };
    Object.assign(window, { seen });
    new PerformanceObserver((list) => {
      for (const { startTime, duration } of list.getEntries()) seen.tasks.push([startTime, duration]);
    }).observe({ entryTypes: ['longtask'] });
    new MutationObserver(() => {
      const text = document.querySelector('.working')?.textContent ?? '';
      if (seen.from > 0 && seen.to === 0 && !text.includes('Unpacking')) seen.to = performance.now();
      if (!text.includes('Unpacking')) return;
      seen.lines.push(text);
      seen.from ||= performance.now();
    }).observe(document.body, { subtree: true, childList: true, characterData: true });
  });
const seenBy = (page: Page) =>
  page.evaluate(() => {
    const { seen } = window as unknown as {
      seen: { tasks: [number, number][]; lines: string[]; from: number; to: number };
    };
    const meanwhile = seen.tasks.filter(([start]) => start >= seen.from && start <= seen.to);
    return { lines: seen.lines, longest: Math.max(0, ...meanwhile.map(([, duration]) => duration)) };
  });

const loaded = (page: Page) => page.getByRole('heading', { name: 'What did I load?' }).waitFor();
const mainText = async (page: Page) =>
  ((await page.locator('main').textContent()) ?? '').replace(/\s+/g, ' ');

describe('while an archive is unpacked', () => {
  const rows = 2500; // 10 MB a model
  const big: Record<string, () => Uint8Array> = {
    'big.zip': () =>
      zip(['ada', 'bob'].map((model) => ({ name: `${model}.jsonl`, bytes: samples(model, rows) }))),
    'big.tgz': () =>
      new Uint8Array(
        gzipSync(
          tar(['ada', 'bob'].map((model) => ({ name: `${model}.jsonl`, bytes: samples(model, rows) }))),
          {
            level: 1,
          },
        ),
      ),
    'big.parquet': () =>
      new Uint8Array(
        parquetWriteBuffer({
          columnData: [
            { name: 'model', data: Array.from({ length: 2 * rows }, (_, n) => ['ada', 'bob'][n % 2]) },
            { name: 'item', data: Array.from({ length: 2 * rows }, (_, n) => `q${n >> 1}`) },
            { name: 'score', data: Array.from({ length: 2 * rows }, (_, n) => (n >> 1) % 2) },
            { name: 'prompt', data: Array.from({ length: 2 * rows }, (_, n) => prompt(n)) },
          ],
          rowGroupSize: 1000,
        }),
      ),
    'big.eval': () =>
      zip([
        {
          name: 'header.json',
          bytes: JSON.stringify({ version: 2, status: 'success', eval: { task: 'sums', model: 'ada' } }),
        },
        ...Array.from({ length: rows }, (_, n) => ({
          name: `samples/q${n}_epoch_1.json`,
          bytes: JSON.stringify({
            id: `q${n}`,
            epoch: 1,
            input: prompt(n),
            target: 't',
            scores: { match: { value: n % 2 ? 'C' : 'I' } },
          }),
        })),
      ]),
  };

  it.each(Object.keys(big))('%s keeps the page from nothing, and it says how far it is', async (name) => {
    const path = put(name, big[name]?.() ?? new Uint8Array());
    const { page, context, complaints } = await visit(host);
    await page.waitForTimeout(1000); // the page itself has come to rest
    await watch(page);
    await browse(page, [path]);
    await loaded(page);
    const { longest, lines } = await seenBy(page);
    // Under 100 ms on a machine that does nothing else; in the page itself each of them would take seconds.
    expect(longest).toBeLessThan(400);
    expect(lines[0]).toContain(`Unpacking ${name}`);
    expect(await mainText(page)).toContain('2,500 items');
    expect(complaints).toEqual([]);
    await context.close();
  });

  it('Cancel ends it, and the next file is read', async () => {
    // One member that takes a while: 100 MB of text in gzip.
    const text = samples('ada', 6000);
    const member = tar([{ name: 'long.jsonl', bytes: joined(...Array(4).fill(text)) }]);
    const path = put('long.tgz', gzipSync(member, { level: 1 }));
    const { page, context, complaints } = await visit(host);
    await browse(page, [path]);
    await page.getByText('Unpacking').waitFor();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await page.getByText('Unpacking').waitFor({ state: 'detached', timeout: 2000 });
    expect(await page.getByRole('heading', { name: 'What did I load?' }).count()).toBe(0);
    await browse(page, [
      put('small.zip', zip([{ name: 'a.csv', bytes: 'model,item,score\nA,1,1\nA,2,0\n' }])),
    ]);
    await loaded(page);
    expect(await mainText(page)).toContain('small.zip/a.csv');
    expect(complaints).toEqual([]);
    await context.close();
  });
});

it('a report unpacks without a network', async () => {
  const table = `model,item,score\n${Array.from({ length: 40 }, (_, n) => `A,q${n},${n % 2}\n`).join('')}`;
  const { page, context } = await visit(host);
  await browse(page, [put('a.csv', table)]);
  await loaded(page);
  const report = await save(page, 'report', folder);
  await context.close();

  const inside = zip([
    { name: 'b.csv', bytes: table.replaceAll('A,', 'B,') },
    { name: 'large.jsonl', bytes: samples('C', 2000) }, // unpacked while it is read
    { name: 'z.csv', bytes: table.replaceAll('A,', 'Z,'), method: 93 },
  ]);
  const alone = await host.browser.newContext({ offline: true });
  const opened = await alone.newPage();
  const complaints: string[] = [];
  opened.on('pageerror', (error) => complaints.push(String(error)));
  opened.on('console', (message) => {
    if (message.type() === 'error') complaints.push(message.text());
  });
  await opened.goto(pathToFileURL(report).href);
  await opened.getByText('Reproduced: same data').waitFor();
  await browse(opened, [put('more.zip', inside)]);
  // The name of the last file stands in the progress, too: the first one's stands only in the list.
  for (const name of ['more.zip/b.csv', 'more.zip/z.csv']) {
    await opened.getByText(name, { exact: true }).waitFor();
  }
  const text = await mainText(opened);
  expect(text).toContain('more.zip/b.csv');
  expect(text).toContain('more.zip/large.jsonl');
  expect(text).not.toContain('Not read');
  expect(complaints).toEqual([]);
  await alone.close();
});

it('a dropped folder of several hundred files is read to its end', async () => {
  // A browser hands out 100 entries a call.
  const run = join(folder, 'run');
  mkdirSync(join(run, 'deep'), { recursive: true });
  writeFileSync(join(run, '.hidden'), 'x');
  for (let n = 0; n < 257; n++) {
    const rows = ['q1', 'q2', 'q3'].map((item, i) => `m${n},${item},${(n + i) % 2}`);
    writeFileSync(
      join(run, n < 250 ? `f${n}.csv` : `deep/f${n}.csv`),
      `model,item,score\n${rows.join('\n')}\n`,
    );
  }
  const { page, context, complaints } = await visit(host);
  const session = await context.newCDPSession(page);
  const data = { items: [], files: [run], dragOperationsMask: 1 };
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
    await session.send('Input.dispatchDragEvent', { type, x: 500, y: 300, data });
  }
  await loaded(page);
  const text = await mainText(page);
  expect(text).toContain('257 files read: 257 models');
  expect(complaints).toEqual([]);
  await context.close();
});

const firefox = '/usr/bin/firefox-esr';

it.skipIf(!existsSync(firefox))('Firefox unpacks the same, gzip of several members too', async () => {
  const browser = await puppeteer.launch({ browser: 'firefox', executablePath: firefox, headless: true });
  try {
    const page = await browser.newPage();
    const failures: string[] = [];
    page.on('pageerror', (error) => failures.push(String(error)));
    await page.goto(host.address);
    // The page's policy lets nobody compile text, which what waits for an element does here.
    const text = () => page.evaluate(() => document.querySelector('main')?.textContent ?? '');
    await expect.poll(text, { timeout: 60_000 }).toContain('Drop the result files');
    // Small when it is packed: it comes to the browser as an argument.
    const even = (model: string) =>
      Array.from({ length: 1500 }, (_, n) =>
        JSON.stringify({ model, item: `q${n}`, score: n % 2, prompt: 'x'.repeat(3000) }),
      ).join('\n');
    const whole = tar([{ name: 'cut.jsonl', bytes: even('D') }]);
    const files: [string, Uint8Array][] = [
      [
        'firefox.zip',
        zip([
          { name: 'small.csv', bytes: 'model,item,score\nA,q1,1\nA,q2,0\n' },
          { name: 'large.jsonl', bytes: even('B') },
          { name: 'zstd.csv', bytes: 'model,item,score\nC,q1,1\nC,q2,0\n', method: 93 },
        ]),
      ],
      [
        'members.tgz',
        joined(
          new Uint8Array(gzipSync(whole.subarray(0, 1 << 20))),
          new Uint8Array(gzipSync(whole.subarray(1 << 20))),
        ),
      ],
    ];
    await page.evaluate(
      async (given) => {
        const dataTransfer = new DataTransfer();
        for (const [name, text] of given) {
          const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
          dataTransfer.items.add(new File([bytes], name));
        }
        for (const type of ['dragenter', 'dragover', 'drop']) {
          document.body.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }));
        }
      },
      files.map(([name, bytes]) => [name, Buffer.from(bytes).toString('base64')] as const),
    );
    await expect.poll(text, { timeout: 60_000 }).toContain('members.tgz/cut.jsonl');
    await expect.poll(text, { timeout: 60_000 }).toContain('What did I load?');
    expect((await text()).replace(/\s+/g, ' ')).toContain('4 files read: 4 models');
    expect(failures).toEqual([]);
  } finally {
    await browser.close();
  }
});
