// Two models: their mean scores on items binned by the slope on a dimension. Where the curves part, they differ.

import type { ModelComparison } from '../engine/item_response.ts';
import { counted, fixed, percent, percentRange, signedPoints } from '../verdict/numbers.ts';
import type { Chart } from './chart.ts';
import {
  base,
  drawing,
  type Frame,
  grid,
  line,
  type Mark,
  polyline,
  symbol,
  text,
  xAxis,
  yAxis,
} from './marks.ts';
import { subdomainColour, subdomainShape } from './palette.ts';

const HEIGHT = 338;

export function comparisonCurves(
  comparison: ModelComparison,
  first: string,
  second: string,
  dimension: string,
): Chart {
  const { bins } = comparison;
  const from = Math.min(0, bins[0]?.low ?? 0);
  const to = Math.max(0, bins.at(-1)?.high ?? 1);
  const [left, right] = from < to ? [from, to] : [from - 0.5, to + 0.5];
  const lines = [
    {
      name: first,
      value: (n: number) => bins[n]?.first ?? 0,
      interval: (n: number) => bins[n]?.firstInterval,
    },
    {
      name: second,
      value: (n: number) => bins[n]?.second ?? 0,
      interval: (n: number) => bins[n]?.secondInterval,
    },
  ];
  return {
    name: `comparison ${first} ${second}`,
    basis: `n = ${counted(comparison.items, 'item')}`,
    title: `Mean scores by slope on ${dimension}`,
    summary: `${first} and ${second} on ${counted(comparison.items, 'item')} in ${counted(bins.length, 'bin')} of the slope: ${bins
      .map((bin) => `at ${fixed(bin.slope, 2)} ${percent(bin.first, 0)} and ${percent(bin.second, 0)}`)
      .join('; ')}.`,
    how:
      'The items that both models answered are cut into bins by their slope on the dimension. Dots are the mean scores of the two models in a bin, at the mean slope, with 95% intervals. ' +
      'Items with a large slope depend much on the dimension: a model that lost this ability falls behind there and not on the left.',
    table: () => ({
      header: [
        'slope from',
        'slope to',
        'mean slope',
        'items',
        first,
        `${first} low`,
        `${first} high`,
        second,
        `${second} low`,
        `${second} high`,
      ],
      rows: bins.map((bin) => [
        bin.low,
        bin.high,
        bin.slope,
        bin.items,
        bin.first,
        bin.firstInterval.low,
        bin.firstInterval.high,
        bin.second,
        bin.secondInterval.low,
        bin.secondInterval.high,
      ]),
    }),
    points: {
      count: bins.length * 2,
      rowLength: bins.length,
      at: (index) => {
        const which = lines[Math.floor(index / bins.length)];
        const n = index % bins.length;
        const bin = bins[n];
        return {
          title: which?.name ?? '',
          lines: [
            `${percent(which?.value(n))} (${percentRange(which?.interval(n))})`,
            `${counted(bin?.items ?? 0, 'item')}, slope ${fixed(bin?.low, 2)} to ${fixed(bin?.high, 2)}`,
            `difference ${signedPoints((bin?.first ?? 0) - (bin?.second ?? 0))} points`,
          ],
          grid: 0,
          at: [bin?.slope ?? 0, which?.value(n) ?? 0],
        };
      },
      pick: (_grid, x, y) => {
        let best = -1;
        let nearest = 0.06 ** 2;
        for (let index = 0; index < bins.length * 2; index++) {
          const n = index % bins.length;
          const dx = ((bins[n]?.slope ?? 0) - x) / (right - left);
          const dy = (lines[Math.floor(index / bins.length)]?.value(n) ?? 0) - y;
          const distance = dx * dx + dy * dy;
          if (distance < nearest) {
            nearest = distance;
            best = index;
          }
        }
        return best;
      },
    },
    height: () => HEIGHT,
    option: (theme, width) => {
      const draw = (frame: Frame): Mark[] => {
        const marks: Mark[] = [text('mean score', 0, 29, theme.axis, theme)];
        for (const [which, one] of lines.entries()) {
          const colour = subdomainColour(which, theme);
          marks.push(
            symbol(subdomainShape(which), 8 + which * (width / 2), 10, 10, colour),
            text(one.name, 18 + which * (width / 2), 10, theme.ink, theme, { width: width / 2 - 30 }),
            polyline(
              bins.map((bin, n) => [frame.x(bin.slope), frame.y(one.value(n))]),
              colour,
            ),
          );
          // The two stand beside each other, so that their intervals can be told apart.
          const shift = which === 0 ? -2 : 2;
          for (const [n, bin] of bins.entries()) {
            const x = frame.x(bin.slope) + shift;
            const interval = one.interval(n);
            if (interval)
              marks.push(
                line(x, frame.y(Math.max(0, interval.low)), x, frame.y(Math.min(1, interval.high)), colour, {
                  lineWidth: 1.5,
                }),
              );
            marks.push(symbol(subdomainShape(which), x, frame.y(one.value(n)), 9, colour));
          }
        }
        return marks;
      };
      return {
        ...base(theme),
        grid: grid(44, 46, 10, 38),
        xAxis: xAxis(
          { min: left, max: right, name: `slope on ${dimension}`, labels: (value) => fixed(value, 1) },
          theme,
        ),
        yAxis: yAxis({ min: 0, max: 1, interval: 0.25, labels: (value) => percent(value, 0) }, theme),
        series: [drawing(0, [left, 0], draw)],
      };
    },
  };
}
