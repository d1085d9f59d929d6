// What stands after "#": it must survive a round trip, whatever the names of benchmarks and models are.
import { describe, expect, it } from 'vitest';
import { type Claim, rounded } from '../../web/src/reproduce/claim.ts';
import type { Source } from '../../web/src/reproduce/source.ts';
import {
  type Address,
  emptyAddress,
  parseAddress,
  printAddress,
  viewNames,
  withoutDefaults,
} from '../../web/src/state/address.ts';
import type { ChosenFitParameters, ChosenParameters } from '../../web/src/state/parameters.ts';

/** mulberry32: the cases are the same at every run. */
function random(seed: number) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

const letters = [...'abcZ09 &=+#%?/:,;\'"<>[]{}|\\^`~-_.@$!*()äß漢🙂\n\t\u0000'];

function someSources(next: () => number, text: () => string): Source[] {
  const hash = () => Array.from({ length: 64 }, () => Math.floor(next() * 16).toString(16)).join('');
  const known = () => (next() < 0.7 ? hash() : '');
  const options = () => (next() < 0.5 ? { [`o${text()}`]: text(), scale: '1..10' } : {});
  return Array.from({ length: Math.floor(next() * 4) }, (): Source => {
    const which = next();
    if (which < 0.2) return { kind: 'example' };
    const member = next() < 0.5 ? { member: `m${text()}` } : {};
    if (which < 0.5) {
      return {
        kind: 'address',
        address: `https://x/${text()}`,
        ...member,
        sha256: known(),
        options: options(),
      };
    }
    if (which < 0.8) {
      const bytes = Math.floor(next() * 1e12);
      return { kind: 'file', path: `f${text()}`, ...member, bytes, sha256: known(), options: options() };
    }
    return { kind: 'inline', path: `d${text()}`, packed: 'aB-_9', sha256: known(), options: options() };
  });
}

function someClaim(next: () => number, text: () => string): Claim {
  const digest = 'a1'.repeat(32);
  const value = () => (next() < 0.2 ? null : rounded((next() - 0.5) * 10 ** Math.floor(next() * 20 - 10)));
  const headline = Array.from({ length: Math.floor(next() * 4) }, () => ({ name: text(), value: value() }));
  return { engine: `0.1.0-${text()}`, headline, digest };
}

function someAddress(next: () => number): Address {
  const pick = <T>(all: readonly T[]): T => all[Math.floor(next() * all.length)] as T;
  const text = () => Array.from({ length: Math.floor(next() * 12) }, () => pick(letters)).join('');
  const maybe = <T>(make: () => T): T | undefined => (next() < 0.5 ? make() : undefined);
  const all = {
    partition: maybe(() => pick(['similarity', 'responses', `attribute:${text()}`])),
    choices: maybe(() => `p${text()}`),
    orderFree: maybe(() => true),
    tau: maybe(() => next() * 10 + 1e-9),
    bandwidth: maybe(() => next()),
    subdomains: maybe(() => 1 + Math.floor(next() * 20)),
    largestK: maybe(() => 2 + Math.floor(next() * 10)),
    silhouette: maybe(() => 'divergence' as const),
    floor: maybe(() => next() * 1e-7),
    seed: maybe(() => 2 + Math.floor(next() * 1e15)),
    starts: maybe(() => 11 + Math.floor(next() * 90)),
    nullDraws: maybe(() => Math.floor(next() * 900)),
    bootstrap: maybe(() => 'reclustered' as const),
    bootstrapDraws: maybe(() => 100 + Math.floor(next() * 800)),
  };
  const parameters = Object.fromEntries(
    Object.entries(all).filter(([, value]) => value !== undefined),
  ) as ChosenParameters;
  const fitted = {
    benchmarks: maybe(() => [`b${text()}`, `${text()},%2C`]),
    estimator: maybe(() => 'marginal' as const),
    itemModel: maybe(() => '1PL' as const),
    dimensions: maybe(() => 1 + Math.floor(next() * 6)),
    guessing: maybe(() => true),
    grouping: maybe(() => pick(['benchmark', `attribute:${text()}`])),
    rotation: maybe(() => 'varimax' as const),
    kaiser: maybe(() => true),
    countOnce: maybe(() => true),
    seed: maybe(() => 2 + Math.floor(next() * 1e15)),
  };
  const fit = Object.fromEntries(
    Object.entries(fitted).filter(([, value]) => value !== undefined),
  ) as ChosenFitParameters;
  const other = Array.from({ length: Math.floor(next() * 3) }, (_, index): [string, string] => [
    `x${index}${text()}`,
    text(),
  ]);
  return {
    view: pick(viewNames),
    benchmark: text(),
    model: text(),
    parameters,
    fit,
    sources: someSources(next, text),
    claim: next() < 0.3 ? someClaim(next, text) : null,
    other,
  };
}

