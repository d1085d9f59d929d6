// @vitest-environment happy-dom
// The field "Scale of scores" of a file whose scores lie outside 0 to 1. The hints are those that the core writes
// (src/formats/score_scale.cpp; tests/cpp/formats/graded_scores_test.cpp checks their words there).
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { start } from '../../web/src/app/start.ts';
import type { EngineErrorData, FileReport } from '../../web/src/engine/results.ts';
import { addFiles, readAgain, removeAllFiles } from '../../web/src/state/files.ts';
import { engineState, report } from '../../web/src/state/store.ts';
import { asksForScale, endsOfScale, proposalOf } from '../../web/src/views/import/score_scale.tsx';
import { fakeEngine } from './fixtures/fake_engine.ts';

const error = (hint: string): EngineErrorData => ({
  code: 'no_responses',
  message: '5 of 8 scores in the column "judge_score" are outside 0 to 1.',
  file: 'judge.csv',
  line: 0,
  hint,
});
const proposal = error(
  'If these are scores, choose the scale "1..10", or the smallest and the largest score that were possible.',
);
const open = error(
  'If these are scores, choose the scale "LOW..HIGH": the smallest and the largest possible score.',
);

describe('what the hint says', () => {
  it('finds the proposal, or that there is none', () => {
    expect(proposalOf(proposal)).toEqual(['1', '10']);
    expect(proposalOf(error('If these are percentages, choose the scale "0..100", or'))).toEqual([
      '0',
      '100',
    ]);
    expect(proposalOf(error('choose the scale "-1..1", or'))).toEqual(['-1', '1']);
    expect(proposalOf(open)).toBeNull();
    expect(asksForScale(open)).toBe(true);
    expect(asksForScale(error('Check the separator.'))).toBe(false);
    expect(asksForScale(null)).toBe(false);
  });
  it('reads a chosen scale', () => {
    expect(endsOfScale('0.5..1.5')).toEqual(['0.5', '1.5']);
    expect(endsOfScale('-1 .. 1')).toEqual(['-1', '1']);
    expect(endsOfScale('percent')).toEqual(['0', '100']);
    expect(endsOfScale('LOW..HIGH')).toBeNull();
  });
});

const root = document.createElement('div');
const engine = fakeEngine({ delay: 1 });
const asked: Record<string, string>[] = [];
/** What the invented core says to each reading: the error, until the right scale is chosen. */
function answer(file: FileReport, options: Record<string, string>): FileReport {
  if (options.scale === '1..10' || options.scale === undefined) {
    return options.scale ? file : { ...file, error: proposal, format: null, rowsRead: 0, table: null };
  }
  return { ...file, error: open };
}

beforeAll(async () => {
  document.body.append(root);
  const readFiles = engine.readFiles;
  const made = engine.report;
  const answers = new Map<number, FileReport>();
  engine.readFiles = async (files, ...rest) => {
    const reports = await readFiles(files, ...rest);
    return reports.map((one, at) => {
      const options = files[at]?.options ?? {};
      asked.push(options);
      const changed = answer(one, options);
      answers.set(one.id, changed);
      return changed;
    });
  };
  engine.report = async () => {
    const whole = await made();
    return { ...whole, files: whole.files.map((one) => answers.get(one.id) ?? one) };
  };
  await start(engine, root);
});
afterAll(async () => {
  await removeAllFiles();
});

async function until(condition: () => boolean, what: string) {
  const end = Date.now() + 4000;
  while (!condition()) {
    if (Date.now() > end) throw new Error(`waited in vain for ${what}: ${root.textContent?.slice(0, 400)}`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
const form = () => root.querySelector<HTMLFormElement>('form.score-scale');
const inputs = () => [...(form()?.querySelectorAll('input') ?? [])];
const press = (name: string) =>
  [...(form()?.querySelectorAll('button') ?? [])].find((one) => one.textContent === name)?.click();
async function type(at: number, value: string) {
  const input = inputs()[at];
  if (!input) throw new Error(`there is no field ${at}`);
  input.value = value;
  input.dispatchEvent(new Event('input', { bubbles: true }));
  await new Promise((resolve) => setTimeout(resolve, 50)); // drawn anew
}

describe('the field', () => {
  it('stands under the error with the proposal filled in, with labels', async () => {
    await until(() => engineState.value === 'ready', 'the engine');
    await addFiles([{ path: 'judge.csv', file: new File(['x'], 'judge.csv') }]);
    await until(() => form() !== null, 'the field');
    expect(form()?.querySelector('legend')?.textContent).toBe('Scale of scores');
    expect(inputs().map((one) => one.value)).toEqual(['1', '10']);
    for (const input of inputs()) expect(form()?.querySelector(`label[for="${input.id}"]`)).not.toBeNull();
    expect(form()?.textContent).not.toContain('Do not scale');
  });

  it('refuses reversed ends without reading', async () => {
    const before = asked.length;
    await type(0, '10');
    await type(1, '1');
    press('Apply');
    await until(() => form()?.querySelector('[role="alert"]') !== null, 'the complaint');
    expect(inputs()[0]?.getAttribute('aria-invalid')).toBe('true');
    expect(asked.length).toBe(before);
  });

  it('keeps what was typed when the reader refuses it', async () => {
    await type(0, '1');
    await type(1, '4');
    press('Apply');
    await until(() => asked.at(-1)?.scale === '1..4', 'the reading');
    await until(() => form()?.textContent?.includes('Do not scale') ?? false, 'the answer');
    expect(inputs().map((one) => one.value)).toEqual(['1', '4']);
  });

  it('applies the scale, which stays with the file and its other options, and takes it back', async () => {
    await type(1, '10');
    press('Apply');
    await until(() => report.value?.files[0]?.error === null, 'the file that is read');
    expect(report.value?.files[0]?.options.scale).toBe('1..10');
    const id = report.value?.files[0]?.id ?? 0;
    await readAgain(id, { shape: 'models x items' });
    expect(asked.at(-1)).toEqual({ scale: '1..10', shape: 'models x items' });
    // A card that is read opens by hand.
    const details = root.querySelector<HTMLDetailsElement>('[aria-label="judge.csv"] details');
    if (!details) throw new Error('there is no card');
    details.open = true;
    details.dispatchEvent(new Event('toggle'));
    await until(
      () =>
        inputs()
          .map((one) => one.value)
          .join() === '1,10',
      'the chosen scale',
    );
    expect(root.querySelector('select[aria-label="Role of remark"]')?.textContent).toContain('sample');
    press('Do not scale');
    await until(() => asked.at(-1)?.scale === undefined, 'the reading without');
    expect(asked.at(-1)).toEqual({ shape: 'models x items' });
  });
});
