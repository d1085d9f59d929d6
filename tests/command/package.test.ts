// The packed package in an empty folder, without a network: in Node, as a command, for TypeScript, and in a Vite project
// whose page computes the same numbers in a browser.
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { createServer } from 'vite';
import { beforeAll, describe, expect, it } from 'vitest';
// @ts-expect-error: a plain script without types
import { serve } from '../../.ci/serve.mjs';
import type { ResultsDocument } from '../../web/src/reproduce/results_document.ts';
import { optionTable, run, temporaryFolder } from './run.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const folder = temporaryFolder();
const path = (name: string) => join(folder, name);
const node = (...args: string[]) => execFileSync(process.execPath, args, { cwd: folder, encoding: 'utf8' });
const table = optionTable(['ada', 'bob'], ['arc'], 40);
let expected: ResultsDocument;

beforeAll(async () => {
  // Offline: the registry does not exist, and a package with a dependency could not be installed.
  const npm = (...args: string[]) =>
    execFileSync('npm', [...args, '--offline', '--no-audit', '--no-fund', '--registry=http://localhost:1/'], {
      cwd: folder,
      encoding: 'utf8',
    });
  const packed = npm('pack', root, '--ignore-scripts', '--json');
  const [{ filename, files }] = JSON.parse(packed.slice(packed.indexOf('['))) as [
    { filename: string; files: { path: string }[] },
  ];
  const names = files.map((file) => file.path);
  for (const name of ['build/library/node.js', 'README.md', 'LICENSE', 'CHANGELOG.md', 'CITATION.cff']) {
    expect(names).toContain(name);
  }
  expect(names.filter((name) => /^(src|tests|wasm|web|\.ci)\//.test(name))).toEqual([]);
  writeFileSync(path('package.json'), '{"name": "consumer", "private": true, "type": "module"}');
  writeFileSync(path('table.csv'), table);
  npm('install', `./${filename}`);
  expect(Object.keys(JSON.parse(readFileSync(path('package-lock.json'), 'utf8')).packages)).toEqual([
    ...['', 'node_modules/harmonograph'],
  ]);
  const { code } = await run(['analyze', path('table.csv'), '-q', '--json', path('expected.json')]);
  expect(code).toBe(0);
  expected = JSON.parse(readFileSync(path('expected.json'), 'utf8')) as ResultsDocument;
});

/** What a user of the library writes; the same text in Node and in a browser. */
const use = `
  const { document, cells } = await analyze([{ path: 'table.csv', bytes: table }], { workers: 2 });
  const workspace = await open([{ path: 'table.csv', bytes: table }]);
  const ranks = await workspace.results('#view=ranks&benchmark=arc');
  const one = await workspace.analyse('arc', 'ada', { bandwidth: 0.2 });
  const fit = await workspace.fit({ dimensions: 1 });
  const noise = await workspace.study('noise', {});
  const again = await workspace.results();
  const unknown = await workspace.analyse('arc', 'eve').catch((error) => error.code);
  workspace.close();
  const seen = { digest: document.digest, cells: cells.map((cell) => [cell.model, cell.harmony?.harmony]),
    ranks: ranks.digest, one: one.harmony, items: fit.items.item.length, noise: noise.benchmarks.length, again: again.digest, unknown };
`;

interface Seen {
  digest: string;
  cells: [string, number][];
  ranks: string;
  one: number;
  items: number;
  noise: number;
  again: string;
  unknown: string;
}
let inNode: Seen;

describe('the packed package', () => {
  it('works in Node', () => {
    const program = `
      import { readFileSync } from 'node:fs';
      import { analyze, open } from 'harmonograph';
      const table = readFileSync('table.csv', 'utf8');
      ${use}
      const fromDisk = await analyze(['table.csv'], { benchmark: 'arc', model: 'ada', parameters: { bandwidth: 0.2 } });
      console.log(JSON.stringify({ ...seen, disk: fromDisk.cells[0].harmony.harmony }));`;
    writeFileSync(path('use.mjs'), program);
    const { disk, ...seen } = JSON.parse(node('use.mjs')) as Seen & { disk: number };
    inNode = seen;
    expect(seen.digest).toBe(expected.digest);
    expect(seen.again).toBe(expected.digest);
    expect(seen.ranks).toMatch(/^[0-9a-f]{64}$/);
    expect(seen.cells.map(([model]) => model)).toEqual(['ada', 'bob']);
    expect(disk).toBe(seen.one);
    expect(seen).toMatchObject({ items: 40, noise: 1, unknown: 'unknown_model' });
  });

  it('has the command', () => {
    const npx = ['--offline', 'harmonograph', 'analyze', 'table.csv', '--quiet', '--json', 'npx.json'];
    execFileSync('npx', npx, { cwd: folder, encoding: 'utf8' });
    expect(readFileSync(path('npx.json'), 'utf8')).toBe(readFileSync(path('expected.json'), 'utf8'));
  });

  it('has types, for Node and for browsers', () => {
    const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc');
    const text = `
      import { analyze, EngineError, open, type CellResult, type Workspace } from 'harmonograph';
      export async function f(file: File): Promise<CellResult[]> {
        const { cells, document } = await analyze([file, new URL('https://example.org/a.csv'), 'example'], { parameters: { bandwidth: 0.2 } });
        const digest: string = document.digest;
        const workspace: Workspace = await open([{ path: digest, bytes: new Uint8Array(3) }], { workers: 2 });
        const accuracy: number | null | undefined = (await workspace.overview())[0]?.accuracy.value;
        const quadrant: string | null | undefined = (await workspace.study('plane', { cells: [] })).points[0]?.quadrant;
        try {
          await workspace.results('#view=ranks');
        } catch (error) {
          if (error instanceof EngineError) console.log(error.data.hint, accuracy, quadrant);
        }
        return cells;
      }
      // @ts-expect-error: there is no such parameter
      analyze([], { parameters: { bandwith: 0.2 } });`;
    writeFileSync(path('use.ts'), text);
    const onlyNode = `
      import { analyze } from 'harmonograph';
      analyze(['results/', '-', { file: 'a.csv', options: { model: 'a' } }]);`;
    writeFileSync(path('use_node.ts'), onlyNode);
    const check = (name: string, files: string[], compilerOptions: Record<string, string>) => {
      const common = { noEmit: true, strict: true, target: 'es2022', lib: ['es2023', 'dom', 'dom.iterable'] };
      const about = { files, compilerOptions: { ...common, types: [], ...compilerOptions } };
      writeFileSync(path(name), JSON.stringify(about));
      return spawnSync(process.execPath, [tsc, '-p', name], { cwd: folder, encoding: 'utf8' }).stdout;
    };
    expect(check('node.json', ['use.ts', 'use_node.ts'], { module: 'nodenext' })).toBe('');
    const bundler = { module: 'esnext', moduleResolution: 'bundler' };
    expect(check('browser.json', ['use.ts'], bundler)).toBe('');
    // A browser has no paths.
    expect(check('paths.json', ['use_node.ts'], bundler)).toMatch(/^use_node\.ts\(3,\d+\): error TS/);
  });

  it('works in a Vite project, with the numbers of Node', async () => {
    const project = path('project');
    mkdirSync(join(project, 'node_modules'), { recursive: true });
    cpSync(path('node_modules/harmonograph'), join(project, 'node_modules', 'harmonograph'), {
      recursive: true,
    });
    writeFileSync(join(project, 'package.json'), '{"name": "project", "private": true, "type": "module"}');
    writeFileSync(
      join(project, 'index.html'),
      '<!doctype html><title>project</title><script type="module" src="./main.js"></script>',
    );
    const page = `
      import { analyze, open } from 'harmonograph';
      const table = ${JSON.stringify(table)};
      async function main() { ${use} return seen; }
      main().then((seen) => { window.seen = seen; }, (error) => { window.seen = { error: String(error.stack ?? error) }; });`;
    writeFileSync(join(project, 'main.js'), page);
    node(join(root, 'node_modules', 'vite', 'bin', 'vite.js'), 'build', project, '--logLevel', 'error');
    expect(existsSync(join(project, 'dist', 'index.html'))).toBe(true);
    const host = (await serve(join(project, 'dist'))) as { address: string; close(): Promise<void> };
    const browser = await chromium.launch({
      executablePath: '/usr/bin/chromium',
      headless: true,
      args: ['--no-sandbox', '--disable-gpu'],
    });
    const developing = await createServer({
      root: project,
      logLevel: 'error',
      server: { port: 0, host: '127.0.0.1' },
    });
    await developing.listen();
    try {
      for (const address of [host.address, developing.resolvedUrls?.local[0]]) {
        const tab = await browser.newPage();
        await tab.goto(`${address}#view=ranks&mine=1`);
        await tab.waitForFunction('window.seen !== undefined', null, { timeout: 60_000 });
        expect(await tab.evaluate('window.seen')).toEqual(inNode);
        // The address bar is that of the page around it.
        expect(new URL(tab.url()).hash).toBe('#view=ranks&mine=1');
        await tab.close();
      }
    } finally {
      await browser.close();
      await developing.close();
      await host.close();
    }
  });
});
