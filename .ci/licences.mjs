// Collects the licences of everything that the build bundles.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './command.mjs';

/** What the sources import by the name of a package: all of it is bundled, nothing is a dependency of the result. */
function importedPackages() {
  const found = new Set();
  const folders = ['web/src', 'web/report'].map((name) => join(root, name)).filter(existsSync);
  const sources = folders
    .flatMap((folder) => readdirSync(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile() && /(?<!\.d|\.config)\.tsx?$/.test(entry.name));
  for (const { parentPath, path, name } of sources) {
    const text = readFileSync(join(parentPath ?? path, name), 'utf8');
    for (const [, imported] of text.matchAll(/(?:\bfrom|\bimport|\bimport\()\s*'([@a-z][^':]*)'/g)) {
      found.add(
        imported
          .split('/')
          .slice(0, imported.startsWith('@') ? 2 : 1)
          .join('/'),
      );
    }
  }
  return [...found].filter((one) => existsSync(join(root, 'node_modules', one, 'package.json')));
}

function npmPackages() {
  const seen = new Set();
  const pending = importedPackages();
  while (pending.length > 0) {
    const name = pending.pop();
    if (seen.has(name)) continue;
    seen.add(name);
    const about = JSON.parse(readFileSync(join(root, 'node_modules', name, 'package.json'), 'utf8'));
    pending.push(...Object.keys(about.dependencies ?? {}));
  }
  return [...seen].sort();
}

function npmLicence(name) {
  const folder = join(root, 'node_modules', name);
  const about = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const texts = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && /^(licen[cs]e|copying|notice)/i.test(entry.name))
    .map((entry) => entry.name);
  if (texts.length === 0 && !about.license) throw new Error(`${name} states no licence`);
  const body = texts.map((file) => readFileSync(join(folder, file), 'utf8').trim()).join('\n\n');
  return `${name} ${about.version} (${about.license})\n\n${body}`;
}

// Header-only libraries and the compiler's run-time libraries inside the WebAssembly module.
const debianPackages = ['libeigen3-dev', 'nlohmann-json3-dev', 'emscripten'];

function debianLicence(name) {
  const file = join('/usr/share/doc', name, 'copyright');
  if (!existsSync(file)) return `${name}: see the package's copyright file`;
  return `${name}\n\n${readFileSync(file, 'utf8').trim()}`;
}

export function writeLicences(path) {
  const own = `Harmonograph\n\n${readFileSync(join(root, 'LICENSE'), 'utf8').trim()}`;
  const all = [own, ...npmPackages().map(npmLicence), ...debianPackages.map(debianLicence)];
  writeFileSync(path, `${all.join(`\n\n${'='.repeat(80)}\n\n`)}\n`);
}
