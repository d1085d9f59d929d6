// Sentences, charts and amounts of the views over many models and benchmarks: expected texts are written by hand.
import { describe, expect, it } from 'vitest';
import { chartSvg } from '../../../web/src/charts/export.ts';
import { nearest, placeLabels, roundStep } from '../../../web/src/charts/labels.ts';
import { planeChart } from '../../../web/src/charts/plane_chart.ts';
import { logTicks, scalingChart } from '../../../web/src/charts/scaling_chart.ts';
import { lightTheme } from '../../../web/src/charts/theme.ts';
import type { Plane, PlanePoint, Scaling, ScalingFamily } from '../../../web/src/engine/study.ts';
import { parseCorrections, printCorrections } from '../../../web/src/state/model_facts.ts';
import { amount, parseAmount } from '../../../web/src/verdict/amounts.ts';
import { missingPoints, planeVerdict, quadrantInWords } from '../../../web/src/verdict/plane.ts';
import { correlationInWords, scalingVerdict, trendOf } from '../../../web/src/verdict/scaling.ts';

const names = ['boolq', 'piqa', 'copa', 'gpqa', 'mmlu', 'arc'];
const nameOf = (index: number) => names[index] ?? '?';
const all = { done: 72, total: 72, running: false };

function point(
  benchmark: number,
  mean: number,
  variance: number,
  more: Partial<PlanePoint> = {},
): PlanePoint {
  const even = mean >= 0.86;
  const varying = variance > 0.004;
  return {
    benchmark,
    models: 12,
    items: 1000,
    meanHarmony: mean,
    variance,
    meanInterval: { low: mean - 0.02, high: mean + 0.02 },
    varianceInterval: { low: variance / 2, high: variance * 2 },
    meanError: 0.01,
    varianceError: variance / 4,
    meanAccuracy: 0.7,
    quadrant: `${even ? 'even' : 'uneven'}${varying ? ' varying' : ''}`,
    certain: false,
    reason: '',
    ...more,
  };
}
const plane = (points: PlanePoint[]): Plane => ({
  points,
  meanLine: 0.86,
  varianceLine: 0.004,
  lines: 'medians',
  differences: [],
});
const few = (benchmark: number, models: number): PlanePoint => ({
  ...point(benchmark, 0.8, 0),
  models,
  variance: null,
  meanInterval: null,
  varianceInterval: null,
  quadrant: null,
  reason: `A variance needs 3 models; this benchmark has ${models}.`,
});

describe('the verdict on benchmarks compared', () => {
  const points = [
    point(0, 0.95, 0.001, { certain: true }),
    point(1, 0.9, 0.002, { certain: true }),
    point(2, 0.87, 0.003),
    point(3, 0.7, 0.02, { certain: true }),
    point(4, 0.85, 0.0041),
  ];
  it('counts the even ones, names the surest, says what the lines are and how many are open', () => {
    expect(planeVerdict(plane(points), nameOf, all).text).toBe(
      'Of 5 benchmarks 3 are more even than most, and so for all 12 models (mean HARMONY above .86, variance below .0040: the medians); boolq is the surest of them: mean .95 (.93–.97). 2 points could be on either side of a line.',
    );
  });
  it('names no surest one where none is certain, and does not say 12 where models differ', () => {
    const open = points.map((one) => ({ ...one, certain: false, models: 9 + one.benchmark }));
    expect(planeVerdict(plane(open), nameOf, all).text).toBe(
      'Of 5 benchmarks 3 are more even than most, and so for all their models (mean HARMONY above .86, variance below .0040: the medians); none of them for sure. 5 points could be on either side of a line.',
    );
  });
  it('calls them even only by lines that do not depend on the others', () => {
    const fixed: Plane = { ...plane(points.slice(0, 3)), lines: 'fixed', meanLine: 0.8, varianceLine: 0.01 };
    expect(planeVerdict(fixed, nameOf, all).text).toContain(
      'Of 3 benchmarks 3 are even for all 12 models (mean HARMONY above .80, variance below .010)',
    );
    // Half of the benchmarks lie above a median of .19: they are not even.
    const low = { ...plane(points), meanLine: 0.19 };
    expect(quadrantInWords(low, 'even varying')).toBe('more even, but not for all models');
    expect(quadrantInWords(fixed, 'even varying')).toBe('even, but not for all models');
  });
  it('says on how many averages it rests while the others are coming, and after Cancel', () => {
    const words = (running: boolean) =>
      planeVerdict(plane(points), nameOf, { done: 40, total: 72, running }).text;
    expect(words(true)).toMatch(/ So far this rests on 40 of 72 averages\.$/);
    expect(words(false)).toMatch(/ This rests on 40 of 72 averages: the rest was cancelled\.$/);
  });
  it('says why there is no variance with two models', () => {
    const two = plane([few(0, 2), few(1, 1)]);
    expect(planeVerdict(two, nameOf, all).text).toBe(
      'HARMONY of 2 models has no variance to speak of: at least 3 models are needed to say whether a benchmark is even for all. The table has the means.',
    );
    expect(planeChart(two, nameOf)).toBeNull();
    expect(missingPoints(two, nameOf)).toEqual([
      'boolq: A variance needs 3 models; this benchmark has 2.',
      'piqa: A variance needs 3 models; this benchmark has 1.',
    ]);
  });
  it('says of benchmarks without a variance beside others that they have none', () => {
    const { text } = planeVerdict(plane([...points, few(5, 2)]), nameOf, all);
    expect(text).toContain('Of 5 benchmarks 3');
    expect(text).toContain('1 benchmark has fewer than 3 models with a HARMONY, and no variance.');
  });
});

