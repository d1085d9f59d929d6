// What the page says and asks of capsules and reports: small, so that their code is fetched only when it is needed.
import { signal } from '@preact/signals';
import type { EngineErrorData } from '../engine/results.ts';
import { reportIds } from '../reproduce/report.ts';

/** "open" = the capsule in place of what is loaded, as it was saved; "add" = its data beside what there is. */
export type CapsuleChoice = 'open' | 'add' | 'cancel';

export interface CapsuleQuestion {
  path: string;
  /** Files that were dropped with it. */
  others: number;
  answer(choice: CapsuleChoice): void;
}

/** A capsule was dropped on loaded data, or with other files. */
export const capsuleQuestion = signal<CapsuleQuestion | null>(null);

/** Archives that could not be opened; they stay until they are put away. */
export const capsuleProblems = signal<readonly EngineErrorData[]>([]);

/** What is being saved; "waiting" = the view is not computed yet. */
export const saving = signal<{ what: 'capsule' | 'report'; state: 'waiting' | 'packing' } | null>(null);
export const savingProblem = signal<EngineErrorData | null>(null);

const inReport = typeof document === 'undefined' ? null : document.getElementById(reportIds.capsule);
/** The page is a report: everything is inside of it. */
export const insideReport = inReport !== null;
/** The capsule of the report, base64; "" = it is a template without one. */
export const capsuleOfReport = (): string => inReport?.textContent?.trim() ?? '';
