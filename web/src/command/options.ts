// The options of a command line, checked: an unknown one is refused with the nearest that exists.
import { type ParseArgsConfig, parseArgs } from 'node:util';
import { usageError } from './exit_codes.ts';

export interface OptionForm {
  type: 'string' | 'boolean';
  multiple?: boolean;
  short?: string;
  /** How its value is called in the help. */
  value?: string;
  help: string;
}

export type OptionForms = Readonly<Record<string, OptionForm>>;

export interface Options {
  files: string[];
  has(name: string): boolean;
  text(name: string): string | undefined;
  texts(name: string): string[];
}

/** Insertions, deletions, exchanges and swaps of neighbours between two words. */
function distance(a: string, b: string): number {
  const rows: number[][] = Array.from({ length: a.length + 1 }, (_, i) => [i]);
  const at = (i: number, j: number) => rows[i]?.[j] ?? Number.POSITIVE_INFINITY;
  for (let j = 0; j <= b.length; j++) (rows[0] as number[])[j] = j;
  for (let i = 1; i <= a.length; i++) {
    for (let j = 1; j <= b.length; j++) {
      const exchange = at(i - 1, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1);
      let least = Math.min(at(i - 1, j) + 1, at(i, j - 1) + 1, exchange);
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        least = Math.min(least, at(i - 2, j - 2) + 1);
      (rows[i] as number[])[j] = least;
    }
  }
  return at(a.length, b.length);
}

/** The known word that was most likely meant; undefined = none is near. */
export function nearest(word: string, known: readonly string[]): string | undefined {
  let best: string | undefined;
  let least = Math.max(2, Math.floor(word.length / 3)) + 1;
  for (const one of known) {
    const away = one.startsWith(word) && word.length >= 3 ? 1 : distance(word, one);
    if (away < least) {
      least = away;
      best = one;
    }
  }
  return best;
}

/** @param command in front of the message: "harmonograph analyze" */
export function readOptions(command: string, args: readonly string[], forms: OptionForms): Options {
  const options: NonNullable<ParseArgsConfig['options']> = {};
  for (const [name, { type, multiple, short }] of Object.entries(forms)) {
    options[name] = { type, multiple: multiple ?? false, ...(short === undefined ? {} : { short }) };
  }
  const { tokens } = parseArgs({
    args: [...args],
    options,
    strict: false,
    allowPositionals: true,
    tokens: true,
  });
  const files: string[] = [];
  const found = new Map<string, string[]>();
  const seeHelp = `${command} --help lists the options.`;
  // Values that parseArgs took for files, since they begin with a minus: "--option -".
  for (const token of tokens) {
    if (token.kind === 'positional') files.push(token.value);
    if (token.kind !== 'option') continue;
    const form = forms[token.name];
    if (!form) {
      const meant = nearest(token.name, Object.keys(forms));
      throw usageError(
        `${token.rawName} is not an option of ${command}.`,
        meant === undefined ? seeHelp : `Did you mean --${meant}? ${seeHelp}`,
      );
    }
    if (form.type === 'boolean' && token.value !== undefined) {
      throw usageError(`--${token.name} takes no value.`, seeHelp);
    }
    if (form.type === 'string' && token.value === undefined) {
      throw usageError(`--${token.name} needs a value: --${token.name} ${form.value ?? 'VALUE'}.`, seeHelp);
    }
    const before = found.get(token.name);
    if (before && !form.multiple) throw usageError(`--${token.name} stands there twice.`);
    found.set(token.name, [...(before ?? []), token.value ?? '']);
  }
  return {
    files,
    has: (name) => found.has(name),
    text: (name) => found.get(name)?.[0],
    texts: (name) => found.get(name) ?? [],
  };
}

/** A whole number of at least `least`. */
export function wholeNumber(options: Options, name: string, least: number): number | undefined {
  const text = options.text(name);
  if (text === undefined) return undefined;
  const value = Number(text);
  if (!/^\d+$/.test(text) || value < least) {
    throw usageError(`--${name} takes a whole number of at least ${least}, not “${text}”.`);
  }
  return value;
}

/** The options as lines of a help text. */
export function describeOptions(forms: OptionForms): string {
  const lines = Object.entries(forms).map(([name, form]) => {
    const short = form.short === undefined ? '' : `-${form.short}, `;
    return [`  ${short}--${name}${form.type === 'string' ? ` ${form.value ?? 'VALUE'}` : ''}`, form.help];
  });
  const width = Math.min(30, Math.max(...lines.map(([left = '']) => left.length)) + 2);
  return lines
    .map(([left = '', help = '']) => {
      const indent = `\n${' '.repeat(width)}`;
      const text = wrapped(help, 100 - width).join(indent);
      return left.length > width - 2 ? `${left}${indent}${text}` : `${left.padEnd(width)}${text}`;
    })
    .join('\n');
}

function wrapped(text: string, width: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines[lines.length - 1];
    if (last !== undefined && last.length + word.length < width) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}
