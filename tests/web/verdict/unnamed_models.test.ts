// Files that became one model cannot be overlooked: the first words of the report are about them.
import { describe, expect, it } from 'vitest';
import { collisionSentence, collisionVerdict } from '../../../web/src/verdict/unnamed_models.ts';
import { importReport } from '../fixtures/harmony_result.ts';

const collision = {
  name: 'winogrande_write_out_info',
  benchmark: 'winogrande',
  files: [1, 2, 3],
  lost: 2534,
};

describe('files that do not say whose they are', () => {
  it('are named with what is lost and what to do', () => {
    expect(collisionSentence(collision)).toBe(
      'These 3 files were all taken for the model “winogrande_write_out_info”. Only the first answer to each item ' +
        'is used; 2,534 responses of the later files are not.',
    );
    expect(collisionVerdict(importReport({ unnamedModels: [collision] }))).toBe(
      'Probably different models were taken for one: 3 files of the same name do not say whose they are, so ' +
        '2,534 responses are not used. Name their models below.',
    );
    expect(collisionVerdict(importReport({ unnamedModels: [{ ...collision, lost: 1 }] }))).toContain(
      '1 response is not used',
    );
  });
  it('are not mentioned when there are none', () => {
    expect(collisionVerdict(importReport())).toBe('');
  });
});
