// The views of item response theory and the panel that they share: one module, loaded when there is data.
import type { ComponentType } from 'preact';
import { AdaptiveView } from '../adaptive/adaptive_view.tsx';
import { FewerView } from '../fewer/fewer_view.tsx';
import { ItemsView } from '../items/items_view.tsx';
import { MeasuresView } from '../measures/measures_view.tsx';
import { ModelsView } from '../models/models_view.tsx';
import { PredictionView } from '../prediction/prediction_view.tsx';

export { FitParameters } from './fit_parameters.tsx';

export const views: Readonly<Record<string, ComponentType>> = {
  items: ItemsView,
  models: ModelsView,
  measures: MeasuresView,
  fewer: FewerView,
  prediction: PredictionView,
  adaptive: AdaptiveView,
};
