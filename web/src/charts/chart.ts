// What a chart is, before it is drawn: its words, its data as a table, the points that hover and the keyboard reach,
// and the option for the charts library. Pure data and pure functions: tests need no browser.

import type { EChartsOption } from 'echarts';
import type { CsvValue } from '../components/csv.ts';
import type { ChartTheme } from './theme.ts';

export type ChartOption = EChartsOption;

export interface ChartTable {
  header: string[];
  rows: CsvValue[][];
}

/** A place in the chart that can be asked about. */
export interface ChartPoint {
  title: string;
  lines: string[];
  grid: number; // index of the coordinate system
  at: [number, number]; // in data coordinates
  /** What choosing the point means to the view, for instance the subdomain. */
  choice?: number;
}

export interface ChartPoints {
  count: number;
  /** Points per row, for the up and down keys; 1 = the points stand below each other, count = beside each other. */
  rowLength: number;
  at: (index: number) => ChartPoint;
  /** The point meant by a place in data coordinates, or -1. */
  pick: (grid: number, x: number, y: number) => number;
  /** True when a whole row means its point, also left and right of the plot. */
  wholeRows?: boolean;
}

export interface Chart {
  /** File name of downloads, without ending. */
  name: string;
  title: string;
  /** What a screen reader says for the whole picture. */
  summary: string;
  /** What the numbers stand on, for the line below a figure: "PubMedQA; Qwen3-8B; n = 1,063 items". */
  basis?: string;
  /** "How this was computed". */
  how: string;
  /** Made when it is asked for: an affinity map has tens of thousands of rows. */
  table: () => ChartTable;
  points: ChartPoints;
  height: (width: number) => number;
  option: (theme: ChartTheme, width: number) => ChartOption;
}

/** What the numbers of a chart stand on: parts that are "" are left out. */
export const basisOf = (...parts: string[]): string => parts.filter((part) => part !== '').join('; ');
