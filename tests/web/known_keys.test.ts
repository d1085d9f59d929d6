// @vitest-environment node
// A key that a view reads is no unknown one: none may be said to mean nothing.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { isKnownKey } from '../../web/src/state/known_keys.ts';

const source = fileURLToPath(new URL('../../web/src', import.meta.url));
const texts = readdirSync(source, { recursive: true, encoding: 'utf8' })
  .filter((path) => /\.tsx?$/.test(path))
  .map((path) => ({ path, text: readFileSync(join(source, path), 'utf8') }));

/** Names of constants that stand for a key, in the file that declares them. */
function keysOf(text: string): string[] {
  const found: string[] = [];
  for (const [, argument = ''] of text.matchAll(/\b(?:setO|o)therValue\(\s*([^,)]+)/g)) {
    const literal = /^'([^']+)'$/.exec(argument)?.[1];
    if (literal) found.push(literal);
    if (!/^[A-Z_]+$/.test(argument)) continue;
    const constant = new RegExp(`const ${argument}\\b[^=]*= '([^']+)'`).exec(text)?.[1];
    if (constant) found.push(constant);
  }
  // Tables of keys: "const keys: Record<Setting, string> = { draws: 'removals', ... }"
  const table = /const keys: Record<\w+, string> = \{([^}]*)\}/.exec(text)?.[1];
  for (const [, key = ''] of (table ?? '').matchAll(/: '([^']+)'/g)) found.push(key);
  return found;
}

describe('keys of the address that only one view knows', () => {
  const used = texts.flatMap(({ path, text }) => keysOf(text).map((key) => [key, path] as const));

  it('are found in the sources', () => {
    const keys = used.map(([key]) => key);
    for (const key of ['sort', 'folds', 'removals', 'subdomain', 'family']) expect(keys).toContain(key);
  });

  it.each(used)('%s of %s is known', (key) => {
    expect(isKnownKey(key)).toBe(true);
  });

  it('others are not', () => {
    expect(isKnownKey('theta')).toBe(false);
    expect(isKnownKey('name-2')).toBe(true);
    expect(isKnownKey('name-')).toBe(false);
  });
});
