// A table with two benchmarks for the tests of capsules and reports, with names that would break out of a page.
import { join } from 'node:path';
import type { Page } from 'playwright-core';

export const nastyModel = '</script><img src=x onerror="document.title=1">';

/** 3 models on 2 benchmarks of 60 items in two categories: from a linear congruential generator. */
export function table(): string {
  let state = 7;
  const uniform = () => {
    state = (state * 1103515245 + 12345) % 2147483648;
    return state / 2147483648;
  };
  const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
  const rows = ['benchmark,model,item,score,category,p_A,p_B,p_C,key'];
  for (const benchmark of ['sums', 'rivers']) {
    for (const [m, model] of ['A', 'B', nastyModel].entries()) {
      for (let item = 0; item < 60; item++) {
        const raw = [uniform(), uniform(), uniform()].map(
          (value, option) => value ** 3 + (option === item % 3 ? 0.2 * m : 0) + 0.01,
        );
        const total = raw.reduce((sum, value) => sum + value, 0);
        const p = raw.map((value) => value / total);
        const right = p[item % 3] === Math.max(...p) ? 1 : 0;
        rows.push(
          [
            benchmark,
            quoted(model),
            `${benchmark}-${item}`,
            right,
            item % 2 ? 'even' : 'odd',
            ...p,
            'ABC'[item % 3],
          ].join(','),
        );
      }
    }
  }
  return rows.join('\n');
}

export const identical = 'Reproduced: same data, same engine, identical to the last bit';

/** Presses Ctrl+S, or Ctrl+Shift+S, and keeps what the browser downloads. */
export async function save(page: Page, what: 'capsule' | 'report', folder: string): Promise<string> {
  const download = page.waitForEvent('download');
  await page.keyboard.press(what === 'capsule' ? 'Control+s' : 'Control+Shift+S');
  const got = await download;
  savedFiles += 1;
  const path = join(folder, `${savedFiles}-${got.suggestedFilename()}`);
  await got.saveAs(path);
  return path;
}
let savedFiles = 0;

/** Files onto the page through its own file field. */
export async function browse(page: Page, paths: string[]): Promise<void> {
  const chooser = page.waitForEvent('filechooser');
  await page
    .getByRole('button', { name: /Browse files|Add files/ })
    .first()
    .click();
  await (await chooser).setFiles(paths);
}

/** What the overview says of each average: the digits that people see. */
export const rowsOf = (page: Page): Promise<string[]> =>
  page.locator('main table tbody tr').evaluateAll((rows) => rows.map((row) => row.textContent ?? ''));

export async function waitForAverages(page: Page, count: number): Promise<void> {
  await page.getByText(`HARMONY is computed for ${count} averages`).first().waitFor();
}
