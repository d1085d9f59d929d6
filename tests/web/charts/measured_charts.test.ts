// Charts of what the items measure, of fewer items, of prediction and of adaptive testing.
import { describe, expect, it } from 'vitest';
import { expectedErrorCurve, simulationCurve } from '../../../web/src/charts/adaptive_charts.ts';
import type { Chart } from '../../../web/src/charts/chart.ts';
import { compass } from '../../../web/src/charts/compass.ts';
import { roundedScale } from '../../../web/src/charts/dot_rows.ts';
import { chartSvg } from '../../../web/src/charts/export.ts';
import { apart, lineChart } from '../../../web/src/charts/line_chart.ts';
import { loadingBars, MOST_GROUPS, significanceMark } from '../../../web/src/charts/loading_bars.ts';
import { calibrationCurve, logLossRows } from '../../../web/src/charts/prediction_charts.ts';
import {
  errorSurvival,
  keptBars,
  rankMetrics,
  rankSurvival,
} from '../../../web/src/charts/selection_charts.ts';
import { stabilityRows } from '../../../web/src/charts/stability_rows.ts';
import { lightTheme } from '../../../web/src/charts/theme.ts';
import type { FittedItems, PredictionParameters } from '../../../web/src/engine/item_response.ts';
import { chosenMethod } from '../../../web/src/verdict/prediction.ts';
import {
  inventedAdaptive,
  inventedMeasures,
  inventedPrediction,
  inventedSelection,
  inventedSimulation,
  inventedStability,
  measuredShape,
} from '../fixtures/measured.ts';

const shape = measuredShape();
const items = shape.items as FittedItems;
const dimensions = ['Dimension 1', 'Dimension 2'];
const correlations = [
  [1, 0],
  [0, 1],
];
const measures = inventedMeasures(shape, 'benchmark');
const selection = inventedSelection(shape, {
  fit: 1,
  rule: 'discriminating',
  dimension: 0,
  share: 0.1,
  shares: [0.05, 0.1, 0.25, 0.5],
  bins: 10,
  draws: 50,
  folds: 5,
  seed: 1,
});
const prediction = inventedPrediction({
  fit: { grouping: 'none' } as PredictionParameters['fit'],
  folds: 5,
  foldsUsed: 0,
  largestDimension: 4,
  seed: 1,
});
const named = (name: string) => ({
  name,
  suggestion: '',
  suggestionR: null,
  variance: 0.5,
  reliability: 0.9,
});
const metrics = rankMetrics(dimensions.map(named));
const simulation = inventedSimulation(shape, { fit: 1, items: 200, folds: 5, seed: 1 });

function present(chart: Chart | null): Chart {
  if (chart === null) throw new Error('the chart should exist');
  return chart;
}
const bars = (selected = -1) => present(loadingBars({ measures, dimensions, noun: 'benchmark', selected }));

const charts: [string, Chart][] = [
  ['loading bars', bars(1)],
  [
    'loading bars, one dimension',
    present(
      loadingBars({
        measures: inventedMeasures(measuredShape(undefined, 1), 'attribute:subject'),
        dimensions: ['Ability'],
        noun: 'subject',
        selected: -1,
      }),
    ),
  ],
  [
    'compass',
    present(
      compass({ measures, items, correlations, dimensions, x: 0, y: 1, selected: 2, noun: 'benchmark' }),
    ),
  ],
  ['rank survival', present(rankSurvival(selection, metrics[0] as never))],
  ['error survival', present(errorSurvival(selection))],
  ['kept bars', present(keptBars(selection, (index) => shape.benchmarks[index] ?? ''))],
  ['log-loss rows', present(logLossRows(prediction))],
  ['calibration', present(calibrationCurve(prediction, ['rasch', 'D2']))],
  ['expected error', present(expectedErrorCurve(inventedAdaptive(shape, { fit: 1, answers: [], next: 10 })))],
  ['simulation, ability', present(simulationCurve(simulation, 'ability'))],
  ['simulation, score', present(simulationCurve(simulation, 'score'))],
  [
    'stability',
    present(stabilityRows(inventedStability(shape, { fit: 1, seeds: 3, halves: 5, seed: 1 }), dimensions)),
  ],
];

