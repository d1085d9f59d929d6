// The same file gives the same numbers to the last bit in Node, in Chromium and, where it is installed, in Firefox.
import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import puppeteer from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
// @ts-expect-error: a plain script without types
import { serve } from '../../.ci/serve.mjs';
import { sharedExists, sharedFolder } from '../shared_data.ts';
import { finish, loadCore, readFile } from '../wasm/core.ts';
import { responseTable } from '../wasm/response_table.ts';
import { type Host, openHost, temporaryFolder } from './browser.ts';

const coreFolder = fileURLToPath(new URL('../../web/core', import.meta.url));
const firefox = '/usr/bin/firefox-esr';

const folder = temporaryFolder();
let host: Host;
let server: { address: string; close(): Promise<void> };
beforeAll(async () => {
  host = await openHost();
  // The core beside an empty page, without the policy of the real one: the test sends it code to run.
  for (const name of ['harmonograph_core.mjs', 'harmonograph_core.wasm']) {
    copyFileSync(join(coreFolder, name), join(folder, name));
  }
  writeFileSync(join(folder, 'analyse.mjs'), browserModule);
  writeFileSync(join(folder, 'index.html'), '<!doctype html><title>empty</title>');
  server = (await serve(folder)) as typeof server;
});
afterAll(async () => {
  await host?.close();
  await server?.close();
});

const digest = (text: string) => createHash('sha256').update(text).digest('hex');

/** How the computation is started: HARMONY of the first model, or a fit with these parameters. */
type Start = ['startAnalysis', 0, 0, string] | ['startItemResponse', string];
const harmony: Start = ['startAnalysis', 0, 0, '{}'];

async function inNode(path: string, bytes: Uint8Array, [method, ...given]: Start = harmony): Promise<string> {
  const session = new (await loadCore(join(folder, 'harmonograph_core.wasm'))).Session();
  readFile(session, path, bytes, { id: 1 });
  const start = session[method] as (...parameters: unknown[]) => string;
  const answer = finish(session, start.apply(session, given));
  session.delete();
  return answer;
}

/** The same inside a browser: a module beside the core, since what is sent as a function is rewritten on the way. */
const browserModule = `
import createCore from './harmonograph_core.mjs';
export async function analyse(path, base64, method, ...given) {
  const core = await createCore({ locateFile: (name) => new URL(name, import.meta.url).href });
  const session = new core.Session();
  const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  session.beginFile(1, path, bytes.length, '{}');
  for (let start = 0; start < bytes.length; start += 1 << 20) {
    const piece = bytes.subarray(start, start + (1 << 20));
    session.inputBuffer(piece.length).set(piece);
    session.feed(piece.length);
  }
  session.endFile();
  const { job } = JSON.parse(session[method](...given)).value;
  while (!JSON.parse(session.step(job)).value.done);
  return session.result(job);
}`;

const call = (bytes: Uint8Array, start: Start = harmony) =>
  `import('./analyse.mjs').then((module) => module.analyse('file', '${Buffer.from(bytes).toString('base64')}', ...${JSON.stringify(start)}))`;

/** 300 items with four options, from a linear congruential generator. */
function optionTable(): Uint8Array {
  let state = 12345;
  const uniform = () => {
    state = (state * 1103515245 + 12345) % 2147483648;
    return state / 2147483648;
  };
  const rows = ['model,item,key,p_A,p_B,p_C,p_D'];
  for (let item = 0; item < 300; ++item) {
    const raw = [uniform(), uniform(), uniform(), uniform()].map((value) => value ** 4 + 0.001);
    const total = raw.reduce((sum, value) => sum + value, 0);
    rows.push(
      `m,q${item},${'ABCD'[Math.floor(uniform() * 4)]},${raw.map((value) => value / total).join(',')}`,
    );
  }
  return new TextEncoder().encode(rows.join('\n'));
}

const files: [string, () => Uint8Array][] = [['option probabilities in a table', optionTable]];
if (sharedExists) {
  files.push([
    'a winogrande log',
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
    await page.goto(server.address);
    const answer = (await page.evaluate(call(bytes))) as string;
    await page.close();
    expect(digest(answer)).toBe(digest(await inNode('file', bytes)));
    expect(answer).toContain('"ok":true');
  });

  it.skipIf(!existsSync(firefox))('is the same in Firefox as in Node', async () => {
    const bytes = bytesOf();
    const browser = await puppeteer.launch({ browser: 'firefox', executablePath: firefox, headless: true });
    const page = await browser.newPage();
    await page.goto(server.address);
    const answer = (await page.evaluate(call(bytes))) as string;
    await browser.close();
    expect(digest(answer)).toBe(digest(await inNode('file', bytes)));
  });
});

describe('a fit of item response theory', () => {
  it.each(['{"dimensions": 2, "estimator": "variational"}', '{"dimensions": 1, "estimator": "marginal"}'])(
    'is the same in Chromium as in Node: %s',
    async (parameters) => {
      const start: Start = ['startItemResponse', parameters];
      const bytes = new TextEncoder().encode(responseTable({ models: 40, items: 80 }));
      const page = await host.browser.newPage();
      await page.goto(server.address);
      const answer = (await page.evaluate(call(bytes, start))) as string;
      await page.close();
      expect(digest(answer)).toBe(digest(await inNode('file', bytes, start)));
      expect(answer).toContain('"ok":true');
    },
  );
});
