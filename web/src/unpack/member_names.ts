// Which members of an archive are looked at, and under which names.
import { isHidden } from '../reproduce/file_names.ts';

const aboutOthers = /^(licen[cs]e|copying|notice|readme|changelog|citation|authors|contributing)([._-].*)?$/i;
const image = /\.(png|jpe?g|gif|webp|bmp|svg|ico|tiff?|avif|pdf)$/i;

export type LeftOut = 'hidden file' | 'licence or readme' | 'image';

/** Why a member is no result file, by its name; null = it may be one. */
export function leftOutBecause(name: string): LeftOut | null {
  const parts = name.split('/');
  const last = parts[parts.length - 1] ?? '';
  if (parts.some(isHidden)) return 'hidden file';
  if (aboutOthers.test(last)) return 'licence or readme';
  return image.test(last) ? 'image' : null;
}

/** A way inside the archive and nowhere else. It is shown and told apart by; nothing is ever written there. */
export function cleanName(name: string): string {
  const parts = name
    .replaceAll('\\', '/')
    .replace(/^[A-Za-z]:\//, '/')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what must not be shown
    .replace(/[\u0000-\u001f\u007f]/g, '')
    .split('/')
    .filter((part) => part !== '' && part !== '.' && part !== '..');
  return parts.join('/') || 'unnamed';
}