describe.each(charts)('%s', (_name, chart) => {
  it('has words, a table without holes and a height at every width', () => {
    expect(chart.title).not.toBe('');
    expect(chart.how.length).toBeGreaterThan(40);
    expect(chart.summary).not.toMatch(/null|NaN|undefined/);
    const { header, rows } = chart.table();
    expect(new Set(header).size).toBe(header.length);
    expect(rows.length).toBeGreaterThan(0);
    for (const row of rows) {
      expect(row.length).toBe(header.length);
      for (const cell of row) if (typeof cell === 'number') expect(Number.isFinite(cell)).toBe(true);
    }
    for (const width of [300, 358, 430, 800, 1200]) expect(chart.height(width)).toBeGreaterThan(0);
  });

  it('reaches every point by keyboard and finds the same point by hover', () => {
    const { count, at, pick } = chart.points;
    expect(count).toBeGreaterThan(0);
    for (let index = 0; index < count; index++) {
      const point = at(index);
      expect(point.title).not.toBe('');
      expect([point.title, ...point.lines].join(' ')).not.toMatch(/null|NaN|undefined/);
      expect(point.at.every(Number.isFinite)).toBe(true);
      expect(pick(point.grid, point.at[0], point.at[1])).toBe(index);
    }
  });

  it.each([358, 430, 1000])('is a vector picture with texts as texts, %i wide', async (width) => {
    const svg = await chartSvg(chart, lightTheme, width);
    expect(svg).toContain('<text');
    expect(svg).toContain('<path');
    expect(svg).not.toContain('<image');
    expect(svg).not.toMatch(/NaN|undefined|Infinity/);
  });
});

describe('loading bars', () => {
  it('marks significance after adjustment', () => {
    const loading = { r: 0.4, low: 0.1, high: 0.6, pValue: 0.001, adjustedP: null };
    const marks = [null, 0.2, 0.049, 0.009, 0.0009].map((adjustedP) =>
      significanceMark({ ...loading, adjustedP }),
    );
    expect(marks).toEqual(['', '', '*', '**', '***']);
    expect(significanceMark(undefined)).toBe('');
  });

  it('says which dimension is the stronger one, and when none is', () => {
    const { at } = bars().points;
    expect(at(0).lines).toContain('stronger than the others, p < .001');
    expect(at(1).lines.join(' ')).not.toContain('stronger');
    expect(at(4).lines).toContain('no dimension is clearly stronger');
  });

  it('writes the stronger dimension bold and no other', async () => {
    const svg = await chartSvg(bars(), lightTheme, 1000);
    const bold = [...svg.matchAll(/<text ([^>]*)>([^<]*)</g)]
      .filter((match) => /600/.test(match[1] ?? ''))
      .map((match) => match[2]);
    const first = measures.groups[0]?.loadings[0]?.r ?? 0;
    const second = measures.groups[1]?.loadings[1]?.r ?? 0;
    const numbers = bold.filter((words) => /^−?\.\d/.test(words ?? ''));
    expect(numbers).toEqual([first, second].map((r) => r.toFixed(2).slice(1)));
  });

  it('shows the strongest of very many groups, in their order, and all of them in the table', () => {
    const group = measures.groups[0];
    if (!group) throw new Error('the fixture has groups');
    const many = {
      ...measures,
      groups: Array.from({ length: 90 }, (_, n) => ({
        ...group,
        name: `subject ${n}`,
        loadings: group.loadings.map((loading) => ({ ...loading, r: n / 100 })),
      })),
    };
    const chart = present(loadingBars({ measures: many, dimensions, noun: 'subject', selected: -1 }));
    expect(chart.points.count).toBe(MOST_GROUPS * 2);
    expect(chart.points.at(0).title).toBe('subject 50: Dimension 1');
    expect(chart.table().rows.length).toBe(90);
  });

  it('is a gap where a correlation does not exist', () => {
    const [group, ...others] = measures.groups;
    if (!group) throw new Error('the fixture has groups');
    const none = { r: null, low: null, high: null, pValue: null, adjustedP: null };
    const chart = present(
      loadingBars({
        measures: { ...measures, groups: [{ ...group, loadings: [none, none], stronger: -1 }, ...others] },
        dimensions,
        noun: 'benchmark',
        selected: -1,
      }),
    );
    expect(chart.points.at(0).lines[0]).toBe('r –');
  });
});

