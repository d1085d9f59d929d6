// The characteristic curve of one item with its band, the mean scores that models of that ability had, and below it the
// information of one answer.

import type { ItemDetail } from '../engine/item_response.ts';
import { counted, fixed, percent } from '../verdict/numbers.ts';
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
  polyline,
  text,
  xAxis,
  yAxis,
} from './marks.ts';

type Curve = ItemDetail['curves'][number];

const HEIGHT = 300;
const LEFT = 44;
const SPLIT = 190; // bottom of the upper picture
const LOWER = 222; // top of the lower one

export function itemCurve(curve: Curve, dimension: string, item: string): Chart {
  const { ability, probability, low, high, information, observed } = curve;
  const from = ability[0] ?? -3;
  const to = ability.at(-1) ?? 3;
  const most = information.reduce((largest, one) => Math.max(largest, one), 0);
  const top = most > 0 ? niceTop(most) : 1;
  const observedCount = observed.length;
  const bandedFrom = low.every((one, n) => one !== null && high[n] !== null && high[n] !== undefined);
  const half = probability.findIndex((one, n) => (probability[n - 1] ?? one) < 0.5 && one >= 0.5);
  return {
    name: `characteristic curve ${item}`,
    title: `Characteristic curve: ${dimension}`,
    summary:
      `The probability that ${item} is solved, from ${percent(probability[0])} at ability ${fixed(from, 1)} to ${percent(probability.at(-1))} at ${fixed(to, 1)}` +
      `${half > 0 ? `; one half at about ${fixed(ability[half], 1)}` : ''}. Largest information ${fixed(most, 2)}. ` +
      `${counted(observedCount, 'group')} of models with their observed mean scores.`,
    how:
      'The line is the probability of a right answer along this dimension, the other abilities at their mean 0; the band is its 95% interval from the covariance of the item’s parameters. ' +
      'Dots are the mean scores of models of similar ability; a larger dot is more models. Below: the Fisher information of one answer.',
    table: () => ({
      header: ['ability', 'probability', 'low', 'high', 'information', 'observed mean score', 'models'],
      rows: [
        ...ability.map((at, n) => [at, probability[n], low[n], high[n], information[n], null, null]),
        ...observed.map((one) => [one.ability, null, null, null, null, one.score, one.models]),
      ],
    }),
    points: {
      count: observedCount + ability.length,
      rowLength: observedCount + ability.length,
      at: (index) => {
        const group = observed[index];
        if (group)
          return {
            title: `observed ${fixed(group.score, 2)}`,
            lines: [counted(group.models, 'model'), `ability ${fixed(group.ability, 2)}`],
            grid: 0,
            at: [group.ability, group.score],
          };
        const n = index - observedCount;
        return {
          title: `ability ${fixed(ability[n], 1)}`,
          lines: [
            `probability ${fixed(probability[n], 2)}${bandedFrom ? ` (${fixed(low[n], 2)}–${fixed(high[n], 2)})` : ''}`,
            `information ${fixed(information[n], 3)}`,
          ],
          grid: 0,
          at: [ability[n] ?? 0, probability[n] ?? 0],
        };
      },
      pick: (gridIndex, x, y) => {
        if (gridIndex === 0) {
          const near = observed.findIndex(
            (one) => Math.abs(one.ability - x) < (to - from) * 0.025 && Math.abs(one.score - y) < 0.06,
          );
          if (near >= 0) return near;
        }
        let best = -1;
        let nearest = Number.POSITIVE_INFINITY;
        for (const [n, at] of ability.entries()) {
          if (Math.abs(at - x) >= nearest) continue;
          nearest = Math.abs(at - x);
          best = n;
        }
        return best < 0 ? -1 : observedCount + best;
      },
    },
    height: () => HEIGHT,
    option: (theme) => {
      const upper = (frame: Frame): Mark[] => {
        const at = (values: readonly (number | null)[]): [number, number][] =>
          ability.map((x, n) => [frame.x(x), frame.y(values[n] ?? 0)]);
        const marks: Mark[] = [];
        if (bandedFrom) {
          const outline = [...at(high), ...at(low).reverse()].map(
            ([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`,
          );
          marks.push(path(`M${outline.join('L')}Z`, theme.band));
        }
        marks.push(
          line(frame.left, frame.y(0.5), frame.left + frame.width, frame.y(0.5), theme.reference, {
            lineDash: [4, 3],
          }),
          polyline(at(probability), theme.accent),
        );
        for (const one of observed)
          marks.push(
            circle(
              frame.x(one.ability),
              frame.y(one.score),
              2.5 + Math.min(5, Math.sqrt(one.models)),
              theme.ink,
              {
                opacity: 0.75,
              },
            ),
          );
        marks.push(text('P(right)', 0, 8, theme.axis, theme));
        return marks;
      };
      const lower = (frame: Frame): Mark[] => {
        const points = ability.map((x, n): [number, number] => [frame.x(x), frame.y(information[n] ?? 0)]);
        const outline = points.map(([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`);
        return [
          path(
            `M${frame.x(from).toFixed(1)} ${frame.y(0).toFixed(1)}L${outline.join('L')}L${frame.x(to).toFixed(1)} ${frame.y(0).toFixed(1)}Z`,
            theme.band,
          ),
          polyline(points, theme.accent, { lineWidth: 1.5 }),
          text('Information', 0, LOWER - 12, theme.axis, theme),
        ];
      };
      const common = { min: from, max: to, interval: 1 };
      return {
        ...base(theme),
        grid: [grid(LEFT, 20, 10, HEIGHT - SPLIT), grid(LEFT, LOWER, 10, 38)],
        xAxis: [
          xAxis({ ...common, grid: 0, labels: () => '' }, theme),
          xAxis({ ...common, grid: 1, name: `ability, ${dimension}`, labels: signed }, theme),
        ],
        yAxis: [
          yAxis({ min: 0, max: 1, grid: 0, interval: 0.5, labels: signed }, theme),
          yAxis({ min: 0, max: top, grid: 1, interval: top, labels: signed }, theme),
        ],
        series: [drawing(0, [from, 0], upper), drawing(1, [from, 0], lower)],
      };
    },
  };
}

const signed = (value: number): string => String(Number(value.toFixed(2))).replace('-', '−');

/** The next of 1, 2, 5 x 10^n above. */
function niceTop(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value));
  return power * ([1, 2, 5, 10].find((step) => step * power >= value) ?? 10);
}
