// How often the conclusion about one model changes with the parameters: asked for by hand, forgotten when anything of
// the question changes.
import { computed, effect } from '@preact/signals';
import type { RobustnessParameters } from '../engine/study.ts';
import { currentCell, currentParameters } from './analysis.ts';
import { createStudyJob, withoutDraws } from './study.ts';

/** Shuffles of each setting: enough for p < .05, and there are many settings. */
export const robustnessDraws = 199;

export const robustnessParameters = computed<RobustnessParameters | null>(() => {
  const cell = currentCell.value;
  if (!cell || cell.refusal !== null) return null;
  return {
    benchmark: cell.benchmark,
    model: cell.model,
    analysis: { ...currentParameters.value, ...withoutDraws },
    draws: robustnessDraws,
  };
});

export const robustnessJob = createStudyJob('robustness', 'The robustness is computed.');

/** What is shown or computed answers the question that the view has now. */
export const robustnessIsCurrent = computed(
  () => JSON.stringify(robustnessJob.parameters.value) === JSON.stringify(robustnessParameters.value),
);
effect(() => {
  if (robustnessIsCurrent.value) return;
  queueMicrotask(() => {
    if (!robustnessIsCurrent.peek()) robustnessJob.cancel();
  });
});

export function startRobustness(): void {
  const wanted = robustnessParameters.peek();
  if (wanted) void robustnessJob.start(wanted, true);
}
