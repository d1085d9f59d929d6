// Every kind of chart that a view shows, made from invented results: for tests that look at figures.
import { abilityAccuracy } from '../../../web/src/charts/ability_accuracy.ts';
import { abilityChart } from '../../../web/src/charts/ability_chart.ts';
import { expectedErrorCurve, simulationCurve } from '../../../web/src/charts/adaptive_charts.ts';
import { affinityMap } from '../../../web/src/charts/affinity_map.ts';
import { auditBars } from '../../../web/src/charts/audit_bars.ts';
import type { Chart } from '../../../web/src/charts/chart.ts';
import { comparisonCurves } from '../../../web/src/charts/comparison_curves.ts';
import { compass } from '../../../web/src/charts/compass.ts';
import { differenceRows } from '../../../web/src/charts/difference_rows.ts';
import { eigenvalueChart } from '../../../web/src/charts/eigenvalue_chart.ts';
import { itemCurve } from '../../../web/src/charts/item_curve.ts';
import { itemMap } from '../../../web/src/charts/item_map.ts';
import { loadingBars } from '../../../web/src/charts/loading_bars.ts';
import { modelMap } from '../../../web/src/charts/model_map.ts';
import { nullStrip } from '../../../web/src/charts/null_strip.ts';
import { orderSlopes } from '../../../web/src/charts/order_slopes.ts';
import { personFitChart } from '../../../web/src/charts/person_fit.ts';
import { planeChart } from '../../../web/src/charts/plane_chart.ts';
import { calibrationCurve, logLossRows } from '../../../web/src/charts/prediction_charts.ts';
import { rankChart } from '../../../web/src/charts/rank_chart.ts';
import { accuracyCurve, harmonyCurve } from '../../../web/src/charts/rebalancing_curves.ts';
import { residualCorrelations, residualMap } from '../../../web/src/charts/residual_heat.ts';
import { robustnessStrips } from '../../../web/src/charts/robustness_strips.ts';
import { scalingChart } from '../../../web/src/charts/scaling_chart.ts';
import {
  errorSurvival,
  keptBars,
  rankMetrics,
  rankSurvival,
} from '../../../web/src/charts/selection_charts.ts';
import { sensitivityCharts } from '../../../web/src/charts/sensitivity.ts';
import { silhouetteCurve } from '../../../web/src/charts/silhouette_curve.ts';
import { stabilityRows } from '../../../web/src/charts/stability_rows.ts';
import { subdomainBars } from '../../../web/src/charts/subdomain_bars.ts';
import { tieBrackets } from '../../../web/src/charts/tie_brackets.ts';
import { truthScatter } from '../../../web/src/charts/truth_scatter.ts';
import { wrightMap } from '../../../web/src/charts/wright_map.ts';
import type { FittedItems, PredictionParameters } from '../../../web/src/engine/item_response.ts';
import { defaultFitParameters, defaultParameters } from '../../../web/src/state/parameters.ts';
import { fixtureModels } from '../fixtures/fake_engine.ts';
import { harmonyResult, modelNames, sensitivityResult } from '../fixtures/harmony_result.ts';
import {
  diagnosticsOf,
  fittedResult,
  itemDetail,
  modelComparison,
  seeded,
} from '../fixtures/item_response.ts';
import {
  inventedAdaptive,
  inventedMeasures,
  inventedPrediction,
  inventedSelection,
  inventedSimulation,
  inventedStability,
  measuredShape,
} from '../fixtures/measured.ts';
import {
  compare as comparedModels,
  ranks as rankedModels,
  rebalancing as rebalanced,
  robustness,
  validation,
} from '../fixtures/study_of_benchmark.ts';
import { modelsOf, plane, scaling } from '../fixtures/study_over_models.ts';

const world = {
  models: [
    'Qwen3-8B',
    'Llama-3.1-8B',
    'gemma-3-4b-it',
    'OLMo-2-7B',
    'E',
    'a-model-with-a-long-name-instruct-v2',
  ],
  benchmarks: [
    { name: 'PubMedQA', items: 60 },
    { name: 'naep', items: 40 },
  ],
};

function present<T>(value: T | null | undefined): T {
  if (value === null || value === undefined) throw new Error('the chart should exist');
  return value;
}

