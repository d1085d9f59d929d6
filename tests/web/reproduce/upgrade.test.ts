// @vitest-environment node
// Links of every released version keep opening: one fixture each. A new version adds a fixture, and changes none.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { ADDRESS_VERSION, upgraded, versionOf } from '../../../web/src/reproduce/upgrade.ts';
import { type Address, emptyAddress, parseAddress, printAddress } from '../../../web/src/state/address.ts';

const folder = fileURLToPath(new URL('../../fixtures/links', import.meta.url));
const fixture = (version: number) => readFileSync(join(folder, `version_${version}.txt`), 'utf8');

/** What each of them says, written down when its version was the current one. */
const meanings: Record<number, Address> = {
  0: {
    ...emptyAddress,
    view: 'benchmark',
    model: 'uneven-large',
    parameters: { bandwidth: 0.2, seed: 7 },
    sources: [{ kind: 'example' }],
  },
  1: {
    ...emptyAddress,
    view: 'benchmark',
    benchmark: 'mmlu/abstract algebra',
    model: 'meta-llama/Llama-3.1-8B',
    parameters: { partition: 'attribute:subject', bandwidth: 0.2 },
    sources: [
      {
        kind: 'address',
        address: 'data/a.csv',
        sha256: '1'.repeat(64),
        options: { model: 'toy:1b', scale: '1..10' },
      },
      { kind: 'file', path: 'run/b.jsonl', bytes: 1234, sha256: '2'.repeat(64), options: {} },
      {
        kind: 'inline',
        path: 'c.csv',
        packed: 'y83PSUnNS9fJLEnN1SlOzi9KBQA',
        sha256: '3'.repeat(64),
        options: {},
      },
    ],
    claim: {
      engine: '0.1.0-9f2b5c8a2273',
      headline: [
        { name: 'items', value: 500 },
        { name: 'accuracy', value: 0.932 },
        { name: 'HARMONY', value: 0.992561319 },
        { name: 'log-likelihood', value: null },
      ],
      digest: '1dbde8b83ea9b047476792859717dd4b5dce93f286f65e8fc37dacae0c26ab10',
    },
    other: [['subdomain', '2']],
  },
};

describe('links of released versions', () => {
  it('have a fixture each', () => {
    const versions = Array.from({ length: ADDRESS_VERSION + 1 }, (_, version) => `version_${version}.txt`);
    expect(readdirSync(folder).sort()).toEqual(versions);
    expect(Object.keys(meanings).map(Number)).toEqual(versions.map((_, version) => version));
  });

  it.each(Object.keys(meanings).map(Number))('version %i says what it said', (version) => {
    expect(parseAddress(fixture(version))).toEqual(meanings[version]);
    // Written again, it is a link of this version that says the same.
    const again = printAddress(parseAddress(fixture(version)));
    expect(again).toMatch(new RegExp(`^#v=${ADDRESS_VERSION}&`));
    expect(parseAddress(again)).toEqual(meanings[version]);
  });

  it('of a later version are understood as far as they are the same, and keep their version', () => {
    const later = fixture(1).replace('v=1', 'v=9');
    const address = parseAddress(later);
    expect(address.sources).toEqual(meanings[1]?.sources);
    expect(address.other).toContainEqual(['v', '9']);
    expect(parseAddress(printAddress(address))).toEqual(address);
    expect(printAddress(address)).not.toContain('v=1');
  });

  it.each([
    [[], 0],
    [[['v', '1']], 1],
    [[['v', '12']], 12],
    [[['v', '0']], null],
    [[['v', 'new']], null],
    [[['v', '']], null],
  ] as [[string, string][], number | null][])('%j is of version %s', (pairs, version) => {
    expect(versionOf(pairs)).toBe(version);
    if (version === null) expect(upgraded(pairs)).toEqual(pairs);
  });
});
