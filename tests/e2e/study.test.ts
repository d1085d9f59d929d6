// A whole study in the page: many models, many benchmarks, several workers. What the page shows is compared with what a
// few lines count from the same files.
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Host, openHost, visit } from './browser.ts';

const datasets = fileURLToPath(new URL('../../../shared/datasets', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'study-'));

let host: Host;
beforeAll(async () => {
  host = await openHost();
});
afterAll(async () => {
  await host?.close();
  rmSync(folder, { recursive: true, force: true });
});

/** A model on a benchmark: its name, and one score an item. */
interface Answers {
  models: string[];
  /** items x models */
  rows: number[][];
}

const benchmarks = new Map<string, Answers>();

/** One CSV file a benchmark, items x models. */
function write(name: string, { models, rows }: Answers): string {
  const lines = rows.map((row, n) => [`${name.replace(/\W/g, '')}-${n}`, ...row].join(','));
  const path = join(folder, `${name}.csv`);
  writeFileSync(path, `${['item_id', ...models].join(',')}\n${lines.join('\n')}\n`);
  benchmarks.set(name, { models, rows });
  return path;
}

/** A table of all benchmarks cut into one a category; no field of these two files is quoted. */
function byCategory(path: string, firstModel: number, models: number): Map<string, Answers> {
  const [head = '', ...lines] = readFileSync(path, 'utf8').trim().split(/\r?\n/);
  const names = head.split(',').slice(firstModel, firstModel + models);
  const cut = new Map<string, Answers>();
  for (const line of lines) {
    const cells = line.split(',');
    const category = cells[1] ?? '';
    const answers = cut.get(category) ?? { models: names, rows: [] };
    cut.set(category, answers);
    answers.rows.push(cells.slice(firstModel, firstModel + models).map(Number));
  }
  return cut;
}

async function load(page: Page, paths: string[], averages: number): Promise<void> {
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: 'Browse files' }).first().click();
  await (await chooser).setFiles(paths);
  await page
    .locator('[role=status]', { hasText: `HARMONY is computed for ${averages} of ${averages}.` })
    .waitFor({ timeout: 240_000, state: 'attached' });
}

/** Changes what stands after "#" as a link would, and keeps the data. */
const show = (page: Page, hash: string) =>
  page.evaluate((wanted) => {
    location.hash = wanted;
  }, hash);

type Row = Record<string, string>;

/** A table of the page through its download; none of its fields holds a quotation mark. */
async function tableOf(page: Page, caption: string): Promise<Row[]> {
  const saving = page.waitForEvent('download');
  await page
    .getByRole('button', { name: `Download as CSV: ${caption}` })
    .first()
    .click();
  const text = readFileSync(await (await saving).path(), 'utf8').replace(/^\uFEFF/, '');
  const cells = (line: string) =>
    [...line.matchAll(/("([^"]*)"|[^,]*)(,|$)/g)].map((match) => match[2] ?? match[1] ?? '');
  const [head = '', ...lines] = text.trim().split(/\r?\n/);
  const names = cells(head);
  return lines.map((line) => {
    const row = cells(line);
    return Object.fromEntries(names.map((name, n) => [name, row[n] ?? '']));
  });
}

const mean = (values: number[]) => values.reduce((sum, one) => sum + one, 0) / values.length;
const column = ({ models, rows }: Answers, model: string) =>
  rows.map((row) => row[models.indexOf(model)] ?? 0);

/** The accuracies of the overview, and the plane, against the files. */
async function checkOverviewAndPlane(page: Page): Promise<void> {
  await show(page, 'view=overview');
  const overview = await tableOf(page, 'Models and benchmarks');
  const harmonies = new Map<string, number[]>();
  for (const row of overview) {
    const answers = benchmarks.get(row.Benchmark ?? '');
    if (!answers) throw new Error(`no benchmark ${row.Benchmark}`);
    expect(Number(row.Accuracy)).toBeCloseTo(mean(column(answers, row.Model ?? '')), 12);
    if (row.HARMONY)
      harmonies.set(row.Benchmark ?? '', [
        ...(harmonies.get(row.Benchmark ?? '') ?? []),
        Number(row.HARMONY),
      ]);
  }
  await show(page, 'view=plane');
  await page.getByText('Benchmarks in numbers').waitFor();
  const plane = await tableOf(page, 'Benchmarks with mean and variance of HARMONY');
  expect(plane.map((row) => row.Benchmark)).toEqual([...harmonies.keys()]);
  for (const row of plane) {
    const values = harmonies.get(row.Benchmark ?? '') ?? [];
    const middle = mean(values);
    expect(Number(row['Mean HARMONY'])).toBeCloseTo(middle, 10);
    expect(Number(row.Variance)).toBeCloseTo(mean(values.map((one) => (one - middle) ** 2)), 10);
  }
}

/** Ranks and the comparison of two models against counts. */
async function checkRanksAndComparison(page: Page, benchmark: string, first: string, second: string) {
  const answers = benchmarks.get(benchmark);
  if (!answers) throw new Error(`no benchmark ${benchmark}`);
  const chosen = `benchmark=${encodeURIComponent(benchmark)}`;
  await show(page, `view=ranks&${chosen}`);
  const ranks = await tableOf(page, 'Models with their ranks');
  expect(ranks.length).toBe(answers.models.length);
  const accuracies = ranks.map((row) => Number(row.Accuracy));
  expect(accuracies).toEqual([...accuracies].sort((a, b) => b - a));
  for (const row of ranks) {
    expect(Number(row.Accuracy)).toBeCloseTo(mean(column(answers, row.Model ?? '')), 12);
    expect(Number(row['best rank'])).toBeLessThanOrEqual(Number(row['worst rank']));
  }
  await show(
    page,
    `view=compare&${chosen}&first=${encodeURIComponent(first)}&second=${encodeURIComponent(second)}`,
  );
  const groups = await tableOf(page, `${first} and ${second} by group`);
  const left = column(answers, first);
  const right = column(answers, second);
  const all = groups[0];
  expect(Number(all?.Items)).toBe(left.length);
  expect(Number(all?.['First only'])).toBe(left.filter((one, n) => one > (right[n] ?? 0)).length);
  expect(Number(all?.['Second only'])).toBe(left.filter((one, n) => one < (right[n] ?? 0)).length);
}

/** Drops a folder of the disk, as the file manager does: the browser hands the page its entries. */
async function dropFolder(page: Page, path: string): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const data = { items: [], files: [path], dragOperationsMask: 1 };
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
    await session.send('Input.dispatchDragEvent', { type, x: 500, y: 400, data });
  }
}

