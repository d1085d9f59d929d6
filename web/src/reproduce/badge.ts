// HARMONY as a badge for a README: SVG text, in the manner of build badges.
import { count, unit } from '../verdict/numbers.ts';
import { textWidth } from './text_width.ts';

export interface BadgeNumbers {
  harmony: number;
  /** 95% bootstrap interval; null = none was asked for. */
  interval: { low: number; high: number } | null;
  items: number;
  benchmark: string;
  model: string;
}

const HEIGHT = 20;
const PAD = 7;
const SIZE = 11;
const FONT = "Verdana, 'DejaVu Sans', Geneva, sans-serif";
/** Verdana is wider than the letters that are measured; the words are set to the width that is reserved. */
const WIDER = 1.14;
const LEFT = '#2b2f36'; // white on it: 13:1
const RIGHT = '#0a5a8c'; // white on it: 7:1

/** "0.87 ± 0.03, N = 1,267": half the interval stands behind the sign, since the interval itself is not symmetric. */
export function badgeWords({ harmony, interval, items }: BadgeNumbers): string {
  // On a badge, away from the page, the zero before the point stands.
  const written = (value: number) => unit(value).replace(/^\./, '0.');
  const half = interval ? ` ± ${written((interval.high - interval.low) / 2)}` : '';
  return `${written(harmony)}${half}, N = ${count(items)}`;
}

export function badgeSvg(numbers: BadgeNumbers): string {
  const value = badgeWords(numbers);
  const { interval, benchmark, model } = numbers;
  const title =
    `HARMONY ${value}: ${model} on ${benchmark}. ` +
    (interval
      ? `± is half the width of the 95% bootstrap interval, ${unit(interval.low)} to ${unit(interval.high)}; N is the number of items.`
      : 'N is the number of items.');
  const width = (words: string) => Math.ceil(textWidth(words, SIZE) * WIDER);
  const [label, result] = [width('HARMONY'), width(value)];
  const [left, right] = [label + 2 * PAD, result + 2 * PAD];
  const words = (text: string, x: number, length: number) =>
    `<text x="${x}" y="14" textLength="${length}" lengthAdjust="spacingAndGlyphs">${escaped(text)}</text>`;
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${left + right}" height="${HEIGHT}" viewBox="0 0 ${left + right} ${HEIGHT}" role="img" aria-labelledby="harmony-badge">` +
    `<title id="harmony-badge">${escaped(title)}</title>` +
    `<path d="M3 0H${left}V${HEIGHT}H3A3 3 0 0 1 0 ${HEIGHT - 3}V3A3 3 0 0 1 3 0Z" fill="${LEFT}"/>` +
    `<path d="M${left} 0H${left + right - 3}A3 3 0 0 1 ${left + right} 3V${HEIGHT - 3}A3 3 0 0 1 ${left + right - 3} ${HEIGHT}H${left}Z" fill="${RIGHT}"/>` +
    `<g fill="#ffffff" font-family="${FONT}" font-size="${SIZE}">${words('HARMONY', PAD, label)}${words(value, left + PAD, result)}</g>` +
    '</svg>\n'
  );
}

function escaped(text: string): string {
  return (
    text
      // biome-ignore lint/suspicious/noControlCharactersInRegex: XML has no way to write them
      .replace(/[\u0000-\u001f\ufffe\uffff]/g, ' ')
      .replaceAll('&', '&amp;')
      .replaceAll('<', '&lt;')
      .replaceAll('>', '&gt;')
  );
}
