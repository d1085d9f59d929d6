// The fit of item response theory that several views show. It follows the address and is computed when one of these
// views is open; what was shown stays until the new one is there, also while another view is looked at.
import { batch, computed, effect, signal } from '@preact/signals';
import { asErrorData } from '../components/basics.tsx';
import { isCancelled } from '../engine/call.ts';
import type { ItemResponseParameters, ItemResponseResult, LoadedFit } from '../engine/item_response.ts';
import type { BenchmarkReport, EngineErrorData } from '../engine/results.ts';
import { itemResponseViewNames } from './address.ts';
import type { AnalysisState } from './analysis.ts';
import { forgetFitJobs } from './fit_job.ts';
import { address } from './history.ts';
import { defaultFitParameters } from './parameters.ts';
import { shownPart, showsIn, together } from './shown.ts';
import { announce, engine, overview, report } from './store.ts';

const idle = { state: 'idle', progress: 0, stage: '', result: null, error: null } as const;

/** The benchmarks of the fit: those that the address names and the files have, otherwise all. */
export const fitBenchmarks = computed<readonly BenchmarkReport[]>(() => {
  const all = report.value?.benchmarks ?? [];
  const wanted = address.value.fit.benchmarks ?? [];
  const chosen = all.filter((one) => wanted.includes(one.name));
  return chosen.length > 0 ? chosen : all;
});

/** Indices of the models with a score on any of them. */
export const fitModels = computed<readonly number[]>(() =>
  [...new Set(fitBenchmarks.value.flatMap((one) => one.models))].sort((a, b) => a - b),
);

/** What the fit is asked for: chosen ones over defaults. */
export const fitParameters = computed<ItemResponseParameters>(() => {
  const all = report.value?.benchmarks ?? [];
  const chosen = fitBenchmarks.value;
  return {
    ...defaultFitParameters,
    ...address.value.fit,
    benchmarks: chosen.length === all.length ? [] : chosen.map((one) => one.index),
  };
});

/** Why these data cannot be fitted at all; what only the core can tell is an error of the fit. */
export const fitRefusal = computed<EngineErrorData | null>(() => {
  const models = fitModels.value.length;
  if (models >= 2) return null;
  return {
    code: 'too_few_models',
    message: `Item response theory compares models: ${models === 0 ? 'none has' : 'only one has'} a score here.`,
    file: '',
    line: 0,
    hint: 'Add result files of more models on the same items. Two are the least; from about 20 on, discriminations can be told apart.',
  };
});

/** As the engine gave it. */
export const currentFit = signal<AnalysisState<ItemResponseResult>>(idle);

/** The key in the address under which the user's name of a dimension (from 0) stands. */
export const dimensionNameKey = (dimension: number) => `name-${dimension + 1}`;

const chosenNames = computed<string>(() =>
  JSON.stringify(address.value.other.filter(([key]) => /^name-\d$/.test(key))),
);

/** The same with the names that the user gave the dimensions: what the views show. */
export const shownResult = computed<ItemResponseResult | null>(() => {
  const { result } = currentFit.value;
  const names = new Map<string, string>(JSON.parse(chosenNames.value));
  if (!result || names.size === 0) return result;
  const dimensions = result.dimensions.map((one, d) => ({
    ...one,
    name: names.get(dimensionNameKey(d)) || one.name,
  }));
  return { ...result, dimensions };
});

/** Parameters that were loaded from a file; they stay beside the fit of the data. */
export const loadedFit = signal<LoadedFit | null>(null);

const request = computed<ItemResponseParameters | null>(() => {
  const { view } = address.value;
  // Prediction makes fits of its own, on parts of the data.
  const needed = view !== 'prediction' && itemResponseViewNames.some((name) => name === view);
  return needed && report.value && !fitRefusal.value ? fitParameters.value : null;
});

/** Back and forth between a few settings is instant. The engine keeps these fits, and drops the others. */
const remembered = new Map<string, ItemResponseResult>();
const rememberAtMost = 3;
let running: { cancel: AbortController; keep: AbortController } | null = null;

/** The request that is computed or shown, and the data that it belongs to. */
let asked: string | null = null;
let askedOf: unknown = null;

