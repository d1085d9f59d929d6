// The page lists what the core can read; the documentation names the same readers.
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import type { FormatInfo } from '../../web/src/engine/results.ts';
import { readableFiles } from '../../web/src/words/readable_files.ts';
import { loadCore, value } from './core.ts';

it('the list of the page and docs/formats.md have every reader of the core, by its id and name', async () => {
  const text = readFileSync(new URL('../../docs/formats.md', import.meta.url), 'utf8');
  const session = new (await loadCore()).Session();
  const formats = value<FormatInfo[]>(session.formats());
  session.delete();
  expect(formats.length).toBeGreaterThan(20);
  const named = ({ id, label }: FormatInfo) => `${id}: ${label}`;
  expect(readableFiles.map(named).sort()).toEqual(formats.map(named).sort());
  for (const { label } of formats) expect(text).toContain(`| ${label} |`);
});
