// The compass: where the items of each group point in the plane of two dimensions. An arrow is the mean of the items'
// unit vectors, so a short one means that they do not agree; dots are the items.

import type { FittedItems, Measures } from '../engine/item_response.ts';
import { count, counted, fixed, unit } from '../verdict/numbers.ts';
import type { Chart } from './chart.ts';
import { apart } from './line_chart.ts';
import {
  base,
  cutInMiddle,
  drawing,
  type Frame,
  grid,
  line,
  type Mark,
  path,
  roomFor,
  text,
  xAxis,
  yAxis,
} from './marks.ts';
import { subdomainColour } from './palette.ts';

const TOP = 28;
const BOTTOM = 28;
const LARGEST = 440;
/** Items drawn for each group, the most discriminating ones first. */
const MOST_ITEMS = 600;
/** With more groups than colours only the chosen one and the longest arrows are named. */
const MOST_LABELS = 16;

export interface CompassInput {
  measures: Measures;
  items: FittedItems;
  correlations: number[][]; // of the abilities
  dimensions: string[];
  /** The two dimensions of the plane. */
  x: number;
  y: number;
  selected: number; // group; -1 = none
  noun: string;
}

interface Arrow {
  group: number;
  at: [number, number];
}

export function compass(input: CompassInput): Chart | null {
  const { measures, items, dimensions, x, y, selected, noun } = input;
  const plane = planeOf(input.correlations, x, y);
  const arrows: Arrow[] = measures.groups.flatMap((group, index) => {
    const { direction, spread } = group;
    const whole = plane.length(direction);
    if (direction.length < 2 || spread === null || !(whole > 0)) return [];
    const [a, b] = plane.place(direction);
    const length = (1 - spread) / whole;
    return [{ group: index, at: [a * length, b * length] }];
  });
  if (arrows.length === 0 || dimensions.length < 2) return null;
  const groupOf = (arrow: Arrow | undefined) => measures.groups[arrow?.group ?? -1];
  const scale = slopeOnCircle(measures, items, plane);
  const drawnItems = measures.compass.reduce((sum, one) => sum + Math.min(MOST_ITEMS, one.items.length), 0);
  const named = namedArrows(arrows, selected);
  const groupName = (arrow: Arrow) => groupOf(arrow)?.name ?? '';
  const layout = (width: number) => layoutOf(width, named, groupName);
  return {
    name: `compass by ${noun}`,
    basis: counted(measures.groups.length, noun),
    title: 'Compass: where the items point',
    summary:
      `Compass of ${counted(arrows.length, 'mean direction')} in the plane of ${dimensions[x]} and ${dimensions[y]}: ` +
      arrows
        .slice(0, 8)
        .map((arrow) => {
          const group = groupOf(arrow);
          return `${group?.name}: ${unit(arrow.at[0])}, ${unit(arrow.at[1])}`;
        })
        .join('; ') +
      (arrows.length > 8 ? `; and ${count(arrows.length - 8)} more.` : '.'),
    how:
      'The direction of an item is its vector of slopes divided by its length. An arrow is the mean of these unit vectors over the items of a group: it reaches the circle when all point the same way, and is short when they disagree (spread = 1 − its length). ' +
      (dimensions.length > 2
        ? 'With more than two dimensions this is its shadow on the plane of the two chosen ones, which is shorter still. '
        : '') +
      `The dots are items at their slopes, ${fixed(scale, 2)} being on the circle and larger ones drawn there too: ${count(drawnItems)} of them, the most discriminating of each group. The axes are the rotated dimensions of the fit, ${fixed(plane.angle, 0)}° apart because their abilities correlate with r = ${unit(plane.r)}: angles between items are those of what they measure, whatever the rotation.`,
    table: () => ({
      header: [
        noun,
        'items',
        ...dimensions.map((name) => `direction: ${name}`),
        'angle to the first dimension, degrees',
        'spread',
        'items that point away',
      ],
      rows: measures.groups.map((group) => [
        group.name,
        group.items,
        ...dimensions.map((_, dimension) => group.direction[dimension] ?? null),
        group.angle,
        group.spread,
        group.away,
      ]),
    }),
    points: {
      count: arrows.length,
      rowLength: arrows.length,
      at: (index) => {
        const arrow = arrows[index];
        const group = groupOf(arrow);
        if (!arrow || !group) return { title: '', lines: [], grid: 0, at: [0, 0] };
        return {
          title: group.name,
          lines: [
            `direction ${dimensions.map((name, d) => `${name} ${unit(group.direction[d])}`).join(', ')}`,
            `${group.angle === null ? '' : `${fixed(group.angle, 0)}° from ${dimensions[0]}, `}spread ${unit(group.spread)}`,
            `${counted(group.items, 'item')}, ${count(group.away)} point away`,
          ],
          grid: 0,
          at: arrow.at,
          choice: arrow.group,
        };
      },
      pick: (_grid, atX, atY) => {
        let found = -1;
        let nearest = 0.12 ** 2;
        for (const [index, arrow] of arrows.entries()) {
          const distance = (arrow.at[0] - atX) ** 2 + (arrow.at[1] - atY) ** 2;
          if (distance < nearest) {
            nearest = distance;
            found = index;
          }
        }
        return found;
      },
    },
    height: (width) => layout(width).side + TOP + BOTTOM,
    option: (theme, width) => {
      const { left, right } = layout(width);
      const draw = (frame: Frame): Mark[] => {
        const radius = frame.x(1) - frame.x(0);
        const [cx, cy] = [frame.x(0), frame.y(0)];
        const up = plane.axis.map((part) => part * radius) as [number, number];
        const marks: Mark[] = [
          ring(cx, cy, radius, theme.reference),
          ring(cx, cy, radius / 2, theme.grid),
          line(cx - radius, cy, cx + radius, cy, theme.axis),
          line(cx - up[0], cy + up[1], cx + up[0], cy - up[1], theme.axis),
          text(
            `${dimensions[y]} ${plane.angle > 80 ? '↑' : '↗'}`,
            cx + up[0],
            frame.top - 12,
            theme.axis,
            theme,
            {
              align: 'center',
              width: width - 20,
            },
          ),
          text(`${dimensions[x]} →`, cx + radius, frame.top + frame.height + 14, theme.axis, theme, {
            align: 'right',
            width: width * 0.6,
          }),
        ];
        for (const { group, items: members } of measures.compass) {
          const drawn = dots(members.slice(0, MOST_ITEMS), items, plane, scale, frame);
          const faint = selected >= 0 && group !== selected;
          if (drawn !== '') {
            marks.push(path(drawn, subdomainColour(group, theme), { opacity: faint ? 0.1 : 0.4 }));
          }
        }
        for (const arrow of inFront(arrows, selected)) {
          const chosen = arrow.group === selected;
          marks.push(
            ...arrowMarks(
              [cx, cy],
              [frame.x(arrow.at[0]), frame.y(arrow.at[1])],
              subdomainColour(arrow.group, theme),
              theme.paper,
              chosen,
              selected >= 0 && !chosen,
            ),
          );
        }
        marks.push(...labels(named, groupName, frame, radius, { left, right }, theme, selected));
        return marks;
      };
      return {
        ...base(theme),
        grid: grid(left, TOP, right, BOTTOM),
        xAxis: xAxis({ min: -1.02, max: 1.02, show: false }, theme),
        yAxis: yAxis({ min: -1.02, max: 1.02, show: false }, theme),
        series: [drawing(0, [0, 0], draw)],
      };
    },
  };
}