describe('the plane', () => {
  const points = [point(0, 0.95, 0.001, { certain: true }), point(3, 0.7, 0.02, { items: 20 })];
  const chart = planeChart(plane(points), nameOf);
  if (!chart) throw new Error('there should be a chart');

  it.each([1100, 520, 330])('names quadrants and benchmarks in the picture, %i px wide', async (width) => {
    const svg = await chartSvg(chart, lightTheme, width);
    for (const words of [
      'more even, for all models',
      'more even, but not for all models',
      'less even, for all models',
      'less even, depends on the model',
      'boolq',
      'gpqa',
    ]) {
      expect(svg).toContain(words);
    }
    expect(svg).not.toContain('NaN');
  });
  it('says at a point what is known, and chooses the benchmark', () => {
    expect(chart.points.count).toBe(2);
    expect(chart.points.at(1)).toEqual({
      title: 'gpqa',
      lines: [
        'less even, depends on the model, not certain',
        'mean HARMONY .70 (.68–.72)',
        'variance .0200 (.0100–.0400)',
        '12 models, 20 items, mean accuracy 70.0%',
      ],
      grid: 0,
      at: [0.02, 0.7],
      choice: 3,
    });
    expect(chart.points.pick(0, 0.0201, 0.701)).toBe(1);
    expect(chart.points.pick(0, 0.012, 0.85)).toBe(-1);
  });
  it('keeps its scale finite when every variance is 0', async () => {
    const still = planeChart(
      { ...plane([point(0, 1, 0), point(1, 1, 0)]), varianceLine: 0, meanLine: 1 },
      nameOf,
    );
    if (!still) throw new Error('there should be a chart');
    expect(await chartSvg(still, lightTheme, 600)).not.toMatch(/NaN|Infinity/);
  });
  it('puts names where they cover nothing, or leaves them out', () => {
    const frame = { left: 0, top: 0, width: 200, height: 100 };
    const at = (x: number, y: number, name: string) => ({ x, y, r: 4, name });
    expect(placeLabels([at(50, 50, 'one'), at(150, 50, 'two')], frame)).toHaveLength(2);
    expect(placeLabels([at(190, 50, 'to the left')], frame)[0]?.align).toBe('right');
    const crowd = Array.from({ length: 40 }, (_, n) => at(90 + (n % 8) * 3, 40 + n / 2, `crowded ${n}`));
    expect(placeLabels(crowd, frame).length).toBeLessThan(10);
    expect(placeLabels([at(100, 50, 'far too long a name for this small frame')], frame)).toEqual([]);
  });
  it('leads to a name a little apart where there is no room beside the point', () => {
    const frame = { left: 0, top: 0, width: 300, height: 200 };
    const near = [
      [100, 100],
      [92, 93],
      [108, 93],
      [92, 107],
      [108, 107],
      [100, 90],
      [100, 110],
    ].map(([x = 0, y = 0], n) => ({ x, y, r: 6, name: `point ${n}` }));
    const placed = placeLabels(near, frame);
    expect(placed.length).toBe(near.length);
    expect(placed.some((one) => one.leader !== undefined)).toBe(true);
    const boxes = placed.map(({ x, y, align }) => ({ left: align === 'right' ? x - 46 : x, top: y - 7 }));
    for (const [n, a] of boxes.entries()) {
      for (const b of boxes.slice(n + 1)) {
        expect(Math.abs(a.left - b.left) >= 46 || Math.abs(a.top - b.top) >= 14).toBe(true);
      }
    }
  });
  it('keeps names off lines where it can', () => {
    const frame = { left: 0, top: 0, width: 200, height: 100 };
    const upward = { x1: 50, y1: 50, x2: 150, y2: 0 };
    const [free] = placeLabels([{ x: 50, y: 50, r: 4, name: 'name' }], frame);
    const [off] = placeLabels([{ x: 50, y: 50, r: 4, name: 'name' }], frame, [upward]);
    expect([free?.align, off?.align]).toEqual(['left', 'right']);
    const wall = [10, 30, 50, 70, 90].map((y) => ({ x1: 0, y1: y, x2: 200, y2: y }));
    expect(placeLabels([{ x: 50, y: 50, r: 4, name: 'name' }], frame, wall)).toHaveLength(1);
    // In the corner, on a larger point: only apart from it, and on a line.
    const corner = [
      { x: 2, y: 5, r: 8, name: 'first' },
      { x: 4, y: 9, r: 12, name: 'second' },
    ];
    expect(placeLabels(corner, frame, wall)[0]).toMatchObject({
      index: 0,
      leader: { x1: expect.any(Number) },
    });
  });
  it('finds round steps and near places', () => {
    expect([roundStep(0.05, 6), roundStep(1, 4), roundStep(7, 7)]).toEqual([0.01, 0.5, 1]);
    expect(
      nearest(
        [
          { x: 0.1, y: 0.1 },
          { x: 0.5, y: 0.5 },
        ],
        0.48,
        0.5,
      ),
    ).toBe(1);
    expect(nearest([], 0, 0)).toBe(-1);
  });
});

