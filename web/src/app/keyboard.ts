// Keys for everything; the list is what "?" shows.
import { navigate } from '../state/history.ts';
import { hasData, parametersOpen } from '../state/store.ts';
import { browse, helpOpen, isTyping } from './open.ts';
import { views } from './views.ts';

export const keys: readonly [string[], string][] = [
  [['Ctrl', 'O'], 'Add files'],
  [['Ctrl', 'V'], 'Paste the text of a file'],
  [['Ctrl', 'S'], 'Save a capsule: data, view and numbers in one file'],
  [['Ctrl', 'Shift', 'S'], 'Save a report: the page itself with all of it, as one .html'],
  // There are nine such keys: the views after them are reached by the rail.
  ...views.slice(0, 9).map((view, index): [string[], string] => [[String(index + 1)], view.question]),
  [['P'], 'Show or hide the parameters'],
  [['/'], 'Filter the table'],
  [['↑', '↓'], 'From row to row of a table; Enter opens one'],
  [['?'], 'This list'],
  [['Esc'], 'Close'],
];

export function listenForKeys(): () => void {
  const onKey = (event: KeyboardEvent) => {
    if ((event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey && event.key === 'o') {
      event.preventDefault();
      browse('files');
      return;
    }
    if ((event.ctrlKey || event.metaKey) && !event.altKey && event.key.toLowerCase() === 's') {
      event.preventDefault();
      const { shiftKey } = event;
      void import('../state/capsule.ts').then(({ saveCapsule, saveReport }) =>
        shiftKey ? saveReport() : saveCapsule(),
      );
      return;
    }
    if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
    const view = /^[1-9]$/.test(event.key) ? views[Number(event.key) - 1] : undefined;
    if (view) {
      if (hasData.value || !view.needsData) navigate({ view: view.name });
      event.preventDefault();
      return;
    }
    switch (event.key) {
      case '?':
        helpOpen.value = true;
        break;
      case 'p':
        parametersOpen.value = !parametersOpen.value;
        break;
      case '/': {
        const filter = document.querySelector<HTMLInputElement>('main input[type="search"]');
        if (!filter) return;
        filter.focus();
        break;
      }
      default:
        return;
    }
    event.preventDefault();
  };
  window.addEventListener('keydown', onKey);
  return () => window.removeEventListener('keydown', onKey);
}
