// How well the dimensions come back from other starts and from halves of the items and of the models.

import type { StabilityResult } from '../engine/item_response.ts';
import { counted, unit, unitRange } from '../verdict/numbers.ts';
import type { Chart } from './chart.ts';
import { dotRows } from './dot_rows.ts';
import { unitTick } from './marks.ts';
import { subdomainColour, subdomainShape } from './palette.ts';

type Row = StabilityResult['rows'][number];

export const stabilityKinds: Record<Row['kind'], { words: string; compared: string }> = {
  seed: { words: 'other starts', compared: 'abilities' },
  items: { words: 'halves of the items', compared: 'abilities' },
  models: { words: 'halves of the models', compared: 'slopes' },
};

export function stabilityRows(result: StabilityResult, dimensions: readonly string[]): Chart | null {
  const rows = result.rows.flatMap((row) =>
    row.congruence.map((congruence, dimension) => ({ row, dimension, congruence })),
  );
  if (rows.length === 0) return null;
  const least = Math.min(0, ...rows.map((one) => one.congruence.low));
  return dotRows({
    name: 'stability of the dimensions',
    title: 'Congruence with refits',
    summary: `Dots: Tucker’s congruence. ${rows
      .map(
        ({ row, dimension, congruence }) =>
          `${dimensions[dimension]}, ${stabilityKinds[row.kind].words}: ${unit(congruence.mean)}`,
      )
      .join('; ')}.`,
    how:
      'The fit is repeated from perturbed starts, on both halves of random splits of the items, and of the models, and turned onto the first one (Procrustes). ' +
      'Tucker’s congruence compares the slopes of each dimension: of other starts and of halves of the items with those of the fit, of halves of the models with each other. Above .95 it counts as the same dimension, below .85 as another one (Lorenzo-Seva and ten Berge 2006). ' +
      'The whisker holds 95% of the replicates.',
    table: {
      header: [
        'refit',
        'replicates',
        'dimension',
        'congruence',
        'low',
        'high',
        'correlation',
        'correlation, low',
        'correlation, high',
        'correlation of',
      ],
      rows: rows.map(({ row, dimension, congruence }) => [
        stabilityKinds[row.kind].words,
        row.replicates,
        dimensions[dimension] ?? '',
        congruence.mean,
        congruence.low,
        congruence.high,
        row.abilities[dimension]?.mean ?? null,
        row.abilities[dimension]?.low ?? null,
        row.abilities[dimension]?.high ?? null,
        stabilityKinds[row.kind].compared,
      ]),
    },
    rows: rows.map(({ row, dimension, congruence }) => ({
      label: dimensions[dimension] ?? '',
      title: `${dimensions[dimension] ?? ''}, ${stabilityKinds[row.kind].words}`,
      ...(dimension === 0 ? { heading: stabilityKinds[row.kind].words } : {}),
      value: congruence.mean,
      low: congruence.low,
      high: congruence.high,
      colour: (theme) => subdomainColour(dimension, theme),
      shape: subdomainShape(dimension),
      written: unit(congruence.mean),
      lines: [
        `congruence ${unit(congruence.mean)} (${unitRange(congruence)})`,
        `correlation of ${stabilityKinds[row.kind].compared} ${unit(row.abilities[dimension]?.mean)} (${unitRange(row.abilities[dimension])})`,
        counted(row.replicates, 'replicate'),
      ],
      newGroup: dimension === 0,
    })),
    min: least < 0 ? -1 : 0,
    max: 1,
    interval: least < 0 ? 0.5 : 0.25,
    labels: unitTick,
    axis: 'Tucker’s congruence',
  });
}
