import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { bibtex, references } from '../../../web/src/reproduce/references.ts';

const all = bibtex('0.1.0-9f2b5c8a2273');
const entries = [...all.matchAll(/^@(\w+)\{([^,]+),\n([\s\S]*?)\n\}$/gm)];

describe('BibTeX', () => {
  it('has every reference once, with author, title and year', () => {
    expect(entries).toHaveLength(references.length + 1);
    expect(new Set(entries.map(([, , key]) => key)).size).toBe(entries.length);
    for (const [, type, , fields = ''] of entries) {
      for (const field of ['author', 'title', 'year'])
        expect(fields).toMatch(new RegExp(`^  ${field} = \\{.+\\},?$`, 'm'));
      if (type === 'article')
        for (const field of ['journal', 'volume', 'pages']) expect(fields).toContain(`  ${field} = {`);
      expect(fields.split('{').length).toBe(fields.split('}').length);
      expect(
        fields
          .split('\n')
          .slice(0, -1)
          .every((line) => line.endsWith(',')),
      ).toBe(true);
    }
  });
  it('names the program as its citation file does, with the engine', () => {
    const citation = readFileSync(join(import.meta.dirname, '../../../CITATION.cff'), 'utf8');
    const title = /^title: "(.*)"$/m.exec(citation)?.[1] ?? '?';
    const author = /name: "(.*)"/.exec(citation)?.[1] ?? '?';
    const year = /^date-released: (\d{4})/m.exec(citation)?.[1] ?? '?';
    const [program = ''] = entries[0] ?? [];
    for (const words of [`title = {{${title}}}`, `author = {{${author}}}`, `year = {${year}}`])
      expect(program).toContain(words);
    expect(program).toContain('Version 0.1.0-9f2b5c8a2273');
  });
  it('leaves out what a view does not use', () => {
    const harmony = bibtex('', ['harmony']);
    expect(harmony).toContain('uzunoglu2025flaw');
    expect(harmony).toContain('rousseeuw1987silhouettes');
    expect(harmony).not.toContain('bock1981marginal');
    expect(bibtex('', ['item response'])).toContain('bock1981marginal');
  });
});