function ofHarmony(): Record<string, Chart | null> {
  const result = harmonyResult();
  const [model, benchmark] = ['Qwen3-8B', 'PubMedQA'];
  return {
    'subdomain bars': subdomainBars({ result, model, benchmark, selected: 1 }),
    'silhouette curve': silhouetteCurve(result, model, benchmark),
    'affinity map': affinityMap(result, model, benchmark),
    'model map': modelMap({ result, benchmark, modelName: (index) => modelNames[index] ?? '' }),
    sensitivity: sensitivityCharts(result, sensitivityResult(), model, benchmark),
    'null strip': nullStrip(result, model, benchmark),
    'audit bars': auditBars(result, model, benchmark),
  };
}

function ofItemResponse(): Record<string, Chart | null> {
  const result = fittedResult(world, { ...defaultFitParameters, benchmarks: [] });
  const modelName = (model: number) => world.models[model] ?? '';
  const diagnostics = diagnosticsOf(world, result, 'benchmark');
  return {
    'item map': itemMap({
      title: 'Difficulty and discrimination',
      fileName: 'items',
      how: 'One point is one item, at the estimates of its parameters.',
      x: { name: 'difficulty', values: result.items.difficulty, limit: 6 },
      y: { name: 'discrimination', values: result.items.discrimination, limit: 8 },
      window: null,
      categories: { name: 'benchmark', values: ['PubMedQA', 'naep'], of: result.items.benchmark },
      marked: null,
      selected: 3,
      nameOf: (n) => `q${n + 1}`,
      linesOf: () => [],
    }),
    'item curve': itemCurve(present(itemDetail(world, result, 3).curves[0]), 'dimension 1', 'q4'),
    'Wright map': wrightMap({
      dimension: 'Dimension 1',
      models: world.models.map((name, index) => ({
        name,
        ability: result.models.abilities[0]?.[index] ?? null,
        index,
      })),
      difficulties: result.items.difficulty,
      limit: 6,
    }),
    abilities: abilityChart(result, 1, modelName),
    ranks: rankChart(result, 0, modelName),
    'ability and mean score': abilityAccuracy(result, modelName),
    comparison: comparisonCurves(modelComparison(result, 0, 1, 1), 'Qwen3-8B', 'Llama-3.1-8B', 'dimension 2'),
    'person fit': personFitChart(
      [0.2, -4.6, null, 1.1].map((fit, index) => ({ name: modelName(index), fit, index })),
      -1.96,
    ),
    'residual map': residualMap(diagnostics, modelName),
    eigenvalues: eigenvalueChart(result),
    'residual correlations': residualCorrelations(diagnostics, modelName),
  };
}

function ofMeasures(): Record<string, Chart | null> {
  const shape = measuredShape();
  const dimensions = ['Dimension 1', 'Dimension 2'];
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
  const metrics = rankMetrics(
    dimensions.map((name) => ({ name, suggestion: '', suggestionR: null, variance: 0.5, reliability: 0.9 })),
  );
  const simulation = inventedSimulation(shape, { fit: 1, items: 200, folds: 5, seed: 1 });
  return {
    'loading bars': loadingBars({ measures, dimensions, noun: 'benchmark', selected: 1 }),
    'loading bars, one dimension': loadingBars({
      measures: inventedMeasures(measuredShape(undefined, 1), 'attribute:subject'),
      dimensions: ['Ability'],
      noun: 'subject',
      selected: -1,
    }),
    compass: compass({
      measures,
      items: shape.items as FittedItems,
      correlations: [
        [1, 0],
        [0, 1],
      ],
      dimensions,
      x: 0,
      y: 1,
      selected: 2,
      noun: 'benchmark',
    }),
    'rank survival': rankSurvival(selection, present(metrics[0])),
    'error survival': errorSurvival(selection),
    'kept bars': keptBars(selection, (index) => shape.benchmarks[index] ?? ''),
    'log-loss rows': logLossRows(prediction),
    calibration: calibrationCurve(prediction, ['rasch', 'D2']),
    'expected error': expectedErrorCurve(inventedAdaptive(shape, { fit: 1, answers: [], next: 10 })),
    'simulation, ability': simulationCurve(simulation, 'ability'),
    'simulation, score': simulationCurve(simulation, 'score'),
    stability: stabilityRows(inventedStability(shape, { fit: 1, seeds: 3, halves: 5, seed: 1 }), dimensions),
  };
}

