// "Does this work?": a generated benchmark with known domains; needs no data of the user.
import { computed } from '@preact/signals';
import type { ValidationParameters } from '../engine/study.ts';
import { setOtherValue } from './history.ts';
import { shownPart, showsIn, together } from './shown.ts';
import { createStudyJob, followChoice, numberOfAddress, setNumberOfAddress } from './study.ts';

type Setting = keyof ValidationParameters;

/** As in src/study/validation.hpp. */
export const validationDefaults: Readonly<ValidationParameters> = {
  domains: 4,
  entries: 30,
  noise: 0.2,
  imbalance: 0,
  models: 40,
  seed: 1,
};
export const validationLimits: Record<Setting, { least: number; most: number; step: number }> = {
  domains: { least: 2, most: 8, step: 1 },
  entries: { least: 10, most: 100, step: 5 },
  noise: { least: 0, most: 1, step: 0.05 },
  imbalance: { least: 0, most: 1, step: 0.05 },
  models: { least: 5, most: 100, step: 1 },
  seed: { least: 0, most: Number.MAX_SAFE_INTEGER, step: 1 },
};
const keys: Record<Setting, string> = {
  domains: 'domains',
  entries: 'entries',
  noise: 'noise',
  imbalance: 'imbalance',
  models: 'simulated',
  seed: 'simulation-seed',
};

const setting = (name: Setting) => {
  const { least, most, step } = validationLimits[name];
  return numberOfAddress(keys[name], least, most, validationDefaults[name], step >= 1);
};

export const validationParameters = computed<ValidationParameters>(() => ({
  domains: setting('domains'),
  entries: setting('entries'),
  noise: setting('noise'),
  imbalance: setting('imbalance'),
  models: setting('models'),
  seed: setting('seed'),
}));

export function chooseValidation(name: Setting, value: number): void {
  setNumberOfAddress(keys[name], value, validationDefaults[name]);
}

export function resetValidation(): void {
  for (const key of Object.values(keys)) setOtherValue(key, undefined);
}

export const validationJob = createStudyJob('validation', 'The validation is computed.');
followChoice(validationJob, 'validation', validationParameters);

export function repeatValidation(): void {
  void validationJob.start(validationParameters.peek(), true);
}

showsIn('validation', () =>
  together([
    shownPart(validationJob.state.value, 'validation', {}, (result) => [
      { name: 'items', value: result.items },
    ]),
  ]),
);
