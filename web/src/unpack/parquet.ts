// A Parquet file as JSON lines: one row a line, structs as objects, lists as arrays.
import { count } from '../verdict/numbers.ts';
import {
  type Budget,
  damaged,
  growsTooMuch,
  isSuspicious,
  LARGEST_TOTAL,
  refusal,
  tooLarge,
  UnpackError,
  UnpackingStopped,
} from './limits.ts';
import { Spool } from './streams.ts';

/** More responses than can be analysed; a row takes no bytes at all when its columns are empty. */
const MOST_ROWS = 20_000_000;
/** Of all columns of one row group, elements of lists too: they are in the memory at once. */
const MOST_VALUES = 100_000_000;
/** Of one row group, all of which is decoded at once. */
const LARGEST_GROUP = 2 ** 30;

/** What JSON has no form for. Numbers without one are written as the core writes them. */
export function plainValue(_key: string, value: unknown): unknown {
  if (typeof value === 'bigint') {
    const number = Number(value);
    return Number.isSafeInteger(number) ? number : value.toString();
  }
  if (typeof value === 'number' && !Number.isFinite(value)) return String(value);
  if (value instanceof Uint8Array) {
    return Array.from(value, (byte) => byte.toString(16).padStart(2, '0')).join('');
  }
  if (ArrayBuffer.isView(value)) return Array.from(value as unknown as ArrayLike<unknown>);
  return value;
}

const known = new Set(['UNCOMPRESSED', 'SNAPPY', 'GZIP', 'BROTLI', 'ZSTD', 'LZ4', 'LZ4_RAW']);

interface Chunk {
  dictionary_page_offset?: bigint;
  data_page_offset: bigint;
  total_compressed_size: bigint;
  num_values: bigint;
}

/**
 * Walks over the headers of the pages of a column. The reader believes them: one that leads backwards would keep it for
 * ever, one that promises too many values would fill the memory.
 */
async function checkPages(file: Blob, chunk: Chunk, rowsOfGroup: number): Promise<void> {
  const { parquetHeader } = await import('hyparquet/src/column.js');
  const from = Number(chunk.dictionary_page_offset || chunk.data_page_offset);
  const size = Number(chunk.total_compressed_size);
  const most = Number(chunk.num_values);
  if (!(rowsOfGroup >= 0 && most >= rowsOfGroup)) throw new Error('a column has fewer values than rows');
  if (!(from >= 0 && size >= 0 && from + size <= file.size && most >= 0 && most <= MOST_VALUES)) {
    throw new Error('a column is not where it should be');
  }
  const view = new DataView(await file.slice(from, from + size).arrayBuffer());
  const reader = { view, offset: 0 };
  let values = 0;
  while (values < most && reader.offset < size - 1) {
    const header = parquetHeader(reader);
    const [packed, plain] = [header.compressed_page_size, header.uncompressed_page_size];
    const here =
      header.data_page_header?.num_values ??
      header.data_page_header_v2?.num_values ??
      header.dictionary_page_header?.num_values ??
      0;
    const second = header.data_page_header_v2;
    const rows = second?.num_rows ?? 0;
    const levels = second
      ? [second.definition_levels_byte_length, second.repetition_levels_byte_length]
      : [0, 0];
    if (!levels.every((length) => length >= 0) || levels.reduce((sum, one) => sum + one, 0) > packed) {
      throw new Error('a page has no possible size');
    }
    const isDictionary = header.type === 'DICTIONARY_PAGE';
    if (!(packed >= 0 && plain >= 0 && here >= 0 && rows >= 0 && reader.offset + packed <= size)) {
      throw new Error('a page has no possible size');
    }
    if (plain > LARGEST_GROUP || isSuspicious(packed, plain) || (isDictionary && here > plain)) {
      throw new Error('a page is too large');
    }
    reader.offset += packed;
    if (!isDictionary) values += here;
    if (values > most || rows > most) throw new Error('a column has more values than it says');
  }
  if (values < most) throw new Error('a column has fewer values than it says');
}

interface SchemaNode {
  children: SchemaNode[];
  path: string[];
  element: { type?: unknown };
}

const leavesOf = (node: SchemaNode): string[] =>
  node.children.length > 0
    ? node.children.flatMap(leavesOf)
    : node.element.type === undefined
      ? []
      : [JSON.stringify(node.path)];

/**
 * The reader decodes all columns and waits for those that the schema names. One that fails and that nobody waits for would
 * end a program in Node.
 */
