// The only file that sees the compiled core: one instance, for as long as the page is open.
import { expose } from 'comlink';
import createCore from '../../core/harmonograph_core.mjs';
import wasmAddress from '../../core/harmonograph_core.wasm?url';
import { EngineService } from './service.ts';

const session = createCore({ locateFile: () => wasmAddress }).then((core) => new core.Session());
session.catch(() => {}); // whoever asks gets the reason

expose(new EngineService(session));