const cellsOf = (benchmarks: number, models: number) => {
  const random = seeded(7);
  return Array.from({ length: benchmarks * models }, (_, n) => ({
    benchmark: Math.floor(n / models),
    model: n % models,
    harmony: 0.4 + 0.6 * random(),
    accuracy: 0.3 + 0.6 * random(),
    items: 200 + 300 * Math.floor(n / models),
  }));
};
const benchmarkNames = ['ARC-Easy', 'ARC-Challenge', 'BoolQ', 'PubMedQA', 'OpenBookQA', 'MMLU-Pro', 'GPQA'];

function ofStudy(): Record<string, Chart | null> {
  const name = (model: number) => fixtureModels[model] ?? '';
  const facts = modelsOf(fixtureModels)().map((one) => ({ ...one, tokens: null }));
  const axes = { x: 'parameters', y: 'harmony' } as const;
  const cells = cellsOf(7, fixtureModels.length) as never;
  const analysis = defaultParameters;
  const result = rebalanced({
    benchmark: 0,
    model: 0,
    analysis,
    draws: 1000,
    points: 41,
    budget: 0.5,
    seed: 1,
  });
  const curves = {
    result,
    benchmark: 'PubMedQA',
    modelName: name,
    chosen: result.models[0] ?? null,
    at: result.judgedAt,
  };
  return {
    plane: planeChart(plane({ cells }), (index) => benchmarkNames[index] ?? ''),
    scaling: scalingChart(scaling({ cells, facts: facts as never, ...axes }), axes, name),
    'HARMONY while pruning': harmonyCurve(curves),
    'accuracy while pruning': accuracyCurve(curves),
    'order of models': orderSlopes(result, result.judgedAt, 'PubMedQA', name, 1),
    robustness: robustnessStrips(
      robustness({ benchmark: 0, model: 0, analysis, draws: 199 }),
      'Qwen3-8B',
      'PubMedQA',
    ),
    differences: differenceRows(
      comparedModels({ benchmark: 0, first: 0, second: 1, analysis }),
      'PubMedQA',
      name,
    ),
    ties: tieBrackets(rankedModels({ benchmark: 0, correction: 'holm' }), 'PubMedQA', name),
    'true and estimated': truthScatter(
      validation({ domains: 4, entries: 40, noise: 0.2, imbalance: 0.5, models: 30, seed: 1 }),
    ),
  };
}

export function everyChart(): [string, Chart][] {
  return Object.entries({ ...ofHarmony(), ...ofItemResponse(), ...ofMeasures(), ...ofStudy() }).map(
    ([name, chart]) => [name, present(chart)],
  );
}

/** The charts whose points grow with the data, with so many items. */
export function chartsOfItems(items: number): [string, Chart][] {
  const random = seeded(items);
  const normal = () => random() + random() + random() + random() - 2;
  const difficulty = Array.from({ length: items }, () => 2 * normal());
  const discrimination = Array.from({ length: items }, () => 1.2 + normal());
  const map = {
    title: 'Difficulty and discrimination',
    fileName: 'items',
    how: 'One point is one item, at the estimates of its parameters.',
    x: { name: 'difficulty', values: difficulty, limit: 6 },
    y: { name: 'discrimination', values: discrimination, limit: 8 },
    window: null,
    selected: 3,
    nameOf: (n: number) => `q${n + 1}`,
    linesOf: () => [],
  };
  const values = ['MMLU-Pro', 'GPQA', 'HarmBench', 'WMDP'];
  const of = difficulty.map((_, n) => n % (values.length + 1)).map((n) => (n === values.length ? -1 : n));
  return [
    ['item map', itemMap({ ...map, categories: null, marked: null })],
    [
      'item map by benchmark',
      itemMap({ ...map, categories: { name: 'benchmark', values, of }, marked: null }),
    ],
    [
      'item map, some marked',
      itemMap({
        ...map,
        categories: null,
        marked: new Set(difficulty.flatMap((_, n) => (n % 50 === 0 ? [n] : []))),
      }),
    ],
    [
      'Wright map',
      wrightMap({
        dimension: 'Dimension 1',
        models: world.models.map((name, index) => ({ name, ability: normal(), index })),
        difficulties: difficulty,
        limit: 6,
      }),
    ],
  ];
}
