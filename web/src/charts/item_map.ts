// Items as points: difficulty against discrimination, or two slopes against each other. Made for tens of thousands.

import { count, counted, fixed } from '../verdict/numbers.ts';
import type { Chart } from './chart.ts';
import {
  base,
  circle,
  drawing,
  type Frame,
  grid,
  line,
  type Mark,
  path,
  roomFor,
  symbol,
  text,
  xAxis,
  yAxis,
} from './marks.ts';
import { shapes, subdomainColour, subdomainShape } from './palette.ts';

export type Range = [number, number];

export interface ItemMapAxis {
  /** With its unit, if it has one. */
  name: string;
  values: readonly (number | null)[];
  /** Larger ones stand on the edge: a few extreme estimates must not squeeze all the others. */
  limit: number;
}

export interface ItemMapInput {
  title: string;
  fileName: string;
  how: string;
  x: ItemMapAxis;
  y: ItemMapAxis;
  /** What is looked at: parts of the full range. */
  window: { x: Range; y: Range } | null;
  /** The values of an attribute, at most eight with a colour, and which of them an item has (-1 = another one). */
  categories: { name: string; values: readonly string[]; of: readonly number[] } | null;
  /** Positions that stand out; the others are grey behind them. null = all alike. */
  marked: ReadonlySet<number> | null;
  selected: number; // position, -1 = none
  nameOf: (position: number) => string;
  /** More lines of an item's note. */
  linesOf: (position: number) => string[];
}

const HEIGHT = 340;
const LEGEND_ROW = 18;
const LEFT = 46;
const BOTTOM = 38;
/** From here on points are drawn as one shape, with small marks. */
const MANY = 3000;
/** The points a note is shown for lie within this share of the axis. */
const NEAR = 0.02;

const SYMBOLS = shapes.map((d) => `path://${d}`);

/** Round ends that hold every value, within the limit. */
export function fullRange(axis: ItemMapAxis): Range {
  let low = Number.POSITIVE_INFINITY;
  let high = Number.NEGATIVE_INFINITY;
  for (const value of axis.values) {
    if (value === null) continue;
    if (value < low) low = value;
    if (value > high) high = value;
  }
  if (low > high) return [-1, 1];
  const step = high - low > 4 ? 1 : 0.5;
  const from = Math.max(-axis.limit, Math.floor(Math.min(low, 0) / step) * step);
  const to = Math.min(axis.limit, Math.ceil(Math.max(high, 0) / step) * step);
  return from < to ? [from, to] : [from - step, to + step];
}

