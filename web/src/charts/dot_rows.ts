// Rows with a dot and its interval on one scale: log-loss of methods, congruence of dimensions. A dot needs no zero,
// a bar would.

import type { CsvValue } from '../components/csv.ts';
import { wrapped } from '../reproduce/text_width.ts';
import type { Chart } from './chart.ts';
import {
  base,
  drawing,
  type Frame,
  grid,
  line,
  lyingInterval,
  type Mark,
  rect,
  roomFor,
  symbol,
  TEXT,
  text,
  xAxis,
  yAxis,
} from './marks.ts';
import type { ChartTheme } from './theme.ts';

export interface DotRow {
  label: string;
  value: number | null;
  low?: number | null;
  high?: number | null;
  colour: (theme: ChartTheme) => string;
  shape: string;
  bold?: boolean;
  /** Written at the right end. */
  written: string;
  lines: string[];
  /** Stands apart from the row before. */
  newGroup?: boolean;
  /** Stands above the row, over the whole width. */
  heading?: string;
  /** In the note at the point, where the label alone does not say it. */
  title?: string;
}

export interface DotRowsInput {
  name: string;
  title: string;
  summary: string;
  how: string;
  basis?: string;
  table: { header: string[]; rows: CsvValue[][] };
  rows: DotRow[];
  min: number;
  max: number;
  interval?: number;
  labels: (value: number) => string;
  axis: string;
  /** A vertical line behind: no difference. */
  reference?: number;
  legend?: { words: string; colour: (theme: ChartTheme) => string; shape: string }[];
  choosable?: boolean;
}

const ROW = 24;
const GAP = 0.4;

export function dotRows(input: DotRowsInput): Chart {
  const { rows, legend = [] } = input;
  const n = rows.length;
  // The place of each row, in rows: groups stand apart.
  const places: number[] = [];
  let next = 0;
  for (const [index, row] of rows.entries()) {
    if (row.newGroup && index > 0) next += GAP;
    if (row.heading !== undefined) next += 1;
    places.push(next);
    next += 1;
  }
  const top = legend.length > 0 ? 26 : 8;
  const room = roomFor(rows.map((row) => row.label)) + 26;
  return {
    name: input.name,
    ...(input.basis === undefined ? {} : { basis: input.basis }),
    title: input.title,
    summary: input.summary,
    how: input.how,
    table: () => input.table,
    points: {
      count: n,
      rowLength: 1,
      wholeRows: true,
      at: (index) => {
        const row = rows[index];
        if (row === undefined) return { title: '', lines: [], grid: 0, at: [input.min, 0] };
        return {
          title: row.title ?? row.label,
          lines: row.lines,
          grid: 0,
          at: [row.value ?? input.min, places[index] ?? index],
          ...(input.choosable ? { choice: index } : {}),
        };
      },
      pick: (_grid, _x, y) => places.findIndex((place) => Math.abs(place - y) <= 0.5),
    },
    height: () => top + next * ROW + 44,
    option: (theme, width) => {
      const labels = Math.min(width * 0.5, Math.max(90, room));
      const values = Math.max(48, roomFor(rows.map((row) => row.written)) + 10);
      const draw = (frame: Frame): Mark[] => {
        const marks: Mark[] = [];
        if (input.reference !== undefined) {
          const at = frame.x(input.reference);
          marks.push(line(at, frame.top, at, frame.top + frame.height, theme.reference, { lineWidth: 1.5 }));
        }
        let x = 0;
        for (const { words, colour, shape } of legend) {
          marks.push(
            symbol(shape, x + 6, 9, 10, colour(theme)),
            text(words, x + 16, 9, theme.inkSecond, theme),
          );
          x += 32 + words.length * 7;
        }
        for (const [index, row] of rows.entries()) {
          const y = frame.y(places[index] ?? index);
          const colour = row.colour(theme);
          if (row.heading !== undefined) {
            marks.push(text(row.heading, 0, y - ROW, theme.inkSecond, theme, { width }));
          }
          if (row.bold) marks.push(rect(0, y - ROW / 2 + 1, width, ROW - 2, theme.wash, { r: 4 }));
          marks.push(
            ...labelOf(row, labels - 16, y, theme),
            line(frame.left, y, frame.left + frame.width, y, theme.grid),
          );
          if (row.value !== null) {
            if (typeof row.low === 'number' && typeof row.high === 'number') {
              marks.push(...lyingInterval(frame.x(row.low), frame.x(row.high), y, colour));
            }
            marks.push(
              symbol(row.shape, frame.x(row.value), y, 11, colour, { stroke: theme.paper, lineWidth: 1 }),
            );
          }
          marks.push(
            text(row.written, width - 4, y, theme.ink, theme, { align: 'right', bold: row.bold ?? false }),
          );
        }
        return marks;
      };
      return {
        ...base(theme),
        grid: grid(labels, top, values + 12, 44),
        xAxis: xAxis(
          {
            min: input.min,
            max: input.max,
            labels: input.labels,
            name: input.axis,
            ...(input.interval ? { interval: input.interval } : {}),
          },
          theme,
        ),
        yAxis: yAxis({ min: -0.5, max: Math.max(0.5, next - 0.5), inverse: true, show: false }, theme),
        series: [drawing(0, [input.min, 0], draw)],
      };
    },
  };
}

/** A name that is too long for one line stands in two. */
function labelOf({ label, bold = false }: DotRow, room: number, y: number, theme: ChartTheme): Mark[] {
  const lines = wrapped(label, room / 1.15, TEXT, bold);
  if (lines.length !== 2) return [text(label, 8, y, theme.ink, theme, { bold, width: room })];
  return lines.map((words, n) => text(words, 8, y - 6 + n * 12, theme.ink, theme, { bold }));
}

/** A scale from rounded numbers around some values: for quantities without a natural zero. */
export function roundedScale(values: readonly number[]): { min: number; max: number; interval: number } {
  const low = Math.min(...values);
  const high = Math.max(...values);
  if (!Number.isFinite(low) || !Number.isFinite(high)) return { min: 0, max: 1, interval: 0.5 };
  const extent = high - low || Math.abs(high) || 1;
  const rough = extent / 4;
  const power = 10 ** Math.floor(Math.log10(rough));
  const interval = ([1, 2, 5, 10].find((step) => step * power >= rough) ?? 10) * power;
  const tidy = (value: number) => Number(value.toPrecision(12));
  return {
    min: tidy(Math.floor(low / interval - 0.1) * interval),
    max: tidy(Math.ceil(high / interval + 0.1) * interval),
    interval: tidy(interval),
  };
}
