import { describe, expect, it } from 'vitest';
import {
  count,
  counted,
  fileSize,
  fixed,
  listed,
  percent,
  percentRange,
  pValue,
  signedPoints,
  unit,
  unitRange,
} from '../../../web/src/verdict/numbers.ts';

describe('numbers in sentences', () => {
  it('writes percentages with one decimal', () => {
    expect(percent(0.8692)).toBe('86.9%');
    expect(percent(1)).toBe('100.0%');
    expect(percent(0)).toBe('0.0%');
  });
  it('writes HARMONY in two decimals without its leading zero', () => {
    expect(unit(0.41)).toBe('.41');
    expect(unit(0.595)).toMatch(/^\.(59|60)$/);
    expect(unit(1)).toBe('1.00');
    expect(unit(0)).toBe('.00');
    expect(unit(-0.03)).toBe('−.03');
  });
  it('writes p-values as journals do', () => {
    expect(pValue(0.002)).toBe('p = .002');
    expect(pValue(0.001)).toBe('p = .001');
    expect(pValue(0.0004)).toBe('p < .001');
    expect(pValue(0.0996)).toBe('p = .10');
    expect(pValue(0.21)).toBe('p = .21');
    expect(pValue(1)).toBe('p = 1.00');
  });
  it('never writes a number that does not exist', () => {
    for (const write of [percent, unit, signedPoints, count]) {
      expect(write(null)).toBe('–');
      expect(write(Number.NaN)).toBe('–');
      expect(write(Number.POSITIVE_INFINITY)).toBe('–');
    }
    expect(percentRange(null)).toBe('');
    expect(unitRange(null)).toBe('');
    expect(pValue(null)).toBe('p –');
  });
  it('writes ranges, signs and counts', () => {
    expect(percentRange({ low: 0.848, high: 0.888 })).toBe('84.8–88.8');
    expect(unitRange({ low: 0.33, high: 0.52 })).toBe('.33–.52');
    expect(unitRange({ low: -0.1, high: 0.21 })).toBe('−.10 to .21');
    expect(signedPoints(0.041)).toBe('+4.1');
    expect(signedPoints(-0.12)).toBe('−12.0');
    expect(signedPoints(-0.0001)).toBe('0.0');
    expect(fixed(-0.001, 1)).toBe('0.0');
    expect(count(1063)).toBe('1,063');
    expect(counted(1, 'item')).toBe('1 item');
    expect(counted(2, 'item')).toBe('2 items');
    expect(listed(['a', 'b', 'c'])).toBe('a, b and c');
    expect(listed(['a'])).toBe('a');
    expect(listed([])).toBe('');
    expect(listed(['a', 'b'], 'or')).toBe('a or b');
    expect(listed(['a', 'b', 'c', 'd'], 'and', 3)).toBe('a, b and 2 more');
    expect(listed(['a', 'b', 'c'], 'and', 3)).toBe('a, b and c');
  });
  it('writes sizes of files', () => {
    expect(fileSize(0)).toBe('0 B');
    expect(fileSize(999)).toBe('999 B');
    expect(fileSize(1000)).toBe('1.0 kB');
    expect(fileSize(9949)).toBe('9.9 kB');
    expect(fileSize(9951)).toBe('10 kB');
    expect(fileSize(999_499)).toBe('999 kB');
    expect(fileSize(999_500)).toBe('1.0 MB');
    expect(fileSize(524_288_000)).toBe('524 MB');
    expect(fileSize(3_850_000_000)).toBe('3.9 GB');
    expect(fileSize(Number.NaN)).toBe('–');
  });
});
