// One file: what it was read as, what it gave, what was skipped and why; everything that was guessed can be changed.
import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { Button, ErrorNotice } from '../../components/basics.tsx';
import type { Alternative, FileReport } from '../../engine/results.ts';
import { canReadAgain, readAgain, removeFile } from '../../state/files.ts';
import { formats } from '../../state/store.ts';
import { oneLine } from '../../verdict/names.ts';
import { count, counted, fileSize, listed, percent } from '../../verdict/numbers.ts';
import { ReadableButton } from '../readable/readable_button.tsx';
import { NoteList } from './notes.tsx';
import { ReaderOptions } from './reader_options.tsx';
import { ScoreScale } from './score_scale.tsx';
import { TableRoles } from './table_roles.tsx';

const roleNames: Record<FileReport['role'], string> = {
  responses: 'responses',
  run: 'description of a run',
  'model attributes': 'attributes of models',
  'item attributes': 'attributes of items',
  'item vectors': 'vectors of items',
};

/** Errors that say: this is none of the files that can be read. */
const unknownContent: ReadonlySet<string> = new Set(['unknown_format', 'binary_file', 'no_responses']);

export function FileCard({ file, open }: { file: FileReport; open: boolean }) {
  const warnings = file.notes.filter((note) => note.severity === 'warning').length;
  const read = file.format !== null && (file.error === null || file.rowsRead > 0);
  // What is closed is not drawn: a folder may hold a thousand files.
  const [isOpen, setOpen] = useState(open);
  useEffect(() => {
    if (open) setOpen(true);
  }, [open]);
  const controls = (
    <>
      <ReadAs file={file} />
      <Button small onClick={() => void removeFile(file.id)} aria-label={`Remove ${file.path}`}>
        Remove
      </Button>
    </>
  );
  return (
    <article class="file-card" aria-label={file.path}>
      <details open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary>
          <span class="mono file-path">{oneLine(file.path)}</span>
          <span class="small quiet file-gist">{gist(file)}</span>
          <span class="small file-flags">
            {file.error && <span class="flag error">Not read</span>}
            {file.role === 'responses' && file.models.includes('') && (
              <span class="flag">Model not named</span>
            )}
            {file.rowsSkipped > 0 && (
              <span class="flag warning">{counted(file.rowsSkipped, 'row')} skipped</span>
            )}
            {warnings > 0 && <span class="flag warning">{counted(warnings, 'thing')} to check</span>}
          </span>
        </summary>
        {isOpen && (
          <div class="file-body">
            {file.error && (
              <ErrorNotice
                error={file.error}
                title={read ? 'Not read with these choices; what was read before stays' : undefined}
                actions={
                  !read && (
                    <>
                      {controls}
                      {unknownContent.has(file.error.code) && <ReadableButton small />}
                    </>
                  )
                }
              />
            )}
            <ScoreScale file={file} />
            {read && <div class="file-bar">{controls}</div>}
            {read && <Facts file={file} />}
            <NoteList notes={file.notes} />
            {file.table && <TableRoles file={file} table={file.table} />}
          </div>
        )}
      </details>
    </article>
  );
}

function gist(file: FileReport): string {
  const parts = [fileSize(file.bytes)];
  if (file.format) parts.unshift(file.format.label);
  if (file.role === 'responses' && file.responses > 0) {
    parts.push(counted(file.models.length, 'model'), counted(file.items, 'item'));
  } else if (file.format) parts.push(roleNames[file.role]);
  return parts.join(' · ');
}

function ReadAs({ file }: { file: FileReport }) {
  const id = `read-as-${file.id}`;
  const chosen = file.options.format ?? '';
  return (
    <span class="read-as">
      <label for={id} class="small quiet">
        Read as
      </label>
      <select
        id={id}
        class="compact"
        disabled={!canReadAgain(file.id)}
        value={chosen}
        onChange={(event) => void readAgain(file.id, { format: event.currentTarget.value })}
      >
        <option value="">
          {chosen === '' && file.format ? `${file.format.label} (recognised)` : 'recognise by content'}
        </option>
        {formats.value.map((format) => (
          <option key={format.id} value={format.id}>
            {format.label}
          </option>
        ))}
      </select>
    </span>
  );
}

