// A capsule is saved, dropped on a fresh page, and shows the same page: view, parameters, numbers; saved again it is the same
// bytes. Beside other data it asks; what is no capsule is explained.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { unzipSync, zipSync } from 'fflate';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fixtures, type Host, openHost, temporaryFolder, type Visit, visit } from './browser.ts';
import { browse, identical, rowsOf, save, table, waitForAverages } from './capsule_data.ts';

const folder = temporaryFolder();
const tablePath = join(folder, 'answers.csv');
let host: Host;
beforeAll(async () => {
  host = await openHost();
  writeFileSync(tablePath, table());
});
afterAll(() => host?.close());

async function withPage(work: (visit: Visit) => Promise<void>, hash = ''): Promise<void> {
  const opened = await visit(host, { hash });
  try {
    await work(opened);
    expect(opened.complaints).toEqual([]);
  } finally {
    await opened.context.close();
  }
}

const contents = (path: string) => unzipSync(new Uint8Array(readFileSync(path)));
const about = (path: string) => JSON.parse(new TextDecoder().decode(contents(path)['capsule.json']));
const noticed = (page: Page, text: string | RegExp) => page.getByText(text).first().waitFor();

/** The capsule of the overview of the table, and the rows that were seen when it was saved. */
async function overviewCapsule(): Promise<{ path: string; rows: string[] }> {
  let path = '';
  let rows: string[] = [];
  await withPage(async ({ page }) => {
    await browse(page, [tablePath]);
    await waitForAverages(page, 6);
    rows = await rowsOf(page);
    path = await save(page, 'capsule', folder);
  }, '#view=overview');
  return { path, rows };
}

describe('a capsule', () => {
  it('opens the same page in a fresh one, and is the same bytes when it is saved again', async () => {
    const { path, rows } = await overviewCapsule();
    expect(rows.length).toBe(6);
    expect(path).toMatch(/sums-rivers\.harmonograph\.zip$/);
    const said = about(path);
    expect(said.sources).toMatchObject([{ source: { kind: 'file', path: 'answers.csv' } }]);
    expect(said.address).toBe('#view=overview');
    expect(said.digest).toMatch(/^[0-9a-f]{64}$/);
    const renamed = join(folder, 'whatever.bin');
    writeFileSync(renamed, readFileSync(path));
    await withPage(async ({ page }) => {
      await browse(page, [renamed]);
      await noticed(page, identical);
      await waitForAverages(page, 6);
      expect(await rowsOf(page)).toEqual(rows);
      const again = await save(page, 'capsule', folder);
      expect(readFileSync(again).equals(readFileSync(path))).toBe(true);
      // Where the data come from is that of the capsule.
      await page
        .getByRole('link', { name: /What did I load/ })
        .first()
        .click();
      await noticed(page, 'Where the data come from');
      await noticed(page, said.sources[0].source.sha256);
    });
  });

  it('keeps the parameters of the view that was open', async () => {
    let path = '';
    await withPage(async ({ page }) => {
      await browse(page, [tablePath]);
      await page.getByText('Accuracy per subdomain').waitFor();
      path = await save(page, 'capsule', folder);
    }, '#view=benchmark&benchmark=rivers&model=B&seed=5&tau=2');
    expect(about(path).address).toBe('#view=benchmark&benchmark=rivers&model=B&tau=2&seed=5');
    await withPage(async ({ page }) => {
      await browse(page, [path]);
      await noticed(page, identical);
      expect(page.url()).toContain('view=benchmark&benchmark=rivers&model=B&tau=2&seed=5');
      const again = await save(page, 'capsule', folder);
      expect(readFileSync(again).equals(readFileSync(path))).toBe(true);
    });
  });

  it.each([
    ['the built-in example', '#src=example&view=overview', []],
    ['a file of two models in the own format', '#view=import', ['harmonograph/example.json']],
  ])('of %s says the same again', async (_, hash, files) => {
    let path = '';
    await withPage(async ({ page }) => {
      if (files.length > 0)
        await browse(
          page,
          files.map((name) => join(fixtures, name)),
        );
      await page.locator('main table tbody tr').first().waitFor();
      path = await save(page, 'capsule', folder); // waits for what is still computed
    }, hash);
    await withPage(async ({ page }) => {
      await browse(page, [path]);
      await noticed(page, identical);
      const again = await save(page, 'capsule', folder);
      expect(readFileSync(again).equals(readFileSync(path))).toBe(true);
    });
  });

  it('keeps which tasks are one benchmark, and what was said of models', async () => {
    let path = '';
    const tasks = ['model,benchmark,item,score,category'];
    for (const model of ['A', 'B'])
      for (const task of ['mmlu_law', 'mmlu_art', 'mmlu_physics', 'mmlu_history', 'mmlu_logic'])
        for (let item = 0; item < 30; item++)
          tasks.push(
            `${model},${task},${item},${(item * 7 + model.length + task.length) % 3 ? 1 : 0},${item % 2 ? 'x' : 'y'}`,
          );
    const tasksPath = join(folder, 'tasks.csv');
    writeFileSync(tasksPath, tasks.join('\n'));
    await withPage(async ({ page }) => {
      await browse(page, [tasksPath]);
      await page.locator('main table tbody tr').first().waitFor();
      path = await save(page, 'capsule', folder);
    }, '#group=mmlu&facts=A~Family~7B');
    expect(about(path).title).toBe('mmlu: 2 models');
    await withPage(async ({ page }) => {
      await browse(page, [path]);
      await noticed(page, identical);
      expect(page.url()).toContain('group=mmlu');
      expect(page.url()).toContain('facts=A~Family~7B');
      const again = await save(page, 'capsule', folder);
      expect(readFileSync(again).equals(readFileSync(path))).toBe(true);
    });
  });
});

