// The engine of a report: the core stands in the document in one piece, is compiled once and handed to the workers,
// whose program stands in the document too.
import { wrap } from 'comlink';
import { createEngineOver, type StartedWorker } from '../src/engine/client.ts';
import type { CoreService } from '../src/engine/core_service.ts';
import type { ClosableEngine } from '../src/engine/engine.ts';
import { sentFile } from '../src/engine/sent_files.ts';
import { fromBase64, reportIds } from '../src/reproduce/report.ts';
import ReportWorker from './worker.ts?worker&inline';

async function compile(): Promise<WebAssembly.Module> {
  const packed = fromBase64(document.getElementById(reportIds.core)?.textContent ?? '');
  const unpacked = new Blob([packed]).stream().pipeThrough(new DecompressionStream('gzip'));
  return WebAssembly.compile(await new Response(unpacked).arrayBuffer());
}

export function createReportEngine(): ClosableEngine {
  const compiled = compile();
  compiled.catch(() => {}); // each worker tells of it
  return createEngineOver({
    pack: (file) => sentFile(file),
    start: (which): StartedWorker => {
      const worker = new ReportWorker();
      let tell: (error: unknown) => void = () => {};
      worker.addEventListener('error', (event: ErrorEvent) => {
        event.preventDefault();
        tell(new Error(event.message || 'its program could not be started'));
      });
      if (which === 'first') {
        const service = wrap<CoreService>(worker);
        compiled.then((module) => service.useModule(module)).catch((error: unknown) => tell(error));
      }
      return {
        endpoint: worker,
        onFailure: (listener) => {
          tell = listener;
        },
        terminate: () => worker.terminate(),
      };
    },
  });
}
