// harmonograph verify: each verdict about a link, by its sentence and its exit code.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { zipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { packCapsule } from '../../web/src/reproduce/capsule.ts';
import { packFiles } from '../../web/src/reproduce/inline_data.ts';
import type { ResultsDocument } from '../../web/src/reproduce/results_document.ts';
import type { Source } from '../../web/src/reproduce/source.ts';
import { parseAddress, printAddress } from '../../web/src/state/address.ts';
import { digestIn, fixtures, optionTable, run, temporaryFolder } from './run.ts';

const folder = temporaryFolder();
const path = (name: string) => join(folder, name);
const table = optionTable(['ada', 'bob'], ['arc']);
let server: Server;
let host = '';
let document: ResultsDocument;

beforeAll(async () => {
  writeFileSync(path('table.csv'), table);
  server = createServer((_, response) => response.writeHead(200).end(table));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  host = `http://localhost:${(server.address() as AddressInfo).port}`;
  const { code } = await run(['analyze', path('table.csv'), '-q', '--json', path('seen.json')]);
  expect(code).toBe(0);
  document = JSON.parse(readFileSync(path('seen.json'), 'utf8')) as ResultsDocument;
});
afterAll(() => void server.close());

/** What the page's Share dialog makes of the same view, with other claims where a test asks for them. */
function link(
  sources: Source[],
  claim: Partial<Pick<ResultsDocument, 'engine' | 'headline' | 'digest'>> = {},
) {
  const { engine, headline, digest } = { ...document, ...claim };
  return printAddress({ ...parseAddress(document.address), sources, claim: { engine, headline, digest } });
}

function onDisk(): Source {
  const { path: name = '', bytes = 0, sha256 = '', options = {} } = document.sources[0] ?? {};
  return { kind: 'file', path: name, bytes, sha256, options };
}
const otherDigest = { digest: '0'.repeat(64) };
const otherEngine = { ...otherDigest, engine: '0.0.9-000000000000' };

