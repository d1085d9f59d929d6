// How many dimensions do the answers bear? Eigenvalues beside those of shuffled answers.

import type { ItemResponseResult } from '../engine/item_response.ts';
import { counted, fixed } from '../verdict/numbers.ts';
import { basisOf, type Chart } from './chart.ts';
import { lineChart } from './line_chart.ts';
import { shapes } from './palette.ts';

/** More than these tell nothing about the number of dimensions. */
const MOST = 12;

/** Leading eigenvalues before the first that shuffled answers reach too. */
export function eigenvaluesAbove({ observed, parallel }: { observed: number[]; parallel: number[] }): number {
  const first = observed.findIndex((value, n) => value <= (parallel[n] ?? 0));
  return first < 0 ? observed.length : first;
}

export function eigenvalueChart({ eigenvalues, models, items }: ItemResponseResult): Chart | null {
  if (eigenvalues === null || eigenvalues.observed.length === 0) return null;
  const observed = eigenvalues.observed.slice(0, MOST);
  const parallel = eigenvalues.parallel.slice(0, observed.length);
  const above = eigenvaluesAbove({ observed, parallel });
  const most = Math.max(...observed, ...parallel);
  const step = 10 ** Math.floor(Math.log10(most));
  const top = Math.ceil(most / step / 2) * step * 2;
  return lineChart({
    name: 'eigenvalues',
    basis: basisOf(counted(models.model.length, 'model'), `n = ${counted(items.difficulty.length, 'item')}`),
    title: 'Eigenvalues and parallel analysis',
    summary: `Eigenvalues of the answers: ${observed.map((value) => fixed(value, 1)).join(', ')}; ${counted(above, 'of them lies', 'of them lie')} above those of shuffled answers.`,
    how:
      'The eigenvalues of the answers, each item centred by its mean, with what 95% of shuffled answers stay below (Horn 1965; Glorfeld 1995), where every item’s scores are permuted over the models. ' +
      'Eigenvalues above are dimensions that chance does not make. The held-out log-loss of the Prediction view says which of them help.',
    table: {
      header: ['number', 'eigenvalue', 'shuffled, 95%'],
      rows: observed.map((value, n) => [n + 1, value, parallel[n]]),
    },
    pointTitle: (x, label) => `${label} ${x}`,
    x: {
      name: 'number of the eigenvalue',
      min: 0.5,
      max: observed.length + 0.5,
      labels: (value) => fixed(value, 0),
      at: observed.map((_, n) => n + 1),
    },
    y: { name: 'eigenvalue', min: 0, max: top, labels: (value) => String(Number(value.toFixed(3))) },
    series: [
      {
        label: 'shuffled',
        colour: (theme) => theme.reference,
        shape: shapes[1],
        behind: true,
        points: parallel.map((y, n) => ({ x: n + 1, y, lines: [`${fixed(y, 2)} at 95%`] })),
      },
      {
        label: 'answers',
        colour: (theme) => theme.accent,
        shape: shapes[0],
        points: observed.map((y, n) => ({
          x: n + 1,
          y,
          lines: [fixed(y, 2), `shuffled ${fixed(parallel[n], 2)}`],
        })),
      },
    ],
    height: 240,
  });
}
