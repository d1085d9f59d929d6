import { describe, expect, it } from 'vitest';
import type { PredictionParameters, StabilityResult } from '../../../web/src/engine/item_response.ts';
import { abilityInWords, adaptiveVerdict } from '../../../web/src/verdict/adaptive.ts';
import { groupsInWords, measuresVerdict, stabilityVerdict } from '../../../web/src/verdict/measures.ts';
import { bestBaseline, predictionVerdict, workInWords } from '../../../web/src/verdict/prediction.ts';
import { chosenPoint, selectionVerdict } from '../../../web/src/verdict/selection.ts';
import {
  inventedAdaptive,
  inventedMeasures,
  inventedPrediction,
  inventedSelection,
  measuredShape,
} from '../fixtures/measured.ts';

const dimensions = ['Dimension 1', 'Dimension 2'];
const loading = (r: number | null, adjustedP = 0.0001) => ({
  r,
  low: r === null ? null : r - 0.1,
  high: r === null ? null : r + 0.05,
  pValue: adjustedP,
  adjustedP,
});
const shape = measuredShape();
const base = inventedMeasures(shape, 'benchmark');
const [template] = base.groups;
if (!template) throw new Error('the fixture has groups');
const group = (name: string, rs: (number | null)[], stronger: number, more: object = {}) => ({
  ...template,
  name,
  loadings: rs.map((r) => loading(r)),
  stronger,
  mix: null,
  ...more,
});
const measures = (groups: ReturnType<typeof group>[], level = 'benchmark') => ({ ...base, level, groups });

describe('what it measures', () => {
  it('names the groups that follow each dimension, the strongest with its interval', () => {
    const verdict = measuresVerdict(
      measures([
        group('MMLU', [0.93, 0.1], 0),
        group('GSM8K', [0.8, 0.2], 0),
        group('HarmBench', [0.1, 0.88], 1),
        group('BBQ', [0.5, 0.45], -1),
      ]),
      dimensions,
      100,
    );
    expect(verdict.tone).toBe('neutral');
    expect(verdict.text).toBe(
      'Over 100 models, Dimension 1 is what MMLU (r = .93, .83–.98) follows most, then GSM8K and ' +
        'Dimension 2 is what HarmBench (r = .88, .78–.93) follows most. ' +
        '3 of 4 benchmarks follow one dimension clearly more than the others.',
    );
  });

  it('says which fall where the ability rises, and which mix two things', () => {
    const verdict = measuresVerdict(
      measures([
        group('WMDP', [-0.6, 0.1], 0),
        group('WildJailbreak', [0.4, 0.5], -1, { mix: { angleBetween: 71.4, groups: [] } }),
      ]),
      dimensions,
      100,
    );
    expect(verdict.tone).toBe('caution');
    expect(verdict.text).toContain('WMDP falls where the ability rises.');
    expect(verdict.text).toContain('WildJailbreak mixes two things, 71° apart.');
    expect(verdict.text).toContain('Dimension 2 is not clearly the stronger one anywhere');
    expect(verdict.text).toContain('1 of 2 benchmarks follows one dimension');
  });

  it('does not count where there is one group, or none that follows a dimension', () => {
    const alone = measuresVerdict(measures([group('MMLU', [0.82, 0.79], -1)]), dimensions, 118);
    expect(alone.text).toBe('Over 118 models, MMLU follows no dimension clearly more than the others.');
    const one = measuresVerdict(measures([group('MMLU', [0.93, 0.1], 0)]), dimensions, 118);
    expect(one.text).toBe(
      'Over 118 models, Dimension 1 is what MMLU (r = .93, .83–.98) follows most and Dimension 2 is not clearly the stronger one anywhere.',
    );
    const none = measuresVerdict(
      measures([group('a', [0.5, 0.45], -1), group('b', [0.4, 0.5], -1)]),
      dimensions,
      9,
    );
    expect(none.text).toBe(
      'Over 9 models, none of 2 benchmarks follows one dimension clearly more than the others.',
    );
  });

  it('says what one dimension cannot show', () => {
    const verdict = measuresVerdict(
      measures([group('a', [0.9], -1), group('b', [0.2], -1)], 'attribute:subject'),
      ['Ability'],
      30,
    );
    expect(verdict.text).toBe(
      'Over 30 models, the ability follows a (r = .90, .80–.95) most closely and b (r = .20, .10–.25) least; ' +
        '2 of 2 values of subject significantly. One dimension cannot show whether they measure different things.',
    );
  });

  it('says that there is nothing to correlate with too few models', () => {
    const verdict = measuresVerdict(measures([group('a', [null, null], -1)]), dimensions, 2);
    expect(verdict.tone).toBe('undefined');
    expect(verdict.text).toContain('With 2 models no correlation');
    expect(groupsInWords(1, 'attribute:subject')).toBe('1 value of subject');
  });
});

describe('stability', () => {
  const rows = (means: [number, number][]): StabilityResult => ({
    parameters: { fit: 1, seeds: 3, halves: 5, seed: 1 },
    rows: means.map((pair, n) => ({
      kind: (['seed', 'items', 'models'] as const)[n] ?? 'seed',
      replicates: 5,
      congruence: pair.map((mean) => ({ mean, low: mean - 0.05, high: mean + 0.01 })),
      abilities: pair.map((mean) => ({ mean, low: mean - 0.05, high: mean + 0.01 })),
    })),
  });
  it('says that every dimension comes back', () => {
    expect(stabilityVerdict(rows([[0.99, 0.97]]), dimensions)).toEqual({
      tone: 'even',
      text: 'Every dimension comes back in every kind of refit: mean congruence at least .97.',
    });
  });
  it('says where one does not', () => {
    const verdict = stabilityVerdict(
      rows([
        [0.99, 0.99],
        [0.98, 0.9],
        [0.97, 0.7],
      ]),
      dimensions,
    );
    expect(verdict.text).toBe(
      'Dimension 1 comes back in every kind of refit, but Dimension 2 on halves of the models is another one (congruence .70, .65–.71) ' +
        'and Dimension 2 on halves of the items comes back roughly (congruence .90, .85–.91).',
    );
  });
});

