// Two models on one benchmark: how far apart, where, and on which items.
import { useMemo } from 'preact/hooks';
import { ChartView } from '../../charts/chart_view.tsx';
import { differenceRows } from '../../charts/difference_rows.ts';
import { Panel } from '../../components/basics.tsx';
import { type Column, DataTable } from '../../components/data_table.tsx';
import type { ComparedGroup, ComparedModels } from '../../engine/study.ts';
import { currentBenchmark, currentModels } from '../../state/analysis.ts';
import { setOtherValue } from '../../state/history.ts';
import { comparedPair, compareJob, repeatCompare } from '../../state/study_compare.ts';
import {
  compareVerdict,
  heterogeneityInWords,
  pointsRange,
  possibleRange,
  testWords,
} from '../../verdict/compare.ts';
import { count, counted, fixed, percent, signedPoints, unit, withBrackets } from '../../verdict/numbers.ts';
import { bareP } from '../../verdict/rebalancing.ts';
import { SIGNIFICANCE } from '../../verdict/verdict.ts';
import { Term } from '../../words/term.tsx';
import { BenchmarkField } from '../benchmark/benchmark_field.tsx';
import { SubdomainMark } from '../benchmark/subdomain_mark.tsx';
import { JobState } from '../item_response/job_state.tsx';
import { useModelName } from '../item_response/model_name.ts';
import { ModelField, NameOfColumn, PartitionField } from '../study/choices.tsx';
import { Missing, VerdictHead, Warnings } from '../study/notices.tsx';
import { DifferingItems } from './differing_items.tsx';

const QUESTION = 'Two models';

export function CompareView() {
  const modelName = useModelName();
  const benchmark = currentBenchmark.value;
  const models = currentModels.value;
  if (!benchmark) {
    return (
      <Missing question={QUESTION} title="No benchmark is loaded">
        Drop evaluation result files: the scores of two models on the same items.
      </Missing>
    );
  }
  if (models.length < 2) {
    return (
      <Missing
        question={QUESTION}
        title={`${benchmark.name} has scores of ${counted(models.length, 'model')}`}
      >
        Add the results of a second model on the same items.
      </Missing>
    );
  }
  const { first, second } = comparedPair.value;
  const { state, result: known } = compareJob.state.value;
  const result = known?.benchmark === benchmark.index ? known : null;
  const stale = state !== 'done' || result?.first !== first || result.second !== second;
  const verdict = result
    ? `${compareVerdict(result, benchmark.name, modelName).text} ${heterogeneityInWords(result)}`.trim()
    : state === 'working'
      ? `${modelName(first)} and ${modelName(second)} are being compared on ${benchmark.name}.`
      : '';
  return (
    <div class="study-view compare-view">
      <VerdictHead question={QUESTION} verdict={verdict} stale={result !== null && stale} />
      <div class="study-controls">
        <ModelField
          label="Model"
          models={models}
          value={first}
          without={second}
          onChange={(name) => setOtherValue('first', name)}
        />
        <ModelField
          label="Against"
          models={models}
          value={second}
          without={first}
          onChange={(name) => setOtherValue('second', name)}
        />
        <BenchmarkField />
        <PartitionField owner={false} />
        <JobState job={compareJob} label="Comparing" onRepeat={repeatCompare} />
      </div>
      {first === second && <p class="quiet">Choose two different models.</p>}
      {result && <Result result={result} benchmark={benchmark.name} stale={stale} />}
    </div>
  );
}

function Result({ result, benchmark, stale }: { result: ComparedModels; benchmark: string; stale: boolean }) {
  const modelName = useModelName();
  const chart = useMemo(() => differenceRows(result, benchmark, modelName), [result, benchmark, modelName]);
  const notes = [
    ...(result.partitionError === null
      ? []
      : [{ code: 'partition', message: `There are no subdomains to compare: ${result.partitionError}` }]),
    ...(result.leftOut > 0
      ? [
          {
            code: 'left_out',
            message: `${counted(result.leftOut, 'item')} that only one of the two has a score on ${result.leftOut === 1 ? 'is' : 'are'} left out.`,
          },
        ]
      : []),
  ];
  if (result.items === 0) return <Warnings warnings={notes} />;
  return (
    <>
      <Warnings warnings={notes} />
      <div class="study-pair-one">{chart && <ChartView chart={chart} stale={stale} />}</div>
      <Groups result={result} benchmark={benchmark} stale={stale} />
      <DifferingItems result={result} benchmark={benchmark} stale={stale} />
    </>
  );
}

