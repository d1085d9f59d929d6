// The worker thread in Node: the same service as in the page, over the core in one piece.
import { readFile } from 'node:fs/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { expose } from 'comlink';
import nodeEndpoint from 'comlink/dist/esm/node-adapter.mjs';
import { CoreService } from './core_service.ts';
import type { IncomingFile, ReadingProgress } from './engine.ts';
import { unpackFile } from './node_files.ts';
import { instantiateWhole } from './whole_core.ts';

const address = new URL('./harmonograph_core.wasm', import.meta.url);

const compile = async () => WebAssembly.compile(await readFile(address));

class NodeService extends CoreService {
  override hashFile(file: File) {
    return super.hashFile(unpackFile(file));
  }
  override readFiles(files: IncomingFile[], token: number, onProgress: (progress: ReadingProgress) => void) {
    const unpacked = files.map((one) => ({ ...one, file: unpackFile(one.file) }));
    return super.readFiles(unpacked, token, onProgress);
  }
}

if (parentPort) {
  expose(
    new NodeService(workerData === 'first' ? compile : null, instantiateWhole),
    nodeEndpoint(parentPort),
  );
}