export function itemMap(input: ItemMapInput): Chart {
  const { x, y, categories, marked, selected } = input;
  const fullX = fullRange(x);
  const fullY = fullRange(y);
  const window = input.window ?? { x: fullX, y: fullY };
  const inside = (value: number, [low, high]: Range) => Math.max(low, Math.min(high, value));
  const placeX = (n: number) => inside(x.values[n] ?? 0, fullX);
  const placeY = (n: number) => inside(y.values[n] ?? 0, fullY);
  const drawn: number[] = [];
  let without = 0;
  let onEdge = 0;
  for (let n = 0; n < x.values.length; n++) {
    const [a, b] = [x.values[n], y.values[n]];
    if (a === null || a === undefined || b === null || b === undefined) {
      without += 1;
      continue;
    }
    if (a < fullX[0] || a > fullX[1] || b < fullY[0] || b > fullY[1]) onEdge += 1;
    const [px, py] = [placeX(n), placeY(n)];
    if (px >= window.x[0] && px <= window.x[1] && py >= window.y[0] && py <= window.y[1]) drawn.push(n);
  }
  const isMarked = (n: number) => marked === null || marked.has(n);
  // Keys go from left to right, through those that stand out.
  let ordered: number[] | null = null;
  const reachable = () => {
    ordered ??= drawn.filter(isMarked).sort((a, b) => placeX(a) - placeX(b) || a - b);
    return ordered;
  };
  const reached = drawn.reduce((sum, n) => sum + (isMarked(n) ? 1 : 0), 0);
  const legend = categories
    ? [...categories.values, ...(categories.of.includes(-1) ? ['other or none'] : [])]
    : [];
  const legendRows = (width: number) => legendPlaces(legend, width).rows;
  const categoryOf = (n: number) => (categories ? (categories.of[n] ?? -1) : -1);

  return {
    name: input.fileName,
    basis: `n = ${counted(drawn.length, 'item')}`,
    title: input.title,
    summary:
      `Scatter plot of ${counted(drawn.length, 'item')}: ${x.name} from ${fixed(window.x[0], 1)} to ${fixed(window.x[1], 1)}, ` +
      `${y.name} from ${fixed(window.y[0], 1)} to ${fixed(window.y[1], 1)}.` +
      (marked ? ` ${count(reached)} of them stand out.` : ''),
    how:
      input.how +
      (without > 0
        ? ` ${counted(without, 'item has', 'items have')} no place here: the discrimination cannot be told from 0, so that there is no difficulty.`
        : '') +
      (onEdge > 0
        ? ` ${counted(onEdge, 'item lies', 'items lie')} outside and ${onEdge === 1 ? 'is' : 'are'} drawn on the edge.`
        : ''),
    table: () => ({
      header: ['item', x.name, y.name, ...(categories ? [categories.name] : [])],
      rows: drawn.map((n) => [
        input.nameOf(n),
        x.values[n],
        y.values[n],
        ...(categories ? [categories.values[categoryOf(n)] ?? 'other or none'] : []),
      ]),
    }),
    points: {
      count: reached,
      rowLength: Math.max(1, reached),
      at: (index) => {
        const n = reachable()[index] ?? -1;
        const category = categories?.values[categoryOf(n)];
        return {
          title: n < 0 ? '' : input.nameOf(n),
          lines: [
            `${y.name} ${fixed(y.values[n], 2)}`,
            `${x.name} ${fixed(x.values[n], 2)}`,
            ...(category ? [`${categories?.name}: ${category}`] : []),
            ...(n < 0 ? [] : input.linesOf(n)),
          ],
          grid: 0,
          at: [placeX(n), placeY(n)],
          choice: n,
        };
      },
      pick: (_grid, atX, atY) => {
        const [spanX, spanY] = [window.x[1] - window.x[0], window.y[1] - window.y[0]];
        const all = reachable();
        // They stand in the order of x: only those near it are looked at.
        let from = 0;
        for (let to = all.length; from < to; ) {
          const middle = (from + to) >> 1;
          if (placeX(all[middle] as number) < atX - NEAR * spanX) from = middle + 1;
          else to = middle;
        }
        let best = -1;
        let nearest = NEAR ** 2;
        for (let index = from; index < all.length; index++) {
          const n = all[index] as number;
          const dx = (placeX(n) - atX) / spanX;
          if (dx > NEAR) break;
          const dy = (placeY(n) - atY) / spanY;
          const distance = dx * dx + dy * dy;
          if (distance < nearest) {
            nearest = distance;
            best = index;
          }
        }
        return best;
      },
    },
    height: (width) => HEIGHT + legendRows(width) * LEGEND_ROW,
    option: (theme, width) => {
      const many = drawn.length > MANY;
      const top = 10 + legendRows(width) * LEGEND_ROW;
      const groups = new Map<number, [number, number][]>();
      const behind: [number, number][] = [];
      for (const n of drawn) {
        const place: [number, number] = [placeX(n), placeY(n)];
        if (!isMarked(n)) {
          behind.push(place);
          continue;
        }
        const group = categoryOf(n);
        const points = groups.get(group);
        if (points) points.push(place);
        else groups.set(group, [place]);
      }
      // The fewer stand out, the larger they are.
      const sizeOf = (points: number) => (points > MANY ? 3 : points > 600 ? 5 : 7);
      const points = (
        data: [number, number][],
        colour: string,
        shape: number,
        opacity: number,
        size: number,
      ) => ({
        type: 'scatter' as const,
        ...(data.length > MANY
          ? { dimensions: ['x', 'y'], data: flat(data) } // copied as a whole, not number by number
          : { data }),
        symbol: data.length > MANY ? 'circle' : (SYMBOLS[Math.max(0, shape)] ?? 'circle'),
        symbolSize: size,
        large: data.length > MANY,
        largeThreshold: MANY,
        progressive: 0,
        silent: true,
        animation: false,
        clip: true,
        itemStyle: { color: colour, opacity },
      });
      // What lies on top of many others changes nothing on a screen, and a million points take seconds.
      const seen = (data: [number, number][]) =>
        theme.figure || data.length <= DENSE ? data : thinned(data, window.x, window.y, width, HEIGHT);
      const sets: Cloud[] = [
        ...(behind.length > 0
          ? [
              {
                data: seen(behind),
                colour: theme.reference,
                shape: 0,
                opacity: many ? 0.25 : 0.35,
                size: many ? 3 : 5,
              },
            ]
          : []),
        ...[...groups.entries()]
          .sort(([a], [b]) => a - b) // what has no colour of its own lies behind, the rarest on top
          .map(([group, data]) => ({
            data: seen(data),
            colour: group >= 0 ? subdomainColour(group, theme) : categories ? theme.reference : theme.accent,
            shape: group,
            opacity: reached > MANY ? 0.55 : 0.75,
            size: sizeOf(reached),
          })),
      ];
      // On the page a canvas draws them quickly; in a file they are a few paths.
      const isCrowd = ({ data }: Cloud) => theme.figure === true && data.length > MANY;
      const crowds = sets.filter(isCrowd);
      const few = sets.filter((one) => !isCrowd(one));
      const frame = (area: Frame): Mark[] => {
        const marks: Mark[] = [];
        const { places } = legendPlaces(legend, width);
        for (const [n, name] of legend.entries()) {
          const [left, row] = places[n] ?? [0, 0];
          const at = 10 + row * LEGEND_ROW;
          const other = n >= (categories?.values.length ?? 0);
          const colour = other ? theme.reference : subdomainColour(n, theme);
          marks.push(
            symbol(subdomainShape(other ? 99 : n), left + 6, at, 10, colour),
            text(name, left + 16, at, theme.ink, theme, { width: Math.min(170, width - left - 20) }),
          );
        }
        if (window.y[0] < 0 && window.y[1] > 0)
          marks.push(line(area.left, area.y(0), area.left + area.width, area.y(0), theme.reference));
        if (window.x[0] < 0 && window.x[1] > 0)
          marks.push(line(area.x(0), area.top, area.x(0), area.top + area.height, theme.reference));
        return marks;
      };
      const chosen = (area: Frame): Mark[] => {
        if (theme.figure || !drawn.includes(selected)) return []; // what is looked at is of the page
        const [left, up] = [area.x(placeX(selected)), area.y(placeY(selected))];
        return [
          circle(left, up, 7, 'none', { stroke: theme.ink, lineWidth: 2 }),
          circle(left, up, 2.5, theme.ink),
        ];
      };
      const anchor: [number, number] = [window.x[0], window.y[0]];
      return {
        ...base(theme),
        grid: grid(LEFT, top, 10, BOTTOM),
        xAxis: xAxis({ min: window.x[0], max: window.x[1], name: x.name, labels: tick }, theme),
        yAxis: yAxis({ min: window.y[0], max: window.y[1], name: y.name, labels: tick }, theme),
        series: [
          drawing(0, anchor, frame),
          ...(crowds.length > 0 ? [drawing(0, anchor, (area) => layers(crowds, area))] : []),
          ...few.map(({ data, colour, shape, opacity, size }) => points(data, colour, shape, opacity, size)),
          drawing(0, anchor, chosen),
        ],
      };
    },
  };
}

