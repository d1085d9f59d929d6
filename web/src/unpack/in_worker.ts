// Unpacks in a worker. It is ended by Cancel, and when nothing has come of a file for so long that nothing will: whoever made
// the file may have meant that. What it has unpacked outlives it, since blobs belong to no worker.
import { proxy, type Remote, wrap } from 'comlink';
import type { EngineErrorData } from '../engine/results.ts';
import type { Expanded, UnpackedFile } from './expand.ts';
import { refusal } from './limits.ts';
import type { Unpacker } from './packed.ts';
import { received, sent } from './sent.ts';
import type { UnpackService } from './worker.ts';

/** Of a step that says nothing in between: a group of rows of 1 GB, or a sheet of 512 MB, takes less than half of it. */
const LONGEST_STEP = 120_000; // ms
/** Then its memory is given back. */
const IDLE = 3000; // ms

const stuck = (path: string, patience: number) =>
  refusal(
    path,
    'too_slow',
    `${path} was not unpacked: nothing came of it for ${Math.round(patience / 1000)} seconds.`,
    'It may be damaged, or made so that it never ends. Unpack it yourself and look at it first.',
  ).data;

const broken = (path: string, reason: string) =>
  refusal(
    path,
    'too_large',
    `${path} could not be unpacked: what unpacks it stopped (${reason}). Its memory may have been full.`,
    'Unpack it yourself and drop what was inside, or write it in smaller parts.',
  ).data;

/** @param start starts unpack/worker.ts */
export function unpackIn(start: () => Worker, patience = LONGEST_STEP): Unpacker {
  let current: { worker: Worker; service: Remote<UnpackService> } | null = null;
  let idle: ReturnType<typeof setTimeout> | undefined;
  const stop = () => {
    current?.worker.terminate();
    current = null;
  };
  const running = () => {
    clearTimeout(idle);
    if (current === null) {
      const worker = start();
      current = { worker, service: wrap<UnpackService>(worker) };
    }
    return current;
  };

  return <T extends UnpackedFile>(
    file: T,
    signal: AbortSignal | undefined,
    onShare: (share: number) => void,
  ) =>
    new Promise<Expanded<T> | null>((resolve) => {
      const { worker, service } = running();
      let timer: ReturnType<typeof setTimeout> | undefined;
      let ended = false;
      const end = (answer: Expanded<T> | null) => {
        if (ended) return;
        ended = true;
        clearTimeout(timer);
        signal?.removeEventListener('abort', cancel);
        worker.removeEventListener('error', onError);
        idle = setTimeout(stop, IDLE);
        resolve(answer);
      };
      const cancel = () => {
        stop();
        end(null);
      };
      const refuse = (data: EngineErrorData) => {
        stop();
        end({ files: [{ ...file, refusal: data }], notes: [] });
      };
      const wait = () => {
        clearTimeout(timer);
        timer = setTimeout(() => refuse(stuck(file.path, patience)), patience);
      };
      const failed = (error: unknown) =>
        refuse(broken(file.path, error instanceof Error ? error.message : String(error)));
      const onError = (event: ErrorEvent) => {
        event.preventDefault();
        failed(event.message || 'without a reason');
      };
      worker.addEventListener('error', onError);
      if (signal?.aborted) return cancel();
      signal?.addEventListener('abort', cancel, { once: true });
      wait();
      const listener = proxy((share: number) => {
        if (ended) return; // progress comes through a port of its own and may arrive after the answer
        wait();
        onShare(share);
      });
      const answer = service.expand(sent(file), listener) as Promise<Expanded<T>>;
      answer.then(({ files, notes }) => end({ files: files.map(received), notes }), failed);
    });
}
