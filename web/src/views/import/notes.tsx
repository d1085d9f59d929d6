// What happened to the data on its way in, one line a note, with the lines of the file concerned.
import type { Note } from '../../engine/results.ts';
import { count, counted } from '../../verdict/numbers.ts';

/** Warnings first. What is said of many benchmarks is said once; the rest is behind it. */
export function NoteList({ notes }: { notes: readonly Note[] }) {
  if (notes.length === 0) return null;
  const kinds = new Map<string, Note[]>();
  for (const note of notes) {
    const kind = `${note.severity === 'warning' ? 0 : 1}${note.code}`;
    kinds.set(kind, [...(kinds.get(kind) ?? []), note]);
  }
  const groups = [...kinds].sort(([a], [b]) => Number(a[0]) - Number(b[0]));
  return (
    <ul class="notes">
      {groups.map(([kind, [first, ...more]]) => first && <NoteGroup key={kind} first={first} more={more} />)}
    </ul>
  );
}

function NoteGroup({ first, more }: { first: Note; more: readonly Note[] }) {
  return (
    <li class={`note ${first.severity}`}>
      <span class="note-kind small">{first.severity === 'warning' ? 'Check' : 'Note'}</span>
      <div>
        {first.message}
        <Lines note={first} />
        {more.length > 0 && (
          <details>
            <summary class="small link">{counted(more.length, 'more note')} of this kind</summary>
            <ul>
              {more.map((note) => (
                <li key={note.message}>
                  {note.message}
                  <Lines note={note} />
                </li>
              ))}
            </ul>
          </details>
        )}
      </div>
    </li>
  );
}

function Lines({ note }: { note: Note }) {
  if (note.lines.length === 0) return null;
  const shown = note.lines.map(count).join(', ');
  const more = note.count > note.lines.length ? ' …' : '';
  return (
    <span class="small quiet">
      {' '}
      {note.lines.length === 1 ? 'Line' : 'Lines'} {shown}
      {more}
    </span>
  );
}
