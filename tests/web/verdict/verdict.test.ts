import { describe, expect, it } from 'vitest';
import {
  artefactSentence,
  benchmarkVerdict,
  importVerdict,
  overviewVerdict,
  suggestion,
} from '../../../web/src/verdict/verdict.ts';
import { harmonyResult, importReport, letterResult, overviewCells } from '../fixtures/harmony_result.ts';

const evenResult = () =>
  harmonyResult({
    harmony: 0.92,
    effectiveSubdomains: 4.6,
    bootstrap: { kind: 'within', low: 0.88, high: 0.95, sd: 0.02, draws: 999 },
    nullDistribution: { mean: 0.93, sd: 0.02, low: 0.88, high: 0.96, pValue: 0.34, draws: 999 },
  });

describe('verdict on one benchmark', () => {
  it('says for how many subdomains an uneven average stands', () => {
    const verdict = benchmarkVerdict(harmonyResult(), 'Qwen3-8B', 'PubMedQA');
    expect(verdict.tone).toBe('uneven');
    expect(verdict.text).toBe(
      'Qwen3-8B scores 68.6% (65.2–73.1) on PubMedQA (500 items), but the average stands for 2 of 5 subdomains: ' +
        'HARMONY .41 (.33–.52; chance alone would give .93, p = .001).',
    );
  });

  it('says when the subdomains are answer positions', () => {
    const verdict = benchmarkVerdict(letterResult(), 'Llama-3.1-8B', 'naep_cmcqrd_probs');
    expect(verdict.tone).toBe('caution');
    expect(verdict.text).toContain(
      'Llama-3.1-8B scores 86.9% (84.8–88.8) on naep_cmcqrd_probs (1,063 items).',
    );
    expect(verdict.text).toContain(
      'The 10 induced subdomains are answer positions (agreement .76 with the chosen option, .03 with the test; 1,063 items)',
    );
    expect(verdict.text).toContain(
      '(.55–.64; chance alone would give .81, p = .002) as evenness over letters, not over topics.',
    );
    expect(verdict.text).toContain('Try the order-free similarity or another partition.');
  });

  it('compares with the label that agrees more than chance, not with the one that has the most values', () => {
    const result = letterResult();
    const test = result.audit.rows.find((row) => row.kind === 'label');
    if (!test) throw new Error('the fixture has a label');
    const year = { ...test, variable: 'year', mutualInformation: 0.37, baseline: 0.37, pValue: 0.31 };
    const rows = [...result.audit.rows, year];
    const verdict = benchmarkVerdict({ ...result, audit: { ...result.audit, rows } }, 'm', 'b');
    expect(verdict.text).toContain('.03 with the test');
    expect(verdict.text).not.toContain('year');
  });

  it.each([
    ['key', 'positions of the correct answer', 'letters'],
    ['difficulty quartile', 'degrees of difficulty', 'difficulty'],
    ['option count', 'numbers of answer options', 'numbers of options'],
    ['question length', 'lengths of the question', 'question length'],
  ])('names what subdomains by %s are', (explainedBy, are, evenness) => {
    const base = letterResult();
    const verdict = benchmarkVerdict({ ...base, audit: { ...base.audit, explainedBy } }, 'm', 'B');
    expect(verdict.text).toContain(`induced subdomains are ${are}`);
    expect(verdict.text).toContain(`as evenness over ${evenness}, not over topics`);
  });

  it('does not call subdomains answer positions that follow confidence more', () => {
    const base = letterResult();
    const confidence = {
      levels: 4,
      items: 1063,
      adjustedRand: 0.4,
      baseline: 0.01,
      pValue: 0.005,
      variable: 'confidence quartile',
      kind: 'neutral' as const,
      mutualInformation: 0.81,
    };
    const audit = {
      ...base.audit,
      explainedBy: 'confidence quartile',
      rows: [...base.audit.rows, confidence],
    };
    const { text, tone } = benchmarkVerdict({ ...base, audit }, 'm', 'B');
    expect(tone).toBe('caution');
    expect(text).toContain(
      'induced subdomains follow how sure the model is (agreement .81 with the confidence quartile, .76 with the chosen option',
    );
    expect(text).toContain('as evenness over confidence, not over topics');
    expect(text).not.toContain('answer positions');
  });

  it('says so when an artefact is named and no label is known', () => {
    const base = letterResult();
    const rows = base.audit.rows.filter((row) => row.kind === 'artefact');
    const verdict = benchmarkVerdict({ ...base, audit: { ...base.audit, rows } }, 'm', 'B');
    expect(verdict.text).toContain('(agreement .76 with the chosen option; 1,063 items)');
  });

  it('says when the average is even', () => {
    const verdict = benchmarkVerdict(evenResult(), 'Qwen3-8B', 'BoolQ');
    expect(verdict.tone).toBe('even');
    expect(verdict.text).toContain(
      'and does so evenly: the average stands for all 5 subdomains, HARMONY .92 (.88–.95;',
    );
  });

  it('separates unequal sizes from unequal scores', () => {
    const verdict = benchmarkVerdict(
      { ...evenResult(), harmony: 0.57, effectiveSubdomains: 2.5, harmonyOfSizes: 0.58 },
      'm',
      'B',
    );
    expect(verdict.tone).toBe('neutral');
    expect(verdict.text).toContain('differ no more than chance makes them, but not in equal size');
    expect(verdict.text).toContain('equal scores everywhere would give .58');
  });

  it('says when a high HARMONY is still below chance', () => {
    const base = evenResult();
    const verdict = benchmarkVerdict(
      {
        ...base,
        nullDistribution: { mean: 0.98, sd: 0.01, low: 0.96, high: 0.99, pValue: 0.004, draws: 999 },
      },
      'm',
      'B',
    );
    expect(verdict.tone).toBe('uneven');
    expect(verdict.text).toContain('slightly unevenly over its 5 subdomains, more than chance explains');
  });

  it('does not define HARMONY for one subdomain', () => {
    const verdict = benchmarkVerdict(
      harmonyResult({
        k: 1,
        harmony: null,
        harmonyOfSizes: null,
        effectiveSubdomains: null,
        nullDistribution: null,
        bootstrap: null,
      }),
      'm',
      'B',
    );
    expect(verdict.tone).toBe('undefined');
    expect(verdict.text).toContain('one subdomain, so HARMONY is not defined');
    expect(verdict.text).not.toContain('–)');
  });

  it('says when every subdomain scores the same', () => {
    const base = harmonyResult();
    const verdict = benchmarkVerdict(
      {
        ...base,
        harmony: 0.678,
        harmonyOfSizes: 0.678,
        spread: { ...base.spread, range: 0, weightedSd: 0, gini: 0 },
      },
      'm',
      'B',
    );
    expect(verdict.tone).toBe('even');
    expect(verdict.text).toContain('exactly the same in all 5 subdomains: HARMONY .68');
    expect(verdict.text).toContain('sizes alone give .68');
  });

  it('sets HARMONY aside for two equal subdomains', () => {
    const base = harmonyResult();
    const [first, second] = base.subdomains;
    if (!first || !second) throw new Error('the fixture has five subdomains');
    const verdict = benchmarkVerdict(
      {
        ...base,
        k: 2,
        harmony: 1,
        subdomains: [
          { ...first, size: 250 },
          { ...second, size: 250 },
        ],
      },
      'm',
      'B',
    );
    expect(verdict.tone).toBe('caution');
    expect(verdict.text).toContain('HARMONY is 1 for any gap');
    expect(verdict.text).toMatch(
      /compare the two scores, 86\.0% \(80\.9–91\.1, 250 items\) and 72\.0% \(.*, 250 items\)\.$/,
    );
  });

  it('says when an interval or the comparison with chance is missing', () => {
    const base = harmonyResult();
    const verdict = benchmarkVerdict(
      { ...base, bootstrap: null, nullDistribution: null, accuracy: { ...base.accuracy, interval: null } },
      'm',
      'B',
    );
    expect(verdict.text).toContain('68.6% (no interval)');
    expect(verdict.text).toContain('HARMONY .41 (no interval; not compared with chance)');
  });

  it('does not read an arbitrary split as evidence', () => {
    const verdict = benchmarkVerdict(harmonyResult({ degenerate: true }), 'm', 'B');
    expect(verdict.tone).toBe('caution');
    expect(verdict.text).toContain('the split into 5 subdomains is arbitrary');
  });

  it('says when there is no score or HARMONY failed', () => {
    const base = harmonyResult();
    expect(benchmarkVerdict({ ...base, accuracy: { ...base.accuracy, value: null } }, 'm', 'B').tone).toBe(
      'empty',
    );
    expect(benchmarkVerdict({ ...base, harmony: null }, 'm', 'B').text).toContain(
      'could not be computed for its 5 subdomains',
    );
  });

  it('never prints null, NaN or undefined', () => {
    const base = harmonyResult();
    const variants = [
      base,
      letterResult(),
      evenResult(),
      { ...base, harmony: null },
      { ...base, bootstrap: null },
    ];
    for (const variant of variants) {
      expect(benchmarkVerdict(variant, 'm', 'B').text).not.toMatch(/null|NaN|undefined/);
    }
  });
});

