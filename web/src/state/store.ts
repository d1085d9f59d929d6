// Everything that the page knows, in signals. Actions are in files.ts, overview.ts and analysis.ts.
import { computed, signal } from '@preact/signals';
import type { Engine, EngineVersion, ReadingProgress } from '../engine/engine.ts';
import type {
  EngineErrorData,
  FormatInfo,
  HarmonyResult,
  ImportReport,
  OverviewCell,
} from '../engine/results.ts';

let current: Engine | null = null;

/** Given once, at the start. */
export function useThisEngine(engine: Engine): void {
  current = engine;
}

export function engine(): Engine {
  if (!current) throw new Error('no engine was given');
  return current;
}

export const engineState = signal<'loading' | 'ready' | 'failed'>('loading');
export const engineVersion = signal<EngineVersion | null>(null);
/** Why there is no engine, or why it stopped. */
export const engineFailure = signal<EngineErrorData | null>(null);
export const formats = signal<readonly FormatInfo[]>([]);

/** null = nothing loaded yet. */
export const report = signal<ImportReport | null>(null);
export const overview = signal<readonly OverviewCell[]>([]);

/** `unpacking`: bytes are those of archives, of which what is inside will be read. */
export interface Reading extends ReadingProgress {
  unpacking?: boolean;
}

/** Files being read now. */
export const reading = signal<Reading | 'example' | null>(null);
/** Whether anything is; for those who do not show how far it is, which changes many times a second. */
export const isReading = computed(() => reading.value !== null);

/** What the latest files brought beside results: what was left out of archives. */
export const unpackNotes = signal<readonly string[]>([]);

export type CellState =
  | { state: 'waiting' }
  | { state: 'working'; progress: number; stage: string }
  | { state: 'done'; result: HarmonyResult }
  | { state: 'refused'; error: EngineErrorData } // by the data: says what would be needed
  | { state: 'cancelled' };

export const cellKey = (benchmark: number, model: number) => `${benchmark}/${model}`;

/** HARMONY with the default parameters, per cellKey, as far as it has been computed. */
export const cells = signal<ReadonlyMap<string, CellState>>(new Map());

/** The same without what is still missing. */
export const results = computed<HarmonyResult[]>(() =>
  [...cells.value.values()].flatMap((cell) => (cell.state === 'done' ? [cell.result] : [])),
);

export const hasData = computed(() => (report.value?.benchmarks.length ?? 0) > 0);
export const hasFiles = computed(() => (report.value?.files.length ?? 0) > 0);

/** Read aloud by screen readers; also for tests to wait on. */
export const announcement = signal('');
export function announce(message: string): void {
  announcement.value = message;
}

export const parametersOpen = signal(
  typeof matchMedia === 'function' ? matchMedia('(min-width: 1200px)').matches : true,
);
