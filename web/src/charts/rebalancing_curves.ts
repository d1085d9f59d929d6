// Re-balancing: HARMONY and accuracy against the share of items pruned, with what equally many random removals give.

import type { RebalancedModel, Rebalancing } from '../engine/study.ts';
import { counted, percent, unit } from '../verdict/numbers.ts';
import { bareP } from '../verdict/rebalancing.ts';
import { basisOf, type Chart } from './chart.ts';
import { roundedScale } from './dot_rows.ts';
import { type LineMarker, type LinePoint, type LineSeries, lineChart } from './line_chart.ts';
import { unitTick } from './marks.ts';
import { shapes, subdomainColour, subdomainShape } from './palette.ts';

/** With more models than this only the chosen one is drawn. */
export const MOST_LINES = 12;

interface CurvesInput {
  result: Rebalancing;
  benchmark: string;
  modelName: (model: number) => string;
  chosen: RebalancedModel | null;
  at: number; // the point looked at
}

const isNumber = (value: number | null | undefined): value is number =>
  value !== null && value !== undefined && Number.isFinite(value);

function scale(result: Rebalancing) {
  const most = Math.max(0.01, ...result.points.map((point) => point.share));
  const step = [0.005, 0.01, 0.02, 0.05, 0.1, 0.2].find((one) => most / one <= 6) ?? 0.2;
  return {
    name: 'share of the items pruned',
    min: 0,
    max: Math.ceil(most / step - 1e-9) * step,
    labels: (value: number) => percent(value, step < 0.01 ? 1 : 0),
    interval: step,
  };
}

/** Where it is judged, and what the slider shows. */
function markers({ result, at }: CurvesInput): LineMarker[] {
  const share = (n: number) => result.points[n]?.share ?? 0;
  const judged = result.levelAt === result.judgedAt ? 'level, judged here' : 'judged here';
  if (at === result.judgedAt)
    return [{ x: share(at), words: `${judged}: ${percent(share(at))}`, strong: true }];
  return [
    { x: share(at), words: `shown: ${percent(share(at))}`, strong: true },
    { x: share(result.judgedAt), words: judged },
  ];
}

const prunedLine = (result: Rebalancing, n: number) => {
  const point = result.points[n];
  return `${counted(point?.pruned ?? 0, 'item')} pruned of ${counted(result.items, 'item')}`;
};

const band = (
  result: Rebalancing,
  low: readonly (number | null)[],
  high: readonly (number | null)[],
  write: (value: number | null | undefined) => string,
): LineSeries => ({
  label: 'random removals',
  colour: (theme) => theme.reference,
  shape: shapes[1],
  behind: true,
  fine: true,
  points: result.points.map((point, n): LinePoint => {
    const [from, to] = [low[n], high[n]];
    const known = isNumber(from) && isNumber(to);
    return {
      x: point.share,
      y: known ? (from + to) / 2 : null,
      low: from ?? null,
      high: to ?? null,
      lines: [`95% of random removals: ${write(from)} to ${write(to)}`, prunedLine(result, n)],
    };
  }),
});

const HOW_PRUNED = (result: Rebalancing) =>
  `From the largest subdomain, the item that is most like the others there is taken, again and again. The grey band holds 95% of ${counted(result.parameters.draws, 'random removal')} of equally many items. `;

