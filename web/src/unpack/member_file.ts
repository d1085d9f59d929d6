// A member of an archive as a File: it is unpacked while it is read, as often as that happens, and kept nowhere. Like a file
// on the disk of Node it cannot be sent to a worker as it is (engine/sent_files.ts), nor be a part of a new Blob.
import { Budget } from './limits.ts';
import { type Bytes, joinedBytes, streamOf } from './streams.ts';
import { contentAt, type Place } from './zip_members.ts';

export interface MemberOf {
  archive: File;
  place: Place;
  path: string; // what messages call the archive
  what: string; // and the member
}

const lastPart = (path: string) => path.slice(path.lastIndexOf('/') + 1);

export class MemberFile extends File {
  readonly of: MemberOf;
  readonly #start: number;
  readonly #end: number; // not included

  constructor(of: MemberOf, start = 0, end = of.place.unpacked) {
    super([], lastPart(of.what));
    this.of = of;
    this.#start = start;
    this.#end = Math.max(start, end);
  }

  override get size(): number {
    return this.#end - this.#start;
  }

  override slice(start = 0, end = this.size): MemberFile {
    const place = (at: number) => Math.min(this.size, at < 0 ? Math.max(0, this.size + at) : at);
    return new MemberFile(this.of, this.#start + place(start), this.#start + place(end));
  }

  /** Of a part only what comes before its end is unpacked. */
  async *#bytes(): Bytes {
    const { archive, place, path, what } = this.of;
    let at = 0;
    for await (const piece of contentAt(archive, place, path, new Budget(path), what)) {
      const some = piece.subarray(Math.max(0, this.#start - at), Math.max(0, this.#end - at));
      at += piece.length;
      if (some.length > 0) yield some;
      // The last piece is waited for when all of it is wanted: the checksum comes after it.
      if (at >= this.#end && this.#end < place.unpacked) return;
    }
  }

  override stream() {
    return streamOf(this.#bytes()) as ReturnType<File['stream']>;
  }

  override async arrayBuffer(): Promise<ArrayBuffer> {
    return (await joinedBytes(this.#bytes())).buffer as ArrayBuffer;
  }

  override async text(): Promise<string> {
    return new TextDecoder().decode(await this.arrayBuffer());
  }
}
