// The ways in: file dialogues, drops, paste. All of them end in addFiles().
import { signal } from '@preact/signals';
import { addFiles, type DroppedFile, textFile } from '../state/files.ts';
import { fileTaker } from '../state/links.ts';
import { announce } from '../state/store.ts';
import { counted } from '../verdict/numbers.ts';
import { type Collected, collectChosen, collectDrop } from './dropped_files.ts';

/** Something is being dragged over the window. */
export const dragging = signal(false);
export const pasteOpen = signal(false);
export const helpOpen = signal(false);
/** "What can I drop?" */
export const readableOpen = signal(false);
/** Said once above the report: "3 hidden files were left out." */
export const collectNote = signal('');

function add(collected: Collected): void {
  collectNote.value =
    collected.hidden > 0 ? `${counted(collected.hidden, 'hidden file')} in the folder left out.` : '';
  if (collected.files.length === 0) {
    collectNote.value ||= 'There was no file in it.';
    announce(collectNote.value);
    return;
  }
  take(collected.files);
}

/** A link that waits for files gets them first. */
function take(files: DroppedFile[]): void {
  const waiting = fileTaker.value;
  void (waiting ? waiting(files) : addFiles(files));
}

export function browse(what: 'files' | 'folder'): void {
  const input = document.createElement('input');
  input.type = 'file';
  input.multiple = true;
  if (what === 'folder') input.webkitdirectory = true;
  input.addEventListener('change', () => add(collectChosen(input.files ?? [])));
  input.click();
}

export function paste(text: string): void {
  if (text.trim() !== '') take([textFile(text)]);
}

const carriesFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false;

/** The whole window takes drops. Returns what undoes it. */
export function listenForDrops(): () => void {
  let depth = 0; // dragenter and dragleave come for every element on the way
  const enter = (event: DragEvent) => {
    if (!carriesFiles(event)) return;
    depth += 1;
    dragging.value = true;
  };
  const leave = (event: DragEvent) => {
    if (!carriesFiles(event)) return;
    depth = Math.max(0, depth - 1);
    if (depth === 0) dragging.value = false;
  };
  const over = (event: DragEvent) => {
    if (!carriesFiles(event)) return;
    event.preventDefault();
    if (event.dataTransfer) event.dataTransfer.dropEffect = 'copy';
  };
  const drop = (event: DragEvent) => {
    depth = 0;
    dragging.value = false;
    // A view may have a place of its own for a file.
    if (!event.dataTransfer || !carriesFiles(event) || event.defaultPrevented) return;
    event.preventDefault();
    collectDrop(event.dataTransfer).then(add, (error: unknown) => {
      collectNote.value = `The browser could not list what was dropped (${error instanceof Error ? error.message : error}). Try Browse instead.`;
      announce(collectNote.value);
    });
  };
  const pasted = (event: ClipboardEvent) => {
    if (isTyping(event.target) || !event.clipboardData) return;
    if (event.clipboardData.files.length > 0) add(collectChosen(event.clipboardData.files));
    else paste(event.clipboardData.getData('text/plain'));
  };
  window.addEventListener('dragenter', enter);
  window.addEventListener('dragleave', leave);
  window.addEventListener('dragover', over);
  window.addEventListener('drop', drop);
  window.addEventListener('paste', pasted);
  return () => {
    window.removeEventListener('dragenter', enter);
    window.removeEventListener('dragleave', leave);
    window.removeEventListener('dragover', over);
    window.removeEventListener('drop', drop);
    window.removeEventListener('paste', pasted);
  };
}

/** Keys then belong to the control, not to the page. */
export function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
  );
}
