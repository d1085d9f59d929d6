// Family, size and training tokens of every model: read off names and attribute files by the core, corrected by the
// user. The corrections stand in the address, by the models' names: facts=Qwen3-8B~Qwen~8.2B~36T;phi-3~~3.8B~
import { computed, effect } from '@preact/signals';
import type { FactSource, ModelFacts } from '../engine/study.ts';
import { amount, parseAmount } from '../verdict/amounts.ts';
import { address, otherValue, setOtherValue } from './history.ts';
import { report } from './store.ts';
import { createStudyJob } from './study.ts';

const KEY = 'facts';
export type FactName = 'family' | 'parameters' | 'tokens';
const factNames: readonly FactName[] = ['family', 'parameters', 'tokens'];

/** What the user wrote instead; null = there is none. */
export interface Correction {
  family?: string;
  parameters?: number | null;
  tokens?: number | null;
}

export interface KnownFacts {
  model: number;
  name: string;
  family: string; // "" = none
  parameters: number | null;
  activeParameters: number | null;
  tokens: number | null;
  sources: Record<FactName, FactSource | 'user'>;
}

// ---------------------------------------------------------------- how they are written in the address

const NONE = '-';
const escapePart = (part: string) =>
  part.replace(/[%;~]/g, (mark) => encodeURIComponent(mark).replace('~', '%7E'));
const unescapePart = (part: string) =>
  part.replaceAll('%3B', ';').replaceAll('%7E', '~').replaceAll('%25', '%');

export function printCorrections(corrections: ReadonlyMap<string, Correction>): string | undefined {
  const size = (value: number | null | undefined) =>
    value === undefined ? '' : value === null ? NONE : amount(value);
  const entries = [...corrections]
    .filter(([, one]) => factNames.some((fact) => one[fact] !== undefined))
    .map(([name, one]) => {
      const family = one.family === undefined ? '' : one.family === '' ? NONE : escapePart(one.family);
      return [escapePart(name), family, size(one.parameters), size(one.tokens)].join('~').replace(/~+$/, '');
    });
  return entries.length > 0 ? entries.join(';') : undefined;
}

/** What cannot be understood is left out. */
export function parseCorrections(text: string): Map<string, Correction> {
  const found = new Map<string, Correction>();
  for (const entry of text.split(';')) {
    const [name = '', family = '', parameters = '', tokens = ''] = entry.split('~');
    const one: Correction = {};
    if (family !== '') one.family = family === NONE ? '' : unescapePart(family);
    for (const [fact, written] of [
      ['parameters', parameters],
      ['tokens', tokens],
    ] as const) {
      const value = written === NONE ? null : parseAmount(written);
      if (written !== '' && value !== undefined) one[fact] = value;
    }
    if (name !== '' && Object.keys(one).length > 0) found.set(unescapePart(name), one);
  }
  return found;
}

// ---------------------------------------------------------------- facts of the loaded models

const corrections = computed(() => parseCorrections(otherValue(KEY) ?? ''));
export const corrected = computed(() =>
  (report.value?.models ?? []).some((model) => corrections.value.has(model.name)),
);

export const modelFactsJob = createStudyJob('models', 'Families and sizes are read.');

effect(() => {
  const { view } = address.value;
  const needed = view === 'plane' || view === 'scaling';
  const known = modelFactsJob.parameters.value !== null;
  if (needed && !known && report.value !== null) queueMicrotask(() => void modelFactsJob.start({}));
});

export function repeatModelFacts(): void {
  void modelFactsJob.start({}, true);
}

const knownFacts = (found: ModelFacts, name: string): KnownFacts => {
  const { model, family, parameters, activeParameters, tokens } = found;
  const own = corrections.value.get(name);
  const facts: KnownFacts = {
    model,
    name,
    family,
    parameters,
    activeParameters,
    tokens,
    sources: { ...found.sources },
    ...own,
  };
  for (const fact of factNames) if (own?.[fact] !== undefined) facts.sources[fact] = 'user';
  return facts;
};

/** Of every model, corrections included; empty until the core has answered. */
export const modelFacts = computed<KnownFacts[]>(() => {
  const models = report.value?.models ?? [];
  return (modelFactsJob.state.value.result ?? []).map((found) =>
    knownFacts(found, models.find((one) => one.index === found.model)?.name ?? ''),
  );
});

/** Families by name with their numbers of models, those without one last. */
export function familiesOf(facts: readonly KnownFacts[]): { family: string; models: number }[] {
  const models = new Map<string, number>();
  for (const { family } of facts) models.set(family, (models.get(family) ?? 0) + 1);
  return [...models]
    .map(([family, count]) => ({ family, models: count }))
    .sort(
      (a, b) => Number(a.family === '') - Number(b.family === '') || a.family.localeCompare(b.family, 'en'),
    );
}

/** undefined takes the correction back. A correction that says what was found anyway is none. */
export function correctFact(name: string, fact: FactName, value: string | number | null | undefined): void {
  const index = report.value?.models.find((one) => one.name === name)?.index;
  const found = modelFactsJob.state.value.result?.find((one) => one.model === index);
  const next = new Map(corrections.value);
  const own: Record<string, unknown> = { ...next.get(name) };
  if (value === undefined || value === found?.[fact]) delete own[fact];
  else own[fact] = value;
  next.set(name, own as Correction);
  setOtherValue(KEY, printCorrections(next));
}

export function resetFacts(): void {
  setOtherValue(KEY, undefined);
}
