// Files on the command line and how they are to be read.
import type { NodeSource } from '../library/node_sources.ts';
import type { ReadOptions } from '../reproduce/source.ts';
import { usageError } from './exit_codes.ts';
import type { OptionForms, Options } from './options.ts';

export const sourceForms: OptionForms = {
  read: {
    type: 'string',
    multiple: true,
    value: '[FILE:]KEY=VALUE',
    help: 'how files are read where their content does not say it (format, model, scale ...): of one file or of all',
  },
  example: { type: 'boolean', help: 'the built-in example, in place of files or beside them' },
};

/** The files in their order, each with its options. */
export function sourcesOf(options: Options, command: string): NodeSource[] {
  const { files } = options;
  if (files.length === 0 && !options.has('example')) {
    throw usageError(
      `${command} needs files.`,
      'Name files, folders or addresses, "-" for the standard input, or --example.',
    );
  }
  if (files.filter((file) => file === '-').length > 1)
    throw usageError('The standard input can be read only once.');
  const ofAll: ReadOptions = {};
  const ofOne = new Map<string, ReadOptions>();
  for (const text of options.texts('read')) {
    const file = files.find((one) => text.startsWith(`${one}:`));
    const pair = file === undefined ? text : text.slice(file.length + 1);
    const cut = pair.indexOf('=');
    if (cut < 1 || /[:/]/.test(pair.slice(0, cut))) {
      throw usageError(
        `--read ${text}: write KEY=VALUE, or FILE:KEY=VALUE with a FILE as it is named on this command line.`,
      );
    }
    const target = file === undefined ? ofAll : (ofOne.get(file) ?? {});
    target[pair.slice(0, cut)] = pair.slice(cut + 1);
    if (file !== undefined) ofOne.set(file, target);
  }
  const example: NodeSource[] = options.has('example') ? ['example'] : [];
  return [...example, ...files.map((file) => ({ file, options: { ...ofAll, ...ofOne.get(file) } }))];
}
