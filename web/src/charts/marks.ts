// Marks in pixels and the axes behind them. A chart is axes of the charts library plus drawings: a drawing gets the
// frame of its coordinate system and returns rectangles, lines, shapes and texts.

import type { CustomSeriesOption, XAXisComponentOption, YAXisComponentOption } from 'echarts';
import { oneLine } from '../verdict/names.ts';
import { DOT } from './palette.ts';
import type { ChartTheme } from './theme.ts';

export interface Mark {
  type: 'rect' | 'line' | 'polyline' | 'path' | 'text' | 'circle' | 'polygon';
  shape?: Record<string, unknown>;
  style: Record<string, unknown>;
  x?: number;
  y?: number;
  rotation?: number;
  z2?: number;
  silent: true;
}

export interface Frame {
  left: number;
  top: number;
  width: number;
  height: number;
  x: (value: number) => number;
  y: (value: number) => number;
}

export const TEXT = 12;

export function rect(
  x: number,
  y: number,
  width: number,
  height: number,
  fill: string,
  more: object = {},
): Mark {
  return {
    type: 'rect',
    shape: { x, y, width: Math.max(0, width), height: Math.max(0, height) },
    style: { fill, ...more },
    silent: true,
  };
}

export function line(
  x1: number,
  y1: number,
  x2: number,
  y2: number,
  stroke: string,
  more: object = {},
): Mark {
  return { type: 'line', shape: { x1, y1, x2, y2 }, style: { stroke, lineWidth: 1, ...more }, silent: true };
}

export function polyline(points: [number, number][], stroke: string, more: object = {}): Mark {
  return {
    type: 'polyline',
    shape: { points },
    style: { stroke, fill: 'none', lineWidth: 2, lineJoin: 'round', ...more },
    silent: true,
  };
}

export function circle(cx: number, cy: number, r: number, fill: string, more: object = {}): Mark {
  return { type: 'circle', shape: { cx, cy, r }, style: { fill, ...more }, silent: true };
}

/** A shape of palette.ts, fitted into a square of `size` around (cx, cy). */
export function symbol(
  d: string,
  cx: number,
  cy: number,
  size: number,
  fill: string,
  more: object = {},
): Mark {
  const extent = d === DOT ? size * 0.6 : size;
  const shape = {
    pathData: d,
    x: cx - extent / 2,
    y: cy - extent / 2,
    width: extent,
    height: extent,
    layout: 'center',
  };
  return { type: 'path', shape, style: { fill, ...more }, silent: true };
}

/** A path in pixels. */
export function path(d: string, fill: string, more: object = {}): Mark {
  return { type: 'path', shape: { pathData: d }, style: { fill, ...more }, silent: true };
}

export interface TextStyle {
  align?: 'left' | 'center' | 'right';
  vertical?: 'top' | 'middle' | 'bottom';
  bold?: boolean;
  /** Longer text ends in an ellipsis. */
  width?: number;
  rotate?: number;
  /** A rim in the colour behind the words, for words that stand on lines. */
  halo?: string;
}

export function text(
  content: string,
  x: number,
  y: number,
  fill: string,
  theme: ChartTheme,
  style: TextStyle = {},
): Mark {
  const { align = 'left', vertical = 'middle', bold = false, width, rotate, halo } = style;
  return {
    type: 'text',
    // Turned about its own place, which then is the element's and not the style's.
    ...(rotate === undefined ? {} : { x, y, rotation: rotate }),
    style: {
      text: oneLine(content),
      ...(rotate === undefined ? { x, y } : {}),
      fill,
      font: `${bold ? '600' : '400'} ${TEXT}px ${theme.font}`,
      align,
      verticalAlign: vertical,
      ...(halo === undefined ? {} : { stroke: halo, lineWidth: 3 }),
      ...(width === undefined ? {} : { width, overflow: 'truncate', ellipsis: '…' }),
    },
    silent: true,
  };
}

/** A pair of marks: a vertical line with feet, the usual sign of an interval, lying. */
export function lyingInterval(x1: number, x2: number, y: number, stroke: string, foot = 3): Mark[] {
  const style = { lineWidth: 1.5 };
  return [
    line(x1, y, x2, y, stroke, style),
    line(x1, y - foot, x1, y + foot, stroke, style),
    line(x2, y - foot, x2, y + foot, stroke, style),
  ];
}

interface RenderParams {
  coordSys: { x: number; y: number; width: number; height: number };
}
interface RenderApi {
  coord: (at: [number, number]) => number[];
}

