// @vitest-environment node
// Small archives of each kind, cut at every byte and with bytes changed at random: a sentence, what is whole, or the same; and
// always at once. Numbers come from a generator with a seed, so that a failure happens again.
import { gzipSync } from 'node:zlib';
import { parquetWriteBuffer } from 'hyparquet-writer';
import { describe, expect, it } from 'vitest';
import { expand, type UnpackedFile } from '../../../web/src/unpack/expand.ts';
import { file, gzip, joined, tar, workbookParts, zip, zstdFrame } from './make.ts';

const texts: Record<string, string> = {
  'a.csv': 'model,item,score\nA,q1,1\nA,q2,0\nA,q3,1\n',
  'run/b.jsonl': '{"model":"B","item":"q1","score":0}\n{"model":"B","item":"q2","score":1}\n',
};
const entries = Object.entries(texts).map(([name, bytes]) => ({ name, bytes }));
const sample = (n: number) =>
  JSON.stringify({ id: n, epoch: 1, scores: { match: { value: n ? 'C' : 'I' } } });
const log = [
  {
    name: 'header.json',
    bytes: JSON.stringify({ version: 2, status: 'success', eval: { task: 't', model: 'm' } }),
  },
  { name: 'samples/0_epoch_1.json', bytes: sample(0) },
  { name: 'samples/1_epoch_1.json', bytes: sample(1), method: 93 },
];
const sheet =
  '<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c></row><row r="2"><c r="A2" t="s"><v>0</v></c><c r="B2"><v>0.5</v></c></row>';

const book = workbookParts(sheet, ['model', 'score']);

/** Each kind, with whether a content that is not what it was is noticed: by a checksum. */
const kinds: Record<string, { bytes: Uint8Array; checked: boolean }> = {
  'x.zip': { bytes: zip(entries), checked: true },
  'x64.zip': { bytes: zip(entries, { zip64: true }), checked: true },
  'x.stored.zip': { bytes: zip(entries.map((one) => ({ ...one, method: 0 }))), checked: true },
  'x.zstd.zip': { bytes: zip(entries.map((one) => ({ ...one, method: 93 }))), checked: true },
  'x.tar': { bytes: tar(entries), checked: false },
  'x.tgz': { bytes: gzip(tar(entries)), checked: true },
  'x.two.tgz': {
    bytes: joined(
      new Uint8Array(gzipSync(tar(entries).subarray(0, 700))),
      new Uint8Array(gzipSync(tar(entries).subarray(700))),
    ),
    checked: true,
  },
  'x.tar.zst': { bytes: zstdFrame(tar(entries)), checked: false },
  'x.eval': { bytes: zip(log), checked: true },
  'x.xlsx': { bytes: zip(book), checked: true },
  'x.parquet': {
    bytes: new Uint8Array(
      parquetWriteBuffer({
        columnData: [
          { name: 'model', data: ['A', 'A', 'A'], type: 'STRING' },
          { name: 'score', data: [1, 0, 1], type: 'DOUBLE' },
        ],
      }),
    ),
    checked: false,
  },
};

interface Told {
  path: string;
  code: string | undefined;
  text: string | null; // of what is read
}

async function unpacked(name: string, bytes: Uint8Array): Promise<Told[]> {
  const given = file(name, bytes);
  const { files } = await expand([given]);
  return Promise.all(
    files.map(async (one: UnpackedFile) => ({
      path: one.path,
      code: one.refusal?.code,
      // What is left as it came is read by somebody else.
      text: one.refusal || one.file === given.file ? null : await one.file.text(),
    })),
  );
}

/** What a refusal says is known and a sentence; nothing takes long. */
async function inTime(name: string, bytes: Uint8Array): Promise<Told[]> {
  const began = performance.now();
  const told = await unpacked(name, bytes);
  expect(performance.now() - began).toBeLessThan(30_000);
  for (const { code } of told) {
    expect([
      undefined,
      'truncated_file',
      'too_large',
      'encrypted',
      'unsupported_compression',
      'empty_archive',
    ]).toContain(code);
  }
  return told;
}

describe.each(Object.entries(kinds))('%s', (name, { bytes, checked }) => {
  it('is what it should be', async () => {
    const told = await unpacked(name, bytes);
    expect(told.map((one) => one.code)).toEqual(told.map(() => undefined));
    expect(told.every((one) => (one.text ?? '').length > 10)).toBe(true);
  });

  it('cut at every byte gives what is whole, and a sentence', async () => {
    const whole = new Map((await unpacked(name, bytes)).map(({ path, text }) => [path, text]));
    for (let size = 5; size < bytes.length; size++) {
      const told = await inTime(name, bytes.slice(0, size));
      expect(told.length).toBeGreaterThan(0);
      for (const { path, text } of told) {
        if (text === null) continue;
        // A log whose end is missing has none of its samples: all of it is one text.
        if (path !== name) expect([path, text]).toEqual([path, whole.get(path)]);
        else expect(text).toBe(whole.get(name));
      }
    }
  });

  it('with bytes changed gives the same, or a sentence', async () => {
    const before = await unpacked(name, bytes);
    const contents = new Set(before.map((one) => one.text));
    let state = 20_261_130;
    const next = (below: number) => {
      state = (state * 1103515245 + 12345) % 2147483648;
      return Math.floor((state / 2147483648) * below);
    };
    for (let round = 0; round < 400; round++) {
      const changed = bytes.slice();
      for (let n = next(3); n >= 0; n--) changed[next(changed.length)] = next(256);
      const told = await inTime(name, changed);
      if (!checked) continue;
      // Names are not checked by anything; contents are.
      for (const { path, text } of told) {
        if (text !== null && !contents.has(text))
          expect([path, text]).toEqual([path, alike(name, path, text)]);
      }
    }
  });
});

/** Without a name that tells what it is a log or a workbook is an archive of other files, or lacks some of its members. */
function alike(name: string, path: string, text: string): string {
  if (path !== name)
    return [...log, ...book].some(({ bytes }) => bytes === text) ? text : 'one of its members';
  if (name === 'x.eval') {
    const { samples, ...head } = JSON.parse(text);
    const whole = [0, 1].filter((n) => text.includes(sample(n)));
    return whole.length === samples.length && head.eval.task === 't' ? text : 'whole samples';
  }
  return 'the same';
}
