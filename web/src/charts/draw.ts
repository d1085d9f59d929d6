// Puts a chart on an instance of the charts library, new or used.

import type { EChartsType } from 'echarts/core';
import type { Chart } from './chart.ts';
import type { ChartTheme } from './theme.ts';

/** Draws the chart in the given width, replacing what was drawn before. */
export function drawChart(instance: EChartsType, chart: Chart, theme: ChartTheme, width: number): void {
  instance.resize({ width, height: chart.height(width), silent: true });
  // The library keeps a shape where it was when only its place changes: every drawing starts from nothing.
  instance.clear();
  instance.setOption(chart.option(theme, width), { notMerge: true, silent: true });
}
