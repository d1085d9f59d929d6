// Archives for tests, written byte by byte so that they can also be what no good program writes.
import { createHash } from 'node:crypto';
import { deflateRawSync, gzipSync } from 'node:zlib';

export const encode = (text: string) => new TextEncoder().encode(text);
export const sha256 = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest('hex');

const table = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  return value;
});
export function crc32(bytes: Uint8Array): number {
  let value = 0xffffffff;
  for (const byte of bytes) value = (value >>> 8) ^ (table[(value ^ byte) & 0xff] as number);
  return (value ^ 0xffffffff) >>> 0;
}

export function joined(...parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  return new Uint8Array(Buffer.concat(parts));
}

export interface Entry {
  name: string | Uint8Array;
  bytes?: Uint8Array | string;
  method?: 0 | 8 | 93 | number;
  /** In place of what they would be. */
  packed?: Uint8Array;
  stated?: number; // bytes unpacked
  crc?: number;
  flags?: number;
  offset?: number;
}

/** A frame with the content in raw blocks of at most 100,000 bytes (RFC 8878, 3.1.1). */
export function zstdFrame(bytes: Uint8Array): Uint8Array {
  const head = new Uint8Array(9);
  const view = new DataView(head.buffer);
  view.setUint32(0, 0xfd2fb528, true);
  head[4] = 0xa0; // single segment, size in four bytes
  view.setUint32(5, bytes.length, true);
  const parts: Uint8Array[] = [head];
  for (let at = 0; at === 0 || at < bytes.length; at += 100_000) {
    const some = bytes.subarray(at, at + 100_000);
    const header = (at + 100_000 >= bytes.length ? 1 : 0) | (some.length << 3);
    parts.push(Uint8Array.of(header & 255, (header >> 8) & 255, header >> 16), some);
  }
  return joined(...parts);
}

/** A frame that says the same byte many times: blocks of 128 kB in four bytes each. */
export function zstdRuns(blocks: number): Uint8Array {
  const head = Uint8Array.of(0x28, 0xb5, 0x2f, 0xfd, 0x00, 0x38); // a window of 128 kB, no size
  const block = (last: boolean) => {
    const header = (last ? 1 : 0) | (1 << 1) | ((128 << 10) << 3);
    return Uint8Array.of(header & 255, (header >> 8) & 255, header >> 16, 0x20);
  };
  return joined(head, ...Array.from({ length: blocks }, (_, n) => block(n === blocks - 1)));
}

function pack(entry: Entry): Uint8Array {
  const bytes = typeof entry.bytes === 'string' ? encode(entry.bytes) : (entry.bytes ?? new Uint8Array(0));
  if (entry.packed) return entry.packed;
  if (entry.method === 0) return bytes;
  return entry.method === 93 ? zstdFrame(bytes) : new Uint8Array(deflateRawSync(bytes));
}

export interface ZipOptions {
  /** Sizes and places in 64 bits, as of archives that are larger than 4 GB. */
  zip64?: boolean;
  /** Before the archive, whose own addresses do not know of it. */
  front?: Uint8Array;
  comment?: string;
}

/** APPNOTE.TXT 6.3.10, section 4.3. */
export function zip(
  entries: readonly Entry[],
  { zip64 = false, front, comment = '' }: ZipOptions = {},
): Uint8Array<ArrayBuffer> {
  const parts: Uint8Array[] = [];
  const central: Uint8Array[] = [];
  let offset = 0;
  for (const entry of entries) {
    const bytes = typeof entry.bytes === 'string' ? encode(entry.bytes) : (entry.bytes ?? new Uint8Array(0));
    const packed = pack(entry);
    const name = typeof entry.name === 'string' ? encode(entry.name) : entry.name;
    const stated = entry.stated ?? bytes.length;
    const common = new DataView(new ArrayBuffer(26));
    common.setUint16(0, zip64 ? 45 : 20, true);
    common.setUint16(2, entry.flags ?? (typeof entry.name === 'string' ? 1 << 11 : 0), true);
    common.setUint16(4, entry.method ?? 8, true);
    common.setUint16(8, 0x21, true);
    common.setUint32(10, entry.crc ?? crc32(bytes), true);
    common.setUint32(14, zip64 ? 0xffffffff : packed.length, true);
    common.setUint32(18, zip64 ? 0xffffffff : stated, true);
    common.setUint16(22, name.length, true);
    const extra = new DataView(new ArrayBuffer(zip64 ? 28 : 0));
    if (zip64) {
      extra.setUint16(0, 1, true);
      extra.setUint16(2, 24, true);
      extra.setBigUint64(4, BigInt(stated), true);
      extra.setBigUint64(12, BigInt(packed.length), true);
      extra.setBigUint64(20, BigInt(entry.offset ?? offset), true);
    }
    const local = new Uint8Array(30);
    new DataView(local.buffer).setUint32(0, 0x04034b50, true);
    local.set(new Uint8Array(common.buffer), 4);
    const listed = new Uint8Array(46);
    const view = new DataView(listed.buffer);
    view.setUint32(0, 0x02014b50, true);
    listed.set(new Uint8Array(common.buffer), 6);
    view.setUint16(30, extra.byteLength, true);
    view.setUint32(42, zip64 ? 0xffffffff : (entry.offset ?? offset), true);
    parts.push(local, name, packed);
    central.push(listed, name, new Uint8Array(extra.buffer));
    offset += 30 + name.length + packed.length;
  }
  const list = joined(...central);
  const tail: Uint8Array[] = [];
  if (zip64) {
    const end = new DataView(new ArrayBuffer(56 + 20));
    end.setUint32(0, 0x06064b50, true);
    end.setBigUint64(4, 44n, true);
    end.setBigUint64(24, BigInt(entries.length), true);
    end.setBigUint64(32, BigInt(entries.length), true);
    end.setBigUint64(40, BigInt(list.length), true);
    end.setBigUint64(48, BigInt(offset), true);
    end.setUint32(56, 0x07064b50, true);
    end.setBigUint64(64, BigInt(offset + list.length), true);
    end.setUint32(72, 1, true);
    tail.push(new Uint8Array(end.buffer));
  }
  const end = new DataView(new ArrayBuffer(22));
  end.setUint32(0, 0x06054b50, true);
  end.setUint16(8, zip64 ? 0xffff : entries.length % 0x10000, true);
  end.setUint16(10, zip64 ? 0xffff : entries.length % 0x10000, true);
  end.setUint32(12, zip64 ? 0xffffffff : list.length, true);
  end.setUint32(16, zip64 ? 0xffffffff : offset, true);
  end.setUint16(20, comment.length, true);
  return joined(
    front ?? new Uint8Array(0),
    ...parts,
    list,
    ...tail,
    new Uint8Array(end.buffer),
    encode(comment),
  );
}

