// The decision of a verdict: every case, from hashes, digests and numbers alone.
import { describe, expect, it } from 'vitest';
import type { Claim } from '../../../web/src/reproduce/claim.ts';
import type { Source } from '../../../web/src/reproduce/source.ts';
import { agree, type Computed, changesOfData, judge } from '../../../web/src/reproduce/verdict.ts';
import { reproductionDetails, reproductionSentence } from '../../../web/src/verdict/reproduction.ts';

const file = (path: string, hash: string, options = {}): Source => ({
  kind: 'file',
  path,
  bytes: 10,
  sha256: hash === '' ? '' : hash.repeat(64),
  options,
});
const remote = (address: string, hash: string): Source => ({
  kind: 'address',
  address,
  sha256: hash === '' ? '' : hash.repeat(64),
  options: {},
});

const a = file('a.jsonl', 'a');
const b = file('b.jsonl', 'b');
const headline = [
  { name: 'items', value: 500 },
  { name: 'HARMONY', value: 0.992561319 },
  { name: 'log-likelihood', value: null },
];
const claim: Claim = { engine: 'e1', headline, digest: 'd1' };
const here: Computed = { engine: 'e1', sources: [a, b], headline, digest: 'd1' };
const said = (verdict: ReturnType<typeof judge>, of = claim) => {
  const { head, more } = reproductionSentence(verdict, of);
  return `${head} | ${more}`;
};

describe('numbers agree', () => {
  it.each([
    [1, 1, true],
    [0.5, 0.5 + 9e-7, true], // absolute below 1
    [0.5, 0.5 + 1.1e-6, false],
    [1e9, 1e9 + 900, true], // relative above 1
    [1e9, 1e9 + 1100, false],
    [-2, -2 - 1.9e-6, true],
    [0, 1e-7, true],
    [500, 501, false],
    [null, null, true],
    [null, 0, false],
    [0, null, false],
    [0, undefined, false],
    [Number.NaN, 0, false],
  ])('%s and %s: %s', (claimed, found, agrees) => {
    expect(agree(claimed, found)).toBe(agrees);
  });
});

describe('the data', () => {
  const kinds = (claimed: Source[], found: Source[]) =>
    changesOfData(claimed, found).changes.map((change) => change.kind);

  it('are the same under other names, wherever they come from', () => {
    expect(changesOfData([a, remote('https://x/b.jsonl', 'b')], [file('z', 'a'), file('y', 'b')])).toEqual({
      changes: [],
      unhashed: [],
    });
    expect(kinds([{ kind: 'example' }], [{ kind: 'example' }])).toEqual([]);
  });

  it.each([
    ['other content under the same name', [a, b], [a, file('b.jsonl', 'c')], ['content']],
    ['the same name in another folder', [file('run/a.jsonl', 'a')], [file('a.jsonl', 'c')], ['content']],
    ['one that is not there', [a, b], [a], ['missing']],
    ['one more', [a], [a, b], ['added']],
    ['another one', [a], [file('z.jsonl', 'c')], ['missing', 'added']],
    ['the example in the place of a file', [a], [{ kind: 'example' }], ['missing', 'added']],
    ['read in another way', [a], [file('a.jsonl', 'a', { model: 'm' })], ['read']],
    ['another order', [a, b], [b, a], ['order']],
    ['twice the same, once here', [a, a], [a], ['missing']],
  ] as [string, Source[], Source[], string[]][])('%s', (_, claimed, found, expected) => {
    expect(kinds(claimed, found)).toEqual(expected);
  });

  it('without a hash in the link cannot be compared', () => {
    const bare = file('a.jsonl', '');
    expect(changesOfData([bare, b], [a, b])).toEqual({ changes: [], unhashed: [bare] });
  });

  it('prefers the same content to the same name', () => {
    // Two files that changed their names with each other are nothing but two files.
    expect(kinds([a, b], [file('b.jsonl', 'a'), file('a.jsonl', 'b')])).toEqual([]);
  });
});

