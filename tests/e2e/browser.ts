// Starts the built page in a real browser and watches what it asks the network for.
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Browser, type BrowserContext, type ConsoleMessage, chromium, type Page } from 'playwright-core';
// @ts-expect-error: a plain script without types
import { serve } from '../../.ci/serve.mjs';

/** The built page; another build of it can be tested too. */
export const dist = process.env.HARMONOGRAPH_DIST ?? fileURLToPath(new URL('../../dist', import.meta.url));
export const fixtures = fileURLToPath(new URL('../fixtures', import.meta.url));

const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

export interface Host {
  address: string;
  browser: Browser;
  close(): Promise<void>;
}

export interface Server {
  address: string;
  close(): Promise<void>;
}

/** A static file server of its own port, and so of its own origin. */
export const serveFolder = (folder: string, prefix = '/', port = 0): Promise<Server> =>
  serve(folder, { prefix, port });

/** Serves dist/ below a sub-path, as a project page of a static host would, and starts Chromium. */
export async function openHost(folder = dist, prefix = '/some/where/'): Promise<Host> {
  const server = await serveFolder(folder, prefix);
  const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', headless: true, args: flags });
  return {
    address: server.address,
    browser,
    async close() {
      await browser.close();
      await server.close();
    },
  };
}

/** Most pages are hosted without data beside them: they ask once, and Chromium logs every 404 as an error. */
const isMissingManifest = (message: ConsoleMessage) =>
  message.location().url.endsWith('/data/manifest.json') && message.text().includes('404');

export interface Visit {
  context: BrowserContext;
  page: Page;
  /** Every address that was asked for since the page was opened. */
  requests: string[];
  /** Errors on the console and uncaught ones. */
  complaints: string[];
}

export async function visit(
  host: Host,
  {
    hash = '',
    width = 1440,
    height = 900,
    dark = false,
    offline = false,
  }: { hash?: string; width?: number; height?: number; dark?: boolean; offline?: boolean } = {},
): Promise<Visit> {
  const context = await host.browser.newContext({
    viewport: { width, height },
    colorScheme: dark ? 'dark' : 'light',
    acceptDownloads: true,
    // The copy for offline use is fetched behind the page's back: only tests about it let that happen.
    serviceWorkers: offline ? 'allow' : 'block',
  });
  const page = await context.newPage();
  const requests: string[] = [];
  const complaints: string[] = [];
  context.on('request', (request) => requests.push(request.url()));
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('console', (message) => {
    if (message.type() === 'error' && !isMissingManifest(message)) complaints.push(message.text());
  });
  await page.goto(host.address + hash);
  return { context, page, requests, complaints };
}

export const temporaryFolder = (): string => mkdtempSync(join(tmpdir(), 'harmonograph-'));
