// Draws the icons of the installable page from web/public/icon.svg with Chromium; their PNGs are committed.
//   node .ci/icons.mjs
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { root } from './command.mjs';

const folder = join(root, 'web', 'public');
const mark = readFileSync(join(folder, 'icon.svg'), 'utf8');
/** Pixels, share of them that the mark fills, paper behind it. */
const icons = [
  ['icon-180.png', 180, 0.7, '#faf9f6'],
  ['icon-192.png', 192, 0.9, 'transparent'],
  ['icon-512.png', 512, 0.9, 'transparent'],
  ['icon-maskable-512.png', 512, 0.56, '#faf9f6'], // everything outside of the middle 80% may be cut off
];

const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] });
for (const [name, size, share, paper] of icons) {
  const page = await browser.newPage({ viewport: { width: size, height: size }, colorScheme: 'light' });
  await page.setContent(
    `<style>html{background:${paper}}body{margin:0;display:grid;place-items:center;height:100vh}
     svg{width:${share * 100}vw}</style>${mark}`,
  );
  writeFileSync(join(folder, name), await page.screenshot({ omitBackground: true }));
  await page.close();
}
await browser.close();
