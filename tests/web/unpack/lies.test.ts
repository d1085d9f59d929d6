// @vitest-environment node
// Archives whose headers say what is not so, and containers that would grow without end: refused at once, or read as they are.
import { parquetWriteBuffer } from 'hyparquet-writer';
import { describe, expect, it } from 'vitest';
import { expand } from '../../../web/src/unpack/expand.ts';
import { encode, file, gzip, joined, tar, workbook, zip, zstdFrame } from './make.ts';

const told = async (name: string, bytes: Uint8Array) => {
  const began = performance.now();
  const { files, notes } = await expand([file(name, bytes)]);
  expect(performance.now() - began).toBeLessThan(30_000);
  return {
    notes,
    files: await Promise.all(
      files.map(async (one) => [one.path, one.refusal?.code ?? (await one.file.text())] as const),
    ),
    message: files[0]?.refusal?.message ?? '',
  };
};
const csv = 'model,item,score\nA,1,1\n';
const other = 'model,item,score\nB,1,0\n';

/** The same bytes with some of them put in place of others. */
function put(bytes: Uint8Array, at: number, value: bigint, size: 2 | 4 | 8): Uint8Array {
  const changed = bytes.slice();
  const view = new DataView(changed.buffer);
  const from = at < 0 ? changed.length + at : at;
  if (size === 8) view.setBigUint64(from, value, true);
  else if (size === 4) view.setUint32(from, Number(value), true);
  else view.setUint16(from, Number(value), true);
  return changed;
}
const find = (bytes: Uint8Array, signature: number) => {
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  for (let at = 0; at + 4 <= bytes.length; at++) if (view.getUint32(at, true) === signature) return at;
  throw new Error('it is not there');
};

describe('a ZIP archive', () => {
  it('whose sizes stand behind the contents (data descriptors) is read', async () => {
    const plain = zip([{ name: 'a.csv', bytes: csv, flags: 1 << 3 }]);
    // In front of the content there are zeros then, and behind it four numbers.
    const list = find(plain, 0x02014b50);
    const header = plain.slice(0, list);
    header.fill(0, 14, 26);
    const view = new DataView(plain.buffer);
    const descriptor = joined(encode('PK\x07\x08'), plain.subarray(list + 16, list + 28));
    const rest = plain.slice(list);
    new DataView(rest.buffer).setUint32(rest.length - 6, view.getUint32(plain.length - 6, true) + 16, true);
    const { files } = await told('x.zip', joined(header, descriptor, rest));
    expect(files).toEqual([['x.zip/a.csv', csv]]);
  });

  it('whose own header says another name and size is read as its list says', async () => {
    const bytes = zip([{ name: 'a.csv', bytes: csv }]);
    const lying = put(bytes, 22, 4_000_000_000n, 4);
    lying.set(encode('z.exe'), 30);
    expect((await told('x.zip', lying)).files).toEqual([['x.zip/a.csv', csv]]);
  });

  it('with the name of two members read the last, also where only cleaning makes them the same', async () => {
    const { files, notes } = await told(
      'x.zip',
      zip([
        { name: '../a.csv', bytes: csv },
        { name: '/a.csv', bytes: other },
        { name: 'a.csv', bytes: other },
      ]),
    );
    expect(files).toEqual([['x.zip/a.csv', other]]);
    expect(notes).toEqual([
      'x.zip: 2 names of members cleaned, which led out of the archive.',
      'x.zip: 2 members under a name that comes again: the last of each name is read.',
    ]);
  });

  const wide = zip([{ name: 'a.csv', bytes: csv }], { zip64: true });
  const end64 = find(wide, 0x06064b50);
  const field = find(wide, 0x02014b50) + 46 + 'a.csv'.length + 4; // sizes, then the place
  it.each([
    ['a list of 2^63 bytes', put(wide, end64 + 40, 1n << 63n, 8)],
    ['a list far away', put(wide, end64 + 48, 1n << 40n, 8)],
    ['2^40 members', put(wide, end64 + 32, 1n << 40n, 8)],
    ['a locator that leads nowhere', put(wide, end64 + 56 + 8, (1n << 64n) - 1n, 8)],
    ['a member of 2^62 bytes', put(wide, field, 1n << 62n, 8)],
    ['a packed member of 2^62 bytes', put(wide, field + 8, 1n << 62n, 8)],
    ['a member beyond the end', put(wide, field + 16, 1n << 50n, 8)],
  ])('with %s (ZIP64) is refused', async (what, bytes) => {
    const { files } = await told('x.zip', bytes);
    const codes = files.map(([, code]) => code);
    // The end is found without its locator, just before where it should be.
    if (what.startsWith('a locator')) expect(files).toEqual([['x.zip/a.csv', csv]]);
    else expect(['truncated_file', 'too_large']).toContain(codes[0]);
    expect(codes).toHaveLength(1);
  });

  it('of many small members that are empty is no bomb', async () => {
    const many = Array.from({ length: 9000 }, (_, n) => ({ name: `${n}/`, bytes: '', method: 0 }));
    const { files } = await told('x.zip', zip([...many, { name: 'a.csv', bytes: csv }]));
    expect(files).toEqual([['x.zip/a.csv', csv]]);
  });
});