describe('harmonograph verify', () => {
  it('finds the file of a link inside of an archive', async () => {
    const bytes = zipSync({ 'run/table.csv': new TextEncoder().encode(table) });
    writeFileSync(path('all.zip'), bytes);
    const analysed = await run(['analyze', path('all.zip')]);
    expect([analysed.code, digestIn(analysed.out)]).toEqual([0, document.digest]);
    const { sha256 = '' } = document.sources[0] ?? {};
    const inside: Source = {
      kind: 'file',
      path: 'all.zip',
      member: 'run/table.csv',
      bytes: table.length,
      sha256,
      options: {},
    };
    for (const given of ['all.zip', 'table.csv']) {
      const { code, out } = await run(['verify', link([inside]), path(given)]);
      expect([given, code, digestIn(out)]).toEqual([given, 0, document.digest]);
    }
    writeFileSync(path('cut.zip'), bytes.slice(0, -30));
    const { code, err } = await run(['analyze', path('cut.zip')]);
    expect(code).toBe(3);
    expect(err).toContain('cut.zip cannot be unpacked: the list of its contents');
  });

  it('reproduces local files, which are recognised by their content', async () => {
    writeFileSync(path('renamed.txt'), table);
    writeFileSync(path('unrelated.csv'), 'item,score\nq,1\n');
    const { code, out, err } = await run([
      ...[
        'verify',
        `https://example.org/page/${link([onDisk()])}`,
        path('unrelated.csv'),
        path('renamed.txt'),
      ],
    ]);
    expect(err).toContain('unrelated.csv is not of the data of the link: it was left out.');
    expect(out).toMatch(/^Reproduced: same data, same engine, identical to the last bit\.$/m);
    expect(digestIn(out)).toBe(document.digest);
    expect(code).toBe(0);
  });

  it('asks for local files that are not given', async () => {
    const { code, out, err } = await run(['verify', link([onDisk()])]);
    expect([code, out]).toEqual([3, '']);
    expect(err).toContain('The link is about table.csv');
  });

  it('says which data have changed', async () => {
    mkdirSync(path('changed'));
    writeFileSync(path('changed/table.csv'), table.replace(',A,', ',B,'));
    const { code, out } = await run(['verify', link([onDisk()]), path('changed/table.csv'), '-q']);
    expect(out).toMatch(/^The data have changed: table\.csv is not the same any more/m);
    expect(code).toBe(1);
  });

  it('fetches what lies at an address, also relative to the page, and unpacks what the link carries', async () => {
    const { sha256 = '' } = document.sources[0] ?? {};
    const absolute: Source = { kind: 'address', address: `${host}/table.csv`, sha256, options: {} };
    expect((await run(['verify', link([absolute])])).out).toContain('identical to the last bit');
    const relative: Source = { kind: 'address', address: 'data/table.csv', sha256, options: {} };
    const page = `${host}/page/${link([relative])}`;
    expect((await run(['verify', page])).out).toContain('identical to the last bit');
    const [packed = ''] = (await packFiles([new Blob([table])])) ?? [];
    const inline: Source = { kind: 'inline', path: 'table.csv', packed, sha256, options: {} };
    const inside = await run(['verify', link([inline])]);
    expect(inside.out).toContain('identical to the last bit');
    expect(inside.code).toBe(0);
    const gone: Source = { kind: 'address', address: 'http://localhost:1/table.csv', sha256, options: {} };
    const lost = await run(['verify', link([gone])]);
    expect(lost.err).toContain('table.csv could not be fetched: there is no connection to localhost:1.');
    expect(lost.code).toBe(3);
  });

  it('allows another engine a millionth, and names the numbers that differ', async () => {
    const near = document.headline.map(({ name, value }) => ({ name, value: value && value * (1 + 1e-8) }));
    const close = await run([
      'verify',
      link([onDisk()], { ...otherEngine, headline: near }),
      path('table.csv'),
    ]);
    expect(close.out).toMatch(/^Reproduced within 1e-6 \(another engine version\)\.$/m);
    expect(close.code).toBe(0);
    const far = document.headline.map(({ name, value }) => ({
      name,
      value: name === 'accuracy of ada on arc' ? 0.25 : value,
    }));
    const { code, out } = await run([
      ...['verify', link([onDisk()], { ...otherDigest, headline: far }), path('table.csv')],
    ]);
    expect(out).toMatch(/^Not reproduced: these numbers differ\.$/m);
    expect(out).toMatch(/^ {2}accuracy of ada on arc: 0\.25 in the link, 0\.\d+ here$/m);
    expect(code).toBe(1);
  });

  it('opens a capsule in place of a link', async () => {
    const data = readFileSync(join(fixtures, 'harmonograph/example.json'));
    const json = path('capsule.json');
    await run([
      'analyze',
      join(fixtures, 'harmonograph/example.json'),
      '-q',
      '--view',
      'import',
      '--json',
      json,
    ]);
    const results = JSON.parse(readFileSync(json, 'utf8')) as ResultsDocument;
    const packed = await packCapsule({
      title: 'example',
      engine: results.engine,
      address: results.address,
      sources: results.sources.map(({ path: name, bytes, sha256, options }) => ({
        source: { kind: 'file', path: name, bytes, sha256, options },
        bytes,
      })),
      headline: results.headline,
      digest: results.digest,
      data,
      results,
    });
    if (!packed.ok) throw new Error(packed.error.message);
    writeFileSync(path('a.harmonograph.zip'), packed.value);
    const { code, out } = await run(['verify', path('a.harmonograph.zip')]);
    expect(out).toMatch(/^Reproduced: same data, same engine, identical to the last bit\.$/m);
    expect(code).toBe(0);
    const analysed = await run([
      'analyze',
      path('a.harmonograph.zip'),
      '-q',
      '--view',
      'import',
      '--json',
      '-',
    ]);
    expect(analysed.out).toBe(readFileSync(json, 'utf8'));
  });
});
