// Names beside the points of a scatter plot: each where it covers nothing, or not at all.

import type { Frame } from './marks.ts';

export interface NamedPoint {
  x: number; // of its middle, in pixels
  y: number;
  r: number;
  name: string;
}

export interface PlacedLabel {
  index: number;
  x: number;
  y: number;
  align: 'left' | 'right' | 'center';
}

interface Box {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

const LETTER = 6.6; // mean width at 12 px
const HALF_LINE = 7;
const GAP = 4;

const meet = (a: Box, b: Box) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

/** In the order of the points: earlier ones choose first. `taken`: places where other words stand. */
export function placeLabels(
  points: readonly NamedPoint[],
  frame: Pick<Frame, 'left' | 'top' | 'width' | 'height'>,
  taken: readonly Box[] = [],
): PlacedLabel[] {
  const discs = points.map(({ x, y, r }): Box => ({ left: x - r, right: x + r, top: y - r, bottom: y + r }));
  const words: Box[] = [...taken];
  const placed: PlacedLabel[] = [];
  for (const [index, { x, y, r, name }] of points.entries()) {
    const width = name.length * LETTER;
    // Beside and above first: bars of uncertainty run through what is level with the point.
    const above = y - r / 2 - HALF_LINE;
    const below = y + r / 2 + HALF_LINE;
    const places: PlacedLabel[] = [
      { index, x: x + r + GAP / 2, y: above, align: 'left' },
      { index, x: x - r - GAP / 2, y: above, align: 'right' },
      { index, x: x + r + GAP / 2, y: below, align: 'left' },
      { index, x: x - r - GAP / 2, y: below, align: 'right' },
      { index, x: x + r + GAP, y, align: 'left' },
      { index, x: x - r - GAP, y, align: 'right' },
      { index, x, y: y - r - HALF_LINE - 1, align: 'center' },
      { index, x, y: y + r + HALF_LINE + 1, align: 'center' },
    ];
    for (const place of places) {
      const left =
        place.align === 'left' ? place.x : place.align === 'right' ? place.x - width : place.x - width / 2;
      const box = { left, right: left + width, top: place.y - HALF_LINE, bottom: place.y + HALF_LINE };
      const inside =
        box.left >= frame.left &&
        box.right <= frame.left + frame.width &&
        box.top >= frame.top &&
        box.bottom <= frame.top + frame.height;
      if (!inside || words.some((other) => meet(box, other))) continue;
      if (discs.some((disc, other) => other !== index && meet(box, disc))) continue;
      words.push(box);
      placed.push(place);
      break;
    }
  }
  return placed;
}

/** The nearest of some places in shares of the two scales, or -1 when none is near. */
export function nearest(
  places: readonly { x: number; y: number }[],
  x: number,
  y: number,
  reach = 0.05,
): number {
  let found = -1;
  let best = reach ** 2;
  for (const [index, place] of places.entries()) {
    const distance = (place.x - x) ** 2 + (place.y - y) ** 2;
    if (distance < best) {
      best = distance;
      found = index;
    }
  }
  return found;
}

/** 1, 2 or 5 times a power of ten: at most `most` of them make up `range`. */
export function roundStep(range: number, most: number): number {
  const least = range / most;
  const power = 10 ** Math.floor(Math.log10(least));
  return ([1, 2, 5].find((step) => step * power >= least * (1 - 1e-9)) ?? 10) * power;
}
