// Folders are walked to the end: browsers hand out at most 100 entries a call.
import { describe, expect, it } from 'vitest';
import { collectChosen, collectDrop } from '../../web/src/app/dropped_files.ts';

type Tree = { [name: string]: Tree | string };

function entry(name: string, content: Tree | string): FileSystemEntry {
  if (typeof content === 'string') {
    return {
      name,
      isFile: true,
      isDirectory: false,
      file: (done: (file: File) => void) => done(new File([content], name)),
    } as unknown as FileSystemEntry;
  }
  const children = Object.entries(content).map(([child, inner]) => entry(child, inner));
  return {
    name,
    isFile: false,
    isDirectory: true,
    createReader: () => {
      let from = 0;
      return {
        readEntries: (done: (some: FileSystemEntry[]) => void) => {
          const some = children.slice(from, from + 100);
          from += 100;
          done(some);
        },
      };
    },
  } as unknown as FileSystemEntry;
}

function drop(content: Tree): DataTransfer {
  const items = Object.entries(content).map(([name, inner]) => ({
    kind: 'file',
    webkitGetAsEntry: () => entry(name, inner),
    getAsFile: () => (typeof inner === 'string' ? new File([inner], name) : null),
  }));
  return { items: [{ kind: 'string' }, ...items] } as unknown as DataTransfer;
}

describe('dropped files', () => {
  it('come with the paths of their folders, in the order of names', async () => {
    const collected = await collectDrop(
      drop({ out: { 'b.jsonl': '2', a: { 'x.json': '1', deep: { 'y.csv': '3' } } }, 'single.csv': '4' }),
    );
    expect(collected.files.map((one) => one.path)).toEqual([
      'out/a/deep/y.csv',
      'out/a/x.json',
      'out/b.jsonl',
      'single.csv',
    ]);
    expect(await collected.files[2]?.file.text()).toBe('2');
  });

  it('are all there in a folder of 257', async () => {
    const many = Object.fromEntries(Array.from({ length: 257 }, (_, index) => [`f${index}.csv`, `${index}`]));
    const collected = await collectDrop(drop({ many }));
    expect(collected.files).toHaveLength(257);
    expect(new Set(collected.files.map((one) => one.path)).size).toBe(257);
  });

  it('leave out hidden files of folders, counted, but not one that was dropped itself', async () => {
    const collected = await collectDrop(
      drop({ run: { '.DS_Store': 'x', '.git': { config: 'x' }, 'a.csv': '1' }, '.hidden.csv': '2' }),
    );
    expect(collected.files.map((one) => one.path)).toEqual(['run/a.csv', '.hidden.csv']);
    expect(collected.hidden).toBe(2);
  });

  it('come from the folder dialogue with their relative paths', () => {
    const file = new File(['1'], 'a.csv');
    Object.defineProperty(file, 'webkitRelativePath', { value: 'run/a.csv' });
    const hidden = new File(['1'], '.DS_Store');
    Object.defineProperty(hidden, 'webkitRelativePath', { value: 'run/.DS_Store' });
    const collected = collectChosen([file, hidden, new File(['2'], 'b.csv')]);
    expect(collected.files.map((one) => one.path)).toEqual(['b.csv', 'run/a.csv']);
    expect(collected.hidden).toBe(1);
  });

  it('of a folder stand by name, as in a drop, and chosen ones as they were chosen', () => {
    const inFolder = ['run/c.csv', 'run/a.csv', 'run/b/d.csv'].map((path) => {
      const file = new File(['1'], path.split('/').at(-1) ?? '');
      Object.defineProperty(file, 'webkitRelativePath', { value: path });
      return file;
    });
    const paths = (files: File[]) => collectChosen(files).files.map((one) => one.path);
    expect(paths(inFolder)).toEqual(['run/a.csv', 'run/b/d.csv', 'run/c.csv']);
    expect(paths([new File(['1'], 'z.csv'), new File(['1'], 'y.csv')])).toEqual(['z.csv', 'y.csv']);
  });
});