describe('a capsule dropped on loaded data', () => {
  const chip = (page: Page) => page.locator('.top-bar .chip').textContent();

  it('asks, and takes nothing away unless it is told to', async () => {
    const { path, rows } = await overviewCapsule();
    const other = join(folder, 'other.csv');
    writeFileSync(other, 'model,benchmark,item,score\nZ,other,1,1\nZ,other,2,0');
    await withPage(async ({ page }) => {
      await browse(page, [other]);
      await page.getByRole('heading', { name: 'What did I load?' }).waitFor();
      await browse(page, [path]);
      const dialog = page.getByRole('dialog', { name: 'Open the capsule, or add its data?' });
      await dialog.waitFor();
      await dialog.getByRole('button', { name: 'Cancel' }).click();
      await dialog.waitFor({ state: 'detached' });
      expect(await chip(page)).toMatch(/^1 file/);

      await browse(page, [path]);
      await dialog.getByRole('button', { name: 'Add its data only' }).click();
      await page.locator('.chip', { hasText: '2 files' }).waitFor();
      expect(await chip(page)).toMatch(/4 models/);

      await browse(page, [path]);
      await dialog.getByRole('button', { name: 'Open it as it was saved' }).click();
      await noticed(page, identical);
      expect(await chip(page)).toMatch(/^1 file/);
      expect(await rowsOf(page)).toEqual(rows);
    });
  });

  it('asks, too, when other files are dropped with it', async () => {
    const { path } = await overviewCapsule();
    await withPage(async ({ page }) => {
      await browse(page, [path, tablePath]);
      const dialog = page.getByRole('dialog', { name: 'Open the capsule, or add its data?' });
      await dialog.getByText(/the 1 other file dropped with it is not read/).waitFor();
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'detached' });
      await page.getByText('Drop files or a folder anywhere').waitFor();
    });
  });
});

describe('what cannot be opened', () => {
  const put = (name: string, bytes: Uint8Array) => {
    const path = join(folder, name);
    writeFileSync(path, bytes);
    return path;
  };

  it('is explained, and other files of the drop are read', async () => {
    const { path } = await overviewCapsule();
    const whole = new Uint8Array(readFileSync(path));
    const entries = contents(path);
    const changed = zipSync({ ...entries, 'data.json': new TextEncoder().encode('{}') });
    const newer = zipSync({
      ...entries,
      'capsule.json': new TextEncoder().encode(JSON.stringify({ ...about(path), version: 9 })),
    });
    await withPage(async ({ page }) => {
      await browse(page, [
        put('cut.zip', whole.slice(0, whole.length - 100)),
        put('changed.zip', changed),
        put('newer.zip', newer),
        put('foreign.zip', zipSync({ 'a.csv': new TextEncoder().encode('model,item,score\nA,1,1') })),
        tablePath,
      ]);
      await page.getByRole('heading', { name: 'What did I load?' }).waitFor();
      await noticed(page, /cut\.zip cannot be unpacked/);
      await noticed(page, /changed\.zip was changed after it was saved/);
      await noticed(page, /newer\.zip was saved by a newer Harmonograph/);
      // An archive of results is no capsule: what is inside of it is read.
      await page.getByText('foreign.zip/a.csv').first().waitFor();
      expect(await page.locator('.top-bar .chip').textContent()).toMatch(/^2 files/);
      for (let left = 3; left > 0; left--) {
        await page.getByRole('alert').first().locator('..').getByRole('button', { name: 'Close' }).click();
      }
      expect(await page.getByText('Not opened').count()).toBe(0);
    });
  });
});
