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
  /** From the point to the name where the two are apart. */
  leader?: Segment;
}

/** A drawn line, in pixels. */
export interface Segment {
  x1: number;
  y1: number;
  x2: number;
  y2: number;
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
/** How far a name may go from its point, in pixels; nearer ones first. */
const REACHES = [18, 30, 42];

const meet = (a: Box, b: Box) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

/** Whether a line runs through a box: what is left of it within the box's four sides. */
function crosses({ x1, y1, x2, y2 }: Segment, box: Box): boolean {
  let from = 0;
  let to = 1;
  for (const [start, step, low, high] of [
    [x1, x2 - x1, box.left, box.right],
    [y1, y2 - y1, box.top, box.bottom],
  ] as const) {
    if (step === 0) {
      if (start <= low || start >= high) return false;
      continue;
    }
    const [a, b] = [(low - start) / step, (high - start) / step];
    from = Math.max(from, Math.min(a, b));
    to = Math.min(to, Math.max(a, b));
  }
  return from < to;
}

/** Whether two lines cross. */
function cut(a: Segment, b: Segment): boolean {
  const side = ({ x1, y1, x2, y2 }: Segment, x: number, y: number) =>
    Math.sign((x2 - x1) * (y - y1) - (y2 - y1) * (x - x1));
  return side(a, b.x1, b.y1) !== side(a, b.x2, b.y2) && side(b, a.x1, a.y1) !== side(b, a.x2, a.y2);
}

/**
 * In the order of the points: earlier ones choose first. Beside its point if it can be, else a little apart with a
 * line that leads to it.
 * @param lines what a name had better not lie on; where there is no other place it does
 */
export function placeLabels(
  points: readonly NamedPoint[],
  frame: Pick<Frame, 'left' | 'top' | 'width' | 'height'>,
  lines: readonly Segment[] = [],
): PlacedLabel[] {
  const discs = points.map(({ x, y, r }): Box => ({ left: x - r, right: x + r, top: y - r, bottom: y + r }));
  const words: Box[] = [];
  const leaders: Segment[] = [];
  const placed: PlacedLabel[] = [];
  for (const [index, point] of points.entries()) {
    const width = point.name.length * LETTER;
    const boxOf = (place: PlacedLabel): Box => {
      const left =
        place.align === 'left' ? place.x : place.align === 'right' ? place.x - width : place.x - width / 2;
      return { left, right: left + width, top: place.y - HALF_LINE, bottom: place.y + HALF_LINE };
    };
    const isFree = (place: PlacedLabel): boolean => {
      const box = boxOf(place);
      const inside =
        box.left >= frame.left &&
        box.right <= frame.left + frame.width &&
        box.top >= frame.top &&
        box.bottom <= frame.top + frame.height;
      if (!inside || words.some((other) => meet(box, other))) return false;
      if (discs.some((disc, other) => other !== index && meet(box, disc))) return false;
      if (leaders.some((leader) => crosses(leader, box))) return false;
      const { leader } = place;
      if (leader === undefined) return true;
      if (meet(box, discs[index] as Box) || words.some((other) => crosses(leader, other))) return false;
      if (leaders.some((other) => cut(leader, other))) return false;
      // Out of a heap every way leads over the others in it.
      const own = discs[index] as Box;
      return !discs.some((disc, other) => other !== index && !meet(own, disc) && crosses(leader, disc));
    };
    const isClear = (place: PlacedLabel) => !lines.some((line) => crosses(line, boxOf(place)));
    const beside = placesBeside(index, point).filter(isFree);
    const apart = placesApart(index, point).filter(isFree);
    const place = beside.find(isClear) ?? apart.find(isClear) ?? beside[0] ?? apart[0];
    if (place === undefined) continue;
    words.push(boxOf(place));
    if (place.leader) leaders.push(place.leader);
    placed.push(place);
  }
  return placed;
}

function placesBeside(index: number, { x, y, r }: NamedPoint): PlacedLabel[] {
  // Beside and above first: bars of uncertainty run through what is level with the point.
  const above = y - r / 2 - HALF_LINE;
  const below = y + r / 2 + HALF_LINE;
  return [
    { index, x: x + r + GAP / 2, y: above, align: 'left' },
    { index, x: x - r - GAP / 2, y: above, align: 'right' },
    { index, x: x + r + GAP / 2, y: below, align: 'left' },
    { index, x: x - r - GAP / 2, y: below, align: 'right' },
    { index, x: x + r + GAP, y, align: 'left' },
    { index, x: x - r - GAP, y, align: 'right' },
    { index, x, y: y - r - HALF_LINE - 1, align: 'center' },
    { index, x, y: y + r + HALF_LINE + 1, align: 'center' },
  ];
}

/** Ever farther above and below, to both sides. */
function placesApart(index: number, { x, y, r }: NamedPoint): PlacedLabel[] {
  return REACHES.flatMap((reach) =>
    [
      [reach, 0],
      [reach, -0.8 * reach],
      [reach, 0.8 * reach],
      [-reach, 0],
      [-reach, -0.8 * reach],
      [-reach, 0.8 * reach],
      [0.3 * reach, -reach],
      [0.3 * reach, reach],
    ].map(([right = 0, down = 0]): PlacedLabel => {
      const length = Math.hypot(right, down);
      const at = { x: x + right + (Math.sign(right) * r) / 2, y: y + down + (Math.sign(down) * r) / 2 };
      const leader = { x1: x + (right / length) * r, y1: y + (down / length) * r, x2: at.x, y2: at.y };
      const side = right < 0 ? -1 : 1;
      return { index, x: at.x + side * 2, y: at.y, align: side < 0 ? 'right' : 'left', leader };
    }),
  );
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
