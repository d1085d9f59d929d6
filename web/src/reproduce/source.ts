// Where data come from, as a link, a capsule and the command line name it: enough to fetch or to recognise the same
// bytes again. Pure functions.

/** What the user chose for the reader of a file: "format", "model", "scale" ... (src/formats/format.hpp). */
export type ReadOptions = Record<string, string>;

export type Source =
  /** The built-in example: the engine makes it. */
  | { kind: 'example' }
  /** Fetched; relative to the page. sha256 = of its bytes, "" when it is not known yet. */
  | { kind: 'address'; address: string; member?: string; sha256: string; options: ReadOptions }
  /** On somebody's disk: the same bytes must be dropped. */
  | { kind: 'file'; path: string; member?: string; bytes: number; sha256: string; options: ReadOptions }
  /** Inside the link: raw deflate, base64url. */
  | { kind: 'inline'; path: string; packed: string; sha256: string; options: ReadOptions };

/** Of an archive at that place the file inside of it; sha256 and bytes are then those of that file. */
export const memberOf = (source: Source): string | undefined =>
  'member' in source ? source.member : undefined;

/** The name that a report or a message gives it. */
export function sourceName(source: Source): string {
  if (source.kind === 'example') return 'the built-in example';
  const place = source.kind === 'address' ? source.address : source.path;
  const member = memberOf(source);
  return member === undefined ? place : `${place}/${member}`;
}

/** What separates inside of a value is escaped there; the address escapes once more. */
const escapePart = (text: string) => text.replace(/[%;:,]/g, (c) => `%${c.charCodeAt(0).toString(16)}`);
const unescapePart = (text: string) =>
  text.replace(/%(25|3b|3a|2c)/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));

/** "name:value;name:value" */
export function printParts(parts: readonly (readonly [string, string])[], between = ';'): string {
  return parts.map(([name, value]) => `${escapePart(name)}:${escapePart(value)}`).join(between);
}

/** undefined = not of this form. */
export function parseParts(text: string, between = ';'): [string, string][] | undefined {
  if (text === '') return [];
  const parts = text.split(between).map((part) => part.split(':'));
  if (parts.some((part) => part.length !== 2)) return undefined;
  return parts.map(([name = '', value = '']) => [unescapePart(name), unescapePart(value)]);
}

/** The pairs of a source in an address, in their order. */
export function sourcePairs(source: Source): [string, string][] {
  if (source.kind === 'example') return [['src', 'example']];
  const pairs: [string, string][] =
    source.kind === 'address'
      ? [['src', source.address]]
      : source.kind === 'file'
        ? [
            ['file', source.path],
            ['bytes', String(source.bytes)],
          ]
        : [
            ['data', source.path],
            ['packed', source.packed],
          ];
  const member = memberOf(source);
  if (member !== undefined) pairs.splice(1, 0, ['member', member]);
  if (source.sha256 !== '') pairs.push(['sha256', source.sha256]);
  const options = Object.entries(source.options);
  if (options.length > 0) pairs.push(['read', printParts(options)]);
  return pairs;
}

const isSha256 = (text: string) => /^[0-9a-f]{64}$/.test(text);

/**
 * Takes the next pair of an address into the list of sources. "src", "file" and "data" begin one; what follows says more of
 * the latest. False = not a pair of a source, or not one that can stand here: the list is as it was.
 */
export function takeSourcePair(sources: Source[], key: string, value: string): boolean {
  const latest = sources[sources.length - 1];
  switch (key) {
    case 'src':
      if (value === '') return false;
      sources.push(
        value === 'example'
          ? { kind: 'example' }
          : { kind: 'address', address: value, sha256: '', options: {} },
      );
      return true;
    case 'file':
      if (value === '') return false;
      sources.push({ kind: 'file', path: value, bytes: 0, sha256: '', options: {} });
      return true;
    case 'data':
      if (value === '') return false;
      sources.push({ kind: 'inline', path: value, packed: '', sha256: '', options: {} });
      return true;
    case 'member':
      if (
        (latest?.kind !== 'address' && latest?.kind !== 'file') ||
        latest.member !== undefined ||
        value === ''
      ) {
        return false;
      }
      latest.member = value;
      return true;
    case 'bytes':
      if (latest?.kind !== 'file' || latest.bytes !== 0 || !/^[1-9]\d{0,14}$/.test(value)) return false;
      latest.bytes = Number(value);
      return true;
    case 'packed':
      if (latest?.kind !== 'inline' || latest.packed !== '' || !/^[\w-]+$/.test(value)) return false;
      latest.packed = value;
      return true;
    case 'sha256':
      if (!latest || latest.kind === 'example' || latest.sha256 !== '' || !isSha256(value)) return false;
      latest.sha256 = value;
      return true;
    case 'read': {
      const parts = parseParts(value);
      if (!latest || latest.kind === 'example' || Object.keys(latest.options).length > 0) return false;
      if (!parts || parts.length === 0 || parts.some(([name]) => name === '__proto__')) return false;
      if (new Set(parts.map(([name]) => name)).size < parts.length) return false;
      latest.options = Object.fromEntries(parts);
      return true;
    }
    default:
      return false;
  }
}

/** Whether two lists name the same data; a hash that one of them does not have yet makes no difference. */
export function sameSources(one: readonly Source[], other: readonly Source[]): boolean {
  return one.length === other.length && one.every((source, index) => sameSource(source, other[index]));
}

function sameSource(one: Source, other: Source | undefined): boolean {
  if (other === undefined || one.kind !== other.kind) return false;
  if (one.kind === 'example' || other.kind === 'example') return true;
  const place = (source: Exclude<Source, { kind: 'example' }>) =>
    source.kind === 'address' ? source.address : source.path;
  const hashes = one.sha256 === other.sha256 || one.sha256 === '' || other.sha256 === '';
  const same = (a: ReadOptions, b: ReadOptions) =>
    printParts(Object.entries(a)) === printParts(Object.entries(b));
  const member = memberOf(one) === memberOf(other);
  return place(one) === place(other) && member && hashes && same(one.options, other.options);
}
