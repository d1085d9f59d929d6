// Runs the built command, and makes files for it.
import { spawn } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const library = fileURLToPath(new URL('../../build/library', import.meta.url));
export const program = join(library, 'command.js');
export const fixtures = fileURLToPath(new URL('../fixtures', import.meta.url));

export const temporaryFolder = () => mkdtempSync(join(tmpdir(), 'harmonograph-command-'));

export interface Ended {
  code: number | null;
  out: string;
  err: string;
}

export interface RunOptions {
  cwd?: string;
  input?: string | Uint8Array;
  program?: string;
  /** Told of each piece of the standard error while it runs. */
  onError?: (text: string, kill: (signal: NodeJS.Signals) => void) => void;
}

export function run(args: readonly string[], options: RunOptions = {}): Promise<Ended> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [options.program ?? program, ...args], {
      cwd: options.cwd ?? fixtures,
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    let out = '';
    let err = '';
    child.stdout.on('data', (piece) => {
      out += piece;
    });
    child.stderr.on('data', (piece) => {
      err += piece;
      options.onError?.(err, (signal) => child.kill(signal));
    });
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, out, err }));
    child.stdin.on('error', () => {}); // it may end without reading
    child.stdin.end(options.input);
  });
}

export const digestIn = (out: string): string => /^digest ([0-9a-f]{64})$/m.exec(out)?.[1] ?? 'no digest';

/**
 * Option probabilities of models on benchmarks: the models know the items of some topics better than of others. From a linear
 * congruential generator, so that they are always the same.
 */
export function optionTable(
  models: readonly string[],
  benchmarks: readonly string[],
  items = 60,
  seed = 7,
): string {
  const rows = ['benchmark,model,item,topic,key,p_A,p_B,p_C,p_D'];
  for (const [b, benchmark] of benchmarks.entries()) {
    for (const [m, model] of models.entries()) {
      let state = (seed * 7919 + b * 104729 + m * 1299709) % 2147483648;
      const uniform = () => {
        state = (state * 1103515245 + 12345) % 2147483648;
        return state / 2147483648;
      };
      for (let item = 0; item < items; item++) {
        const topic = item % 3;
        const key = (item * 7 + b) % 4;
        const knows = 0.3 + 0.2 * ((topic + m) % 3);
        const raw = [0, 1, 2, 3].map((one) => uniform() ** 3 + (one === key ? knows * (1 + topic) : 0.05));
        const total = raw.reduce((sum, value) => sum + value, 0);
        const shares = raw.map((value) => (value / total).toFixed(6));
        rows.push(`${benchmark},${model},q${item},t${topic},${'ABCD'[key]},${shares.join(',')}`);
      }
    }
  }
  return `${rows.join('\n')}\n`;
}
