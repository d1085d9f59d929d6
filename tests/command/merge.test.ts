// harmonograph merge: pieces that were computed apart are one run over everything, to the last byte.
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { digestOf } from '../../web/src/reproduce/digest.ts';
import { printResultsDocument, type ResultsDocument } from '../../web/src/reproduce/results_document.ts';
import { digestIn, optionTable, program, run, temporaryFolder } from './run.ts';

const folder = temporaryFolder();
const path = (name: string) => join(folder, name);
const benchmarks = ['arc', 'quiz'];
const models = ['ada', 'bob'];
const document = (name: string) => JSON.parse(readFileSync(path(name), 'utf8')) as ResultsDocument;

beforeAll(async () => {
  writeFileSync(path('table.csv'), optionTable(models, benchmarks));
  const whole = await run(['analyze', path('table.csv'), '-q', '--json', path('whole.json')]);
  expect(whole.code).toBe(0);
  for (const benchmark of benchmarks) {
    for (const model of models) {
      const which = ['--piece', '--benchmark', benchmark, '--model', model];
      const json = path(`${benchmark}-${model}.json`);
      const piece = await run(['analyze', path('table.csv'), '-q', ...which, '--json', json]);
      expect(piece.code).toBe(0);
    }
  }
});
const pieces = benchmarks.flatMap((benchmark) => models.map((model) => path(`${benchmark}-${model}.json`)));

describe('harmonograph merge', () => {
  it('makes of the pieces what one run gives', async () => {
    const { code, out } = await run(['merge', ...pieces.toReversed(), '-o', path('all.json')]);
    expect(code).toBe(0);
    const { digest, results, sources, address, engine } = document('whole.json');
    expect(document('all.json')).toMatchObject({ digest, results, sources, address, engine });
    expect(digestIn(out)).toBe(digest);
  });

  it('keeps once what several have, and merges what was merged', async () => {
    const [first = '', second = ''] = pieces;
    await run(['merge', first, first, second, '-q', '-o', path('part.json')]);
    const { code } = await run(['merge', path('part.json'), ...pieces, '-q', '-o', path('all2.json')]);
    expect(code).toBe(0);
    expect(document('all2.json').digest).toBe(document('whole.json').digest);
  });

  it('names averages that differ, and writes nothing', async () => {
    const changed = document('arc-ada.json');
    const found = changed.results.find((one) => one.question === 'harmony');
    Object.assign(found?.result as object, { harmony: 0.5 });
    changed.digest = await digestOf(changed.results);
    writeFileSync(path('changed.json'), printResultsDocument(changed));
    const { code, err } = await run(['merge', ...pieces, path('changed.json'), '-o', path('no.json')]);
    expect(code).toBe(1);
    expect(err).toContain(`HARMONY of ada on arc: ${pieces[0]} and ${path('changed.json')} differ.`);
    expect(() => document('no.json')).toThrow();
  });

  it('refuses other engines, other views, and documents that were changed', async () => {
    writeFileSync(
      path('other.json'),
      printResultsDocument({ ...document('arc-bob.json'), engine: '0.0.9-000000000000' }),
    );
    const engine = await run(['merge', ...pieces, path('other.json'), '-o', path('no.json')]);
    expect(engine.code).toBe(1);
    expect(engine.err).toMatch(
      /engine: .*arc-ada\.json \(0\..*\) and .*other\.json \(0\.0\.9-0{12}\) differ/,
    );
    await run([
      ...['analyze', path('table.csv'), '-q', '--piece', '--model', 'ada', '--b', '0.3'],
      ...['--json', path('b.json')],
    ]);
    const view = await run(['merge', ...pieces, path('b.json'), '-o', path('no.json')]);
    expect(view.err).toContain('view:');
    expect(view.code).toBe(1);
    writeFileSync(
      path('edited.json'),
      readFileSync(path('arc-ada.json'), 'utf8').replace('"missing":0', '"missing":1'),
    );
    const edited = await run(['merge', path('edited.json'), '-o', path('no.json')]);
    expect(edited.code).toBe(3);
    expect(edited.err).toContain('was changed after it was written');
    const cut = readFileSync(path('arc-ada.json'), 'utf8').slice(0, 900);
    writeFileSync(path('cut.json'), cut);
    expect((await run(['merge', path('cut.json'), '-o', path('no.json')])).code).toBe(3);
  });
});

const hasParallel = spawnSync('parallel', ['--version']).status === 0;
if (!hasParallel) console.log('[skipped] GNU parallel is not installed');

describe('GNU parallel', () => {
  it.skipIf(!hasParallel)('runs the pieces in two processes, as docs/scale-out.md shows', async () => {
    const script = [
      'mkdir pieces',
      `parallel --jobs 2 --halt now,fail=1 '${process.execPath} ${program} analyze table.csv --quiet --workers 1 --piece --benchmark {1} --model {2} --json pieces/{1}-{2}.json' ::: arc quiz ::: ada bob`,
      `${process.execPath} ${program} merge pieces/*.json -o parallel.json --quiet`,
    ].join(' && ');
    const done = spawnSync('sh', ['-c', script], { cwd: folder, encoding: 'utf8' });
    expect(done.stderr).toBe('');
    expect(done.status).toBe(0);
    expect(document('parallel.json').digest).toBe(document('whole.json').digest);
  });
});
