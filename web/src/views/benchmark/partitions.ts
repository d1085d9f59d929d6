// The partition sources in words, which of them a cell allows, and why the others are not possible.

import type { SourceMark } from '../../components/parameter_fields.tsx';
import type { BenchmarkReport, OverviewCell } from '../../engine/results.ts';
import type { TermName } from '../../words/definitions.ts';

export interface PartitionChoice {
  source: string;
  label: string;
  term: TermName;
  mark: SourceMark;
  allowed: boolean;
  /** Why it is not possible, when it is not. */
  reason: string;
}

/** As in src/harmony/direction_partition.hpp. */
const fewestDirectionModels = 10;
const fewestDirectionItems = 50;

const ATTRIBUTE = 'attribute:';
const VECTORS = 'vectors:';
/** Fewest items with a text or a vector: as for every partition. */
const fewestItems = 10;

export function isAttribute(source: string): boolean {
  return source.startsWith(ATTRIBUTE);
}

export function attributeOf(source: string): string {
  return isAttribute(source) ? source.slice(ATTRIBUTE.length) : '';
}

/** "minilm" of "vectors:minilm"; "" for other sources */
export function vectorsOf(source: string): string {
  return source.startsWith(VECTORS) ? source.slice(VECTORS.length) : '';
}

/** "predictive similarity", "the column “subject”" */
export function partitionInWords(source: string): string {
  switch (source) {
    case 'similarity':
      return 'predictive similarity of this model';
    case 'similarity-shared':
      return 'predictive similarity shared over models';
    case 'responses':
      return 'response patterns over models';
    case 'directions':
      return 'directions of discrimination over models';
    case 'texts':
      return 'the words of the items’ texts';
    default:
      if (vectorsOf(source) !== '') return `the vectors “${vectorsOf(source)}”`;
      return `the column “${attributeOf(source)}”`;
  }
}

/** As it is named where it is chosen: "Predictive similarity", "Vectors: minilm", "subject" */
export function partitionName(source: string): string {
  if (vectorsOf(source) !== '') return `Vectors: ${vectorsOf(source)}`;
  return names[source] ?? attributeOf(source);
}

const names: Readonly<Record<string, string>> = {
  similarity: 'Predictive similarity',
  'similarity-shared': 'Shared over models',
  responses: 'Response patterns',
  directions: 'Directions of discrimination',
  texts: 'Texts of the items',
};

/** Which options a model favours, in which order, decides: not where answers, texts or vectors are compared. */
export function comparesOptions(source: string): boolean {
  return source === 'similarity' || source === 'similarity-shared';
}

/** Similarities of items come from option probabilities, answers, texts or vectors; directions and columns are none. */
export function hasSimilarity(source: string): boolean {
  return !isAttribute(source) && source !== 'directions';
}

export function partitionChoices(
  cell: OverviewCell | null,
  benchmark: BenchmarkReport | null,
): PartitionChoice[] {
  const allowed = new Set(cell?.partitions ?? []);
  const models = benchmark?.models.length ?? 0;
  const withChoices = new Set((benchmark?.choiceSets ?? []).flatMap((set) => set.models));
  return [
    {
      source: 'similarity',
      label: partitionName('similarity'),
      term: 'predictive similarity',
      mark: 'paper',
      allowed: allowed.has('similarity'),
      reason:
        withChoices.size === 0
          ? 'Needs option probabilities or log-likelihoods; no file of this benchmark has them.'
          : 'Needs option probabilities or log-likelihoods of this model; only other models have them.',
    },
    {
      source: 'similarity-shared',
      label: partitionName('similarity-shared'),
      term: 'shared similarity',
      mark: 'ours',
      allowed: allowed.has('similarity-shared'),
      reason: `Needs option probabilities of at least two models; ${withChoices.size} ${withChoices.size === 1 ? 'has' : 'have'} them.`,
    },
    {
      source: 'responses',
      label: partitionName('responses'),
      term: 'response patterns',
      mark: 'ours',
      allowed: allowed.has('responses'),
      reason:
        models < 3
          ? `Needs results of at least three models; ${models} ${models === 1 ? 'is' : 'are'} loaded.`
          : 'Needs scores that differ between items.',
    },
    {
      source: 'directions',
      label: partitionName('directions'),
      term: 'directions of discrimination',
      mark: 'ours',
      allowed: allowed.has('directions'),
      reason:
        models < fewestDirectionModels
          ? `Needs results of at least ${fewestDirectionModels} models; ${models} ${models === 1 ? 'is' : 'are'} loaded.`
          : (benchmark?.items ?? 0) < fewestDirectionItems
            ? `Needs at least ${fewestDirectionItems} items; this benchmark has ${benchmark?.items ?? 0}.`
            : 'Needs scores that differ between items.',
    },
    {
      source: 'texts',
      label: partitionName('texts'),
      term: 'texts of the items',
      mark: 'ours',
      allowed: allowed.has('texts'),
      reason: benchmark?.hasTexts
        ? `Needs texts with words of at least ${fewestItems} of the scored items.`
        : 'Needs the texts of the items: a table with the columns item_id and question.',
    },
    ...vectorChoices(allowed, benchmark),
  ];
}

/** One choice for each set of vectors, or one that says what to bring. */
function vectorChoices(allowed: ReadonlySet<string>, benchmark: BenchmarkReport | null): PartitionChoice[] {
  const choice = (source: string, label: string, reason: string): PartitionChoice => ({
    source,
    label,
    term: 'vectors of the items',
    mark: 'ours',
    allowed: allowed.has(source),
    reason,
  });
  const brought = (benchmark?.vectors ?? []).map(({ name, items }) =>
    choice(
      VECTORS + name,
      partitionName(VECTORS + name),
      `Needs vectors of at least ${fewestItems} of the scored items; ${items} ${items === 1 ? 'has' : 'have'} one.`,
    ),
  );
  if (brought.length > 0) return brought;
  return [
    choice(
      'vectors',
      'Vectors of the items',
      'Needs a table of embeddings: the ids of the items, and their numbers in columns v0, v1 … or as [0.1, −0.2, …].',
    ),
  ];
}

export interface ColumnChoice {
  name: string;
  source: string;
  allowed: boolean;
  reason: string;
}

/** The columns of the files that could be used as subdomains. */
export function columnChoices(cell: OverviewCell | null, benchmark: BenchmarkReport | null): ColumnChoice[] {
  const allowed = new Set(cell?.partitions ?? []);
  return (benchmark?.attributes ?? []).map(({ name, levels, items }) => {
    const source = ATTRIBUTE + name;
    let reason = '';
    if (!allowed.has(source)) {
      if (levels < 2) reason = 'one value only';
      else if (levels > items / 2)
        reason = `${levels.toLocaleString('en-US')} values: hardly two items in each`;
      else reason = 'too few of the scored items have it';
    }
    return { name, source, allowed: reason === '', reason };
  });
}
