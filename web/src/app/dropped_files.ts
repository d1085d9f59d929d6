// Files out of a drop, a file dialogue or the clipboard, with the paths of their folders.

import { inOrder, isHidden } from '../reproduce/file_names.ts';
import type { DroppedFile } from '../state/files.ts';

export interface Collected {
  files: DroppedFile[];
  /** Hidden files (.DS_Store, .git/...), which folders carry without anybody meaning them. */
  hidden: number;
}

/** Everything in the drop; folders are walked to the end. Must be called inside the event handler. */
export async function collectDrop(data: DataTransfer): Promise<Collected> {
  // The list is emptied when the handler returns: take the entries before the first await.
  const items = [...data.items].filter((item) => item.kind === 'file');
  const taken = items.map((item) => ({ entry: item.webkitGetAsEntry?.() ?? null, file: item.getAsFile() }));
  const collected: Collected = { files: [], hidden: 0 };
  for (const { entry, file } of taken) {
    // What was dropped by name is meant, hidden or not; only what lies in a folder may be left out.
    if (entry?.isDirectory) await walk(entry as FileSystemDirectoryEntry, entry.name, collected);
    else if (file) collected.files.push({ path: file.name, file });
  }
  return collected;
}

async function walk(folder: FileSystemDirectoryEntry, path: string, collected: Collected): Promise<void> {
  for (const entry of await entriesOf(folder)) {
    if (isHidden(entry.name)) {
      collected.hidden += 1;
      continue;
    }
    const inside = `${path}/${entry.name}`;
    if (entry.isDirectory) {
      await walk(entry as FileSystemDirectoryEntry, inside, collected);
    } else {
      const file = await new Promise<File>((resolve, reject) =>
        (entry as FileSystemFileEntry).file(resolve, reject),
      );
      collected.files.push({ path: inside, file });
    }
  }
}

/** All entries in the order of their names. readEntries() gives at most 100 a call. */
async function entriesOf(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader();
  const all: FileSystemEntry[] = [];
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    );
    if (some.length === 0) break;
    all.push(...some);
  }
  return all.sort((a, b) => inOrder(a.name, b.name));
}

/** From <input type="file">, with or without webkitdirectory. */
export function collectChosen(list: Iterable<File>): Collected {
  const collected: Collected = { files: [], hidden: 0 };
  for (const file of list) {
    const path = file.webkitRelativePath || file.name;
    const inFolder = path.includes('/');
    if (inFolder && path.split('/').some(isHidden)) collected.hidden += 1;
    else collected.files.push({ path, file });
  }
  // A folder comes as its file system keeps it; in a drop it is walked by name. Models must not change their order.
  if (collected.files.some((one) => one.path.includes('/'))) {
    collected.files.sort((a, b) => inOrder(a.path, b.path));
  }
  return collected;
}
