// What axe finds on a page: serious and critical violations, one a line.
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

/** The program, for pages whose policy lets it in. */
export const axe = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

/** Of the whole document or of what a selector finds; axe has to be in the page. */
export function violationsOn(page: Page, where?: string): Promise<string[]> {
  return page.evaluate(async (selector) => {
    // biome-ignore lint/suspicious/noExplicitAny: axe puts itself on the window
    const result = await (window as any).axe.run(selector ?? document, { resultTypes: ['violations'] });
    return result.violations
      .filter((one: { impact: string }) => one.impact === 'serious' || one.impact === 'critical')
      .map((one: { id: string; nodes: { html: string }[] }) => `${one.id}: ${one.nodes[0]?.html}`);
  }, where);
}

/** The same where axe is not in the page yet. */
export async function seriousViolations(page: Page, where?: string): Promise<string[]> {
  await page.addScriptTag({ path: axe });
  return violationsOn(page, where);
}
