// Charts of items and models: the table says what the core said, and every point can be reached.
import { describe, expect, it } from 'vitest';
import { abilityAccuracy } from '../../../web/src/charts/ability_accuracy.ts';
import { abilityChart, byAbility } from '../../../web/src/charts/ability_chart.ts';
import type { Chart } from '../../../web/src/charts/chart.ts';
import { comparisonCurves } from '../../../web/src/charts/comparison_curves.ts';
import { eigenvalueChart, eigenvaluesAbove } from '../../../web/src/charts/eigenvalue_chart.ts';
import { chartSvg, escapeXml } from '../../../web/src/charts/export.ts';
import { itemCurve } from '../../../web/src/charts/item_curve.ts';
import { fullRange, type ItemMapInput, itemMap } from '../../../web/src/charts/item_map.ts';
import { modelRowHeight, namedRows } from '../../../web/src/charts/model_rows.ts';
import { personFitChart } from '../../../web/src/charts/person_fit.ts';
import { rankChart, rankedModels } from '../../../web/src/charts/rank_chart.ts';
import { residualCorrelations, residualMap } from '../../../web/src/charts/residual_heat.ts';
import { lightTheme } from '../../../web/src/charts/theme.ts';
import { wrightMap } from '../../../web/src/charts/wright_map.ts';
import type { ItemResponseResult } from '../../../web/src/engine/item_response.ts';
import { defaultFitParameters } from '../../../web/src/state/parameters.ts';
import { diagnosticsOf, fittedResult, itemDetail, modelComparison } from '../fixtures/item_response.ts';

const world = {
  models: ['A', 'B', 'C', 'D', 'E', 'a-model-with-a-long-name-instruct-v2'],
  benchmarks: [
    { name: 'PubMedQA', items: 60 },
    { name: 'naep', items: 40 },
  ],
};
const parameters = { ...defaultFitParameters, benchmarks: [] };
const result = fittedResult(world, parameters);
const modelName = (model: number) => world.models[model] ?? '';
const nameOf = (n: number) => `q${n + 1}`;
const comparison = modelComparison(result, 0, 1, 1);
const diagnostics = diagnosticsOf(world, result, 'benchmark');

const mapInput: ItemMapInput = {
  title: 'Difficulty and discrimination',
  fileName: 'items',
  how: 'One point is one item, at the estimates of its parameters.',
  x: { name: 'difficulty', values: result.items.difficulty, limit: 6 },
  y: { name: 'discrimination', values: result.items.discrimination, limit: 8 },
  window: null,
  categories: { name: 'benchmark', values: ['PubMedQA', 'naep'], of: result.items.benchmark },
  marked: null,
  selected: 3,
  nameOf,
  linesOf: () => [],
};

function present(chart: Chart | null): Chart {
  if (chart === null) throw new Error('the chart should exist');
  return chart;
}

const curve = itemDetail(world, result, 3).curves[0];
if (!curve) throw new Error('the item should have a curve');

const charts: [string, Chart][] = [
  ['item map', itemMap(mapInput)],
  ['item curve', itemCurve(curve, 'dimension 1', 'q4')],
  [
    'Wright map',
    wrightMap({
      dimension: 'Dimension 1',
      models: world.models.map((name, index) => ({
        name,
        ability: result.models.abilities[0]?.[index] ?? null,
        index,
      })),
      difficulties: result.items.difficulty,
      limit: 6,
    }),
  ],
  ['abilities', abilityChart(result, 1, modelName)],
  ['ranks', rankChart(result, 0, modelName)],
  ['ability and mean score', abilityAccuracy(result, modelName)],
  ['comparison', comparisonCurves(comparison, 'A', 'B', 'dimension 2')],
  [
    'person fit',
    present(
      personFitChart(
        [0.2, -4.6, null, 1.1].map((fit, index) => ({ name: modelName(index), fit, index })),
        -1.96,
      ),
    ),
  ],
  ['residual map', present(residualMap(diagnostics, modelName))],
  ['eigenvalues', present(eigenvalueChart(result))],
  ['residual correlations', present(residualCorrelations(diagnostics, modelName))],
];

