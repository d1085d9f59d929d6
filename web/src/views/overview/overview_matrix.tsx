// Models by benchmarks: accuracy and HARMONY of each pair in one cell, which opens it.
import { type Column, DataTable } from '../../components/data_table.tsx';
import { sortingOf, sortingText } from '../../components/table_model.ts';
import type { HarmonyResult, ImportReport, OverviewCell } from '../../engine/results.ts';
import { navigate, otherValue, setOtherValue } from '../../state/history.ts';
import { type CellState, cellKey, cells, overview } from '../../state/store.ts';
import { percent, percentRange, unit, unitRange, withBrackets } from '../../verdict/numbers.ts';
import { shortRefusal } from './refusals.ts';

interface MatrixRow {
  model: number;
  name: string;
  /** By index of the benchmark. */
  cells: ReadonlyMap<number, OverviewCell>;
}

const stateOf = (row: MatrixRow, benchmark: number): CellState | undefined =>
  cells.value.get(cellKey(benchmark, row.model));
const resultOf = (row: MatrixRow, benchmark: number): HarmonyResult | null => {
  const state = stateOf(row, benchmark);
  return state?.state === 'done' ? state.result : null;
};

export function OverviewMatrix({ loaded }: { loaded: ImportReport }) {
  const byModel = new Map<number, Map<number, OverviewCell>>();
  for (const cell of overview.value) {
    const own = byModel.get(cell.model) ?? new Map<number, OverviewCell>();
    byModel.set(cell.model, own.set(cell.benchmark, cell));
  }
  const rows = loaded.models.flatMap((model): MatrixRow[] => {
    const own = byModel.get(model.index);
    return own ? [{ model: model.index, name: model.name, cells: own }] : [];
  });
  const columns: Column<MatrixRow>[] = [
    { id: 'model', header: 'Model', rowHeader: true, value: (row) => row.name },
    ...loaded.benchmarks.map(
      ({ index, name }): Column<MatrixRow> => ({
        id: `on-${name}`,
        header: name,
        align: 'end',
        value: (row) => resultOf(row, index)?.harmony ?? null,
        cell: (row) => <MatrixCell row={row} benchmark={index} benchmarkName={name} />,
        csv: [
          { header: `${name}, HARMONY low`, value: (row) => resultOf(row, index)?.bootstrap?.low },
          { header: `${name}, HARMONY high`, value: (row) => resultOf(row, index)?.bootstrap?.high },
          { header: `${name}, accuracy`, value: (row) => row.cells.get(index)?.accuracy.value },
          { header: `${name}, accuracy low`, value: (row) => row.cells.get(index)?.accuracy.interval?.low },
          { header: `${name}, accuracy high`, value: (row) => row.cells.get(index)?.accuracy.interval?.high },
        ],
      }),
    ),
  ];
  return (
    <DataTable
      caption="Models by benchmarks"
      heading
      hideCaption
      columns={columns}
      rows={rows}
      rowKey={(row) => row.model}
      rowNoun="models"
      csvName="overview table"
      filterable
      initialSort={sortingOf(otherValue('table-sort'))}
      onSort={(sorting) => setOtherValue('table-sort', sortingText(sorting))}
      maxHeight="max(320px, calc(100vh - 300px))"
    />
  );
}

interface MatrixCellProps {
  row: MatrixRow;
  benchmark: number;
  benchmarkName: string;
}

function MatrixCell({ row, benchmark, benchmarkName }: MatrixCellProps) {
  const cell = row.cells.get(benchmark);
  if (!cell) return <span class="small quieter">no scores</span>;
  const result = resultOf(row, benchmark);
  const { accuracy } = cell;
  const words =
    `${row.name} on ${benchmarkName}: accuracy ${withBrackets(percent(accuracy.value), percentRange(accuracy.interval))}, ` +
    `HARMONY ${result ? withBrackets(unit(result.harmony), unitRange(result.bootstrap)) : stateInWords(stateOf(row, benchmark))}`;
  return (
    <button
      type="button"
      class="matrix-cell"
      aria-label={words}
      title={words}
      onClick={() => navigate({ view: 'benchmark', benchmark: benchmarkName, model: row.name })}
    >
      <span class="matrix-harmony">
        {result ? unit(result.harmony) : <Pending state={stateOf(row, benchmark)} />}
      </span>
      <span class="small quiet">{percent(accuracy.value)}</span>
      {/* As wide as HARMONY is large: the eye finds the uneven ones. */}
      <span class="matrix-bar" style={{ '--share': result?.harmony ?? 0 }} />
    </button>
  );
}

function Pending({ state }: { state: CellState | undefined }) {
  if (state?.state === 'working') return <progress class="matrix-progress" max={1} value={state.progress} />;
  const short = state?.state === 'refused' ? 'none' : state?.state === 'waiting' ? '…' : '–';
  return <span class="small quieter">{short}</span>;
}

function stateInWords(state: CellState | undefined): string {
  switch (state?.state) {
    case 'refused':
      return `not there: ${shortRefusal(state.error.code, state.error.message)}`;
    case 'working':
      return 'is being computed';
    case 'waiting':
      return 'waits to be computed';
    default:
      return 'not computed';
  }
}
