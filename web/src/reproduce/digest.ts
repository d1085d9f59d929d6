// One number for all results: the SHA-256 of their canonical text. The same data, questions and engine give the same
// digest in the page, in a report and on the command line, whatever the order in which results came.
import { sha256 } from 'hash-wasm';
import type { HarmonyResult } from '../engine/results.ts';
import { inOrder as byText } from './file_names.ts';

/** An answer of the core with what it answers, by names: indices depend on the order of files. */
export interface NamedResult {
  question: string; // "accuracy", "harmony", "item response", "selection", or one of StudyQuestions
  of: Record<string, string>; // {benchmark, model} as far as the question is about one
  result: unknown;
}

/** HARMONY of one model on one benchmark as a named result. */
export function namedHarmony(benchmark: string, model: string, result: HarmonyResult): NamedResult {
  const { benchmark: _, model: __, ...rest } = result;
  return { question: 'harmony', of: { benchmark, model }, result: rest };
}

/** Handles that the engine counts up: they say nothing of the results. */
const handles = new Set(['fit', 'job']);

/** JSON with the keys of objects in order of their code units, without spaces and without handles. */
export function canonicalText(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map((one) => canonicalText(one ?? null)).join(',')}]`;
  if (value !== null && typeof value === 'object') {
    const entries = Object.entries(value)
      .filter(([key, one]) => one !== undefined && !(handles.has(key) && typeof one === 'number'))
      .sort(([a], [b]) => byText(a, b));
    return `{${entries.map(([key, one]) => `${JSON.stringify(key)}:${canonicalText(one)}`).join(',')}}`;
  }
  return JSON.stringify(value) ?? 'null';
}

/** The order in which results are digested and written. */
export function inOrder(results: readonly NamedResult[]): NamedResult[] {
  const key = ({ question, of }: NamedResult) => canonicalText([question, of]);
  return results
    .map((result) => ({ result, key: key(result) }))
    .sort((a, b) => byText(a.key, b.key))
    .map(({ result }) => result);
}

/** 64 hexadecimal digits. */
export function digestOf(results: readonly NamedResult[]): Promise<string> {
  return sha256(canonicalText(inOrder(results)));
}