/** The data changed: the engine has forgotten its fits of them, and indices mean something else now. */
export function forgetFits(): void {
  running?.cancel.abort();
  running = null;
  remembered.clear();
  asked = null;
  forgetFitJobs();
  batch(() => {
    currentFit.value = idle;
    loadedFit.value = null;
  });
}

effect(() => {
  const wanted = request.value;
  const data = overview.value;
  if (wanted === null) return; // what runs goes on: the other views may be left for a while
  const key = JSON.stringify(wanted);
  if (key === asked && data === askedOf) return;
  asked = key;
  askedOf = data;
  // Out of the effect: what follows writes signals.
  queueMicrotask(() => void compute(wanted, key));
});

function remember(key: string, result: ItemResponseResult): void {
  const before = remembered.get(key);
  if (before && before.fit !== result.fit) drop(before.fit);
  remembered.delete(key);
  remembered.set(key, result);
  const [oldest] = remembered;
  if (remembered.size <= rememberAtMost || !oldest) return;
  remembered.delete(oldest[0]);
  drop(oldest[1].fit);
}

function drop(handle: number): void {
  engine()
    .dropFit(handle)
    .catch(() => {}); // a new engine does not have it any more
}

async function compute(wanted: ItemResponseParameters, key: string, again = false): Promise<void> {
  if (key !== asked) return;
  running?.cancel.abort();
  running = null;
  const known = again ? undefined : remembered.get(key);
  if (known) {
    remember(key, known);
    currentFit.value = { state: 'done', progress: 1, stage: '', result: known, error: null };
    return;
  }
  const run = { cancel: new AbortController(), keep: new AbortController() };
  running = run;
  const before = currentFit.value.result;
  currentFit.value = { ...idle, state: 'working', result: before };
  try {
    const result = await engine().fitItemResponse(
      wanted,
      ({ progress, stage }) => {
        if (running !== run) return;
        currentFit.value = { ...currentFit.value, progress, stage };
      },
      run.cancel.signal,
      run.keep.signal,
    );
    if (running !== run) {
      drop(result.fit);
      return;
    }
    running = null;
    remember(key, result);
    currentFit.value = { state: 'done', progress: 1, stage: '', result, error: null };
    announce(
      result.stopped ? 'The fit was stopped; its latest parameters are kept.' : 'The fit is computed.',
    );
  } catch (error) {
    if (running !== run) return;
    running = null;
    const state = { ...idle, result: currentFit.value.result };
    currentFit.value = isCancelled(error)
      ? { ...state, state: 'cancelled' }
      : { ...state, state: 'failed', error: asErrorData(error) };
  }
}

/** Cancel, asked for by the user: what was shown before stays. */
export function cancelFit(): void {
  running?.cancel.abort();
  running = null;
  currentFit.value = { ...currentFit.value, state: 'cancelled' };
}

/** Ends the running fit with its latest parameters. */
export function stopAndKeepFit(): void {
  running?.keep.abort();
}

/** Again, after Cancel, a failure, or to go on from a fit that was stopped. */
export function repeatFit(): void {
  const wanted = request.peek();
  if (wanted && asked) void compute(wanted, asked, true);
}

/** Reads parameters from a file of this page or of py-irt; throws EngineError. */
export async function loadFitFile(file: Blob): Promise<LoadedFit> {
  const loaded = await engine().importFit(await file.text());
  if (loadedFit.value) drop(loadedFit.value.fit);
  loadedFit.value = loaded;
  announce('The parameters are loaded.');
  return loaded;
}

export function dropLoadedFit(): void {
  if (loadedFit.value) drop(loadedFit.value.fit);
  loadedFit.value = null;
}

/** The fit without its handle, as part of what a view shows. */
export const shownFit = () =>
  shownPart(currentFit.value, 'item response', {}, (result) => [
    { name: 'items', value: result.items.item.length },
    { name: 'dimensions', value: result.dimensions.length },
    { name: 'log-likelihood', value: result.logLikelihood },
    { name: 'log loss', value: result.logLoss },
  ]);

for (const view of ['items', 'models', 'adaptive'] as const) showsIn(view, () => together([shownFit()]));
