// Which items: those of the fit of the loaded data, or those of a file of parameters.
import { useRef, useState } from 'preact/hooks';
import { Button, ErrorNotice, Field } from '../../components/basics.tsx';
import { useFile } from '../../state/adaptive.ts';
import { currentFit, dropLoadedFit, loadedFit, loadFitFile } from '../../state/item_response.ts';
import { counted } from '../../verdict/numbers.ts';

export function SourceFields() {
  const input = useRef<HTMLInputElement>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const loaded = loadedFit.value;
  const { result } = currentFit.value;
  const load = async (file: File | undefined) => {
    if (!file) return;
    setFailure(null);
    try {
      await loadFitFile(file);
      useFile.value = true;
    } catch (error) {
      setFailure(error);
    }
  };
  return (
    <>
      <div class="controls">
        {loaded && (
          <Field label="Items">
            {(id) => (
              <select
                id={id}
                value={useFile.value ? 'file' : 'data'}
                onChange={(event) => {
                  useFile.value = event.currentTarget.value === 'file';
                }}
              >
                <option value="file">
                  of the file: {counted(loaded.items.length, 'item')},{' '}
                  {counted(loaded.dimensions.length, 'dimension')}
                  {loaded.source === 'py-irt' ? ', py-irt' : ''}
                </option>
                <option value="data">
                  of the fit{result ? `: ${counted(result.items.item.length, 'item')}` : ''}
                </option>
              </select>
            )}
          </Field>
        )}
        <Button onClick={() => input.current?.click()}>
          {loaded ? 'Load other parameters' : 'Load parameters from a file'}
        </Button>
        {loaded && <Button onClick={dropLoadedFit}>Forget the file</Button>}
        <input
          ref={input}
          type="file"
          accept=".json,application/json"
          class="visually-hidden"
          tabIndex={-1}
          aria-label="File of item parameters"
          onChange={(event) => {
            void load(event.currentTarget.files?.[0]);
            event.currentTarget.value = '';
          }}
        />
        <p class="small quieter source-hint">
          JSON that the Models view saves, or of py-irt. With it a new model can be tested without the data of
          the others.
        </p>
      </div>
      {loaded && useFile.value && loaded.notes.length > 0 && (
        <ul class="warnings">
          {loaded.notes.map((note) => (
            <li key={note.code} class={`notice ${note.severity === 'warning' ? 'warning' : 'info'}`}>
              {note.message}
            </li>
          ))}
        </ul>
      )}
      {failure !== null && <ErrorNotice title="These parameters could not be read" error={failure} />}
    </>
  );
}
