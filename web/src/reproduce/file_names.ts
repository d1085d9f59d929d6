// Names of files, the same for a drop, a folder on the disk, an archive and a site: whichever way results come in, the same
// ones are left out and the rest has the same order.

/** Hidden files and what systems put beside them (.DS_Store, .git, __MACOSX): nobody means them who gives a folder. */
export const isHidden = (name: string): boolean =>
  name.startsWith('.') || name === '__MACOSX' || name === 'Thumbs.db';

/** By code units, not by a language: the order of files is that of models, everywhere. */
export const inOrder = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
