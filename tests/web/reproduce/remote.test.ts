// Files at addresses: which address is asked for, which hosts that means, and every way in which it can fail.
import { describe, expect, it } from 'vitest';
import {
  fetchSource,
  otherHosts,
  pathOfAddress,
  rawAddress,
  resolveAddress,
} from '../../../web/src/reproduce/remote.ts';

const base = 'https://author.example/study/index.html';

describe('the address of the file itself', () => {
  it.each([
    [
      'https://github.com/o/r/blob/main/a%20b/x.jsonl?plain=1#L3',
      'https://raw.githubusercontent.com/o/r/main/a%20b/x.jsonl',
    ],
    ['https://github.com/o/r/raw/v1.0/x.csv', 'https://raw.githubusercontent.com/o/r/v1.0/x.csv'],
    ['https://github.com/o/r', 'https://github.com/o/r'],
    [
      'https://github.com/o/r/releases/download/v1/x.csv',
      'https://github.com/o/r/releases/download/v1/x.csv',
    ],
    [
      'https://gist.github.com/o/0123456789abcdef0123456789abcdef',
      'https://gist.githubusercontent.com/o/0123456789abcdef0123456789abcdef/raw',
    ],
    [
      'https://gist.github.com/o/0123456789abcdef0123456789abcdef/raw/x.csv',
      'https://gist.githubusercontent.com/o/0123456789abcdef0123456789abcdef/raw/x.csv',
    ],
    ['https://gist.github.com/discover', 'https://gist.github.com/discover'],
    ['https://huggingface.co/o/m/blob/main/x.jsonl', 'https://huggingface.co/o/m/resolve/main/x.jsonl'],
    [
      'https://huggingface.co/datasets/o/d/blob/main/deep/x.jsonl?download=true',
      'https://huggingface.co/datasets/o/d/resolve/main/deep/x.jsonl',
    ],
    ['https://huggingface.co/datasets/o/d/tree/main', 'https://huggingface.co/datasets/o/d/tree/main'],
    ['https://huggingface.co/o/m/resolve/main/blob/x', 'https://huggingface.co/o/m/resolve/main/blob/x'],
    [
      'https://zenodo.org/records/123/files/x.csv?download=1',
      'https://zenodo.org/api/records/123/files/x.csv/content',
    ],
    ['https://elsewhere.example/o/r/blob/main/x', 'https://elsewhere.example/o/r/blob/main/x'],
  ])('%s is asked for as %s', (page, file) => {
    const url = new URL(page);
    url.hash = '';
    expect(rawAddress(url).href).toBe(file);
  });

  it('is relative to the page', () => {
    expect(resolveAddress('data/x.csv', base)).toEqual({
      url: new URL('https://author.example/study/data/x.csv'),
    });
  });

  it.each([
    ['javascript:alert(1)'],
    ['file:///etc/passwd'],
    ['data:text/plain,x'],
    ['blob:https://a.example/1'],
    ['https://me:secret@host.example/x'],
    ['http://'],
  ])('is never %s', async (address) => {
    let asked = 0;
    const fetched = await fetchSource(address, {
      base,
      fetch: async () => {
        asked += 1;
        return new Response('x');
      },
    });
    expect(fetched).toMatchObject({ error: { code: 'bad_address' } });
    expect(JSON.stringify(fetched)).not.toContain('me:secret@host.example/x is');
    expect(asked).toBe(0);
  });
});

describe('the name', () => {
  it.each([
    ['data/toy-1b/x%20y.jsonl', 'toy-1b/x y.jsonl'],
    ['https://author.example/study/data/x.csv', 'x.csv'],
    ['https://author.example/elsewhere/x.csv', 'elsewhere/x.csv'],
    ['https://huggingface.co/datasets/o/d/blob/main/m/x.jsonl', 'datasets/o/d/resolve/main/m/x.jsonl'],
    ['https://zenodo.org/records/123/files/x.csv', 'api/records/123/files/x.csv'],
    ['https://host.example/', 'host.example'],
  ])('of %s is %s', (address, path) => {
    expect(pathOfAddress(address, base)).toBe(path);
  });
});

it('the hosts other than the own one are named with the number of their files', () => {
  const source = (address: string) => ({ kind: 'address' as const, address, sha256: '', options: {} });
  const sources = [
    source('data/x.csv'),
    source('https://github.com/o/r/blob/main/x.csv'),
    source('https://github.com/o/r/blob/main/y.csv'),
    source('http://localhost:8000/z'),
    source('ftp://host.example/x'),
    { kind: 'example' as const },
  ];
  expect(otherHosts(sources, base)).toEqual([
    { host: 'raw.githubusercontent.com', files: 2 },
    { host: 'localhost:8000', files: 1 },
  ]);
});

