// The items that are kept: as a table, as a list to run an evaluation with, and their responses alone.
import { useMemo, useState } from 'preact/hooks';
import { Button, ErrorNotice, Panel } from '../../components/basics.tsx';
import { downloadCsv } from '../../components/csv.ts';
import { type Column, DataTable } from '../../components/data_table.tsx';
import { saveBlob } from '../../components/save.ts';
import type { ItemResponseResult, SelectionResult } from '../../engine/item_response.ts';
import { fitItems } from '../../state/fit_items.ts';
import { engine } from '../../state/store.ts';
import { fixed, percent } from '../../verdict/numbers.ts';
import { keptInWords } from '../../verdict/selection.ts';
import { Term } from '../../words/term.tsx';
import { openItem } from '../measures/items_link.tsx';

interface KeptProps {
  result: ItemResponseResult;
  selection: SelectionResult;
  stale: boolean;
  benchmarkName: (index: number) => string;
}

interface Row {
  position: number;
  benchmark: string;
  id: string;
  text: string;
}

/** The list with what it takes to make it again. */
export function selectionAsJson(
  selection: SelectionResult,
  rows: readonly Pick<Row, 'benchmark' | 'id'>[],
  result: Pick<ItemResponseResult, 'dimensions' | 'estimator' | 'parameters'>,
): string {
  const { rule, dimension, share, bins, seed } = selection.parameters;
  const list = {
    format: 'harmonograph item list',
    rule,
    along: dimension === 0 ? 'all dimensions' : result.dimensions[dimension - 1]?.name,
    share,
    difficultyBins: bins,
    seed,
    estimator: result.estimator,
    dimensions: result.dimensions.length,
    fit: { ...result.parameters, benchmarks: undefined },
    items: rows.map(({ benchmark, id }) => ({ benchmark, id })),
  };
  return `${JSON.stringify(list, null, 1)}\n`;
}

export function KeptItems({ result, selection, stale, benchmarkName }: KeptProps) {
  const named = fitItems.value?.of === result ? fitItems.value : null;
  const rows = useMemo(
    () =>
      selection.kept.map((position): Row => {
        const row = named?.rows[position];
        return {
          position,
          benchmark: row?.benchmark ?? benchmarkName(result.items.benchmark[position] ?? -1),
          id: row?.id ?? `item ${(result.items.item[position] ?? 0) + 1}`,
          text: row?.text ?? '',
        };
      }),
    [selection, named, result],
  );
  const { items } = result;
  const number = (
    id: string,
    header: string,
    values: readonly (number | null)[],
    write: (value: number | null | undefined) => string,
    term?: 'discrimination' | 'difficulty' | 'information',
  ): Column<Row> => ({
    id,
    header,
    ...(term ? { headerCell: <Term name={term}>{header}</Term> } : {}),
    value: (row) => values[row.position] ?? null,
    cell: (row) => write(values[row.position]),
    align: 'end',
  });
  const two = (value: number | null | undefined) => fixed(value, 2);
  const columns: Column<Row>[] = [
    { id: 'id', header: 'Item', value: (row) => row.id, rowHeader: true },
    { id: 'benchmark', header: 'Benchmark', value: (row) => row.benchmark },
    number('discrimination', 'Discrimination', items.discrimination, two, 'discrimination'),
    number('difficulty', 'Difficulty', items.difficulty, two, 'difficulty'),
    number('information', 'Information', items.information, (value) => fixed(value, 3), 'information'),
    number('score', 'Mean score', items.meanScore, percent),
    ...(rows.some((row) => row.text !== '')
      ? [
          {
            id: 'text',
            header: 'Text',
            wraps: true,
            value: (row: Row) => row.text,
            cell: (row: Row) => (row.text.length > 160 ? `${row.text.slice(0, 160).trimEnd()} …` : row.text),
          },
        ]
      : []),
  ];
  return (
    <Panel
      title="What is kept"
      lead={`${keptInWords(selection)}. The list names them; the responses are those of all models on these items alone, in a form that this page reads.`}
    >
      <Downloads result={result} selection={selection} rows={rows} disabled={stale || !named} />
      <div class={stale ? 'stale-content' : ''}>
        <DataTable
          caption="Items kept"
          hideCaption
          columns={columns}
          rows={rows}
          rowKey={(row) => row.position}
          rowNoun="items"
          maxHeight="420px"
          {...(named ? { onOpen: (row: Row) => openItem(row.benchmark, row.id) } : {})}
          csvName="items kept, with parameters"
        />
      </div>
    </Panel>
  );
}

interface DownloadsProps {
  result: ItemResponseResult;
  selection: SelectionResult;
  rows: readonly Row[];
  disabled: boolean;
}

function Downloads({ result, selection, rows, disabled }: DownloadsProps) {
  const [failure, setFailure] = useState<unknown>(null);
  const [preparing, setPreparing] = useState(false);
  const responses = async (format: 'csv' | 'json') => {
    setFailure(null);
    setPreparing(true);
    try {
      const text = await engine().trimmedResponses(result.fit, selection.kept, format);
      const type = format === 'csv' ? 'text/csv;charset=utf-8' : 'application/json';
      saveBlob(`responses on ${selection.kept.length} items.${format}`, new Blob([text], { type }));
    } catch (error) {
      setFailure(error);
    } finally {
      setPreparing(false);
    }
  };
  return (
    <>
      <div class="downloads">
        <span class="small quiet">List of items</span>
        <Button
          small
          disabled={disabled}
          onClick={() =>
            downloadCsv(
              'items kept',
              ['benchmark', 'item'],
              rows.map((row) => [row.benchmark, row.id]),
            )
          }
        >
          List, CSV
        </Button>
        <Button
          small
          disabled={disabled}
          onClick={() =>
            saveBlob(
              'items kept.json',
              new Blob([selectionAsJson(selection, rows, result)], { type: 'application/json' }),
            )
          }
        >
          List, JSON
        </Button>
        <span class="small quiet">Responses</span>
        <Button small disabled={disabled || preparing} onClick={() => responses('csv')}>
          Responses, CSV
        </Button>
        <Button small disabled={disabled || preparing} onClick={() => responses('json')}>
          Responses, JSON
        </Button>
      </div>
      {failure !== null && <ErrorNotice title="The responses could not be written" error={failure} />}
    </>
  );
}
