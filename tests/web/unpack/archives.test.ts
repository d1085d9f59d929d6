// @vitest-environment node
// Archives of results: their members as files, in order, with what is left out counted.
import { describe, expect, it } from 'vitest';
import { expand } from '../../../web/src/unpack/expand.ts';
import { encode, file, gzip, joined, tar, zip, zstdFrame } from './make.ts';

const contents = async (files: readonly { path: string; file: File }[]) =>
  Promise.all(files.map(async (one) => [one.path, await one.file.text()]));

const two = [
  { name: 'run/b.csv', bytes: 'model,item,score\nB,1,0\n' },
  { name: 'run/a.csv', bytes: 'model,item,score\nA,1,1\n' },
];
const twoInOrder = [
  ['x/run/a.csv', 'model,item,score\nA,1,1\n'],
  ['x/run/b.csv', 'model,item,score\nB,1,0\n'],
];

describe('a ZIP archive', () => {
  it.each([
    ['deflated', zip(two)],
    ['stored', zip(two.map((one) => ({ ...one, method: 0 })))],
    ['in Zstandard', zip(two.map((one) => ({ ...one, method: 93 })))],
    [
      'in Zstandard, in two frames',
      zip(
        two.map((one) => {
          const [first, second] = [encode(one.bytes.slice(0, 9)), encode(one.bytes.slice(9))];
          return { ...one, method: 93, packed: joined(zstdFrame(first), zstdFrame(second)) };
        }),
      ),
    ],
    ['with sizes in 64 bits', zip(two, { zip64: true })],
    ['with sizes in 64 bits, behind other bytes', zip(two, { zip64: true, front: encode('PK\x03\x04#') })],
    ['behind other bytes', zip(two, { front: encode('PK\x03\x04 what unpacks itself') })],
    ['with a comment', zip(two, { comment: 'PK\x05\x06 of somebody' })],
    ['with folders', zip([{ name: 'run/', bytes: '', method: 0 }, ...two])],
  ])('%s becomes the files inside of it, by name', async (_, bytes) => {
    const { files, notes } = await expand([file('x', bytes)]);
    expect(files.map((one) => one.refusal)).toEqual([undefined, undefined]);
    expect(await contents(files)).toEqual(twoInOrder);
    expect(notes).toEqual([]);
  });

  it('hands on how it is read, and names its members', async () => {
    const [first] = (await expand([{ ...file('x', zip(two)), options: { model: 'm' } }])).files;
    expect(first).toMatchObject({
      options: { model: 'm' },
      source: { kind: 'file', path: 'x', member: 'run/a.csv', options: { model: 'm' } },
    });
    const source = {
      kind: 'address',
      address: 'https://x.org/x.zip',
      sha256: 'a'.repeat(64),
      options: {},
    } as const;
    const [other] = (await expand([{ ...file('x', zip(two)), source }])).files;
    expect(other?.source).toEqual({ ...source, sha256: '', member: 'run/a.csv' });
  });

  it('leaves out what is no result, and counts it', async () => {
    const bytes = zip([
      ...two,
      { name: '.git/config', bytes: 'x' },
      { name: '__MACOSX/run/._a.csv', bytes: 'x' },
      { name: 'run/.DS_Store', bytes: 'x' },
      { name: 'LICENSE', bytes: 'x' },
      { name: 'run/README.md', bytes: 'x' },
      { name: 'run/plot.PNG', bytes: 'x' },
    ]);
    const { files, notes } = await expand([file('x', bytes)]);
    expect(await contents(files)).toEqual(twoInOrder);
    expect(notes).toEqual(['x: 3 hidden files, 2 licences or readmes and 1 image left out.']);
  });

  it('inside of another one is said and left out', async () => {
    const bytes = zip([
      ...two,
      { name: 'more.zip', bytes: zip(two) },
      { name: 'more.tgz', bytes: gzip(tar(two)) },
    ]);
    const { files, notes } = await expand([file('x', bytes)]);
    expect(await contents(files)).toEqual(twoInOrder);
    expect(notes).toEqual([
      'x: more.tgz and more.zip are archives inside of the archive and left out. Unpack them and drop them by themselves.',
    ]);
    const [only] = (await expand([file('x', zip([{ name: 'more.zip', bytes: zip(two) }]))])).files;
    expect(only?.refusal?.message).toBe('x has nothing but other archives inside.');
  });

  it('keeps members in gzip for whoever reads them', async () => {
    const { files } = await expand([file('x', zip([{ name: 'a.csv.gz', bytes: gzip(encode('a')) }]))]);
    expect(files.map((one) => [one.path, one.file.size, one.original])).toEqual([
      ['x/a.csv.gz', gzip(encode('a')).length, undefined],
    ]);
  });

  it('without anything to read is one file that cannot be read', async () => {
    for (const [bytes, message] of [
      [zip([]), 'x is an archive with nothing inside.'],
      [zip([{ name: 'README', bytes: 'x' }]), 'x has no result files inside: 1 licence or readme.'],
    ] as const) {
      const { files } = await expand([file('x', bytes)]);
      expect(files.map((one) => [one.path, one.refusal?.message])).toEqual([['x', message]]);
    }
  });

  it('of one name reads the last', async () => {
    const again = { name: 'run/a.csv', bytes: 'model,item,score\nA,1,1\n' };
    const { files, notes } = await expand([file('x', zip([{ ...again, bytes: 'old' }, ...two]))]);
    expect(await contents(files)).toEqual(twoInOrder);
    expect(notes).toEqual(['x: 1 member under a name that comes again: the last of each name is read.']);
  });

  it('that is a capsule is left alone, also a damaged one', async () => {
    const capsule = zip([
      { name: 'capsule.json', bytes: '{}' },
      { name: 'data.json', bytes: '{}' },
    ]);
    for (const bytes of [capsule, capsule.slice(0, 90), zip([{ name: 'in/capsule.json', bytes: '{}' }])]) {
      const one = file('x', bytes);
      expect((await expand([one])).files).toEqual([one]);
    }
  });

  it('reads names that are not Unicode', async () => {
    const { files } = await expand([file('x', zip([{ name: Uint8Array.of(0xe9, 0x2e, 0x63), bytes: 'a' }]))]);
    expect(files.map((one) => one.path)).toEqual(['x/é.c']);
  });
});

