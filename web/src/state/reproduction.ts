// Whether the open view shows what its link claims, as far as that can be said by now.
import { computed, effect, signal } from '@preact/signals';
import type { Claim } from '../reproduce/claim.ts';
import { digestOf } from '../reproduce/digest.ts';
import type { Source } from '../reproduce/source.ts';
import { changesOfData, type DataChange, judge, type Verdict } from '../reproduce/verdict.ts';
import { printAddress } from './address.ts';
import { currentSources } from './files.ts';
import { address, followHash } from './history.ts';
import { openedLink } from './opened_link.ts';
import { shown } from './shown.ts';
import { engineVersion, isReading, report } from './store.ts';

export type Reproduction =
  /** The address claims nothing, and names no data that have changed. */
  | { state: 'none' }
  /** Files are on their way, or the view is being computed. */
  | { state: 'checking'; claim: Claim }
  /** The view has nothing to compare: nothing is computed by itself, it failed, or it was stopped. */
  | { state: 'nothing computed'; failed: boolean; claim: Claim }
  /** The link claims nothing, but says which bytes it means, and these are others. */
  | { state: 'other data'; changes: DataChange[] }
  /** Something was chosen after the link was opened. */
  | { state: 'left'; claim: Claim }
  | { state: 'judged'; claim: Claim; verdict: Verdict; engine: string; digest: string; sources: Source[] };

/** The digest of what is shown; null = not known (yet). */
const digest = signal<{ of: unknown; text: string } | null>(null);
effect(() => {
  const { state, results } = shown.value;
  if (state !== 'done' || address.value.claim === null) return;
  if (digest.peek()?.of === results) return;
  void digestOf(results).then((text) => {
    if (shown.peek().results === results) digest.value = { of: results, text };
  });
});

/** Views that compute by themselves say so at once; this long (in ms) one may be silent before that is a result. */
const SILENCE = 2500;
const silent = signal(false);
let timer: ReturnType<typeof setTimeout> | undefined;
const quiet = computed(
  () =>
    shown.value.state === 'none' &&
    !isReading.value &&
    openedLink.value === null &&
    engineVersion.value !== null,
);
effect(() => {
  clearTimeout(timer);
  silent.value = false;
  if (quiet.value) {
    timer = setTimeout(() => {
      silent.value = true;
    }, SILENCE);
  }
});

/** The address with each claim as it was first seen: what is chosen later is not what the link shows. */
const opened = new Map<string, string>();
const asOpened = computed<string | null>(() => {
  const { claim } = address.value;
  if (claim === null) return null;
  const known = opened.get(claim.digest);
  if (known !== undefined) return known;
  const now = printAddress(address.value);
  opened.set(claim.digest, now);
  return now;
});

export const reproduction = computed<Reproduction>(() => {
  const { claim, sources } = address.value;
  const first = asOpened.value;
  const here = currentSources.value;
  const settled = openedLink.value === null && !isReading.value;
  if (claim === null) {
    if (!settled || report.value === null) return { state: 'none' };
    const { changes } = changesOfData(sources, here);
    const other = changes.filter((change) => change.kind === 'content');
    return other.length > 0 ? { state: 'other data', changes: other } : { state: 'none' };
  }
  const { state, results, headline } = shown.value;
  const engine = engineVersion.value?.id;
  if (!settled || engine === undefined || state === 'working') return { state: 'checking', claim };
  if (state === 'none' || state === 'failed') {
    if (state === 'none' && !silent.value) return { state: 'checking', claim };
    return { state: 'nothing computed', failed: state === 'failed', claim };
  }
  if (digest.value?.of !== results) return { state: 'checking', claim };
  const { text } = digest.value;
  const verdict = judge(claim, sources, { engine, sources: here, headline, digest: text });
  if (!verdict.sameDigest && first !== null && printAddress({ ...address.value, sources }) !== first) {
    return { state: 'left', claim };
  }
  return { state: 'judged', claim, verdict, engine, digest: text, sources: here };
});

/** Back to what the link shows, after something was chosen in it. */
export function showLinkAgain(): void {
  if (asOpened.value !== null) followHash(asOpened.value);
}
