// @vitest-environment node
// Parquet files as JSON lines and workbooks as CSV.
import { gzipSync } from 'node:zlib';
import { parquetWriteBuffer } from 'hyparquet-writer';
import { describe, expect, it } from 'vitest';
import { expand } from '../../../web/src/unpack/expand.ts';
import { file, sha256, workbook, zstdFrame } from './make.ts';

type Columns = Parameters<typeof parquetWriteBuffer>[0];

async function linesOf(options: Columns): Promise<unknown[]> {
  const bytes = new Uint8Array(parquetWriteBuffer(options));
  const [found] = (await expand([file('details.parquet', bytes)])).files;
  expect(found?.refusal).toBeUndefined();
  expect(found?.original?.sha256).toBe(sha256(bytes));
  expect(found?.path).toBe('details.parquet');
  const lines = (await found?.file.text())?.split('\n') ?? [];
  expect(lines.pop()).toBe('');
  return lines.map((line) => JSON.parse(line));
}

/** A list of a type as Parquet writes it in three levels. */
const list = (name: string, type: object) => [
  { name, converted_type: 'LIST' as const, num_children: 1, repetition_type: 'OPTIONAL' as const },
  { name: 'list', num_children: 1, repetition_type: 'REPEATED' as const },
  { name: 'element', repetition_type: 'OPTIONAL' as const, ...type },
];
const text = { type: 'BYTE_ARRAY' as const, converted_type: 'UTF8' as const };
const group = (name: string, num_children: number) => ({
  name,
  num_children,
  repetition_type: 'OPTIONAL' as const,
});
const leaf = (name: string, type: object) => ({ name, repetition_type: 'OPTIONAL' as const, ...type });

describe('a Parquet file', () => {
  it('has a line for each row, with every type', async () => {
    const big = 2n ** 60n;
    const rows = await linesOf({
      columnData: [
        { name: 'model', data: ['A', 'ü"\n', null], type: 'STRING' },
        { name: 'n', data: [1n, -5n, big], type: 'INT64' },
        { name: 'score', data: [0.5, Number.NaN, Number.NEGATIVE_INFINITY], type: 'DOUBLE' },
        { name: 'right', data: [true, false, null], type: 'BOOLEAN' },
        { name: 'when', data: [new Date(0), new Date(1.5e12), null], type: 'TIMESTAMP' },
      ],
    });
    expect(rows).toEqual([
      { model: 'A', n: 1, score: 0.5, right: true, when: '1970-01-01T00:00:00.000Z' },
      { model: 'ü"\n', n: -5, score: 'NaN', right: false, when: '2017-07-14T02:40:00.000Z' },
      { model: null, n: '1152921504606846976', score: '-Infinity', right: null, when: null },
    ]);
  });

  it('of lighteval has its structs and lists', async () => {
    const rows = [
      {
        doc: { id: '0', choices: ['A', 'B'], gold_index: [1] },
        model_response: { logprobs: [-1.5, -0.25] },
        metric: { acc: 1 },
      },
      {
        doc: { id: '1', choices: ['A', 'B', 'C'], gold_index: [0] },
        model_response: { logprobs: [-1, -2, -3] },
        metric: { acc: 0 },
      },
    ];
    const column = (name: 'doc' | 'model_response' | 'metric') => ({
      name,
      data: rows.map((row) =>
        name === 'doc' ? { ...row.doc, gold_index: row.doc.gold_index.map(BigInt) } : row[name],
      ),
    });
    const read = await linesOf({
      columnData: [column('doc'), column('model_response'), column('metric')],
      schema: [
        { name: 'root', num_children: 3 },
        group('doc', 3),
        leaf('id', text),
        ...list('choices', text),
        ...list('gold_index', { type: 'INT64' }),
        group('model_response', 1),
        ...list('logprobs', { type: 'DOUBLE' }),
        group('metric', 1),
        leaf('acc', { type: 'DOUBLE' }),
      ],
    } as Columns);
    expect(read).toEqual(rows);
  });

  it('is read row group by row group', async () => {
    const data = Array.from({ length: 2500 }, (_, n) => n);
    const rows = await linesOf({ columnData: [{ name: 'n', data, type: 'INT32' }], rowGroupSize: 1000 });
    expect(rows).toEqual(data.map((n) => ({ n })));
  });

  it.each([
    ['GZIP', (bytes: Uint8Array) => new Uint8Array(gzipSync(bytes))],
    ['ZSTD', zstdFrame],
  ] as const)('is unpacked from %s', async (codec, pack) => {
    const data = Array.from({ length: 300 }, (_, n) => `text ${n}`);
    const rows = await linesOf({
      columnData: [{ name: 't', data, type: 'STRING' }],
      codec,
      compressors: { [codec]: pack },
    } as Columns);
    expect(rows).toEqual(data.map((t) => ({ t })));
  });

  it('packed in a way that is not known is refused by its name', async () => {
    const bytes = parquetWriteBuffer({
      columnData: [{ name: 't', data: ['a'.repeat(2000), 'b'], type: 'STRING' }],
      codec: 'LZO',
      compressors: { LZO: (some: Uint8Array) => some.slice(0, some.length - 1) },
    } as Columns);
    const [only] = (await expand([file('x.parquet', new Uint8Array(bytes))])).files;
    expect(only?.refusal?.message).toBe('x.parquet is packed with LZO, which is not unpacked here.');
  });

  it('cut at any byte, or with any byte changed, is read or refused', async () => {
    const bytes = new Uint8Array(
      parquetWriteBuffer({ columnData: [{ name: 't', data: ['a', 'b'], type: 'STRING' }] }),
    );
    for (let size = 4; size < bytes.length; size++) {
      const [only] = (await expand([file('x.parquet', bytes.slice(0, size))])).files;
      expect(only?.refusal?.message).toMatch(
        /^x\.parquet cannot be unpacked: the Parquet file cannot be read/,
      );
    }
    for (let at = 4; at < bytes.length; at++) {
      const changed = bytes.slice();
      changed[at] = (changed[at] ?? 0) ^ 0xff;
      const [only] = (await expand([file('x.parquet', changed)])).files;
      if (only?.refusal) expect(only.refusal.message).not.toBe('');
    }
  });
});

