// @vitest-environment node
// The page's side of the worker that unpacks: answers, progress, Cancel, a worker that is stuck and one that breaks.
import { expose } from 'comlink';
import { afterEach, expect, it, vi } from 'vitest';
import { receivedFile, sentFile } from '../../../web/src/engine/sent_files.ts';
import { expand, type UnpackedFile } from '../../../web/src/unpack/expand.ts';
import { unpackIn } from '../../../web/src/unpack/in_worker.ts';
import { MemberFile } from '../../../web/src/unpack/member_file.ts';
import { expandPacked, useUnpacker } from '../../../web/src/unpack/packed.ts';
import { sent } from '../../../web/src/unpack/sent.ts';
import { file, zip } from './make.ts';

interface Started {
  ended: boolean;
  break(message: string): void;
}
let started: Started[] = [];
let ports: MessagePort[] = [];
afterEach(() => {
  for (const port of ports) port.close();
  started = [];
  ports = [];
  vi.useRealTimers();
});

type Answer = (one: UnpackedFile, onShare: (share: number) => Promise<void>) => Promise<unknown>;

/** A port in the place of a worker, with a service behind it. */
function workerThat(answer: Answer): () => Worker {
  return () => {
    const { port1, port2 } = new MessageChannel();
    ports.push(port1, port2);
    expose({ expand: answer }, port2 as never);
    port1.start();
    const listeners = new Set<(event: unknown) => void>();
    const one: Started = {
      ended: false,
      break: (message) => {
        for (const listener of [...listeners]) listener({ message, preventDefault: () => {} });
      },
    };
    started.push(one);
    const add = port1.addEventListener.bind(port1);
    const remove = port1.removeEventListener.bind(port1);
    return Object.assign(port1, {
      addEventListener: (type: string, listener: never, options: never) =>
        type === 'error' ? void listeners.add(listener) : add(type, listener, options),
      removeEventListener: (type: string, listener: never) =>
        type === 'error' ? void listeners.delete(listener) : remove(type, listener),
      terminate: () => {
        one.ended = true;
        port1.close();
      },
    }) as unknown as Worker;
  };
}

const never = () => new Promise<never>(() => {});
const archive = () => file('x.zip', zip([{ name: 'a.csv', bytes: 'a' }]));
/** Files are not cloned between ports in Node: what is sent of them is their names. */
const named = { files: [{ path: 'x.zip/a.csv', file: 'sent' }], notes: ['note'] };

it('hands on what the worker answers, and how far it is', async () => {
  useUnpacker(
    unpackIn(
      workerThat(async (_, onShare) => {
        await onShare(0.5);
        return named;
      }),
    ),
  );
  const seen: number[] = [];
  const plain = file('b.csv', 'b');
  const zipped = archive();
  const { files, notes } = await expandPacked([plain, zipped], {
    onProgress: ({ bytes, bytesTotal }) => seen.push(bytes / bytesTotal),
  });
  expect(files.map((one) => one.path)).toEqual(['b.csv', 'x.zip/a.csv']);
  expect(files[0]).toBe(plain); // what is not packed is not sent
  expect(notes).toEqual(['note']);
  expect(seen).toEqual([0, 0.5]);
});

it('uses one worker for files one after the other, and ends it when there are no more', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  useUnpacker(unpackIn(workerThat(async () => named)));
  await expandPacked([archive(), archive()]);
  expect(started.map((one) => one.ended)).toEqual([false]);
  vi.advanceTimersByTime(10_000);
  expect(started.map((one) => one.ended)).toEqual([true]);
});

it('Cancel ends the worker at once; what was complete stays', async () => {
  const stop = new AbortController();
  let asked = 0;
  useUnpacker(
    unpackIn(
      workerThat(() => {
        asked += 1;
        if (asked === 1) return Promise.resolve(named);
        stop.abort();
        return never();
      }),
    ),
  );
  const { files } = await expandPacked([archive(), archive(), archive()], { signal: stop.signal });
  expect(files.map((one) => one.path)).toEqual(['x.zip/a.csv']);
  expect(started.map((one) => one.ended)).toEqual([true]);
});

it('ends a worker of which nothing comes, and the next file has another one', async () => {
  let asked = 0;
  useUnpacker(
    unpackIn(
      workerThat(() => {
        asked += 1;
        return asked === 1 ? never() : Promise.resolve(named);
      }),
      100,
    ),
  );
  const { files } = await expandPacked([archive(), archive()]);
  expect(files.map((one) => [one.path, one.refusal?.code])).toEqual([
    ['x.zip', 'too_slow'],
    ['x.zip/a.csv', undefined],
  ]);
  expect(files[0]?.refusal?.message).toContain('x.zip was not unpacked: nothing came of it');
  expect(started.map((one) => one.ended)).toEqual([true, false]);
});

it('does not end one that says how far it is', async () => {
  useUnpacker(
    unpackIn(
      workerThat(async (_, onShare) => {
        for (let n = 1; n <= 10; n++) {
          await new Promise((resolve) => setTimeout(resolve, 60));
          await onShare(n / 10);
        }
        return named;
      }),
      300,
    ),
  );
  const { files } = await expandPacked([archive()]);
  expect(files.map((one) => one.refusal)).toEqual([undefined]);
});

it('says of a worker that breaks what broke it', async () => {
  useUnpacker(
    unpackIn(
      workerThat(() => {
        setTimeout(() => started[0]?.break('out of memory'), 5);
        return never();
      }),
    ),
  );
  const { files } = await expandPacked([archive()]);
  expect(files.map((one) => one.refusal?.message)).toEqual([
    'x.zip could not be unpacked: what unpacks it stopped (out of memory). Its memory may have been full.',
  ]);
});

it('a large member is sent as what it is made of', async () => {
  const text = `model,item,score\n${'A,q,1\n'.repeat(1_000_000)}`;
  const { files } = await expand([file('x.zip', zip([{ name: 'run/a.csv', bytes: text }]))]);
  const [only] = files;
  expect(only?.file).toBeInstanceOf(MemberFile);
  expect([only?.file.name, only?.file.size]).toEqual(['a.csv', text.length]);
  const arrived = receivedFile(sent(only as UnpackedFile).file);
  expect(sentFile(only?.file as File)).not.toBeInstanceOf(File);
  expect(await arrived.text()).toBe(text);
  expect(await arrived.slice(6, 16).text()).toBe('item,score');
  expect(await arrived.slice(-3).text()).toBe(',1\n');
  expect(await arrived.slice(10).slice(0, 6).text()).toBe(text.slice(10, 16));
});
