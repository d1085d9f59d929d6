// Fewer items: how well scores and ranks survive at each share, against random subsets of the same size; and how much
// of each benchmark is kept.

import type { FittedDimension, SelectionResult } from '../engine/item_response.ts';
import { count, counted, MISSING, percent, unit } from '../verdict/numbers.ts';
import { metricValue, type SurvivalMetric } from '../verdict/selection.ts';
import type { Chart } from './chart.ts';
import { type LineSeries, lineChart } from './line_chart.ts';
import {
  base,
  drawing,
  type Frame,
  grid,
  line,
  type Mark,
  rect,
  roomFor,
  text,
  xAxis,
  yAxis,
} from './marks.ts';
import { shapes, subdomainColour } from './palette.ts';

export interface RankMetric {
  key: string;
  metric: SurvivalMetric;
  label: string;
}

/** The measures of how well ranks survive, in the order of the choice. */
export function rankMetrics(dimensions: readonly FittedDimension[]): RankMetric[] {
  return [
    { key: 'score', metric: { of: 'scoreRank' }, label: 'Score, Spearman' },
    { key: 'kendall', metric: { of: 'scoreKendall' }, label: 'Score, Kendall' },
    ...dimensions.map((dimension, index) => ({
      key: `ability-${index + 1}`,
      metric: { of: 'abilityRank', dimension: index } as const,
      label: `${dimensions.length > 1 ? dimension.name : 'Ability'}, Spearman`,
    })),
  ];
}

const shareText = (share: number) =>
  percent(share, share < 0.1 && share * 100 !== Math.round(share * 100) ? 1 : 0);

function shareScale(result: SelectionResult) {
  const shares = result.curve.map((point) => point.share);
  const low = Math.min(...shares);
  const high = Math.max(...shares);
  return {
    name: 'share of the items kept',
    min: low / 1.15,
    max: Math.max(high * 1.15, low * 1.5),
    labels: shareText,
    at: shares,
    log: true,
  };
}

function points(
  result: SelectionResult,
  metric: SurvivalMetric,
  which: 'selected' | 'random',
  write: (value: number | null) => string,
) {
  return result.curve.map((point) => {
    const value = metricValue(point[which], metric);
    const low = metricValue(which === 'selected' ? point.selectedLow : point.randomLow, metric);
    const high = metricValue(which === 'selected' ? point.selectedHigh : point.randomHigh, metric);
    const range = low === null || high === null ? '' : ` (${write(low)}–${write(high)})`;
    return {
      x: point.share,
      y: value,
      low,
      high,
      lines: [
        `${which === 'selected' ? 'selected' : 'random'}: ${write(value)}${range}`,
        counted(point.items, 'item'),
      ],
    };
  });
}

const tableOf = (result: SelectionResult, metrics: [string, SurvivalMetric][]) => ({
  header: [
    'share',
    'items',
    ...metrics.flatMap(([name]) =>
      ['selected', 'selected low', 'selected high', 'random', 'random low', 'random high'].map(
        (which) => `${name}: ${which}`,
      ),
    ),
  ],
  rows: result.curve.map((point) => [
    point.share,
    point.items,
    ...metrics.flatMap(([, metric]) =>
      [
        point.selected,
        point.selectedLow,
        point.selectedHigh,
        point.random,
        point.randomLow,
        point.randomHigh,
      ].map((one) => metricValue(one, metric)),
    ),
  ]),
});

const HOW_LEFT_OUT =
  'Models are left out in turn: the fit and the choice of items see the others only, and what is drawn is about the models left out. ';