function checkColumns(
  schema: SchemaNode,
  groups: readonly { columns: readonly { meta_data?: unknown }[] }[],
): void {
  const leaves = leavesOf(schema).sort();
  if (new Set(leaves).size < leaves.length) throw new Error('two columns have the same name');
  for (const { columns } of groups) {
    const paths = columns
      .map(({ meta_data }) => JSON.stringify((meta_data as { path_in_schema?: unknown })?.path_in_schema))
      .sort();
    if (paths.length !== leaves.length || paths.some((path, n) => path !== leaves[n])) {
      throw new Error('its columns are not those of its schema');
    }
  }
}

/** @throws UnpackError */
export async function parquetText(
  file: Blob,
  path: string,
  budget: Budget,
): Promise<{ file: File; notes: string[] }> {
  const { parquetMetadataAsync, parquetReadObjects, parquetSchema } = await import('hyparquet');
  const buffer = {
    byteLength: file.size,
    slice: (from: number, to?: number) => file.slice(from, to).arrayBuffer(),
  };
  const broken = (error: unknown) => {
    const reason = error instanceof Error ? error.message : String(error);
    return damaged(path, `the Parquet file cannot be read (${reason.slice(0, 200).replace(/[.\s]+$/, '')})`);
  };
  const spool = new Spool();
  try {
    const metadata = await parquetMetadataAsync(buffer);
    checkColumns(parquetSchema(metadata), metadata.row_groups);
    const groups = metadata.row_groups.map(({ num_rows, columns }) => ({
      rows: Number(num_rows),
      values: columns.reduce((sum, one) => sum + Number(one.meta_data?.num_values ?? 0), 0),
      bytes: columns.reduce((sum, one) => sum + Number(one.meta_data?.total_uncompressed_size ?? 0), 0),
      codecs: columns.map((one) => one.meta_data?.codec ?? 'UNCOMPRESSED'),
    }));
    const codecs = new Set(groups.flatMap((group) => group.codecs));
    const unknown = [...codecs].find((codec) => !known.has(codec));
    if (unknown !== undefined) {
      throw refusal(
        path,
        'unsupported_compression',
        `${path} is packed with ${unknown}, which is not unpacked here.`,
        'Write it again with another compression (snappy, zstd, gzip), or as JSON lines.',
      );
    }
    const rows = groups.reduce((sum, group) => sum + group.rows, 0);
    if (groups.reduce((sum, group) => sum + group.bytes, 0) > LARGEST_TOTAL) throw tooLarge(path);
    const large = groups.find((group) => group.bytes > LARGEST_GROUP || group.values > MOST_VALUES);
    if (rows > MOST_ROWS || large) {
      throw refusal(
        path,
        'too_large',
        rows > MOST_ROWS
          ? `${path} has ${count(rows)} rows, and at most ${count(MOST_ROWS)} are read.`
          : `${path} has a row group of more than 1 GB or ${count(MOST_VALUES)} values, which cannot be unpacked at once.`,
        'Leave out the columns of prompts and tokens, or write it with smaller row groups.',
      );
    }
    const own = ['UNCOMPRESSED', 'SNAPPY']; // the reader has these itself
    const { compressors } = [...codecs].some((codec) => !own.includes(codec))
      ? await import('hyparquet-compressors')
      : { compressors: undefined };
    let rowStart = 0;
    let written = 0;
    for (const [n, group] of groups.entries()) {
      for (const { meta_data } of metadata.row_groups[n]?.columns ?? []) {
        if (!meta_data) throw new Error('a column is not there');
        await checkPages(file, meta_data, group.rows);
      }
      const rowEnd = rowStart + group.rows;
      const read = await parquetReadObjects({
        file: buffer,
        metadata,
        rowStart,
        rowEnd,
        ...(compressors ? { compressors } : {}),
      });
      budget.tell(rowEnd / rows);
      for (const row of read) {
        const line = `${JSON.stringify(row, plainValue)}\n`;
        budget.take(line.length);
        written += line.length;
        // A value that is there once may be meant in every row.
        if (isSuspicious(file.size, written)) throw growsTooMuch(path, 'its text', file.size);
        spool.write(line);
      }
      rowStart = rowEnd;
    }
  } catch (error) {
    throw error instanceof UnpackError || error instanceof UnpackingStopped ? error : broken(error);
  }
  return { file: spool.file(path), notes: [] };
}
