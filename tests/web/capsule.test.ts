// @vitest-environment node
// Capsules and reports as files: what goes in comes out, equal contents are equal bytes, and what is damaged, foreign, newer
// or made to fill the memory is refused in words.
import { createHash } from 'node:crypto';
import { Deflate, unzipSync, zipSync } from 'fflate';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Capsule, claimOf, packCapsule, unpackCapsule } from '../../web/src/reproduce/capsule.ts';
import { canonicalText } from '../../web/src/reproduce/digest.ts';
import {
  capsuleText,
  engineOfReport,
  fromBase64,
  printTemplate,
  reportHtml,
  reportPolicy,
  toBase64,
} from '../../web/src/reproduce/report.ts';
import { resultsDocument } from '../../web/src/reproduce/results_document.ts';
import { LARGEST_UNPACKED, listZip, packZip, unpackEntry } from '../../web/src/reproduce/zip.ts';
import { HEAD_OF_FILE, isReport, isZip } from '../../web/src/reproduce/zip_magic.ts';

const encode = (text: string) => new TextEncoder().encode(text);
const decode = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
const hash = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest('hex');
const nasty = '</script><img src=x onerror=alert(1)>"&\'';

async function sample(change: Partial<Capsule> = {}): Promise<Capsule> {
  const results = await resultsDocument(
    { engine: '0.1.0-000000000000', sources: [], address: '#view=overview', headline: [] },
    [
      {
        question: 'accuracy',
        of: { benchmark: 'b', model: nasty },
        result: { value: 0.1 + 0.2, n: 3, low: null },
      },
      { question: 'accuracy', of: { benchmark: 'b', model: 'A' }, result: { value: 1e-300 } },
    ],
  );
  return {
    title: `b ${nasty}`,
    engine: '0.1.0-000000000000',
    address: '#view=overview&group=x',
    sources: [
      {
        source: { kind: 'file', path: 'a.csv', bytes: 12, sha256: hash('a'), options: { model: nasty } },
        bytes: 12,
      },
      { source: { kind: 'address', address: 'https://x.org/b', sha256: hash('b'), options: {} }, bytes: 7 },
      { source: { kind: 'inline', path: 'c', packed: 'AA', sha256: '', options: {} }, bytes: 1 },
      { source: { kind: 'example' }, bytes: 0 },
    ],
    headline: [
      { name: 'accuracy', value: 0.1 + 0.2 },
      { name: 'HARMONY', value: null },
    ],
    digest: results.digest,
    data: encode(JSON.stringify({ format: 'harmonograph', version: 1, models: [nasty, 'é'] })),
    results,
    ...change,
  };
}

async function bytesOf(capsule: Capsule): Promise<Uint8Array> {
  const packed = await packCapsule(capsule);
  if (!packed.ok) throw new Error(packed.error.message);
  return packed.value;
}

/** The code of the error, or "" and the content. */
async function opened(
  bytes: Uint8Array,
): Promise<{ code: string; message: string; capsule: Capsule | null }> {
  const result = await unpackCapsule(bytes, 'some.zip');
  if (result.ok) return { code: '', message: '', capsule: result.value };
  expect(result.error.file).toBe('some.zip');
  expect(result.error.hint).not.toBe('');
  return { code: result.error.code, message: result.error.message, capsule: null };
}

/** The capsule with other contents of its entries; null takes one out. */
async function with_(change: (entries: Record<string, Uint8Array>) => Record<string, Uint8Array | null>) {
  const entries = unzipSync(await bytesOf(await sample()));
  const changed = { ...entries, ...change(entries) };
  const kept = Object.entries(changed).filter((entry): entry is [string, Uint8Array] => entry[1] !== null);
  return zipSync(Object.fromEntries(kept));
}

const aboutWith = (change: (about: Record<string, unknown>) => void) =>
  with_((entries) => {
    const about = JSON.parse(decode(entries['capsule.json'] as Uint8Array));
    change(about);
    return { 'capsule.json': encode(JSON.stringify(about)) };
  });

