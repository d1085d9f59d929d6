// Builds the page into dist/, which works from any sub-path of any static host.
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { defineConfig, type Plugin } from 'vite';
// @ts-expect-error: a plain script without types
import { buildReport } from '../.ci/build_report.mjs';
// @ts-expect-error: a plain script without types
import { writeLicences } from '../.ci/licences.mjs';
// @ts-expect-error: a plain script without types
import { stampServiceWorker } from '../.ci/service_worker.mjs';

/** The development server injects styles as elements and reloads through a socket; only it may. */
function relaxPolicyWhileDeveloping(): Plugin {
  return {
    name: 'relax-policy-while-developing',
    apply: 'serve',
    transformIndexHtml: (html) =>
      html
        .replace("style-src 'self'", "style-src 'self' 'unsafe-inline'")
        .replace("connect-src 'self'", "connect-src 'self' ws:"),
  };
}

/** The service worker stands beside the page, since what it may answer for lies below it, and knows all files of the build. */
function serviceWorker(): Plugin {
  let folder = '';
  return {
    name: 'service-worker',
    apply: 'build',
    configResolved(config) {
      folder = resolve(config.root, config.build.outDir);
    },
    async writeBundle() {
      writeLicences(join(folder, 'licences.txt'));
      await buildReport(join(folder, 'report.html'));
      stampServiceWorker(folder);
    },
  };
}

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  base: './',
  plugins: [relaxPolicyWhileDeveloping(), serviceWorker()],
  worker: { format: 'es' },
  build: {
    outDir: '../dist',
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0, // data: addresses would need a weaker policy
    chunkSizeWarningLimit: 900, // the charts library, in a chunk of its own
    rollupOptions: {
      input: {
        index: fileURLToPath(new URL('index.html', import.meta.url)),
        service_worker: fileURLToPath(new URL('src/offline/service_worker.ts', import.meta.url)),
      },
      output: {
        entryFileNames: ({ name }) =>
          name === 'service_worker' ? 'service_worker.js' : 'assets/[name]-[hash].js',
      },
    },
  },
});