export interface TarEntry {
  name: string;
  bytes?: Uint8Array | string;
  type?: string;
  /** Of the header, in place of the right one. */
  size?: string;
}

function tarHeader(name: string, size: string, type: string): Uint8Array {
  const header = new Uint8Array(512);
  const put = (text: string, at: number) => header.set(encode(text), at);
  put(name.slice(0, 100), 0);
  put('0000644\0', 100);
  put('0000000\0', 108);
  put('0000000\0', 116);
  put(size, 124);
  put('00000000000\0', 136);
  put('        ', 148);
  put(type, 156);
  put('ustar\x0000', 257);
  const sum = header.reduce((all, byte) => all + byte, 0);
  put(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  return header;
}

/** POSIX.1-2017, "ustar Interchange Format". */
export function tar(entries: readonly TarEntry[], ends = true): Uint8Array<ArrayBuffer> {
  const parts = entries.flatMap(({ name, bytes = '', type = '0', size }) => {
    const content = typeof bytes === 'string' ? encode(bytes) : bytes;
    const padding = new Uint8Array((512 - (content.length % 512)) % 512);
    return [
      tarHeader(name, size ?? `${content.length.toString(8).padStart(11, '0')}\0`, type),
      content,
      padding,
    ];
  });
  return joined(...parts, new Uint8Array(ends ? 1024 : 0));
}

export const gzip = (bytes: Uint8Array) => new Uint8Array(gzipSync(bytes)) as Uint8Array<ArrayBuffer>;

export const file = (path: string, bytes: Uint8Array | string) => ({
  path,
  file: new File([bytes as Uint8Array<ArrayBuffer>], path.slice(path.lastIndexOf('/') + 1)),
});

const sheet = (rows: string) =>
  `<?xml version="1.0"?><worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>${rows}</sheetData></worksheet>`;
const relation = (id: string, type: string, target: string) =>
  `<Relationship Id="${id}" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/${type}" Target="${target}"/>`;

/** A workbook as openpyxl and pandas write it (ECMA-376, part 1). */
export const workbook = (...parts: Parameters<typeof workbookParts>): Uint8Array<ArrayBuffer> =>
  zip(workbookParts(...parts));

export function workbookParts(
  rows: string,
  shared: readonly string[],
  others: readonly string[] = [],
): { name: string; bytes: string }[] {
  const names = ['Sheet1', ...others];
  return [
    {
      name: '[Content_Types].xml',
      bytes:
        '<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>',
    },
    {
      name: '_rels/.rels',
      bytes: `<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${relation('rId1', 'officeDocument', 'xl/workbook.xml')}</Relationships>`,
    },
    {
      name: 'xl/workbook.xml',
      bytes: `<?xml version="1.0"?><workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets>${names.map((name, n) => `<sheet name="${name}" sheetId="${n + 1}" r:id="rId${n + 1}"/>`).join('')}</sheets></workbook>`,
    },
    {
      name: 'xl/_rels/workbook.xml.rels',
      bytes: `<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${names.map((_, n) => relation(`rId${n + 1}`, 'worksheet', `worksheets/sheet${n + 1}.xml`)).join('')}${relation('rId90', 'sharedStrings', 'sharedStrings.xml')}${relation('rId91', 'styles', 'styles.xml')}</Relationships>`,
    },
    {
      name: 'xl/styles.xml',
      bytes:
        '<?xml version="1.0"?><styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><numFmts count="1"><numFmt numFmtId="164" formatCode="yyyy-mm-dd hh:mm:ss"/></numFmts><cellStyleXfs count="1"><xf numFmtId="0"/></cellStyleXfs><cellXfs count="3"><xf numFmtId="0" xfId="0"/><xf numFmtId="14" xfId="0"/><xf numFmtId="164" xfId="0"/></cellXfs></styleSheet>',
    },
    {
      name: 'xl/sharedStrings.xml',
      bytes: `<?xml version="1.0"?><sst xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">${shared.map((one) => `<si><t xml:space="preserve">${one}</t></si>`).join('')}</sst>`,
    },
    { name: 'xl/worksheets/sheet1.xml', bytes: sheet(rows) },
    ...others.map((_, n) => ({ name: `xl/worksheets/sheet${n + 2}.xml`, bytes: sheet('') })),
  ];
}