describe('fewer items', () => {
  const result = inventedSelection(shape, {
    fit: 1,
    rule: 'discriminating',
    dimension: 0,
    share: 0.1,
    shares: [0.05, 0.1, 0.5],
    bins: 10,
    draws: 50,
    folds: 5,
    seed: 1,
  });
  const point = chosenPoint(result);
  if (!point) throw new Error('the chosen share is on the curve');
  const withRank = (scoreRank: number | null, randomHigh: number, randomLow = 0.8) => ({
    ...result,
    kept: result.kept.slice(0, 15),
    curve: [
      {
        ...point,
        selected: { ...point.selected, scoreRank, meanError: 0.0212, modelError: 0.0091 },
        selectedLow: { ...point.selectedLow, scoreRank: 0.96 },
        selectedHigh: { ...point.selectedHigh, scoreRank: 0.99 },
        random: { ...point.random, scoreRank: 0.9, meanError: 0.0144 },
        randomLow: { ...point.randomLow, scoreRank: randomLow },
        randomHigh: { ...point.randomHigh, scoreRank: randomHigh },
      },
    ],
  });
  it('compares the survival of ranks with random subsets, and gives both errors of the score', () => {
    expect(selectionVerdict(withRank(0.98, 0.95))).toEqual({
      tone: 'even',
      text:
        '10% of the items (15 of 150), the most discriminating ones at each difficulty, rank models that were left out almost as all items do ' +
        '(rank correlation .98, .96–.99), better than equally many random ones: .90 (.80–.95). ' +
        'The full score is estimated to 0.9 points by the model, 2.1 by their mean (random items: 1.4).',
    });
  });
  it('does not praise what random items do as well, or better', () => {
    expect(selectionVerdict(withRank(0.9, 0.95)).text).toContain('no better than equally many random ones');
    expect(selectionVerdict(withRank(0.7, 0.95)).text).toContain('otherwise than all items do');
    expect(selectionVerdict(withRank(0.7, 0.95)).text).toContain('worse than equally many random ones');
  });
  it('says when no model could be left out', () => {
    expect(selectionVerdict(withRank(null, 0.95)).tone).toBe('undefined');
  });
});

describe('prediction', () => {
  const result = inventedPrediction({
    fit: { grouping: 'none' } as PredictionParameters['fit'],
    folds: 5,
    foldsUsed: 0,
    largestDimension: 4,
    seed: 1,
  });
  it('gives the chosen number of dimensions, the best baseline and what one more dimension gains', () => {
    expect(bestBaseline(result)?.code).toBe('1 per benchmark');
    const { text, tone } = predictionVerdict(result);
    expect(tone).toBe('even');
    expect(text).toBe(
      'With 2 dimensions, items grouped by benchmark, 80.0% of 34,892 hidden answers are predicted right (log-loss .4275), ' +
        'better than the best baseline: one dimension for each benchmark (79.6% predicted right, log-loss .4371). ' +
        'A third dimension gains no more than chance (z = 0.8). ' +
        'For ranking the models the plain average does as well: rank correlation .985 against .979.',
    );
  });
  it('says when a baseline is better, and when more dimensions were not tried', () => {
    const worse = {
      ...result,
      chosenDimensions: 4,
      methods: result.methods.map((method) =>
        method.code === 'rasch' ? { ...method, logLoss: 0.3 } : method,
      ),
    };
    const verdict = predictionVerdict(worse);
    expect(verdict.tone).toBe('caution');
    expect(verdict.text).toContain('no better than the best baseline: Rasch (');
    expect(verdict.text).toContain('More than 4 dimensions were not tried.');
  });
  it('counts the work', () => {
    expect(workInWords(5, 8)).toBe('40 fits: 5 folds × 8');
  });
});

describe('adaptive testing', () => {
  it('says where a model without answers is taken to be', () => {
    const state = inventedAdaptive(shape, { fit: 1, answers: [], next: 10 });
    expect(adaptiveVerdict(state, dimensions, 150).text).toBe(
      'No answer yet: before the first one the model is taken to be like those of the fit, and its score on all 150 items to be 50.0% (30.0–70.0).',
    );
  });
  it('gives abilities and the expected score with intervals, and what ten more items bring', () => {
    const state = {
      answered: 12,
      ability: [
        { value: 0.43, error: 0.17, low: 0.1, high: 0.76 },
        { value: -1.2, error: 0.17, low: -1.53, high: -0.87 },
      ],
      expectedScore: { value: 0.712, low: 0.66, high: 0.76 },
      next: [],
      expectedErrors: [
        { items: 0, error: 0.21 },
        { items: 10, error: 0.15 },
        { items: 50, error: 0.1 },
      ],
    };
    expect(adaptiveVerdict(state, dimensions, 5000).text).toBe(
      'After 12 answers the abilities are 0.43 (0.10 to 0.76) on Dimension 1 and −1.20 (−1.53 to −0.87) on Dimension 2; ' +
        'the expected score on all 5,000 items is 71.2% (66.0–76.0). The next 10 would bring the standard error from 0.21 to 0.15.',
    );
    expect(abilityInWords(undefined)).toBe('–');
  });
});
