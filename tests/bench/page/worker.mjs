// The core in a browser's worker. The bench's server lays the compiled core beside this file.

import { harmonyOfFile, readingOfFile } from './drive.mjs';
import createCore from './harmonograph_core.mjs';

addEventListener('message', async ({ data: { work, address, parameters } }) => {
  try {
    const core = await createCore({ locateFile: (path) => new URL(path, import.meta.url).href });
    const bytes = new Uint8Array(await (await fetch(address)).arrayBuffer());
    const path = address.split('/').pop();
    postMessage(
      work === 'harmony' ? harmonyOfFile(core, path, bytes, parameters) : readingOfFile(core, path, bytes),
    );
  } catch (error) {
    postMessage({ failure: String(error) });
  }
});
