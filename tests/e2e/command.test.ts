// The page and the command: the link that the page shares has the digest that the command prints, view by view.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import build from '../command/build.ts';
import { digestIn, optionTable, run } from '../command/run.ts';
import { type Host, openHost, temporaryFolder, visit } from './browser.ts';

const file = join(temporaryFolder(), 'table.csv');
let host: Host;
beforeAll(async () => {
  await build();
  writeFileSync(file, optionTable(['ada', 'bob', 'eve'], ['arc', 'quiz'], 45));
  host = await openHost();
}, 240_000);
afterAll(() => host?.close());

/** What the page shows for an address with this file, as a link that claims it. */
async function linkOf(hash: string): Promise<string> {
  const { page, context } = await visit(host, { hash });
  try {
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      page
        .getByRole('button', { name: /Browse/ })
        .first()
        .click(),
    ]);
    await chooser.setFiles(file);
    await page.getByText('3 models').first().waitFor();
    await page.evaluate((wanted) => {
      location.hash = wanted;
    }, hash);
    await page.getByRole('button', { name: 'Share', exact: true }).click();
    await page.waitForFunction(() =>
      document.querySelector<HTMLTextAreaElement>('.share-link')?.value.includes('digest='),
    );
    return await page.getByRole('textbox', { name: 'The whole link' }).inputValue();
  } finally {
    await context.close();
  }
}

describe('the digest of the command', () => {
  it.each([
    ['every average', '#view=overview', []],
    [
      'one average',
      '#view=benchmark&benchmark=quiz&model=bob&b=0.2',
      ['--benchmark', 'quiz', '--model', 'bob', '--b', '0.2'],
    ],
    [
      'ranks',
      '#view=ranks&benchmark=arc&correction=benjamini-hochberg',
      ['--view', 'ranks', '--benchmark', 'arc', '--set', 'correction=benjamini-hochberg'],
    ],
    ['the plane', '#view=plane', ['--view', 'plane']],
    ['a fit', '#view=items&dimensions=1', ['--view', 'items', '--dimensions', '1']],
  ])('is that of the page: %s', async (_, hash, options) => {
    const link = await linkOf(hash);
    const said = /&digest=([0-9a-f]{64})$/.exec(link)?.[1];
    const analysed = await run(['analyze', file, ...options]);
    expect(analysed.code).toBe(0);
    expect(digestIn(analysed.out)).toBe(said);
    const verified = await run(['verify', link, file]);
    expect(verified.out).toMatch(/^Reproduced: same data, same engine, identical to the last bit\.$/m);
    expect(verified.code).toBe(0);
  });
});
