// Sentences about a link: whether what it claims was found again, and what it claims.
import type { Claim } from '../reproduce/claim.ts';
import type { Source } from '../reproduce/source.ts';
import { sourceName } from '../reproduce/source.ts';
import type { DataChange, Verdict } from '../reproduce/verdict.ts';
import { counted, listed, MISSING } from './numbers.ts';

/** A number of any size, legibly and to more digits than the tolerance of a verdict. */
export function plainNumber(value: number | null | undefined): string {
  if (value === null || value === undefined) return MISSING;
  const text = Number.isInteger(value)
    ? value.toLocaleString('en-US', { maximumFractionDigits: 0 })
    : String(Number(value.toPrecision(9)));
  return text.replace('-', '−');
}

/** "The file" of a sentence; inside of a link the path is enough. */
const named = (source: Source) => sourceName(source);

const manyNames = 4;

export function changeSentence(changes: readonly DataChange[]): string {
  const of = (kind: DataChange['kind']) => changes.filter((change) => change.kind === kind);
  const names = (kind: DataChange['kind']) =>
    listed(
      of(kind).map((one) => named(one.source)),
      'and',
      manyNames,
    );
  const verb = (kind: DataChange['kind'], one: string, many: string) => (of(kind).length === 1 ? one : many);
  const parts: string[] = [];
  if (of('content').length > 0)
    parts.push(`${names('content')} ${verb('content', 'is', 'are')} not the same any more`);
  if (of('missing').length > 0) parts.push(`${names('missing')} ${verb('missing', 'is', 'are')} missing`);
  if (of('added').length > 0) {
    parts.push(`${names('added')} ${verb('added', 'is', 'are')} here and not in the link`);
  }
  if (of('read').length > 0) parts.push(`${names('read')} ${verb('read', 'is', 'are')} read in another way`);
  if (of('order').length > 0) parts.push('the files are in another order');
  return parts.join('; ');
}

/** Numbers of the link that were not found again, in words. */
function numbersSentence({ numbers, sameDigest }: Verdict): string {
  const differing = numbers.filter((one) => !one.agrees).length;
  if (sameDigest) return 'The results are nevertheless identical to the last bit.';
  if (numbers.length === 0) return 'The results differ.';
  if (differing === 0) return 'Its numbers nevertheless agree within 1e-6.';
  return `${differing === numbers.length ? 'Its numbers differ' : `${counted(differing, 'of its numbers differs', 'of its numbers differ')}`}:`;
}

export interface Sentence {
  /** The verdict itself. */
  head: string;
  /** What else must be known of it; "" = nothing. */
  more: string;
  tone: 'good' | 'neutral' | 'bad';
}

export function reproductionSentence(verdict: Verdict, claim: Claim): Sentence {
  const unhashed =
    verdict.unhashed.length > 0
      ? `Whether the data are the same cannot be checked: the link has no hash of ${listed(verdict.unhashed.map(named), 'and', manyNames)}.`
      : '';
  const data = verdict.unhashed.length > 0 ? '' : 'same data, ';
  switch (verdict.kind) {
    case 'identical':
      return {
        head: verdict.sameEngine
          ? `Reproduced: ${data}same engine, identical to the last bit`
          : `Reproduced: ${data}another engine version, identical to the last bit`,
        more: unhashed,
        tone: 'good',
      };
    case 'close':
      return {
        head: verdict.sameEngine
          ? 'Reproduced within 1e-6 (the same engine, but not to the last bit)'
          : 'Reproduced within 1e-6 (another engine version)',
        more: unhashed,
        tone: 'good',
      };
    case 'different': {
      const why = verdict.sameEngine ? '' : 'They were computed by another engine version.';
      const nothing =
        claim.headline.length === 0
          ? 'The link names no single number; the digest of all results is another.'
          : '';
      return {
        head: nothing ? 'Not reproduced: the results differ' : 'Not reproduced: these numbers differ',
        more: [nothing, why, unhashed].filter(Boolean).join(' '),
        tone: 'bad',
      };
    }
    case 'data changed':
      return {
        head: `The data have changed: ${changeSentence(verdict.changes)}`,
        more: [unhashed, numbersSentence(verdict)].filter(Boolean).join(' '),
        tone: 'bad',
      };
  }
}

/** "64 hexadecimal digits" as people compare them. */
export const shortHash = (hash: string) => (hash === '' ? 'no hash' : hash.slice(0, 12));

/** All that belongs to a verdict, to be copied into a report. */
export function reproductionDetails(
  head: string,
  claim: Claim,
  here: { verdict: Verdict; engine: string; digest: string; sources: readonly Source[] },
  claimed: readonly Source[],
): string {
  const sourceLine = (source: Source) =>
    `  ${sourceName(source)}${source.kind === 'example' ? '' : ` sha256=${source.sha256 || 'none'}`}`;
  return [
    head,
    '',
    `engine of the link: ${claim.engine}`,
    `engine here:        ${here.engine}`,
    `digest of the link: ${claim.digest}`,
    `digest here:        ${here.digest}`,
    'numbers (link, here):',
    ...here.verdict.numbers.map(
      (one) =>
        `  ${one.name}: ${one.claimed ?? 'none'}, ${one.here ?? (one.here === null ? 'none' : 'not shown')}${one.agrees ? '' : ' (differs)'}`,
    ),
    'data of the link:',
    ...claimed.map(sourceLine),
    'data here:',
    ...here.sources.map(sourceLine),
  ].join('\n');
}