function Groups({ result, benchmark, stale }: { result: ComparedModels; benchmark: string; stale: boolean }) {
  const modelName = useModelName();
  const [first, second] = [modelName(result.first), modelName(result.second)];
  const odds = result.overall.oddsRatio !== null;
  const columns: Column<ComparedGroup>[] = [
    {
      id: 'name',
      header: 'Group',
      value: (row) => row.name,
      cell: (row) => (
        <span class="with-mark">
          {row.subdomain !== null && <SubdomainMark index={row.subdomain} />} {row.name}
        </span>
      ),
      rowHeader: true,
    },
    {
      id: 'items',
      header: 'Items',
      value: (row) => row.items,
      cell: (row) => count(row.items),
      align: 'end',
    },
    {
      id: 'first',
      header: first,
      headerCell: <NameOfColumn name={first} widest={120} />,
      value: (row) => row.first,
      cell: (row) => percent(row.first),
      align: 'end',
    },
    {
      id: 'second',
      header: second,
      headerCell: <NameOfColumn name={second} widest={120} />,
      value: (row) => row.second,
      cell: (row) => percent(row.second),
      align: 'end',
    },
    {
      id: 'difference',
      header: 'Difference (95%)',
      value: (row) => row.difference,
      cell: (row) => withBrackets(signedPoints(row.difference), pointsRange(row.interval)),
      csv: [
        { header: 'low', value: (row) => possibleRange(row.interval)?.low },
        { header: 'high', value: (row) => possibleRange(row.interval)?.high },
      ],
      align: 'end',
    },
    {
      id: 'first-only',
      header: result.graded ? 'First higher' : 'First only',
      value: (row) => row.firstOnly,
      cell: (row) => count(row.firstOnly),
      align: 'end',
    },
    {
      id: 'second-only',
      header: result.graded ? 'Second higher' : 'Second only',
      value: (row) => row.secondOnly,
      cell: (row) => count(row.secondOnly),
      align: 'end',
    },
    {
      id: 'p',
      header: 'Adjusted p',
      headerCell: <Term name={odds ? 'mcnemar' : 'paired permutation'}>Adjusted p</Term>,
      value: (row) => row.test.adjusted,
      cell: (row) => {
        const p = row.test.adjusted;
        return p !== null && p < SIGNIFICANCE ? <strong>{bareP(p)}</strong> : bareP(p);
      },
      csv: [
        { header: 'p', value: (row) => row.test.pValue },
        { header: 'test', value: (row) => row.method },
      ],
      align: 'end',
    },
    {
      id: 'odds',
      header: 'Odds ratio',
      headerCell: <Term name="odds ratio">Odds ratio</Term>,
      value: (row) => row.oddsRatio,
      cell: (row) => fixed(row.oddsRatio, 2),
      align: 'end',
      shown: odds,
    },
    {
      id: 'effect',
      header: 'Cohen’s d',
      headerCell: <Term name="paired effect">Cohen’s d</Term>,
      value: (row) => row.effect,
      cell: (row) => unit(row.effect),
      align: 'end',
    },
  ];
  return (
    <Panel
      title="By subdomain"
      lead={`Differences in points, ${testWords[result.overall.method]}; p adjusted over the groups, bold below .05.`}
    >
      <div class={stale ? 'stale-content' : ''}>
        <DataTable
          caption={`${first} and ${second} by group`}
          hideCaption
          columns={columns}
          rows={[result.overall, ...result.groups]}
          rowKey={(row) => (row.subdomain === null ? 'all' : row.subdomain)}
          rowNoun="groups"
          csvName={`two models ${benchmark} ${first} ${second}`}
        />
      </div>
    </Panel>
  );
}
