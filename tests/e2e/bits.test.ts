// The same file gives the same numbers to the last bit in Node, in Chromium and, where it is installed, in Firefox.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import puppeteer from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
// @ts-expect-error: a plain script without types
import { serve } from '../../.ci/serve.mjs';
import { sharedExists, sharedFolder } from '../shared_data.ts';
import { finish, loadCore, readFile } from '../wasm/core.ts';
import { fixtures, type Host, openHost } from './browser.ts';

const coreFolder = fileURLToPath(new URL('../../web/core', import.meta.url));
const firefox = '/usr/bin/firefox-esr';

let host: Host;
let server: { address: string; close(): Promise<void> };
beforeAll(async () => {
  host = await openHost();
  server = (await serve(coreFolder)) as typeof server;
});
afterAll(async () => {
  await host?.close();
  await server?.close();
});

const digest = (text: string) => createHash('sha256').update(text).digest('hex');

async function inNode(path: string, bytes: Uint8Array): Promise<string> {
  const session = new (await loadCore()).Session();
  readFile(session, path, bytes, { id: 1 });
  const answer = finish(session, session.startAnalysis(0, 0, '{}'));
  session.delete();
  return answer;
}

/** The same in a browser's page; must stand on its own, since it is sent there as text. */
async function inBrowser(address: string, path: string, base64: string): Promise<string> {
  const { default: createCore } = await import(/* @vite-ignore */ `${address}harmonograph_core.mjs`);
  const core = await createCore({ locateFile: (name: string) => address + name });
  const session = new core.Session();
  const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  session.beginFile(1, path, bytes.length, '{}');
  for (let start = 0; start < bytes.length; start += 1 << 20) {
    const piece = bytes.subarray(start, start + (1 << 20));
    session.inputBuffer(piece.length).set(piece);
    session.feed(piece.length);
  }
  session.endFile();
  const { job } = JSON.parse(session.startAnalysis(0, 0, '{}')).value;
  while (!JSON.parse(session.step(job)).value.done);
  return session.result(job);
}

const files: [string, () => Uint8Array][] = [
  ['the example format', () => readFileSync(join(fixtures, 'table/long_options.csv'))],
];
if (sharedExists) {
  files.push([
    'three-model winogrande log',
    () =>
      readFileSync(
        join(sharedFolder, 'real/lm_eval/old_write_out_info/llama/winogrande_write_out_info.json'),
      ),
  ]);
}

describe.each(files)('%s', (_, bytesOf) => {
  it('is the same in Chromium as in Node', async () => {
    const bytes = bytesOf();
    const page = await host.browser.newPage();
    await page.goto(`${server.address}harmonograph_core.d.mts`);
    const base64 = Buffer.from(bytes).toString('base64');
    const answer = await page.evaluate(
      ([source, ...given]) => new Function(`return (${source})(...arguments)`)(...given) as Promise<string>,
      [String(inBrowser), server.address, 'file', base64] as [string, string, string, string],
    );
    await page.close();
    expect(digest(answer)).toBe(digest(await inNode('file', bytes)));
  });

  it.skipIf(!existsSync(firefox))('is the same in Firefox as in Node', async () => {
    const bytes = bytesOf();
    const browser = await puppeteer.launch({ browser: 'firefox', executablePath: firefox, headless: true });
    const page = await browser.newPage();
    await page.goto(`${server.address}harmonograph_core.d.mts`);
    const base64 = Buffer.from(bytes).toString('base64');
    const answer = (await page.evaluate(
      (source, ...given) => new Function(`return (${source})(...arguments)`)(...given),
      String(inBrowser),
      server.address,
      'file',
      base64,
    )) as string;
    await browser.close();
    expect(digest(answer)).toBe(digest(await inNode('file', bytes)));
  });
});
