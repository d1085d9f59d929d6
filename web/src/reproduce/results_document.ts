// All results of an analysis as one file: what the command line writes and merges, what a capsule carries, what the page
// exports. Its text is the same for the same results.
import type { Headline } from './claim.ts';
import { canonicalText, digestOf, inOrder, type NamedResult } from './digest.ts';
import { type ReadOptions, type Source, sourceName } from './source.ts';

/** A file that was read, by its bytes. */
export interface ReadSource {
  path: string;
  bytes: number;
  sha256: string; // of the bytes as they are on the disk; "" for the built-in example
  options: ReadOptions;
}

/** A loaded source as a document names it. @param bytes as it lay on the disk; 0 for the built-in example */
export function readSource(source: Source, bytes: number): ReadSource {
  const { sha256 = '', options = {} } = source.kind === 'example' ? {} : source;
  return { path: sourceName(source), bytes, sha256, options };
}

export interface ResultsDocument {
  format: 'harmonograph results';
  version: 1;
  engine: string; // EngineVersion.id
  sources: ReadSource[]; // in the order in which they were read
  /** The view with its parameters, as the "#..." of the page without sources and claim; "" = every average, by default. */
  address: string;
  headline: Headline[];
  results: NamedResult[]; // in canonical order
  digest: string; // of the results
}

export async function resultsDocument(
  about: Pick<ResultsDocument, 'engine' | 'sources' | 'address' | 'headline'>,
  results: readonly NamedResult[],
): Promise<ResultsDocument> {
  return {
    format: 'harmonograph results',
    version: 1,
    ...about,
    results: inOrder(results),
    digest: await digestOf(results),
  };
}

/** Canonical: equal documents are equal bytes. */
export function printResultsDocument(document: ResultsDocument): string {
  return `${canonicalText(document)}\n`;
}
