// Lines over a scale, with their bands, points and labels at the ends: the curves of item response theory are all
// made of it, so that they look and read alike.

import type { CsvValue } from '../components/csv.ts';
import type { Chart, ChartPoint } from './chart.ts';
import {
  base,
  cutInMiddle,
  drawing,
  type Frame,
  grid,
  line,
  type Mark,
  path,
  polyline,
  roomFor,
  symbol,
  text,
  xAxis,
  yAxis,
} from './marks.ts';
import type { ChartTheme } from './theme.ts';

export interface LinePoint {
  x: number;
  /** null = a gap in the line. */
  y: number | null;
  low?: number | null;
  high?: number | null;
  /** What the note at the point says below the title. */
  lines: string[];
}

export interface LineSeries {
  label: string;
  colour: (theme: ChartTheme) => string;
  shape: string;
  /** Grey things stand behind, with a band; the others have whiskers. */
  behind?: boolean;
  dashed?: boolean;
  /** One of many: a finer line with a mark at its end only. */
  fine?: boolean;
  points: LinePoint[];
}

export interface LineScale {
  name: string;
  min: number;
  max: number;
  labels: (value: number) => string;
  /** Where the labels stand; by default at even steps. */
  at?: number[];
  interval?: number;
  log?: boolean;
}

export interface LineMarker {
  x: number;
  words: string;
  /** What is looked at now, beside what is only pointed out. */
  strong?: boolean;
}

export interface LineChartInput {
  name: string;
  title: string;
  summary: string;
  how: string;
  basis?: string;
  table: { header: string[]; rows: CsvValue[][] };
  /** Title of the note at a point: "10% of the items". */
  pointTitle: (x: number, label: string) => string;
  x: LineScale;
  y: LineScale;
  series: LineSeries[];
  /** The line on which y = x. */
  diagonal?: string;
  /** Vertical lines with their words; those of several stand below each other. */
  marked?: LineMarker | readonly LineMarker[] | null;
  height?: number;
}

/** Above the plot, from the top: names of the lines where they do not fit beside them, the scale, what is marked. */
const ROW = 18;
const BOTTOM = 44;
const NARROW = 460;
const LABEL_LINE = 15;

interface Place {
  series: number;
  point: number;
}

