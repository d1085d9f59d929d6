// The plane in numbers: every benchmark, and every pair of them.
import { Panel } from '../../components/basics.tsx';
import { type Column, DataTable } from '../../components/data_table.tsx';
import type { Plane, PlanePoint } from '../../engine/study.ts';
import { benchmarkName } from '../../state/study.ts';
import { count, counted, percent, pValue, unit, unitRange, withBrackets } from '../../verdict/numbers.ts';
import { quadrantInWords } from '../../verdict/plane.ts';
import { signedUnit } from '../../verdict/scaling.ts';
import { Term } from '../../words/term.tsx';

const columnsOf = (plane: Plane): Column<PlanePoint>[] => [
  {
    id: 'benchmark',
    header: 'Benchmark',
    rowHeader: true,
    value: (row) => benchmarkName(row.benchmark),
  },
  { id: 'models', header: 'Models', align: 'end', value: (row) => row.models },
  {
    id: 'items',
    header: 'Items',
    align: 'end',
    value: (row) => row.items,
    cell: (row) => count(row.items),
  },
  {
    id: 'mean',
    header: 'Mean HARMONY',
    headerCell: <Term name="mean harmony">Mean HARMONY</Term>,
    align: 'end',
    value: (row) => row.meanHarmony,
    cell: (row) => withBrackets(unit(row.meanHarmony), unitRange(row.meanInterval)),
    csv: [
      { header: 'mean low', value: (row) => row.meanInterval?.low },
      { header: 'mean high', value: (row) => row.meanInterval?.high },
      { header: 'mean standard error', value: (row) => row.meanError },
    ],
  },
  {
    id: 'variance',
    header: 'Variance',
    headerCell: <Term name="variance of harmony">Variance</Term>,
    align: 'end',
    value: (row) => row.variance,
    cell: (row) =>
      row.variance === null ? (
        <span class="small quiet">{counted(row.models, 'model')}: too few</span>
      ) : (
        withBrackets(unit(row.variance, 4), unitRange(row.varianceInterval, 4))
      ),
    csv: [
      { header: 'variance low', value: (row) => row.varianceInterval?.low },
      { header: 'variance high', value: (row) => row.varianceInterval?.high },
      { header: 'variance standard error', value: (row) => row.varianceError },
    ],
  },
  {
    id: 'quadrant',
    header: 'Quadrant',
    headerCell: <Term name="quadrant">Quadrant</Term>,
    value: (row) => quadrantInWords(plane, row.quadrant) || null,
    csv: [{ header: 'reason', value: (row) => row.reason }],
  },
  {
    id: 'certain',
    header: 'Certain',
    headerCell: <Term name="certain quadrant">Certain</Term>,
    value: (row) => (row.quadrant === null ? null : row.certain ? 'yes' : 'no'),
  },
  {
    id: 'accuracy',
    header: 'Mean accuracy',
    align: 'end',
    value: (row) => row.meanAccuracy,
    cell: (row) => percent(row.meanAccuracy),
  },
];

export function PlaneTable({ plane, onOpen }: { plane: Plane; onOpen: (benchmark: number) => void }) {
  const lines =
    plane.lines === 'medians'
      ? 'The lines between quadrants are the medians over these benchmarks'
      : 'The lines between quadrants are fixed, since there are fewer than 4 benchmarks';
  return (
    <Panel
      title="Benchmarks in numbers"
      lead={
        <>
          Over models, with 95% intervals from a <Term name="jackknife">jackknife</Term>. {lines}: mean{' '}
          {unit(plane.meanLine)}, variance {unit(plane.varianceLine, 4)}.
        </>
      }
    >
      <DataTable
        caption="Benchmarks with mean and variance of HARMONY"
        hideCaption
        columns={columnsOf(plane)}
        rows={plane.points}
        rowKey={(row) => row.benchmark}
        rowNoun="benchmarks"
        csvName="benchmarks compared"
        textNote="In brackets are 95% intervals of a jackknife over models."
        onOpen={(row) => onOpen(row.benchmark)}
        maxHeight="560px"
      />
    </Panel>
  );
}

type Difference = Plane['differences'][number];

const differenceColumns: Column<Difference>[] = [
  { id: 'first', header: 'First', rowHeader: true, value: (row) => benchmarkName(row.first) },
  { id: 'second', header: 'Second', value: (row) => benchmarkName(row.second) },
  {
    id: 'difference',
    header: 'First minus second',
    headerCell: <Term name="paired difference">First minus second</Term>,
    align: 'end',
    value: (row) => row.difference,
    cell: (row) => signedUnit(row.difference, 3),
  },
  { id: 'models', header: 'Models', align: 'end', value: (row) => row.models },
  {
    id: 'adjusted',
    header: 'p, adjusted',
    headerCell: <Term name="adjusted over pairs">p, adjusted</Term>,
    align: 'end',
    value: (row) => row.adjusted,
    cell: (row) => pValue(row.adjusted).replace(/^p (= )?/, ''),
    csv: [{ header: 'p', value: (row) => row.pValue }],
  },
];

export function DifferencesTable({ plane }: { plane: Plane }) {
  const { differences } = plane;
  if (differences.length === 0) return null;
  const clear = differences.filter((one) => one.adjusted !== null && one.adjusted < 0.05).length;
  return (
    <details class="plane-differences">
      <summary>
        Pairs of benchmarks: {count(clear)} of {counted(differences.length, 'pair')} differ in mean HARMONY
        (adjusted p below .05)
      </summary>
      <DataTable
        caption="Differences of mean HARMONY"
        hideCaption
        columns={differenceColumns}
        rows={differences}
        rowKey={(row) => `${row.first}/${row.second}`}
        rowNoun="pairs"
        csvName="differences of benchmarks"
        initialSort={{ column: 'adjusted', descending: false }}
        maxHeight="480px"
      />
    </details>
  );
}
