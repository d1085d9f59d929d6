// A worker of a report: it fetches nothing, its module is handed over (report_engine.ts).
import { expose } from 'comlink';
import type { Core } from '../../wasm/core.d.ts';
import createCore from '../core/harmonograph_core.mjs';
import { CoreService } from '../src/engine/core_service.ts';

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

expose(new CoreService(null, instantiate));
