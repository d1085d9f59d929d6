// How numbers are written on the page: percentages with one decimal, HARMONY without its leading zero,
// p-values as journals print them. A number that does not exist is written as a dash, never as 0.

import type { Interval } from '../engine/results.ts';
import { asName } from './names.ts';

export const MISSING = '–';
const MINUS = '−';

const exists = (value: number | null | undefined): value is number =>
  value !== null && value !== undefined && Number.isFinite(value);

/** Fixed decimals with a true minus sign; "-0.0" is written "0.0". */
export function fixed(value: number | null | undefined, decimals: number): string {
  if (!exists(value)) return MISSING;
  const text = Math.abs(value).toFixed(decimals);
  return value < 0 && Number(text) !== 0 ? MINUS + text : text;
}

/** .8692 -> "86.9%" */
export function percent(share: number | null | undefined, decimals = 1): string {
  return exists(share) ? `${fixed(share * 100, decimals)}%` : MISSING;
}

/** "84.8–88.8", the unit stands with the value before it. "" when there is no interval. */
export function percentRange(interval: Interval | null | undefined): string {
  if (!interval || !exists(interval.low) || !exists(interval.high)) return '';
  return `${fixed(interval.low * 100, 1)}–${fixed(interval.high * 100, 1)}`;
}

/** "+4.1" or "−12.0": percentage points from the mean. */
export function signedPoints(share: number | null | undefined, decimals = 1): string {
  if (!exists(share)) return MISSING;
  const text = fixed(share * 100, decimals);
  return share > 0 && Number(text) !== 0 ? `+${text}` : text;
}

/** A quantity between 0 and 1 in two decimals: .41, 1.00, .00. */
export function unit(value: number | null | undefined, decimals = 2): string {
  if (!exists(value)) return MISSING;
  return fixed(value, decimals).replace(/^(−?)0\./, '$1.');
}

/** ".33–.52", "−.10 to .21" (a dash beside a minus would be misread), or "" */
export function unitRange(range: { low: number; high: number } | null | undefined, decimals = 2): string {
  if (!range || !exists(range.low) || !exists(range.high)) return '';
  const low = unit(range.low, decimals);
  return `${low}${low.startsWith(MINUS) ? ' to ' : '–'}${unit(range.high, decimals)}`;
}

/** "p = .002", "p = .21", "p < .001" */
export function pValue(p: number | null | undefined): string {
  if (!exists(p)) return `p ${MISSING}`;
  if (p < 0.001) return 'p < .001';
  return `p = ${unit(p, p < 0.0995 ? 3 : 2)}`;
}

/** "1,063" */
export function count(n: number | null | undefined): string {
  return exists(n) ? n.toLocaleString('en-US', { maximumFractionDigits: 0 }) : MISSING;
}

/** "1 item", "1,063 items" */
export function counted(n: number, singular: string, plural = `${singular}s`): string {
  return `${count(n)} ${n === 1 ? singular : plural}`;
}

/** A value with what stands in brackets after it; empty parts are left out. */
export function withBrackets(value: string, ...inside: string[]): string {
  const parts = inside.filter((part) => part !== '');
  return parts.length > 0 ? `${value} (${parts.join('; ')})` : value;
}

/** "a", "a and b", "a, b and c"; with most = 3 "a, b and 2 more" instead of four names. */
export function listed(
  names: readonly string[],
  conjunction = 'and',
  most: number = Number.POSITIVE_INFINITY,
): string {
  const first = names.slice(0, names.length > most ? most - 1 : names.length).map(asName);
  if (names.length > most) return `${first.join(', ')} and ${count(names.length - most + 1)} more`;
  if (first.length < 2) return first[0] ?? '';
  return `${first.slice(0, -1).join(', ')} ${conjunction} ${first[first.length - 1]}`;
}

/** 512 -> "512 B", 1536 -> "1.5 kB"; powers of 1,000 as file managers show them. */
export function fileSize(bytes: number | null | undefined): string {
  if (!exists(bytes)) return MISSING;
  if (bytes < 1000) return `${count(bytes)} B`;
  const units = ['kB', 'MB', 'GB', 'TB'];
  let value = bytes / 1000;
  let step = 0;
  while (value >= 999.5 && step < units.length - 1) {
    value /= 1000;
    step += 1;
  }
  return `${fixed(value, value < 9.95 ? 1 : 0)} ${units[step]}`;
}

/** The 95% interval of an estimate with a normal error: "0.91–1.52", or "" where there is no error. */
export function errorRange(
  value: number | null | undefined,
  error: number | null | undefined,
  decimals = 2,
): string {
  if (!exists(value) || !exists(error)) return '';
  const low = fixed(value - 1.96 * error, decimals);
  const high = fixed(value + 1.96 * error, decimals);
  return value - 1.96 * error < 0 ? `${low} to ${high}` : `${low}–${high}`;
}

/** "1.23 (0.91–1.52)" */
export function withError(
  value: number | null | undefined,
  error: number | null | undefined,
  decimals = 2,
): string {
  return withBrackets(fixed(value, decimals), errorRange(value, error, decimals));
}