const sideOfArrow = (arrow: Arrow) => (arrow.at[0] >= 0 ? 1 : -1);

/** The square inside, with room for names where there are some. */
function layoutOf(
  width: number,
  arrows: readonly Arrow[],
  name: (arrow: Arrow) => string,
): { side: number; left: number; right: number } {
  const room = (side: number) => {
    const names = arrows.filter((arrow) => sideOfArrow(arrow) === side).map(name);
    return names.length === 0 ? 12 : Math.min(width * 0.28, Math.max(48, roomFor(names) + 18));
  };
  const [left, right] = [room(-1), room(1)];
  const side = Math.max(140, Math.min(LARGEST, width - left - right));
  const spare = Math.max(0, width - left - right - side) / 2;
  return { side, left: left + spare, right: width - left - spare - side };
}

/** Where a vector of slopes falls on the plane of two dimensions. */
interface Plane {
  place: (slopes: readonly number[]) => [number, number];
  length: (slopes: readonly number[]) => number;
  axis: [number, number]; // of the second dimension; the first goes to the right
  angle: number; // between the two, degrees
  r: number; // correlation of the two abilities
}

/**
 * Correlated abilities are oblique axes: the cosine of the angle between two items is a'Φb / (|a||b|), the correlation
 * of what they measure, as in the core's angles.
 */
function planeOf(correlations: number[][], x: number, y: number): Plane {
  const phi = (a: number, b: number) => correlations[a]?.[b] ?? Number(a === b);
  const along = (slopes: readonly number[], axis: number) =>
    slopes.reduce((sum, slope, d) => sum + slope * phi(d, axis), 0);
  const r = Math.max(-0.999, Math.min(0.999, phi(x, y)));
  const height = Math.sqrt(1 - r * r);
  return {
    place: (slopes) => [along(slopes, x), (along(slopes, y) - r * along(slopes, x)) / height],
    length: (slopes) =>
      Math.sqrt(
        Math.max(
          0,
          slopes.reduce((sum, slope, d) => sum + slope * along(slopes, d), 0),
        ),
      ),
    axis: [r, height],
    angle: (Math.acos(r) * 180) / Math.PI,
    r,
  };
}

