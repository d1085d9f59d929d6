// A plain static file server on this machine only.
import { createReadStream, statSync } from 'node:fs';
import { createServer } from 'node:http';
import { extname, join, normalize, sep } from 'node:path';

const types = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.json': 'application/json; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.wasm': 'application/wasm',
};

/** Serves folder below prefix ("/" or "/some/where/"); resolves to {address, close}. Port 0 = any free one. */
export function serve(folder, { port = 0, prefix = '/' } = {}) {
  const server = createServer((request, response) => {
    const refuse = (status) =>
      response.writeHead(status, { 'content-type': 'text/plain' }).end(String(status));
    let path;
    try {
      path = decodeURIComponent(new URL(request.url ?? '/', 'http://localhost').pathname);
    } catch {
      return refuse(400);
    }
    if (!path.startsWith(prefix)) return refuse(404);
    let file = normalize(join(folder, path.slice(prefix.length)));
    if (file !== folder && !file.startsWith(folder + sep)) return refuse(403);
    try {
      if (statSync(file).isDirectory()) file = join(file, 'index.html');
      const { size } = statSync(file);
      response.writeHead(200, {
        'content-type': types[extname(file)] ?? 'application/octet-stream',
        'content-length': size,
        'cache-control': 'no-cache',
      });
      createReadStream(file).pipe(response);
    } catch {
      refuse(404);
    }
  });
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => {
      resolve({
        address: `http://localhost:${server.address().port}${prefix}`,
        close: () => new Promise((closed) => server.close(closed)),
      });
    });
  });
}
