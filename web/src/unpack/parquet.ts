// A Parquet file as JSON lines: one row a line, structs as objects, lists as arrays.
import { count } from '../verdict/numbers.ts';
import { type Budget, damaged, LARGEST_TOTAL, refusal, tooLarge, UnpackError } from './limits.ts';
import { Spool } from './streams.ts';

/** More responses than can be analysed; a row takes no bytes at all when its columns are empty. */
const MOST_ROWS = 20_000_000;
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

/** @throws UnpackError */
export async function parquetText(
  file: Blob,
  path: string,
  budget: Budget,
): Promise<{ file: File; notes: string[] }> {
  const { parquetMetadataAsync, parquetReadObjects } = await import('hyparquet');
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
    const groups = metadata.row_groups.map(({ num_rows, columns }) => ({
      rows: Number(num_rows),
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
    const large = groups.find((group) => group.bytes > LARGEST_GROUP);
    if (rows > MOST_ROWS || large) {
      throw refusal(
        path,
        'too_large',
        rows > MOST_ROWS
          ? `${path} has ${count(rows)} rows, and at most ${count(MOST_ROWS)} are read.`
          : `${path} has a row group of more than 1 GB, which cannot be unpacked at once.`,
        'Leave out the columns of prompts and tokens, or write it with smaller row groups.',
      );
    }
    const own = ['UNCOMPRESSED', 'SNAPPY']; // the reader has these itself
    const { compressors } = [...codecs].some((codec) => !own.includes(codec))
      ? await import('hyparquet-compressors')
      : { compressors: undefined };
    let rowStart = 0;
    for (const group of groups) {
      const rowEnd = rowStart + group.rows;
      const read = await parquetReadObjects({
        file: buffer,
        metadata,
        rowStart,
        rowEnd,
        ...(compressors ? { compressors } : {}),
      });
      for (const row of read) {
        const line = `${JSON.stringify(row, plainValue)}\n`;
        budget.take(line.length);
        spool.write(line);
      }
      rowStart = rowEnd;
    }
  } catch (error) {
    throw error instanceof UnpackError ? error : broken(error);
  }
  return { file: spool.file(path), notes: [] };
}
