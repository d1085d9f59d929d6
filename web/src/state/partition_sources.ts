// The partitions that the data allow, side by side: computed when they are asked for, forgotten when anything but the
// partition changes.
import { computed, effect, signal } from '@preact/signals';
import { asErrorData } from '../components/basics.tsx';
import { isCancelled } from '../engine/call.ts';
import type { PartitionSourcesResult } from '../engine/results.ts';
import { type AnalysisState, currentCell, currentParameters } from './analysis.ts';
import { announce, engine, overview } from './store.ts';

const idle = { state: 'idle', progress: 0, stage: '', result: null, error: null } as const;

export const partitionSources = signal<AnalysisState<PartitionSourcesResult>>(idle);

/** What the comparison depends on; which of the partitions is looked at is no part of it. */
const question = computed(() => {
  const cell = currentCell.value;
  if (!cell) return null;
  const parameters = { ...currentParameters.value, partition: cell.partitions[0] ?? '' };
  return { benchmark: cell.benchmark, model: cell.model, parameters, priority: 0 };
});

let running: AbortController | null = null;
let answered = '';
let answeredOf: unknown = null;

effect(() => {
  const key = JSON.stringify(question.value);
  const data = overview.value;
  if (key === answered && data === answeredOf) return;
  answered = key;
  answeredOf = data;
  queueMicrotask(forget);
});

function forget(): void {
  running?.abort();
  running = null;
  if (partitionSources.peek().state !== 'idle') partitionSources.value = idle;
}

export async function comparePartitionSources(): Promise<void> {
  const wanted = question.peek();
  if (!wanted) return;
  running?.abort();
  const controller = new AbortController();
  running = controller;
  partitionSources.value = { ...idle, state: 'working' };
  try {
    const result = await engine().partitionSources(
      wanted,
      ({ progress, stage }) => {
        if (controller.signal.aborted) return;
        partitionSources.value = { ...partitionSources.value, progress, stage, state: 'working' };
      },
      controller.signal,
    );
    if (controller.signal.aborted) return;
    partitionSources.value = { ...idle, state: 'done', progress: 1, result };
    announce('The partitions are compared.');
  } catch (error) {
    if (controller.signal.aborted) return;
    partitionSources.value = isCancelled(error)
      ? { ...idle, state: 'cancelled' }
      : { ...idle, state: 'failed', error: asErrorData(error) };
  }
}

export function cancelPartitionSources(): void {
  running?.abort();
  partitionSources.value = { ...idle, state: 'cancelled' };
}
