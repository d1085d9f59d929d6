// The compiled core in one piece, as Node and a report have it; the page has it in two halves (split_core.ts).
import type { Core } from '../../../wasm/core.d.ts';
import createCore from '../../core/harmonograph_core.mjs';

/** An instance of its own, with its own memory. */
export function instantiateWhole(module: WebAssembly.Module): Promise<Core> {
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
