// Names and texts that try to be markup, scripts, addresses, templates or formulas: every view shows them as text, nothing
// runs, nothing leaves, no layout breaks, and what is saved is safe to open.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ViewName, viewNames } from '../../web/src/state/address.ts';
import { type Host, openHost, type Visit, visit } from './browser.ts';
import { hostileFiles, markup } from './hostile_data.ts';

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
