// Every model on every benchmark: the average, and whether it stands for the whole benchmark.
import type { ComponentChildren } from 'preact';
import { ViewHead } from '../../components/basics.tsx';
import { type Column, DataTable } from '../../components/data_table.tsx';
import { sortingOf, sortingText } from '../../components/table_model.ts';
import type { HarmonyResult, ImportReport, OverviewCell } from '../../engine/results.ts';
import { navigate, otherValue, setOtherValue } from '../../state/history.ts';
import { type CellState, cellKey, cells, overview, report, results } from '../../state/store.ts';
import { count, percent, percentRange, pValue, unit, unitRange } from '../../verdict/numbers.ts';
import { overviewVerdict } from '../../verdict/verdict.ts';
import { Term, WithTerms } from '../../words/term.tsx';
import { OverviewMatrix } from './overview_matrix.tsx';
import { OverviewState } from './overview_state.tsx';
import { shortRefusal } from './refusals.ts';
import './overview.css';

interface Row {
  cell: OverviewCell;
  model: string;
  benchmark: string;
  state: CellState | undefined;
  result: HarmonyResult | null;
}

function rowsOf(loaded: ImportReport): Row[] {
  return overview.value.map((cell) => {
    const state = cells.value.get(cellKey(cell.benchmark, cell.model));
    return {
      cell,
      model: loaded.models[cell.model]?.name ?? '',
      benchmark: loaded.benchmarks[cell.benchmark]?.name ?? '',
      state,
      result: state?.state === 'done' ? state.result : null,
    };
  });
}

export function OverviewView() {
  const loaded = report.value;
  if (!loaded) return null;
  const rows = rowsOf(loaded);
  const hasMatrix = loaded.benchmarks.length > 1 && loaded.models.length > 1;
  const asMatrix = hasMatrix && otherValue('form') === 'table';
  const refused = overview.value.flatMap((cell) => {
    const state = cells.value.get(cellKey(cell.benchmark, cell.model));
    return cell.partitions.length > 0 && state?.state === 'refused' ? [state.error] : [];
  });
  const verdict = overviewVerdict(loaded, overview.value, results.value, refused);
  return (
    <>
      <ViewHead question="Can I trust the averages?" verdict={<WithTerms text={verdict.text} />} />
      <OverviewState />
      {hasMatrix && (
        <fieldset class="overview-form">
          <legend class="visually-hidden">Form</legend>
          {(['List', 'Table'] as const).map((form) => (
            <label key={form}>
              <input
                type="radio"
                name="overview-form"
                checked={asMatrix === (form === 'Table')}
                onChange={() => setOtherValue('form', form === 'Table' ? 'table' : undefined)}
              />{' '}
              {form}
            </label>
          ))}
          {asMatrix && (
            <span class="small quiet">
              In each cell HARMONY, with a bar as long as it is large, and the accuracy.
            </span>
          )}
        </fieldset>
      )}
      {asMatrix ? <OverviewMatrix loaded={loaded} /> : <OverviewList loaded={loaded} rows={rows} />}
      <p class="small quiet table-foot">
        Intervals are 95%. Default parameters: τ = 1, b = 0.1, k by silhouette, seed 1. HARMONY’s interval
        resamples items within subdomains, its p-value shuffles scores over items. Open{' '}
        {asMatrix ? 'a cell' : 'a row'} to change them.
      </p>
    </>
  );
}

function OverviewList({ loaded, rows }: { loaded: ImportReport; rows: Row[] }) {
  return (
    <DataTable
      caption="Models and benchmarks"
      heading
      hideCaption
      columns={columnsFor(loaded)}
      rows={rows}
      rowKey={(row) => cellKey(row.cell.benchmark, row.cell.model)}
      rowNoun="averages"
      csvName="overview"
      textNote="Items are those with a score. In brackets are 95% intervals: of the accuracy Wilson’s or normal, of HARMONY a bootstrap over items. By chance: mean HARMONY when scores are shuffled over items; p: share of shuffles as low or lower."
      filterable
      initialSort={sortingOf(otherValue('sort'))}
      onSort={(sorting) => setOtherValue('sort', sortingText(sorting))}
      initialFilter={otherValue('filter') ?? ''}
      onFilter={(query) => setOtherValue('filter', query || undefined)}
      onOpen={(row) => navigate({ view: 'benchmark', benchmark: row.benchmark, model: row.model })}
      maxHeight="max(320px, calc(100vh - 260px))"
    />
  );
}

