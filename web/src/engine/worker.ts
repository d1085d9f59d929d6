// The only file that sees the compiled core: one instance for as long as the page is open, and further ones that
// compute the overview's cells. The module is compiled once, by the first; the further ones get it handed over.
import { expose, transfer } from 'comlink';
import type { Core } from '../../../wasm/core.d.ts';
import createCore from '../../core/harmonograph_core.mjs';
import wasmAddress from '../../core/harmonograph_core.wasm?url';
import { EngineService } from './service.ts';

/** While it is still coming in, where the server names its type; otherwise once it is here. */
async function compile(): Promise<WebAssembly.Module> {
  const response = await fetch(wasmAddress);
  if (!response.ok) throw new Error(`${wasmAddress} could not be loaded (${response.status})`);
  if (response.headers.get('Content-Type')?.startsWith('application/wasm')) {
    return WebAssembly.compileStreaming(response);
  }
  return WebAssembly.compile(await response.arrayBuffer());
}

/** An instance of its own, with its own memory. */
function instantiate(module: WebAssembly.Module): Promise<Core> {
  return new Promise((resolve, reject) => {
    createCore({
      locateFile: () => wasmAddress,
      instantiateWasm: (imports, receive) => {
        WebAssembly.instantiate(module, imports).then((instance) => receive(instance, module), reject);
        return {};
      },
    }).then(resolve, reject);
  });
}

let accept: (module: WebAssembly.Module) => void = () => {};
const compiled =
  self.name === 'cells' // given by client.ts
    ? new Promise<WebAssembly.Module>((resolve) => {
        accept = resolve;
      })
    : compile();
const session = compiled.then(instantiate).then((core) => new core.Session());
session.catch(() => {}); // whoever asks gets the reason

export class CoreWorker extends EngineService {
  compiledModule(): Promise<WebAssembly.Module> {
    return compiled;
  }
  useModule(module: WebAssembly.Module): void {
    accept(module);
  }
  /** Moved, not copied: it can be large. */
  override async snapshot(benchmark: number) {
    const taken = await super.snapshot(benchmark);
    return taken.ok ? transfer(taken, [taken.value]) : taken;
  }
}

expose(new CoreWorker(session));
