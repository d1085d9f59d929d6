// The worker thread in Node: the same service as in the page, over the core in one piece.
import { readFile } from 'node:fs/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { expose } from 'comlink';
import nodeEndpoint from 'comlink/dist/esm/node-adapter.mjs';
import type { Core } from '../../../wasm/core.d.ts';
import createCore from '../../core/harmonograph_core.mjs';
import { CoreService } from './core_service.ts';
import type { IncomingFile, ReadingProgress } from './engine.ts';
import { unpackFile } from './node_files.ts';

const address = new URL('./harmonograph_core.wasm', import.meta.url);

const compile = async () => WebAssembly.compile(await readFile(address));

function instantiate(module: WebAssembly.Module): Promise<Core> {
  return new Promise((resolve, reject) => {
    createCore({
      locateFile: (name) => name,
      instantiateWasm: (imports, receive) => {
        WebAssembly.instantiate(module, imports).then((instance) => receive(instance, module), reject);
        return {};
      },
    }).then(resolve, reject);
  });
}

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
  expose(new NodeService(workerData === 'first' ? compile : null, instantiate), nodeEndpoint(parentPort));
}
