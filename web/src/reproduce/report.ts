// A report: the page as one .html that opens by double click, without a network. It is put together from a template
// (.ci/build_report.mjs) and a capsule. Pure functions, for the page, a report itself and the command line.
import { REPORT_MARK } from './zip_magic.ts';

/** The parts that a template is printed from; a report finds them in its own document. */
export interface ReportParts {
  engineId: string; // EngineVersion.id
  policy: string; // its Content-Security-Policy
  style: string;
  script: string;
  core: string; // the compiled core: gzip, base64
}

/** Where the parts stand, as ids of elements; "policy" and "engine" are meta elements. */
export const reportIds = {
  engineId: 'harmonograph-engine',
  policy: REPORT_MARK,
  style: 'harmonograph-style',
  script: 'harmonograph-script',
  core: 'harmonograph-core',
  capsule: 'harmonograph-capsule',
} as const;

const title = 'Harmonograph report';
/** The capsule's element while it is empty. Its closing tag follows at once nowhere else in the text. */
const capsulePlace = `<script type="application/octet-stream" id="${reportIds.capsule}">`;

/** No text from outside of the program gets between these but base64. */
export function printTemplate({ engineId, policy, style, script, core }: ReportParts): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta id="${reportIds.policy}" http-equiv="Content-Security-Policy" content="${policy}">
<meta id="${reportIds.engineId}" name="generator" content="${engineId}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<title>${title}</title>
<style id="${reportIds.style}">${style}</style>
</head>
<body>
<div id="app"></div>
<noscript>This report of Harmonograph computes its numbers anew and needs JavaScript and WebAssembly.</noscript>
<script type="application/octet-stream" id="${reportIds.core}">${core}</script>
${capsulePlace}</script>
<script id="${reportIds.script}">${script}</script>
</body>
</html>
`;
}

/** The policy of a report: nothing is fetched, nothing runs but the program that it was built with. */
export function reportPolicy(scriptHash: string, styleHash: string): string {
  return [
    "default-src 'none'",
    `script-src 'sha256-${scriptHash}' 'wasm-unsafe-eval'`,
    'worker-src blob:',
    `style-src 'sha256-${styleHash}'`,
    'img-src data: blob:',
    "connect-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
}

/** The id of the engine inside of a template or a report; "" = it is neither. */
export function engineOfReport(text: string): string {
  return (
    new RegExp(`<meta id="${reportIds.engineId}" name="generator" content="([\\w.-]+)">`).exec(text)?.[1] ??
    ''
  );
}

const escapeHtml = (text: string) =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`).replace(/\p{Cc}+/gu, ' ');

/**
 * The report as text.
 * @param template of the same engine as the capsule's numbers are to be computed with
 * @param about what the file is called by the browser before its program runs
 */
export function reportHtml(template: string, capsule: Uint8Array, about = ''): string {
  const place = `${capsulePlace}</script>`;
  const at = template.indexOf(place);
  if (at < 0) throw new Error('this is no template of a report');
  const head = template.slice(0, at);
  // A function, since "$&" in a title would be read as a pattern.
  const named =
    about === ''
      ? head
      : head.replace(`<title>${title}</title>`, () => `<title>${escapeHtml(about)}</title>`);
  return `${named}${capsulePlace}${toBase64(capsule)}${template.slice(at + capsulePlace.length)}`;
}

/** The capsule inside of a report, as base64; "" = there is none. */
export function capsuleText(report: string): string {
  const at = report.indexOf(capsulePlace);
  return at < 0
    ? ''
    : report.slice(at + capsulePlace.length, report.indexOf('<', at + capsulePlace.length)).trim();
}

export function toBase64(bytes: Uint8Array): string {
  const piece = 3 * 8192; // whole groups of three bytes
  const parts: string[] = [];
  for (let from = 0; from < bytes.length; from += piece) {
    parts.push(btoa(String.fromCharCode(...bytes.subarray(from, from + piece))));
  }
  return parts.join('');
}

/** Throws when it is no base64. */
export function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  const raw = atob(text);
  const bytes = new Uint8Array(raw.length);
  for (let n = 0; n < raw.length; n++) bytes[n] = raw.charCodeAt(n);
  return bytes;
}