describe('a tar archive', () => {
  it.each([
    ['plain', tar(two)],
    ['without its end', tar(two, false)],
    ['in gzip', gzip(tar(two))],
    ['in Zstandard', zstdFrame(tar(two))],
    ['with folders', tar([{ name: 'run/', type: '5' }, ...two])],
  ])('%s becomes the files inside of it, by name', async (_, bytes) => {
    const { files } = await expand([file('x', bytes)]);
    expect(files.map((one) => one.refusal)).toEqual([undefined, undefined]);
    expect(await contents(files)).toEqual(twoInOrder);
  });

  it('has long names in three ways', async () => {
    const long = `${'d'.repeat(90)}/${'e'.repeat(90)}.csv`;
    const pair = (text: string) => {
      const size = [...Array(9).keys()].find(
        (n) => `${text.length + n}`.length + 1 + text.length === text.length + n,
      );
      return `${text.length + (size ?? 0)} ${text}`;
    };
    const bytes = tar([
      { name: '././@LongLink', type: 'L', bytes: `${long}\0` },
      { name: long.slice(0, 100), bytes: 'gnu' },
      { name: 'PaxHeaders/x', type: 'x', bytes: pair(`path=p/${long}\n`) },
      { name: 'short', bytes: 'pax' },
      { name: 'after', bytes: 'short again' },
    ]);
    const { files } = await expand([file('x', bytes)]);
    expect(await contents(files)).toEqual([
      ['x/after', 'short again'],
      [`x/${long}`, 'gnu'],
      [`x/p/${long}`, 'pax'],
    ]);
  });
});

describe('one file in a container', () => {
  it('in gzip stays as it is', async () => {
    const one = file('a.csv.gz', gzip(encode('model,item,score\n')));
    expect((await expand([one])).files).toEqual([one]);
  });

  it('in Zstandard is read without it, and named by its own bytes', async () => {
    const packed = zstdFrame(encode('model,item,score\n'));
    const [found] = (await expand([file('a.csv.zst', packed)])).files;
    expect(await found?.file.text()).toBe('model,item,score\n');
    expect(found?.original?.file.size).toBe(packed.length);
  });

  it('without any stays as it is', async () => {
    const plain = [file('a.csv', 'model,item,score\n'), file('empty', ''), file('short', 'PK')];
    expect(await expand(plain)).toEqual({ files: plain, notes: [] });
  });
});