function family(name: string, models: number, slope: number | null, half = 0.05): ScalingFamily {
  const correlation = { value: 0.8, interval: { low: 0.1, high: 0.96 }, pValue: 0.03, pairs: models };
  return {
    family: name,
    models,
    slope,
    slopeInterval: slope === null ? null : { low: slope - half, high: slope + half },
    intercept: slope === null ? null : 0.1,
    pearson: slope === null ? null : correlation,
    spearman: slope === null ? null : correlation,
    reason: slope === null ? 'Fewer than 3 models.' : '',
  };
}
function scaling(families: ScalingFamily[], more: Partial<Scaling> = {}): Scaling {
  const points = families.flatMap((one) =>
    Array.from({ length: one.models }, (_, n) => ({
      model: n,
      family: one.family,
      x: 1e9 * 2 ** n,
      y: 0.5 + 0.05 * n,
      benchmarks: 3,
    })),
  );
  return {
    points,
    families,
    all: family('', points.length, 0.06),
    benchmarks: [0, 1, 2],
    shared: true,
    leftOut: [],
    ...more,
  };
}
const axes = { x: 'parameters', y: 'harmony' } as const;

describe('the verdict on scaling', () => {
  it('says where HARMONY rises or falls, with slopes, and that p-values are not adjusted', () => {
    const result = scaling([
      family('Llama', 4, 0.08),
      family('OLMo', 3, -0.09),
      family('Pythia', 5, 0.01),
      family('Qwen3', 6, 0.12),
      family('phi', 1, null),
    ]);
    expect(scalingVerdict(result, axes).text).toBe(
      'Of 4 families with at least three models, HARMONY rises in 2 (Llama +.08, .03–.13; Qwen3 +.12, .07–.17), falls in 1 (OLMo −.09, −.14 to −.04) and shows no clear trend in 1. Slopes are for ten times the parameters. Over all 19 models the rank correlation is .80 (.10–.96; p = .030). None of the 5 trends is adjusted for looking at the others.',
    );
  });
  it('writes no interval that keeps off 0 as if it reached it', () => {
    const near = { ...family('Yi', 3, -0.09), slopeInterval: { low: -0.17, high: -0.003 } };
    expect(scalingVerdict(scaling([near, family('B', 3, 0.1)]), axes).text).toContain(
      'falls in 1 (Yi −.090, −.170 to −.003)',
    );
  });
  it('speaks of a single family by its name, and of accuracy and tokens', () => {
    const { text } = scalingVerdict(scaling([family('Qwen3', 6, 0.01)]), { x: 'tokens', y: 'accuracy' });
    expect(text).toMatch(
      /^In Qwen3, the only family with at least three models \(6\), accuracy shows no clear trend: \+\.01 \(−\.04 to \.06\) for ten times the pretraining tokens\./,
    );
  });
  it('says that nothing can be fitted, and that benchmarks are not shared', () => {
    const result = scaling([family('A', 2, null), family('B', 1, null)], { shared: false });
    expect(scalingVerdict(result, axes).text).toContain(
      'No family has three models of different size: no trend within a family can be fitted (2 families, 3 models).',
    );
    expect(scalingVerdict(result, axes).text).toContain('No benchmark is shared by all 3 models');
    expect(scalingVerdict(scaling([]), axes).text).toContain('Write the sizes into the table below.');
  });
  it('calls a trend what its interval says', () => {
    expect([
      trendOf(family('a', 4, 0.1)),
      trendOf(family('a', 4, -0.1)),
      trendOf(family('a', 4, 0.1, 0.2)),
      trendOf(family('a', 2, null)),
      trendOf({ ...family('a', 3, 0.1), slopeInterval: null }),
    ]).toEqual(['rises', 'falls', 'no clear trend', 'not fitted', 'no clear trend']);
    expect(correlationInWords(null)).toBe('–');
    expect(correlationInWords({ value: 0.5, interval: null, pValue: null, pairs: 3 })).toBe('.50');
  });
});

