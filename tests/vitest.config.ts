import { defineConfig } from 'vitest/config';

// Four projects: the compiled core under Node, the page's parts in a simulated document, the packed library and command, and
// the whole page in a real browser.
export default defineConfig({
  root: new URL('..', import.meta.url).pathname,
  test: {
    projects: [
      {
        extends: true,
        test: {
          name: 'wasm',
          include: ['tests/wasm/**/*.test.ts'],
          environment: 'node',
          testTimeout: 120_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'web',
          include: ['tests/web/**/*.test.{ts,tsx}'],
          environment: 'happy-dom',
          testTimeout: 60_000, // against hanging, not a measure of speed: machines may be busy
        },
      },
      {
        extends: true,
        test: {
          name: 'command',
          include: ['tests/command/**/*.test.ts'],
          environment: 'node',
          globalSetup: ['tests/command/build.ts'],
          testTimeout: 120_000,
          hookTimeout: 240_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'e2e',
          include: ['tests/e2e/**/*.test.ts'],
          environment: 'node',
          testTimeout: 120_000,
          hookTimeout: 120_000,
          fileParallelism: false,
        },
      },
    ],
  },
});
