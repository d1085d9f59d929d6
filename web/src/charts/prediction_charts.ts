// Prediction of hidden answers: log-loss of every method, and whether predicted probabilities are what happens.

import type { PredictionMethod, PredictionResult } from '../engine/item_response.ts';
import { count, counted, fixed, percent, percentRange, unit } from '../verdict/numbers.ts';
import { chosenMethod, logLossText } from '../verdict/prediction.ts';
import type { Chart } from './chart.ts';
import { type DotRow, dotRows, roundedScale } from './dot_rows.ts';
import { lineChart } from './line_chart.ts';
import { unitTick } from './marks.ts';
import { shapes, subdomainColour, subdomainShape } from './palette.ts';

export function logLossRows(result: PredictionResult): Chart | null {
  const { methods } = result;
  if (methods.length === 0) return null;
  const chosen = chosenMethod(result);
  const scale = roundedScale(methods.map((method) => method.logLoss));
  return dotRows({
    name: 'log-loss of held-out answers',
    basis: `n = ${counted(result.cells, 'hidden answer')}`,
    title: 'Log-loss of hidden answers, smaller is better',
    summary: `Dots: log-loss on ${counted(result.cells, 'hidden answer')}. ${methods
      .map((method) => `${method.label}: ${logLossText(method.logLoss)}`)
      .join('; ')}.`,
    how:
      'Answers are hidden fold by fold, every method is fitted to the others and predicts the hidden ones. Log-loss is the mean of −log of the probability given to what happened: .693 is a coin toss. ' +
      'The marked method has the smallest number of dimensions after which another one gains no more than chance (z < 3).',
    table: {
      header: ['method', 'kind', 'dimensions', 'log-loss'],
      rows: methods.map((method) => [method.label, method.kind, method.dimensions, method.logLoss]),
    },
    rows: methods.map((method, index) => ({
      label: method.kind === 'baseline' ? method.label : counted(method.dimensions, 'dimension'),
      title: method.label,
      ...headingOf(method, methods[index - 1]),
      value: method.logLoss,
      colour: (theme) =>
        method.kind === 'baseline'
          ? theme.reference
          : method.grouped
            ? subdomainColour(5, theme)
            : theme.accent,
      shape: method.kind === 'baseline' ? shapes[1] : method.grouped ? shapes[2] : shapes[0],
      bold: method === chosen,
      written: logLossText(method.logLoss),
      lines: [
        `log-loss ${logLossText(method.logLoss)}, Brier score ${logLossText(method.brier)}`,
        `${percent(method.accuracy)} predicted right`,
        ...(method.z === null ? [] : [`z ${fixed(method.z, 1)} against one step simpler`]),
      ],
    })),
    ...scale,
    labels: (value) => unit(value, scale.interval < 0.01 ? 3 : 2),
    axis: 'log-loss',
  });
}

/** The kinds of methods stand apart, each under its name. */
function headingOf(method: PredictionMethod, before: PredictionMethod | undefined): Partial<DotRow> {
  if (before && before.kind === method.kind && before.grouped === method.grouped) return {};
  const heading =
    method.kind === 'baseline'
      ? 'baselines'
      : method.grouped
        ? 'a prior for each group'
        : 'one prior for all items';
  return { newGroup: true, heading };
}

/** Predicted against observed, of at most a few methods. */
export function calibrationCurve(result: PredictionResult, codes: readonly string[]): Chart | null {
  const methods = result.methods.filter((method) => codes.includes(method.code));
  if (methods.length === 0) return null;
  return lineChart({
    name: 'calibration',
    basis: `n = ${counted(result.cells, 'hidden answer')}`,
    title: 'Calibration: does 70% mean 70%?',
    summary: `Calibration of ${methods
      .map((method) => `${method.label}, expected calibration error ${unit(method.calibrationError, 3)}`)
      .join('; ')}. The diagonal is perfect.`,
    how: 'Hidden answers are binned by their predicted probability; each point is the mean prediction of a bin against the mean score observed in it, with its 95% interval. The dashed diagonal is perfect calibration. The expected calibration error is the mean distance from it, weighted by the number of answers.',
    table: {
      header: ['method', 'predicted', 'observed', 'low', 'high', 'answers'],
      rows: methods.flatMap((method) =>
        method.calibration.map((bin) => [
          method.label,
          bin.predicted,
          bin.observed,
          bin.interval.low,
          bin.interval.high,
          bin.cells,
        ]),
      ),
    },
    pointTitle: (_x, label) => label,
    x: { name: 'predicted probability', min: 0, max: 1, labels: unitTick, interval: 0.25 },
    y: { name: 'observed mean score', min: 0, max: 1, labels: unitTick, interval: 0.25 },
    diagonal: 'perfect',
    height: 340,
    series: methods.map((method, index) => ({
      label: method.label,
      colour: (theme) => subdomainColour(index, theme),
      shape: subdomainShape(index),
      points: method.calibration.map((bin) => ({
        x: bin.predicted,
        y: bin.observed,
        low: bin.interval.low,
        high: bin.interval.high,
        lines: [
          `predicted ${percent(bin.predicted)}, observed ${percent(bin.observed)} (${percentRange(bin.interval)})`,
          `${count(bin.cells)} answers`,
        ],
      })),
    })),
  });
}
