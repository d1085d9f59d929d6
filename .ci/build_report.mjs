// Builds the template of a report (web/src/reproduce/report.ts): the page's program, its style and the whole core in one
// .html, without data. The page and the command line put a capsule into it.
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build } from 'vite';
import { root } from './command.mjs';

/** The pure functions of the page, which Node cannot load as they are written. */
async function reportFunctions() {
  const { output } = await build({
    configFile: false,
    logLevel: 'warn',
    build: {
      write: false,
      minify: false,
      lib: { entry: join(root, 'web/src/reproduce/report.ts'), formats: ['es'] },
    },
  }).then((result) => [result].flat()[0]);
  return import(`data:text/javascript;base64,${Buffer.from(output[0].code).toString('base64')}`);
}

const sha256 = (text) => createHash('sha256').update(text).digest('base64');

/** Text inside of a script element: what would end it is written otherwise, with the same meaning in JavaScript. */
const insideScript = (code) => code.replace(/<(?=\/script|!--)/gi, '\\x3C');

/** @param target the file */
export async function buildReport(target = join(root, 'dist', 'report.html')) {
  const { printTemplate, reportPolicy } = await reportFunctions();
  const result = [
    await build({ configFile: join(root, 'web/report/vite.config.ts'), logLevel: 'warn' }),
  ].flat()[0];
  const chunks = result.output.filter((one) => one.type === 'chunk');
  const styles = result.output.filter((one) => one.type === 'asset' && one.fileName.endsWith('.css'));
  const others = result.output.filter((one) => one.type === 'asset' && !one.fileName.endsWith('.css'));
  if (chunks.length !== 1 || styles.length !== 1 || others.length > 0) {
    const names = result.output.map((one) => one.fileName).join(', ');
    throw new Error(`a report has to be one script and one style sheet, and there are: ${names}`);
  }
  const script = insideScript(chunks[0].code.trim());
  const style = String(styles[0].source).trim();
  // The parser of a browser changes these, and the hash would not fit.
  if (/[\r\0]/.test(script + style) || /<\/style/i.test(style)) {
    throw new Error('the program of a report has characters that a page cannot hold');
  }
  const { engineId } = await import(pathToFileURL(join(root, 'web/core/engine_id.mjs')).href);
  const core = gzipSync(readFileSync(join(root, 'web/core/harmonograph_core.wasm')), { level: 9 });
  const template = printTemplate({
    engineId,
    policy: reportPolicy(sha256(script), sha256(style)),
    style,
    script,
    core: core.toString('base64'),
  });
  mkdirSync(dirname(target), { recursive: true });
  writeFileSync(target, template);
  return template.length;
}