describe.each(charts)('%s', (name, chart) => {
  it('has words, a table without holes and a height at every width', () => {
    expect(chart.title).not.toBe('');
    expect(chart.how.length).toBeGreaterThan(40);
    expect(`${chart.summary} ${chart.how}`).not.toMatch(/null|NaN|undefined/);
    const { header, rows } = chart.table();
    expect(new Set(header).size).toBe(header.length);
    expect(rows.length).toBeGreaterThan(0);
    for (const row of rows) {
      expect(row.length).toBe(header.length);
      for (const cell of row) if (typeof cell === 'number') expect(Number.isFinite(cell)).toBe(true);
    }
    for (const width of [300, 358, 430, 800, 1200]) expect(chart.height(width)).toBeGreaterThan(0);
  });

  it('reaches every point by keyboard, and hover finds one at each of their places', () => {
    const { count, at, pick } = chart.points;
    expect(count).toBeGreaterThan(0);
    let same = 0;
    for (let index = 0; index < count; index++) {
      const point = at(index);
      expect(point.title).not.toBe('');
      expect([point.title, ...point.lines].join(' ')).not.toMatch(/null|NaN|undefined/);
      const found = pick(point.grid, point.at[0], point.at[1]);
      expect(found).toBeGreaterThanOrEqual(0);
      if (found === index) same += 1;
    }
    // Of points that cover each other one is found: that must be the exception.
    expect(same / count).toBeGreaterThan(name === 'item curve' ? 0.85 : 0.9);
  });

  it.each([358, 900])('is a vector picture with texts as texts, %i wide', async (width) => {
    const svg = await chartSvg(chart, lightTheme, width);
    expect(svg).toContain(`<title>${escapeXml(chart.title)}</title>`);
    expect(svg).toContain('<text');
    expect(svg).not.toContain('<image');
    expect(svg).not.toMatch(/NaN|undefined/);
  });
});

describe('item map', () => {
  const [, whole] = charts[0] as [string, Chart];
  it('leaves items without a difficulty out and says so', () => {
    const missing = result.items.difficulty.filter((one) => one === null).length;
    const values = result.items.difficulty.map((one, n) => (n === 5 ? null : one));
    const chart = itemMap({ ...mapInput, x: { ...mapInput.x, values } });
    expect(whole.points.count).toBe(100 - missing);
    expect(chart.points.count).toBe(whole.points.count - (result.items.difficulty[5] === null ? 0 : 1));
    expect(chart.how).toContain('no place here');
  });
  it('draws extreme items on the edge instead of squeezing the others', () => {
    const axis = { name: 'difficulty', values: [0.2, 140, -3.2], limit: 6 };
    expect(fullRange(axis)).toEqual([-4, 6]);
    const chart = itemMap({
      ...mapInput,
      x: axis,
      y: { ...mapInput.y, values: [1, 0.1, 1] },
      categories: null,
      selected: -1,
    });
    expect(chart.how).toContain('1 item lies outside and is drawn on the edge');
    expect(chart.points.at(2).at[0]).toBe(6);
    expect(chart.points.at(2).lines).toContain('difficulty 140.00');
    expect(chart.table().rows[1]).toEqual(['q2', 140, 0.1]);
  });
  it('has a range for nothing, for one value and for equal values', () => {
    expect(fullRange({ name: 'x', values: [null], limit: 6 })).toEqual([-1, 1]);
    const [low, high] = fullRange({ name: 'x', values: [0, 0], limit: 6 });
    expect(low).toBeLessThan(high);
  });
  it('shows what is inside the window, from left to right, and only what is marked answers', () => {
    const chart = itemMap({
      ...mapInput,
      window: { x: [-1, 1], y: [0, 2] },
      marked: new Set([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]),
    });
    const points = Array.from({ length: chart.points.count }, (_, n) => chart.points.at(n));
    expect(points.length).toBeGreaterThan(0);
    for (const point of points) {
      expect(point.choice).toBeLessThan(10);
      expect(Math.abs(point.at[0])).toBeLessThanOrEqual(1);
      expect(point.at[1]).toBeGreaterThanOrEqual(0);
      expect(point.at[1]).toBeLessThanOrEqual(2);
    }
    expect(points.map((point) => point.at[0])).toEqual(
      points.map((point) => point.at[0]).sort((a, b) => a - b),
    );
  });
  it('takes 50,000 items: drawn as one shape, and found under the mouse within a frame', async () => {
    const many = Array.from({ length: 50_000 }, (_, n) => ((n * 7919) % 10_007) / 2000 - 2.5);
    const chart = itemMap({
      ...mapInput,
      x: { ...mapInput.x, values: many },
      y: { ...mapInput.y, values: many.map((_, n) => ((n * 104_729) % 10_009) / 4000) },
      categories: null,
    });
    chart.points.pick(0, 0, 0); // orders them once
    const from = performance.now();
    for (let n = 0; n < 10; n++) chart.points.pick(0, n / 10, 1);
    expect((performance.now() - from) / 10).toBeLessThan(16);
    const { series } = chart.option(lightTheme, 700) as { series: { type: string; large?: boolean }[] };
    expect(series.filter((one) => one.type === 'scatter').map((one) => one.large)).toEqual([true]);
    const svg = await chartSvg(chart, lightTheme, 700);
    expect((svg.match(/<path/g) ?? []).length).toBeLessThan(100);
  });
});

