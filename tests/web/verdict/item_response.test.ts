// Sentences about items and models: what they say follows from the numbers alone.
import { describe, expect, it } from 'vitest';
import { defaultFitParameters } from '../../../web/src/state/parameters.ts';
import {
  comparisonVerdict,
  itemsVerdict,
  modelsVerdict,
  rangeOfRanks,
} from '../../../web/src/verdict/item_response.ts';
import { errorRange, withError } from '../../../web/src/verdict/numbers.ts';
import { fittedResult, modelComparison } from '../fixtures/item_response.ts';

const world = { models: ['A', 'B', 'C'], benchmarks: [{ name: 'PubMedQA', items: 200 }] };
const result = fittedResult(world, { ...defaultFitParameters, benchmarks: [], dimensions: 1 });
const modelName = (model: number) => world.models[model] ?? '';

describe('items', () => {
  it('counts the flags, with their share, and says how reliable the whole is', () => {
    const flags = [
      { code: 'negative_discrimination' as const, label: '', rule: '', items: [3], others: [] },
      { code: 'no_information' as const, label: '', rule: '', items: [1, 2, 4], others: [] },
      { code: 'nobody_right' as const, label: '', rule: '', items: [], others: [] },
    ];
    expect(itemsVerdict({ ...result, flags }, ['PubMedQA'])).toBe(
      '200 items of PubMedQA on 3 models: 1 (0.5%) has negative discrimination (abler models do worse: look at the key) and 3 (1.5%) tell these models hardly apart. ' +
        'Together they rank the models with reliability .98; Cronbach’s alpha .97.',
    );
  });
  it('says when there is nothing to say, and leaves out an alpha that does not exist', () => {
    expect(itemsVerdict({ ...result, flags: [], alpha: null }, ['PubMedQA'])).toBe(
      '200 items of PubMedQA on 3 models: none of them is conspicuous. Together they rank the models with reliability .98.',
    );
  });
});

it('few of many items are not 0.0% of them', () => {
  const many = fittedResult(
    { models: ['A', 'B', 'C'], benchmarks: [{ name: 'MMLU', items: 5000 }] },
    { ...defaultFitParameters, benchmarks: [], dimensions: 1 },
  );
  const flags = [{ code: 'misfit' as const, label: '', rule: '', items: [1, 2], others: [] }];
  expect(itemsVerdict({ ...many, flags }, ['MMLU'])).toContain('2 (under 0.1%) do not follow their curve');
});

it('a dimension that is mostly error ranks nobody', () => {
  const two = fittedResult(world, { ...defaultFitParameters, benchmarks: [], dimensions: 2 });
  const [first, second] = two.dimensions;
  if (!first || !second) throw new Error('two dimensions were asked for');
  const weak = { ...two, dimensions: [first, { ...second, reliability: 0.04 }] };
  expect(modelsVerdict(weak, modelName)).toContain(
    'Dimension 2 does not rank these models (reliability .04): fewer dimensions are enough.',
  );
});

describe('models', () => {
  const models = {
    ...result.models,
    abilities: [[0.2, 1.5, 0.1]],
    errors: [[0.1, 0.1, 0.1]],
    ranks: [
      [
        { rank: 2, low: 2, high: 3 },
        { rank: 1, low: 1, high: 1 },
        { rank: 3, low: 2, high: 3 },
      ],
    ],
    personFit: [0, 1, -1.9],
  };
  it('names the first, with intervals', () => {
    expect(modelsVerdict({ ...result, models }, modelName)).toBe(
      'B is first of 3 models: ability 1.50 (1.30–1.70), rank 1 (1); no other model reaches its rank.',
    );
  });
  it('says who may be first too, and whose answers do not follow', () => {
    const ranks = [models.ranks[0]?.map((one) => ({ ...one, low: 1, high: 3 })) ?? []];
    const text = modelsVerdict(
      { ...result, models: { ...models, ranks, personFit: [0, -4, -1.97] } },
      modelName,
    );
    expect(text).toContain('rank 1 (1–3); 3 models may hold the first rank.');
    expect(text).toContain('The answers of B and C do not follow from their abilities');
  });
  it('writes ranges of ranks', () => {
    expect(rangeOfRanks({ low: 3, high: 3 })).toBe('3');
    expect(rangeOfRanks({ low: 3, high: 12 })).toBe('3–12');
  });
});

describe('two models', () => {
  const comparison = { ...modelComparison(result, 0, 1, 0), items: 2063 };
  it('are not told apart when the interval contains 0', () => {
    const open = { ...comparison, difference: 0.011, interval: { low: -0.009, high: 0.031 }, tails: [] };
    expect(comparisonVerdict(open, 'A', 'B', 'Dimension 1')).toBe(
      'A and B cannot be told apart over the 2,063 items that both answered: +1.1 points (−0.9 to +3.1).',
    );
  });
  it('names who is ahead, with a positive distance, and what the ends say', () => {
    const [low, high] = comparison.tails;
    if (!low || !high) throw new Error('both tails should be there');
    const behind = {
      ...comparison,
      difference: -0.04,
      interval: { low: -0.06, high: -0.02 },
      tails: [
        { ...low, first: 0.5, second: 0.52, pValue: 0.3, cohensD: -0.04 },
        { ...high, first: 0.4, second: 0.6, pValue: 0.0001, cohensD: -0.41 },
      ],
    };
    expect(comparisonVerdict(behind, 'A', 'B', 'Dimension 1')).toBe(
      'B scores higher than A over the 2,063 items that both answered: +4.0 points (+2.0 to +6.0). ' +
        'On the 200 items with the smallest slopes on dimension 1 they do not differ (+2.0 points, d = .04, p = .30); ' +
        'on the 200 items with the largest slopes on dimension 1 B is ahead (+20.0 points, d = .41, p < .001).',
    );
  });
  it('leaves out tests that could not be made', () => {
    const [low] = comparison.tails;
    if (!low) throw new Error('the tail should be there');
    const one = { ...comparison, difference: 0.1, interval: { low: 0.05, high: 0.15 } };
    expect(comparisonVerdict({ ...one, tails: [{ ...low, pValue: null }] }, 'A', 'B', 'Speed')).toBe(
      'A scores higher than B over the 2,063 items that both answered: +10.0 points (+5.0 to +15.0).',
    );
  });
});

describe('estimates with errors', () => {
  it('have an interval only where there is an error, and no dash after a minus', () => {
    expect(withError(1.5, 0.1)).toBe('1.50 (1.30–1.70)');
    expect(withError(-0.2, 0.1)).toBe('−0.20 (−0.40 to −0.00)'.replace('−0.00', '0.00'));
    expect(withError(0.7, null)).toBe('0.70');
    expect(withError(null, 0.1)).toBe('–');
    expect(errorRange(null, 0.1)).toBe('');
  });
});
