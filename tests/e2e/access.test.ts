// Keyboard, contrast, small screens, dark theme.
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { seriousViolations } from './axe.ts';
import { type Host, openHost, visit } from './browser.ts';

let host: Host;
beforeAll(async () => {
  host = await openHost();
});
afterAll(() => host?.close());

const views = [
  ['landing', ''],
  ['import report', '#src=example'],
  ['overview', '#src=example&view=overview'],
  ['one benchmark', '#src=example&view=benchmark'],
  ['re-balancing', '#src=example&view=rebalancing'],
  ['ranks and noise', '#src=example&view=ranks'],
  ['two models', '#src=example&view=compare'],
  ['does this work', '#view=validation'],
] as const;

async function settled(page: Page, hash: string): Promise<void> {
  if (hash === '') await page.getByText('Drop files or a folder anywhere').waitFor();
  else if (hash.includes('benchmark')) await page.getByText('Accuracy per subdomain').waitFor();
  else await page.locator('main h1, main h2').first().waitFor();
  await page.waitForTimeout(500);
}

describe.each([false, true])('dark = %s', (dark) => {
  it.each(views)('%s has no serious accessibility violation', async (_, hash) => {
    const { context, page } = await visit(host, { hash, dark });
    await settled(page, hash);
    // The page's policy allows no foreign script: axe goes in past it, as an extension would.
    const session = await context.newCDPSession(page);
    await session.send('Page.setBypassCSP', { enabled: true });
    await page.reload();
    await settled(page, hash);
    const violations = await seriousViolations(page);
    expect(violations).toEqual([]);
    await context.close();
  });
});

describe('a small screen', () => {
  it.each(views)('%s does not scroll sideways at 390 px', async (_, hash) => {
    const { context, page } = await visit(host, { hash, width: 390, height: 800 });
    await settled(page, hash);
    const { scroll, inner } = await page.evaluate(() => ({
      scroll: document.documentElement.scrollWidth,
      inner: window.innerWidth,
    }));
    expect(scroll).toBeLessThanOrEqual(inner);
    await context.close();
  });
});

describe('the keyboard alone', () => {
  it('loads the example, opens the overview and one benchmark', async () => {
    const { context, page } = await visit(host);
    await page.getByText('Drop files or a folder anywhere').waitFor();
    const focusOn = async (name: RegExp) => {
      for (let presses = 0; presses < 80; ++presses) {
        await page.keyboard.press('Tab');
        const text = await page.evaluate(() => {
          const focused = document.activeElement as HTMLElement | null;
          if (!focused?.matches('a, button, summary, input, select')) return '';
          return `${focused?.getAttribute('aria-label') ?? ''} ${focused?.textContent ?? ''}`;
        });
        if (name.test(text)) return;
      }
      throw new Error(`Tab never reached ${name}`);
    };
    await focusOn(/Try an example/);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'What did I load?' }).waitFor();
    await focusOn(/Can I trust/);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Can I trust the averages?' }).waitFor();
    await focusOn(/One benchmark/);
    const outline = await page.evaluate(() => {
      const style = getComputedStyle(document.activeElement as Element);
      return `${style.outlineStyle} ${style.outlineWidth} ${style.boxShadow}`;
    });
    expect(outline).not.toBe('none 0px none');
    await page.keyboard.press('Enter');
    await page.getByText('Accuracy per subdomain').waitFor();
    await context.close();
  });
});
