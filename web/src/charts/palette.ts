// One colour and one shape per subdomain, the same in every view; and the ramps of the heat maps.

import type { ChartTheme } from './theme.ts';

/** Shapes in a box of 16 units: a second cue beside colour. After eight, small grey dots. */
export const shapes = [
  'M8 1a7 7 0 1 0 0 14a7 7 0 1 0 0-14Z', // circle
  'M2 2H14V14H2Z', // square
  'M8 1L15.5 14.5H0.5Z', // triangle
  'M8 0.5L15.5 8L8 15.5L0.5 8Z', // diamond
  'M0.5 1.5H15.5L8 15Z', // triangle, pointing down
  'M5.5 1H10.5V5.5H15V10.5H10.5V15H5.5V10.5H1V5.5H5.5Z', // cross
  'M4 1.5H12L15.5 8L12 14.5H4L0.5 8Z', // hexagon
  'M8 0.5L10.2 5.9L16 6.2L11.5 9.9L13 15.5L8 12.3L3 15.5L4.5 9.9L0 6.2L5.8 5.9Z', // star
] as const;

/** Smaller than the other shapes, wherever it is drawn. */
export const DOT = 'M8 4a4 4 0 1 0 0 8a4 4 0 1 0 0-8Z';
const GREY_STEPS = 4;

export function subdomainShape(index: number): string {
  return shapes[index] ?? DOT;
}

/** Okabe-Ito for the first eight, then steps of grey that repeat. */
export function subdomainColour(index: number, theme: ChartTheme): string {
  const category = theme.categories[index];
  if (category !== undefined) return category;
  const step = (index - theme.categories.length) % GREY_STEPS;
  return mix(theme.reference, theme.axis, step / (GREY_STEPS - 1));
}

type Rgb = [number, number, number];

/** "#0a5a8c" or "rgb(10, 90, 140)" */
export function parseColour(text: string): Rgb {
  const hex = /^#([0-9a-f]{6})$/i.exec(text.trim())?.[1];
  if (hex) return [0, 2, 4].map((at) => Number.parseInt(hex.slice(at, at + 2), 16)) as Rgb;
  const short = /^#([0-9a-f]{3})$/i.exec(text.trim())?.[1];
  if (short) return [...short].map((digit) => Number.parseInt(digit + digit, 16)) as Rgb;
  const numbers = text.match(/[\d.]+/g)?.map(Number) ?? [];
  return [numbers[0] ?? 0, numbers[1] ?? 0, numbers[2] ?? 0];
}

export function mix(from: string, to: string, share: number): string {
  const a = parseColour(from);
  const b = parseColour(to);
  const t = Math.max(0, Math.min(1, share));
  return `#${a
    .map((value, n) =>
      Math.round(value + ((b[n] ?? 0) - value) * t)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`;
}

/** One hue, light to dark; share in 0..1. */
export function sequenceColour(share: number, theme: ChartTheme): string {
  return mix(theme.sequenceLow, theme.sequenceHigh, share);
}

/** Blue to orange through white; share in -1..1. */
export function deviationColour(share: number, theme: ChartTheme): string {
  return share < 0
    ? mix(theme.deviationMid, theme.deviationLow, -share)
    : mix(theme.deviationMid, theme.deviationHigh, share);
}

/** The ink that can be read on a fill: relative luminance as in WCAG 2. */
export function inkOn(fill: string, theme: ChartTheme): string {
  const light = luminance(fill);
  const contrast = (ink: string) => {
    const other = luminance(ink);
    return (Math.max(light, other) + 0.05) / (Math.min(light, other) + 0.05);
  };
  return contrast(theme.ink) >= contrast(theme.paper) ? theme.ink : theme.paper;
}

export function luminance(colour: string): number {
  const [r, g, b] = parseColour(colour).map((value) => {
    const share = value / 255;
    return share <= 0.03928 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  }) as Rgb;
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}
