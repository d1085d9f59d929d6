// Computes what the page would show for an address, without a page: by the same state modules, so that numbers and digests
// are the same. These modules have one state a program: several askers wait for each other here.
import { batch, effect } from '@preact/signals';
import { cancelled, describeFailure, EngineError, isCancelled } from '../engine/call.ts';
import type { Engine } from '../engine/engine.ts';
import type { EngineErrorData, JobStatus } from '../engine/results.ts';
import type { Headline } from '../reproduce/claim.ts';
import type { NamedResult } from '../reproduce/digest.ts';
import { type Address, printAddress, type ViewName } from '../state/address.ts';
import { forgetAnalyses } from '../state/analysis.ts';
import { showWhatIsLoaded } from '../state/files.ts';
import { address, leaveBrowserAlone } from '../state/history.ts';
import { fitRefusal, forgetFits } from '../state/item_response.ts';
import { computeOverviewByItself, overviewProgress, stopOverview } from '../state/overview.ts';
import { predictionJob, predictionParameters } from '../state/prediction.ts';
import { type Shown, shown } from '../state/shown.ts';
import { cells, engineFailure, overview, report, useThisEngine } from '../state/store.ts';
// Each says what its view shows.
import '../state/measures.ts';
import '../state/plane.ts';
import '../state/scaling.ts';
import '../state/selection.ts';
import '../state/study_compare.ts';
import '../state/study_ranks.ts';
import '../state/study_rebalancing.ts';
import '../state/study_validation.ts';

export interface Computed {
  results: NamedResult[];
  headline: Headline[];
  /** "#..." of the view with its parameters, without sources and claim. */
  address: string;
}

export interface HeadlessOptions {
  signal?: AbortSignal | undefined;
  onProgress?: ((status: JobStatus) => void) | undefined;
}

const needCells: readonly ViewName[] = ['overview', 'plane', 'scaling'];
const needFit: readonly ViewName[] = ['items', 'models', 'measures', 'fewer', 'adaptive'];

/** A view that has begun nothing after so many milliseconds has nothing to compute. */
const patience = 1500;

/** What the state modules ask of an engine, watched: whether an answer is still to come, and what failed last. */
class Watched {
  pending = 0;
  failure: EngineErrorData | null = null;
  readonly engine: Engine;

  constructor(engine: Engine, onProgress: (status: JobStatus) => void, onAnswer: () => void) {
    const call = async (method: (...given: unknown[]) => unknown, given: unknown[], name: string) => {
      this.pending += 1;
      try {
        const told = given.map((one, n) =>
          n === 1 && typeof one === 'function' && name !== 'analyseCells' && name !== 'readFiles'
            ? (status: JobStatus) => {
                onProgress(status);
                one(status);
              }
            : one,
        );
        return await method.apply(engine, told);
      } catch (error) {
        if (!isCancelled(error)) this.failure = describeFailure(error);
        throw error;
      } finally {
        this.pending -= 1;
        onAnswer();
      }
    };
    this.engine = new Proxy(engine, {
      get: (target, name) => {
        const method: unknown = Reflect.get(target, name);
        return typeof method === 'function'
          ? (...given: unknown[]) => call(method as (...given: unknown[]) => unknown, given, String(name))
          : method;
      },
    });
  }
}

const turn = () => new Promise((resolve) => setTimeout(resolve, 0));

function forget(): void {
  stopOverview();
  batch(() => {
    forgetAnalyses();
    forgetFits();
    report.value = null;
    overview.value = [];
    cells.value = new Map();
    engineFailure.value = null;
  });
}

const failed = (code: string, message: string, hint: string) =>
  new EngineError({ code, message, file: '', line: 0, hint });

/** Resolves when nothing changes any more: everything is there, or no answer is still to come. */
function settled(watched: Watched, onChange: (tell: () => void) => () => void, signal?: AbortSignal) {
  return new Promise<Shown>((resolve, reject) => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let round = 0;
    const end = (action: () => void) => {
      clearTimeout(timer);
      stopListening();
      stopFollowing();
      signal?.removeEventListener('abort', abort);
      action();
    };
    const abort = () => end(() => reject(new EngineError(cancelled)));
    const look = async () => {
      clearTimeout(timer);
      round += 1;
      const own = round;
      // What is computed next is asked for in turns of their own.
      await turn();
      await turn();
      if (own !== round) return;
      const now = shown.peek();
      const broken = engineFailure.peek();
      if (broken) return end(() => reject(new EngineError(broken)));
      if (watched.pending > 0 || now.state === 'working') return;
      if (now.state === 'done') return end(() => resolve(now));
      timer = setTimeout(() => end(() => resolve(now)), patience);
    };
    const tell = () => void look();
    const stopListening = onChange(tell);
    const stopFollowing = effect(() => {
      void shown.value;
      void engineFailure.value;
      queueMicrotask(tell);
    });
    if (signal?.aborted) abort();
    else signal?.addEventListener('abort', abort, { once: true });
  });
}

async function compute(
  engine: Engine,
  wanted: Address,
  { signal, onProgress = () => {} }: HeadlessOptions,
): Promise<Computed> {
  if (signal?.aborted) throw new EngineError(cancelled);
  leaveBrowserAlone();
  forget();
  let listener = () => {};
  const watched = new Watched(engine, onProgress, () => listener());
  useThisEngine(watched.engine);
  computeOverviewByItself(needCells.includes(wanted.view));
  const followed: Address = { ...wanted, sources: [], claim: null };
  address.value = followed;
  const stopProgress = effect(() => {
    const { done, total, running } = overviewProgress.value;
    if (running) onProgress({ done: false, progress: done / total, stage: `${done} of ${total} averages` });
  });
  try {
    await showWhatIsLoaded();
    if (engineFailure.peek()) throw new EngineError(engineFailure.peek() as EngineErrorData);
    const refusal = needFit.includes(wanted.view) ? fitRefusal.peek() : null;
    if (refusal) throw new EngineError(refusal);
    if (wanted.view === 'prediction') void predictionJob.start(predictionParameters.peek());
    const answer = await settled(
      watched,
      (tell) => {
        listener = tell;
        return () => {
          listener = () => {};
        };
      },
      signal,
    );
    if (answer.state === 'done') {
      return { results: answer.results, headline: answer.headline, address: printAddress(followed) };
    }
    if (watched.failure) throw new EngineError(watched.failure);
    throw failed(
      'nothing_to_compute',
      `These data give the view “${wanted.view}” nothing to compute.`,
      'Open the same address in the page: it says what the view would need.',
    );
  } finally {
    stopProgress();
    forget();
  }
}

let queue: Promise<unknown> = Promise.resolve();

/**
 * What the page would show for this address with the data that the engine holds. Calls wait for each other. The groups of
 * tasks are those of the address afterwards.
 * @throws EngineError: of the engine, of the data ("nothing_to_compute"), or "cancelled"
 */
export function computeAddress(
  engine: Engine,
  wanted: Address,
  options: HeadlessOptions = {},
): Promise<Computed> {
  const next = queue.then(() => compute(engine, wanted, options));
  queue = next.catch(() => {});
  return next;
}
