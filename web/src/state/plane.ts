// Benchmarks compared over models: from the cells that are there, for all models or those of one family.
import { computed } from '@preact/signals';
import type { PlaneParameters } from '../engine/study.ts';
import { otherValue, setOtherValue } from './history.ts';
import { familiesOf, modelFacts } from './model_facts.ts';
import { shownPart, showsIn, together } from './shown.ts';
import { createStudyJob } from './study.ts';
import { computedCells, coverageOf, followCells, shownCoverage } from './study_cells.ts';

const KEY = 'family';
/** In the address, for models without a family; no family is called so. */
export const NO_FAMILY = '-';

export const families = computed(() => familiesOf(modelFacts.value));

/** The family that is looked at; null = all models. */
export const planeFamily = computed<string | null>(() => {
  const wanted = otherValue(KEY);
  const name = wanted === NO_FAMILY ? '' : wanted;
  return families.value.some((one) => one.family === name) ? (name ?? null) : null;
});

export function choosePlaneFamily(family: string | null): void {
  setOtherValue(KEY, family === null ? undefined : family || NO_FAMILY);
}

const modelsInside = computed<ReadonlySet<number> | null>(() => {
  const family = planeFamily.value;
  if (family === null) return null;
  return new Set(modelFacts.value.filter((one) => one.family === family).map((one) => one.model));
});
const isInside = (model: number) => modelsInside.value?.has(model) ?? true;

export const planeParameters = computed<PlaneParameters | null>(() => {
  const cells = computedCells.value.filter((cell) => isInside(cell.model));
  return cells.length > 0 ? { cells } : null;
});

export const planeJob = createStudyJob('plane', 'The benchmarks are compared.');
followCells(
  planeJob,
  'plane',
  planeParameters,
  computed(() => planeFamily.value ?? ' all'),
);

export const planeCoverage = coverageOf(planeJob, planeParameters, (_, model) => isInside(model));

export function repeatPlane(): void {
  const wanted = planeParameters.peek();
  if (wanted) void planeJob.start(wanted, true);
}

showsIn('plane', () =>
  together([
    shownPart(planeJob.state.value, 'plane', {}, (result) => [
      { name: 'benchmarks', value: result.points.length },
      { name: 'line of means', value: result.meanLine },
      { name: 'line of variances', value: result.varianceLine },
    ]),
    shownCoverage(planeCoverage.value),
  ]),
);