describe('the sentence on artefacts', () => {
  it('says how many and which', () => {
    const letters = { ...letterResult(), harmony: 0.3 };
    expect(artefactSentence([letterResult(), letters, evenResult()])).toBe(
      'In 2 of 3 averages the subdomains are answer positions, not topics.',
    );
    expect(artefactSentence([letterResult()])).toBe(
      'In 1 of 1 average the subdomains are answer positions, not topics.',
    );
    expect(artefactSentence([evenResult(), { ...letterResult(), harmony: null }])).toBe('');
  });
});

describe('what to try instead', () => {
  it('puts the core’s alternative into words', () => {
    expect(suggestion('')).toBe('Try another partition.');
    expect(suggestion('order-free')).toBe('Try the order-free similarity or another partition.');
    expect(suggestion('attribute:subject')).toBe('Try the partition by “subject”.');
    expect(suggestion('responses')).toBe('Try the partition by response patterns.');
    expect(suggestion('Use a column of the file.')).toBe('Use a column of the file.');
  });
});

describe('verdict on the overview', () => {
  it('names the least even average', () => {
    const results = [harmonyResult(), { ...evenResult(), model: 1 }];
    const verdict = overviewVerdict(importReport(), overviewCells(), results);
    expect(verdict.tone).toBe('uneven');
    expect(verdict.text).toContain('1 of 2 averages is less even over subdomains than chance makes it');
    expect(verdict.text).toContain('(2 averages still to be analysed)');
    expect(verdict.text).toContain(
      'the least even is Qwen3-8B on PubMedQA (500 items): HARMONY .41 (.33–.52;',
    );
  });
  it('counts partitions that are artefacts apart', () => {
    const verdict = overviewVerdict(importReport(), overviewCells(), [letterResult(), letterResult()]);
    expect(verdict.tone).toBe('caution');
    expect(verdict.text).toBe(
      'In 2 of 2 averages (2 averages still to be analysed) the subdomains are answer positions, not topics: read HARMONY (.59–.59) there with care. Open one of them to see it by a column of the items, such as “specialty”.',
    );
    const spread = [letterResult(), { ...letterResult(), harmony: 0.3 }];
    expect(overviewVerdict(importReport(), overviewCells(), spread).text).toContain(
      'read HARMONY (.30–.59) there with care.',
    );
    const [first] = importReport().benchmarks;
    if (!first) throw new Error('there should be a benchmark');
    const withVectors = { ...first, attributes: [], vectors: [{ name: 'minilm', width: 384, items: 500 }] };
    expect(
      overviewVerdict({ ...importReport(), benchmarks: [withVectors] }, overviewCells(), [letterResult()])
        .text,
    ).toContain(`Open one on ${first.name} to see it by the vectors “minilm”.`);
    const bare = { ...importReport(), benchmarks: [] };
    expect(overviewVerdict(bare, overviewCells(), [letterResult()]).text).toContain(
      'A column of topics, or vectors of the items, would give subdomains by content.',
    );
  });
  it('says when all can be read as they stand', () => {
    const verdict = overviewVerdict(importReport(), overviewCells().slice(0, 1), [evenResult()]);
    expect(verdict.tone).toBe('even');
    expect(verdict.text).toContain('1 of 1 average analysed can be read as they stand');
  });
  it('says what is missing when nothing can be analysed', () => {
    const refusal = {
      code: 'needs_distributions',
      message: 'Only 0/1 scores of one model.',
      file: '',
      line: 0,
      hint: 'Bring option probabilities, a category column or more models.',
    };
    const cells = overviewCells().map((cell) => ({ ...cell, partitions: [], refusal }));
    const verdict = overviewVerdict(importReport(), cells, []);
    expect(verdict.tone).toBe('undefined');
    expect(verdict.text).toContain('None of the 4 averages');
    expect(verdict.text).toContain('Bring option probabilities');
  });
  it('does not promise what was tried and refused', () => {
    const large = {
      code: 'too_large',
      message: 'Predictive similarity of 1000000 items does not fit into a browser tab.',
      file: '',
      line: 0,
      hint: 'Load a part of the items.',
    };
    const cells = overviewCells();
    const all = overviewVerdict(
      importReport(),
      cells,
      [],
      cells.map(() => large),
    );
    expect(all.tone).toBe('undefined');
    expect(all.text).toBe(`No HARMONY of 4 averages (4 models, 1 benchmark): ${large.message} ${large.hint}`);
    const some = overviewVerdict(importReport(), cells, [evenResult()], [large]);
    expect(some.text).toContain('2 averages still to be analysed; 1 average could not be analysed');
    const different = overviewVerdict(
      importReport(),
      cells.slice(0, 2),
      [],
      [large, { ...large, message: 'Another.' }],
    );
    expect(different.text).toContain('(2 averages could not be analysed).');
  });
  it('says when nothing is scored, nothing is analysed yet, or nothing is defined', () => {
    expect(overviewVerdict(importReport(), [], []).tone).toBe('empty');
    expect(overviewVerdict(importReport(), overviewCells(), []).text).toContain('no HARMONY yet');
    const undefinedResult = harmonyResult({ k: 1, harmony: null });
    expect(overviewVerdict(importReport(), overviewCells(), [undefinedResult]).text).toContain(
      'defined for none of the 1 average',
    );
  });
});

