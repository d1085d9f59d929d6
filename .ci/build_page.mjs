// Builds the page into dist/: works from any sub-path of any static host.
import { existsSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { root, runQuietly } from './command.mjs';
import { writeLicences } from './licences.mjs';
import { stampServiceWorker } from './service_worker.mjs';

export function newestChange(path) {
  const about = statSync(path);
  if (!about.isDirectory()) return about.mtimeMs;
  return Math.max(0, ...readdirSync(path).map((name) => newestChange(join(path, name))));
}

export function buildPage() {
  const index = join(root, 'dist', 'index.html');
  const inputs = ['web', 'package-lock.json', 'tsconfig.json', '.ci'].map((name) =>
    newestChange(join(root, name)),
  );
  if (existsSync(index) && statSync(index).mtimeMs > Math.max(...inputs)) return;
  rmSync(join(root, 'dist'), { recursive: true, force: true });
  runQuietly(join(root, 'node_modules', '.bin', 'vite'), [
    'build',
    '--config',
    'web/vite.config.ts',
    '--logLevel',
    'warn',
  ]);
  writeLicences(join(root, 'dist', 'licences.txt'));
  stampServiceWorker(join(root, 'dist')); // last: it knows all files
}
