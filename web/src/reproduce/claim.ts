// What a link says its sender saw: the engine, a few rounded numbers, and the digest of all results of the view.
import { parseParts, printParts } from './source.ts';

/** A number that stands for the view: "accuracy", "HARMONY", "subdomains", "log-likelihood". */
export interface Headline {
  name: string;
  value: number | null; // null = it does not exist for these data
}

export interface Claim {
  engine: string; // EngineVersion.id
  headline: Headline[];
  digest: string; // 64 hexadecimal digits
}

/** Enough to compare within a millionth, and short enough to be read. */
const SIGNIFICANT_DIGITS = 9;

/** The number as a link carries it. */
export function rounded(value: number): number {
  return Number(value.toPrecision(SIGNIFICANT_DIGITS));
}

export function claimPairs(claim: Claim): [string, string][] {
  const numbers = claim.headline.map(
    ({ name, value }) => [name, value === null ? 'none' : String(rounded(value))] as const,
  );
  const pairs: [string, string][] = [['engine', claim.engine]];
  if (numbers.length > 0) pairs.push(['results', printParts(numbers, ',')]);
  pairs.push(['digest', claim.digest]);
  return pairs;
}

/** A claim that is being put together from the pairs of an address; it is one when it has a digest and an engine. */
export interface PartOfClaim {
  engine?: string;
  headline?: Headline[];
  digest?: string;
}

/** False = not a pair of a claim: the part is as it was. */
export function takeClaimPair(part: PartOfClaim, key: string, value: string): boolean {
  switch (key) {
    case 'engine':
      if (part.engine !== undefined || value === '') return false;
      part.engine = value;
      return true;
    case 'digest':
      if (part.digest !== undefined || !/^[0-9a-f]{64}$/.test(value)) return false;
      part.digest = value;
      return true;
    case 'results': {
      const parts = parseParts(value, ',');
      if (part.headline !== undefined || !parts || parts.length === 0) return false;
      const headline = parts.map(([name, text]) => ({
        name,
        value: text === 'none' ? null : text === '' ? Number.NaN : Number(text),
      }));
      if (headline.some((one) => one.value !== null && !Number.isFinite(one.value))) return false;
      part.headline = headline;
      return true;
    }
    default:
      return false;
  }
}

export function wholeClaim({ engine, headline = [], digest }: PartOfClaim): Claim | null {
  return engine !== undefined && digest !== undefined ? { engine, headline, digest } : null;
}
