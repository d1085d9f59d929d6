// Names of models by their index in the data set.
import { useMemo } from 'preact/hooks';
import { report } from '../../state/store.ts';

export function useModelName(): (model: number) => string {
  const models = report.value?.models;
  return useMemo(() => (model: number) => models?.[model]?.name ?? `model ${model + 1}`, [models]);
}
