// The sizes and the theme of figures that go into papers.

import { FIGURE_FONT } from '../reproduce/text_width.ts';
import { TEXT } from './marks.ts';
import { type ChartTheme, lightTheme } from './theme.ts';

export type FigureWidth = 'column' | 'page' | 'screen';
export type FigureLook = 'print' | 'shown';

export interface FigureSettings {
  width: FigureWidth;
  look: FigureLook;
}

/** The usual widths of journals and proceedings, in millimetres. */
export const COLUMN_MM = 85;
export const PAGE_MM = 178;
const SMALLEST_PT = 8;
const MM_PER_PT = 25.4 / 72;
const MM_PER_SCREEN_PIXEL = 25.4 / 96;

/** How large one unit of the picture is on paper: the smallest text of a chart, of 12 units, is then of 8 points. */
const MM_PER_UNIT = (SMALLEST_PT / TEXT) * MM_PER_PT;

export interface FigurePaper {
  units: number; // width of the whole picture in its own units
  margin: number; // on each side, in units
  mmPerUnit: number;
}

/** @param screenWidth of the chart on the page, in pixels */
export function figurePaper(width: FigureWidth, screenWidth: number): FigurePaper {
  if (width === 'screen')
    return { units: Math.round(screenWidth) + 32, margin: 16, mmPerUnit: MM_PER_SCREEN_PIXEL };
  const mm = width === 'column' ? COLUMN_MM : PAGE_MM;
  return { units: mm / MM_PER_UNIT, margin: 4, mmPerUnit: MM_PER_UNIT };
}

/** White paper and dark ink. The colours of Okabe and Ito, each with its shape. */
export const printTheme: ChartTheme = {
  ...lightTheme,
  font: FIGURE_FONT,
  paper: '#ffffff',
  ink: '#111111',
  inkSecond: '#3a3a3a',
  axis: '#4d4d4d',
  grid: '#dedede',
  reference: '#858585',
  band: '#ebebeb',
  accent: '#0a5a8c',
  wash: '#eef3f7',
  sequenceLow: '#f2f6f9',
  deviationMid: '#f7f7f7',
};
