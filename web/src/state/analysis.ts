// The analysis that the benchmark view shows: one model on one benchmark with the chosen parameters.
// It follows the address: change a parameter and it is computed again; what was shown stays until the new one is there.
import { batch, computed, effect, signal } from '@preact/signals';
import { asErrorData } from '../components/basics.tsx';
import { isCancelled } from '../engine/call.ts';
import type { AnalysisRequest } from '../engine/engine.ts';
import type {
  AnalysisParameters,
  BenchmarkReport,
  EngineErrorData,
  HarmonyResult,
  ItemRow,
  ModelReport,
  OverviewCell,
  SensitivityResult,
} from '../engine/results.ts';
import { address } from './history.ts';
import { defaultParameters } from './parameters.ts';
import { announce, engine, overview, report } from './store.ts';

export interface AnalysisState<T> {
  state: 'idle' | 'working' | 'done' | 'failed' | 'cancelled';
  progress: number;
  stage: string;
  /** The latest complete result; while state is "working" it belongs to the parameters before. */
  result: T | null;
  error: EngineErrorData | null;
}

const idle = { state: 'idle', progress: 0, stage: '', result: null, error: null } as const;

/** The benchmark of the address, or the first. null = nothing loaded. */
export const currentBenchmark = computed<BenchmarkReport | null>(() => {
  const benchmarks = report.value?.benchmarks ?? [];
  return benchmarks.find((one) => one.name === address.value.benchmark) ?? benchmarks[0] ?? null;
});

/** The models with scores on it. */
export const currentModels = computed<ModelReport[]>(() => {
  const models = report.value?.models ?? [];
  return (currentBenchmark.value?.models ?? []).flatMap((index) => models[index] ?? []);
});

/** The model of the address, or the first. */
export const currentModel = computed<ModelReport | null>(
  () => currentModels.value.find((one) => one.name === address.value.model) ?? currentModels.value[0] ?? null,
);

export const currentCell = computed<OverviewCell | null>(
  () =>
    overview.value.find(
      (cell) => cell.benchmark === currentBenchmark.value?.index && cell.model === currentModel.value?.index,
    ) ?? null,
);

/** Chosen ones over defaults, detail included: what the analysis is asked for. */
export const currentParameters = computed<AnalysisParameters>(() => ({
  ...defaultParameters,
  partition: currentCell.value?.partitions[0] ?? defaultParameters.partition,
  ...address.value.parameters,
}));

export const currentAnalysis = signal<AnalysisState<HarmonyResult>>(idle);
export const currentSensitivity = signal<AnalysisState<SensitivityResult>>(idle);
/** Items of the current benchmark; null until loadItems() has been called and answered. */
export const currentItems = signal<readonly ItemRow[] | null>(null);

const request = computed<AnalysisRequest | null>(() => {
  const cell = currentCell.value;
  if (address.value.view !== 'benchmark' || !cell) return null;
  return {
    benchmark: cell.benchmark,
    model: cell.model,
    parameters: currentParameters.value,
    priority: 0,
  };
});

/** Back and forth between a few settings is instant. */
const remembered = new Map<string, HarmonyResult>();
const rememberAtMost = 24;
let running: AbortController | null = null;
let runningSensitivity: AbortController | null = null;
let itemsOf = -1;

/** The data changed: indices mean something else now. */
export function forgetAnalyses(): void {
  running?.abort();
  runningSensitivity?.abort();
  remembered.clear();
  itemsOf = -1;
  batch(() => {
    currentAnalysis.value = idle;
    currentSensitivity.value = idle;
    currentItems.value = null;
  });
}

/** The request that is computed or shown, and the overview that it belongs to. */
let asked: string | null = null;
let askedOf: readonly OverviewCell[] | null = null;

effect(() => {
  const wanted = request.value;
  const cells = overview.value; // a new overview is a new data set, even with the same names
  if (wanted === null) {
    running?.abort();
    asked = null;
    return;
  }
  const key = JSON.stringify(wanted);
  if (key === asked && cells === askedOf) return;
  asked = key;
  askedOf = cells;
  // Out of the effect: what follows writes signals.
  queueMicrotask(() => void analyse(wanted, key));
});

async function analyse(wanted: AnalysisRequest, key: string): Promise<void> {
  if (key !== asked) return;
  running?.abort();
  runningSensitivity?.abort();
  const before = currentAnalysis.value.result;
  const same = before?.benchmark === wanted.benchmark && before.model === wanted.model;
  currentSensitivity.value = idle;
  if (itemsOf !== wanted.benchmark) {
    itemsOf = -1;
    currentItems.value = null;
  }
  const known = remembered.get(key);
  if (known) {
    currentAnalysis.value = { state: 'done', progress: 1, stage: '', result: known, error: null };
    return;
  }
  const controller = new AbortController();
  running = controller;
  currentAnalysis.value = { ...idle, state: 'working', result: same ? before : null };
  try {
    const result = await engine().analyse(
      wanted,
      (status) => {
        if (controller.signal.aborted) return;
        currentAnalysis.value = { ...currentAnalysis.value, progress: status.progress, stage: status.stage };
      },
      controller.signal,
    );
    if (controller.signal.aborted) return;
    remembered.set(key, result);
    const oldest = remembered.keys().next();
    if (remembered.size > rememberAtMost && !oldest.done) remembered.delete(oldest.value);
    currentAnalysis.value = { state: 'done', progress: 1, stage: '', result, error: null };
    announce('The analysis is computed.');
  } catch (error) {
    if (controller.signal.aborted && running !== controller) return;
    currentAnalysis.value = isCancelled(error)
      ? { ...currentAnalysis.value, state: 'cancelled' }
      : { ...idle, state: 'failed', error: asErrorData(error) };
  }
}

/** Cancel, asked for by the user. */
export function cancelAnalysis(): void {
  running?.abort();
  currentAnalysis.value = { ...currentAnalysis.value, state: 'cancelled' };
}

/** Again, after Cancel or a failure. */
export function repeatAnalysis(): void {
  const wanted = request.peek();
  if (wanted && asked) void analyse(wanted, asked);
}

/** Sweeps b, tau, k and seeds around the current parameters; started by the view when it is looked at. */
export async function startSensitivity(): Promise<void> {
  const wanted = request.peek();
  if (!wanted) return;
  runningSensitivity?.abort();
  const controller = new AbortController();
  runningSensitivity = controller;
  currentSensitivity.value = { ...idle, state: 'working' };
  try {
    const result = await engine().sensitivity(
      { ...wanted, priority: 0 },
      (status) => {
        if (controller.signal.aborted) return;
        currentSensitivity.value = { ...currentSensitivity.value, ...status, state: 'working' };
      },
      controller.signal,
    );
    if (controller.signal.aborted) return;
    currentSensitivity.value = { ...idle, state: 'done', progress: 1, result };
  } catch (error) {
    if (controller.signal.aborted) return;
    currentSensitivity.value = isCancelled(error)
      ? { ...idle, state: 'cancelled' }
      : { ...idle, state: 'failed', error: asErrorData(error) };
  }
}

export function cancelSensitivity(): void {
  runningSensitivity?.abort();
  currentSensitivity.value = { ...idle, state: 'cancelled' };
}

/** Fills currentItems. */
export async function loadItems(): Promise<void> {
  const benchmark = currentBenchmark.peek();
  if (!benchmark || itemsOf === benchmark.index) return;
  itemsOf = benchmark.index;
  try {
    const items = await engine().items(benchmark.index);
    if (itemsOf === benchmark.index) currentItems.value = items;
  } catch {
    itemsOf = -1; // the view shows the analysis without the items
  }
}