describe('a folder', () => {
  // A browser hands over the entries of a folder by the hundred.
  it('of 130 files, some in a folder inside, is read as a whole', async () => {
    const place = mkdtempSync(join(folder, 'dropped-'));
    mkdirSync(join(place, 'inside'));
    for (let n = 0; n < 130; n++) {
      const rows = Array.from({ length: 12 }, (_, i) => `q${n}-${i},${(i + n) % 2},${i % 3 === 0 ? 1 : 0}`);
      const path = join(place, n < 110 ? '' : 'inside', `benchmark${n}.csv`);
      writeFileSync(path, `item,one,two\n${rows.join('\n')}\n`);
    }
    const { context, page, complaints } = await visit(host);
    await page.getByText('Drop files or a folder anywhere').waitFor();
    await dropFolder(page, place);
    await page.getByText('130 files read: 2 models on 130 benchmarks').waitFor({ timeout: 60_000 });
    expect(complaints).toEqual([]);
    await context.close();
  }, 120_000);
});

describe('a study of generated answers', () => {
  it('is computed by two workers and read from the page', async () => {
    // Four benchmarks of two domains each; bigger models of a family are better, and the families differ in one domain.
    const models = ['Alpha-1B', 'Alpha-3B', 'Alpha-9B', 'Beta-2B', 'Beta-7B', 'Beta-30B']; // series that nobody knows
    let state = 7;
    const uniform = () => {
      state = (Math.imul(state, 1103515245) + 12345) & 0x7fffffff;
      return state / 0x80000000;
    };
    const paths = ['Arithmetic', 'Biology', 'Cities', 'Dates'].map((name, b) => {
      const rows = Array.from({ length: 120 }, (_, n) =>
        models.map((model, m) => {
          const domain = n % 3 === 0 ? 1 : 0;
          const skill = 0.35 + 0.12 * (m % 3) + (domain === 1 && model.startsWith('Alpha') ? 0.05 * b : 0);
          return uniform() < skill ? 1 : 0;
        }),
      );
      return write(name, { models, rows });
    });
    const { context, page, complaints } = await visit(host, { hash: '#workers=2' });
    await load(page, paths, 24);
    await checkOverviewAndPlane(page);
    await checkRanksAndComparison(page, 'Biology', 'Beta-30B', 'Alpha-1B');

    await show(page, 'view=rebalancing&benchmark=Cities');
    const moved = await tableOf(page, 'Models before and after pruning');
    expect(moved.length).toBe(6);
    for (const row of moved) {
      const answers = benchmarks.get('Cities');
      if (answers) expect(Number(row['All items'])).toBeCloseTo(mean(column(answers, row.Model ?? '')), 12);
    }

    await show(page, 'view=scaling');
    const trends = await tableOf(page, 'Trends by family');
    expect(trends.slice(0, 2).map((row) => [row.Family, row.Models])).toEqual([
      ['Alpha', '3'],
      ['Beta', '3'],
    ]);

    await show(page, 'view=validation&entries=10&models=12');
    await page
      .getByText('True and estimated HARMONY by measure')
      .first()
      .waitFor({ state: 'attached', timeout: 60_000 });
    expect(complaints).toEqual([]);
    await context.close();
  }, 240_000);
});

describe.skipIf(!existsSync(datasets))('a study of published answers', () => {
  it('MMLU-Pro: 12 models x 14 categories', async () => {
    benchmarks.clear();
    const cut = byCategory(join(datasets, 'mmlu_pro', 'responses.csv'), 5, 12);
    const paths = [...cut].map(([name, answers]) => write(name, answers));
    expect(paths.length).toBe(14);
    const { context, page, complaints } = await visit(host);
    await load(page, paths, 12 * 14);
    await checkOverviewAndPlane(page);
    await checkRanksAndComparison(page, 'law', 'Meta-Llama-3_1-70B', 'Yi-34B');
    await show(page, 'view=rebalancing&benchmark=law');
    await page
      .getByText(/^law (is|cannot)/)
      .first()
      .waitFor({ timeout: 120_000 });
    expect(complaints).toEqual([]);
    await context.close();
  }, 400_000);

  it('12 models x 11 benchmarks', async () => {
    benchmarks.clear();
    const cut = byCategory(join(datasets, 'psn_irt_12', 'responses.csv'), 6, 12);
    const paths = [...cut].map(([name, answers]) => write(name, answers));
    expect(paths.length).toBe(11);
    const { context, page, complaints } = await visit(host);
    await load(page, paths, 12 * 11);
    await checkOverviewAndPlane(page);
    expect(complaints).toEqual([]);
    await context.close();
  }, 400_000);
});
