// @vitest-environment node
// Data inside of links: the same bytes come out, what does not fit is not put in, what is damaged is said to be.
import { inflateRawSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { LARGEST_PACKED, packed, packFiles, unpacked } from '../../../web/src/reproduce/inline_data.ts';

const bytesOf = (text: string) => new TextEncoder().encode(text) as Uint8Array<ArrayBuffer>;

/** A linear congruential generator: bytes that do not pack. */
function noise(length: number): Uint8Array<ArrayBuffer> {
  let state = 7;
  return Uint8Array.from({ length }, () => {
    state = (state * 1103515245 + 12345) % 2147483648;
    return (state >> 16) & 255;
  });
}

describe('data inside of a link', () => {
  it.each([
    ['a table', bytesOf('model,item,score\nA,1,1\n'.repeat(200))],
    ['nothing', new Uint8Array()],
    ['all bytes', Uint8Array.from({ length: 256 }, (_, i) => i)],
    ['bytes that do not pack', noise(70_000)],
  ])('%s comes out as it went in', async (_, bytes) => {
    const text = await packed(bytes);
    expect(text).toMatch(/^[\w-]+$/); // nothing that an address would escape
    expect(await unpacked(text, 'x')).toEqual({ bytes });
  });

  it('is raw deflate in base64url, as other programs read it', async () => {
    const text = await packed(bytesOf('model,item,score\n'));
    expect(inflateRawSync(Buffer.from(text, 'base64url')).toString()).toBe('model,item,score\n');
  });

  it('packs several files up to a limit for all of them', async () => {
    const small = new Blob(['model,item,score\n']);
    const half = new Blob([noise(LARGEST_PACKED * 0.4)]);
    expect(await packFiles([small, half])).toHaveLength(2);
    expect(await packFiles([half, half])).toBeNull();
    expect(await packFiles([new Blob([new Uint8Array(2_000_000)])])).toBeNull(); // not even tried
    expect(await packFiles([])).toEqual([]);
  });

  it.each([
    ['cut', (text: string) => text.slice(0, 30)],
    ['cut at an odd place', (text: string) => text.slice(0, 29)],
    ['with other characters', (text: string) => `!${text}`],
    ['with a changed first byte', (text: string) => `_${text.slice(1)}`],
    ['empty', () => ''],
  ])('%s is an error that names the file', async (_, damage) => {
    const outcome = await unpacked(
      damage(await packed(bytesOf('model,item,score\nA,1,1\n'.repeat(20)))),
      'a.csv',
    );
    expect(outcome).toMatchObject({ error: { code: 'damaged_link', file: 'a.csv' } });
    expect(JSON.stringify(outcome)).toContain('a.csv');
  });

  it('that unpacks without end is stopped', async () => {
    const bomb = await packed(new Uint8Array(50_000_000));
    expect(bomb.length).toBeLessThan(100_000);
    expect(await unpacked(bomb, 'a.csv')).toMatchObject({ error: { code: 'too_large' } });
  });
});