export function lineChart(input: LineChartInput): Chart {
  const { series, x, y } = input;
  const places: Place[] = series.flatMap((one, n) =>
    one.points.flatMap((point, index) => (point.y === null ? [] : [{ series: n, point: index }])),
  );
  const pointOf = ({ series: n, point }: Place) => series[n]?.points[point];
  const markers = [input.marked ?? []].flat();
  const legend = series.length < 2 ? [] : series.map((one) => one.label);
  const height = (input.height ?? 260) + Math.max(0, markers.length - 1) * ROW;
  // In shares of the two scales, so that near means near on the screen.
  const position = (value: number) =>
    x.log ? Math.log(value / x.min) / Math.log(x.max / x.min) : (value - x.min) / (x.max - x.min);
  return {
    name: input.name,
    ...(input.basis === undefined ? {} : { basis: input.basis }),
    title: input.title,
    summary: input.summary,
    how: input.how,
    table: () => input.table,
    points: {
      count: places.length,
      rowLength: Math.max(1, places.length),
      at: (index): ChartPoint => {
        const place = places[index];
        const point = place && pointOf(place);
        if (!place || !point) return { title: '', lines: [], grid: 0, at: [x.min, y.min] };
        return {
          title: input.pointTitle(point.x, series[place.series]?.label ?? ''),
          lines: point.lines,
          grid: 0,
          at: [point.x, point.y ?? y.min],
        };
      },
      pick: (_grid, atX, atY) => {
        let found = -1;
        let nearest = 0.08 ** 2;
        for (const [index, place] of places.entries()) {
          const point = pointOf(place);
          if (!point) continue;
          const across = position(atX) - position(point.x);
          const along = (atY - (point.y ?? 0)) / (y.max - y.min);
          const distance = across * across + along * along;
          if (distance < nearest) {
            nearest = distance;
            found = index;
          }
        }
        return found;
      },
    },
    height: (width) => height + (width < NARROW ? legendRows(legend, width).length * ROW : 0),
    option: (theme, width) => {
      const narrow = width < NARROW;
      const room = Math.min(width * 0.32, Math.max(60, roomFor(series.map((one) => one.label)) + 14));
      // Where there is no room beside the lines their names stand above the plot.
      const right = narrow || series.length < 2 ? 16 : room;
      const rows = narrow ? legendRows(legend, width) : [];
      const top = rows.length * ROW + ROW + markers.length * ROW + 8;
      const draw = (frame: Frame): Mark[] => {
        const marks: Mark[] = [];
        if (input.diagonal !== undefined) {
          const from = Math.max(x.min, y.min);
          const to = Math.min(x.max, y.max);
          marks.push(
            line(frame.x(from), frame.y(from), frame.x(to), frame.y(to), theme.reference, {
              lineDash: [4, 3],
            }),
          );
        }
        for (const [row, { x: place, words, strong = false }] of markers.entries()) {
          const at = frame.x(place);
          const beside = at + 5 + roomFor([words]) > frame.left + frame.width;
          const up = row * ROW; // the words of several do not meet
          marks.push(
            line(
              at,
              frame.top - up,
              at,
              frame.top + frame.height,
              strong ? theme.accent : theme.reference,
              strong ? { lineWidth: 1.5 } : { lineDash: [4, 3] },
            ),
            text(words, beside ? at - 5 : at + 5, frame.top - 9 - up, theme.ink, theme, {
              align: beside ? 'right' : 'left',
              bold: strong,
            }),
          );
        }
        const ordered = [...series].sort((a, b) => Number(b.behind ?? false) - Number(a.behind ?? false));
        for (const one of ordered) marks.push(...drawSeries(one, frame, theme));
        if (narrow) {
          for (const [row, entries] of rows.entries()) {
            for (const { index, x: left } of entries) {
              const one = series[index];
              if (!one) continue;
              const middle = 9 + row * ROW;
              marks.push(
                symbol(one.shape, left + 5, middle, 9, one.colour(theme)),
                text(cutInMiddle(one.label, width - left - 16), left + 14, middle, theme.ink, theme),
              );
            }
          }
        } else if (series.length > 1) {
          marks.push(...endLabels(series, frame, theme, room - 12));
        }
        return marks;
      };
      return {
        ...base(theme),
        grid: grid(46, top, right, BOTTOM),
        xAxis: xAxis(
          {
            min: x.min,
            max: x.max,
            name: x.name,
            lines: false,
            labels: x.labels,
            ...(x.at ? { at: x.at } : {}),
            ...(x.interval ? { interval: x.interval } : {}),
            ...(x.log ? { log: true } : {}),
          },
          theme,
        ),
        // Its name lies above: standing text is hard to read.
        yAxis: yAxis(
          {
            min: y.min,
            max: y.max,
            labels: y.labels,
            ...(y.at ? { at: y.at } : {}),
            ...(y.interval ? { interval: y.interval } : {}),
          },
          theme,
        ),
        series: [
          drawing(0, [x.min, y.min], (frame) => [
            ...draw(frame),
            text(y.name, 0, rows.length * ROW + 9, theme.axis, theme, { width }),
          ]),
        ],
      };
    },
  };
}

