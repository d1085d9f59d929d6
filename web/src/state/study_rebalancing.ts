// Re-balancing one benchmark: what is asked of the core, and which share of the curve is looked at.
import { computed } from '@preact/signals';
import type { Rebalancing, RebalancingParameters } from '../engine/study.ts';
import { currentBenchmark } from './analysis.ts';
import { otherValue, setOtherValue } from './history.ts';
import { shownPart, showsIn, together } from './shown.ts';
import {
  createStudyJob,
  followChoice,
  numberOfAddress,
  partitionOwner,
  setNumberOfAddress,
  studyAnalysis,
  studyPartition,
} from './study.ts';

export const rebalancingDefaults = { budget: 0.5, draws: 1000, points: 41, seed: 1 } as const;
type Setting = keyof typeof rebalancingDefaults;
const keys: Record<Setting, string> = {
  budget: 'budget',
  draws: 'removals',
  points: 'points',
  seed: 'removal-seed',
};
export const rebalancingLimits: Record<Setting, { least: number; most: number; whole: boolean }> = {
  budget: { least: 0.05, most: 0.9, whole: false },
  draws: { least: 99, most: 20_000, whole: true },
  points: { least: 2, most: 101, whole: true },
  seed: { least: 0, most: Number.MAX_SAFE_INTEGER, whole: true },
};

const setting = (name: Setting) => {
  const { least, most, whole } = rebalancingLimits[name];
  return numberOfAddress(keys[name], least, most, rebalancingDefaults[name], whole);
};

export const rebalancingSettings = computed(() => ({
  budget: setting('budget'),
  draws: setting('draws'),
  points: setting('points'),
  seed: setting('seed'),
}));

export function chooseRebalancing(name: Setting, value: number): void {
  setNumberOfAddress(keys[name], value, rebalancingDefaults[name]);
}

export function resetRebalancing(): void {
  for (const key of Object.values(keys)) setOtherValue(key, undefined);
}

/** null = no benchmark, or none of its models allows a partition. */
export const rebalancingParameters = computed<RebalancingParameters | null>(() => {
  const benchmark = currentBenchmark.value;
  if (!benchmark || studyPartition.value === '' || partitionOwner.value < 0) return null;
  return {
    benchmark: benchmark.index,
    model: partitionOwner.value,
    analysis: studyAnalysis.value,
    ...rebalancingSettings.value,
  };
});

export const rebalancingJob = createStudyJob('rebalancing', 'The re-balancing is computed.');
followChoice(rebalancingJob, 'rebalancing', rebalancingParameters);

export function repeatRebalancing(): void {
  const wanted = rebalancingParameters.peek();
  if (wanted) void rebalancingJob.start(wanted, true);
}

// ---------------------------------------------------------------- the share looked at

/** Points with different numbers of pruned items: with few items several points of the curve may be the same. */
export function differentPoints(result: Rebalancing): number[] {
  const found = new Map<number, number>();
  for (const [n, { pruned }] of result.points.entries()) {
    if (!found.has(pruned) || n === result.judgedAt) found.set(pruned, n);
  }
  return [...found.values()];
}

/** The point that is nearest to the share of the address (in percent); without one the judged point. */
export function shownPoint(result: Rebalancing): number {
  const text = otherValue('pruned') ?? '';
  const share = Number(text) / 100;
  if (text === '' || !(share >= 0 && share <= 1)) return result.judgedAt;
  const away = (n: number) => Math.abs((result.points[n]?.share ?? 0) - share);
  return differentPoints(result).reduce((best, n) => (away(n) < away(best) ? n : best), result.judgedAt);
}

export function choosePoint(result: Rebalancing, n: number): void {
  const share = result.points[n]?.share ?? 0;
  setOtherValue('pruned', n === result.judgedAt ? undefined : String(Math.round(share * 1e6) / 1e4));
}

showsIn('rebalancing', () =>
  together([
    shownPart(rebalancingJob.state.value, 'rebalancing', {}, (result) => [
      { name: 'items', value: result.items },
      { name: 'subdomains', value: result.k },
      { name: 'smallest adjusted p', value: result.smallestAdjusted },
    ]),
  ]),
);
