// Every benchmark with its noise: which differences of two models mean anything.
import { Panel } from '../../components/basics.tsx';
import { type Column, DataTable } from '../../components/data_table.tsx';
import type { BenchmarkNoise } from '../../engine/study.ts';
import { navigate } from '../../state/history.ts';
import { benchmarkName } from '../../state/study.ts';
import { noiseJob, repeatNoise } from '../../state/study_ranks.ts';
import { count, fixed } from '../../verdict/numbers.ts';
import { Term } from '../../words/term.tsx';
import { JobState } from '../item_response/job_state.tsx';

const points = (value: number | null) => fixed(value === null ? null : value * 100, 1);

const number = (
  id: keyof BenchmarkNoise,
  header: string,
  write: (value: number | null) => string,
  headerCell?: preact.ComponentChildren,
): Column<BenchmarkNoise> => ({
  id,
  header,
  ...(headerCell ? { headerCell } : {}),
  value: (row) => row[id],
  cell: (row) => write(row[id]),
  align: 'end',
});

const columns: readonly Column<BenchmarkNoise>[] = [
  { id: 'benchmark', header: 'Benchmark', value: (row) => benchmarkName(row.benchmark), rowHeader: true },
  number('models', 'Models', count),
  number('items', 'Items', count),
  number('standardError', 'Standard error', points, <Term name="standard error">Standard error</Term>),
  number(
    'detectable',
    'Smallest difference',
    points,
    <Term name="detectable difference">Smallest difference</Term>,
  ),
  number('detectableLargest', 'Of the worst pair', points),
  number('withPower', 'Found 4 times in 5', points, <Term name="with power">Found 4 times in 5</Term>),
  number(
    'itemsForOnePoint',
    'Items for 1 point',
    count,
    <Term name="items for one point">Items for 1 point</Term>,
  ),
  number('pairs', 'Pairs', count),
];

export function NoiseTable({ benchmark }: { benchmark: number }) {
  const { result, state } = noiseJob.state.value;
  return (
    <Panel
      title="Noise of every benchmark"
      lead="Standard error of a model’s score and the differences of two models that are more than noise, in points; medians over models and pairs. Open a benchmark to see its ties."
    >
      {state !== 'done' && <JobState job={noiseJob} label="Measuring the noise" onRepeat={repeatNoise} />}
      {result && (
        <div class={state === 'done' ? '' : 'stale-content'}>
          <DataTable
            caption="Benchmarks with their noise"
            hideCaption
            columns={columns}
            rows={result.benchmarks}
            rowKey={(row) => row.benchmark}
            rowNoun="benchmarks"
            selectedKey={benchmark}
            onOpen={(row) => navigate({ benchmark: benchmarkName(row.benchmark) })}
            csvName="noise of the benchmarks"
            empty="No benchmark has scores."
          />
        </div>
      )}
    </Panel>
  );
}
