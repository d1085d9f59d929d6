// Installs the Debian packages that a command needs and that are missing; without root it says which.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

const build = ['cmake', 'ninja-build', 'emscripten', 'libeigen3-dev', 'nlohmann-json3-dev'];

export const packagesFor = {
  start: build,
  test: [...build, 'g++', 'catch2', 'chromium', 'clang-format', 'clang', 'libclang-rt-14-dev'],
  // What clang++ of Debian 12 needs to link its fuzzer and sanitizers.
  fuzz: ['cmake', 'ninja-build', 'libeigen3-dev', 'nlohmann-json3-dev', 'clang', 'libclang-rt-14-dev'],
  // Used when they can be had; their absence is a visible skip, not a failure.
  testOptional: ['firefox-esr', 'parallel'],
};

function installed(name) {
  // biome-ignore lint/suspicious/noTemplateCurlyInString: a field of dpkg-query, not of JavaScript
  const query = spawnSync('dpkg-query', ['-W', '-f', '${Status}', name], { encoding: 'utf8' });
  return query.status === 0 && query.stdout.includes('install ok installed');
}

function apt(args) {
  return spawnSync('apt-get', args, {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  }).status;
}

/** Makes sure that all packages are there; exits with a plain message when they cannot be. */
export function ensurePackages(names, { optional = false } = {}) {
  if (!existsSync('/usr/bin/dpkg-query')) {
    console.log(`This is not Debian: make sure that these are installed: ${names.join(' ')}`);
    return true;
  }
  const absent = names.filter((name) => !installed(name));
  if (absent.length === 0) return true;
  if (process.getuid?.() !== 0) {
    if (optional) return false;
    console.error(`Missing packages. Please run:\n  sudo apt-get install ${absent.join(' ')}`);
    process.exit(1);
  }
  console.log(`Installing ${absent.join(', ')} ...`);
  apt(['update', '-qq']);
  const status = apt(['install', '-y', '-qq', '--no-install-recommends', ...absent]);
  if (status !== 0 && !optional) {
    console.error(`apt-get could not install: ${absent.join(' ')}`);
    process.exit(1);
  }
  return status === 0;
}
