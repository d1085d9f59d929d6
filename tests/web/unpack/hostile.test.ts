// @vitest-environment node
// Archives that are damaged, or made to do harm: a sentence each, and never a filled memory.
import { deflateRawSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { expand } from '../../../web/src/unpack/expand.ts';
import { file, gzip, joined, tar, zip, zstdFrame, zstdRuns } from './make.ts';

const refusals = async (bytes: Uint8Array) =>
  (await expand([file('x.zip', bytes)])).files.map((one) => [
    one.path,
    one.refusal?.code,
    one.refusal?.message,
  ]);
const said = async (bytes: Uint8Array) => {
  const [[, , message] = []] = await refusals(bytes);
  return message ?? '';
};
const a = { name: 'a.csv', bytes: 'model,item,score\nA,1,1\n' };
const b = { name: 'b.csv', bytes: 'model,item,score\nB,1,0\n' };

const centralSize = (entries: readonly { name: string }[]) =>
  entries.reduce((sum, { name }) => sum + 46 + name.length, 0);

const zeros = new Uint8Array(64 << 20);
const manyZeros = new Uint8Array(deflateRawSync(zeros, { level: 9 }));

/** The heap and what lies beside it, above what it was. */
async function memoryOf(work: () => Promise<unknown>): Promise<number> {
  const before = process.memoryUsage();
  let most = 0;
  const timer = setInterval(() => {
    const now = process.memoryUsage();
    most = Math.max(most, now.rss - before.rss);
  }, 1);
  await work();
  clearInterval(timer);
  const now = process.memoryUsage();
  return Math.max(most, now.rss - before.rss);
}

describe('a bomb', () => {
  it('that says how large it is is refused before anything is unpacked', async () => {
    const bytes = zip([{ name: 'a.json', packed: manyZeros, stated: 64 << 20, crc: 0 }]);
    expect(bytes.length).toBeLessThan(70_000);
    const memory = await memoryOf(async () => {
      expect(await said(bytes)).toMatch(
        /^x\.zip was not unpacked: a\.json grows to more than 1,000 times its 65 kB/,
      );
    });
    expect(memory).toBeLessThan(40 << 20);
  });

  it('that lies about its size is stopped where it passes it', async () => {
    const bytes = zip([{ name: 'a.json', packed: manyZeros, stated: 1000, crc: 0 }]);
    const memory = await memoryOf(async () => {
      expect(await refusals(bytes)).toEqual([
        [
          'x.zip/a.json',
          'truncated_file',
          'x.zip cannot be unpacked: a.json is longer than the archive says. It is damaged or its end is missing.',
        ],
      ]);
    });
    expect(memory).toBeLessThan(60 << 20);
  });

  it('in Zstandard is stopped as well', async () => {
    const runs = zstdRuns(8000); // 1 GB in 32 kB
    expect(await said(zip([{ name: 'a.json', method: 93, packed: runs, stated: 1000, crc: 0 }]))).toContain(
      'a.json is longer than the archive says',
    );
    const memory = await memoryOf(async () => {
      expect(await said(runs)).toMatch(
        /^x\.zip was not unpacked: its content grows to more than 1,000 times/,
      );
    });
    expect(memory).toBeLessThan(700 << 20);
  });

  it('whose members are all the same bytes is refused', async () => {
    // 200 entries for one member of 60 MB that grows by less than a thousand times
    const packed = new Uint8Array(70_000);
    packed.set(manyZeros);
    const entries = Array.from({ length: 200 }, (_, n) => ({
      name: `${n}.json`,
      ...(n === 0 ? { packed } : { packed: new Uint8Array(0), offset: 0 }),
      stated: n === 0 ? 60e6 : 20e6,
      crc: 0,
    }));
    expect(await said(zip(entries))).toMatch(/^x\.zip (was not unpacked|would be more than 4\.0 GB)/);
  });

  it('of many members that are each in order is refused by their sum', async () => {
    const some = new Uint8Array(6 << 20);
    const entries = Array.from({ length: 100 }, (_, n) => ({
      name: `${n}.json`,
      packed: some,
      method: 0,
      stated: 49e6,
      crc: 0,
    }));
    expect(await said(zip(entries.slice(0, 1)))).not.toContain('would be more');
    const wide = entries.map((one, n) =>
      n === 0 ? one : { ...one, packed: new Uint8Array(1000), stated: 49e6 },
    );
    expect(await said(zip(wide))).toBe(
      'x.zip would be more than 4.0 GB when it is unpacked, and no more is unpacked here.',
    );
  });

  it('of tar in gzip is refused', async () => {
    const bytes = gzip(tar([{ name: 'a.json', bytes: zeros }]));
    expect(await said(bytes)).toMatch(/^x\.zip was not unpacked: its content grows/);
  });

  it('of members without end is refused', async () => {
    const many = Array.from({ length: 10_001 }, (_, n) => ({ name: `${n}`, bytes: 'x', method: 0 }));
    expect(await said(zip(many))).toBe('x.zip has more than 10,000 members.');
    expect(await said(tar(many))).toBe('x.zip has more than 10,000 members.');
  });
});

describe('a bomb that', () => {
  it('lets members lie over each other is refused before anything is unpacked', async () => {
    // As of D. Fifield, "A better zip bomb" (2019): each member contains the header of the next and all that follows.
    const kernel = new Uint8Array(deflateRawSync(new Uint8Array(1 << 20), { level: 9 }));
    const entries = Array.from({ length: 100 }, (_, n) => ({
      name: `${n}.json`,
      packed: kernel,
      stated: 1 << 20,
      crc: 0,
      offset: 0,
    }));
    const whole = zip(entries);
    // Only the first is really there.
    const one = zip(entries.slice(0, 1));
    const body = one.subarray(0, one.length - 22 - centralSize(entries.slice(0, 1)));
    const central = whole.slice(whole.length - 22 - centralSize(entries), whole.length - 22);
    const end = whole.slice(whole.length - 22);
    new DataView(end.buffer).setUint32(16, body.length, true);
    expect(await said(joined(body, central, end))).toBe(
      'x.zip cannot be unpacked: its members take up more than there is of it. It is damaged or its end is missing.',
    );
  });

  it('is an archive in an archive in an archive is not followed', async () => {
    let inner = zip([{ name: 'a.json', packed: manyZeros, stated: 64 << 20, crc: 0 }]);
    for (let depth = 0; depth < 6; depth++) {
      inner = zip(Array.from({ length: 16 }, (_, n) => ({ name: `${n}.zip`, bytes: inner })));
    }
    expect(await said(inner)).toBe('x.zip has nothing but other archives inside.');
    expect(await said(gzip(gzip(gzip(inner))))).not.toContain('undefined');
  });

  it('jumps about is not read for each of its members', async () => {
    // 2,000 small members, the last and the first by turns
    const many = Array.from({ length: 2000 }, (_, n) => ({
      name: `${String(n).padStart(4, '0')}.csv`,
      bytes: `model,item\n${n}`,
    }));
    const inOrder = zip(many);
    const record = centralSize(many.slice(0, 1));
    const from = inOrder.length - 22 - centralSize(many);
    const listed = (n: number) => inOrder.subarray(from + n * record, from + (n + 1) * record);
    const places = many.map((_, n) => (n % 2 ? n >> 1 : many.length - 1 - (n >> 1)));
    const bytes = joined(inOrder.subarray(0, from), ...places.map(listed), inOrder.subarray(-22));
    const whole = new File([bytes], 'x.zip');
    let read = 0;
    const slice = whole.slice.bind(whole);
    whole.slice = (from, to) => {
      read += (to ?? whole.size) - (from ?? 0);
      return slice(from, to);
    };
    const { files } = await expand([{ path: 'x.zip', file: whole }]);
    expect(files.map((one) => one.refusal)).toEqual(many.map(() => undefined));
    expect(read).toBeLessThan(40 << 20);
  });
});

describe('a name', () => {
  it.each([
    ['../../etc/passwd', 'etc/passwd'],
    ['/etc/passwd', 'etc/passwd'],
    ['C:\\Users\\a.csv', 'Users/a.csv'],
    ['run\\a.csv', 'run/a.csv'],
    ['a/./b//c.csv', 'a/b/c.csv'],
    ['a\u0000\u001b.csv', 'a.csv'],
  ])('%j leads nowhere', async (name, cleaned) => {
    for (const bytes of [zip([{ name, bytes: 'a' }])]) {
      const { files, notes } = await expand([file('x.zip', bytes)]);
      expect(files.map((one) => one.path)).toEqual([`x.zip/${cleaned}`]);
      expect(notes).toEqual(['x.zip: 1 name of members cleaned, which led out of the archive.']);
    }
  });

  it('in a tar archive leads nowhere either', async () => {
    const { files, notes } = await expand([
      file(
        'x.tar',
        tar([
          { name: '../a.csv', bytes: 'a' },
          { name: './b.csv', bytes: 'b' },
        ]),
      ),
    ]);
    expect(files.map((one) => one.path)).toEqual(['x.tar/a.csv', 'x.tar/b.csv']);
    expect(notes).toHaveLength(1);
  });
});

describe('what cannot be unpacked', () => {
  it.each([
    ['encrypted', zip([{ ...a, flags: 1 }, b]), 'x.zip cannot be unpacked: a.csv is encrypted.'],
    [
      'bzip2',
      zip([{ ...a, method: 12 }, b]),
      'x.zip cannot be unpacked: a.csv is packed with bzip2 (method 12).',
    ],
    [
      'Deflate64',
      zip([{ ...a, method: 9 }, b]),
      'x.zip cannot be unpacked: a.csv is packed with Deflate64 (method 9).',
    ],
    [
      'unknown',
      zip([{ ...a, method: 77 }, b]),
      'x.zip cannot be unpacked: a.csv is packed with a method that is not known here (method 77).',
    ],
    [
      'changed',
      zip([{ ...a, crc: 1 }, b]),
      'x.zip cannot be unpacked: a.csv is not what it was when it was packed. It is damaged or its end is missing.',
    ],
    [
      'shorter',
      zip([{ ...a, stated: 100 }, b]),
      'x.zip cannot be unpacked: a.csv breaks off. It is damaged or its end is missing.',
    ],
    [
      'elsewhere',
      zip([{ ...a, offset: 7 }, b]),
      'x.zip cannot be unpacked: a.csv is not where it should be. It is damaged or its end is missing.',
    ],
    [
      'beyond',
      zip([{ ...a, offset: 1e9 }, b]),
      'x.zip cannot be unpacked: a.csv is not where it should be. It is damaged or its end is missing.',
    ],
    [
      'no deflate',
      zip([{ ...a, packed: Uint8Array.of(255, 255, 255) }, b]),
      'x.zip cannot be unpacked: a.csv breaks off or is not what it was when it was packed. It is damaged or its end is missing.',
    ],
    [
      'no Zstandard',
      zip([{ ...a, method: 93, packed: Uint8Array.of(1, 2, 3, 4, 5, 6) }, b]),
      'x.zip cannot be unpacked: a.csv breaks off or is not what it was when it was packed. It is damaged or its end is missing.',
    ],
    [
      'half a frame',
      zip([{ ...a, method: 93, packed: zstdFrame(new TextEncoder().encode(a.bytes)).slice(0, -3) }, b]),
      'x.zip cannot be unpacked: a.csv breaks off. It is damaged or its end is missing.',
    ],
  ])('(%s) is said of the member, and the others are read', async (_, bytes, message) => {
    const { files } = await expand([file('x.zip', bytes)]);
    expect(files.map((one) => [one.path, one.refusal?.message])).toEqual([
      ['x.zip/a.csv', message],
      ['x.zip/b.csv', undefined],
    ]);
    expect(await files[1]?.file.text()).toBe(b.bytes);
  });

  it('because its list is gone is said of the archive', async () => {
    const whole = zip([a, b]);
    expect(await said(whole.slice(0, -30))).toBe(
      'x.zip cannot be unpacked: the list of its contents at its end is not there. It is damaged or its end is missing.',
    );
    const changed = zip([a, b]);
    changed.fill(0xff, changed.length - 22 - 40, changed.length - 22 - 10);
    expect(await said(changed)).toContain('the list of its contents');
  });

  it('is an archive cut at any byte: whole members, or a sentence', async () => {
    const whole = zip([a, b]);
    for (let size = 4; size < whole.length; size++) {
      const found = await refusals(whole.slice(0, size));
      expect(found).toHaveLength(1);
      expect(found[0]?.[2]).toContain('x.zip cannot be unpacked: the list of its contents');
    }
  });

  it('is an archive with any byte changed: the same, or a sentence', async () => {
    const whole = zip([a, b]);
    for (let at = 0; at < whole.length; at++) {
      for (const change of [1, 0x80, 0xff]) {
        const bytes = whole.slice();
        bytes[at] = (bytes[at] ?? 0) ^ change;
        for (const one of (await expand([file('x.zip', bytes)])).files) {
          if (one.refusal) expect(one.refusal.message).not.toBe('');
          else if (one.path !== 'x.zip') expect([a.bytes, b.bytes]).toContain(await one.file.text());
        }
      }
    }
  });

  it('is a tar archive cut at any byte: whole members, and a sentence', async () => {
    const packed = tar([a, b]);
    for (let size = 300; size < packed.length - 1024; size++) {
      const { files } = await expand([file('x.tar', packed.slice(0, size))]);
      for (const one of files.filter((found) => !found.refusal)) {
        expect(await one.file.text()).toBe(one.path === 'x.tar/a.csv' ? a.bytes : b.bytes);
      }
      const ends = size === 1024; // after the first member, where an archive without its end stops as well
      const wholeOnes = size >= 1536 + b.bytes.length ? 2 : size >= 512 + a.bytes.length ? 1 : 0;
      expect(files.filter((one) => !one.refusal)).toHaveLength(wholeOnes);
      if (!ends && wholeOnes < 2) expect(files.filter((one) => one.refusal)).toHaveLength(1);
    }
  });

  it('is a tar archive in gzip cut at any byte', async () => {
    const packed = gzip(tar([a, b]));
    for (let size = 20; size < packed.length; size++) {
      const { files } = await expand([file('x.tgz', packed.slice(0, size))]);
      expect(files.length).toBeGreaterThan(0);
      for (const one of files.filter((found) => !found.refusal && found.path !== 'x.tgz')) {
        expect([a.bytes, b.bytes]).toContain(await one.file.text());
      }
    }
  });

  it('is a tar archive with sizes that are none', async () => {
    const wrong = tar([{ ...a, size: 'zzzzzzzzzzz\0' }]);
    expect(await said(wrong)).toContain('a member in it has no size');
    const huge = tar([{ ...a, size: '77777777777\0' }]);
    expect(await said(huge)).toContain('a.csv breaks off');
  });

  it('does not keep the other files of a drop from being read', async () => {
    const { files } = await expand([
      file('x.zip', zip([a]).slice(0, 50)),
      file('b.csv', b.bytes),
      file('y.zip', joined(zip([a]))),
    ]);
    expect(files.map((one) => [one.path, one.refusal === undefined])).toEqual([
      ['x.zip', false],
      ['b.csv', true],
      ['y.zip/a.csv', true],
    ]);
  });
});
