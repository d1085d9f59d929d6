// The worker that unpacks in a page. Its options must stand there literally for a bundler to find it.
import { unpackIn } from './in_worker.ts';

export const unpackInPage = unpackIn(
  () => new Worker(new URL('./worker.ts', import.meta.url), { type: 'module' }),
);
