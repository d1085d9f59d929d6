// Numbers as people read them, beside those of verdict/numbers.ts (percent, unit, pValue, count, counted).
// The same everywhere: no locale of the machine, no NaN on the page.
import type { Interval } from '../engine/results.ts';
import { count, fixed, MISSING, percent, unit } from '../verdict/numbers.ts';

/** .8692 -> "86.9%" */
export const formatPercent = percent;

/** 1234.5678 -> "1,234.57"; bare: ".59" as in tables of coefficients between -1 and 1. */
export function formatNumber(
  value: number | null | undefined,
  digits = 2,
  style: 'full' | 'bare' = 'full',
): string {
  if (style === 'bare') return unit(value, digits);
  const text = fixed(value, digits);
  return text === MISSING ? text : text.replace(/\B(?=(\d{3})+(?!\d))(?<!\.\d*)/g, ',');
}

/** {low: .69, high: .733} -> "69.0–73.3" (percent, without the sign), ".69–.73" (bare) or "0.69–0.73". */
export function formatInterval(
  interval: Interval | null | undefined,
  style: 'percent' | 'bare' | 'full' = 'percent',
  digits = style === 'percent' ? 1 : 2,
): string {
  if (!interval || !Number.isFinite(interval.low) || !Number.isFinite(interval.high)) return MISSING;
  const one = (value: number) =>
    style === 'percent' ? fixed(value * 100, digits) : formatNumber(value, digits, style);
  // An en dash beside a minus sign cannot be read.
  const joint = interval.low < 0 || interval.high < 0 ? ' to ' : '–';
  return `${one(interval.low)}${joint}${one(interval.high)}`;
}

/** 512 -> "512 B", 1536 -> "1.5 kB"; powers of 1,000 as file managers show them. */
export function formatBytes(bytes: number | null | undefined): string {
  if (bytes === null || bytes === undefined || !Number.isFinite(bytes)) return MISSING;
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

/** ["a", "b", "c", "d"] with most = 3 -> "a, b and 2 more" */
export function formatList(words: readonly string[], most = 5): string {
  if (words.length > most)
    return `${words.slice(0, most - 1).join(', ')} and ${count(words.length - most + 1)} more`;
  if (words.length < 2) return words.join('');
  return `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;
}