describe('a capsule', { timeout: 60_000 }, () => {
  it('comes out as it went in', async () => {
    const capsule = await sample();
    const { capsule: back } = await opened(await bytesOf(capsule));
    expect(back?.data).toEqual(capsule.data);
    expect(canonicalText({ ...back, data: null })).toBe(canonicalText({ ...capsule, data: null }));
    expect(back && claimOf(back)).toEqual({
      engine: capsule.engine,
      headline: capsule.headline,
      digest: capsule.digest,
    });
  });

  it('is the same bytes when it is packed again', async () => {
    const first = await bytesOf(await sample());
    const { capsule } = await opened(first);
    expect(await bytesOf(capsule as Capsule)).toEqual(first);
    expect(await bytesOf(await sample())).toEqual(first);
  });

  it('is the same bytes in any time zone, and on any day', async () => {
    const before = process.env.TZ;
    const zones = [];
    for (const zone of ['Pacific/Kiritimati', 'America/St_Johns', 'UTC']) {
      process.env.TZ = zone;
      zones.push(hash(await bytesOf(await sample())));
    }
    if (before === undefined) delete process.env.TZ;
    else process.env.TZ = before;
    expect(new Set(zones).size).toBe(1);
  });

  it('is an archive that other programs read', async () => {
    const capsule = await sample();
    const entries = unzipSync(await bytesOf(capsule));
    expect(Object.keys(entries)).toEqual(['capsule.json', 'data.json', 'results.json', 'README.txt']);
    expect(entries['data.json']).toEqual(capsule.data);
    const about = JSON.parse(decode(entries['capsule.json'] as Uint8Array));
    expect(about.files[0]).toEqual({
      name: 'data.json',
      bytes: capsule.data.length,
      sha256: hash(capsule.data),
    });
    expect(decode(entries['README.txt'] as Uint8Array)).toMatch(/drop the whole \.zip/);
  });

  it('is still one when it was packed again by hand, with a folder around it', async () => {
    const entries = unzipSync(await bytesOf(await sample()));
    const inFolder = Object.fromEntries(
      Object.entries(entries).map(([name, bytes]) => [`my capsule/${name}`, bytes]),
    );
    const { capsule } = await opened(zipSync(inFolder, { level: 0 }));
    expect(capsule?.data).toEqual((await sample()).data);
  });

  it('claims nothing when nothing was complete', async () => {
    const empty = await resultsDocument({ engine: 'e', sources: [], address: '', headline: [] }, []);
    const { capsule } = await opened(
      await bytesOf(await sample({ digest: null, results: empty, headline: [] })),
    );
    expect(capsule && claimOf(capsule)).toBeNull();
  });

  it('holds data of several pieces', async () => {
    // 3 MB that do not repeat, from a linear congruential generator, and 70 MB that do nothing else.
    let state = 1;
    const noise = Uint8Array.from({ length: 3_000_000 }, () => {
      state = (Math.imul(state, 1103515245) + 12345) >>> 0;
      return state >>> 24;
    });
    for (const data of [noise, new Uint8Array(70 << 20)]) {
      const { capsule } = await opened(await bytesOf(await sample({ data })));
      expect(hash(capsule?.data as Uint8Array)).toBe(hash(data));
    }
  });
});

