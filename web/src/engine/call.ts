// The one place where a failure of the core becomes an exception of the page.
import type { EngineErrorData, EngineResult } from './results.ts';

export class EngineError extends Error {
  readonly data: EngineErrorData;
  constructor(data: EngineErrorData) {
    super(data.message);
    this.name = 'EngineError';
    this.data = data;
  }
  get code(): string {
    return this.data.code;
  }
}

export function isCancelled(error: unknown): boolean {
  return error instanceof EngineError && error.code === 'cancelled';
}

/** The value, or an EngineError. */
export function unwrap<T>(result: EngineResult<T>): T {
  if (result.ok) return result.value;
  throw new EngineError(result.error);
}

/** The engine itself is gone, or its memory is full: only a new one helps. */
export function isEngineFailure(error: EngineErrorData): boolean {
  return error.code === 'internal' || error.code === 'out_of_memory';
}

export async function call<T>(pending: Promise<EngineResult<T>>): Promise<T> {
  return unwrap(await pending);
}

export const cancelled: EngineErrorData = {
  code: 'cancelled',
  message: 'Cancelled.',
  file: '',
  line: 0,
  hint: '',
};

/** What stopped the core itself: memory, a trap, a module that could not be loaded. */
export function describeFailure(error: unknown): EngineErrorData {
  if (error instanceof EngineError) return error.data;
  const text = error instanceof Error ? `${error.name}: ${error.message}` : String(error);
  if (/out of memory|OOM|enlarge memory|Array buffer allocation|Invalid typed array length/i.test(text)) {
    return {
      code: 'out_of_memory',
      message: 'There is no more memory for the engine.',
      file: '',
      line: 0,
      hint: 'Close other tabs or programs and start again with fewer files, or load fewer models at a time.',
    };
  }
  return {
    code: 'internal',
    message: `The engine stopped unexpectedly (${text}).`,
    file: '',
    line: 0,
    hint: 'Restart the engine; the files are read again. If it happens again, please report it with the details.',
  };
}
