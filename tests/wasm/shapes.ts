// Does JSON have exactly the keys and kinds of a TypeScript interface? The compiler sees that a shape names every key
// of its interface; complaints() compares what the core really sent.

export type Shape<T> = null extends T
  ? { orNull: Shape<NonNullable<T>> }
  : T extends readonly (infer Entry)[]
    ? [Shape<Entry>]
    : T extends string
      ? 'string'
      : T extends number
        ? 'number'
        : T extends boolean
          ? 'boolean'
          : { [Key in keyof T]: Shape<T[Key]> };

type AnyShape = string | [AnyShape] | { [key: string]: AnyShape };

const sorted = (value: object) => Object.keys(value).sort().join(', ');

/** Where a value differs from its shape, at most a few places; [] = nowhere. */
export function complaints<T>(value: unknown, shape: Shape<T>): string[] {
  const found: string[] = [];
  const compare = (one: unknown, wanted: AnyShape, path: string): void => {
    if (found.length >= 10) return;
    if (typeof wanted === 'string') {
      if (typeof one !== wanted) found.push(`${path} is ${JSON.stringify(one)}, not a ${wanted}`);
    } else if (Array.isArray(wanted)) {
      if (!Array.isArray(one)) found.push(`${path} is no array`);
      else for (const [index, entry] of one.entries()) compare(entry, wanted[0], `${path}[${index}]`);
    } else if ('orNull' in wanted) {
      if (one !== null) compare(one, wanted.orNull as AnyShape, path);
    } else if (typeof one !== 'object' || one === null || Array.isArray(one)) {
      found.push(`${path} is no object`);
    } else if (sorted(one) !== sorted(wanted)) {
      found.push(`${path} has the keys ${sorted(one)} instead of ${sorted(wanted)}`);
    } else {
      for (const [key, entry] of Object.entries(wanted))
        compare((one as Record<string, unknown>)[key], entry, `${path}.${key}`);
    }
  };
  compare(value, shape as AnyShape, 'it');
  return found;
}
