// harmonograph site, as a command: the folder it makes is tested with the function (tests/wasm/site.test.ts) and in a browser.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { optionTable, run, temporaryFolder } from './run.ts';

const folder = temporaryFolder();
const path = (name: string) => join(folder, name);
const page = fileURLToPath(new URL('../../dist/index.html', import.meta.url));
if (!existsSync(page)) console.log('[skipped] the page is not built');

describe.skipIf(!existsSync(page))('harmonograph site', () => {
  it('makes a folder with the page and the data', async () => {
    writeFileSync(path('table.csv'), optionTable(['ada'], ['arc'], 20));
    const { code, err } = await run(['site', path('table.csv'), '-o', path('public'), '--title', 'Ours']);
    expect(err).toContain('1 result file');
    expect(code).toBe(0);
    expect(existsSync(path('public/index.html'))).toBe(true);
    const manifest = JSON.parse(readFileSync(path('public/data/manifest.json'), 'utf8'));
    expect(manifest.title).toBe('Ours');
    expect(manifest.files).toHaveLength(1);
  });

  it('refuses files that cannot be read, and a command line without an output', async () => {
    writeFileSync(path('bad.json'), '{"nothing": "of use"}');
    const unreadable = await run(['site', path('bad.json'), '-o', path('none')]);
    expect(unreadable.code).toBe(3);
    expect(existsSync(path('none'))).toBe(false);
    expect((await run(['site', path('bad.json')])).code).toBe(2);
    expect((await run(['site', path('absent'), '-o', path('none')])).code).toBe(2);
  });
});
