// Files that lie at an address: what is asked for when the address is that of a web page about the file, which hosts that
// means, and a failure in words. A browser never says why a host refused: the sentences name what can be the cause.
import type { EngineErrorData } from '../engine/results.ts';
import type { Source } from './source.ts';

/** More than this is not fetched: the reader may drop it instead, from where it does not pass through memory twice. */
export const LARGEST_REMOTE = 2_000_000_000;

/** Hosts of which it is documented that they let other pages read their files. Shown beside a refusal. */
export const HOSTS_KNOWN_TO_WORK: readonly string[] = [
  'raw.githubusercontent.com (files of a GitHub repository)',
  'GitHub Pages',
  'huggingface.co/…/resolve/… (files of a Hugging Face repository)',
  'zenodo.org/api/records/…/files/…/content (files of a Zenodo record)',
];

export const NEEDED_HEADER = 'Access-Control-Allow-Origin: *';

export type Fetched = { file: File; path: string } | { error: EngineErrorData };

export interface FetchOptions {
  signal?: AbortSignal;
  /** total = null while the host does not say it. */
  onProgress?: (bytes: number, total: number | null) => void;
  /** What relative addresses are relative to; the page when absent. */
  base?: string;
  limit?: number;
  /** Tests give their own. */
  fetch?: typeof globalThis.fetch;
}

