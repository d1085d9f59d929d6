// Whether what was computed here is what a link claims: a decision from hashes, digests and numbers, without a word of text.
import type { Claim, Headline } from './claim.ts';
import { type Source, sourceName } from './source.ts';

/** Relative above 1 and absolute below: what another engine version may differ by. */
export const TOLERANCE = 1e-6;

export interface ComparedNumber {
  name: string;
  claimed: number | null; // null = it does not exist
  /** undefined = what is shown here has no number of this name. */
  here: number | null | undefined;
  agrees: boolean;
}

export interface DataChange {
  /** "content": the same name, other bytes. "read": the same bytes, read in another way. */
  kind: 'content' | 'missing' | 'added' | 'read' | 'order';
  source: Source;
}

export interface Verdict {
  kind:
    | 'identical' // the digests are equal
    | 'close' // they are not, but every number agrees within the tolerance
    | 'different'
    | 'data changed';
  sameEngine: boolean;
  sameDigest: boolean;
  numbers: ComparedNumber[];
  changes: DataChange[];
  /** Sources of which the link has no hash: whether they are the same cannot be said. */
  unhashed: Source[];
}

export interface Computed {
  engine: string; // EngineVersion.id
  sources: readonly Source[]; // with the hashes of what was read
  headline: readonly Headline[];
  digest: string;
}

export function agree(a: number | null, b: number | null | undefined): boolean {
  if (a === null || b === null || b === undefined) return a === b;
  return Math.abs(a - b) <= TOLERANCE * Math.max(1, Math.abs(a), Math.abs(b));
}

export function compareNumbers(claimed: readonly Headline[], here: readonly Headline[]): ComparedNumber[] {
  const byName = new Map(here.map(({ name, value }) => [name, value]));
  return claimed.map(({ name, value }) => ({
    name,
    claimed: value,
    here: byName.get(name),
    agrees: agree(value, byName.get(name)),
  }));
}

const hashOf = (source: Source) => (source.kind === 'example' ? 'example' : source.sha256);
const optionsOf = (source: Source) =>
  source.kind === 'example'
    ? ''
    : JSON.stringify(Object.entries(source.options).sort(([a], [b]) => (a < b ? -1 : 1)));
const pathOf = (source: Source) =>
  source.kind === 'example' ? '' : source.kind === 'inline' ? source.path : sourceName(source);
const nameOf = (source: Source) => {
  const path = pathOf(source).replace(/[?#].*$/s, '');
  return path.slice(path.lastIndexOf('/') + 1);
};

/** What is not as the link says; by content first, then by name. */
export function changesOfData(
  claimed: readonly Source[],
  here: readonly Source[],
): { changes: DataChange[]; unhashed: Source[] } {
  const left = here.map((source, place) => ({ source, place }));
  const take = (fits: (source: Source) => boolean) => {
    const index = left.findIndex(({ source }) => fits(source));
    return index < 0 ? undefined : left.splice(index, 1)[0];
  };
  const changes: DataChange[] = [];
  const unhashed: Source[] = [];
  const places: number[] = [];
  let open = [...claimed];
  const match = (
    fits: (wanted: Source, found: Source) => boolean,
    then: (wanted: Source, found: Source) => void,
  ) => {
    open = open.filter((wanted) => {
      const found = take((source) => fits(wanted, source));
      if (!found) return true;
      places[claimed.indexOf(wanted)] = found.place;
      then(wanted, found.source);
      return false;
    });
  };
  const hashed = (source: Source) => hashOf(source) !== '';
  const sameContent = (wanted: Source, found: Source) => hashed(wanted) && hashOf(wanted) === hashOf(found);
  match(
    (wanted, found) => sameContent(wanted, found) && optionsOf(wanted) === optionsOf(found),
    () => {},
  );
  match(sameContent, (_, source) => changes.push({ kind: 'read', source }));
  // The same place or the same name, whatever is in it.
  const sameName = (wanted: Source, found: Source) =>
    wanted.kind !== 'example' &&
    found.kind !== 'example' &&
    (pathOf(wanted) === pathOf(found) || nameOf(wanted) === nameOf(found));
  match(sameName, (wanted, found) => {
    if (hashed(wanted)) changes.push({ kind: 'content', source: found });
    else {
      unhashed.push(wanted);
      if (optionsOf(wanted) !== optionsOf(found)) changes.push({ kind: 'read', source: found });
    }
  });
  for (const source of open) changes.push({ kind: 'missing', source });
  for (const { source } of left) changes.push({ kind: 'added', source });
  const inOrder = places.every((place, index) => index === 0 || place > (places[index - 1] ?? -1));
  const first = claimed[0];
  if (changes.length === 0 && !inOrder && first) changes.push({ kind: 'order', source: first });
  return { changes, unhashed };
}

export function judge(claim: Claim, claimed: readonly Source[], here: Computed): Verdict {
  const { changes: found, unhashed } = changesOfData(claimed, here.sources);
  const sameDigest = claim.digest === here.digest;
  // The digest does not depend on the order of files; where the results do not either, nothing has changed.
  const changes = sameDigest ? found.filter((change) => change.kind !== 'order') : found;
  const numbers = compareNumbers(claim.headline, here.headline);
  const close = numbers.length > 0 && numbers.every((number) => number.agrees);
  return {
    kind: changes.length > 0 ? 'data changed' : sameDigest ? 'identical' : close ? 'close' : 'different',
    sameEngine: claim.engine === here.engine,
    sameDigest,
    numbers,
    changes,
    unhashed,
  };
}