describe('address', () => {
  it('is parsed back to what was printed', () => {
    const next = random(20260731);
    for (let round = 0; round < 2000; round += 1) {
      const state = someAddress(next);
      const printed = printAddress(state);
      expect(parseAddress(printed)).toEqual(state);
      // And as a browser gives it back, with its own escapes.
      expect(parseAddress(new URL(`http://x/${printed}`).hash)).toEqual(state);
    }
  });

  it('is empty for the defaults and legible otherwise', () => {
    expect(printAddress({ ...emptyAddress })).toBe('');
    const state: Address = {
      ...emptyAddress,
      view: 'benchmark',
      benchmark: 'mmlu/abstract algebra',
      model: 'meta-llama/Llama-3.1-8B',
      parameters: { bandwidth: 0.2, partition: 'attribute:subject' },
    };
    expect(printAddress(state)).toBe(
      '#view=benchmark&benchmark=mmlu/abstract+algebra&model=meta-llama/Llama-3.1-8B&partition=attribute:subject&b=0.2',
    );
  });

  it('keeps what it does not know, in its order', () => {
    const hash = '#view=overview&theta=3&sel=12,44&theta=4';
    const state = parseAddress(hash);
    expect(state.other).toEqual([
      ['theta', '3'],
      ['sel', '12,44'],
      ['theta', '4'],
    ]);
    expect(printAddress(state)).toBe(hash);
  });

  it.each([
    ['#view=galaxy', ['view', 'galaxy']],
    ['#tau=abc', ['tau', 'abc']],
    ['#tau=NaN', ['tau', 'NaN']],
    ['#tau=-1', ['tau', '-1']],
    ['#k=2.5', ['k', '2.5']],
    ['#order-free=maybe', ['order-free', 'maybe']],
    ['#src=', ['src', '']],
    ['#sha256=abc', ['sha256', 'abc']],
    ['#digest=abc', ['digest', 'abc']],
    ['#engine=0.1.0-abc', ['engine', '0.1.0-abc']],
    ['#results=accuracy:high', ['results', 'accuracy:high']],
    ['#v=99', ['v', '99']],
  ])('does not take %s for a value', (hash, pair) => {
    const state = parseAddress(hash);
    expect(state.other).toEqual([pair]);
    expect({ ...state, other: [] }).toEqual({
      ...emptyAddress,
      parameters: {},
      fit: {},
      sources: [],
      other: [],
    });
  });

  it('survives a lone percent sign and a lone surrogate', () => {
    expect(parseAddress('#model=100%').model).toBe('100%');
    expect(parseAddress(printAddress({ ...emptyAddress, model: 'a\ud800b' })).model).toBe('a\ufffdb');
  });

  it('leaves out parameters that say the default, but not the partition', () => {
    expect(withoutDefaults({ tau: 1, bandwidth: 0.1, subdomains: 4, partition: 'similarity' })).toEqual({
      subdomains: 4,
      partition: 'similarity',
    });
  });
});
