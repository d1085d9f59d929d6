// The parameters of the fit as files, and parameters from a file.

import { useRef, useState } from 'preact/hooks';
import { Button, ErrorNotice, Panel } from '../../components/basics.tsx';
import { saveBlob } from '../../components/save.ts';
import type { FitFormat, ItemResponseResult, LoadedFit } from '../../engine/item_response.ts';
import { navigate } from '../../state/history.ts';
import { dropLoadedFit, loadedFit, loadFitFile } from '../../state/item_response.ts';
import { engine } from '../../state/store.ts';
import { count, counted } from '../../verdict/numbers.ts';

const files: [FitFormat, string, string, string][] = [
  ['json', 'Everything (JSON)', 'item response parameters.json', 'application/json'],
  ['items.csv', 'Items (CSV)', 'item parameters.csv', 'text/csv;charset=utf-8'],
  ['models.csv', 'Models (CSV)', 'model abilities.csv', 'text/csv;charset=utf-8'],
];

export function FitFiles({ result }: { result: ItemResponseResult }) {
  const [failure, setFailure] = useState<unknown>(null);
  const [busy, setBusy] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const attempt = async (work: () => Promise<void>) => {
    setFailure(null);
    setBusy(true);
    try {
      await work();
    } catch (error) {
      setFailure(error);
    } finally {
      setBusy(false);
    }
  };
  const save = (format: FitFormat, name: string, type: string) =>
    attempt(async () => saveBlob(name, new Blob([await engine().exportFit(result.fit, format)], { type })));
  return (
    <Panel
      title="Parameters as files"
      lead="The JSON file has everything that rebuilds the predictions: items, abilities, covariances, rotation. It can be loaded here again, for instance to test a new model adaptively."
    >
      <div class="fit-files">
        {files.map(([format, label, name, type]) => (
          <Button key={format} disabled={busy} onClick={() => void save(format, name, type)}>
            {label}
          </Button>
        ))}
        <Button kind="quiet" disabled={busy} onClick={() => input.current?.click()}>
          Load parameters …
        </Button>
        <input
          ref={input}
          type="file"
          class="visually-hidden"
          tabIndex={-1}
          aria-label="File with parameters: JSON of this page, or of py-irt"
          accept=".json,application/json"
          onChange={(event) => {
            const file = event.currentTarget.files?.[0];
            event.currentTarget.value = '';
            if (file) void attempt(async () => void (await loadFitFile(file)));
          }}
        />
      </div>
      {failure !== null && <ErrorNotice error={failure} title="That did not work" />}
      {loadedFit.value && <Loaded loaded={loadedFit.value} />}
    </Panel>
  );
}

function Loaded({ loaded }: { loaded: LoadedFit }) {
  const here = loaded.items.filter((one) => one.place !== null).length;
  return (
    <div class="notice info loaded-fit">
      <p>
        Loaded from a file of {loaded.source === 'py-irt' ? 'py-irt' : 'this page'}:{' '}
        {counted(loaded.items.length, 'item')} ({count(here)} of them in the files that are open),{' '}
        {counted(loaded.models.length, 'model')}, {counted(loaded.dimensions.length, 'dimension')}.
      </p>
      {loaded.notes.map((note) => (
        <p key={note.code} class="small">
          {note.message}
        </p>
      ))}
      <div class="notice-actions">
        <Button small onClick={() => navigate({ view: 'adaptive' })}>
          Test a new model with them
        </Button>
        <Button small onClick={dropLoadedFit}>
          Remove
        </Button>
      </div>
    </div>
  );
}
