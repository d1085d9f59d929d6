// What is not unpacked, and how it is said. Whoever made an archive may have made it to fill the memory.
import type { EngineErrorData } from '../engine/results.ts';
import { count, fileSize } from '../verdict/numbers.ts';

/** Of all members together. */
export const LARGEST_TOTAL = 4e9;
/** What shrinks by more was made to; below this size nobody minds. */
export const LARGEST_GROWTH = 1000;
export const UNSUSPICIOUS_SIZE = 50e6;
/** Members up to here are unpacked, and so checked, before any of them is read; larger ones while they are. */
export const SMALL_MEMBER = 4 << 20;
/** Of small members together, which are held then. */
export const MOST_HELD = 64 << 20;
/** Of one archive. */
export const MOST_MEMBERS = 10_000;
/** A log of Inspect has one for each sample. */
export const MOST_MEMBERS_OF_LOG = 250_000;

/** Carries the sentence that the report shows of a file. */
export class UnpackError extends Error {
  readonly data: EngineErrorData;
  constructor(data: EngineErrorData) {
    super(data.message);
    this.data = data;
  }
}

/** A content ends before it should. */
export class BreaksOff extends Error {
  constructor() {
    super('it breaks off');
  }
}

export function refusal(file: string, code: string, message: string, hint: string): UnpackError {
  return new UnpackError({ code, message, file, line: 0, hint });
}

export const damaged = (path: string, how: string) =>
  refusal(
    path,
    'truncated_file',
    `${path} cannot be unpacked: ${how}. It is damaged or its end is missing.`,
    'Copy or download it again. A file sent by mail or chat may have been changed on its way.',
  );

export const tooManyMembers = (path: string, most: number) =>
  refusal(
    path,
    'too_large',
    `${path} has more than ${count(most)} members.`,
    'Unpack it and drop the folder, or the part of it that has the results.',
  );

export const tooLarge = (path: string) =>
  refusal(
    path,
    'too_large',
    `${path} would be more than ${fileSize(LARGEST_TOTAL)} when it is unpacked, and no more is unpacked here.`,
    'Unpack it and drop the files that are needed.',
  );

export const growsTooMuch = (path: string, what: string, packed: number) =>
  refusal(
    path,
    'too_large',
    `${path} was not unpacked: ${what} grows to more than ${count(LARGEST_GROWTH)} times its ${fileSize(packed)}, as result files do not.`,
    'Ask for the file again where you have it from, or unpack it yourself and look at it first.',
  );

/** Whether so many bytes out of so many are more than results can be. */
export const isSuspicious = (packed: number, unpacked: number) =>
  unpacked > UNSUSPICIOUS_SIZE && unpacked > packed * LARGEST_GROWTH;

/** Who follows the unpacking of one dropped file. */
export interface Watch {
  signal?: AbortSignal | undefined;
  /** Told how much of it has been done, 0 to 1; not more often than somebody wants to see it. */
  onShare?: ((share: number) => void) | undefined;
}

/** Nothing of what was unpacked is wanted any more. */
export class UnpackingStopped extends Error {}

const tellEvery = 80; // ms

/** What may still be unpacked of one archive. */
export class Budget {
  #left = LARGEST_TOTAL;
  #toldAt = 0;
  readonly #path: string;
  readonly #watch: Watch;
  constructor(path: string, watch: Watch = {}) {
    this.#path = path;
    this.#watch = watch;
  }

  take(bytes: number): void {
    if (this.#watch.signal?.aborted) throw new UnpackingStopped();
    this.#left -= bytes;
    if (this.#left < 0) throw tooLarge(this.#path);
  }

  tell(share: number): void {
    const now = performance.now();
    if (now - this.#toldAt < tellEvery) return;
    this.#toldAt = now;
    this.#watch.onShare?.(Math.min(1, share));
  }
}
