// The worker of the page: one instance of the core for as long as the page is open, and further ones that compute the
// overview's cells. The module is compiled once, by the first; the further ones get it handed over.
import { expose } from 'comlink';
import type { Core } from '../../../wasm/core.d.ts';
import createCore from '../../core/harmonograph_core.mjs';
import firstAddress from '../../core/harmonograph_core_first.wasm?url';
import laterAddress from '../../core/harmonograph_core_later.wasm?url';
import { CoreService } from './core_service.ts';
import { instantiateSplit } from './split_core.ts';

/** While it is still coming in, where the server names its type; otherwise once it is here. */
async function compile(address: string): Promise<WebAssembly.Module> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address} could not be loaded (${response.status})`);
  if (response.headers.get('Content-Type')?.startsWith('application/wasm')) {
    return WebAssembly.compileStreaming(response);
  }
  return WebAssembly.compile(await response.arrayBuffer());
}

/** Waits: only a worker may. For when the later half is needed before it has come by itself. */
function compileAtOnce(address: string): WebAssembly.Module {
  const request = new XMLHttpRequest();
  request.open('GET', address, false);
  request.responseType = 'arraybuffer';
  request.send();
  if (request.status !== 200) throw new Error(`${address} could not be loaded (${request.status})`);
  return new WebAssembly.Module(request.response as ArrayBuffer);
}

const isFirst = self.name !== 'cells'; // given by page_engine.ts

let fetchLater: (() => void) | null = null;

/** An instance of its own, with its own memory. */
function instantiate(module: WebAssembly.Module): Promise<Core> {
  return new Promise((resolve, reject) => {
    createCore({
      locateFile: () => firstAddress,
      instantiateWasm: (imports, receive) => {
        instantiateSplit(module, imports, () => compileAtOnce(laterAddress)).then((core) => {
          receive(core.instance, module);
          if (isFirst) fetchLater = () => compile(laterAddress).then(core.join, () => {}); // who needs it gets the reason
        }, reject);
        return {};
      },
    }).then(resolve, reject);
  });
}

class PageService extends CoreService {
  /** The later half comes while the user looks at what was loaded. */
  override async report() {
    const report = await super.report();
    fetchLater?.();
    fetchLater = null;
    return report;
  }
}

expose(new PageService(isFirst ? () => compile(firstAddress) : null, instantiate));
