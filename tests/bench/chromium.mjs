// The measurements that need a browser: Chromium, through its debugging protocol.
import { copyFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { root } from '../../.ci/command.mjs';
import { serve } from '../../.ci/serve.mjs';

const executable = '/usr/bin/chromium';
const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

export const haveChromium = () => existsSync(executable);

/** Chromium afresh: what an earlier page kept in memory is not counted again. */
async function withBrowser(action) {
  const { chromium } = await import('playwright-core');
  const browser = await chromium.launch({ executablePath: executable, headless: true, args: flags });
  try {
    return await action(browser);
  } finally {
    await browser.close();
  }
}

/** The largest resident memory that any renderer process has had, in bytes, as the kernel counts it. */
async function peakRendererBytes(browser) {
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  const peaks = processInfo
    .filter((process) => process.type === 'renderer')
    .map((process) => {
      try {
        const status = readFileSync(`/proc/${process.id}/status`, 'utf8');
        return Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1] ?? 0) * 1024;
      } catch {
        return 0;
      }
    });
  return Math.max(0, ...peaks);
}

/** A file analysed (or read) by the core in a worker of a bare page: times, heap, and the renderer's memory. */
export async function coreInChromium(work, file, parameters) {
  const folder = join(root, 'build', 'bench', 'page');
  mkdirSync(folder, { recursive: true });
  const here = import.meta.dirname;
  for (const path of [
    join(here, 'page', 'index.html'),
    join(here, 'page', 'worker.mjs'),
    join(here, 'drive.mjs'),
    join(root, 'web', 'core', 'harmonograph_core.mjs'),
    join(root, 'web', 'core', 'harmonograph_core.wasm'),
    file,
  ]) {
    copyFileSync(path, join(folder, basename(path)));
  }
  const server = await serve(folder);
  try {
    return await withBrowser(async (browser) => {
      const page = await browser.newPage();
      page.setDefaultTimeout(0);
      await page.goto(server.address);
      const address = server.address + basename(file);
      const result = await page.evaluate((task) => window.run(task), { work, address, parameters });
      if (result.failure) throw new Error(result.failure);
      return { ...result, rendererBytes: await peakRendererBytes(browser) };
    });
  } finally {
    await server.close();
  }
}

/** Runs in the page before its own code: notes when the engine has answered and when a report is there. */
function watch() {
  window.marks = {};
  const note = () => {
    // The page says its version when the engine has told it.
    const versions = window.marks.ready ? [] : [...document.querySelectorAll('span')];
    if (versions.some((one) => /^Version \d/.test(one.textContent ?? '')))
      window.marks.ready = performance.now();
    if (!window.marks.dropped || window.marks.shown) return;
    const headings = [...document.querySelectorAll('h1, h2')].map((heading) => heading.textContent);
    const hasReport = headings.some((text) => text?.includes('What did I load?'));
    if (hasReport && /[1-9][\d,.\s]* items/.test(document.querySelector('main')?.textContent ?? '')) {
      window.marks.shown = performance.now();
    }
  };
  new MutationObserver(note).observe(document, { childList: true, subtree: true, characterData: true });
}

/** Drops the file as a mouse does, with its bytes already in the page. */
async function drop(page, file) {
  const handle = await page.evaluateHandle(
    ({ name, text }) => {
      const data = new DataTransfer();
      data.items.add(new File([text], name));
      return data;
    },
    { name: basename(file), text: readFileSync(file, 'utf8') },
  );
  await page.evaluate(() => {
    window.marks.dropped = performance.now();
  });
  await page.dispatchEvent('body', 'drop', { dataTransfer: handle });
}

/**
 * The built page, visited `runs` times with an empty cache: milliseconds to the first paint and to the engine's first
 * answer, bytes after gzip of everything that was asked for until then, and milliseconds from the drop of a file to
 * the report.
 */
export async function startOfPage(runs, file) {
  const dist = join(root, 'dist');
  const server = await serve(dist);
  try {
    return await withBrowser(async (browser) => {
      const visits = [];
      const files = new Set();
      for (let run = 0; run < runs; ++run) {
        const context = await browser.newContext();
        const page = await context.newPage();
        let counting = true;
        page.on('response', (response) => {
          if (counting) files.add(new URL(response.url()).pathname.slice(1) || 'index.html');
        });
        // What the worker asks for comes as requests of the context only.
        context.on('response', (response) => {
          if (counting) files.add(new URL(response.url()).pathname.slice(1) || 'index.html');
        });
        await page.addInitScript(watch);
        await page.goto(server.address);
        await page.waitForFunction(() => window.marks.ready);
        const paint = await page.waitForFunction(
          () => performance.getEntriesByName('first-contentful-paint')[0]?.startTime,
        );
        counting = false;
        await drop(page, file);
        await page.waitForFunction(() => window.marks.shown);
        const marks = await page.evaluate(() => window.marks);
        visits.push({
          paint: await paint.jsonValue(),
          ready: marks.ready,
          shown: marks.shown - marks.dropped,
        });
        await context.close();
      }
      const sizes = [...files]
        .filter((name) => existsSync(join(dist, name)))
        .map((name) => ({ name, bytes: gzipSync(readFileSync(join(dist, name))).length }));
      return {
        paint: Math.min(...visits.map((one) => one.paint)),
        ready: Math.min(...visits.map((one) => one.ready)),
        shown: Math.min(...visits.map((one) => one.shown)),
        sizes,
        transferBytes: sizes.reduce((sum, one) => sum + one.bytes, 0),
      };
    });
  } finally {
    await server.close();
  }
}

