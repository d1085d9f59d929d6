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
import { namedHarmony } from '../reproduce/digest.ts';
import { apartFromDraws, drawSteps, drawsAnew, drawsSoFar, withDraws } from './bootstrap_draws.ts';
import { address } from './history.ts';
import { defaultParameters, defaultsBeside } from './parameters.ts';
import { showsIn, together } from './shown.ts';
import { announce, engine, overview, report } from './store.ts';

export interface AnalysisState<T> {
  state: 'idle' | 'working' | 'done' | 'failed' | 'cancelled';
  progress: number;
  stage: string;
  /** The latest complete result; unless state is "done" it belongs to the parameters before. */
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
export const currentParameters = computed<AnalysisParameters>(() => {
  const chosen = address.value.parameters;
  return {
    ...defaultsBeside(chosen),
    partition: currentCell.value?.partitions[0] ?? defaultParameters.partition,
    ...chosen,
  };
});

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
/** Answers sooner than this (in milliseconds) replace what is shown without dimming it first. */
const patience = 100;
/** What the core is computing. */
let running: { wanted: AnalysisRequest; controller: AbortController } | null = null;
let patienceTimer: ReturnType<typeof setTimeout> | undefined;
let runningSensitivity: AbortController | null = null;
let itemsOf = -1;
/** The question that the shown result answers, apart from its re-clustered draws, and how many of these it has. */
let shown: { question: string; draws: number } | null = null;

/** The data changed: indices mean something else now. */
export function forgetAnalyses(): void {
  stopRunning();
  runningSensitivity?.abort();
  remembered.clear();
  itemsOf = -1;
  shown = null;
  batch(() => {
    drawsSoFar.value = null;
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
    stopRunning();
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

function stopRunning(): void {
  clearTimeout(patienceTimer);
  running?.controller.abort();
  running = null;
}

/** The same but for b, which the core answers at once from what the other leaves there. */
function differInBandwidth(one: AnalysisRequest, other: AnalysisRequest): boolean {
  const withoutBandwidth = (request: AnalysisRequest) =>
    JSON.stringify({ ...request, parameters: { ...request.parameters, bandwidth: 0 } });
  return withoutBandwidth(one) === withoutBandwidth(other);
}

function showsResult(wanted: AnalysisRequest, draws: number): void {
  shown = { question: apartFromDraws(wanted), draws };
  drawsSoFar.value = null;
}

function remember(key: string, result: HarmonyResult): void {
  remembered.set(key, result);
  const oldest = remembered.keys().next();
  if (remembered.size > rememberAtMost && !oldest.done) remembered.delete(oldest.value);
}

async function analyse(wanted: AnalysisRequest, key: string): Promise<void> {
  if (key !== asked) return;
  runningSensitivity?.abort();
  currentSensitivity.value = idle;
  if (itemsOf !== wanted.benchmark) {
    itemsOf = -1;
    currentItems.value = null;
  }
  const known = remembered.get(key);
  if (known) {
    stopRunning();
    showsResult(wanted, wanted.parameters.bootstrapDraws);
    currentAnalysis.value = { state: 'done', progress: 1, stage: '', result: known, error: null };
    return;
  }
  // While a slider moves, one request is under way and only the latest value waits for it.
  if (running && differInBandwidth(running.wanted, wanted)) return;
  stopRunning();
  const run = { wanted, controller: new AbortController() };
  const { signal } = run.controller;
  running = run;
  const { parameters } = wanted;
  const drawn = drawsAnew(parameters) && shown?.question === apartFromDraws(wanted) ? shown.draws : 0;
  const steps = drawSteps(parameters, drawn);
  // What is shown may answer the question already, but with fewer draws.
  drawsSoFar.value =
    drawn > 0 && drawn < parameters.bootstrapDraws
      ? { draws: drawn, wanted: parameters.bootstrapDraws }
      : null;
  showWorking(wanted);
  const label = drawTimer(parameters.bootstrapDraws);
  try {
    let result: HarmonyResult | null = null;
    for (const [step, draws] of steps.entries()) {
      result = await engine().analyse(
        withDraws(wanted, draws),
        ({ progress, stage }) => {
          if (signal.aborted || running !== run) return;
          working = { progress: (step + progress) / steps.length, stage: label(stage) };
          if (currentAnalysis.value.state === 'working') {
            currentAnalysis.value = { ...currentAnalysis.value, ...working };
          }
        },
        signal,
      );
      if (signal.aborted) return;
      // Only b is another one now: the next draws are made with it.
      if (key !== asked) break;
      showsResult(wanted, draws);
      if (step < steps.length - 1) {
        clearTimeout(patienceTimer);
        batch(() => {
          drawsSoFar.value = { draws, wanted: parameters.bootstrapDraws };
          currentAnalysis.value = { ...idle, ...working, state: 'working', result };
        });
      }
    }
    running = null;
    clearTimeout(patienceTimer);
    if (key === asked) {
      if (result) remember(key, result);
      batch(() => {
        drawsSoFar.value = null;
        currentAnalysis.value = { state: 'done', progress: 1, stage: '', result, error: null };
      });
      announce('The analysis is computed.');
    } else {
      currentAnalysis.value = { ...currentAnalysis.value, result };
      repeatAnalysis();
    }
  } catch (error) {
    if (running !== run) return;
    running = null;
    clearTimeout(patienceTimer);
    const state = { ...idle, result: currentAnalysis.value.result };
    if (isCancelled(error)) currentAnalysis.value = { ...state, state: 'cancelled' };
    else if (key !== asked) repeatAnalysis();
    else currentAnalysis.value = { ...state, state: 'failed', error: asErrorData(error) };
  }
}

/** How far the running analysis is, whether shown yet or not. */
let working = { progress: 0, stage: '' };

/** What is shown stays; it is marked as out of date at once, or only after a while when an answer may be near. */
function showWorking(wanted: AnalysisRequest): void {
  const before = currentAnalysis.value;
  const same = before.result?.benchmark === wanted.benchmark && before.result.model === wanted.model;
  working = { progress: 0, stage: '' };
  const show = () => {
    currentAnalysis.value = {
      ...idle,
      ...working,
      state: 'working',
      result: same ? currentAnalysis.value.result : null,
    };
  };
  if (same && before.state === 'done') patienceTimer = setTimeout(show, patience);
  else show();
}

/** Seconds that a re-clustered draw took when one was last made; null = not yet. */
export const secondsPerDraw = signal<number | null>(null);

/** Adds the time left to the stage of re-clustered draws, the only ones that take minutes. */
function drawTimer(wanted: number): (stage: string) => string {
  let first: { draw: number; at: number } | null = null;
  return (stage) => {
    const [, draw, draws] = /^Re-clustered draw (\d+) of (\d+)$/.exec(stage)?.map(Number) ?? [];
    if (draw === undefined || draws === undefined) return stage;
    const named = `Re-clustered draw ${draw} of ${wanted}`; // of all, not of those asked for at a time
    first ??= { draw, at: performance.now() };
    if (draw > first.draw) secondsPerDraw.value = (performance.now() - first.at) / 1000 / (draw - first.draw);
    if (secondsPerDraw.value === null) return named;
    return `${named}, about ${duration(secondsPerDraw.value * (wanted - draw + 1))} left`;
  };
}

/** "20 s", "3 min" */
export function duration(seconds: number): string {
  return seconds < 90 ? `${Math.max(1, Math.round(seconds))} s` : `${Math.round(seconds / 60)} min`;
}

/** Cancel, asked for by the user. */
export function cancelAnalysis(): void {
  stopRunning();
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
  // While an analysis runs it would only be in its way: the view asks again when the result is there.
  if (!wanted || running) return;
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

showsIn('benchmark', () => {
  const { state, result } = currentAnalysis.value;
  if (result === null || state !== 'done') return together([{ state, results: [], headline: [] }]);
  const benchmark = currentBenchmark.value?.name ?? '';
  const model = currentModel.value?.name ?? '';
  const headline = [
    { name: 'items', value: result.items },
    { name: 'accuracy', value: result.accuracy.value },
    { name: 'HARMONY', value: result.harmony },
    { name: 'subdomains', value: result.k },
  ];
  return together([{ state, results: [namedHarmony(benchmark, model, result)], headline }]);
});
