// The compiled core under Node, driven as the worker drives it.
import { readFileSync } from 'node:fs';
import createCore, { type Core, type Session } from '../../web/core/harmonograph_core.mjs';
import type {
  AnalysisParameters,
  EngineResult,
  FileReport,
  HarmonyResult,
  ImportReport,
  JobStatus,
  OverviewCell,
} from '../../web/src/engine/results.ts';

const wasm = new URL('../../web/core/harmonograph_core.wasm', import.meta.url);

export function loadCore(path: string | URL = wasm): Promise<Core> {
  return createCore({ wasmBinary: readFileSync(path), locateFile: (path) => path });
}

/** The value of an answer; throws the engine's sentence when it is an error. */
export function value<T>(answer: string): T {
  const result = JSON.parse(answer) as EngineResult<T>;
  if (!result.ok) throw new Error(`${result.error.code}: ${result.error.message}`);
  return result.value;
}

let nextId = 1;

/** Feeds a file in chunks, as the worker does. */
export function readFile(
  session: Session,
  path: string,
  bytes: Uint8Array,
  {
    options = {},
    id = nextId++,
    chunk = 1 << 20,
  }: { options?: Record<string, string>; id?: number; chunk?: number } = {},
): FileReport {
  value<null>(session.beginFile(id, path, bytes.length, JSON.stringify(options)));
  for (let start = 0; start < bytes.length; start += chunk) {
    const piece = bytes.subarray(start, start + chunk);
    session.inputBuffer(piece.length).set(piece);
    const fed = JSON.parse(session.feed(piece.length)) as EngineResult<{ rows: number }>;
    if (!fed.ok) break;
  }
  return value<FileReport>(session.endFile());
}

export const report = (session: Session): ImportReport => value<ImportReport>(session.report());
export const overview = (session: Session): OverviewCell[] => value<OverviewCell[]>(session.overview());

/** Runs a started job to its end and returns the JSON text of its result. */
export function finish(session: Session, started: string): string {
  const { job } = value<{ job: number }>(started);
  while (!value<JobStatus>(session.step(job)).done);
  const answer = session.result(job);
  value<null>(session.dropJob(job));
  return answer;
}

export function analyse(
  session: Session,
  benchmark: number,
  model: number,
  parameters: Partial<AnalysisParameters> = {},
): HarmonyResult {
  return value<HarmonyResult>(
    finish(session, session.startAnalysis(benchmark, model, JSON.stringify(parameters))),
  );
}