describe('the verdict', () => {
  it('same data, same engine, same digest', () => {
    expect(said(judge(claim, [a, b], here))).toBe(
      'Reproduced: same data, same engine, identical to the last bit | ',
    );
  });

  it('same digest, another engine', () => {
    const verdict = judge(claim, [a, b], { ...here, engine: 'e2' });
    expect(said(verdict)).toBe('Reproduced: same data, another engine version, identical to the last bit | ');
  });

  it('another digest, numbers within a millionth', () => {
    const near = headline.map((one) => ({
      ...one,
      value: one.value === null ? null : one.value * (1 + 5e-7),
    }));
    const other = { ...here, digest: 'd2', headline: near };
    expect(said(judge(claim, [a, b], { ...other, engine: 'e2' }))).toContain(
      'Reproduced within 1e-6 (another engine version)',
    );
    expect(said(judge(claim, [a, b], other))).toContain('the same engine, but not to the last bit');
  });

  it('a number beyond that, one that does not exist any more, one that is not shown', () => {
    const found = [
      { name: 'items', value: 501 },
      { name: 'HARMONY', value: null },
    ];
    const verdict = judge(claim, [a, b], { ...here, digest: 'd2', headline: found, engine: 'e2' });
    expect(verdict.kind).toBe('different');
    expect(verdict.numbers.filter((one) => !one.agrees)).toHaveLength(3);
    expect(said(verdict)).toContain(
      'Not reproduced: these numbers differ | They were computed by another engine',
    );
    expect(verdict.numbers[2]).toEqual({
      name: 'log-likelihood',
      claimed: null,
      here: undefined,
      agrees: false,
    });
  });

  it('without numbers only the digest counts', () => {
    const bare = { ...claim, headline: [] };
    expect(judge(bare, [a, b], here).kind).toBe('identical');
    const verdict = judge(bare, [a, b], { ...here, digest: 'd2' });
    expect(said(verdict, bare)).toContain(
      'Not reproduced: the results differ | The link names no single number',
    );
  });

  it('changed data are named first, and then whether the numbers differ nevertheless', () => {
    const changed = { ...here, sources: [a, file('b.jsonl', 'c')] };
    expect(said(judge(claim, [a, b], changed))).toBe(
      'The data have changed: b.jsonl is not the same any more | The results are nevertheless identical to the last bit.',
    );
    expect(said(judge(claim, [a, b], { ...changed, digest: 'd2' }))).toContain(
      'nevertheless agree within 1e-6',
    );
    const other = { ...changed, digest: 'd2', headline: [{ name: 'items', value: 1 }, ...headline.slice(1)] };
    expect(said(judge(claim, [a, b], other))).toContain('1 of its numbers differs:');
  });

  it('another order of files with the same results is no change', () => {
    expect(judge(claim, [a, b], { ...here, sources: [b, a] }).kind).toBe('identical');
    expect(judge(claim, [a, b], { ...here, sources: [b, a], digest: 'd2' }).kind).toBe('data changed');
  });

  it('does not say "same data" where the link has no hash', () => {
    const text = said(judge(claim, [file('a.jsonl', ''), b], here));
    expect(text).toContain('Reproduced: same engine, identical to the last bit');
    expect(text).toContain('cannot be checked: the link has no hash of a.jsonl');
  });

  it('can be copied with everything that it rests on', () => {
    const verdict = judge(claim, [a, b], { ...here, engine: 'e2', digest: 'd2' });
    const text = reproductionDetails('Head', claim, { ...here, verdict, engine: 'e2', digest: 'd2' }, [a, b]);
    for (const part of [
      'e1',
      'e2',
      'd1',
      'd2',
      'a'.repeat(64),
      'items: 500, 500',
      'log-likelihood: none, none',
    ]) {
      expect(text).toContain(part);
    }
  });
});
