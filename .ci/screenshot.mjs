// npm run screenshot: the picture of the README, from the real page with its built-in example.
// Builds what is missing first. Usage: node .ci/screenshot.mjs [target.png] [--dark]
import { statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { buildAll } from './build.mjs';
import { root } from './command.mjs';
import { serve } from './serve.mjs';
import { ensurePackages, packagesFor } from './system_packages.mjs';

const largest = 300_000; // bytes: a README must load quickly
const target = resolve(
  process.argv.slice(2).find((one) => !one.startsWith('--')) ?? join(root, 'docs', 'screenshot.png'),
);
const dark = process.argv.includes('--dark');

ensurePackages(packagesFor.test);
buildAll();
const { chromium } = await import('playwright-core');
const server = await serve(join(root, 'dist'));
const browser = await chromium.launch({
  executablePath: '/usr/bin/chromium',
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
  ],
});
try {
  const page = await browser.newPage({
    viewport: { width: 1440, height: 900 },
    colorScheme: dark ? 'dark' : 'light',
    reducedMotion: 'reduce',
  });
  await page.goto(`${server.address}#src=example&view=benchmark&model=specialist-science`);
  // The verdict is there once the analysis is, the charts a moment later.
  await page.locator('.verdict').waitFor({ timeout: 120_000 });
  await page.getByText('Accuracy per subdomain').waitFor();
  await page.waitForFunction(() => !document.querySelector('main progress'), undefined, { timeout: 120_000 });
  await page.evaluate(() => document.fonts.ready);
  await page.screenshot({ path: target });
} finally {
  await browser.close();
  await server.close();
}
const { size } = statSync(target);
console.log(`${target}: ${Math.round(size / 1000)} kB`);
if (size > largest) throw new Error(`The picture has more than ${largest} bytes.`);