describe('the chart of scaling', () => {
  const result = scaling([family('Qwen3', 4, 0.12), family('', 2, null)]);
  const chart = scalingChart(result, axes, (model) => `model-${model}`);
  if (!chart) throw new Error('there should be a chart');
  it.each([900, 340])('names families with their slopes, %i px wide', async (width) => {
    const svg = await chartSvg(chart, lightTheme, width);
    expect(svg).toContain('Qwen3 +.12');
    expect(svg).toContain('without a family');
    expect(svg).toContain('parameters, logarithmic');
    expect(svg).not.toMatch(/NaN|Infinity/);
  });
  it('goes through the points from small to large, and finds them on the logarithm', () => {
    expect(chart.points.at(0)).toMatchObject({
      lines: ['Qwen3', '1B parameters', 'HARMONY .50, mean of 3 benchmarks'],
    });
    const xs = Array.from({ length: chart.points.count }, (_, n) => chart.points.at(n).at[0]);
    expect(xs).toEqual([...xs].sort((a, b) => a - b));
    const last = chart.points.at(chart.points.count - 1);
    expect(chart.points.pick(0, last.at[0] * 1.02, last.at[1])).toBe(chart.points.count - 1);
  });
  it('stands with a single model and with none', async () => {
    const one = scalingChart(scaling([family('A', 1, null)]), axes, String);
    expect(one && (await chartSvg(one, lightTheme, 600))).not.toMatch(/NaN|Infinity/);
    expect(scalingChart(scaling([]), axes, String)).toBeNull();
  });
  it('puts ticks at round numbers', () => {
    expect(logTicks(0.9e9, 80e9, 9)).toEqual([1e9, 2e9, 5e9, 10e9, 20e9, 50e9]);
    expect(logTicks(0.9e9, 80e9, 5)).toEqual([1e9, 3e9, 10e9, 30e9]);
    expect(logTicks(1e6, 1e12, 7)).toEqual([1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12]);
  });
});

describe('amounts', () => {
  it.each([
    [8.03e9, '8.03B'],
    [70e9, '70B'],
    [350e6, '350M'],
    [15e12, '15T'],
    [999.96e6, '1B'],
    [1234567890, '1.235B'],
    [512, '512'],
    [null, '–'],
  ])('%d is written %s', (value, text) => expect(amount(value)).toBe(text));
  it.each([
    ['8B', 8e9],
    [' 8.03 b ', 8.03e9],
    ['8.03e9', 8.03e9],
    ['1,700M', 1.7e9],
    ['36t', 36e12],
    ['.5B', 5e8],
    ['7000000000', 7e9],
  ])('%s is read', (text, value) => expect(parseAmount(text)).toBe(value));
  it.each(['', '-3B', '0', 'eight', '8x7B', '8 Bs', '1e30', 'NaN', '8B; 3'])('"%s" is no amount', (text) =>
    expect(parseAmount(text)).toBeUndefined(),
  );
});

describe('corrections in the address', () => {
  it('are written shortly and read back', () => {
    const written = new Map([
      ['Qwen3-8B', { family: 'Qwen', parameters: 8.2e9, tokens: 36e12 }],
      ['phi-3;mini~4k 100%', { parameters: 3.8e9 }],
      ['odd', { family: '', tokens: null }],
      ['a~b', { family: 'x;y~z%3B' }],
      ['nothing', {}],
    ]);
    const text = printCorrections(written);
    expect(text).toBe('Qwen3-8B~Qwen~8.2B~36T;phi-3%3Bmini%7E4k 100%25~~3.8B;odd~-~~-;a%7Eb~x%3By%7Ez%253B');
    written.delete('nothing');
    expect(parseCorrections(text ?? '')).toEqual(written);
    expect(printCorrections(new Map())).toBeUndefined();
  });
  it('leave out what cannot be understood', () => {
    expect(parseCorrections('a~~eight;~x~8B;;b~~8B~many;c')).toEqual(new Map([['b', { parameters: 8e9 }]]));
  });
});