describe('verdict on the import', () => {
  it('counts what was read and says that nothing was lost', () => {
    const verdict = importVerdict(importReport());
    expect(verdict.tone).toBe('neutral');
    expect(verdict.text).toBe(
      '1 file read: 4 models on 1 benchmark, 500 items, 2,000 responses; nothing was skipped and no score is missing.',
    );
  });
  it('counts losses and disagreeing metrics', () => {
    const base = importReport();
    const [file] = base.files;
    const [benchmark] = base.benchmarks;
    if (!file || !benchmark) throw new Error('the fixture has a file and a benchmark');
    const error = {
      code: 'truncated',
      message: 'b.json ends in line 12.',
      file: 'b.json',
      line: 12,
      hint: '',
    };
    const verdict = importVerdict({
      ...base,
      files: [
        { ...file, rowsSkipped: 3 },
        { ...file, id: 1, error },
      ],
      benchmarks: [{ ...benchmark, missingCells: 7 }],
      metricChecks: [
        { model: 'a', benchmark: 'B', metric: 'acc', stated: 0.5, computed: 0.6, agrees: false },
        { model: 'b', benchmark: 'B', metric: 'acc', stated: 0.5, computed: 0.5, agrees: true },
      ],
    });
    expect(verdict.tone).toBe('caution');
    expect(verdict.text).toContain('3 rows skipped, 7 scores missing and 1 file could not be read.');
    expect(verdict.text).toContain('1 of 2 scores stated in the files does not agree with the responses.');
  });
  it('says when nothing is there or nothing could be read', () => {
    expect(importVerdict({ ...importReport(), files: [] }).tone).toBe('empty');
    const [file] = importReport().files;
    if (!file) throw new Error('the fixture has a file');
    const error = { code: 'binary', message: 'x.bin is not text.', file: 'x.bin', line: 0, hint: '' };
    expect(importVerdict(importReport({ files: [{ ...file, error }] })).text).toBe(
      'None of 1 file could be read: x.bin is not text.',
    );
  });
});