/** Rank correlation with the full set, over the shares. */
export function rankSurvival(result: SelectionResult, chosen: RankMetric): Chart | null {
  if (result.curve.length === 0) return null;
  const { draws } = result.parameters;
  const selected = points(result, chosen.metric, 'selected', (value) => unit(value, 3));
  const random = points(result, chosen.metric, 'random', (value) => unit(value, 3));
  const all = [...selected, ...random].flatMap((point) => [point.y, point.low, point.high]);
  const least = Math.min(...all.filter((value) => value !== null));
  // From the next tenth below, so that .97 and .99 can be told apart.
  const floor = Number.isFinite(least) ? Math.max(-1, Math.floor(least * 10 - 0.01) / 10) : 0;
  return lineChart({
    name: `ranks kept ${chosen.key}`,
    basis: `n = ${counted(result.items, 'item')}`,
    title: 'How well does the ranking survive?',
    summary: `Curve: rank correlation with the full set (${chosen.label}) of models left out. ${result.curve
      .map(
        (point) =>
          `${shareText(point.share)} of the items: selected ${unit(metricValue(point.selected, chosen.metric), 3)}, random ${unit(metricValue(point.random, chosen.metric), 3)}`,
      )
      .join('; ')}.`,
    how:
      `${HOW_LEFT_OUT}${chosen.label}: the rank correlation over the left-out models between what the subset gives and what all items give; where the parts of the models keep different items, their scores are first levelled by how much easier these are. ` +
      `Whiskers are 95% intervals over resampled left-out models; the grey band holds 95% of ${count(draws)} random subsets of the same size.`,
    table: tableOf(result, [[chosen.label, chosen.metric]]),
    pointTitle: (share, label) => `${shareText(share)} of the items, ${label}`,
    x: shareScale(result),
    y: {
      name: `rank correlation (${chosen.label})`,
      min: floor,
      max: 1,
      labels: (value) => unit(value),
      interval: 1 - floor <= 0.2 ? 0.05 : 1 - floor <= 0.5 ? 0.1 : 0.25,
    },
    series: [
      { label: 'random', colour: (theme) => theme.reference, shape: shapes[1], behind: true, points: random },
      { label: 'selected', colour: (theme) => theme.accent, shape: shapes[0], points: selected },
    ],
    marked: { x: result.parameters.share, words: `chosen: ${shareText(result.parameters.share)}` },
  });
}

/** Error of the full score as estimated from the subset, in points. */
export function errorSurvival(result: SelectionResult): Chart | null {
  if (result.curve.length === 0) return null;
  const write = (value: number | null) => (value === null ? MISSING : `${(value * 100).toFixed(1)} points`);
  const mean = { of: 'meanError' } as const;
  const model = { of: 'modelError' } as const;
  const series: LineSeries[] = [
    {
      label: 'random, mean',
      colour: (theme) => theme.reference,
      shape: shapes[1],
      behind: true,
      points: points(result, mean, 'random', write),
    },
    {
      label: 'selected, mean',
      colour: (theme) => subdomainColour(5, theme),
      shape: shapes[2],
      points: points(result, mean, 'selected', write),
    },
    {
      label: 'random, model',
      colour: (theme) => theme.axis,
      shape: shapes[3],
      dashed: true,
      points: points(result, model, 'random', write).map(({ low: _low, high: _high, ...point }) => point),
    },
    {
      label: 'selected, model',
      colour: (theme) => theme.accent,
      shape: shapes[0],
      points: points(result, model, 'selected', write),
    },
  ];
  const most = Math.max(
    0.005,
    ...series.flatMap((one) => one.points.flatMap((point) => [point.y ?? 0, point.high ?? 0])),
  );
  const step = most > 0.2 ? 0.1 : most > 0.08 ? 0.05 : most > 0.03 ? 0.02 : most > 0.012 ? 0.01 : 0.005;
  return lineChart({
    name: 'error of the full score',
    basis: `n = ${counted(result.items, 'item')}`,
    title: 'How far off is the score of all items?',
    summary: `Curve: root mean square error of the full score, in points. ${result.curve
      .map(
        (point) =>
          `${shareText(point.share)}: mean of the selected items ${write(point.selected.meanError)}, by the model ${write(point.selected.modelError)}, mean of random items ${write(point.random.meanError)}`,
      )
      .join('; ')}.`,
    how:
      `${HOW_LEFT_OUT}Root mean square error over these models of the mean score on all items, estimated in two ways from the subset: by the mean of its items, and by the model, which adds predicted answers on the items that were dropped. ` +
      'The mean of items chosen to discriminate need not be that of all items: only the model’s estimate corrects for it.',
    table: tableOf(result, [
      ['mean', mean],
      ['model', model],
    ]),
    pointTitle: (share, label) => `${shareText(share)} of the items, ${label}`,
    x: shareScale(result),
    y: {
      name: 'error of the full score, points',
      min: 0,
      max: Math.ceil(most / step) * step,
      interval: step,
      labels: (value) => (value * 100).toFixed(step < 0.01 ? 1 : 0),
    },
    series,
    marked: { x: result.parameters.share, words: `chosen: ${shareText(result.parameters.share)}` },
  });
}