/**
 * The built page with these files and so many workers: seconds from the last file's report until HARMONY of every
 * model on every benchmark is there, the table as CSV text, and the renderer's memory.
 */
export async function studyOfPage(files, workers) {
  const server = await serve(join(root, 'dist'));
  try {
    return await withBrowser(async (browser) => {
      const context = await browser.newContext({ acceptDownloads: true });
      const page = await context.newPage();
      page.setDefaultTimeout(0);
      await page.goto(`${server.address}#view=overview&workers=${workers}`);
      await page.evaluate(() => {
        window.announced = [];
        const status = document.querySelector('[role=status][aria-live]');
        const note = () => window.announced.push([performance.now(), status?.textContent ?? '']);
        if (status)
          new MutationObserver(note).observe(status, { childList: true, subtree: true, characterData: true });
      });
      const before = await page.evaluate(() => performance.now());
      const [chooser] = await Promise.all([
        page.waitForEvent('filechooser'),
        page.getByRole('button', { name: 'Browse files' }).first().click(),
      ]);
      await chooser.setFiles(files);
      await page.waitForFunction(() =>
        window.announced.some(([, text]) => /^HARMONY is computed for ([\d,]+) of \1\.$/.test(text)),
      );
      const announced = await page.evaluate(() => window.announced);
      const done = announced.find(([, text]) => text.startsWith('HARMONY is computed'))[0];
      const loaded = announced.find(([, text]) => / files? read/.test(text))?.[0] ?? before;
      await page.getByRole('link', { name: 'Can I trust the averages?' }).first().click();
      await page.waitForSelector('table tbody tr');
      const rendererBytes = await peakRendererBytes(browser);
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: 'Download as CSV: Models and benchmarks' }).click(),
      ]);
      const csv = readFileSync(await download.path(), 'utf8');
      return { reading: (loaded - before) / 1000, computing: (done - loaded) / 1000, csv, rendererBytes };
    });
  } finally {
    await server.close();
  }
}

/** Runs in a worker: notes how large its WebAssembly memory grows. */
function watchMemory() {
  const grow = WebAssembly.Memory.prototype.grow;
  WebAssembly.Memory.prototype.grow = function (pages) {
    const before = grow.call(this, pages);
    self.heapBytes = Math.max(self.heapBytes ?? 0, this.buffer.byteLength);
    return before;
  };
}

/**
 * A large file in the built page: seconds until its report, the longest task of the main thread while it was read and
 * for `after` seconds more (the first view computes then), the memory of WebAssembly and of the renderer, and what the
 * page says that it has read.
 */
export async function largeFileInPage(file, after) {
  const server = await serve(join(root, 'dist'));
  try {
    return await withBrowser(async (browser) => {
      const page = await browser.newPage();
      page.setDefaultTimeout(0);
      const workers = new Set();
      page.on('worker', (worker) => {
        workers.add(worker);
        worker.on('close', () => workers.delete(worker));
        worker.evaluate(watchMemory).catch(() => {});
      });
      const problems = [];
      page.on('pageerror', (error) => problems.push(error.message));
      page.on('crash', () => problems.push('The page crashed.'));
      await page.addInitScript(() => {
        window.tasks = [];
        new PerformanceObserver((list) => {
          for (const task of list.getEntries()) window.tasks.push([task.startTime, task.duration]);
        }).observe({ type: 'longtask', buffered: true });
      });
      await page.goto(`${server.address}#view=import`);
      const [chooser] = await Promise.all([
        page.waitForEvent('filechooser'),
        page.getByRole('button', { name: 'Browse files' }).first().click(),
      ]);
      const begun = await page.evaluate(() => performance.now());
      await chooser.setFiles([file]);
      const rows = /[\d,]{5,} items/;
      await page.waitForFunction(
        (pattern) => new RegExp(pattern).test(document.querySelector('main')?.textContent ?? ''),
        rows.source,
      );
      const read = await page.evaluate(() => performance.now());
      const heapBytes = async () =>
        Math.max(
          0,
          ...(await Promise.all(
            [...workers].map((worker) => worker.evaluate(() => self.heapBytes ?? 0).catch(() => 0)),
          )),
        );
      const heapOfReading = await heapBytes();
      const said = rows.exec((await page.textContent('main')) ?? '')?.[0] ?? '';
      await page.evaluate(() => {
        location.hash = '#view=overview';
      });
      await page.waitForTimeout(after * 1000);
      const tasks = await page.evaluate(() => window.tasks);
      const longest = (from, to) =>
        Math.max(
          0,
          ...tasks.filter(([start]) => start >= from && start < to).map(([, duration]) => duration),
        );
      return {
        seconds: (read - begun) / 1000,
        longestTask: longest(begun, read),
        longestTaskAfter: longest(read, Number.POSITIVE_INFINITY),
        heapBytes: heapOfReading,
        heapBytesAfter: await heapBytes(),
        rendererBytes: await peakRendererBytes(browser),
        said,
        problems,
        shown: (await page.textContent('main'))?.slice(0, 300) ?? '',
      };
    });
  } finally {
    await server.close();
  }
}