describe('compass', () => {
  it('draws an arrow as long as the mean of the unit vectors', () => {
    const chart = present(
      compass({ measures, items, correlations, dimensions, x: 0, y: 1, selected: -1, noun: 'benchmark' }),
    );
    const group = measures.groups[0];
    if (!group) throw new Error('the fixture has groups');
    const [x, y] = chart.points.at(0).at;
    const length = (1 - (group.spread ?? 0)) / Math.hypot(...group.direction);
    expect(x).toBeCloseTo((group.direction[0] ?? 0) * length, 12);
    expect(y).toBeCloseTo((group.direction[1] ?? 0) * length, 12);
    expect(chart.points.at(0).choice).toBe(0);
  });

  it('sets the axes of correlated abilities at the angle between them', () => {
    const groups = [
      { ...measures.groups[0], direction: [1, 0], spread: 0 },
      { ...measures.groups[0], direction: [0, 1], spread: 0 },
    ] as typeof measures.groups;
    const oblique = compass({
      measures: { ...measures, groups },
      items,
      correlations: [
        [1, 0.6],
        [0.6, 1],
      ],
      dimensions,
      x: 0,
      y: 1,
      selected: -1,
      noun: 'benchmark',
    });
    const [first, second] = [0, 1].map((n) => present(oblique).points.at(n).at);
    expect(first).toEqual([1, 0]);
    expect(second?.[0]).toBeCloseTo(0.6, 12); // the cosine of the angle is the correlation
    expect(second?.[1]).toBeCloseTo(0.8, 12);
  });

  it('does not exist with one dimension', () => {
    const one = measuredShape(undefined, 1);
    expect(
      compass({
        measures: inventedMeasures(one, 'benchmark'),
        items: one.items as FittedItems,
        correlations: [[1]],
        dimensions: ['Ability'],
        x: 0,
        y: 0,
        selected: -1,
        noun: 'benchmark',
      }),
    ).toBeNull();
  });
});

describe('fewer items', () => {
  it('offers the ranks of scores and of every ability', () => {
    expect(metrics.map((one) => one.label)).toEqual([
      'Score, Spearman',
      'Score, Kendall',
      'Dimension 1, Spearman',
      'Dimension 2, Spearman',
    ]);
    const chart = present(rankSurvival(selection, metrics[3] as never));
    expect(chart.table().rows[1]?.slice(0, 3)).toEqual([
      0.1,
      15,
      selection.curve[1]?.selected.abilityRank[1],
    ]);
  });

  it('has nothing to draw without a curve', () => {
    const empty = { ...selection, curve: [], byBenchmark: [] };
    expect(rankSurvival(empty, metrics[0] as never)).toBeNull();
    expect(errorSurvival(empty)).toBeNull();
    expect(keptBars(empty, () => '')).toBeNull();
  });

  it('leaves a gap where a rank correlation does not exist', () => {
    const [first, ...others] = selection.curve;
    if (!first) throw new Error('the fixture has a curve');
    const gap = {
      ...selection,
      curve: [{ ...first, selected: { ...first.selected, scoreRank: null } }, ...others],
    };
    const chart = present(rankSurvival(gap, metrics[0] as never));
    expect(chart.points.count).toBe(2 * selection.curve.length - 1);
    expect(chart.summary).not.toContain('null');
  });
});

describe('prediction', () => {
  it('finds the chosen method by dimensions and grouping', () => {
    expect(chosenMethod(prediction)?.code).toBe('grouped D2');
    expect(chosenMethod({ ...prediction, chosenGrouping: 'none' })?.code).toBe('D2');
    expect(chosenMethod({ ...prediction, methods: [] })).toBeUndefined();
  });

  it('has no calibration of methods that were not tried', () => {
    expect(calibrationCurve(prediction, ['D6'])).toBeNull();
  });
});

describe('pieces', () => {
  it('keeps labels apart and inside', () => {
    expect(apart([10, 12, 14], 10, 0, 100)).toEqual([10, 20, 30]);
    expect(apart([95, 97], 10, 0, 100)).toEqual([90, 100]);
    expect(apart([], 10, 0, 100)).toEqual([]);
  });

  it('rounds a scale around its values', () => {
    expect(roundedScale([0.4312, 0.607])).toEqual({ min: 0.4, max: 0.65, interval: 0.05 });
    expect(roundedScale([])).toEqual({ min: 0, max: 1, interval: 0.5 });
    const alone = roundedScale([0.5]);
    expect(alone.min).toBeLessThan(0.5);
    expect(alone.max).toBeGreaterThan(0.5);
  });

  it('breaks a line at a missing value', async () => {
    const chart = lineChart({
      name: 'x',
      title: 'x',
      summary: 'x',
      how: 'x',
      table: { header: ['x'], rows: [[1]] },
      pointTitle: (x) => String(x),
      x: { name: 'x', min: 0, max: 4, labels: String },
      y: { name: 'y', min: 0, max: 1, labels: String },
      series: [
        {
          label: 'a',
          colour: (theme) => theme.accent,
          shape: 'M0 0h1v1z',
          points: [0, 1, 2, 3].map((x) => ({ x, y: x === 2 ? null : 0.5, lines: ['one'] })),
        },
      ],
    });
    expect(chart.points.count).toBe(3);
    expect(chart.points.pick(0, 2, 0.5)).toBe(-1);
    expect(chart.points.at(2).at).toEqual([3, 0.5]);
  });
});
