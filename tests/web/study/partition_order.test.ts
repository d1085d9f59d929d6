// @vitest-environment happy-dom
// Which subdomains a study starts with, where nobody has chosen any.
import { describe, expect, it } from 'vitest';
import { byEvidence } from '../../../web/src/state/study.ts';

describe('the partitions of a study', () => {
  it('put contents before the answers themselves', () => {
    expect(
      byEvidence(['responses', 'attribute:difficulty', 'attribute:category', 'attribute:date', 'directions']),
    ).toEqual(['attribute:category', 'responses', 'attribute:difficulty', 'attribute:date', 'directions']);
    for (const name of ['subject', 'Subdomain', 'task', 'question_category', 'topic name', 'domain'])
      expect(byEvidence(['responses', `attribute:${name}`])[0]).toBe(`attribute:${name}`);
    for (const name of ['key', 'difficulty_label', 'date', 'n_options', 'multitasking', 'grade'])
      expect(byEvidence(['responses', `attribute:${name}`])[0]).toBe('responses');
  });
  it('start with the similarity that is shared over models, where there are probabilities', () => {
    expect(byEvidence(['similarity', 'responses', 'attribute:category', 'similarity-shared'])).toEqual([
      'similarity-shared',
      'attribute:category',
      'responses',
      'similarity',
    ]);
  });
});
