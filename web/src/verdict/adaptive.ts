// Where a new model stands after its answers so far, in a sentence.

import type { AdaptiveState } from '../engine/item_response.ts';
import { count, counted, fixed, listed, percent, percentRange } from './numbers.ts';
import type { Verdict } from './verdict.ts';

/** ".43 (.10 to .76)": abilities may be negative, a dash between them would be a minus. */
export function abilityInWords(ability: AdaptiveState['ability'][number] | undefined): string {
  if (!ability) return '–';
  return `${fixed(ability.value, 2)} (${fixed(ability.low, 2)} to ${fixed(ability.high, 2)})`;
}

export function adaptiveVerdict(state: AdaptiveState, dimensions: readonly string[], items: number): Verdict {
  const of = `all ${counted(items, 'item')}`;
  if (state.answered === 0) {
    return {
      tone: 'empty',
      text: `No answer yet: before the first one the model is taken to be like those of the fit, and its score on ${of} to be ${percent(state.expectedScore.value)} (${percentRange(state.expectedScore)}).`,
    };
  }
  const abilities =
    dimensions.length > 1
      ? `the abilities are ${listed(dimensions.map((name, d) => `${abilityInWords(state.ability[d])} on ${name}`))}`
      : `the ability is ${abilityInWords(state.ability[0])}`;
  const now = state.expectedErrors[0];
  const later = [...state.expectedErrors].reverse().find((point) => point.items > 0 && point.items <= 10);
  const gain =
    now && later
      ? ` The next ${count(later.items)} would bring the standard error from ${fixed(now.error, 2)} to ${fixed(later.error, 2)}.`
      : '';
  return {
    tone: 'neutral',
    text: `After ${counted(state.answered, 'answer')} ${abilities}; the expected score on ${of} is ${percent(state.expectedScore.value)} (${percentRange(state.expectedScore)}).${gain}`,
  };
}
