// The import report: what was loaded, how the files were joined, what is missing. Always the first thing shown.
import { browse, collectNote } from '../../app/open.ts';
import { Button, KeyFigure, KeyFigures, Panel, ViewHead } from '../../components/basics.tsx';
import { type Column, DataTable } from '../../components/data_table.tsx';
import type { BenchmarkReport, ImportReport, MetricCheck, ModelReport } from '../../engine/results.ts';
import { canReadAgain, lastAdded, removeAllFiles, undoLastAdded } from '../../state/files.ts';
import { navigate } from '../../state/history.ts';
import { hasData, report, unpackNotes } from '../../state/store.ts';
import { joinWords } from '../../verdict/joins.ts';
import { count, counted, fixed, listed, percent } from '../../verdict/numbers.ts';
import { collisionVerdict } from '../../verdict/unnamed_models.ts';
import { importVerdict } from '../../verdict/verdict.ts';
import { Provenance } from '../capsule/provenance.tsx';
import { ReadableButton } from '../readable/readable_button.tsx';
import { FileCard } from './file_card.tsx';
import { HostedData } from './hosted_data.tsx';
import { NameModels } from './name_models.tsx';
import { NoteList } from './notes.tsx';
import { TaskGroups } from './task_groups.tsx';

export function ImportView() {
  const loaded = report.value;
  if (!loaded) return null;
  return (
    <>
      <ViewHead
        question="What did I load?"
        verdict={[collisionVerdict(loaded), importVerdict(loaded).text].filter(Boolean).join(' ')}
        actions={
          hasData.value && (
            <Button kind="primary" onClick={() => navigate({ view: 'overview' })}>
              Can I trust the averages?
            </Button>
          )
        }
      />
      <HostedData />
      {collectNote.value && <p class="notice info">{collectNote.value}</p>}
      {unpackNotes.value.map((note) => (
        <p key={note} class="notice info">
          {note}
        </p>
      ))}
      <LastAdded />
      <NameModels loaded={loaded} />
      {hasData.value && <Figures loaded={loaded} />}
      <WholeNotes loaded={loaded} />
      {hasData.value && <TaskGroups loaded={loaded} />}
      {hasData.value && <Benchmarks loaded={loaded} />}
      <Provenance />
      <Files loaded={loaded} />
      <Checks checks={loaded.metricChecks} />
      <ModelAttributes loaded={loaded} />
    </>
  );
}

/** The latest drop can be taken back. */
function LastAdded() {
  const added = lastAdded.value;
  if (!added) return null;
  return (
    <div class="notice info" role="status">
      <p>{counted(added.length, 'file')} added.</p>
      <div class="notice-actions">
        <Button small onClick={() => void undoLastAdded()}>
          Undo
        </Button>
      </div>
    </div>
  );
}

function Figures({ loaded }: { loaded: ImportReport }) {
  const items = loaded.benchmarks.reduce((sum, one) => sum + one.items, 0);
  const shared = loaded.benchmarks.reduce((sum, one) => sum + one.itemsSharedByAll, 0);
  const missing = loaded.benchmarks.reduce((sum, one) => sum + one.missingCells, 0);
  const cells = loaded.benchmarks.reduce((sum, one) => sum + one.items * one.models.length, 0);
  return (
    <KeyFigures>
      <KeyFigure label="Models" value={count(loaded.models.length)} />
      <KeyFigure label="Benchmarks" value={count(loaded.benchmarks.length)} />
      <KeyFigure label="Items" value={count(items)} below={`${count(shared)} shared by all their models`} />
      <KeyFigure
        label="Scores"
        value={count(cells - missing)}
        below={missing > 0 ? `${count(missing)} missing` : 'none missing'}
      />
    </KeyFigures>
  );
}

function WholeNotes({ loaded }: { loaded: ImportReport }) {
  const own = loaded.benchmarks.flatMap((benchmark) =>
    benchmark.notes.map((note) => ({
      ...note,
      message: loaded.benchmarks.length > 1 ? `${benchmark.name}: ${note.message}` : note.message,
    })),
  );
  const notes = [...loaded.notes, ...own];
  if (notes.length === 0) return null;
  return (
    <Panel title="About the whole">
      <NoteList notes={notes} />
    </Panel>
  );
}