/** The page without what stands after "?" and "#"; undefined outside of a browser. */
function pageAddress(): string | undefined {
  return typeof location === 'undefined' ? undefined : location.href.replace(/[?#].*$/s, '');
}

function failure(code: string, file: string, message: string, hint: string): EngineErrorData {
  return { code, message, file, line: 0, hint };
}

/** The address of the file itself, where it is known how a site's page about a file is related to it. */
export function rawAddress(url: URL): URL {
  const parts = url.pathname.split('/');
  const at = (host: string, path: string[]) => new URL(`https://${host}${path.join('/')}`);
  switch (url.hostname) {
    case 'github.com':
    case 'www.github.com': {
      // /owner/repository/blob/branch/path
      const [, owner = '', repository = '', kind, ...rest] = parts;
      if ((kind !== 'blob' && kind !== 'raw') || rest.length < 2) return url;
      return at('raw.githubusercontent.com', ['', owner, repository, ...rest]);
    }
    case 'gist.github.com': {
      // /owner/id, /owner/id/raw/..., each with or without a revision; the page of a gist stands for its first file
      const [, owner = '', id = '', ...rest] = parts;
      if (owner === '' || !/^[0-9a-f]{20,}$/i.test(id)) return url;
      const path = rest[0] === 'raw' ? rest : ['raw', ...rest.filter((part) => part !== '')];
      return at('gist.githubusercontent.com', ['', owner, id, ...path]);
    }
    case 'huggingface.co':
    case 'hf.co': {
      // /owner/name/blob/branch/path, /datasets/owner/name/blob/branch/path
      const kind = parts.findIndex((part, index) => index >= 3 && (part === 'blob' || part === 'raw'));
      if (kind < 0 || kind > 4 || parts.length < kind + 3) return url;
      return at(
        'huggingface.co',
        parts.map((part, index) => (index === kind ? 'resolve' : part)),
      );
    }
    case 'zenodo.org': {
      // /records/id/files/name: only the programming interface lets other pages read it.
      const [, records, id = '', files, ...name] = parts;
      if ((records !== 'records' && records !== 'record') || files !== 'files' || name.length === 0)
        return url;
      return at('zenodo.org', ['', 'api', 'records', id, 'files', ...name, 'content']);
    }
    default:
      return url;
  }
}

/** What will be asked for, or why that cannot be. */
export function resolveAddress(
  address: string,
  base = pageAddress(),
): { url: URL } | { error: EngineErrorData } {
  let url: URL;
  try {
    url = new URL(address, base);
  } catch {
    const message = `“${address}” is not an address.`;
    return { error: failure('bad_address', address, message, 'An address begins with https://.') };
  }
  if (url.protocol !== 'https:' && url.protocol !== 'http:') {
    const message = `“${address}” begins with ${url.protocol}, and only https: and http: can be fetched.`;
    const hint = 'Put the file on a web server, or drop it here.';
    return { error: failure('bad_address', address, message, hint) };
  }
  if (url.username !== '' || url.password !== '') {
    const message = `The address on ${url.host} has a user name or a password in it, which a link must not carry.`;
    return { error: failure('bad_address', address, message, 'Download the file and drop it here.') };
  }
  url.hash = '';
  return { url: rawAddress(url) };
}

/** The name that the file has here: with its folders, since readers may learn the model from them. */
export function pathOfAddress(address: string, base = pageAddress()): string {
  const resolved = resolveAddress(address, base);
  if ('error' in resolved) return address;
  const decoded = (text: string) => {
    try {
      return decodeURIComponent(text);
    } catch {
      return text;
    }
  };
  const { url } = resolved;
  // A file of the page's own folder is named from there, wherever that folder lies.
  const folder = base === undefined ? undefined : new URL('.', base);
  const inside =
    folder !== undefined && url.origin === folder.origin && url.pathname.startsWith(folder.pathname);
  // data/ is where a hosted page keeps its files, and says nothing of them.
  const path = inside
    ? url.pathname.slice(folder.pathname.length).replace(/^data\/(?=.)/, '')
    : url.pathname.slice(1);
  return decoded(path.replace(/\/content$/, url.hostname === 'zenodo.org' ? '' : '$&')) || url.host;
}

/** The hosts that a link would have asked, apart from the page's own, each with the number of its files. */
export function otherHosts(
  sources: readonly Source[],
  base = pageAddress(),
): { host: string; files: number }[] {
  const own = base === undefined ? '' : new URL(base).origin;
  const found = new Map<string, number>();
  for (const source of sources) {
    if (source.kind !== 'address') continue;
    const resolved = resolveAddress(source.address, base);
    if ('error' in resolved || resolved.url.origin === own) continue;
    found.set(resolved.url.host, (found.get(resolved.url.host) ?? 0) + 1);
  }
  return [...found].map(([host, files]) => ({ host, files }));
}

/** Fetches one file. Whatever goes wrong is said, never thrown; a cancelled one has the code "cancelled". */
export async function fetchSource(address: string, options: FetchOptions = {}): Promise<Fetched> {
  const { signal, onProgress, base = pageAddress(), limit = LARGEST_REMOTE } = options;
  const resolved = resolveAddress(address, base);
  if ('error' in resolved) return resolved;
  const { url } = resolved;
  const path = pathOfAddress(address, base);
  const cancelled = () => ({ error: failure('cancelled', path, 'Cancelled.', '') });
  const tooLarge = (bytes: number) => ({
    error: failure(
      'too_large',
      path,
      `${url.host} would send ${megabytes(bytes)} for ${path}; at most ${megabytes(limit)} are fetched.`,
      'Download the file, take out what is not needed, and drop it here.',
    ),
  });
  let response: Response;
  try {
    response = await (options.fetch ?? globalThis.fetch)(url.href, {
      // Nothing of the reader goes along: no cookies, no referrer. A page behind a login has its own data there too.
      credentials: base !== undefined && new URL(base).origin === url.origin ? 'same-origin' : 'omit',
      referrerPolicy: 'no-referrer',
      cache: 'no-cache',
      ...(signal ? { signal } : {}),
    });
  } catch {
    if (signal?.aborted) return cancelled();
    return { error: unreachable(url, path, base) };
  }
  if (!response.ok) {
    void response.body?.cancel();
    return { error: refused(response, url, path) };
  }
  const type = response.headers.get('content-type') ?? '';
  if (/^text\/html\b/i.test(type) && !/\.html?$/i.test(url.pathname)) {
    void response.body?.cancel();
    const message = `${url.host} answered with a web page in place of the file ${path}.`;
    const hint = 'Use the address of the file itself (“raw”, “resolve”, “download”), or drop the file here.';
    return { error: failure('web_page', path, message, hint) };
  }
  // With a packed transfer the length is that of the packed bytes: good for nothing then.
  const packed = response.headers.get('content-encoding') !== null;
  const length = Number(response.headers.get('content-length') ?? Number.NaN);
  const total = packed || !Number.isFinite(length) ? null : length;
  if (total !== null && total > limit) {
    void response.body?.cancel();
    return tooLarge(total);
  }
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  let bytes = 0;
  try {
    const reader = response.body?.getReader();
    for (;;) {
      const next = await reader?.read();
      if (!next || next.done) break;
      bytes += next.value.length;
      if (bytes > limit) {
        void reader?.cancel();
        return tooLarge(bytes);
      }
      pieces.push(next.value);
      onProgress?.(bytes, total);
    }
  } catch {
    if (signal?.aborted) return cancelled();
    const message = `${url.host} stopped sending ${path} after ${megabytes(bytes)}.`;
    return {
      error: failure('connection_lost', path, message, 'Try again, or download the file and drop it here.'),
    };
  }
  return { file: new File(pieces, path.slice(path.lastIndexOf('/') + 1)), path };
}

const megabytes = (bytes: number) =>
  `${(bytes / 1e6).toLocaleString('en-US', { maximumFractionDigits: 1 })} MB`;

/** fetch() failed: no network, no such host, or a host that does not let other pages read. The three look the same. */
function unreachable(url: URL, path: string, base: string | undefined): EngineErrorData {
  const page = base === undefined ? undefined : new URL(base);
  if (page && page.origin === url.origin) {
    const message = `${path} could not be fetched from the page’s own host: there is no connection to ${url.host}.`;
    return failure('unreachable', path, message, 'Check the connection and try again.');
  }
  if (page?.protocol === 'https:' && url.protocol === 'http:' && url.hostname !== 'localhost') {
    const message = `${url.host} was not asked for ${path}: a page at https:// may not load from http://.`;
    return failure(
      'insecure',
      path,
      message,
      'Use an https:// address, or download the file and drop it here.',
    );
  }
  return failure(
    'cross_origin',
    path,
    `${path} could not be fetched from ${url.host}. Either there is no connection to it, or it does not let other pages read its files: for that it must send the header “${NEEDED_HEADER}”.`,
    `Download the file and drop it here: it is recognised. Hosts known to work: ${HOSTS_KNOWN_TO_WORK.join(', ')}.`,
  );
}

function refused(response: Response, url: URL, path: string): EngineErrorData {
  const { status } = response;
  const code = status === 404 || status === 410 ? 'not_found' : 'refused';
  const why =
    code === 'not_found'
      ? `There is no ${path} at ${url.host} any more`
      : status === 401 || status === 403
        ? `${url.host} does not give ${path} to everybody`
        : `${url.host} did not give ${path}`;
  const hint =
    code === 'not_found'
      ? 'Ask whoever made the link where the file is now, and drop it here: it is recognised by its content.'
      : 'Open the address in a tab of its own; if it can be downloaded there, drop it here.';
  return failure(code, path, `${why} (status ${status}).`, hint);
}