describe('a tar archive', () => {
  const member = (size: string) => tar([{ name: 'a.csv', bytes: csv, size }]);
  it.each([
    ['no digits', member('??????????\0')],
    ['a sign', member('-0000000027\0')],
    ['decimal digits', member('00000000089\0')],
    ['a number below zero in bytes', member(`\u00ff${'\u00ff'.repeat(10)}`)],
    ['2^90 in bytes', member('\u0080\u0010')],
  ])('with a size of %s is refused', async (_, bytes) => {
    const { files } = await told('x.tar', bytes);
    expect(files.map(([path, code]) => [path, code])).toEqual([['x.tar', 'truncated_file']]);
  });

  it('with a name of 2 MB or a size in words is refused, or read as its header says', async () => {
    const long = tar([{ name: 'x', type: 'L', bytes: 'n'.repeat(2 << 20) }]);
    expect((await told('x.tar', long)).message).toContain('a name that is too long');
    const pax = tar([
      { name: 'p', type: 'x', bytes: '23 size=ninety-nine ok\n' },
      { name: 'a.csv', bytes: csv },
    ]);
    expect((await told('x.tar', pax)).files).toEqual([['x.tar/a.csv', csv]]);
  });

  it('with links and devices has its files alone', async () => {
    const bytes = tar([
      { name: 'link.csv', type: '2' },
      { name: 'hard.csv', type: '1' },
      { name: 'null', type: '3' },
      { name: 'a.csv', bytes: csv },
    ]);
    expect((await told('x.tar', bytes)).files).toEqual([['x.tar/a.csv', csv]]);
  });
});

describe('gzip', () => {
  const whole = tar([{ name: 'a.csv', bytes: csv }]);
  it('in several members is one content, zeros behind it are nothing', async () => {
    for (const cut of [1, 100, 512, 1000]) {
      const parts = joined(gzip(whole.subarray(0, cut)), gzip(whole.subarray(cut)), new Uint8Array(1000));
      expect((await told('x.tgz', parts)).files).toEqual([['x.tgz/a.csv', csv]]);
    }
  });

  it('with a name, a comment and more in its header is read', async () => {
    const plain = gzip(whole);
    const header = joined(
      Uint8Array.of(0x1f, 0x8b, 8, 4 | 8 | 16 | 2, 0, 0, 0, 0, 0, 3, 3, 0),
      encode('abcname\0comment\0'),
      Uint8Array.of(0, 0),
    );
    // Two of them, so that it is read here and not by the browser.
    const bytes = joined(gzip(new Uint8Array(0)), header, plain.subarray(10));
    expect((await told('x.tgz', bytes)).files).toEqual([['x.tgz/a.csv', csv]]);
  });

  it('with something else behind it, or another checksum, is refused', async () => {
    for (const bytes of [
      joined(gzip(whole), encode('and more')),
      joined(gzip(whole), gzip(whole).subarray(0, 15)),
      put(gzip(whole), -8, 1n, 4),
      put(gzip(whole), -4, 1n, 4),
      put(joined(gzip(whole.subarray(0, 600)), gzip(whole.subarray(600))), -8, 1n, 4),
    ]) {
      expect((await told('x.tgz', bytes)).files).toEqual([['x.tgz', 'truncated_file']]);
    }
  });
});

describe('Zstandard', () => {
  const frame = zstdFrame(encode(csv));
  it('in several frames, with others between them that are passed over, is one content', async () => {
    const skipped = joined(Uint8Array.of(0x5a, 0x2a, 0x4d, 0x18, 7, 0, 0, 0), encode('nothing'));
    const { files } = await told('x.zst', joined(frame, skipped, zstdFrame(encode('A,2,0\n'))));
    expect(files).toEqual([['x.zst', `${csv}A,2,0\n`]]);
  });

  it('with a window of 2 GB, or a content of 2 GB at once, is refused', async () => {
    const wide = joined(Uint8Array.of(0x28, 0xb5, 0x2f, 0xfd, 0x00, 0xa8), frame.subarray(9));
    expect((await told('x.zst', wide)).files).toEqual([['x.zst', 'truncated_file']]);
    expect((await told('x.zst', put(frame, 5, 2_000_000_000n, 4))).files).toEqual([
      ['x.zst', 'truncated_file'],
    ]);
  });
});

