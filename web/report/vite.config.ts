// Bundles the program of a report into one classic script and one style sheet (.ci/build_report.mjs puts them into a page).
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vite';

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  base: './',
  publicDir: false,
  worker: { format: 'iife' },
  build: {
    write: false,
    target: 'es2022',
    assetsInlineLimit: 0,
    cssCodeSplit: false,
    modulePreload: false,
    chunkSizeWarningLimit: 8000,
    rolldownOptions: {
      input: fileURLToPath(new URL('main.tsx', import.meta.url)),
      checks: { emptyImportMeta: false }, // only for preloading chunks, and there is one
      output: { format: 'iife', codeSplitting: false },
    },
  },
});
