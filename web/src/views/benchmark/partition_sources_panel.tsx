// Other ways to cut it: every partition that the data allow, in one table; a click takes one.

import { Button, ErrorNotice, Panel, Progress } from '../../components/basics.tsx';
import { type Column, DataTable } from '../../components/data_table.tsx';
import type { AuditRow, ComparedPartition } from '../../engine/results.ts';
import { setParameters } from '../../state/history.ts';
import {
  cancelPartitionSources,
  comparePartitionSources,
  partitionSources,
} from '../../state/partition_sources.ts';
import { counted, pValue, unit } from '../../verdict/numbers.ts';
import { Term } from '../../words/term.tsx';
import { partitionName } from './partitions.ts';

const beyondChance = (row: AuditRow | null) => (row ? row.mutualInformation - row.baseline : null);

/** "category .32, rand .16"; the CSV has the numbers in columns of their own. */
function Agreement({ row }: { row: AuditRow | null }) {
  if (row === null) return <span class="quieter">none in the files</span>;
  return (
    <>
      {row.variable} <span class="num">{unit(beyondChance(row))}</span>{' '}
      <span class="num quieter">({unit(row.adjustedRand)})</span>
    </>
  );
}

function agreementColumn(id: 'bestLabel' | 'bestArtefact', header: string): Column<ComparedPartition> {
  return {
    id,
    header,
    value: (row) => beyondChance(row[id]),
    cell: (row) => (row.error === null ? <Agreement row={row[id]} /> : ''),
    csv: [
      { header: `${header}: name`, value: (row) => row[id]?.variable ?? null },
      { header: `${header}: adjusted Rand`, value: (row) => row[id]?.adjustedRand ?? null },
    ],
  };
}

const columns: readonly Column<ComparedPartition>[] = [
  {
    id: 'partition',
    header: 'Subdomains by',
    value: (row) => partitionName(row.partition),
    rowHeader: true,
  },
  {
    id: 'k',
    header: 'k',
    value: (row) => (row.error === null ? row.k : null),
    cell: (row) => (row.error === null ? row.k : row.error),
    align: 'end',
    span: (row) => (row.error === null ? 1 : 6),
  },
  {
    id: 'harmony',
    header: 'HARMONY',
    headerCell: <Term name="harmony">HARMONY</Term>,
    value: (row) => row.harmony,
    cell: (row) => unit(row.harmony),
    align: 'end',
  },
  {
    id: 'p',
    header: 'Below chance',
    headerCell: <Term name="null">Below chance</Term>,
    value: (row) => row.nullPValue,
    cell: (row) => (row.nullPValue === null ? '–' : pValue(row.nullPValue)),
    align: 'end',
  },
  agreementColumn('bestLabel', 'Closest label'),
  agreementColumn('bestArtefact', 'Closest artefact'),
  {
    id: 'halves',
    header: 'Two halves of the models',
    headerCell: <Term name="stability over halves">Two halves of the models</Term>,
    value: (row) => row.stability?.adjustedRand ?? null,
    cell: (row) =>
      row.stability ? unit(row.stability.adjustedRand) : <span class="quieter">{row.stabilityReason}</span>,
    wraps: true,
  },
];

// A row with an error spans what follows its name.
const spanned: readonly Column<ComparedPartition>[] = columns.map((column) =>
  column.id === 'partition' || column.id === 'k'
    ? column
    : { ...column, span: (row) => (row.error === null ? 1 : 0) },
);

export function PartitionSourcesPanel({ partition, benchmark }: { partition: string; benchmark: string }) {
  const { state, progress, stage, result, error } = partitionSources.value;
  return (
    <Panel
      title="Other ways to cut it"
      lead="Every partition that these files allow, with the same parameters. Agreement is mutual information above chance, with the adjusted Rand index in brackets. Choose a row to see it."
    >
      {(state === 'idle' || state === 'cancelled') && (
        <p class="quiet">
          {state === 'cancelled'
            ? 'Cancelled. '
            : 'The items are clustered anew for every row, and twice five times more where models are split: this takes a while. '}
          <Button small onClick={() => void comparePartitionSources()}>
            Compare the partitions
          </Button>
        </p>
      )}
      {state === 'working' && (
        <Progress
          value={progress}
          label={stage || 'Comparing the partitions'}
          onCancel={cancelPartitionSources}
        />
      )}
      {state === 'failed' && (
        <ErrorNotice
          error={error}
          actions={
            <Button small onClick={() => void comparePartitionSources()}>
              Try again
            </Button>
          }
        />
      )}
      {result && (
        <div data-partitions>
          <DataTable
            caption="Partitions side by side"
            hideCaption
            columns={spanned}
            rows={result.partitions}
            rowKey={(row) => row.partition}
            rowNoun="partitions"
            selectedKey={partition}
            onOpen={(row) => row.error === null && setParameters({ partition: row.partition }, true)}
            csvName={`partitions ${benchmark}`}
          />
          <p class="small quieter">
            Halves: {halvesInWords(result.partitions)} A partition that other models would not give says more
            about these models than about the benchmark.
          </p>
        </div>
      )}
    </Panel>
  );
}

function halvesInWords(rows: readonly ComparedPartition[]): string {
  const stability = rows.find((row) => row.stability)?.stability;
  if (!stability) return 'too few models to split.';
  return `adjusted Rand index between the partitions of two random halves of ${counted(stability.models, 'model')}, mean of ${counted(stability.splits, 'split')}; 1 = the same, 0 = chance.`;
}
