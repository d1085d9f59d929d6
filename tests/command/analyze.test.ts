// harmonograph analyze: the numbers of the core, whatever the way in, and an exit code for every end.
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import { digestOf, type NamedResult, namedHarmony } from '../../web/src/reproduce/digest.ts';
import type { ResultsDocument } from '../../web/src/reproduce/results_document.ts';
import { defaultParameters } from '../../web/src/state/parameters.ts';
import { analyse, loadCore, overview, readFile, report } from '../wasm/core.ts';
import { digestIn, fixtures, library, optionTable, run, temporaryFolder } from './run.ts';

const folder = temporaryFolder();
const path = (name: string) => join(folder, name);
const table = optionTable(['ada', 'bob'], ['arc', 'quiz']);
const json = (name: string) => JSON.parse(readFileSync(path(name), 'utf8')) as ResultsDocument;

beforeAll(() => {
  writeFileSync(path('table.csv'), table);
  writeFileSync(path('many.csv'), optionTable(['a', 'b', 'c', 'd', 'e', 'f'], ['arc'], 40));
  writeFileSync(path('bad.json'), '{"nothing": "of use"}');
});

/** The core driven by hand, without the modules of the page: every average, or one with everything beside it. */
async function byHand(one?: { benchmark: number; model: number; bandwidth: number }): Promise<string> {
  const session = new (await loadCore()).Session();
  readFile(session, 'table.csv', new TextEncoder().encode(table));
  const { benchmarks, models } = report(session);
  const results: NamedResult[] = overview(session).flatMap(({ benchmark, model, accuracy, partitions }) => {
    const of = { benchmark: benchmarks[benchmark]?.name ?? '', model: models[model]?.name ?? '' };
    const parameters = { ...defaultParameters, partition: partitions[0] ?? '', detail: one !== undefined };
    if (one) {
      if (one.benchmark !== benchmark || one.model !== model) return [];
      const wanted = { ...parameters, bandwidth: one.bandwidth };
      return [namedHarmony(of.benchmark, of.model, analyse(session, benchmark, model, wanted))];
    }
    return [
      { question: 'accuracy', of, result: accuracy },
      namedHarmony(of.benchmark, of.model, analyse(session, benchmark, model, parameters)),
    ];
  });
  session.delete();
  return digestOf(results);
}

