// How often the conclusion would change, in a sentence.

import type { Conclusion, Robustness } from '../engine/study.ts';
import { count, counted, listed, percent, pValue, unit } from './numbers.ts';

type Parameter = Robustness['by'][number]['parameter'];

export const parameterWords: Record<Parameter, string> = {
  tau: 'τ',
  bandwidth: 'b',
  seed: 'seed',
  kShift: 'k',
};

export const conclusionWords: Record<Conclusion, string> = {
  'below chance': 'less even than chance makes it',
  'like chance': 'no less even than chance makes it',
  undefined: 'not defined (one subdomain)',
};

/** "τ = 4", "k + 1", "k as chosen" */
export function settingInWords(parameter: Parameter, value: number): string {
  if (parameter !== 'kShift') return `${parameterWords[parameter]} = ${value}`;
  return value === 0 ? 'k as chosen' : `k ${value < 0 ? '−' : '+'} ${Math.abs(value)}`;
}

/** Values that all of the changed settings have, where others do not change. */
function common(result: Robustness): string[] {
  return result.by
    .filter((one) => one.changed === result.changed && one.settings < result.settings.length)
    .map((one) => settingInWords(one.parameter, one.value));
}

export function robustnessInWords(result: Robustness): string {
  const { settings, changed, base } = result;
  const now = `${conclusionWords[base.conclusion]}: HARMONY ${unit(base.harmony)}, chance ${unit(base.chance)}, ${pValue(base.pValue)}`;
  if (settings.length === 0) return 'There is nothing to vary for this partition.';
  const of = `Of ${counted(settings.length, 'setting')}`;
  if (changed === 0) return `${of} none would change the conclusion (${now}).`;
  const where = common(result);
  return (
    `${of} ${count(changed)} (${percent(changed / settings.length, 0)}) would change the conclusion (${now})` +
    `${where.length > 0 ? `; ${changed === 1 ? 'it has' : 'all of them with'} ${listed(where)}` : ''}.`
  );
}
