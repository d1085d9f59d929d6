// What the fit does not explain: computed when it is asked for.
import type { Diagnostics, DiagnosticsParameters } from '../engine/item_response.ts';
import { createFitJob } from './fit_job.ts';
import { engine } from './store.ts';

export const diagnosticsJob = createFitJob<DiagnosticsParameters, Diagnostics>(
  'The residuals are computed.',
  (parameters, onStatus, signal) => engine().diagnostics(parameters, onStatus, signal),
);
