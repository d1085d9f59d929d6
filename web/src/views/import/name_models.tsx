// Files that became one model because none of them says whose it is: a field for the name of each, before anything else.
import { useState } from 'preact/hooks';
import { Button } from '../../components/basics.tsx';
import type { FileReport, ImportReport, UnnamedModels } from '../../engine/results.ts';
import { nameModels } from '../../state/files.ts';
import { count, fileSize } from '../../verdict/numbers.ts';
import { collisionSentence } from '../../verdict/unnamed_models.ts';

export function NameModels({ loaded }: { loaded: ImportReport }) {
  return (
    <>
      {loaded.unnamedModels.map((collision) => (
        <Collision
          key={collision.files.join(' ')}
          collision={collision}
          files={loaded.files.filter((file) => collision.files.includes(file.id))}
        />
      ))}
    </>
  );
}

function Collision({ collision, files }: { collision: UnnamedModels; files: readonly FileReport[] }) {
  const [names, setNames] = useState<Record<number, string>>({});
  const given = files.filter((file) => (names[file.id] ?? '').trim() !== '');
  const submit = (event: Event) => {
    event.preventDefault();
    void nameModels(given.map((file) => [file.id, (names[file.id] ?? '').trim()]));
  };
  return (
    <form class="notice warning name-models" onSubmit={submit}>
      <p role="alert">{collisionSentence(collision)}</p>
      <ul>
        {files.map((file, index) => {
          const id = `name-model-${file.id}`;
          return (
            <li key={file.id}>
              <label for={id}>
                <span class="mono">{file.path}</span>{' '}
                <span class="small quiet">
                  number {count(index + 1)}, {fileSize(file.bytes)}
                </span>
              </label>
              <input
                id={id}
                type="text"
                class="compact"
                placeholder="Name of the model"
                autocomplete="off"
                value={names[file.id] ?? ''}
                onInput={(event) => setNames({ ...names, [file.id]: event.currentTarget.value })}
              />
            </li>
          );
        })}
      </ul>
      <div class="notice-actions">
        <Button type="submit" small kind="primary" disabled={given.length === 0}>
          Use these names
        </Button>
        <span class="small quiet">The files are read again; “Browse a folder” keeps folders as names.</span>
      </div>
    </form>
  );
}
