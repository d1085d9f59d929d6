// The folder that `harmonograph site` writes, with files that the compiled core really reads.
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Core } from '../../web/core/harmonograph_core.mjs';
import { CommandError } from '../../web/src/command/exit_codes.ts';
import { buildSite, type SiteFile, type SiteOptions } from '../../web/src/command/site.ts';
import { EngineService } from '../../web/src/engine/service.ts';
import { parseManifest } from '../../web/src/reproduce/manifest.ts';
import { loadCore } from './core.ts';

const fixtures = fileURLToPath(new URL('../fixtures', import.meta.url));

let core: Core;
beforeAll(async () => {
  core = await loadCore();
});

async function readWith(files: readonly SiteFile[]) {
  const service = new EngineService(Promise.resolve(new core.Session()));
  const incoming = files.map(({ path, file }, id) => ({ id, path, file, options: {} }));
  const answer = await service.readFiles(incoming, 1, () => {});
  if (!answer.ok) throw new Error(answer.error.message);
  return answer.value;
}

let work: string;
let page: string;
beforeEach(() => {
  work = mkdtempSync(join(tmpdir(), 'harmonograph-site-'));
  page = join(work, 'page');
  put('page/index.html', '<!doctype html><title>Harmonograph</title>');
  put('page/assets/index-1.js', 'go();');
});

function put(path: string, text: string): string {
  const target = join(work, path);
  mkdirSync(join(target, '..'), { recursive: true });
  writeFileSync(target, text);
  return target;
}

function emptyFolder(): string {
  mkdirSync(join(work, 'empty'));
  return join(work, 'empty');
}

const good = () => readFileSync(join(fixtures, 'table/models_by_items.csv'), 'utf8');
const site = (options: Partial<SiteOptions> & Pick<SiteOptions, 'inputs'>) =>
  buildSite({ page, output: join(work, 'public'), readWith, ...options });
const refusal = async (build: Promise<unknown>): Promise<CommandError> => {
  const error = await build.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(CommandError);
  return error as CommandError;
};
const everything = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
    .map((path) => [path.slice(folder.length + 1), readFileSync(path, 'utf8')]);

describe('a site', () => {
  it('has the page, the files in their folders, and a manifest with sizes and hashes', async () => {
    put('results/toy/a b#1.csv', good());
    put('results/.DS_Store', 'x');
    const told: string[] = [];
    const built = await site({
      inputs: [join(work, 'results'), join(fixtures, 'table/long_options.csv')],
      title: 'A study',
      licence: 'CC-BY-4.0',
      view: '#view=overview',
      tell: (line) => told.push(line),
    });
    expect(built.written).toEqual([
      '.nojekyll',
      'assets/index-1.js',
      'data/long_options.csv',
      'data/manifest.json',
      'data/results/toy/a b#1.csv',
      'index.html',
    ]);
    const parsed = parseManifest(readFileSync(join(work, 'public/data/manifest.json'), 'utf8'));
    expect(parsed).toMatchObject({
      ok: true,
      value: { title: 'A study', licence: 'CC-BY-4.0', view: '#view=overview', other: [] },
    });
    const sha256 = createHash('sha256').update(good()).digest('hex');
    expect(parsed.ok && parsed.value.files[0]).toEqual({
      name: 'results/toy/a b#1.csv',
      address: 'data/results/toy/a%20b%231.csv',
      bytes: good().length,
      sha256,
      options: {},
    });
    expect(readFileSync(join(work, 'public/data/results/toy/a b#1.csv'), 'utf8')).toBe(good());
    expect(built.warnings.join()).toContain('1 hidden file');
    expect(told.at(-1)).toMatch(/2 result files .* Copy the folder to any static host/);
  });

  it('is the same to the byte when it is made again, and leaves what its host needs', async () => {
    put('results/a.csv', good());
    const inputs = [join(work, 'results')];
    await site({ inputs });
    const first = everything(join(work, 'public'));
    put('public/CNAME', 'results.example');
    put('public/data/old.csv', 'of an earlier build');
    await site({ inputs });
    expect(everything(join(work, 'public'))).toEqual([
      ['.nojekyll', ''],
      ['CNAME', 'results.example'],
      ...first.slice(1),
    ]);
  });

  it('has a robots.txt only when it is asked for', async () => {
    const input = put('a.csv', good());
    expect((await site({ inputs: [input] })).written).not.toContain('robots.txt');
    expect((await site({ inputs: [input], robots: true })).written).toContain('robots.txt');
  });
});

describe('refused, with nothing written:', () => {
  it('a named file that the importer cannot read, in its own words', async () => {
    const input = put('notes.txt', 'Dear colleague,\n\nplease find the results below.\nKind regards');
    const error = await refusal(site({ inputs: [input] }));
    expect(error.message).toContain('notes.txt cannot be read. The content is none of the formats');
    expect(error.exitCode).toBe(3);
    expect(readdirSync(work)).not.toContain('public');
  });

  it('a folder in which nothing can be read; one such file beside others is left out and said', async () => {
    put('results/README.md', '# Results\n\nSee the paper.\n');
    const error = await refusal(site({ inputs: [join(work, 'results')] }));
    expect(error.message).toContain('None of the files can be read');
    put('results/a.csv', good());
    const built = await site({ inputs: [join(work, 'results')] });
    expect(built.files.map((file) => file.path)).toEqual(['results/a.csv']);
    expect(built.warnings.join()).toMatch(/README\.md is left out/);
  });

  it('an output folder of somebody else, unless it is forced, and then nothing of it is deleted', async () => {
    const input = put('a.csv', good());
    put('public/index.html', 'my own page');
    put('public/data/precious.txt', 'mine');
    const error = await refusal(site({ inputs: [input] }));
    expect(error.message).toContain('was not made by this command');
    expect(error.hint).toContain('--force');
    expect(readFileSync(join(work, 'public/index.html'), 'utf8')).toBe('my own page');
    await site({ inputs: [input], force: true });
    expect(readFileSync(join(work, 'public/data/precious.txt'), 'utf8')).toBe('mine');
  });

  it.each([
    [
      'an input that is not there',
      () => site({ inputs: [join(work, 'nowhere')] }),
      /neither a file nor a folder/,
    ],
    ['an output inside of the results', () => site({ inputs: [work] }), /lies inside of/],
    [
      'results inside of the output',
      () => site({ inputs: [put('public/data/a.csv', good())], force: true }),
      /is written anew/,
    ],
    [
      'two files of one name',
      () => site({ inputs: [put('x/a.csv', good()), put('y/A.csv', good())] }),
      /would both become/,
    ],
    ['a file that would be the manifest', () => site({ inputs: [put('manifest.json', '{}')] }), /manifest/],
    ['an empty folder', () => site({ inputs: [emptyFolder()] }), /no file/],
    [
      'a view without "#"',
      () => site({ inputs: [put('a.csv', good())], view: 'view=overview' }),
      /does not start/,
    ],
    [
      'a view that does not exist',
      () => site({ inputs: [put('a.csv', good())], view: '#view=overveiw' }),
      /no view/,
    ],
  ])('%s', async (_, build, words) => {
    const error = await refusal(build());
    expect(error.message).toMatch(words);
    expect(error.exitCode).toBe(2);
  });
});