/** A drawing in the coordinate system `grid`; `anchor` is any place inside both axes. */
export function drawing(
  grid: number,
  anchor: [number, number],
  draw: (frame: Frame) => Mark[],
): CustomSeriesOption {
  const renderItem = (params: RenderParams, api: RenderApi) => {
    const { x: left, y: top, width, height } = params.coordSys;
    const frame: Frame = {
      left,
      top,
      width,
      height,
      x: (value) => api.coord([value, anchor[1]])[0] ?? left,
      y: (value) => api.coord([anchor[0], value])[1] ?? top,
    };
    return { type: 'group', children: draw(frame) };
  };
  return {
    type: 'custom',
    coordinateSystem: 'cartesian2d',
    xAxisIndex: grid,
    yAxisIndex: grid,
    data: [anchor],
    renderItem: renderItem as unknown as NonNullable<CustomSeriesOption['renderItem']>,
    clip: false,
    silent: true,
    animation: false,
  };
}

export interface AxisOptions {
  min: number;
  max: number;
  grid?: number;
  show?: boolean;
  lines?: boolean;
  labels?: (value: number) => string;
  interval?: number;
  name?: string;
  inverse?: boolean;
  log?: boolean;
  /** Where the labels stand, instead of at even steps. */
  at?: number[];
}

function axis(options: AxisOptions, theme: ChartTheme) {
  const {
    min,
    max,
    grid = 0,
    show = true,
    lines = true,
    labels,
    interval,
    name,
    inverse = false,
    log = false,
    at,
  } = options;
  return {
    type: log ? ('log' as const) : ('value' as const),
    gridIndex: grid,
    min,
    max,
    inverse,
    animation: false,
    ...(interval === undefined ? {} : { interval }),
    ...(name === undefined
      ? {}
      : {
          name,
          nameLocation: 'middle' as const,
          nameMoveOverlap: false, // the charts leave room for it
          nameTextStyle: { color: theme.axis, fontSize: TEXT, fontFamily: theme.font },
        }),
    axisLine: { show: false },
    axisTick: { show: false, ...(at === undefined ? {} : { customValues: at }) },
    splitLine: { show: show && lines, lineStyle: { color: theme.grid, width: 1 } },
    axisLabel: {
      show,
      color: theme.axis,
      fontSize: TEXT,
      fontFamily: theme.font,
      hideOverlap: true,
      ...(labels === undefined ? {} : { formatter: labels }),
      ...(at === undefined ? {} : { customValues: at }),
    },
  };
}

export function xAxis(options: AxisOptions, theme: ChartTheme): XAXisComponentOption {
  return {
    ...axis(options, theme),
    position: 'bottom',
    ...(options.name === undefined ? {} : { nameGap: 24 }),
  } as XAXisComponentOption;
}

export function yAxis(options: AxisOptions, theme: ChartTheme): YAXisComponentOption {
  return {
    ...axis(options, theme),
    ...(options.name === undefined ? {} : { nameGap: 30 }),
  } as YAXisComponentOption;
}

/** The labels of a scale from 0 to 1: 0, .25, .50, .75, 1. */
export function unitTick(value: number): string {
  const text = Math.abs(value)
    .toFixed(2)
    .replace(/^0\./, '.')
    .replace(/^(\d*)\.00$/, '$1');
  return `${value < 0 ? '−' : ''}${text === '' ? '0' : text}`;
}

/** The base of every option: no animation, no hover effects of the library, exact margins. */
export function base(theme: ChartTheme) {
  return {
    animation: false,
    backgroundColor: 'transparent',
    textStyle: { fontFamily: theme.font, fontSize: TEXT, color: theme.ink },
  };
}

export function grid(left: number, top: number, right: number, bottom: number, more: object = {}) {
  return { left, top, right, bottom, containLabel: false, outerBoundsMode: 'none' as const, ...more };
}

/** Roughly how wide the longest of some texts of 12 px is: enough to reserve a margin in every system's font. */
export function roomFor(texts: readonly string[]): number {
  return 7.4 * texts.reduce((longest, content) => Math.max(longest, content.length), 0);
}

/** A name of 12 px cut in its middle to fit: the end of a model's name tells as much as its beginning. */
export function cutInMiddle(name: string, width: number): string {
  const most = Math.max(5, Math.floor(width / 7.2));
  const letters = [...name];
  if (letters.length <= most) return name;
  const end = Math.floor((most - 1) / 2);
  return `${letters.slice(0, most - 1 - end).join('')}…${letters.slice(letters.length - end).join('')}`;
}
