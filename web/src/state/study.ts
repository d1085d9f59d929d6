// What the views of a study share: jobs that ask the core a question and follow what is chosen, and the choice of
// benchmark, partition and model that the address carries from view to view.
import { computed, effect, type ReadonlySignal } from '@preact/signals';
import type { AnalysisParameters } from '../engine/results.ts';
import type { StudyQuestion, StudyQuestions } from '../engine/study.ts';
import type { ViewName } from './address.ts';
import { currentBenchmark, currentModel } from './analysis.ts';
import { createFitJob, type FitJob } from './fit_job.ts';
import { address, otherValue, setOtherValue } from './history.ts';
import { defaultParameters, defaultsBeside } from './parameters.ts';
import { engine, overview, report } from './store.ts';

export type StudyJob<Question extends StudyQuestion> = FitJob<
  StudyQuestions[Question]['takes'],
  StudyQuestions[Question]['gives']
>;

/** @param done what screen readers are told at the end: "The ranks are computed." */
export function createStudyJob<Question extends StudyQuestion>(
  question: Question,
  done: string,
): StudyJob<Question> {
  return createFitJob(done, (parameters: StudyQuestions[Question]['takes'], onStatus, signal) =>
    engine().study(question, parameters, onStatus, signal),
  );
}

/** Computes it by itself while its view is open, and again when what is wanted changes. */
export function followChoice<P, R>(
  job: FitJob<P, R>,
  view: ViewName,
  wanted: ReadonlySignal<P | null>,
): void {
  effect(() => {
    const open = address.value.view === view;
    const parameters = wanted.value;
    const before = job.parameters.value; // null again with other data
    if (!open || parameters === null) return;
    // What was cancelled by hand or failed stays so until something is changed.
    if (JSON.stringify(parameters) === JSON.stringify(before)) return;
    queueMicrotask(() => void job.start(parameters));
  });
}

/** A number of the address that only the study knows, or its default. */
export function numberOfAddress(
  key: string,
  least: number,
  most: number,
  otherwise: number,
  whole = false,
): number {
  const text = otherValue(key) ?? '';
  const value = text === '' ? Number.NaN : Number(text);
  const possible = value >= least && value <= most && (!whole || Number.isInteger(value));
  return possible ? value : otherwise;
}

export function setNumberOfAddress(key: string, value: number, otherwise: number): void {
  setOtherValue(key, value === otherwise ? undefined : String(value));
}

// ---------------------------------------------------------------- whose subdomains

/** Columns that say what an item is about, by the names that benchmarks give them: not its key, difficulty or date. */
const aboutContents =
  /^attribute:(.*[\s_.-])?((sub)?(categor(y|ies)|subjects?|domains?|topics?|fields?|disciplines?)|tasks?|skills?|areas?)([\s_.-].*)?$/i;

/**
 * Without option probabilities a column of contents comes before response patterns: subdomains made of the answers
 * themselves shift and differ by construction, so that they say nothing about the contents of a benchmark.
 */
const order = (source: string): number => {
  if (source === 'similarity-shared') return 1;
  if (aboutContents.test(source)) return 2;
  if (source === 'responses') return 3;
  if (source === 'similarity') return 4;
  return source.startsWith('attribute:') ? 5 : 6;
};

/** The partitions, the first of which a study starts with. */
export function byEvidence(sources: readonly string[]): string[] {
  return sources
    .map((source, n) => ({ source, n }))
    .sort((a, b) => order(a.source) - order(b.source) || a.n - b.n)
    .map((one) => one.source);
}

/** The partitions that some model allows on this benchmark, those that belong to all models first. */
export const studyPartitions = computed<string[]>(() => {
  const benchmark = currentBenchmark.value?.index;
  const found = new Set<string>();
  for (const cell of overview.value) {
    if (cell.benchmark !== benchmark) continue;
    for (const source of cell.partitions) found.add(source);
  }
  return byEvidence([...found]);
});

/** That of the address where the benchmark allows it, or the first; "" = there is none. */
export const studyPartition = computed<string>(() => {
  const possible = studyPartitions.value;
  const chosen = address.value.parameters.partition;
  return chosen !== undefined && possible.includes(chosen) ? chosen : (possible[0] ?? '');
});

/** Only the similarity of one model makes a partition that is its own. */
export const partitionHasOwner = computed(() => studyPartition.value === 'similarity');

/** Models that can own the partition. */
export const partitionOwners = computed<number[]>(() =>
  overview.value
    .filter(
      (cell) =>
        cell.benchmark === currentBenchmark.value?.index && cell.partitions.includes(studyPartition.value),
    )
    .map((cell) => cell.model),
);

/** The model of the address where it has such a partition, or the first that has. */
export const partitionOwner = computed<number>(() => {
  const possible = partitionOwners.value;
  const first = possible[0] ?? -1;
  if (!partitionHasOwner.value) return first; // whose it is does not matter: no other choice asks again
  const chosen = currentModel.value?.index ?? -1;
  return possible.includes(chosen) ? chosen : first;
});

/** A study makes its own draws: what the view of one benchmark draws is neither computed nor asked again for. */
export const withoutDraws = { bootstrap: 'within', bootstrapDraws: 0, nullDraws: 0, detail: false } as const;

/** The parameters of the view of one benchmark hold here too. */
export const studyAnalysis = computed<AnalysisParameters>(() => {
  const chosen = address.value.parameters;
  return {
    ...defaultsBeside(chosen),
    ...chosen,
    partition: studyPartition.value || defaultParameters.partition,
    ...withoutDraws,
  };
});

/** The name of a benchmark by its index. */
export function benchmarkName(index: number): string {
  return report.value?.benchmarks.find((one) => one.index === index)?.name ?? `benchmark ${index + 1}`;
}
