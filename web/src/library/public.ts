// What both entries of the library give beside open() and analyze().
export { EngineError } from '../engine/call.ts';
export type { CellRequest, CellUpdate } from '../engine/cell_pool.ts';
export type * from '../engine/engine.ts';
export type * from '../engine/item_response.ts';
export type * from '../engine/results.ts';
export type * from '../engine/study.ts';
export type { Claim, Headline } from '../reproduce/claim.ts';
export { canonicalText, digestOf, type NamedResult } from '../reproduce/digest.ts';
export { type Conflict, merge } from '../reproduce/merge.ts';
export {
  printResultsDocument,
  type ReadSource,
  type ResultsDocument,
} from '../reproduce/results_document.ts';
export type { ReadOptions, Source } from '../reproduce/source.ts';
export { type Address, parseAddress, printAddress, type ViewName } from '../state/address.ts';
export {
  type ChosenFitParameters,
  type ChosenParameters,
  defaultFitParameters,
  defaultParameters,
} from '../state/parameters.ts';
export { type Analysis, type AnalyzeOptions, type CellResult, cellsOf } from './analyze.ts';
export type { DataSource, NamedBytes } from './sources.ts';
export type {
  AnalysedCell,
  AskOptions,
  CellChoice,
  OnProgress,
  OpenOptions,
  Workspace,
} from './workspace.ts';
