// What "Copy details" copies: enough to report a fault, and never a byte of the user's data.
import type { EngineErrorData } from '../engine/results.ts';

let engineVersion = 'not loaded';

/** Called once the core has said its version. */
export function rememberEngineVersion(version: string): void {
  engineVersion = version;
}

export function errorDetails(error: EngineErrorData, stack?: string): string {
  // File names and sentences may quote data; the code, the place and the program are enough.
  const place = error.line > 0 ? `line ${error.line}` : 'no line';
  const lines = [
    `Harmonograph ${engineVersion}`,
    `error: ${error.code} (${place}${extensionOf(error.file)})`,
    `browser: ${navigator.userAgent}`,
    `window: ${window.innerWidth} x ${window.innerHeight}, ${navigator.hardwareConcurrency ?? '?'} cores`,
  ];
  // The first line of a stack repeats the message.
  const frames = (stack ?? '').split('\n').filter((line) => /^\s+at |@.*:\d+:\d+$/.test(line));
  if (frames.length > 0) lines.push('stack:', ...frames.slice(0, 12));
  return lines.join('\n');
}

function extensionOf(path: string): string {
  const extension = /\.[A-Za-z0-9]{1,8}(\.gz)?$/.exec(path)?.[0];
  return extension ? `, a ${extension} file` : '';
}