describe('a damaged capsule', { timeout: 60_000 }, () => {
  let whole: Uint8Array;
  let content: string;
  const contentOf = (capsule: Capsule) => canonicalText({ ...capsule, data: [...capsule.data] });
  beforeAll(async () => {
    whole = await bytesOf(await sample());
    content = contentOf((await opened(whole)).capsule as Capsule);
  });

  it('is refused wherever it breaks off', async () => {
    for (let length = 0; length < whole.length; length++) {
      const { code } = await opened(whole.slice(0, length));
      expect(code, `${length} bytes`).toBe('truncated_file');
    }
  });

  it.each([0xff, 0x01, 0x80])('is refused, or the same, with any byte changed by %d', async (change) => {
    let refusals = 0;
    for (let at = 0; at < whole.length; at++) {
      const damaged = whole.slice();
      damaged[at] = (damaged[at] as number) ^ change;
      const { code, capsule } = await opened(damaged);
      if (code !== '') refusals += 1;
      else expect(contentOf(capsule as Capsule), `byte ${at}`).toBe(content);
    }
    expect(refusals).toBeGreaterThan(whole.length / 2);
  });

  it('is refused when bytes stand before it, and read when they follow it', async () => {
    expect((await opened(Uint8Array.from([80, 75, ...whole]))).code).toBe('truncated_file');
  });

  it('is refused when its data were changed with their checksum', async () => {
    const changed = await with_(() => ({ 'data.json': encode('{"format":"harmonograph","version":1}') }));
    const { code, message } = await opened(changed);
    expect(code).toBe('data_changed');
    expect(message).toMatch(/data\.json is not the file whose SHA-256/);
  });

  it('is refused without its data, its results, or a field', async () => {
    expect((await opened(await with_(() => ({ 'data.json': null })))).message).toMatch(
      /data\.json is missing/,
    );
    expect((await opened(await with_(() => ({ 'results.json': null })))).code).toBe('malformed_file');
    for (const field of ['title', 'engine', 'address', 'sources', 'headline', 'digest', 'files']) {
      const { code, message } = await opened(
        await aboutWith((about) => {
          delete about[field];
        }),
      );
      expect(code, field).toBe('malformed_file');
      expect(message).toContain(`"${field}"`);
    }
  });

  it('is refused when its sources are none', async () => {
    for (const source of [
      null,
      { kind: 'else' },
      { kind: 'file', path: 1, bytes: 1, sha256: '', options: {} },
      { kind: 'file', path: 'a', bytes: -1, sha256: '', options: {} },
      { kind: 'file', path: 'a', bytes: 1, sha256: 'short', options: {} },
      { kind: 'file', path: 'a', bytes: 1, sha256: '', options: { model: 1 } },
      { kind: 'file', path: 'a', bytes: 1, sha256: '', options: JSON.parse('{"__proto__": "x"}') },
    ]) {
      const changed = await aboutWith((about) => {
        about.sources = [{ source, bytes: 1 }];
      });
      expect((await opened(changed)).code, JSON.stringify(source)).toBe('malformed_file');
    }
  });

  it('is refused when numbers and digest do not belong together', async () => {
    const other = await with_((entries) => {
      const results = JSON.parse(decode(entries['results.json'] as Uint8Array));
      results.results[0].result.value = 0.5;
      const bytes = encode(canonicalText(results));
      const about = JSON.parse(decode(entries['capsule.json'] as Uint8Array));
      about.files[1] = { name: 'results.json', bytes: bytes.length, sha256: hash(bytes) };
      return { 'results.json': bytes, 'capsule.json': encode(JSON.stringify(about)) };
    });
    expect((await opened(other)).message).toMatch(/the digest in results\.json/);
    const claimed = await aboutWith((about) => {
      about.digest = hash('another');
    });
    expect((await opened(claimed)).message).toMatch(/different digests/);
  });
});

describe('what is no capsule of this version', () => {
  it('says that other archives are not read yet', async () => {
    const { code, message } = await opened(zipSync({ 'results.csv': encode('model,item,score\nA,1,1') }));
    expect(code).toBe('zip_not_read');
    expect(message).toMatch(/zip archives are not read yet/);
    const foreign = await opened(zipSync({ 'capsule.json': encode('{"format": "hot air"}') }));
    expect(foreign.code).toBe('zip_not_read');
    expect((await opened(zipSync({}))).code).toBe('zip_not_read');
  });

  it('says that a newer program saved it', async () => {
    const { code, message } = await opened(
      await aboutWith((about) => {
        about.version = 2;
        about.sources = 'of another form';
      }),
    );
    expect(code).toBe('newer_version');
    expect(message).toMatch(/has the version 2, and this page reads version 1/);
  });
});

describe('a capsule that would fill the memory', { timeout: 60_000 }, () => {
  /** Zeros, packed, with what the list says of their number. */
  async function bomb(zeros: number, stated: number): Promise<Uint8Array> {
    const parts: Uint8Array[] = [];
    const deflate = new Deflate({ level: 9 }, (part) => parts.push(part));
    const piece = new Uint8Array(1 << 20);
    for (let n = 0; n < zeros / piece.length; n++) deflate.push(piece, n === zeros / piece.length - 1);
    const packed = Buffer.concat(parts);
    const entries = unzipSync(await bytesOf(await sample()));
    const about = await packZip([{ name: 'capsule.json', bytes: entries['capsule.json'] as Uint8Array }]);
    const whole = Buffer.from(
      zipSync({ 'capsule.json': entries['capsule.json'] as Uint8Array, 'data.json': packed }, { level: 0 }),
    );
    expect(about.length).toBeGreaterThan(0);
    // The last entry of the list: packed by deflate, and of the stated size.
    const at = whole.lastIndexOf(Buffer.from([0x50, 0x4b, 1, 2]));
    whole.writeUInt16LE(8, at + 10);
    whole.writeUInt32LE(stated, at + 24);
    return whole;
  }

  it('is refused by what it says of itself', async () => {
    const ratio = await opened(await bomb(128 << 20, 128 << 20));
    expect(ratio.code).toBe('too_large');
    expect(ratio.message).toMatch(/would grow from 1 MB to 135 MB/);
    const total = await opened(await bomb(1 << 20, LARGEST_UNPACKED + 1));
    expect(total.code).toBe('too_large');
    expect(total.message).toMatch(/at most 1,074 MB/);
  });

  it('is refused when it grows beyond what it says, without being unpacked to its end', async () => {
    const before = process.memoryUsage().arrayBuffers;
    const lying = await opened(await bomb(128 << 20, 1000));
    expect(lying.code).toBe('truncated_file');
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(200 << 20);
  });

  it('is not written either', async () => {
    const packed = await packCapsule({
      ...(await sample()),
      data: { length: LARGEST_UNPACKED } as Uint8Array, // refused by its size alone
    });
    expect(packed.ok ? '' : packed.error.code).toBe('too_large');
  });
});

