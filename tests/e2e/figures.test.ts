// Figures and exports in a real browser: what is saved is what was promised, no words are cut or lie on each other, and
// everything is reached by keyboard.
import { readFileSync } from 'node:fs';
import type { Download, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chartFigure } from '../../web/src/charts/export.ts';
import { figurePaper, printTheme } from '../../web/src/charts/figure.ts';
import { footerText } from '../../web/src/charts/footer.ts';
import { digestOf } from '../../web/src/reproduce/digest.ts';
import type { ResultsDocument } from '../../web/src/reproduce/results_document.ts';
import { chartsOfItems, everyChart } from '../web/charts/every_chart.ts';
import { seriousViolations } from './axe.ts';
import { type Host, openHost, visit } from './browser.ts';

const engineId =
  /'([^']+)'/.exec(readFileSync(new URL('../../web/core/engine_id.mjs', import.meta.url), 'utf8'))?.[1] ??
  '?';

let host: Host;
beforeAll(async () => {
  host = await openHost();
});
afterAll(() => host?.close());

const benchmark = '#src=example&view=benchmark';

async function onBenchmark(options: { width?: number; dark?: boolean } = {}): Promise<Page> {
  const { page } = await visit(host, { hash: benchmark, ...options });
  await page.getByText('Accuracy per subdomain').waitFor();
  await page.getByRole('button', { name: 'Save and details: Accuracy per subdomain' }).waitFor();
  return page;
}

const contentOf = async (download: Download) => readFileSync(await download.path());

async function saved(page: Page, button: string): Promise<{ name: string; bytes: Buffer }> {
  const event = page.waitForEvent('download');
  await page.getByRole('button', { name: button, exact: true }).click();
  const download = await event;
  return { name: download.suggestedFilename(), bytes: await contentOf(download) };
}

async function openFigure(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Save and details: Accuracy per subdomain' }).click();
  await page.getByRole('button', { name: /^Figure/ }).click();
  await page.locator('.figure-preview img').waitFor();
}

/** As a strict parser of XML reads it. */
const parsed = (page: Page, svg: string) =>
  page.evaluate((text) => {
    const document = new DOMParser().parseFromString(text, 'image/svg+xml');
    const root = document.documentElement;
    return {
      error: document.querySelector('parsererror')?.textContent ?? '',
      size: [root.getAttribute('width'), root.getAttribute('height'), root.getAttribute('viewBox')],
      texts: [...document.querySelectorAll('text')].map((one) => one.textContent ?? ''),
      bitmaps: document.querySelectorAll('image, foreignObject, script, style').length,
      paths: document.querySelectorAll('path').length,
    };
  }, svg);

