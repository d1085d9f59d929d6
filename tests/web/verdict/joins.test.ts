// The words for how items were joined, against hand-made counts.
import { describe, expect, it } from 'vitest';
import type { BenchmarkReport, JoinCounts } from '../../../web/src/engine/results.ts';
import { joinLine, joinWords } from '../../../web/src/verdict/joins.ts';

const none: JoinCounts = {
  nativeId: 0,
  contentHash: 0,
  questionText: 0,
  position: 0,
  oneFile: 0,
  oneModel: 0,
};

function benchmark(joins: Partial<JoinCounts> | undefined, models = [0, 1]): BenchmarkReport {
  return {
    index: 0,
    name: 'toy',
    items: 0,
    models,
    itemsSharedByAll: 0,
    missingCells: 0,
    joinedBy: 'position',
    ...(joins ? { joins: { ...none, ...joins } } : {}),
    optionCounts: null,
    hasTexts: false,
    attributes: [],
    vectors: [],
    choiceSets: [],
    notes: [],
  };
}

describe('how items were joined', () => {
  it('needs no count when all were joined in one way', () => {
    expect(joinWords(benchmark({ nativeId: 12 }))).toBe('the item’s own id');
    expect(joinWords(benchmark({ oneFile: 12 }))).toBe('one file');
    expect(joinWords(benchmark({ oneModel: 12 }))).toBe('nothing');
    expect(joinWords(benchmark({ oneModel: 12 }, [1]))).toBe('one model');
  });

  it('counts every way, the surest first, and what was not joined', () => {
    expect(
      joinWords(benchmark({ oneModel: 3, position: 4, questionText: 5, contentHash: 1200, nativeId: 2 })),
    ).toBe(
      '2 by their own id, 1,200 by the hash of the question, 5 by question and options, 4 by position in the file and 3 unjoined: of one model only',
    );
  });

  it('says the weakest way where a report has no counts', () => {
    expect(joinWords(benchmark(undefined))).toBe('position in the file');
  });

  it('adds up the benchmarks of several models in one line', () => {
    expect(
      joinLine([
        benchmark({ nativeId: 2, oneModel: 1 }),
        benchmark({ nativeId: 3 }),
        benchmark({ oneModel: 9 }, [0]),
        benchmark(undefined),
      ]),
    ).toBe('Items of several models: 5 by their own id and 1 unjoined: of one model only.');
    expect(joinLine([benchmark({ oneFile: 5 })])).toBeNull();
    expect(joinLine([])).toBeNull();
  });
});
