// Builds the page into dist/, which works from any sub-path of any static host.
import { fileURLToPath } from 'node:url';
import { defineConfig, type Plugin } from 'vite';

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

export default defineConfig({
  root: fileURLToPath(new URL('.', import.meta.url)),
  base: './',
  plugins: [relaxPolicyWhileDeveloping()],
  worker: { format: 'es' },
  build: {
    outDir: '../dist',
    emptyOutDir: true,
    target: 'es2022',
    assetsInlineLimit: 0, // data: addresses would need a weaker policy
    chunkSizeWarningLimit: 900, // the charts library, in a chunk of its own
  },
});
