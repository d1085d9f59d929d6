// Names and texts that try to be markup, scripts, addresses, templates or formulas: every view shows them as text, nothing
// runs, nothing leaves, no layout breaks, and what is saved is safe to open.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ViewName, viewNames } from '../../web/src/state/address.ts';
import { embedSnippet } from '../../web/src/views/embed/snippet.ts';
import { type Host, openHost, temporaryFolder, type Visit, visit } from './browser.ts';
import { hostileFiles, hostileTexts, markup } from './hostile_data.ts';

let host: Host;
beforeAll(async () => {
  host = await openHost();
});
afterAll(() => host?.close());

/** Before anything of the page runs: what the policy refuses is written down. */
async function watch({ page }: Visit): Promise<string[]> {
  const dialogs: string[] = [];
  page.on('dialog', (dialog) => {
    dialogs.push(dialog.message());
    void dialog.dismiss();
  });
  await page.addInitScript(() => {
    const refused: string[] = [];
    Object.assign(window, { refused });
    document.addEventListener('securitypolicyviolation', (event) => {
      refused.push(`${event.violatedDirective} ${event.blockedURI} ${event.sample}`);
    });
  });
  await page.reload();
  return dialogs;
}

/** What is there that no view puts there. */
const foreign = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const { __hit, refused } = window as unknown as { __hit?: unknown; refused: string[] };
    const found = [...(__hit === undefined ? [] : ['a script ran']), ...refused];
    for (const key in {}) found.push(`all objects have ${key}`);
    if (document.title.includes('49')) found.push('a template was computed');
    for (const one of document.querySelectorAll('*')) {
      const name = one.localName;
      const outer = one.outerHTML.slice(0, 160);
      if (['iframe', 'object', 'embed', 'base', 'marquee', 'b', 'i'].includes(name)) found.push(outer);
      if (name === 'script' && !/^\S*assets\//.test(one.getAttribute('src') ?? '')) found.push(outer);
      if (name === 'img' && !/^(blob|data):/.test(one.getAttribute('src') ?? '')) found.push(outer);
      for (const { name: attribute, value } of one.attributes) {
        if (attribute.startsWith('on')) found.push(outer);
        if (
          /^(href|src|action|formaction|xlink:href|data)$/.test(attribute) &&
          /^\s*(javascript|data:text)/i.test(value)
        )
          found.push(outer);
      }
    }
    return [...new Set(found)];
  });

/** Elements that reach beyond the window without a place of their own that scrolls. */
const sideways = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const over = document.documentElement.scrollWidth - window.innerWidth;
    if (over <= 0) return [];
    return [...document.querySelectorAll('main *, .top-bar *, aside *')]
      .filter((one) => one.getBoundingClientRect().right > window.innerWidth + 1)
      .filter((one) => {
        for (let up = one.parentElement; up; up = up.parentElement)
          if (/auto|scroll|hidden|clip/.test(getComputedStyle(up).overflowX)) return false;
        return true;
      })
      .map((one) => `${over} px: ${one.outerHTML.slice(0, 120)}`)
      .slice(0, 4);
  });

async function drop(page: Page, files: { name: string; text: string }[]): Promise<void> {
  const transfer = await page.evaluateHandle((given) => {
    const data = new DataTransfer();
    for (const { name, text } of given) data.items.add(new File([text], name));
    return data;
  }, files);
  for (const type of ['dragenter', 'dragover', 'drop'])
    await page.dispatchEvent('body', type, { dataTransfer: transfer });
}

/** Until nothing is being computed or loaded any more. */
async function settled(page: Page): Promise<void> {
  await page.waitForTimeout(150);
  await page.waitForFunction(() => document.querySelector('main progress, .working') === null, undefined, {
    timeout: 90_000,
  });
  await page.waitForTimeout(250);
}

async function show(page: Page, view: ViewName): Promise<void> {
  await page.evaluate((name) => {
    location.hash = `#view=${name}`;
  }, view);
  await settled(page);
}