/** As many points as make a pixel dark. */
const A_PIXEL = 6;

/** The first points of each pixel, in their order. */
function thinned(
  data: readonly [number, number][],
  x: Range,
  y: Range,
  width: number,
  height: number,
): [number, number][] {
  const [across, down] = [Math.max(1, Math.round(width)), Math.max(1, Math.round(height))];
  const pixels = new Uint8Array(across * down);
  return data.filter(([atX, atY]) => {
    const column = Math.min(across - 1, Math.floor(((atX - x[0]) / (x[1] - x[0] || 1)) * across));
    const row = Math.min(down - 1, Math.floor(((atY - y[0]) / (y[1] - y[0] || 1)) * down));
    if (column < 0 || row < 0) return false; // outside of what is shown
    const pixel = row * across + column;
    const before = pixels[pixel] ?? A_PIXEL;
    if (before >= A_PIXEL) return false;
    pixels[pixel] = before + 1;
    return true;
  });
}

function flat(data: readonly [number, number][]): Float32Array {
  const numbers = new Float32Array(2 * data.length);
  for (let n = 0; n < data.length; ++n) {
    const [x, y] = data[n] as [number, number];
    numbers[2 * n] = x;
    numbers[2 * n + 1] = y;
  }
  return numbers;
}

interface Cloud {
  data: [number, number][];
  colour: string;
  shape: number;
  opacity: number;
  size: number;
}

/** In a file of vectors: so many paths a colour, each with one opacity throughout, in turn with those of the others. */
const LAYERS = 16;
/** With more points than this each is fainter, so that one sees where most of them are. */
const DENSE = 12000;

/** Very many points as a few paths of dots, so that the file stays small; where many lie on each other it is darker. */
function layers(clouds: readonly Cloud[], area: Frame): Mark[] {
  const count = clouds.reduce((sum, { data }) => sum + data.length, 0);
  return Array.from({ length: LAYERS }, (_, layer) =>
    clouds.map(({ data, colour, opacity, size }) => {
      const dots = data
        .filter((_, n) => n % LAYERS === layer)
        .map(([x, y]) => `M${area.x(x).toFixed(1)} ${area.y(y).toFixed(1)}h.01`);
      const faint = count > DENSE ? Math.max(0.2, (opacity * DENSE) / count) : opacity;
      return path(dots.join(''), 'none', {
        stroke: colour,
        opacity: Math.min(opacity, faint),
        lineWidth: size,
        lineCap: 'round',
      });
    }),
  ).flat();
}

const tick = (value: number): string => String(Number(value.toFixed(2))).replace('-', '−');

/** Left end and row of each entry, as many beside each other as there is room for. */
function legendPlaces(names: readonly string[], width: number): { places: Range[]; rows: number } {
  const places: Range[] = [];
  let left = 0;
  let row = 0;
  for (const name of names) {
    const room = Math.min(190, roomFor([name]) + 28);
    if (left > 0 && left + room > width) {
      left = 0;
      row += 1;
    }
    places.push([left, row]);
    left += room;
  }
  return { places, rows: names.length === 0 ? 0 : row + 1 };
}
