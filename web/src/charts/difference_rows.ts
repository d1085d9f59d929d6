// The difference of two models in every group of items, with its interval and the line of no difference.

import type { ComparedModels } from '../engine/study.ts';
import { pointsRange, possibleRange } from '../verdict/compare.ts';
import { counted, percent, signedPoints } from '../verdict/numbers.ts';
import { bareP } from '../verdict/rebalancing.ts';
import { basisOf, type Chart } from './chart.ts';
import { dotRows, roundedScale } from './dot_rows.ts';
import { shapes, subdomainColour, subdomainShape } from './palette.ts';

export function differenceRows(
  result: ComparedModels,
  benchmark: string,
  modelName: (model: number) => string,
): Chart | null {
  if (result.items === 0) return null;
  const [first, second] = [modelName(result.first), modelName(result.second)];
  const groups = [result.overall, ...result.groups].map((one) => ({
    ...one,
    interval: possibleRange(one.interval),
  }));
  const scale = roundedScale([
    0,
    ...groups.flatMap((one) => [
      one.difference,
      one.interval?.low ?? one.difference,
      one.interval?.high ?? one.difference,
    ]),
  ]);
  const { interval } = scale;
  const [min, max] = [Math.max(-1, scale.min), Math.min(1, scale.max)];
  return dotRows({
    name: `difference ${benchmark} ${first} ${second}`,
    basis: basisOf(benchmark, `n = ${counted(result.items, 'item')}`),
    title: `${first} minus ${second}, by subdomain`,
    summary: `Dots: difference of mean scores in points. ${groups.map((one) => `${one.name}: ${signedPoints(one.difference)}`).join('; ')}.`,
    how: `Mean score of ${first} minus that of ${second} on the items that both have, with 95% intervals of the paired differences. The vertical line is no difference; p is adjusted for all groups by Benjamini and Hochberg (1995).`,
    table: {
      header: ['group', 'items', first, second, 'difference', 'low', 'high', 'p', 'adjusted p'],
      rows: groups.map((one) => [
        one.name,
        one.items,
        one.first,
        one.second,
        one.difference,
        one.interval?.low ?? null,
        one.interval?.high ?? null,
        one.test.pValue,
        one.test.adjusted,
      ]),
    },
    rows: groups.map((one, n) => ({
      label: one.name,
      value: one.difference,
      low: one.interval?.low ?? null,
      high: one.interval?.high ?? null,
      colour: (theme) => (one.subdomain === null ? theme.ink : subdomainColour(one.subdomain, theme)),
      shape: one.subdomain === null ? shapes[0] : subdomainShape(one.subdomain),
      bold: one.subdomain === null,
      newGroup: n === 1,
      written: signedPoints(one.difference),
      lines: [
        `${signedPoints(one.difference)} points (${pointsRange(one.interval) || 'no interval'})`,
        `${first} ${percent(one.first)}, ${second} ${percent(one.second)}`,
        `${counted(one.items, 'item')}, adjusted p ${bareP(one.test.adjusted)}`,
      ],
    })),
    min,
    max,
    interval,
    labels: (value) => signedPoints(value, interval < 0.01 ? 1 : 0),
    axis: 'difference in points',
    reference: 0,
  });
}