function Benchmarks({ loaded }: { loaded: ImportReport }) {
  const columns: Column<BenchmarkReport>[] = [
    { id: 'name', header: 'Benchmark', rowHeader: true, value: (row) => row.name },
    {
      id: 'models',
      header: 'Models',
      align: 'end',
      value: (row) => row.models.length,
      cell: (row) => count(row.models.length),
    },
    {
      id: 'items',
      header: 'Items',
      align: 'end',
      value: (row) => row.items,
      cell: (row) => count(row.items),
    },
    {
      id: 'shared',
      header: 'Shared by all',
      align: 'end',
      value: (row) => row.itemsSharedByAll,
      cell: (row) => count(row.itemsSharedByAll),
    },
    {
      id: 'missing',
      header: 'Missing scores',
      align: 'end',
      value: (row) => row.missingCells,
      cell: (row) => count(row.missingCells),
    },
    {
      id: 'joined',
      header: 'Joined by',
      value: joinWords,
    },
    {
      id: 'options',
      header: 'Options',
      align: 'end',
      value: (row) => (row.optionCounts ? row.optionCounts[1] : null),
      cell: (row) => optionRange(row),
    },
    {
      id: 'choices',
      header: 'Probabilities',
      value: (row) =>
        row.choiceSets.length === 0
          ? 'none'
          : listed(
              row.choiceSets.map((set) => `${set.name} (${counted(set.models.length, 'model')})`),
              'and',
              3,
            ),
    },
    {
      id: 'vectors',
      header: 'Vectors',
      shown: loaded.benchmarks.some((one) => one.vectors.length > 0),
      value: (row) =>
        row.vectors.length === 0
          ? 'none'
          : listed(
              row.vectors.map(
                ({ name, width, items }) => `${name} (${count(width)} numbers, ${counted(items, 'item')})`,
              ),
              'and',
              3,
            ),
    },
    {
      id: 'attributes',
      header: 'Attributes',
      value: (row) =>
        row.attributes.length === 0
          ? 'none'
          : listed(
              row.attributes.map((one) => `${one.name} (${count(one.levels)})`),
              'and',
              3,
            ),
    },
  ];
  return (
    <Panel>
      <DataTable
        caption="Benchmarks"
        heading
        columns={columns}
        rows={loaded.benchmarks}
        rowKey={(row) => row.index}
        rowNoun="benchmarks"
        csvName="benchmarks"
        maxHeight="480px"
        onOpen={(row) => navigate({ view: 'benchmark', benchmark: row.name, model: '' })}
      />
    </Panel>
  );
}

function optionRange(row: BenchmarkReport): string {
  if (!row.optionCounts) return '–';
  const [least, most] = row.optionCounts;
  return least === most ? count(least) : `${count(least)}–${count(most)}`;
}

function Files({ loaded }: { loaded: ImportReport }) {
  const { files } = loaded;
  const onlyOne = files.length === 1;
  // A folder full of other things must not bury the report under its errors.
  const failures = files.filter((file) => file.error !== null).length;
  const nothingHeld = files.every((file) => !canReadAgain(file.id));
  return (
    <Panel
      title={onlyOne ? 'The file' : counted(files.length, 'file')}
      actions={
        <>
          <Button small onClick={() => browse('files')}>
            Add files
          </Button>
          <ReadableButton small />
          {!onlyOne && (
            <Button small onClick={() => void removeAllFiles()}>
              Remove all
            </Button>
          )}
        </>
      }
      lead={nothingHeld ? 'Generated by the page itself: it cannot be read in another way.' : undefined}
    >
      <div class="file-list">
        {files.map((file) => (
          <FileCard key={file.id} file={file} open={onlyOne || (file.error !== null && failures <= 6)} />
        ))}
      </div>
    </Panel>
  );
}

function Checks({ checks }: { checks: readonly MetricCheck[] }) {
  if (checks.length === 0) return null;
  const columns: Column<MetricCheck>[] = [
    { id: 'model', header: 'Model', rowHeader: true, value: (row) => row.model },
    { id: 'benchmark', header: 'Benchmark', value: (row) => row.benchmark },
    { id: 'metric', header: 'Metric', value: (row) => row.metric },
    {
      id: 'stated',
      header: 'In the file',
      align: 'end',
      value: (row) => row.stated,
      cell: (row) => fixed(row.stated, 4),
    },
    {
      id: 'computed',
      header: 'From the responses',
      align: 'end',
      value: (row) => row.computed,
      cell: (row) => fixed(row.computed, 4),
    },
    {
      id: 'agrees',
      header: 'Agrees',
      value: (row) => (row.agrees ? 'yes' : 'no'),
      cell: (row) =>
        row.agrees ? 'yes' : <strong>no, by {percent(Math.abs(row.stated - row.computed), 2)}</strong>,
    },
  ];
  return (
    <Panel>
      <DataTable
        caption="Scores stated in the files, against the responses"
        heading
        columns={columns}
        rows={checks}
        rowKey={(row) => `${row.model}/${row.benchmark}/${row.metric}`}
        rowNoun="scores"
        csvName="metric_checks"
        initialSort={{ column: 'agrees', descending: false }}
        maxHeight="400px"
      />
    </Panel>
  );
}

function ModelAttributes({ loaded }: { loaded: ImportReport }) {
  if (loaded.modelAttributeNames.length === 0) return null;
  const columns: Column<ModelReport>[] = [
    { id: 'name', header: 'Model', rowHeader: true, value: (row) => row.name },
    ...loaded.modelAttributeNames.map((name, index) => ({
      id: `attribute-${index}`,
      header: name,
      value: (row: ModelReport) => row.attributes[index] || null,
    })),
  ];
  return (
    <Panel>
      <DataTable
        caption="Attributes of the models"
        heading
        columns={columns}
        rows={loaded.models}
        rowKey={(row) => row.index}
        rowNoun="models"
        csvName="model_attributes"
        maxHeight="400px"
      />
    </Panel>
  );
}
