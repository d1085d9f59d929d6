// True against estimated HARMONY of simulated models, one small plot a measure of similarity.

import type { Validation } from '../engine/study.ts';
import { counted, fixed, unit } from '../verdict/numbers.ts';
import { correlationInWords } from '../verdict/validation.ts';
import { basisOf, type Chart } from './chart.ts';
import { base, drawing, type Frame, line, type Mark, symbol, text, unitTick, xAxis, yAxis } from './marks.ts';
import { shapes } from './palette.ts';
import { plotPlaces } from './small_plots.ts';

const TOP = 68;
const BOTTOM = 40;
const HEIGHT = 308;

export function truthScatter(result: Validation): Chart | null {
  const measures = result.measures.filter((one) => one.error === null && one.points.length > 0);
  if (measures.length === 0) return null;
  const flat = measures.flatMap((measure, plot) => measure.points.map((point) => ({ measure, plot, point })));
  const places = (width: number) =>
    plotPlaces({
      plots: measures.length,
      width,
      height: HEIGHT,
      least: 190,
      left: 34,
      gap: 26,
      top: TOP,
      bottom: BOTTOM,
    });
  return {
    name: 'true and estimated HARMONY',
    basis: basisOf(
      'RedundantQA, generated',
      counted(result.parameters.models, 'simulated model'),
      `n = ${counted(result.items, 'item')}`,
    ),
    title: 'True (across) against estimated HARMONY (up)',
    summary: `Scatter plots, one a measure. ${measures.map((one) => `${one.measure}: r = ${correlationInWords(one.pearson)}`).join('; ')}.`,
    how:
      'Every dot is a simulated model. Across: HARMONY over the domains that the generator made. Up: HARMONY over the subdomains that clustering finds, with the number of subdomains chosen by the silhouette. ' +
      'On the dashed line the two are the same. r is Pearson’s correlation with its 95% interval (Fisher’s z). The random partition has the sizes of the found subdomains and knows nothing.',
    table: () => ({
      header: ['measure', 'model', 'true HARMONY', 'estimated HARMONY', 'k', 'adjusted Rand index'],
      rows: flat.map(({ measure, point }) => [
        measure.measure,
        point.name,
        point.trueHarmony,
        point.harmony,
        point.k,
        point.adjustedRand,
      ]),
    }),
    points: {
      count: flat.length,
      rowLength: Math.max(1, measures[0]?.points.length ?? 1),
      at: (index) => {
        const found = flat[index];
        if (!found) return { title: '', lines: [], grid: 0, at: [0, 0] };
        const { measure, plot, point } = found;
        return {
          title: `${point.name}, ${measure.measure}`,
          lines: [
            `true ${unit(point.trueHarmony)}, estimated ${unit(point.harmony)}`,
            `k = ${point.k}, adjusted Rand index ${unit(point.adjustedRand)}`,
          ],
          grid: plot,
          at: [point.trueHarmony, point.harmony],
        };
      },
      pick: (gridIndex, x, y) => {
        let best = -1;
        let nearest = 0.06 ** 2;
        for (const [index, { plot, point }] of flat.entries()) {
          if (plot !== gridIndex) continue;
          const distance = (point.trueHarmony - x) ** 2 + (point.harmony - y) ** 2;
          if (distance < nearest) {
            nearest = distance;
            best = index;
          }
        }
        return best;
      },
    },
    height: (width) => places(width).rows * HEIGHT,
    option: (theme, width) => {
      const { across, grids } = places(width);
      return {
        ...base(theme),
        grid: grids,
        xAxis: measures.map((_, n) =>
          xAxis(
            { min: 0, max: 1, grid: n, interval: 0.25, lines: false, labels: unitTick, name: 'true HARMONY' },
            theme,
          ),
        ),
        yAxis: measures.map((_, n) =>
          yAxis(
            {
              min: 0,
              max: 1,
              grid: n,
              interval: 0.25,
              labels: (value) => (n % across === 0 ? unitTick(value) : ''),
            },
            theme,
          ),
        ),
        series: measures.map((measure, n) => {
          const draw = (frame: Frame): Mark[] => {
            const main = measure.measure === 'predictive similarity';
            const marks: Mark[] = [
              text(measure.measure, frame.left, frame.top - 55, theme.ink, theme, {
                bold: true,
                width: frame.width,
              }),
              text(
                `r ${correlationInWords(measure.pearson)}, slope ${fixed(measure.slope, 2)}`,
                frame.left,
                frame.top - 36,
                theme.inkSecond,
                theme,
                { width: frame.width },
              ),
              ...(n % across === 0 ? [text('estimated HARMONY', 0, frame.top - 15, theme.axis, theme)] : []),
              line(frame.x(0), frame.y(0), frame.x(1), frame.y(1), theme.reference, { lineDash: [4, 3] }),
            ];
            for (const point of measure.points) {
              marks.push(
                symbol(
                  main ? shapes[0] : shapes[1],
                  frame.x(point.trueHarmony),
                  frame.y(point.harmony),
                  main ? 8 : 7,
                  main ? theme.accent : theme.axis,
                  { opacity: 0.75, stroke: theme.paper, lineWidth: 0.75 },
                ),
              );
            }
            return marks;
          };
          return drawing(n, [0, 0], draw);
        }),
      };
    },
  };
}
