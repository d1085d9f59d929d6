// How strongly the partition agrees with a variable, in plain words.

import type { AuditRow } from '../../engine/results.ts';

/** Borders of the words, for the normalised mutual information. They are ours; the numbers stand beside them. */
const NEARLY_THE_SAME = 0.9;
const STRONGLY = 0.5;
const PARTLY = 0.2;
const SIGNIFICANCE = 0.05;

export function agreementInWords(row: AuditRow): string {
  const { mutualInformation: agreement, pValue } = row;
  if (pValue >= SIGNIFICANCE) return 'no more than chance';
  if (agreement >= NEARLY_THE_SAME) return 'nearly the same grouping';
  if (agreement >= STRONGLY) return 'follow it closely';
  if (agreement >= PARTLY) return 'follow it in part';
  return 'a trace, more than chance';
}
