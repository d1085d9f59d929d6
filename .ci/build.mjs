// npm run build: dist/ (the page) and build/library (library and command), from sources.
import { buildCore } from './build_core.mjs';
import { buildLibrary } from './build_library.mjs';
import { buildPage } from './build_page.mjs';
import { ensureNodePackages } from './node_packages.mjs';
import { ensurePackages, packagesFor } from './system_packages.mjs';

export function buildAll() {
  ensurePackages(packagesFor.start);
  ensureNodePackages();
  console.log('Building the core ...');
  buildCore();
  console.log('Building the page ...');
  buildPage();
}

if (import.meta.url === `file://${process.argv[1]}`) {
  buildAll();
  console.log('Building the library and the command ...');
  await buildLibrary();
  console.log('dist/ is ready: copy it to any static host. build/library is the package beside it.');
}