describe('fetching', () => {
  const answer = (response: () => Response) => ({ base, fetch: async () => response() });

  it('gives the bytes under their name, says how far it is and takes nothing of the reader along', async () => {
    const seen: RequestInit[] = [];
    const progress: [number, number | null][] = [];
    const fetched = await fetchSource('data/x.csv', {
      base,
      onProgress: (bytes, total) => progress.push([bytes, total]),
      fetch: async (_, init) => {
        seen.push(init ?? {});
        return new Response('model,item\n', { headers: { 'content-length': '11' } });
      },
    });
    expect('file' in fetched && (await fetched.file.text())).toBe('model,item\n');
    expect(fetched).toMatchObject({ path: 'x.csv' });
    expect(progress.at(-1)).toEqual([11, 11]);
    // The page's own host may ask for a login, which was given for the page already.
    expect(seen[0]).toMatchObject({ credentials: 'same-origin', referrerPolicy: 'no-referrer' });
    await fetchSource('https://elsewhere.example/x.csv', {
      base,
      fetch: async (_, init) => {
        seen.push(init ?? {});
        return new Response('');
      },
    });
    expect(seen[1]).toMatchObject({ credentials: 'omit', referrerPolicy: 'no-referrer' });
  });

  it('does not take the length of a packed transfer for that of the file', async () => {
    const totals: (number | null)[] = [];
    await fetchSource('x.csv', {
      base,
      onProgress: (_, total) => totals.push(total),
      fetch: async () =>
        new Response('long text', { headers: { 'content-length': '2', 'content-encoding': 'br' } }),
    });
    expect(totals.at(-1)).toBeNull();
  });

  it('a host that refuses without a reason is explained: what it must send, which hosts work, the way out', async () => {
    const fetched = await fetchSource('https://host.example/x.csv', {
      base,
      fetch: async () => {
        throw new TypeError('Failed to fetch');
      },
    });
    expect(fetched).toMatchObject({ error: { code: 'cross_origin', file: 'x.csv' } });
    const said = JSON.stringify(fetched);
    for (const part of [
      'host.example',
      'Access-Control-Allow-Origin: *',
      'raw.githubusercontent.com',
      'drop it',
    ]) {
      expect(said).toContain(part);
    }
  });

  it('the own host is not blamed for that', async () => {
    const fetched = await fetchSource('x.csv', {
      base,
      fetch: async () => {
        throw new TypeError('Failed to fetch');
      },
    });
    expect(fetched).toMatchObject({ error: { code: 'unreachable' } });
  });

  it('http:// from a page at https:// says what it is', async () => {
    const fetched = await fetchSource('http://host.example/x.csv', {
      base,
      fetch: async () => {
        throw new TypeError('Failed to fetch');
      },
    });
    expect(fetched).toMatchObject({ error: { code: 'insecure' } });
  });

  it.each([
    [404, 'not_found'],
    [403, 'refused'],
    [500, 'refused'],
  ])('status %i is %s', async (status, code) => {
    const fetched = await fetchSource(
      'x.csv',
      answer(() => new Response('no', { status })),
    );
    expect(fetched).toMatchObject({ error: { code } });
    expect(JSON.stringify(fetched)).toContain(`status ${status}`);
  });

  it('a web page is not data', async () => {
    const html = () =>
      new Response('<!doctype html>', { headers: { 'content-type': 'text/html; charset=utf-8' } });
    expect(await fetchSource('x.csv', answer(html))).toMatchObject({ error: { code: 'web_page' } });
  });

  it('what is too large is said before it is read, or as soon as it is', async () => {
    const long = (headers: Record<string, string>) => () => new Response('0123456789', { headers });
    const limit = 8;
    for (const headers of [{ 'content-length': '10' }, {} as Record<string, string>]) {
      expect(await fetchSource('x.csv', { ...answer(long(headers)), limit })).toMatchObject({
        error: { code: 'too_large' },
      });
    }
  });

  it('can be cancelled, and a connection that breaks off is said', async () => {
    const controller = new AbortController();
    controller.abort();
    const aborted = await fetchSource('x.csv', {
      base,
      signal: controller.signal,
      fetch: async () => {
        throw new DOMException('aborted', 'AbortError');
      },
    });
    expect(aborted).toMatchObject({ error: { code: 'cancelled' } });
    const breaking = () =>
      new Response(
        new ReadableStream({
          pull(stream) {
            stream.error(new TypeError('network error'));
          },
        }),
      );
    expect(await fetchSource('x.csv', answer(breaking))).toMatchObject({
      error: { code: 'connection_lost' },
    });
  });
});