/** Mean HARMONY over models, and a line a model where they are few. */
export function harmonyCurve(input: CurvesInput): Chart {
  const { result, benchmark, modelName, chosen } = input;
  const shown = result.models.length <= MOST_LINES ? result.models : chosen ? [chosen] : [];
  const several = result.models.length > 1;
  const series: LineSeries[] = [
    ...(chosen ? [band(result, chosen.harmonyLow, chosen.harmonyHigh, (value) => unit(value))] : []),
    ...shown.map((one): LineSeries => {
      const colour = result.models.indexOf(one);
      return {
        label: modelName(one.model),
        colour: (theme) => subdomainColour(colour, theme),
        shape: subdomainShape(colour),
        fine: one !== chosen,
        points: result.points.map((point, n) => ({
          x: point.share,
          y: one.harmony[n] ?? null,
          lines: [
            `HARMONY ${unit(one.harmony[n])}`,
            `random removals ${unit(one.harmonyLow[n])} to ${unit(one.harmonyHigh[n])}`,
            prunedLine(result, n),
          ],
        })),
      };
    }),
    ...(several
      ? [
          {
            label: `mean of ${counted(result.models.length, 'model')}`,
            colour: (theme) => theme.ink,
            shape: shapes[0],
            points: result.points.map((point, n) => ({
              x: point.share,
              y: point.meanHarmony,
              lines: [
                `mean HARMONY ${unit(point.meanHarmony)}`,
                `HARMONY of the sizes ${unit(point.harmonyOfSizes)}`,
                prunedLine(result, n),
              ],
            })),
          } satisfies LineSeries,
        ]
      : []),
  ];
  const first = result.points[0];
  const judged = result.points[result.judgedAt];
  return lineChart({
    name: `harmony while pruning ${benchmark}`,
    basis: basisOf(benchmark, `n = ${counted(result.items, 'item')}`),
    title: 'HARMONY while items are pruned',
    summary: `Curves: mean HARMONY ${unit(first?.meanHarmony)} with all items, ${unit(judged?.meanHarmony)} with ${percent(judged?.share)} pruned.`,
    how: `${HOW_PRUNED(result)}HARMONY of every model on the items that are left, with the same subdomains and the same b; the thick black line is its mean over models. The band belongs to the chosen model.`,
    table: {
      header: [
        'share pruned',
        'items pruned',
        'mean HARMONY',
        'H_size',
        ...result.models.map((one) => modelName(one.model)),
      ],
      rows: result.points.map((point, n) => [
        point.share,
        point.pruned,
        point.meanHarmony,
        point.harmonyOfSizes,
        ...result.models.map((one) => one.harmony[n] ?? null),
      ]),
    },
    pointTitle: (share, label) => `${label}, ${percent(share)} pruned`,
    x: scale(result),
    y: { name: 'HARMONY', min: 0, max: 1, labels: unitTick, interval: 0.25 },
    series,
    marked: markers(input),
    height: 320,
  });
}

/** Accuracy of the chosen model, against what as many random removals do to it. */
export function accuracyCurve(input: CurvesInput): Chart | null {
  const { result, benchmark, modelName, chosen } = input;
  if (!chosen) return null;
  const values = [...chosen.accuracy, ...chosen.accuracyLow, ...chosen.accuracyHigh].filter(isNumber);
  const { min, max, interval } = roundedScale(values);
  const name = modelName(chosen.model);
  const [start, end] = [chosen.accuracy[0], chosen.accuracy[result.judgedAt]];
  return lineChart({
    name: `accuracy while pruning ${benchmark} ${name}`,
    basis: basisOf(benchmark, `n = ${counted(result.items, 'item')}`),
    title: `Accuracy of ${name} while items are pruned`,
    summary: `Curve: accuracy of ${name} ${percent(start)} with all items, ${percent(end)} with ${percent(result.points[result.judgedAt]?.share)} pruned; random removals ${percent(chosen.accuracyLow[result.judgedAt])} to ${percent(chosen.accuracyHigh[result.judgedAt])}.`,
    how: `${HOW_PRUNED(result)}p is two-sided: how often a random removal moves the accuracy as far; adjusted for all models by Benjamini and Hochberg (1995). The axis does not begin at 0.`,
    table: {
      header: ['share pruned', 'items pruned', 'accuracy', 'random, low', 'random, high', 'p', 'adjusted p'],
      rows: result.points.map((point, n) => [
        point.share,
        point.pruned,
        chosen.accuracy[n] ?? null,
        chosen.accuracyLow[n] ?? null,
        chosen.accuracyHigh[n] ?? null,
        chosen.tests[n]?.pValue ?? null,
        chosen.tests[n]?.adjusted ?? null,
      ]),
    },
    pointTitle: (share, label) => `${label}, ${percent(share)} pruned`,
    x: scale(result),
    y: {
      name: 'accuracy',
      min: Math.max(0, min),
      max: Math.min(1, max),
      interval,
      labels: (value) => percent(value, interval < 0.01 ? 1 : 0),
    },
    series: [
      band(result, chosen.accuracyLow, chosen.accuracyHigh, percent),
      {
        label: name,
        colour: (theme) => theme.accent,
        shape: shapes[0],
        points: result.points.map((point, n) => ({
          x: point.share,
          y: chosen.accuracy[n] ?? null,
          lines: [
            `accuracy ${percent(chosen.accuracy[n])}`,
            `random removals ${percent(chosen.accuracyLow[n])} to ${percent(chosen.accuracyHigh[n])}`,
            `adjusted p ${bareP(chosen.tests[n]?.adjusted)}`,
            prunedLine(result, n),
          ],
        })),
      },
    ],
    marked: markers(input),
    height: 320,
  });
}
