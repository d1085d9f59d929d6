// Documents of pieces put together: one document with the digest of a run over everything. Pure functions.
import type { Headline } from './claim.ts';
import { canonicalText, type NamedResult } from './digest.ts';
import { type ReadSource, type ResultsDocument, resultsDocument } from './results_document.ts';

/** Something that two documents say differently. */
export interface Conflict {
  /** "HARMONY of llama on arc", "engine", "view". */
  what: string;
  /** The documents, by their place in the list. */
  first: number;
  second: number;
}

function named({ question, of }: NamedResult): string {
  const { benchmark, model, ...rest } = of;
  const others = Object.entries(rest).map(([key, value]) => `, ${key} ${value}`);
  const about = `${model === undefined ? '' : ` of ${model}`}${benchmark === undefined ? '' : ` on ${benchmark}`}`;
  return `${question === 'harmony' ? 'HARMONY' : question}${about}${others.join('')}`;
}

/** The view of a piece without what says which piece it is. */
function commonAddress(address: string): string {
  return address
    .replace(/^#/, '')
    .split('&')
    .filter((pair) => !/^(benchmark|model)=/.test(pair))
    .join('&');
}

/**
 * Puts documents together. Results that several have must be equal and are kept once; sources are kept in their order.
 * @returns the document, whose digest is that of one run over everything; or what the documents say differently, which
 *   nobody but their owner can settle
 */
export async function merge(
  documents: readonly ResultsDocument[],
): Promise<{ document: ResultsDocument } | { conflicts: Conflict[] }> {
  const [first] = documents;
  if (!first) throw new TypeError('There is no document to merge.');
  const conflicts: Conflict[] = [];
  const results = new Map<string, { text: string; result: NamedResult; document: number }>();
  const sources = new Map<string, ReadSource>();
  const headline = new Map<string, Headline>();
  for (const [n, document] of documents.entries()) {
    if (document.engine !== first.engine) conflicts.push({ what: 'engine', first: 0, second: n });
    if (commonAddress(document.address) !== commonAddress(first.address)) {
      conflicts.push({ what: 'view', first: 0, second: n });
    }
    for (const result of document.results) {
      const key = canonicalText([result.question, result.of]);
      const text = canonicalText(result.result);
      const known = results.get(key);
      if (!known) results.set(key, { text, result, document: n });
      else if (known.text !== text) conflicts.push({ what: named(result), first: known.document, second: n });
    }
    for (const source of document.sources) sources.set(canonicalText(source), source);
    for (const one of document.headline) if (!headline.has(one.name)) headline.set(one.name, one);
  }
  if (conflicts.length > 0) return { conflicts };
  const common = commonAddress(first.address);
  return {
    document: await resultsDocument(
      {
        engine: first.engine,
        sources: [...sources.values()],
        address: common === '' ? '' : `#${common}`,
        headline: [...headline.values()],
      },
      [...results.values()].map((one) => one.result),
    ),
  };
}
