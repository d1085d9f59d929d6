import { describe, expect, it } from 'vitest';
import { agreementInWords } from '../../../web/src/views/benchmark/agreement.ts';
import {
  columnChoices,
  comparesOptions,
  hasSimilarity,
  partitionChoices,
  partitionInWords,
  partitionName,
} from '../../../web/src/views/benchmark/partitions.ts';
import { harmonyResult, importReport, overviewCells } from '../fixtures/harmony_result.ts';

const [cell] = overviewCells();
const [benchmark] = importReport().benchmarks;
if (!cell || !benchmark) throw new Error('the fixture has a cell and a benchmark');

describe('partition sources', () => {
  it('allows exactly what the cell allows', () => {
    expect(partitionChoices(cell, benchmark).map((choice) => choice.allowed)).toEqual([
      true,
      true,
      true,
      false,
      false,
      false,
    ]);
    const only = { ...cell, partitions: ['responses'] };
    expect(
      partitionChoices(only, benchmark)
        .filter((choice) => choice.allowed)
        .map((choice) => choice.source),
    ).toEqual(['responses']);
  });
  it('says why a source is not possible', () => {
    const closed = { ...cell, partitions: [] };
    const plain = { ...benchmark, choiceSets: [], models: [0] };
    expect(partitionChoices(closed, plain).map((choice) => choice.reason)).toEqual([
      'Needs option probabilities or log-likelihoods; no file of this benchmark has them.',
      'Needs option probabilities of at least two models; 0 have them.',
      'Needs results of at least three models; 1 is loaded.',
      'Needs results of at least 10 models; 1 is loaded.',
      benchmark.hasTexts
        ? 'Needs texts with words of at least 10 of the scored items.'
        : 'Needs the texts of the items: a table with the columns item_id and question.',
      'Needs a table of embeddings: the ids of the items, and their numbers in columns v0, v1 … or as [0.1, −0.2, …].',
    ]);
    const many = { ...plain, models: Array.from({ length: 10 }, (_, n) => n) };
    expect(partitionChoices(closed, { ...many, items: 49 })[3]?.reason).toBe(
      'Needs at least 50 items; this benchmark has 49.',
    );
    expect(partitionChoices(closed, many)[3]?.reason).toBe('Needs scores that differ between items.');
    const others = { ...benchmark, choiceSets: [{ name: 'p', models: [1] }] };
    expect(partitionChoices(closed, others)[0]?.reason).toContain('only other models have them');
    expect(partitionChoices(closed, others)[1]?.reason).toContain('1 has them');
  });
  it('marks what is of the paper', () => {
    expect(partitionChoices(cell, benchmark).map((choice) => choice.mark)).toEqual([
      'paper',
      'ours',
      'ours',
      'ours',
      'ours',
      'ours',
    ]);
  });
  it('offers each set of vectors that was brought', () => {
    const vectors = [
      { name: 'minilm', width: 384, items: 500 },
      { name: 'few', width: 8, items: 1 },
    ];
    const choices = partitionChoices(
      { ...cell, partitions: ['texts', 'vectors:minilm'] },
      { ...benchmark, vectors },
    );
    expect(choices.slice(4).map(({ label, source, allowed }) => [label, source, allowed])).toEqual([
      ['Texts of the items', 'texts', true],
      ['Vectors: minilm', 'vectors:minilm', true],
      ['Vectors: few', 'vectors:few', false],
    ]);
    expect(choices[6]?.reason).toBe('Needs vectors of at least 10 of the scored items; 1 has one.');
  });
  it('offers columns and says why others are closed', () => {
    const attributes = [
      { name: 'subject', levels: 5, items: 500 },
      { name: 'constant', levels: 1, items: 500 },
      { name: 'id', levels: 499, items: 500 },
    ];
    const choices = columnChoices(
      { ...cell, partitions: ['attribute:subject'] },
      { ...benchmark, attributes },
    );
    expect(choices.map((choice) => [choice.name, choice.allowed, choice.reason])).toEqual([
      ['subject', true, ''],
      ['constant', false, 'one value only'],
      ['id', false, '499 values: hardly two items in each'],
    ]);
  });
  it('has words for each source', () => {
    expect(partitionInWords('similarity')).toBe('predictive similarity of this model');
    expect(partitionInWords('directions')).toBe('directions of discrimination over models');
    expect(partitionInWords('attribute:subject')).toBe('the column “subject”');
    expect(partitionInWords('texts')).toBe('the words of the items’ texts');
    expect(partitionInWords('vectors:minilm')).toBe('the vectors “minilm”');
    expect(partitionName('texts')).toBe('Texts of the items');
    expect(partitionName('vectors:minilm')).toBe('Vectors: minilm');
    expect(partitionName('directions')).toBe('Directions of discrimination');
    expect(partitionName('attribute:subject')).toBe('subject');
  });
  it('knows which of them rest on a similarity with a temperature', () => {
    const rest = ['similarity', 'similarity-shared', 'responses', 'texts', 'vectors:minilm'];
    expect([...rest, 'directions', 'attribute:subject'].filter(hasSimilarity)).toEqual(rest);
    expect(rest.filter(comparesOptions)).toEqual(['similarity', 'similarity-shared']);
  });
});

describe('agreement in words', () => {
  const [row] = harmonyResult().audit.rows;
  if (!row) throw new Error('the fixture has an audit');
  it.each([
    [0.95, 0.001, 'nearly the same grouping'],
    [0.76, 0.001, 'follow it closely'],
    [0.31, 0.001, 'follow it in part'],
    [0.05, 0.01, 'a trace, more than chance'],
    [0.3, 0.2, 'no more than chance'],
  ])('%f with p = %f: %s', (mutualInformation, pValue, words) => {
    expect(agreementInWords({ ...row, mutualInformation, pValue })).toBe(words);
  });
});