describe('ranks', () => {
  const ranks = (list: [number, number, number][]): ItemResponseResult => ({
    ...result,
    models: {
      ...result.models,
      model: list.map((_, n) => n),
      ranks: [list.map(([rank, low, high]) => ({ rank, low, high }))],
    },
  });
  it('form groups where the best possible rank lies below all ranks of the first of the group', () => {
    const ranked = rankedModels(
      ranks([
        [3, 3, 4],
        [1, 1, 2],
        [2, 1, 3],
        [4, 3, 4],
      ]),
      0,
    );
    expect(ranked.map((one) => [one.position, one.group])).toEqual([
      [1, 0],
      [2, 0],
      [0, 1],
      [3, 1],
    ]);
  });
  it('are one group when nothing can be told apart', () => {
    const chart = rankChart(
      ranks([
        [1, 1, 2],
        [2, 1, 2],
      ]),
      0,
      modelName,
    );
    expect(chart.summary).toContain('2 models in 1 group');
  });
});

describe('abilities', () => {
  it('are ordered from the ablest down, those that do not exist last', () => {
    const some: ItemResponseResult = {
      ...result,
      models: { ...result.models, model: [0, 1, 2], abilities: [[0.1, null, 2]], errors: [[0.1, null, 0.1]] },
      dimensions: result.dimensions.slice(0, 1),
    };
    expect(byAbility(some, 0)).toEqual([2, 0, 1]);
    const chart = abilityChart(some, 0, modelName);
    expect(chart.points.at(2).lines).toEqual(['Dimension 1: –']);
    expect(chart.points.at(0).lines).toEqual(['Dimension 1: 2.00 (1.80–2.20)']);
  });
});

describe('eigenvalues', () => {
  it('count until the first that shuffled answers reach too', () => {
    expect(eigenvaluesAbove({ observed: [8, 2, 1.2, 1.1], parallel: [1.6, 1.4, 1.3, 1.05] })).toBe(2);
    expect(eigenvaluesAbove({ observed: [3, 2], parallel: [1, 1] })).toBe(2);
    expect(eigenvalueChart(result)?.summary).toContain('2 of them lie above');
    expect(eigenvalueChart({ ...result, eigenvalues: null })).toBeNull();
  });
});

describe('rows of models', () => {
  it('stay in sight: thin when there are many, with as many names as there is room for', () => {
    expect(modelRowHeight(9)).toBe(22);
    expect(modelRowHeight(1000) * 100).toBe(500);
    expect(namedRows(3, 22)).toEqual([0, 1, 2]);
    expect(namedRows(7, 5)).toEqual([0, 3, 6]);
    expect(namedRows(7, 5, [1])).toEqual([1, 4]);
  });
});

describe('person fit and residuals', () => {
  it('name who does not fit, and nobody where there is no number', () => {
    const [, chart] = charts[7] as [string, Chart];
    expect(chart.summary).toContain('1 model below −1.96: B');
    expect(chart.points.count).toBe(3);
    expect(personFitChart([{ name: 'A', fit: null, index: 0 }], -1.96)).toBeNull();
  });
  it('leave the diagonal of the correlations out and say which pair a cell is', () => {
    const [, chart] = charts[10] as [string, Chart];
    expect(chart.points.at(0).title).toBe('A: –');
    expect(chart.points.at(1)).toMatchObject({ title: 'A: .62', lines: ['B'], choice: 1 });
    expect(chart.table().rows[0]?.slice(0, 3)).toEqual(['A', null, 0.62]);
  });
  it('do not exist without models or groups', () => {
    const empty = { ...diagnostics.residualMap, groups: [] };
    expect(residualMap({ ...diagnostics, residualMap: empty }, modelName)).toBeNull();
    expect(
      residualCorrelations({ ...diagnostics, modelResiduals: { models: [0], values: [[1]] } }, modelName),
    ).toBeNull();
  });
});