describe('a workbook', () => {
  const cell = (address: string) => `<row><c r="${address}"><v>1</v></c></row>`;
  it.each([
    ['the last cell that there can be', `${cell('A1')}${cell('XFD1048576')}`],
    ['a column beyond all', cell('ZZZZZZZ1')],
    ['a row beyond all', cell('A999999999999')],
    ['a row of its own beyond all', '<row r="987654321"><c><v>1</v></c></row>'],
    ['an address in a long tag', `<row><c x="${' '.repeat(70_000)}" r="XFD1048576"><v>1</v></c></row>`],
    ['an address behind a bracket', '<row><c x=">" r="XFD1048576"><v>1</v></c></row>'],
  ])('with %s is refused', async (_, rows) => {
    const { files, message } = await told('x.xlsx', workbook(rows, []));
    expect(files).toEqual([['x.xlsx', 'too_large']]);
    expect(message).toContain(
      'x.xlsx is a workbook of more than 1,048,576 rows, 16,384 columns or 20,000,000 cells.',
    );
  });

  it('with a text that is meant in every cell is refused', async () => {
    const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
    const row = (n: number) =>
      `<row r="${n}">${letters.map((letter) => `<c r="${letter}${n}" t="s"><v>0</v></c>`).join('')}</row>`;
    const rows = Array.from({ length: 700 }, (_, n) => row(n + 1)).join('');
    const { files, message } = await told('x.xlsx', workbook(rows, ['x'.repeat(32_767)]));
    expect(files).toEqual([['x.xlsx', 'too_large']]);
    expect(message).toContain('its text grows to more than 1,000 times');
  });

  it('with entities that name each other does not grow', async () => {
    const laughs = Array.from({ length: 9 }, (_, n) => `<!ENTITY l${n + 1} "${`&l${n};`.repeat(10)}">`).join(
      '',
    );
    const rows = `<!DOCTYPE x [<!ENTITY l0 "lol">${laughs}]><row r="1"><c r="A1" t="inlineStr"><is><t>&l9;</t></is></c></row>`;
    const { files } = await told('x.xlsx', workbook(rows, []));
    expect(files).toHaveLength(1);
    expect(files[0]?.[1].length).toBeLessThan(1000);
  });

  it('whose parts would be more than 512 MB is refused before they are unpacked', async () => {
    const parts = workbook('', []);
    const at = find(parts, 0x02014b50);
    const { message } = await told('x.xlsx', put(put(parts, at + 24, 600_000_000n, 4), at + 20, 601_000n, 4));
    expect(message).toMatch(/x\.xlsx is a workbook of more than 512 MB|take up more than there is/);
  });
});

describe('a Parquet file', () => {
  const rows = (count: number, value: string) =>
    new Uint8Array(
      parquetWriteBuffer({
        columnData: [{ name: 't', data: Array.from({ length: count }, () => value), type: 'STRING' }],
        rowGroupSize: count,
      }),
    );

  it('with one long value that is meant in every row is refused', async () => {
    const bytes = rows(60_000, 'x'.repeat(20_000)); // 1.2 GB as text
    expect(bytes.length).toBeLessThan(1_000_000);
    const { files, message } = await told('x.parquet', bytes);
    expect(files).toEqual([['x.parquet', 'too_large']]);
    expect(message).toContain('its text grows to more than 1,000 times');
  });

  it('whose rows, values or sizes are beyond all is refused', async () => {
    // Each number of the metadata in the place of the one that is there: zigzag, seven bits a byte.
    const bytes = rows(3, 'abc');
    const size = new DataView(bytes.buffer).getUint32(bytes.length - 8, true);
    const from = bytes.length - 8 - size;
    const huge = Uint8Array.of(0xfe, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0x0f); // 2^55
    for (let at = from; at < bytes.length - 8; at++) {
      const changed = joined(bytes.subarray(0, at), huge, bytes.subarray(at + 1));
      const moved = put(changed, -8, BigInt(size + huge.length - 1), 4);
      const { files } = await told('x.parquet', moved);
      expect(files).toHaveLength(1);
      const [[, said] = []] = files;
      if (said !== '{"t":"abc"}\n{"t":"abc"}\n{"t":"abc"}\n')
        expect(['truncated_file', 'too_large', 'unsupported_compression', '']).toContain(
          (said ?? '').startsWith('{') ? '' : said,
        );
    }
  });
});
