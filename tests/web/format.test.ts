// Numbers as they are written beside those of verdict/numbers.ts. Expected texts are written by hand.
import { describe, expect, it } from 'vitest';
import {
  formatBytes,
  formatInterval,
  formatList,
  formatNumber,
  formatPercent,
} from '../../web/src/components/format.ts';

describe('format', () => {
  it('writes numbers with groups, a true minus, and a dash for what does not exist', () => {
    expect(formatNumber(1234567.891)).toBe('1,234,567.89');
    expect(formatNumber(0.12345678, 6)).toBe('0.123457');
    expect(formatNumber(12345.678901, 6)).toBe('12,345.678901');
    expect(formatNumber(-0.5)).toBe('−0.50');
    expect(formatNumber(-0.001)).toBe('0.00');
    expect(formatNumber(0.595, 2, 'bare')).toBe('.59'); // .595 is stored as .59499...
    expect(formatNumber(1, 2, 'bare')).toBe('1.00');
    for (const missing of [null, undefined, Number.NaN, Number.POSITIVE_INFINITY]) {
      expect(formatNumber(missing)).toBe('–');
      expect(formatPercent(missing)).toBe('–');
    }
  });

  it('writes intervals in one unit', () => {
    expect(formatInterval({ low: 0.69, high: 0.733 })).toBe('69.0–73.3');
    expect(formatInterval({ low: 0.33, high: 0.52 }, 'bare')).toBe('.33–.52');
    expect(formatInterval({ low: -0.2, high: 0.4 }, 'full')).toBe('−0.20 to 0.40');
    expect(formatInterval(null)).toBe('–');
    expect(formatInterval({ low: Number.NaN, high: 1 })).toBe('–');
  });

  it('writes sizes of files', () => {
    expect(formatBytes(0)).toBe('0 B');
    expect(formatBytes(999)).toBe('999 B');
    expect(formatBytes(1000)).toBe('1.0 kB');
    expect(formatBytes(9949)).toBe('9.9 kB');
    expect(formatBytes(9951)).toBe('10 kB');
    expect(formatBytes(999_499)).toBe('999 kB');
    expect(formatBytes(999_500)).toBe('1.0 MB');
    expect(formatBytes(524_288_000)).toBe('524 MB');
    expect(formatBytes(3_850_000_000)).toBe('3.9 GB');
  });

  it('lists words', () => {
    expect(formatList([])).toBe('');
    expect(formatList(['a'])).toBe('a');
    expect(formatList(['a', 'b', 'c'])).toBe('a, b and c');
    expect(formatList(['a', 'b', 'c', 'd'], 3)).toBe('a, b and 2 more');
  });
});
