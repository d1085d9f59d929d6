// What a worker serves, in the page as in Node: the answers of the core, and its compiled module for further workers.
import { transfer } from 'comlink';
import type { Core } from '../../../wasm/core.d.ts';
import { engineId } from '../../core/engine_id.mjs';
import type { IncomingFile, ReadingProgress } from './engine.ts';
import type { EngineResult } from './results.ts';
import { receivedFile } from './sent_files.ts';
import { EngineService } from './service.ts';

/** Not copied: it can be large. */
const moved = (taken: EngineResult<ArrayBuffer>) => (taken.ok ? transfer(taken, [taken.value]) : taken);

export class CoreService extends EngineService {
  readonly #compiled: Promise<WebAssembly.Module>;
  readonly #accept: (module: WebAssembly.Module) => void;

  /**
   * @param compile gives the module; null = a further worker, which waits until it is handed over
   * @param instantiate makes an instance of its own, with its own memory
   */
  constructor(
    compile: (() => Promise<WebAssembly.Module>) | null,
    instantiate: (module: WebAssembly.Module) => Promise<Core>,
  ) {
    let accept: (module: WebAssembly.Module) => void = () => {};
    const compiled = compile
      ? compile()
      : new Promise<WebAssembly.Module>((resolve) => {
          accept = resolve;
        });
    const session = compiled.then(instantiate).then((core) => new core.Session());
    session.catch(() => {}); // whoever asks gets the reason
    super(session, engineId);
    this.#compiled = compiled;
    this.#accept = accept;
  }

  compiledModule(): Promise<WebAssembly.Module> {
    return this.#compiled;
  }
  useModule(module: WebAssembly.Module): void {
    this.#accept(module);
  }
  override hashFile(file: File) {
    return super.hashFile(receivedFile(file));
  }
  override readFiles(files: IncomingFile[], token: number, onProgress: (progress: ReadingProgress) => void) {
    const received = files.map((one) => ({ ...one, file: receivedFile(one.file) }));
    return super.readFiles(received, token, onProgress);
  }
  override async snapshot(benchmark: number) {
    return moved(await super.snapshot(benchmark));
  }
  override async dataFile() {
    return moved(await super.dataFile());
  }
}