function Fact({ name, children }: { name: string; children: ComponentChildren }) {
  return (
    <div class="fact">
      <dt class="small quiet">{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function named(names: readonly string[], many: string): string {
  if (names.length > 4) return `${count(names.length)} ${many}`;
  return listed(names.map((name) => name || 'not named'));
}

/** A single name can be corrected: files of one model often do not say whose they are. */
function NameFact(props: {
  file: FileReport;
  option: 'model' | 'benchmark';
  name: string;
  many: string;
  names: readonly string[];
}) {
  const { file, option, name, many, names } = props;
  if (names.length === 0) return null;
  // Vectors and attributes find their items by id, in whatever benchmark.
  if (option === 'benchmark' && file.role !== 'responses' && names.every((one) => one === '')) {
    return <Fact name={name}>any that has these items</Fact>;
  }
  if (names.length > 1 || file.role !== 'responses' || !canReadAgain(file.id)) {
    return (
      <Fact name={name}>
        <span title={names.join(', ')}>{named(names, many)}</span>
      </Fact>
    );
  }
  return (
    <Fact name={name}>
      <input
        type="text"
        class="compact"
        aria-label={`${name} of ${file.path}`}
        value={names[0]}
        placeholder="not named in the file"
        onChange={(event) => void readAgain(file.id, { [option]: event.currentTarget.value.trim() })}
      />
    </Fact>
  );
}

function Facts({ file }: { file: FileReport }) {
  const agreeing = file.argmaxCompared - file.argmaxDisagreements;
  return (
    <dl class="facts">
      <NameFact file={file} option="model" name="Model" many="models" names={file.models} />
      <NameFact file={file} option="benchmark" name="Benchmark" many="benchmarks" names={file.benchmarks} />
      <Fact name="Rows read">{count(file.rowsRead)}</Fact>
      <Fact name="Rows skipped">{count(file.rowsSkipped)}</Fact>
      {file.role === 'responses' && <Fact name="Items">{count(file.items)}</Fact>}
      {file.role === 'responses' && <Fact name="Responses">{count(file.responses)}</Fact>}
      <AlternativeFact file={file} name="Filter" option="filter" all={file.filters} chosen={file.filter} />
      <AlternativeFact file={file} name="Metric" option="metric" all={file.metrics} chosen={file.metric} />
      <ReaderOptions file={file} />
      {file.choiceSets.length > 0 && (
        <Fact name="Probabilities of the options">
          {file.choiceSets.length === 1 ? (
            file.choiceSets[0]
          ) : (
            <select
              class="compact"
              aria-label="Probabilities of the options"
              value={file.choiceSets[0]}
              disabled={!canReadAgain(file.id)}
              onChange={(event) => void readAgain(file.id, { choices: event.currentTarget.value })}
            >
              {file.choiceSets.map((name) => (
                <option key={name} value={name}>
                  {name}
                </option>
              ))}
            </select>
          )}
        </Fact>
      )}
      {file.argmaxCompared > 0 && (
        <Fact name="Argmax agrees with score">
          {count(agreeing)} of {count(file.argmaxCompared)}
          {file.argmaxDisagreements > 0 && (
            <span class="small quiet"> ({percent(agreeing / file.argmaxCompared)})</span>
          )}
        </Fact>
      )}
    </dl>
  );
}

function AlternativeFact(props: {
  file: FileReport;
  name: string;
  option: 'filter' | 'metric';
  all: readonly Alternative[];
  chosen: string;
}) {
  const { file, name, option, all, chosen } = props;
  if (chosen === '' && all.length === 0) return null;
  if (all.length < 2) return <Fact name={name}>{chosen || all[0]?.name}</Fact>;
  return (
    <Fact name={name}>
      <select
        class="compact"
        aria-label={name}
        value={chosen}
        disabled={!canReadAgain(file.id)}
        onChange={(event) => void readAgain(file.id, { [option]: event.currentTarget.value })}
      >
        {all.map((one) => (
          <option key={one.name} value={one.name}>
            {one.name} ({counted(one.rows, 'row')})
          </option>
        ))}
      </select>
    </Fact>
  );
}
