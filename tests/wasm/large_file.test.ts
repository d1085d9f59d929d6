// A file that is much larger than what is kept of it: memory stays in proportion to the rows, and prompts are not among it.
import { expect, it } from 'vitest';
import type { FileReport } from '../../web/src/engine/results.ts';
import { loadCore, report, value } from './core.ts';

const rows = 100_000;
const choices = ['about', 'court', 'is', 'law'];

/** A line as lm-evaluation-harness writes it, about 1,200 bytes; the right option is the first. */
function line(row: number): string {
  const question = `Which of these words is the one that stands at place ${row} of the list?`;
  const prompt = `Question: ${question}\n${choices.map((text, c) => `${'ABCD'[c]}. ${text}`).join('\n')}\nAnswer:`;
  const values = choices.map((_, c) => -((row * 7 + c * 3) % 11) - c / 8);
  const best = values.indexOf(Math.max(...values));
  const hash = (salt: number) => (row * 4 + salt).toString(16).padStart(64, 'a');
  return `${JSON.stringify({
    doc_id: row,
    doc: { question, subject: `subject_${row % 57}`, choices, answer: 0 },
    target: '0',
    arguments: Object.fromEntries(
      choices.map((_, c) => [`gen_args_${c}`, { arg_0: prompt, arg_1: ` ${'ABCD'[c]}` }]),
    ),
    resps: values.map((one) => [[String(one), 'False']]),
    filtered_resps: values.map((one) => [String(one), 'False']),
    filter: 'none',
    metrics: ['acc'],
    doc_hash: hash(0),
    prompt_hash: hash(1),
    target_hash: hash(2),
    acc: best === 0 ? 1 : 0,
  })}\n`;
}

it('reads a million rows in less than 1 GiB, as a tenth of them shows', async () => {
  const core = await loadCore();
  const before = core.HEAPU8.buffer.byteLength;
  const session = new core.Session();
  let bytes = 0;
  let right = 0;
  value(session.beginFile(1, 'samples_large_2026-01-01T00-00-00.000000.jsonl', rows * 1200, '{}'));
  const encoder = new TextEncoder();
  for (let row = 0; row < rows; row += 1000) {
    let text = '';
    for (let i = row; i < row + 1000; ++i) text += line(i);
    right += text.split('"acc":1}').length - 1;
    const piece = encoder.encode(text);
    bytes += piece.length;
    session.inputBuffer(piece.length).set(piece);
    value(session.feed(piece.length));
  }
  const file = value<FileReport>(session.endFile());
  expect(file.error).toBeNull();
  expect(file.rowsRead).toBe(rows);
  const [benchmark] = report(session).benchmarks;
  expect(benchmark?.items).toBe(rows);
  expect(right).toBeGreaterThan(0);
  const grown = core.HEAPU8.buffer.byteLength - before;
  // Of 1,200 bytes a row less than 1,074 are taken, everything included: 1 GiB for a million.
  expect(bytes / rows).toBeGreaterThan(1100);
  expect(grown / rows).toBeLessThan(2 ** 30 / 1e6);
  session.delete();
});
