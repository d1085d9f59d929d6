// npm start: install what is missing, build, serve the page and print its address.
import { join } from 'node:path';
import { buildAll } from './build.mjs';
import { root } from './command.mjs';
import { serve } from './serve.mjs';

buildAll();
const wanted = Number(process.env.PORT ?? 8123);
const folder = join(root, 'dist');
// Another program may use the port: then any free one will do.
const { address } = await serve(folder, { port: wanted }).catch(() => serve(folder));
console.log(`\nHarmonograph is at ${address}  (Ctrl+C to stop)`);
