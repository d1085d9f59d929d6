// The views of a study over models and benchmarks: one module, loaded when the first of them is opened.
import type { ComponentType } from 'preact';
import { CompareView } from '../compare/compare_view.tsx';
import { PlaneView } from '../plane/plane_view.tsx';
import { RanksView } from '../ranks/ranks_view.tsx';
import { RebalancingParameters } from '../rebalancing/rebalancing_parameters.tsx';
import { RebalancingView } from '../rebalancing/rebalancing_view.tsx';
import { ScalingView } from '../scaling/scaling_view.tsx';
import { ValidationView } from '../validation/validation_view.tsx';

export const views: Readonly<Record<string, ComponentType>> = {
  plane: PlaneView,
  rebalancing: RebalancingView,
  scaling: ScalingView,
  ranks: RanksView,
  compare: CompareView,
  validation: ValidationView,
};

/** The panel on the right, for the views that have one. */
export const parameters: Readonly<Record<string, ComponentType>> = {
  rebalancing: RebalancingParameters,
};