/** Columns that hold the same for all rows say nothing: with one benchmark its name stands in the verdict. */
function columnsFor(loaded: ImportReport): Column<Row>[] {
  const columns: Column<Row>[] = [
    { id: 'model', header: 'Model', rowHeader: true, value: (row) => row.model },
    {
      id: 'benchmark',
      header: 'Benchmark',
      value: (row) => row.benchmark,
      shown: loaded.benchmarks.length > 1,
    },
    {
      id: 'accuracy',
      header: 'Accuracy',
      align: 'end',
      value: (row) => row.cell.accuracy.value,
      cell: (row) => (
        <WithRange
          value={percent(row.cell.accuracy.value)}
          range={percentRange(row.cell.accuracy.interval)}
        />
      ),
      csv: [
        { header: 'accuracy low', value: (row) => row.cell.accuracy.interval?.low },
        { header: 'accuracy high', value: (row) => row.cell.accuracy.interval?.high },
      ],
    },
    {
      id: 'items',
      header: 'Items',
      align: 'end',
      value: (row) => row.cell.accuracy.items,
      cell: (row) => (
        <>
          {count(row.cell.accuracy.items)}
          {row.cell.accuracy.missing > 0 && (
            <span class="small quiet"> +{count(row.cell.accuracy.missing)} missing</span>
          )}
        </>
      ),
      csv: [{ header: 'missing', value: (row) => row.cell.accuracy.missing }],
    },
    {
      id: 'harmony',
      header: 'HARMONY',
      headerCell: <Term name="harmony">HARMONY</Term>,
      align: 'end',
      value: (row) => row.result?.harmony ?? null,
      cell: harmonyCell,
      span: (row) => (row.state?.state === 'refused' ? Number.POSITIVE_INFINITY : 1),
      csv: [
        { header: 'HARMONY low', value: (row) => row.result?.bootstrap?.low },
        { header: 'HARMONY high', value: (row) => row.result?.bootstrap?.high },
      ],
    },
    {
      id: 'profile',
      header: 'Subdomains',
      sortable: false,
      inCsv: false,
      value: () => null,
      cell: (row) => row.result && <Profile result={row.result} />,
    },
    {
      id: 'null',
      header: 'By chance',
      headerCell: <Term name="null">By chance</Term>,
      align: 'end',
      value: (row) => row.result?.nullDistribution?.mean ?? null,
      cell: (row) => row.result && unit(row.result.nullDistribution?.mean),
    },
    {
      id: 'p',
      header: 'p',
      align: 'end',
      value: (row) => row.result?.nullDistribution?.pValue ?? null,
      cell: (row) => row.result && pValue(row.result.nullDistribution?.pValue).replace(/^p (= )?/, ''),
    },
    {
      id: 'k',
      header: 'k',
      align: 'end',
      value: (row) => row.result?.k ?? null,
      cell: (row) => row.result && count(row.result.k),
    },
    {
      id: 'sizes',
      header: 'H_size',
      headerCell: (
        <Term name="size harmony">
          H<sub>size</sub>
        </Term>
      ),
      align: 'end',
      value: (row) => row.result?.harmonyOfSizes ?? null,
      cell: (row) => row.result && unit(row.result.harmonyOfSizes),
    },
    {
      id: 'follows',
      header: 'Subdomains follow',
      value: (row) => row.result?.audit.explainedBy || null,
      cell: (row) => row.result && (row.result.audit.explainedBy || <span class="quieter">no artefact</span>),
    },
    {
      id: 'status',
      header: 'status',
      shown: false,
      value: (row) => (row.state?.state === 'refused' ? row.state.error.message : (row.state?.state ?? '')),
    },
  ];
  return columns;
}

function WithRange({ value, range }: { value: ComponentChildren; range: string }) {
  return (
    <>
      {value} <span class="range small quiet">{range}</span>
    </>
  );
}

function harmonyCell(row: Row): ComponentChildren {
  const { state, result } = row;
  if (result) {
    if (result.harmony === null) return <span class="small quiet">one subdomain</span>;
    return <WithRange value={unit(result.harmony)} range={unitRange(result.bootstrap)} />;
  }
  if (state?.state === 'working') {
    return (
      <progress
        class="cell-progress"
        max={1}
        value={state.progress}
        aria-label={`${row.model}, ${row.benchmark}: ${state.stage}`}
      />
    );
  }
  if (state?.state === 'refused') {
    return (
      <span class="small quiet refusal" title={`${state.error.message} ${state.error.hint}`}>
        {shortRefusal(state.error.code, state.error.message)}
      </span>
    );
  }
  return <span class="small quieter">{state?.state === 'waiting' ? 'waiting' : 'not computed'}</span>;
}

const profileWidth = 80;
const profileHeight = 20;

/** A bar for each subdomain: as wide as its share of the items, as high as its accuracy; the line is the average. */
function Profile({ result }: { result: HarmonyResult }) {
  const mean = result.accuracy.value;
  const words = result.subdomains
    .map((one) => `${percent(one.accuracy, 0)} of ${count(one.size)}`)
    .join(', ');
  let x = 0;
  return (
    <svg
      class="profile"
      width={profileWidth}
      height={profileHeight}
      viewBox={`0 0 ${profileWidth} ${profileHeight}`}
      role="img"
      aria-label={`Accuracy by subdomain: ${words}`}
    >
      {result.subdomains.map((one) => {
        const width = one.weight * profileWidth;
        const from = x;
        x += width;
        return (
          <rect
            key={one.index}
            x={from}
            y={profileHeight * (1 - one.accuracy)}
            width={Math.max(0.5, width - 1)}
            height={profileHeight * one.accuracy}
          />
        );
      })}
      {mean !== null && (
        <line x1={0} x2={profileWidth} y1={profileHeight * (1 - mean)} y2={profileHeight * (1 - mean)} />
      )}
    </svg>
  );
}
