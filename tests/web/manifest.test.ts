// data/manifest.json: what is understood, what is refused with its place, and what is written.
import { describe, expect, it } from 'vitest';
import { addressOfPath, parseManifest, printManifest } from '../../web/src/reproduce/manifest.ts';
import { embedSnippet } from '../../web/src/views/embed/snippet.ts';

const parse = (value: unknown) => parseManifest(JSON.stringify(value));
const hash = '0123456789abcdef'.repeat(4);

describe('a manifest', () => {
  it('is read with everything in it; what is not known is kept with its place', () => {
    const parsed = parse({
      title: 'T',
      description: 'D',
      citation: 'C',
      license: 'CC0-1.0',
      view: '#view=overview',
      funding: { by: 'nobody' },
      files: [
        { path: 'a b/c#1.csv', sha256: hash.toUpperCase(), bytes: 12, options: { model: 'M' }, note: 'x' },
        { url: 'https://host.example/x.jsonl?raw=1' },
      ],
    });
    expect(parsed).toEqual({
      ok: true,
      value: {
        title: 'T',
        description: 'D',
        citation: 'C',
        licence: 'CC0-1.0',
        generator: '',
        view: '#view=overview',
        files: [
          {
            name: 'a b/c#1.csv',
            address: 'data/a%20b/c%231.csv',
            sha256: hash,
            bytes: 12,
            options: { model: 'M' },
          },
          {
            name: 'https://host.example/x.jsonl?raw=1',
            address: 'https://host.example/x.jsonl?raw=1',
            sha256: '',
            bytes: null,
            options: {},
          },
        ],
        other: [
          ['funding', { by: 'nobody' }],
          ['files[0].note', 'x'],
        ],
      },
    });
  });

  it.each([
    ['not JSON', '{"files": [}', /not valid JSON/],
    ['a list', '[]', /a list, not an object/],
    ['no files', '{}', /"files" is missing/],
    ['files that are no list', '{"files": "x.csv"}', /"files" is a string/],
    ['an empty list', '{"files": []}', /empty list/],
    ['a file as a text', '{"files": ["x.csv"]}', /files\[0\]" is a string/],
    ['neither path nor url', '{"files": [{"path": "a"}, {}]}', /files\[1\]" has neither/],
    ['both', '{"files": [{"path": "a", "url": "https://x.example/a"}]}', /both/],
    ['a path upwards', '{"files": [{"path": "../a"}]}', /files\[0\]\.path/],
    ['a path with an empty step', '{"files": [{"path": "a//b"}]}', /files\[0\]\.path/],
    ['an absolute path', '{"files": [{"path": "/a"}]}', /not a path below/],
    ['an address as a path', '{"files": [{"path": "https://x.example/a"}]}', /not a path below/],
    ['a backslash', '{"files": [{"path": "a\\\\b"}]}', /not a path below/],
    ['another protocol', '{"files": [{"url": "file:///etc/passwd"}]}', /files\[0\]\.url/],
    ['a script', '{"files": [{"url": "javascript:alert(1)"}]}', /files\[0\]\.url/],
    ['a short hash', '{"files": [{"path": "a", "sha256": "abc"}]}', /64 hexadecimal/],
    ['a negative size', '{"files": [{"path": "a", "bytes": -1}]}', /number of bytes/],
    [
      'an option that is no text',
      '{"files": [{"path": "a", "options": {"model": 7}}]}',
      /options\.model" is a number/,
    ],
    ['the same file twice', '{"files": [{"path": "a"}, {"path": "a"}]}', /names a twice/],
    ['a title that is no text', '{"title": 7, "files": [{"path": "a"}]}', /"title" is a number/],
    [
      'two licences',
      '{"licence": "a", "license": "b", "files": [{"path": "a"}]}',
      /both "licence" and "license"/,
    ],
    ['a view without "#"', '{"view": "view=overview", "files": [{"path": "a"}]}', /does not start with "#"/],
  ])('%s is refused with its place and what to do', (_, text, words) => {
    const parsed = parseManifest(text);
    expect(parsed.ok).toBe(false);
    if (parsed.ok) return;
    expect(parsed.error.message).toMatch(words);
    expect(parsed.error.message).toContain('data/manifest.json');
    expect(parsed.error.hint).not.toBe('');
  });

  it('that is written is read again, and says only what was said', () => {
    const text = printManifest({ title: 'T', description: '', generator: 'g' }, [
      { path: 'runs/ü.csv', bytes: 3, sha256: hash },
    ]);
    expect(Object.keys(JSON.parse(text))).toEqual(['title', 'generator', 'files']);
    const parsed = parseManifest(text);
    expect(parsed.ok && parsed.value.files[0]?.address).toBe('data/runs/%C3%BC.csv');
    expect(parsed.ok && parsed.value.other).toEqual([]);
  });

  it('names files by addresses that lead to them, whatever their letters', () => {
    for (const name of ['a?b.csv', '100%.csv', 'x#y.csv', 'a=b&c.csv', 'ü ñ.csv']) {
      const { pathname, search, hash: after } = new URL(addressOfPath(name), 'https://h.example/p/');
      expect([decodeURIComponent(pathname), search, after]).toEqual([`/p/data/${name}`, '', '']);
    }
  });
});

describe('the lines of an embedded page', () => {
  it('hold any address and title, and name the origin that alone is believed', () => {
    const address = 'https://author.example:8443/toy/#v=1&src=x"y<z>&embed=1';
    const lines = embedSnippet(address, 'A "chart" <b>', { width: 500, height: 300 });
    const template = document.createElement('template'); // in which nothing is loaded and run
    template.innerHTML = lines;
    const parsed = template.content;
    const frame = parsed.querySelector('iframe');
    expect(frame?.getAttribute('src')).toBe(address);
    expect(frame?.getAttribute('title')).toBe('A "chart" <b>');
    expect(frame?.getAttribute('style')).toBe('width: min(100%, 500px); height: 300px; border: 0');
    const script = parsed.querySelector('script')?.textContent ?? '';
    expect(script).toContain('const origin = "https://author.example:8443";');
    expect(script).not.toContain("'*'");
  });
});
