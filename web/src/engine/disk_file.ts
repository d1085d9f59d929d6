// A file on the disk of Node as a File: nothing of it is in memory until it is read, so that its size does not matter.
import { createReadStream, type Stats, statSync } from 'node:fs';
import { basename } from 'node:path';
import { Readable } from 'node:stream';

export class DiskFile extends File {
  readonly diskPath: string;
  readonly #start: number;
  readonly #end: number; // not included
  readonly #about: Stats; // when it was listed

  /** @throws what the system says when there is no such file */
  constructor(diskPath: string, about: Stats = statSync(diskPath), start = 0, end: number = about.size) {
    super([], basename(diskPath), { lastModified: about.mtimeMs });
    this.diskPath = diskPath;
    this.#start = start;
    this.#end = Math.max(start, end);
    this.#about = about;
  }

  override get size(): number {
    return this.#end - this.#start;
  }

  override slice(start = 0, end = this.size): DiskFile {
    const place = (at: number) => Math.min(this.size, at < 0 ? Math.max(0, this.size + at) : at);
    return new DiskFile(this.diskPath, this.#about, this.#start + place(start), this.#start + place(end));
  }

  override stream() {
    type Bytes = ReturnType<File['stream']>;
    if (this.size === 0) return new Blob([]).stream() as Bytes;
    const now = statSync(this.diskPath);
    if (now.mtimeMs !== this.#about.mtimeMs || now.size !== this.#about.size)
      throw new Error('it was changed since it was listed');
    const bytes = createReadStream(this.diskPath, {
      start: this.#start,
      end: this.#end - 1,
      highWaterMark: 1 << 20,
    });
    return Readable.toWeb(bytes) as unknown as Bytes;
  }

  override async arrayBuffer(): Promise<ArrayBuffer> {
    const bytes = new Uint8Array(this.size);
    let at = 0;
    for await (const piece of this.stream() as unknown as AsyncIterable<Uint8Array>) {
      bytes.set(piece, at);
      at += piece.byteLength;
    }
    return bytes.buffer;
  }

  override async text(): Promise<string> {
    return new TextDecoder().decode(await this.arrayBuffer());
  }
}
