// Links name the compiled core by its hash: whoever builds the same sources must get the same bytes.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { engineId } from '../../web/core/engine_id.mjs';

const whole = readFileSync(new URL('../../web/core/harmonograph_core.wasm', import.meta.url));

it('names the compiled core by its hash', () => {
  const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
  const digest = createHash('sha256').update(whole).digest('hex');
  expect(engineId).toBe(`${version}-${digest.slice(0, 12)}`);
});

it('has no path of the machine that built it inside', () => {
  const folder = new URL('../../', import.meta.url).pathname;
  expect(whole.includes(folder)).toBe(false);
});