describe('harmonograph analyze', () => {
  it('prints every average and the digest of the core driven by hand', async () => {
    const { code, out, err } = await run(['analyze', path('table.csv')]);
    expect(err).toContain('1 file read: 240 rows; 2 models, 2 benchmarks.');
    expect(code).toBe(0);
    const lines = out.split('\n');
    expect(lines[0]?.split(/ {2,}/)).toEqual([
      ...['benchmark', 'model', 'n', 'accuracy', 'HARMONY', 'null p', 'k'],
    ]);
    expect(lines.slice(2, 6).map((line) => line.split(/ {2,}/).slice(0, 3))).toEqual([
      ['arc', 'ada', '60'],
      ['arc', 'bob', '60'],
      ['quiz', 'ada', '60'],
      ['quiz', 'bob', '60'],
    ]);
    expect(lines[2]).toMatch(/^arc {8}ada {4}60 {2}0\.\d{4} \[0\.\d{4}, [01]\.\d{4}\] {2}\d\.\d{4} \[/);
    expect(digestIn(out)).toBe(await byHand());
  });

  it('gives one average with everything beside it, by the names of the address', async () => {
    const one = ['--benchmark', 'quiz', '--model', 'bob', '--b', '0.2'];
    const { code, out } = await run(['analyze', path('table.csv'), ...one, '--json', path('one.json')]);
    expect(code).toBe(0);
    expect(json('one.json').address).toBe('#view=benchmark&benchmark=quiz&model=bob&b=0.2');
    expect(digestIn(out)).toBe(json('one.json').digest);
    expect(digestIn(out)).toBe(await byHand({ benchmark: 1, model: 1, bandwidth: 0.2 }));
    const whole = await run(['analyze', path('table.csv'), '--address', json('one.json').address]);
    expect(digestIn(whole.out)).toBe(digestIn(out));
  });

  it('is the same for 1, 2 and 3 workers, byte for byte', async () => {
    const texts: string[] = [];
    for (const workers of ['1', '2', '3']) {
      const { code } = await run([
        ...['analyze', path('table.csv'), '--workers', workers, '--json', path('w.json'), '-q'],
      ]);
      expect(code).toBe(0);
      texts.push(readFileSync(path('w.json'), 'utf8'));
    }
    expect(new Set(texts).size).toBe(1);
  });

  it('reads the standard input, packed files and folders without their hidden files', async () => {
    const expected = await byHand();
    const input = await run(['analyze', '-'], { input: table });
    expect(digestIn(input.out)).toBe(expected);
    const packed = await run(['analyze', '-'], { input: gzipSync(table) });
    expect(digestIn(packed.out)).toBe(expected);

    mkdirSync(path('results/.git'), { recursive: true });
    writeFileSync(path('results/table.csv.gz'), gzipSync(table));
    writeFileSync(path('results/.git/table.csv'), optionTable(['eve'], ['arc']));
    const { code, out, err } = await run(['analyze', path('results')]);
    expect(code).toBe(0);
    expect(err).toContain('1 hidden file in folders left out.');
    expect(digestIn(out)).toBe(expected);
  });

  it('tells files of the same name apart by their folders, and reads options of one file', async () => {
    for (const model of ['x', 'y']) {
      mkdirSync(path(model), { recursive: true });
      writeFileSync(path(`${model}/run.csv`), 'item,score\nq1,1\nq2,0\nq3,1\n');
    }
    const named = ['--read', 'x/run.csv:model=first', '--read', 'y/run.csv:model=second'];
    const { out, err } = await run(['analyze', 'x/run.csv', 'y/run.csv', ...named, '--json', 'named.json'], {
      cwd: folder,
    });
    expect(err).toContain('2 models');
    expect(out).toContain('first');
    expect(json('named.json').sources.map((one) => [one.path, one.options])).toEqual([
      ['x/run.csv', { model: 'first' }],
      ['y/run.csv', { model: 'second' }],
    ]);
  });

  it('says what was skipped', async () => {
    const { err } = await run(['analyze', 'lm_eval/v0.4.7']);
    expect(err).toMatch(/6 files read: 20 rows, 6 skipped/);
    expect(err).toMatch(/samples_toy_math.*: 5 rows skipped, read as lm-evaluation-harness samples/);
  });

  it('shows other views by their main numbers', async () => {
    const { code, out } = await run(['analyze', path('table.csv'), '--view', 'ranks', '--benchmark', 'arc']);
    expect(code).toBe(0);
    expect(out).toMatch(/^pairs +1$/m);
    const fit = await run(['analyze', path('many.csv'), '--view', 'fewer', '--set', 'share=25']);
    expect(fit.err).not.toContain('harmonograph:');
    expect(fit.out).toMatch(/^log loss +0\.\d/m);
    expect(fit.out).toMatch(/^kept items +10$/m); // a quarter of 40
    expect(fit.code).toBe(0);
    for (const view of ['plane', 'scaling', 'compare', 'rebalancing', 'validation', 'import']) {
      const { code, err } = await run(['analyze', path('table.csv'), '--view', view, '-q']);
      expect([view, code, err]).toEqual([view, 0, '']);
    }
  });

  it('writes Markdown and LaTeX that state the parameters', async () => {
    const where = ['--md', path('report.md'), '--tex', path('deep/tables.tex')];
    const { code } = await run(['analyze', path('table.csv'), '--b', '0.2', '-q', ...where]);
    expect(code).toBe(0);
    const markdown = readFileSync(path('report.md'), 'utf8');
    expect(markdown).toMatch(/b = 0\.2, tau = 1, seed = 1/);
    expect(markdown).toMatch(/^\| arc \| ada \| 60 \|/m);
    const latex = readFileSync(path('deep/tables.tex'), 'utf8');
    expect(latex).toContain('\\toprule');
    expect(latex).toContain('b = 0.2');
  });
});

describe('exit codes', () => {
  it('1: a condition does not hold, and every average that fails is named', async () => {
    const fine = await run(['analyze', path('table.csv'), '-q', '--assert', 'n == 60', '--assert', 'K>=2']);
    expect([fine.code, fine.out, fine.err]).toEqual([0, '', '']);
    const { code, err } = await run([
      ...['analyze', path('table.csv'), '-q', '--assert', 'accuracy.low > .99', '--assert', 'p <= 1'],
    ]);
    expect(code).toBe(1);
    const failed = err.trim().split('\n');
    expect(failed).toHaveLength(4);
    expect(failed[0]).toMatch(
      /^accuracy\.low > \.99 does not hold for ada on arc: accuracy\.low is 0\.\d+\.$/,
    );
    const refused = await run(['analyze', 'table/long_predictions.csv', '-q', '--assert', 'HARMONY > 0']);
    expect(refused.code).toBe(1);
    expect(refused.err).toContain('it has no HARMONY (too_few_items)');
  });

  it('2: a command line that cannot be understood', async () => {
    const lines: [string[], string][] = [
      [['analyze', 'x', '--benchmrk', 'a'], 'Did you mean --benchmark?'],
      [['analyze', 'x', '--view', 'rank'], 'Did you mean ranks?'],
      [['analyze', 'x', '--k', 'two'], '--k cannot be “two”.'],
      [['analyze', 'x', '--seed'], '--seed needs a value'],
      [['analyze', 'x', '--b', '1', '--b', '2'], '--b stands there twice.'],
      [['analyze', 'x', '--assert', 'HARMONEY > 1'], 'Did you mean HARMONY?'],
      [['analyze', 'x', '--assert', 'HARMONY > high'], 'is no number'],
      [['analyze', 'x', '--estimator', 'marginal'], 'is of a fit'],
      [['analyze', 'x', '--address', '#view=ranks', '--b', '1'], 'no other option may say them too'],
      [['analyze'], 'needs files'],
      [['analyse', 'x'], 'Did you mean “analyze”?'],
      [['analyze', path('table.csv'), '--model', 'adam'], 'There is no model called “adam”'],
      [['merge', 'x'], 'needs -o FILE'],
      [['verify', '#view=ranks'], 'The link claims nothing'],
      [['verify', 'nothing'], 'has no "#"'],
      [['analyze', path('table.csv'), '--view', 'fewer'], 'too few are left'],
    ];
    for (const [args, sentence] of lines) {
      const { code, out, err } = await run(args);
      expect([args, err]).toEqual([args, expect.stringContaining(sentence)]);
      expect([args, code, out]).toEqual([args, 2, '']);
    }
  });

  it('3: a file cannot be read; what can be read is computed', async () => {
    const some = await run(['analyze', path('bad.json'), path('table.csv')]);
    expect(some.code).toBe(3);
    expect(some.err).toContain('Not read:');
    expect(digestIn(some.out)).toBe(await byHand());
    const skipped = await run(['analyze', path('bad.json'), path('table.csv'), '--skip-unreadable', '-q']);
    expect(skipped.code).toBe(0);
    expect(skipped.err).toContain('Not read:');
    const none = await run(['analyze', path('bad.json'), path('absent.csv'), '--skip-unreadable']);
    expect(none.code).toBe(3);
    expect(none.err).toContain('absent.csv cannot be read: there is no such file or folder.');
    expect(none.err).toContain('No file could be read.');
    expect(none.out).toBe('');
  });

  it('4: the engine fails, or a result cannot be written', async () => {
    const broken = path('broken');
    cpSync(library, broken, { recursive: true });
    copyFileSync(join(fixtures, 'table/ratings.csv'), join(broken, 'harmonograph_core.wasm'));
    writeFileSync(path('package.json'), '{"type": "module"}');
    const engine = await run(['analyze', path('table.csv')], { program: join(broken, 'command.js') });
    expect(engine.code).toBe(4);
    expect(engine.err).toContain('The engine stopped unexpectedly');
    const written = await run(['analyze', path('table.csv'), '-q', '--json', path('table.csv/out.json')]);
    expect(written.code).toBe(4);
    expect(written.err).toContain('could not be written');
  });

  it('130: interrupted, and nothing half written is left', async () => {
    const long = ['--benchmark', 'arc', '--model', 'ada', '--bootstrap', 'reclustered', '--bootstrap-draws'];
    const started = Date.now();
    // Once: a second interruption ends the program at once, as people expect who press it twice.
    let interrupted = false;
    const { code, err } = await run(
      ['analyze', path('table.csv'), ...long, '100000', '--json', path('never.json')],
      {
        onError: (text, kill) => {
          if (interrupted || !text.includes('1 file read')) return;
          interrupted = true;
          setTimeout(() => kill('SIGINT'), 700);
        },
      },
    );
    expect(err).toContain('interrupted');
    expect(code).toBe(130);
    expect(Date.now() - started).toBeLessThan(60_000);
    expect(existsSync(path('never.json'))).toBe(false);
    expect(readdirSync(folder).filter((name) => name.endsWith('.tmp'))).toEqual([]);
  });
});

describe('help', () => {
  it('is there for every command, and names every option', async () => {
    for (const command of ['analyze', 'verify', 'merge', 'site', 'formats']) {
      const { code, out } = await run([command, '--help']);
      expect([command, code]).toEqual([command, 0]);
      expect(out).toContain(`Usage: harmonograph ${command}`);
    }
    const { out } = await run(['--version']);
    expect(out).toMatch(/^harmonograph \d+\.\d+\.\d+, engine \d+\.\d+\.\d+-[0-9a-f]{12}\n$/);
    const formats = await run(['formats']);
    expect(formats.out).toContain('lm_eval_samples');
    const helm = await run(['formats', 'helm', 'stats']);
    expect(helm.out).toContain('helm_stats: HELM per-instance stats');
    expect(helm.out).toMatch(/^ {2}command {3}helm-run /m);
    expect(helm.out).not.toContain('inspect');
    expect((await run(['formats', 'no such tool'])).code).toBe(2);
    const nothing = await run([]);
    expect(nothing.code).toBe(2);
  });
});
