// The page lists what the core can read; the documentation names the same readers.
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import type { FormatInfo } from '../../web/src/engine/results.ts';
import { loadCore, value } from './core.ts';

it('docs/formats.md has every reader by the name that the page shows', async () => {
  const text = readFileSync(new URL('../../docs/formats.md', import.meta.url), 'utf8');
  const session = new (await loadCore()).Session();
  const formats = value<FormatInfo[]>(session.formats());
  session.delete();
  expect(formats.length).toBeGreaterThan(20);
  for (const { label } of formats) expect(text).toContain(`| ${label} |`);
});
