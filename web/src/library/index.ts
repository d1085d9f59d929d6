// The library in a browser: `import { analyze, open } from 'harmonograph'`.

import { useUnpacker } from '../unpack/packed.ts';
import { unpackInPage } from '../unpack/page_unpacker.ts';
import { type Analysis, type AnalyzeOptions, analyzeAndClose } from './analyze.ts';
import { createEngine } from './engine.ts';
import { type DataSource, nothingPrepared, prepareSource } from './sources.ts';
import { LoadedWorkspace, type OpenOptions, type Workspace } from './workspace.ts';

useUnpacker(unpackInPage);

export * from './public.ts';
export { createEngine };

/**
 * Reads result files into an engine of their own (a web worker).
 * @param sources files, blobs, addresses, bytes with a name, or "example"; read in this order
 * @returns the loaded data; close() gives their memory back. A file that cannot be read has its reason in
 *   `report.files[].error`, a source that cannot be had in `missing`; the others are loaded
 * @throws TypeError when something is no source; EngineError when the engine fails or `signal` aborts
 */
export async function open(sources: Iterable<DataSource>, options: OpenOptions = {}): Promise<Workspace> {
  const prepared = nothingPrepared();
  for (const source of sources) await prepareSource(source, prepared, options.signal);
  return LoadedWorkspace.load(createEngine({ workers: options.workers }), prepared, options);
}

/**
 * Reads result files and computes a view of them: accuracy and HARMONY of every average when nothing else is asked for.
 * @returns the results as a document with their digest, which is that of the page; the averages typed; the import report
 * @throws EngineError: of the data ("unknown_model" ...), of the engine, or "cancelled"
 */
export async function analyze(
  sources: Iterable<DataSource>,
  options: AnalyzeOptions = {},
): Promise<Analysis> {
  return analyzeAndClose(await open(sources, options), options);
}