/** Opens what is closed, and asks every chart what it says of some of its points. */
async function touchEverything(page: Page): Promise<void> {
  await page.evaluate(() => {
    for (const one of document.querySelectorAll<HTMLDetailsElement>('main details')) one.open = true;
  });
  for (const chart of await page.locator('main .chart-surface').all()) {
    await chart.focus();
    for (const key of ['Home', 'ArrowRight', 'ArrowDown', 'End']) await page.keyboard.press(key);
    const box = await chart.boundingBox();
    if (!box) continue;
    await chart.hover({ position: { x: box.width * 0.4, y: box.height * 0.5 }, force: true });
  }
  for (const term of (await page.locator('main .term, main [aria-describedby]').all()).slice(0, 5))
    await term.focus().catch(() => undefined);
}

const withData = async (options: {
  width: number;
  dark?: boolean;
}): Promise<Visit & { dialogs: string[] }> => {
  const opened = await visit(host, { ...options, height: 900 });
  const dialogs = await watch(opened);
  await opened.page.getByText('Drop files or a folder anywhere').waitFor();
  await drop(opened.page, hostileFiles());
  await opened.page.getByRole('heading', { name: 'What did I load?' }).waitFor({ timeout: 60_000 });
  await settled(opened.page);
  return { ...opened, dialogs };
};

describe.each([
  [1440, false],
  [390, true],
])('%i px wide, dark: %s', (width, dark) => {
  it('every view shows such names as text', async () => {
    const { context, page, complaints, requests, dialogs } = await withData({ width, dark });
    const wrong: string[] = [];
    for (const view of viewNames) {
      await show(page, view);
      await touchEverything(page);
      await settled(page);
      wrong.push(...(await foreign(page)).map((one) => `${view}: ${one}`));
      wrong.push(...(await sideways(page)).map((one) => `${view} is too wide: ${one}`));
      const text = (await page.locator('main').textContent()) ?? '';
      if (view !== 'validation' && !text.includes(markup)) wrong.push(`${view} does not show ${markup}`);
      if (process.env.HOSTILE_SHOTS)
        await page.screenshot({ path: `${process.env.HOSTILE_SHOTS}/${view}-${width}.png`, fullPage: true });
    }
    expect(wrong).toEqual([]);
    expect(dialogs).toEqual([]);
    expect(complaints).toEqual([]);
    const origin = new URL(host.address).origin;
    expect(requests.filter((one) => !one.startsWith(origin) && !/^(blob|data):/.test(one))).toEqual([]);
    await context.close();
  }, 600_000);
});

/** Presses a button and gives what is saved. */
async function saved(page: Page, press: () => Promise<void>): Promise<{ name: string; text: string }> {
  const event = page.waitForEvent('download');
  await press();
  const download = await event;
  return { name: download.suggestedFilename(), text: readFileSync(await download.path(), 'utf8') };
}

/** Fields of a CSV text (RFC 4180), each with whether it stood in quotes. */
function fieldsOf(csv: string): string[] {
  const fields: string[] = [];
  for (const match of csv.matchAll(/("(?:[^"]|"")*"|[^",\r\n]*)(?:,|\r?\n|$)/g)) {
    const [, field = ''] = match;
    fields.push(field.startsWith('"') ? field.slice(1, -1).replaceAll('""', '"') : field);
  }
  return fields;
}

const runs = (field: string) =>
  /^[=+\-@\t\r\n]/.test(field) && !/^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(field);

/** As a strict parser of XML reads it. */
const wrongInSvg = (page: Page, svg: string): Promise<string[]> =>
  page.evaluate((text) => {
    const read = new DOMParser().parseFromString(text, 'image/svg+xml');
    const error = read.querySelector('parsererror');
    const foreign = [...read.querySelectorAll('*')].filter(
      (one) =>
        /^(script|foreignobject|image|iframe|img|style|a)$/i.test(one.localName) ||
        [...one.attributes].some(
          ({ name, value }) => name.startsWith('on') || /^\s*javascript:/i.test(value),
        ),
    );
    return [
      ...(error ? [error.textContent ?? ''] : []),
      ...foreign.map((one) => one.outerHTML.slice(0, 160)),
    ];
  }, svg);

