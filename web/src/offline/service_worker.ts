// Keeps one version of the page, whole, so that it works without a network; and the latest copy of the data beside it.
// The build writes the list of all its files in front of this (.ci/service_worker.mjs). No import stands here: it is run
// as a script of its own.

interface Build {
  /** Of the list below: another build is another version. */
  version: string;
  /** Paths below the page, each with its SHA-256; "" for the page itself, which its host may add lines to. Icons and texts
   *  may be exchanged too: only of what is run the hash is looked at. */
  files: [path: string, sha256: string][];
  /** What the page of this version names, and that of no other does. */
  named: string[];
}

const worker = self as unknown as ServiceWorkerGlobalScope & { harmonographBuild: Build };
const build = worker.harmonographBuild;
const { scope } = worker.registration;
/** Several of these pages may lie on one host, each in a folder of its own. */
const prefix = `harmonograph ${new URL(scope).pathname} `;
const ownCache = `${prefix}${build.version}`;
const dataCache = `${prefix}data`;
const known = new Set(build.files.map(([path]) => path));
/** The tab whose reader asked for this version: it is loaded again at once. */
let asker = '';

const PAGE = 'index.html';
/** The page under its folder's address: hosts send "index.html" there. */
const addressOf = (path: string) => new URL(path === PAGE ? './' : path, scope).href;

async function sha256(bytes: ArrayBuffer): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** The bytes with what their host says of them, apart from how they travelled. */
function kept(response: Response, body: BodyInit | null, more: Record<string, string> = {}): Response {
  const headers = new Headers(response.headers);
  for (const name of ['vary', 'content-encoding', 'content-length', 'set-cookie']) headers.delete(name);
  for (const [name, value] of Object.entries(more)) headers.set(name, value);
  return new Response(body, { status: 200, headers });
}

/** One file of this version, or a rejection: not what the build made, or not there. */
async function fetchOwn(path: string, hash: string): Promise<Response> {
  // Names of assets carry a hash of their content: what the browser has under them is good. Others may have changed.
  const ways: RequestCache[] = path.startsWith('assets/') ? ['default', 'reload'] : ['no-cache'];
  for (const cache of ways) {
    const response = await fetch(addressOf(path), { cache });
    if (!response.ok) continue;
    const bytes = await response.arrayBuffer();
    if (path === PAGE) {
      const text = new TextDecoder().decode(bytes);
      if (!build.named.every((name) => text.includes(name))) continue;
    } else if (/^assets\/|\.html$/.test(path) && (await sha256(bytes)) !== hash) {
      continue;
    }
    return kept(response, bytes);
  }
  throw new Error(`${path} is not that of version ${build.version}`);
}

/** All files or none: half a version is never served. */
async function precache(): Promise<void> {
  const cache = await caches.open(ownCache);
  try {
    const waiting = [...build.files];
    const work = async () => {
      for (let file = waiting.shift(); file; file = waiting.shift()) {
        await cache.put(addressOf(file[0]), await fetchOwn(...file));
      }
    };
    await Promise.all([work(), work(), work()]);
  } catch (error) {
    await caches.delete(ownCache);
    throw error;
  }
}

const ownCaches = async () => (await caches.keys()).filter((name) => name.startsWith(prefix));

async function deleteOlder(): Promise<void> {
  for (const name of await ownCaches()) {
    if (name !== ownCache && name !== dataCache) await caches.delete(name);
  }
}

/** Tabs of this page other than that one. */
async function otherTabs(id: string): Promise<number> {
  const all = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true });
  return all.filter((tab) => tab.id !== id && tab.url.startsWith(scope)).length;
}

async function fromOwn(path: string, request: Request): Promise<Response> {
  const cache = await caches.open(ownCache);
  return (await cache.match(addressOf(path))) ?? fetch(request);
}

/** A tab of the version before asks for a part that it had not needed yet. */
async function fromOlder(request: Request): Promise<Response> {
  for (const name of await ownCaches()) {
    const found = name === dataCache ? undefined : await (await caches.open(name)).match(request.url);
    if (found) return found;
  }
  return fetch(request);
}

async function keepData(response: Response, address: string): Promise<void> {
  const cache = await caches.open(dataCache);
  try {
    const when = response.headers.get('date') ?? new Date().toUTCString();
    await cache.put(address, kept(response, response.body, { 'x-kept': when }));
  } catch {
    await cache.delete(address); // no room: better none than an old one
  }
}

/** Most pages have no data beside them, and need no place for copies of them. */
async function forgetData(address: string): Promise<void> {
  if (await caches.has(dataCache)) await (await caches.open(dataCache)).delete(address);
}

/** Data as their host has them; without a network the copy of the last visit, and the page is told so. */
async function fromNetworkFirst(event: FetchEvent): Promise<Response> {
  const { request, clientId } = event;
  const address = request.url;
  try {
    const response = await fetch(request);
    if (response.status === 200) event.waitUntil(keepData(response.clone(), address));
    if (response.status === 404 || response.status === 410) {
      event.waitUntil(forgetData(address));
    }
    return response;
  } catch (error) {
    const copy = await caches.match(address, { cacheName: dataCache });
    if (!copy) throw error;
    const tab = await worker.clients.get(clientId);
    tab?.postMessage({ type: 'harmonograph:copy', address, kept: copy.headers.get('x-kept') });
    return copy;
  }
}

worker.addEventListener('install', (event) => event.waitUntil(precache()));

worker.addEventListener('activate', (event) =>
  event.waitUntil(
    (async () => {
      // Tabs of the version before keep what they may still need until they are gone.
      if ((await otherTabs(asker)) === 0) await deleteOlder();
    })(),
  ),
);

worker.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  const base = new URL(scope);
  if (request.method !== 'GET' || origin !== base.origin || !pathname.startsWith(base.pathname)) return;
  const path = pathname.slice(base.pathname.length);
  if (request.mode === 'navigate') {
    if (path === '' || path === PAGE) event.respondWith(fromOwn(PAGE, request));
  } else if (known.has(path)) {
    event.respondWith(fromOwn(path, request));
  } else if (path.startsWith('data/')) {
    event.respondWith(fromNetworkFirst(event));
  } else if (path.startsWith('assets/')) {
    event.respondWith(fromOlder(request));
  }
});

worker.addEventListener('message', (event) => {
  const { type, addresses } = (event.data ?? {}) as { type?: string; addresses?: string[] };
  const tab = event.source instanceof WindowClient ? event.source.id : '';
  switch (type) {
    case 'harmonograph:activate':
      asker = tab;
      event.waitUntil(worker.skipWaiting());
      break;
    case 'harmonograph:tidy':
      event.waitUntil(otherTabs(tab).then((others) => (others === 0 ? deleteOlder() : undefined)));
      break;
    case 'harmonograph:keep': // what the first visit fetched before there was anybody to keep it
      event.waitUntil(
        Promise.all(
          (addresses ?? []).map(async (address) => {
            const response = await fetch(address, { cache: 'force-cache' }).catch(() => null);
            if (response?.status === 200) await keepData(response, address);
          }),
        ),
      );
      break;
  }
});