describe('a figure', () => {
  it('is saved as SVG by keyboard alone: two columns wide, in print colours, with engine and data', async () => {
    const page = await onBenchmark({ dark: true });
    const menu = page.getByRole('button', { name: 'Save and details: Accuracy per subdomain' });
    await menu.focus();
    await page.keyboard.press('Enter');
    await page.locator('.save-menu-list').waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').waitFor();
    await page.getByRole('radio', { name: 'Two columns, 178 mm' }).waitFor();
    expect(await page.getByRole('radio', { name: 'Two columns, 178 mm' }).isChecked()).toBe(true);
    expect(await page.getByRole('radio', { name: /For print/ }).isChecked()).toBe(true);
    expect(await page.locator('.figure-dialog [role="status"]').textContent()).toMatch(/^178 × \d+ mm/);
    const event = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Save SVG' }).focus();
    await page.keyboard.press('Enter');
    const svg = (await contentOf(await event)).toString('utf8');
    const { error, size, texts, bitmaps, paths } = await parsed(page, svg);
    expect(error).toBe('');
    expect(size[0]).toBe('178.00mm');
    expect(bitmaps).toBe(0);
    expect(paths).toBeGreaterThan(5);
    expect(texts[0]).toBe('Accuracy per subdomain');
    expect(texts).toContain('accuracy');
    const below = texts.slice(-3).join(' ');
    expect(below).toContain(`Harmonograph ${engineId}`);
    expect(below).toContain('data built-in example');
    expect(below).toContain('b = 0.1');
    expect(svg).toContain('fill="#ffffff"');
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(await menu.evaluate((button) => button === document.activeElement)).toBe(true);
    await page.context().close();
  });

  it('is a PNG of twice as many pixels as the drawing has units, which knows its size on paper', async () => {
    const page = await onBenchmark();
    await openFigure(page);
    await page.getByRole('radio', { name: 'One column, 85 mm' }).check();
    await page.locator('.figure-dialog [role="status"]', { hasText: /^85 × \d+ mm/ }).waitFor();
    const svg = (await saved(page, 'Save SVG')).bytes.toString('utf8');
    const [, units = '', high = ''] = /viewBox="0 0 ([\d.]+) ([\d.]+)"/.exec(svg) ?? [];
    await page.getByRole('radio', { name: /PNG/ }).check();
    expect(await page.getByRole('radio', { name: '2×' }).isChecked()).toBe(true);
    const { name, bytes } = await saved(page, 'Save PNG');
    expect(name).toMatch(/, 85 mm, 2x\.png$/);
    expect(bytes.subarray(0, 8).toString('latin1')).toBe('\u0089PNG\r\n\u001a\n');
    const [width, height] = [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
    expect([width, height]).toEqual([Math.round(2 * Number(units)), Math.round(2 * Number(high))]);
    expect(await page.locator('.figure-dialog [role="status"]').textContent()).toContain(
      `${width} × ${height} pixels`,
    );
    expect(bytes.subarray(37, 41).toString('latin1')).toBe('pHYs');
    expect((width / bytes.readUInt32BE(41)) * 1000).toBeCloseTo(85, 1); // millimetres
    // A browser reads the whole of it, and it is a picture: paper, and ink on it.
    const colours = await page.evaluate(async (data) => {
      const image = new Image();
      image.src = `data:image/png;base64,${data}`;
      await image.decode();
      const canvas = document.createElement('canvas');
      [canvas.width, canvas.height] = [image.naturalWidth, image.naturalHeight];
      const context = canvas.getContext('2d');
      context?.drawImage(image, 0, 0);
      const pixels = new Uint32Array(
        context?.getImageData(0, 0, canvas.width, canvas.height).data.buffer ?? [],
      );
      return [pixels[0], new Set(pixels).size];
    }, bytes.toString('base64'));
    expect(colours[0]).toBe(0xffffffff);
    expect(colours[1]).toBeGreaterThan(20);
    await page.context().close();
  });
});

describe('every kind of chart', () => {
  const line = footerText({
    facts: ['PubMedQA', 'Qwen3-8B', 'b = 0.25'],
    engine: '0.1.0-9f2b5c8a2273',
    data: '3fa9c1d2e4b5',
  });
  it.each(['column', 'page'] as const)(
    'has no word that is cut or lies on another, one %s wide',
    async (width) => {
      const page = await host.browser.newPage({ viewport: { width: 1000, height: 1400 } });
      const charts = [...everyChart(), ...chartsOfItems(34_000)];
      for (const [name, chart] of charts) {
        const { svg } = await chartFigure(chart, printTheme, figurePaper(width, 0), line);
        expect((await parsed(page, svg)).error, name).toBe('');
        await page.setContent(`<body style="margin:0">${svg}</body>`);
        const wrong = await page.evaluate(() => {
          const found: string[] = [];
          const paper = document.querySelector('svg')?.getBoundingClientRect() ?? new DOMRect();
          const words = [...document.querySelectorAll('svg text')]
            .map((one) => ({ text: one.textContent ?? '', box: one.getBoundingClientRect() }))
            .filter(({ text }) => text.trim() !== '');
          for (const [n, { text, box }] of words.entries()) {
            if (
              box.left < paper.left - 0.5 ||
              box.right > paper.right + 0.5 ||
              box.bottom > paper.bottom + 0.5
            )
              found.push(`cut: ${text}`);
            for (const other of words.slice(n + 1)) {
              const across = Math.min(box.right, other.box.right) - Math.max(box.left, other.box.left);
              const along = Math.min(box.bottom, other.box.bottom) - Math.max(box.top, other.box.top);
              // Boxes are higher than letters: lines that follow each other share a little.
              if (across > 1 && along > 4) found.push(`${text} | ${other.text}`);
            }
          }
          return found;
        });
        expect(wrong, name).toEqual([]);
      }
      await page.close();
    },
  );
});

describe('the export', () => {
  const open = async (page: Page) => {
    await page.getByRole('button', { name: 'Export', exact: true }).click();
    await page.locator('.export-list').waitFor();
  };

  it('gives results whose digest is that of its numbers', async () => {
    const page = await onBenchmark();
    await open(page);
    await page.getByRole('button', { name: 'JSON' }).and(page.locator(':enabled')).waitFor();
    const { name, bytes } = await saved(page, 'JSON');
    expect(name).toMatch(/\.json$/);
    const document = JSON.parse(bytes.toString('utf8')) as ResultsDocument;
    expect(document.format).toBe('harmonograph results');
    expect(document.engine).toBe(engineId);
    expect(document.results.length).toBeGreaterThan(0);
    expect(await digestOf(document.results)).toBe(document.digest);
    await page.context().close();
  });

  it('gives tables, references and a badge', async () => {
    const page = await onBenchmark();
    await open(page);
    await page.getByRole('button', { name: 'LaTeX', exact: true }).and(page.locator(':enabled')).waitFor();
    const latex = (await saved(page, 'LaTeX')).bytes.toString('utf8');
    expect(latex).toContain('\\toprule');
    expect(latex).toMatch(/\\caption\{Accuracy of .* HARMONY .*b = 0\.1/);
    expect((await saved(page, 'Markdown')).bytes.toString('utf8')).toContain('| Subdomain | n | Share |');
    expect((await saved(page, 'BibTeX')).bytes.toString('utf8')).toContain(`Version ${engineId}`);
    const badge = (await saved(page, 'SVG')).bytes.toString('utf8');
    expect((await parsed(page, badge)).error).toBe('');
    expect((await parsed(page, badge)).texts).toEqual([
      'HARMONY',
      expect.stringMatching(/^\d\.\d\d ± \d\.\d\d, N = 500$/),
    ]);
    await page.context().close();
  });

  it.each([
    ['the export', open],
    ['a figure', openFigure],
  ] as const)('%s fits 390 px, dark, and has no serious accessibility violation', async (_, show) => {
    const page = await onBenchmark({ width: 390, dark: true });
    const session = await page.context().newCDPSession(page);
    await session.send('Page.setBypassCSP', { enabled: true });
    await page.reload();
    await page.getByRole('button', { name: 'Save and details: Accuracy per subdomain' }).waitFor();
    await show(page);
    await page.waitForTimeout(500);
    const dialog = await page.getByRole('dialog').boundingBox();
    expect(dialog && dialog.x >= 0 && dialog.x + dialog.width <= 390).toBe(true);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    const violations = await seriousViolations(page, 'dialog');
    expect(violations).toEqual([]);
    await page.context().close();
  });
});
