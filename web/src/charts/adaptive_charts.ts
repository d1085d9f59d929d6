// Adaptive testing: how the error falls with every item asked, expected for a new model and measured on held-out ones.

import type { AdaptiveSimulation, AdaptiveState } from '../engine/item_response.ts';
import { count, counted, fixed } from '../verdict/numbers.ts';
import type { Chart } from './chart.ts';
import { roundedScale } from './dot_rows.ts';
import { lineChart } from './line_chart.ts';
import { shapes } from './palette.ts';

/** Labels of a scale of counts: whole numbers at round steps. */
function countScale(name: string, most: number) {
  const { interval } = roundedScale([0, Math.max(4, most)]);
  return {
    name,
    min: 0,
    max: Math.max(4, most),
    interval: Math.max(1, interval),
    labels: (value: number) => (Number.isInteger(value) ? count(value) : ''),
  };
}

function errorScale(name: string, values: readonly number[], factor = 1) {
  const { interval } = roundedScale([0, ...values]);
  const max = Math.max(1, Math.ceil(Math.max(0, ...values) / interval - 1e-9)) * interval;
  const step = interval * factor;
  const decimals = step >= 1 ? 0 : step >= 0.1 ? 1 : 2;
  return {
    name,
    min: 0,
    max,
    interval,
    labels: (value: number) => fixed(value * factor, decimals),
  };
}

/** Expected standard error of the ability after more items, chosen one after the other. */
export function expectedErrorCurve(state: AdaptiveState): Chart | null {
  const curve = state.expectedErrors;
  if (curve.length < 2) return null;
  return lineChart({
    name: 'expected error',
    basis: `${counted(state.answered, 'answer')} given`,
    title: 'Expected error after more items',
    summary: `Curve: expected standard error of the ability from ${fixed(curve[0]?.error, 2)} after ${counted(state.answered + (curve[0]?.items ?? 0), 'answer')} to ${fixed(curve[curve.length - 1]?.error, 2)} after ${counted(curve[curve.length - 1]?.items ?? 0, 'more item')}.`,
    how: 'The items with the most expected information at the present estimate are added one after the other; the error is the square root of the ability’s variance (its mean over the dimensions) that the prior and the information of these items leave, averaged over what is still unknown of the ability and of the items. It is what is expected before the answers are known.',
    table: {
      header: ['more items', 'expected standard error'],
      rows: curve.map((point) => [point.items, point.error]),
    },
    pointTitle: (items) => `after ${counted(items, 'more item')}`,
    x: countScale('items still to be asked', curve[curve.length - 1]?.items ?? 0),
    y: errorScale(
      'expected standard error of the ability',
      curve.map((point) => point.error),
    ),
    series: [
      {
        label: 'expected',
        colour: (theme) => theme.accent,
        shape: shapes[0],
        points: curve.map((point) => ({
          x: point.items,
          y: point.error,
          lines: [`expected standard error ${fixed(point.error, 3)}`],
        })),
      },
    ],
  });
}

/** Error against the number of items asked, on models that the fit did not see, beside random order. */
export function simulationCurve(simulation: AdaptiveSimulation, of: 'ability' | 'score'): Chart | null {
  const { curve, models } = simulation;
  if (curve.length === 0) return null;
  const adaptive = (point: AdaptiveSimulation['curve'][number]) =>
    of === 'ability' ? point.adaptive : point.adaptiveScore;
  const random = (point: AdaptiveSimulation['curve'][number]) =>
    of === 'ability' ? point.random : point.randomScore;
  const write = (value: number) => (of === 'ability' ? fixed(value, 3) : `${fixed(value * 100, 1)} points`);
  const what = of === 'ability' ? 'ability' : 'mean score';
  const values = curve.flatMap((point) => [adaptive(point), random(point)]);
  const last = curve[curve.length - 1];
  const series = (label: string, value: typeof adaptive, behind: boolean) => ({
    label,
    colour: (theme: { accent: string; reference: string }) => (behind ? theme.reference : theme.accent),
    shape: behind ? shapes[1] : shapes[0],
    behind,
    points: curve.map((point) => ({
      x: point.items,
      y: value(point),
      lines: [`error of the ${what} ${write(value(point))}`],
    })),
  });
  return lineChart({
    name: `adaptive testing, ${what}`,
    basis: `n = ${counted(simulation.models, 'model')} left out in turn`,
    title: `Error of the ${what} by items asked`,
    summary:
      `Curves over ${counted(models, 'held-out model')}: after ${counted(last?.items ?? 0, 'item')} the error of the ${what} is ` +
      `${write(last ? adaptive(last) : 0)} with chosen items and ${write(last ? random(last) : 0)} with random ones.`,
    how:
      `Models are left out of the fit in turn and answer item after item: the one with the most information at their present estimate (beyond 20 answers several at a time), or any in random order. The error is the root mean square over ${counted(models, 'model')} of the distance from ` +
      (of === 'ability' ? 'the ability estimated from all their answers.' : 'their mean score on all items.'),
    table: {
      header: ['items', 'chosen', 'random'],
      rows: curve.map((point) => [point.items, adaptive(point), random(point)]),
    },
    pointTitle: (items, label) => `${counted(items, 'item')}, ${label}`,
    x: countScale('items asked', last?.items ?? 0),
    y:
      of === 'ability'
        ? errorScale('error of the ability', values)
        : errorScale('error of the mean score, points', values, 100),
    series: [series('random order', random, true), series('chosen', adaptive, false)],
  });
}