function drawSeries(one: LineSeries, frame: Frame, theme: ChartTheme): Mark[] {
  const colour = one.colour(theme);
  const marks: Mark[] = [];
  for (const run of unbroken(one.points)) {
    const at = run.map((point): [number, number] => [frame.x(point.x), frame.y(point.y ?? 0)]);
    const bounded = run.filter((point) => known(point.low) && known(point.high));
    if (one.behind && bounded.length > 1) {
      const upper = bounded.map((point) => `${frame.x(point.x)} ${frame.y(point.high ?? 0)}`);
      const lower = bounded.map((point) => `${frame.x(point.x)} ${frame.y(point.low ?? 0)}`).reverse();
      marks.push(path(`M${[...upper, ...lower].join('L')}Z`, theme.band, { stroke: theme.grid }));
    } else {
      for (const point of bounded) {
        const x = frame.x(point.x);
        const top = frame.y(point.high ?? 0);
        const bottom = frame.y(point.low ?? 0);
        marks.push(
          line(x, top, x, bottom, colour, { lineWidth: 1.5 }),
          line(x - 3, top, x + 3, top, colour, { lineWidth: 1.5 }),
          line(x - 3, bottom, x + 3, bottom, colour, { lineWidth: 1.5 }),
        );
      }
    }
    if (at.length > 1) {
      const look = { ...(one.dashed ? { lineDash: [5, 3] } : {}), ...(one.fine ? { lineWidth: 1.2 } : {}) };
      marks.push(polyline(at, colour, look));
    }
    // Long curves have no mark at every point.
    const step = Math.max(1, Math.ceil(at.length / 24));
    for (const [index, [x, y]] of at.entries()) {
      if ((index % step === 0 && !one.fine) || index === at.length - 1) {
        marks.push(symbol(one.shape, x, y, 8, colour, { stroke: theme.paper, lineWidth: 1 }));
      }
    }
  }
  return marks;
}

const known = (value: number | null | undefined): value is number =>
  value !== null && value !== undefined && Number.isFinite(value);

function unbroken(points: readonly LinePoint[]): LinePoint[][] {
  const found: LinePoint[][] = [[]];
  for (const point of points) {
    if (known(point.y)) found[found.length - 1]?.push(point);
    else found.push([]);
  }
  return found.filter((run) => run.length > 0);
}

/** The names beside the ends of their lines, a line's distance from each other. */
function endLabels(series: readonly LineSeries[], frame: Frame, theme: ChartTheme, width: number): Mark[] {
  const ends = series.flatMap((one) => {
    const last = [...one.points].reverse().find((point) => known(point.y));
    return last === undefined ? [] : [{ one, y: frame.y(last.y ?? 0) }];
  });
  ends.sort((a, b) => a.y - b.y);
  const placed = apart(
    ends.map((end) => end.y),
    LABEL_LINE,
    frame.top + 4,
    frame.top + frame.height,
  );
  const left = frame.left + frame.width + 10;
  return ends.map(({ one }, index) =>
    text(
      cutInMiddle(one.label, width),
      left,
      placed[index] ?? 0,
      one.behind ? theme.inkSecond : one.colour(theme),
      theme,
    ),
  );
}

/** Places in ascending order moved so that neighbours are at least `gap` apart, inside the limits where they fit. */
export function apart(places: readonly number[], gap: number, low: number, high: number): number[] {
  const moved = [...places];
  for (let n = 0; n < moved.length; n++) {
    moved[n] = Math.max(moved[n] ?? low, n === 0 ? low : (moved[n - 1] ?? low) + gap);
  }
  const last = moved.length - 1;
  for (let n = last; n >= 0; n--) {
    const limit = n === last ? high : (moved[n + 1] ?? high) - gap;
    moved[n] = Math.min(moved[n] ?? limit, limit);
  }
  return moved;
}

/** Where the entries of a legend above the plot stand, in rows of the given width. */
export function legendRows(labels: readonly string[], width: number): { index: number; x: number }[][] {
  const rows: { index: number; x: number }[][] = [];
  let x = width;
  for (const [index, label] of labels.entries()) {
    const room = Math.min(width, 30 + label.length * 7);
    if (x + room > width) {
      rows.push([]);
      x = 0;
    }
    rows.at(-1)?.push({ index, x });
    x += room;
  }
  return rows;
}
