// Re-clustered bootstrap draws take long: they are asked for in growing numbers, so that there is an interval early.
// The core keeps its draws, so that a larger number only adds to a smaller one.
import { signal } from '@preact/signals';
import type { AnalysisRequest } from '../engine/engine.ts';
import type { AnalysisParameters } from '../engine/results.ts';

/** What the shown interval rests on while more draws are made, or after they were stopped; null = complete, or none. */
export const drawsSoFar = signal<{ draws: number; wanted: number } | null>(null);

/** A partition by a column or by directions is never clustered anew. */
export function drawsAnew({ bootstrap, partition, bootstrapDraws }: AnalysisParameters): boolean {
  const fixed = partition.startsWith('attribute:') || partition === 'directions';
  return bootstrap === 'reclustered' && !fixed && bootstrapDraws > 0;
}

/** 20, 50, 100, 200, 500 ... beyond those that are known, and at the end the number wanted. */
export function drawSteps(parameters: AnalysisParameters, known: number): number[] {
  const wanted = parameters.bootstrapDraws;
  const steps: number[] = [];
  if (drawsAnew(parameters) && known < wanted) {
    for (let ten = 10; ten < wanted; ten *= 10) {
      for (const step of [ten, 2 * ten, 5 * ten]) {
        if (step >= 20 && step > known && step < wanted) steps.push(step);
      }
    }
  }
  return [...steps, wanted];
}

export function withDraws(request: AnalysisRequest, bootstrapDraws: number): AnalysisRequest {
  return { ...request, parameters: { ...request.parameters, bootstrapDraws } };
}

/** The same question but for the number of draws. */
export function apartFromDraws(request: AnalysisRequest): string {
  return JSON.stringify(withDraws(request, 0));
}