const slopesOf = (items: FittedItems, item: number) =>
  items.slopes.map((values) => values[item] ?? Number.NaN);

/** The slope on the circle: all but the largest fiftieth of the items lie inside. */
function slopeOnCircle({ compass }: Measures, items: FittedItems, plane: Plane): number {
  const lengths = compass
    .flatMap(({ items: members }) => members.slice(0, MOST_ITEMS))
    .map((item) => Math.hypot(...plane.place(slopesOf(items, item))))
    .filter((length) => Number.isFinite(length))
    .sort((a, b) => a - b);
  return lengths[Math.floor(0.98 * (lengths.length - 1))] || 1;
}

/** All dots of a group as one path: thousands of marks of their own would be slow. */
function dots(
  members: readonly number[],
  items: FittedItems,
  plane: Plane,
  scale: number,
  frame: Frame,
): string {
  let drawn = '';
  for (const item of members) {
    const [a, b] = plane.place(slopesOf(items, item));
    if (!Number.isFinite(a + b)) continue;
    const shown = Math.max(scale, Math.hypot(a, b)); // no dot outside the circle
    const [px, py] = [frame.x(a / shown), frame.y(b / shown)];
    drawn += `M${(px - 1.25).toFixed(1)} ${(py - 1.25).toFixed(1)}h2.5v2.5h-2.5z`;
  }
  return drawn;
}

function ring(cx: number, cy: number, r: number, stroke: string): Mark {
  return {
    type: 'circle',
    shape: { cx, cy, r },
    style: { fill: 'none', stroke, lineWidth: 1 },
    silent: true,
  };
}

function arrowMarks(
  from: [number, number],
  to: [number, number],
  colour: string,
  paper: string,
  chosen: boolean,
  faint: boolean,
): Mark[] {
  const length = Math.hypot(to[0] - from[0], to[1] - from[1]);
  if (length < 1) return [];
  const ux = (to[0] - from[0]) / length;
  const uy = (to[1] - from[1]) / length;
  const head = Math.min(length, chosen ? 12 : 9);
  const half = head * 0.45;
  const [bx, by] = [to[0] - ux * head, to[1] - uy * head];
  const more = faint ? { opacity: 0.55 } : {};
  return [
    // A halo of paper keeps arrows apart from dots of their own colour.
    line(from[0], from[1], bx, by, paper, { lineWidth: chosen ? 6 : 4.5, ...more }),
    line(from[0], from[1], bx, by, colour, { lineWidth: chosen ? 3.5 : 2, ...more }),
    path(
      `M${to[0]} ${to[1]}L${bx - uy * half} ${by + ux * half}L${bx + uy * half} ${by - ux * half}Z`,
      colour,
      { stroke: paper, lineWidth: 1, ...more },
    ),
  ];
}

/** The chosen arrow is drawn last. */
function inFront(arrows: readonly Arrow[], selected: number): Arrow[] {
  return [...arrows].sort((a, b) => Number(a.group === selected) - Number(b.group === selected));
}

function namedArrows(arrows: readonly Arrow[], selected: number): Arrow[] {
  if (arrows.length <= MOST_LABELS) return [...arrows];
  return [...arrows]
    .sort(
      (a, b) =>
        Number(b.group === selected) - Number(a.group === selected) ||
        Math.hypot(...b.at) - Math.hypot(...a.at) ||
        a.group - b.group,
    )
    .slice(0, MOST_LABELS);
}

/** Names stand outside the circle, on the side where the arrow points, with a thin line to its tip. */
function labels(
  arrows: readonly Arrow[],
  name: (arrow: Arrow) => string,
  frame: Frame,
  radius: number,
  margins: { left: number; right: number },
  theme: Parameters<typeof text>[4],
  selected: number,
): Mark[] {
  const marks: Mark[] = [];
  for (const side of [1, -1]) {
    const here = arrows
      .filter((arrow) => sideOfArrow(arrow) === side)
      .sort((a, b) => b.at[1] - a.at[1] || a.group - b.group);
    const wanted = here.map((arrow) => {
      const length = Math.hypot(...arrow.at) || 1;
      return frame.y(arrow.at[1] / length);
    });
    const placed = apart(wanted, 16, frame.top + 2, frame.top + frame.height - 2);
    const edge = frame.x(0) + side * (radius + 8);
    for (const [index, arrow] of here.entries()) {
      const y = placed[index] ?? 0;
      const chosen = arrow.group === selected;
      const room = (side === 1 ? margins.right : margins.left) - 10;
      marks.push(
        line(frame.x(arrow.at[0]), frame.y(arrow.at[1]), edge - side * 3, y, theme.reference, {
          opacity: 0.5,
          lineDash: [2, 2],
        }),
        text(cutInMiddle(name(arrow), room), edge, y, theme.ink, theme, {
          align: side === 1 ? 'left' : 'right',
          bold: chosen,
        }),
      );
    }
  }
  return marks;
}
