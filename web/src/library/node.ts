// The library in Node: `import { analyze, open } from 'harmonograph'`.
import { createNodeEngine as createEngine } from '../engine/node_engine.ts';
import { unpackHere } from '../unpack/in_thread.ts';
import { useUnpacker } from '../unpack/packed.ts';
import { type Analysis, type AnalyzeOptions, analyzeAndClose } from './analyze.ts';
import { type NodeSource, prepareNodeSources } from './node_sources.ts';
import { LoadedWorkspace, type OpenOptions, type Workspace } from './workspace.ts';

useUnpacker(unpackHere);

export type { DiskPath, NodeSource } from './node_sources.ts';
export * from './public.ts';
export { createEngine };

/**
 * Reads result files into an engine of their own (a worker thread). Files on the disk are read in pieces: their size does
 * not matter.
 * @param sources paths of files and folders (hidden files in them are left out and counted), addresses, "-" for the
 *   standard input, "example", or what a browser takes: File, Blob, URL, {path, bytes}; read in this order
 * @returns the loaded data; close() gives their memory back and lets the program end. A file that cannot be read has its
 *   reason in `report.files[].error`, a source that cannot be had in `missing`; the others are loaded
 * @throws TypeError when something is no source; EngineError when the engine fails or `signal` aborts
 */
export async function open(sources: Iterable<NodeSource>, options: OpenOptions = {}): Promise<Workspace> {
  const prepared = await prepareNodeSources(sources, options.signal);
  return LoadedWorkspace.load(createEngine({ workers: options.workers }), prepared, options);
}

/**
 * Reads result files and computes a view of them: accuracy and HARMONY of every average when nothing else is asked for.
 * @returns the results as a document with their digest, which is that of the page; the averages typed; the import report
 * @throws EngineError: of the data ("unknown_model" ...), of the engine, or "cancelled"
 */
export async function analyze(
  sources: Iterable<NodeSource>,
  options: AnalyzeOptions = {},
): Promise<Analysis> {
  return analyzeAndClose(await open(sources, options), options);
}