describe('what is saved of such data', () => {
  it('has no formula in CSV, no foreign element in SVG, and texts that Markdown and LaTeX set as they stand', async () => {
    const { context, page } = await withData({ width: 1440 });
    const wrong: string[] = [];
    let tables = 0;
    let figures = 0;
    for (const view of viewNames) {
      await show(page, view);
      for (const button of await page.locator('main .table-csv:enabled:visible').all()) {
        const { name, text } = await saved(page, () => button.click());
        const bad = fieldsOf(text).filter(runs);
        if (bad.length > 0) wrong.push(`${view}, ${name}: ${bad.slice(0, 3).join(' | ')}`);
        tables += 1;
      }
      for (const button of (await page.locator('main figure .save-menu-button:visible').all()).slice(0, 3)) {
        await button.click();
        const csv = page.locator('.save-menu-list').getByRole('button', { name: /CSV/ });
        if ((await csv.count()) > 0) {
          const { name, text } = await saved(page, () => csv.first().click());
          const bad = fieldsOf(text).filter(runs);
          if (bad.length > 0) wrong.push(`${view}, ${name}: ${bad.slice(0, 3).join(' | ')}`);
          await button.click();
        }
        await page
          .locator('.save-menu-list')
          .getByRole('button', { name: /^Figure/ })
          .click();
        await page.locator('.figure-preview img').waitFor();
        const { name, text } = await saved(page, () =>
          page.getByRole('button', { name: 'Save SVG' }).click(),
        );
        wrong.push(...(await wrongInSvg(page, text)).map((one) => `${view}, ${name}: ${one}`));
        if (/[\u202a-\u202e]/.test(text)) wrong.push(`${view}, ${name} turns its direction`);
        figures += 1;
        await page.keyboard.press('Escape');
      }
      if (view === 'validation') continue;
      await page.getByRole('button', { name: 'Export', exact: true }).click();
      await page.locator('.export-list').waitFor();
      for (const form of ['Markdown', 'LaTeX']) {
        const button = page.getByRole('button', { name: form, exact: true });
        if (!(await button.isEnabled().catch(() => false))) continue;
        const { text } = await saved(page, () => button.click());
        if (form === 'Markdown') {
          // Every sign that begins markup stands behind a backslash.
          if (/(^|[^\\])<(img|script|svg|b)\b/m.test(text)) wrong.push(`${view}: markup in Markdown`);
          if (/(^|[^\\])\[x\]\(javascript/.test(text)) wrong.push(`${view}: a link in Markdown`);
          const widths = text.split('\n\n').map(
            (table) =>
              new Set(
                table
                  .split('\n')
                  .filter((line) => line.startsWith('|'))
                  .map((line) => line.match(/(?<!\\)\|/g)?.length),
              ),
          );
          if (widths.some((found) => found.size > 1))
            wrong.push(`${view}: a row of Markdown has other cells`);
        } else if (/\\(input|write18)\b/.test(text)) wrong.push(`${view}: a command in LaTeX`);
      }
      await page.keyboard.press('Escape');
    }
    expect(wrong).toEqual([]);
    expect(tables).toBeGreaterThan(10);
    expect(figures).toBeGreaterThan(10);
    expect(await foreign(page)).toEqual([]);
    await context.close();
  }, 600_000);

  it('shows the same in the dialogues of links and of embedding, and in a capsule and a report', async () => {
    const { context, page, complaints, dialogs } = await withData({ width: 390 });
    await show(page, 'benchmark');
    await page.getByRole('button', { name: 'Share', exact: true }).click();
    await page.locator('.share-link').waitFor();
    const link = await page.locator('.share-link').inputValue();
    expect(link).not.toMatch(/[<>"\s\u202e]/u);
    expect(await foreign(page)).toEqual([]);
    expect(await sideways(page)).toEqual([]);
    await page.getByRole('button', { name: /Embed/ }).click();
    await page.getByText('An embedded page must have its data').waitFor();
    expect(await foreign(page)).toEqual([]);
    expect(await sideways(page)).toEqual([]);
    const blank = await context.newPage(); // without the policy of ours, which refuses the styles of the lines
    const inside = await blank.evaluate(
      (texts) =>
        texts.flatMap((text) =>
          [...new DOMParser().parseFromString(text, 'text/html').querySelectorAll('*')]
            .filter((one) => !/^(html|head|body|p|a|iframe|script)$/.test(one.localName))
            .concat([
              ...new DOMParser().parseFromString(text, 'text/html').querySelectorAll('[onerror], [onload]'),
            ])
            .map((one) => one.outerHTML.slice(0, 200)),
        ),
      hostileTexts.map((text) => embedSnippet(link, text, { width: null, height: 120 })),
    );
    expect(inside).toEqual([]);
    await blank.close();
    await page.keyboard.press('Escape');
    const folder = temporaryFolder();
    for (const [what, keys] of [
      ['capsule', 'Control+s'],
      ['report', 'Control+Shift+S'],
    ] as const) {
      const download = page.waitForEvent('download', { timeout: 90_000 });
      await page.keyboard.press(keys);
      const got = await download;
      const path = join(folder, what === 'capsule' ? 'hostile.harmonograph.zip' : 'hostile.html');
      await got.saveAs(path);
      const next = await context.newPage();
      const opened = { context, page: next, requests: [], complaints: [] };
      if (what === 'capsule') {
        await next.goto(host.address);
        await watch(opened);
        const chooser = next.waitForEvent('filechooser');
        await next.getByRole('button', { name: 'Browse files' }).click();
        await (await chooser).setFiles([path]);
      } else await next.goto(pathToFileURL(path).href);
      await next.locator('main .verdict', { hasText: markup }).waitFor({ timeout: 60_000 });
      await settled(next);
      expect(await next.evaluate(() => (window as unknown as { __hit?: number }).__hit)).toBeUndefined();
      expect((await next.locator('main').textContent()) ?? '').toContain(markup);
      if (what === 'capsule') expect(await foreign(next)).toEqual([]);
      expect(await next.locator('main img, main iframe, main b, main i').count()).toBe(0);
      await next.close();
    }
    expect(dialogs).toEqual([]);
    expect(complaints).toEqual([]);
    await context.close();
  }, 300_000);
});

describe('an address of such texts', () => {
  const keys = [
    'view',
    'benchmark',
    'model',
    'src',
    'file',
    'by',
    'q',
    'sort',
    'item',
    'groups',
    'subdomain',
    'chart',
    'embed',
  ];
  it.each(
    [...hostileTexts, 'java\n\tscript:window.__hit=1', 'data:text/html,<script>1</script>'].map(
      (text, n) => [n, text.slice(0, 300)] as const,
    ),
  )('number %i is shown as text or left alone', async (_, text) => {
    const hash = `#${keys.map((key) => `${key}=${encodeURIComponent(text)}`).join('&')}&${encodeURIComponent(text)}=${encodeURIComponent(text)}`;
    const opened = await visit(host, { hash });
    const dialogs = await watch(opened);
    await opened.page.locator('main, .embed').first().waitFor();
    await opened.page.waitForTimeout(400);
    // An address of a file that is none may be said, never followed.
    const protocols = await opened.page.evaluate(() => [
      ...new Set([...document.querySelectorAll('a')].map((one) => one.protocol)),
    ]);
    expect(protocols.filter((one) => !/^https?:$/.test(one))).toEqual([]);
    expect(await foreign(opened.page)).toEqual([]);
    expect(dialogs).toEqual([]);
    await opened.context.close();
  });
});
