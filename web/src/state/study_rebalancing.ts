// Re-balancing one benchmark: what is asked of the core, and which share of the curve is looked at.
import { computed } from '@preact/signals';
import type { Rebalancing, RebalancingParameters } from '../engine/study.ts';
import { currentBenchmark } from './analysis.ts';
import { otherValue, setOtherValue } from './history.ts';
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
  points: { least: 2, most: 201, whole: true },
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

/** The point of the curve that is nearest to the share of the address (in percent); without one the judged point. */
export function shownPoint(result: Rebalancing): number {
  const percents = Number(otherValue('pruned') ?? '');
  if (otherValue('pruned') === undefined || !(percents >= 0 && percents <= 100)) return result.judgedAt;
  let nearest = 0;
  for (const [n, point] of result.points.entries()) {
    const best = result.points[nearest]?.share ?? 0;
    if (Math.abs(point.share - percents / 100) < Math.abs(best - percents / 100)) nearest = n;
  }
  return nearest;
}

export function choosePoint(result: Rebalancing, n: number): void {
  const share = result.points[n]?.share ?? 0;
  setOtherValue('pruned', n === result.judgedAt ? undefined : String(Math.round(share * 10_000) / 100));
}