describe('a workbook', () => {
  const rows = [
    '<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c><c r="C1" t="s"><v>2</v></c><c r="D1" t="s"><v>3</v></c><c r="E1" t="s"><v>4</v></c></row>',
    '<row r="2"><c r="A2"><v>1</v></c><c r="B2" t="s"><v>5</v></c><c r="C2" t="b"><v>1</v></c><c r="D2" s="1"><v>45658</v></c><c r="E2"><f>A2/2</f><v>0.5</v></c></row>',
    '<row r="3"><c r="A3"><v>1000001</v></c><c r="B3" t="inlineStr"><is><t>plain</t></is></c><c r="C3" t="b"><v>0</v></c><c r="D3" s="2"><v>45658.75</v></c><c r="E3" t="str"><f>B3</f><v>plain</v></c></row>',
    '<row r="4"><c r="A4"><v>3</v></c><c r="E4"><v>1e-7</v></c></row>',
  ].join('');
  const shared = ['index', 'question', 'hit', 'when', 'score', ' say &quot;a, b&quot;\nor c'];

  it('is CSV of its first sheet', async () => {
    const bytes = workbook(rows, shared);
    const { files, notes } = await expand([file('m_MMBench.xlsx', bytes)]);
    expect(files.map((one) => [one.path, one.refusal, one.original?.sha256])).toEqual([
      ['m_MMBench.xlsx', undefined, sha256(bytes)],
    ]);
    expect(await files[0]?.file.text()).toBe(
      [
        'index,question,hit,when,score',
        '1," say ""a, b""\nor c",true,2025-01-01,0.5',
        '1000001,plain,false,2025-01-01T18:00:00.000Z,plain',
        '3,,,,1e-7',
        '',
      ].join('\r\n'),
    );
    expect(notes).toEqual([]);
  });

  it('with more sheets names those that are not read', async () => {
    const { notes } = await expand([file('x.xlsx', workbook(rows, shared, ['a &amp; b', 'c']))]);
    expect(notes).toEqual(['x.xlsx: the sheet “Sheet1” is read; “a & b” and “c” not.']);
  });

  it('that is damaged is refused', async () => {
    const whole = workbook(rows, shared);
    for (const bytes of [whole.slice(0, -50), workbook('<row><c t="s"><v>99</v></c></row>', [])]) {
      const { files } = await expand([file('x.xlsx', bytes)]);
      expect(files).toHaveLength(1);
      expect(files[0]?.refusal?.message).toMatch(/^x\.xlsx cannot be unpacked: /);
    }
  });
});
