// How the items of several files were recognised as the same, in words with their counts.
import type { BenchmarkReport, JoinCounts } from '../engine/results.ts';
import { count, listed } from './numbers.ts';

const ways: readonly [keyof JoinCounts, string][] = [
  ['nativeId', 'by their own id'],
  ['contentHash', 'by the hash of the question'],
  ['questionText', 'by question and options'],
  ['position', 'by position in the file'],
  ['oneFile', 'in one file'],
  ['oneModel', 'unjoined: of one model only'],
];

const alone: Record<keyof JoinCounts, string> = {
  nativeId: 'the item’s own id',
  contentHash: 'the question’s hash',
  questionText: 'question and options',
  position: 'position in the file',
  oneFile: 'one file',
  oneModel: 'nothing',
};

const olderWays: Record<BenchmarkReport['joinedBy'], string> = {
  'native id': alone.nativeId,
  'content hash': alone.contentHash,
  'question text': alone.questionText,
  position: alone.position,
};

/** "the item’s own id", or with counts where items were joined in several ways or not at all. */
export function joinWords({ models, joinedBy, joins }: BenchmarkReport): string {
  if (models.length < 2) return 'one model';
  if (!joins) return olderWays[joinedBy];
  const used = ways.filter(([way]) => joins[way] > 0);
  const [only] = used;
  if (used.length === 1 && only) return alone[only[0]];
  return joinedCounts(joins);
}

/** "98 by their own id, 2 unjoined: of one model only". */
function joinedCounts(joins: JoinCounts): string {
  return listed(
    ways.filter(([way]) => joins[way] > 0).map(([way, words]) => `${count(joins[way])} ${words}`),
    'and',
  );
}

/** The sum over benchmarks with several models; nothing when no file was joined with another. */
export function joinLine(benchmarks: readonly BenchmarkReport[]): string | null {
  const sum: JoinCounts = {
    nativeId: 0,
    contentHash: 0,
    questionText: 0,
    position: 0,
    oneFile: 0,
    oneModel: 0,
  };
  for (const { models, joins } of benchmarks) {
    if (models.length < 2 || !joins) continue;
    for (const [way] of ways) sum[way] += joins[way];
  }
  const overFiles = ways.some(([way]) => way !== 'oneFile' && sum[way] > 0);
  return overFiles ? `Items of several models: ${joinedCounts(sum)}.` : null;
}
