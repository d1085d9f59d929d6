// Adaptive testing: the answers of a new model so far, and what the core says about it. The answers stay in this page:
// they belong to no file and to no fit, and name their items by benchmark and id.

import { computed, effect, signal } from '@preact/signals';
import { withoutFormulaGuard } from '../components/csv.ts';
import type {
  AdaptiveRequest,
  AdaptiveSimulationParameters,
  AdaptiveState,
} from '../engine/item_response.ts';
import { fitItems } from './fit_items.ts';
import { createFitJob } from './fit_job.ts';
import { address } from './history.ts';
import { currentFit, loadedFit, shownResult } from './item_response.ts';
import { engine } from './store.ts';

export interface GivenAnswer {
  benchmark: string; // "" = not said
  id: string;
  score: number; // 0..1
}

/** Items that a new model can be asked, from the fit of the data or from a file of parameters. */
export interface ItemSource {
  fit: number;
  kind: 'data' | 'file';
  dimensions: string[];
  items: { benchmark: string; id: string; text: string }[];
}

/** Chosen by the user; the file's parameters win when they are loaded here. */
export const useFile = signal(true);

export const itemSource = computed<ItemSource | null>(() => {
  const loaded = loadedFit.value;
  if (loaded && useFile.value) {
    return {
      fit: loaded.fit,
      kind: 'file',
      dimensions: loaded.dimensions,
      items: loaded.items.map(({ benchmark, id }) => ({ benchmark, id, text: '' })),
    };
  }
  const result = shownResult.value;
  const named = fitItems.value;
  if (currentFit.value.state !== 'done' || !result || named?.of.items !== result.items) return null;
  return {
    fit: result.fit,
    kind: 'data',
    dimensions: result.dimensions.map((one) => one.name),
    items: named.rows,
  };
});

export const answers = signal<readonly GivenAnswer[]>([]);

const keyOf = (benchmark: string, id: string) => `${benchmark}\u0000${id}`;

/** Position of every item, by benchmark and id and, where only one item has it, by id alone. */
const positions = computed(() => {
  const found = new Map<string, number>();
  const alone = new Map<string, number>();
  for (const [position, { benchmark, id }] of (itemSource.value?.items ?? []).entries()) {
    found.set(keyOf(benchmark, id), position);
    alone.set(id, alone.has(id) ? -1 : position);
  }
  for (const [id, position] of alone) {
    if (position >= 0 && !found.has(keyOf('', id))) found.set(keyOf('', id), position);
  }
  return found;
});

/** The answers as the core wants them, and those whose item is not there (or not the only one with this id). */
export const placedAnswers = computed(() => {
  const placed = new Map<number, number>();
  const unknown: GivenAnswer[] = [];
  for (const answer of answers.value) {
    const position = positions.value.get(keyOf(answer.benchmark, answer.id));
    if (position === undefined) unknown.push(answer);
    else placed.set(position, answer.score);
  }
  return { placed: [...placed].map(([item, score]) => ({ item, score })), unknown };
});

/** Adds answers; a second one to the same item takes the place of the first. Returns how many took another's place. */
export function addAnswers(given: readonly GivenAnswer[]): number {
  const byItem = new Map(answers.value.map((one) => [keyOf(one.benchmark, one.id), one]));
  let replaced = 0;
  for (const one of given) {
    const key = keyOf(one.benchmark, one.id);
    if (byItem.has(key)) replaced += 1;
    byItem.set(key, one);
  }
  answers.value = [...byItem.values()];
  return replaced;
}

export function removeAnswer(answer: GivenAnswer): void {
  answers.value = answers.value.filter((one) => one !== answer);
}

export function clearAnswers(): void {
  answers.value = [];
}

export const adaptiveJob = createFitJob(
  'The ability is computed.',
  async (request: AdaptiveRequest): Promise<{ fit: number; state: AdaptiveState }> => ({
    fit: request.fit,
    state: await engine().adaptive(request),
  }),
);

effect(() => {
  if (address.value.view !== 'adaptive') return; // before anything is looked up for it
  const source = itemSource.value;
  if (!source) return;
  const { placed } = placedAnswers.value;
  queueMicrotask(() => void adaptiveJob.start({ fit: source.fit, answers: placed, next: 10 }));
});

export const simulationJob = createFitJob(
  'The simulation is computed.',
  (parameters: AdaptiveSimulationParameters, onStatus, signal) =>
    engine().adaptiveSimulation(parameters, onStatus, signal),
);

effect(() => {
  const { state, result } = currentFit.value;
  const fit = state === 'done' && result ? result.fit : null;
  queueMicrotask(() => {
    if (simulationJob.parameters.peek() && simulationJob.parameters.peek()?.fit !== fit)
      simulationJob.cancel();
  });
});

// ---------------------------------------------------------------- answers as text

export interface ReadAnswers {
  answers: GivenAnswer[];
  /** Lines that are no answer, with their number from 1. */
  refused: { line: number; text: string }[];
}

const words: ReadonlyMap<string, number> = new Map([
  ['right', 1],
  ['correct', 1],
  ['true', 1],
  ['wrong', 0],
  ['incorrect', 0],
  ['false', 0],
]);

function scoreOf(text: string): number | null {
  const word = words.get(text.toLowerCase());
  if (word !== undefined) return word;
  if (!/^(\d+\.?\d*|\.\d+)$/.test(text)) return null;
  const score = Number(text);
  return score >= 0 && score <= 1 ? score : null;
}

/** A field may stand in double quotes, with "" for a quote inside. */
const unquote = (text: string) => {
  const trimmed = text.trim();
  return withoutFormulaGuard(/^".*"$/s.test(trimmed) ? trimmed.slice(1, -1).replaceAll('""', '"') : trimmed);
};

/**
 * Lines "item id, score" or "benchmark, item id, score", separated by comma, semicolon or tab. A first line without a
 * score is a header. With two fields the id may have the separator in it.
 */
export function readAnswers(text: string, benchmarks: readonly string[]): ReadAnswers {
  const read: ReadAnswers = { answers: [], refused: [] };
  let first = true;
  for (const [index, line] of text.split(/\r\n|\r|\n/).entries()) {
    if (line.trim() === '') continue;
    const separator = ['\t', ';', ','].find((one) => line.includes(one)) ?? ' ';
    const cut = line.lastIndexOf(separator);
    const score = cut < 0 ? null : scoreOf(unquote(line.slice(cut + 1)));
    if (score === null) {
      if (!first || !/item|id|score/i.test(line)) read.refused.push({ line: index + 1, text: line.trim() });
      first = false;
      continue;
    }
    first = false;
    const before = line.slice(0, cut);
    const second = before.indexOf(separator);
    const benchmark = second < 0 ? '' : unquote(before.slice(0, second));
    const named = benchmark !== '' && benchmarks.includes(benchmark);
    const id = unquote(named ? before.slice(second + 1) : before);
    if (id === '') read.refused.push({ line: index + 1, text: line.trim() });
    else read.answers.push({ benchmark: named ? benchmark : '', id, score });
  }
  return read;
}
