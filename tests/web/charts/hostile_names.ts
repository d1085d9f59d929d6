// A chart that writes given names beside each other.
import type { Chart } from '../../../web/src/charts/chart.ts';
import { chartFigure } from '../../../web/src/charts/export.ts';
import { figurePaper, printTheme } from '../../../web/src/charts/figure.ts';
import { base, drawing, grid, text, xAxis, yAxis } from '../../../web/src/charts/marks.ts';

/** As SVG. */
export async function scatterNames(names: readonly string[]): Promise<string> {
  const chart: Chart = {
    name: 'names',
    title: 'Names',
    summary: '',
    how: '',
    table: () => ({ header: ['name'], rows: names.map((name) => [name]) }),
    points: {
      count: 0,
      rowLength: 1,
      at: () => ({ title: '', lines: [], grid: 0, at: [0, 0] }),
      pick: () => -1,
    },
    height: () => 40 + 20 * names.length,
    option: (theme) => ({
      ...base(theme),
      grid: grid(10, 10, 10, 10),
      xAxis: xAxis({ min: 0, max: 1 }, theme),
      yAxis: yAxis({ min: 0, max: 1 }, theme),
      series: [
        drawing(0, [0, 0], (area) =>
          names.map((name, n) => text(name, area.left, area.top + 20 * n, theme.ink, theme, { width: 400 })),
        ),
      ],
    }),
  };
  return (await chartFigure(chart, printTheme, figurePaper('page', 0), '')).svg;
}
