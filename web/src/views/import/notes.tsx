// What happened to the data on its way in, one line a note, with the lines of the file concerned.
import type { Note } from '../../engine/results.ts';
import { count } from '../../verdict/numbers.ts';

export function NoteList({ notes }: { notes: readonly Note[] }) {
  if (notes.length === 0) return null;
  return (
    <ul class="notes">
      {notes.map((note, index) => (
        <li key={`${index}/${note.code}`} class={`note ${note.severity}`}>
          <span class="note-kind small">{note.severity === 'warning' ? 'Check' : 'Note'}</span>
          <span>
            {note.message}
            <Lines note={note} />
          </span>
        </li>
      ))}
    </ul>
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