const ROW = 24;

/** The share of each benchmark that is kept. */
export function keptBars(result: SelectionResult, benchmarkName: (index: number) => string): Chart | null {
  const rows = result.byBenchmark;
  const n = rows.length;
  if (n === 0) return null;
  const overall = result.items > 0 ? result.kept.length / result.items : 0;
  const shareOf = (row: { kept: number; items: number }) => (row.items > 0 ? row.kept / row.items : 0);
  const most = Math.max(overall, ...rows.map(shareOf));
  const step = most > 0.5 ? 0.25 : most > 0.2 ? 0.1 : 0.05;
  return {
    name: 'items kept by benchmark',
    basis: `${count(result.kept.length)} of ${counted(result.items, 'item')} kept`,
    title: 'What is kept of each benchmark',
    summary: `Bars: share of items kept, ${percent(overall)} over all. ${rows
      .slice(0, 8)
      .map((row) => `${benchmarkName(row.benchmark)}: ${count(row.kept)} of ${count(row.items)}`)
      .join('; ')}${n > 8 ? `; and ${n - 8} more` : ''}.`,
    how: 'Items of the benchmark that are in the subset, divided by its items in the fit. The dashed line is the share over all benchmarks: a bar beyond it belongs to a benchmark whose items tell more about the chosen dimensions.',
    table: () => ({
      header: ['benchmark', 'kept', 'items', 'share'],
      rows: rows.map((row) => [benchmarkName(row.benchmark), row.kept, row.items, shareOf(row)]),
    }),
    points: {
      count: n,
      rowLength: 1,
      wholeRows: true,
      at: (index) => {
        const row = rows[index];
        if (row === undefined) return { title: '', lines: [], grid: 0, at: [0, 0] };
        return {
          title: benchmarkName(row.benchmark),
          lines: [`${count(row.kept)} of ${counted(row.items, 'item')} kept, ${percent(shareOf(row))}`],
          grid: 0,
          at: [shareOf(row), index],
        };
      },
      pick: (_grid, _x, y) => {
        const index = Math.round(y);
        return index >= 0 && index < n ? index : -1;
      },
    },
    height: () => 26 + n * ROW + 44,
    option: (theme, width) => {
      const labels = Math.min(
        width * 0.4,
        Math.max(88, roomFor(rows.map((row) => benchmarkName(row.benchmark))) + 16),
      );
      const written = rows.map((row) => `${count(row.kept)} of ${count(row.items)}`);
      const values = Math.max(60, roomFor(written)) + 8;
      const draw = (frame: Frame): Mark[] => {
        const marks: Mark[] = [];
        for (const [index, row] of rows.entries()) {
          const y = frame.y(index);
          marks.push(
            text(benchmarkName(row.benchmark), 4, y, theme.ink, theme, { width: labels - 12 }),
            rect(frame.x(0), y - 6, frame.x(shareOf(row)) - frame.x(0), 12, subdomainColour(0, theme), {
              opacity: 0.85,
            }),
            text(written[index] ?? '', width - 4, y, theme.inkSecond, theme, { align: 'right' }),
          );
        }
        const x = frame.x(overall);
        marks.push(
          line(x, frame.top, x, frame.top + frame.height, theme.ink, { lineDash: [4, 3] }),
          text(`all ${percent(overall)}`, x, frame.top - 10, theme.ink, theme, { align: 'center' }),
        );
        return marks;
      };
      return {
        ...base(theme),
        grid: grid(labels, 26, values, 44),
        xAxis: xAxis(
          {
            min: 0,
            max: Math.min(1, Math.max(step, Math.ceil((most + 1e-9) / step) * step)),
            interval: step,
            name: 'share of the items kept',
            labels: (value) => `${Math.round(value * 100)}%`,
          },
          theme,
        ),
        yAxis: yAxis({ min: -0.5, max: n - 0.5, inverse: true, show: false }, theme),
        series: [drawing(0, [0, 0], draw)],
      };
    },
  };
}
