// The first sheet of an Excel workbook (.xlsx, a ZIP archive) as CSV (RFC 4180).
import { count, listed } from '../verdict/numbers.ts';
import { type Budget, damaged, growsTooMuch, isSuspicious, refusal } from './limits.ts';
import { Spool, wholeOf } from './streams.ts';
import { contentOf, type ZipMember } from './zip_members.ts';

const BOOK = 'xl/workbook.xml';
/** Of its parts when they are unpacked: all of a sheet is in the memory at once. */
const LARGEST_BOOK = 512 << 20;

export const isWorkbook = (members: readonly ZipMember[]): boolean =>
  members.some((one) => one.name === '[Content_Types].xml') && members.some((one) => one.name === BOOK);

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** What Excel itself has at most. */
const [MOST_ROWS, MOST_COLUMNS] = [1_048_576, 16_384];
/** Cells that are nowhere in the file lie between those that are: all of them are made. */
const MOST_CELLS = 20_000_000;

const PIECE = 1 << 20;
const LONGEST_TAG = 1 << 16;

/** How far the cells of a sheet reach, as they say themselves: a single one may be as far out as it likes. */
function extentOf(sheet: Uint8Array): { rows: number; columns: number } {
  const decoder = new TextDecoder();
  const address = /<(?:\w+:)?(?:row|c)\s(?:[^<]*\s)?r\s*=\s*["']([A-Za-z]{0,9})(\d{0,15})/g;
  let [rows, columns] = [0, 0];
  let tail = '';
  for (let at = 0; at < sheet.length; at += PIECE) {
    const text = tail + decoder.decode(sheet.subarray(at, at + PIECE), { stream: true });
    for (const [, letters = '', digits = ''] of text.matchAll(address)) {
      const column = [...letters].reduce(
        (sum, letter) => sum * 26 + letter.toUpperCase().charCodeAt(0) - 64,
        0,
      );
      rows = Math.max(rows, Number(digits));
      columns = Math.max(columns, column);
    }
    const open = text.lastIndexOf('<'); // a tag may begin in one piece and end in the next
    tail = open < 0 ? '' : text.slice(open);
    if (tail.length <= LONGEST_TAG) continue;
    if (!tail.includes('>')) return { rows: Number.POSITIVE_INFINITY, columns: 1 };
    tail = ''; // a long text
  }
  return { rows, columns };
}

/** In the order of the tabs. */
function sheetNames(xml: string): string[] {
  return [...xml.matchAll(/<(?:\w+:)?sheet\s[^>]*?\bname="([^"]*)"/g)].map(([, name = '']) =>
    name
      .replace(/&#(x?)([0-9a-f]+);/gi, (whole, hex: string, digits: string) => {
        const code = Number.parseInt(digits, hex === '' ? 10 : 16);
        return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
      })
      .replace(/&(\w+);/g, (whole, entity: string) => entities[entity] ?? whole),
  );
}

type Cell = string | number | boolean | Date | null | undefined;

/** Dates without a time of day as the day alone. */
export function cellText(value: Cell): string {
  if (value === null || value === undefined) return '';
  if (value instanceof Date) {
    return Number.isNaN(value.getTime()) ? '' : value.toISOString().replace(/T00:00:00\.000Z$/, '');
  }
  const text = String(value);
  return /[",\r\n]/.test(text) || /^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

const tooLarge = (path: string, what: string) =>
  refusal(path, 'too_large', `${path} is a workbook of ${what}.`, 'Save the sheet as CSV and drop that.');

/** @throws UnpackError */
export async function workbookText(
  file: Blob,
  members: readonly ZipMember[],
  path: string,
  budget: Budget,
): Promise<{ file: File; notes: string[] }> {
  const parts = members.filter(
    (one) => /^(xl\/|_rels\/|\[Content_Types\])/.test(one.name) && !one.name.startsWith('xl/media/'),
  );
  const size = parts.reduce((sum, one) => sum + one.unpacked, 0);
  const suspicious = parts.find((one) => isSuspicious(one.packed, one.unpacked));
  if (suspicious) throw growsTooMuch(path, suspicious.name, suspicious.packed);
  if (size > LARGEST_BOOK) {
    throw tooLarge(path, 'more than 512 MB when it is unpacked');
  }
  // Each part is unpacked here, where it is checked; the reader gets an archive without surprises.
  const plain: Record<string, Uint8Array> = {};
  for (const part of parts) {
    const content = await wholeOf(contentOf(file, part, path, budget), LARGEST_BOOK);
    if (content) plain[part.name] = content;
  }
  for (const [name, content] of Object.entries(plain)) {
    if (!/^xl\/worksheets\/[^/]*\.xml$/.test(name)) continue;
    const { rows, columns } = extentOf(content);
    if (rows > MOST_ROWS || columns > MOST_COLUMNS || rows * columns > MOST_CELLS) {
      throw tooLarge(
        path,
        `more than ${count(MOST_ROWS)} rows, ${count(MOST_COLUMNS)} columns or ${count(MOST_CELLS)} cells`,
      );
    }
  }
  const names = sheetNames(new TextDecoder().decode(plain[BOOK]));
  const { zipSync } = await import('fflate');
  const { readSheet } = await import('read-excel-file/universal');
  let rows: Cell[][];
  try {
    const archive = zipSync(plain, { level: 0 });
    rows = (await readSheet(archive.buffer as ArrayBuffer, 1, { trim: false })) as Cell[][];
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw damaged(path, `its first sheet cannot be read (${reason.slice(0, 200).replace(/[.\s]+$/, '')})`);
  }
  const spool = new Spool();
  let written = 0;
  for (const row of rows) {
    const texts = row.map(cellText);
    written = texts.reduce((sum, text) => sum + text.length + 1, written + 1);
    // A text that is there once may be meant in every cell.
    if (isSuspicious(file.size, written)) throw growsTooMuch(path, 'its text', file.size);
    if (written > LARGEST_BOOK) throw tooLarge(path, 'more than 512 MB as text');
    spool.write(`${texts.join(',')}\r\n`);
  }
  const others = names.slice(1);
  const notes =
    others.length > 0
      ? [
          `${path}: the sheet “${names[0]}” is read; ${listed(
            others.map((one) => `“${one}”`),
            'and',
            3,
          )} not.`,
        ]
      : [];
  return { file: spool.file(path), notes };
}