describe('the container', () => {
  it('is known by its first bytes', () => {
    expect(isZip(zipSync({ a: encode('1') }).subarray(0, 4))).toBe(true);
    expect(isZip(zipSync({}).subarray(0, 4))).toBe(true);
    for (const other of ['', 'PK', 'PKzip', '{"a": 1}', '\x1f\x8b']) expect(isZip(encode(other))).toBe(false);
  });

  it('refuses what is encrypted or packed in a way that is not known', async () => {
    const zip = await packZip([{ name: 'a', bytes: encode('text') }]);
    const listed = listZip(zip, 'z');
    if (!listed.ok || !listed.value[0]) throw new Error('not listed');
    const [entry] = listed.value;
    for (const change of [{ encrypted: true }, { method: 12 }, { offset: 3 }, { packed: 1e9 }]) {
      expect((await unpackEntry(zip, { ...entry, ...change }, 'z')).ok).toBe(false);
    }
    expect(await unpackEntry(zip, entry, 'z')).toEqual({ ok: true, value: encode('text') });
  });
});

describe('a report', () => {
  const template = printTemplate({
    engineId: '0.1.0-abcdef012345',
    policy: reportPolicy('aaa=', 'bbb='),
    style: 'p { color: red }',
    script:
      'console.log("\\x3C/script>", `<script type="application/octet-stream" id="harmonograph-capsule">`)',
    core: 'AAAA',
  });

  it('has the capsule inside, and nothing of it but base64 outside of its title', async () => {
    const capsule = await bytesOf(await sample());
    const html = reportHtml(template, capsule, `b ${nasty} $& $1`);
    const inside = /id="harmonograph-capsule">([^<]*)<\/script>/.exec(html)?.[1] ?? '';
    expect(fromBase64(inside)).toEqual(capsule);
    expect(html).toContain(
      '<title>b &#60;/script&#62;&#60;img src=x onerror=alert(1)&#62;&#34;&#38;&#39; $&#38; $1</title>',
    );
    expect(html).not.toContain('<img');
    expect(html.replace(inside, '').replace(/<title>.*<\/title>/, '')).toBe(
      template.replace(/<title>.*<\/title>/, ''),
    );
    expect(reportHtml(template, capsule)).toContain('<title>Harmonograph report</title>');
    expect(fromBase64(capsuleText(html))).toEqual(capsule);
    expect(capsuleText(template)).toBe('');
    expect(capsuleText('<!doctype html>')).toBe('');
    expect(isReport(encode(html).subarray(0, HEAD_OF_FILE))).toBe(true);
    expect(isReport(encode('<!doctype html><title>harmonograph</title>'))).toBe(false);
  });

  it('says which engine is inside', () => {
    expect(engineOfReport(template)).toBe('0.1.0-abcdef012345');
    expect(engineOfReport('<!doctype html><title>Harmonograph</title>')).toBe('');
    expect(() => reportHtml('<!doctype html>', new Uint8Array(0))).toThrow(/no template/);
  });

  it('allows nothing but its own program', () => {
    expect(template).toContain(
      `content="default-src 'none'; script-src 'sha256-aaa=' 'wasm-unsafe-eval'; worker-src blob:; style-src 'sha256-bbb='; img-src data: blob:; connect-src 'none'; base-uri 'none'; form-action 'none'"`,
    );
  });

  it.each([0, 1, 2, 3, 24575, 24576, 24577, 100_001])('keeps %d bytes as text', (length) => {
    const bytes = Uint8Array.from({ length }, (_, n) => (n * 7 + (n >> 8)) & 0xff);
    expect(toBase64(bytes)).toBe(Buffer.from(bytes).toString('base64'));
    expect(hash(fromBase64(toBase64(bytes)))).toBe(hash(bytes));
  });
});
