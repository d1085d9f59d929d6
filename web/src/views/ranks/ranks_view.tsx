// Ranks and noise: which models of a benchmark can be told apart, and which differences mean anything at all.
import { useMemo } from 'preact/hooks';
import { ChartView } from '../../charts/chart_view.tsx';
import { tieBrackets } from '../../charts/tie_brackets.ts';
import { Field, Panel } from '../../components/basics.tsx';
import { type Column, DataTable } from '../../components/data_table.tsx';
import type { RankedModel, Ranks } from '../../engine/study.ts';
import { currentBenchmark } from '../../state/analysis.ts';
import { chooseCorrection, correction, noiseJob, ranksJob, repeatRanks } from '../../state/study_ranks.ts';
import {
  count,
  counted,
  listed,
  percent,
  percentRange,
  signedPoints,
  withBrackets,
} from '../../verdict/numbers.ts';
import {
  correctionWords,
  noiseInWords,
  rankInWords,
  ranksVerdict,
  unlikeItemsInWords,
} from '../../verdict/ranks.ts';
import { Term } from '../../words/term.tsx';
import { BenchmarkField } from '../benchmark/benchmark_field.tsx';
import { JobState } from '../item_response/job_state.tsx';
import { useModelName } from '../item_response/model_name.ts';
import { Missing, VerdictHead, Warnings } from '../study/notices.tsx';
import { NoiseTable } from './noise_table.tsx';

const QUESTION = 'Ranks and noise';

export function RanksView() {
  const modelName = useModelName();
  const benchmark = currentBenchmark.value;
  if (!benchmark) {
    return (
      <Missing question={QUESTION} title="No benchmark is loaded">
        Drop evaluation result files: the scores of at least two models on the same items.
      </Missing>
    );
  }
  const { state, result: known } = ranksJob.state.value;
  const result = known?.benchmark === benchmark.index ? known : null;
  const noise = noiseJob.state.value.result;
  const stale = state !== 'done';
  const verdict = result
    ? [
        ranksVerdict(result, benchmark.name, modelName).text,
        noise ? noiseInWords(noise, benchmark.index, benchmark.name) : '',
      ]
        .filter((part) => part !== '')
        .join(' ')
    : state === 'working'
      ? `Every pair of ${counted(benchmark.models.length, 'model')} on ${benchmark.name} is being tested.`
      : '';
  return (
    <div class="study-view ranks-view">
      <VerdictHead question={QUESTION} verdict={verdict} stale={result !== null && stale} />
      <div class="study-controls">
        <BenchmarkField />
        <Field label={<Term name="correction for many pairs">Correction</Term>}>
          {(id) => (
            <select
              id={id}
              value={correction.value}
              onChange={(event) => chooseCorrection(event.currentTarget.value)}
            >
              <option value="holm">{correctionWords.holm}</option>
              <option value="benjamini-hochberg">{correctionWords['benjamini-hochberg']}</option>
            </select>
          )}
        </Field>
        <JobState job={ranksJob} label="Testing every pair" onRepeat={repeatRanks} />
      </div>
      {result && <Result result={result} benchmark={benchmark.name} stale={stale} />}
      <NoiseTable benchmark={benchmark.index} />
    </div>
  );
}

function Result({ result, benchmark, stale }: { result: Ranks; benchmark: string; stale: boolean }) {
  const modelName = useModelName();
  const chart = useMemo(() => tieBrackets(result, benchmark, modelName), [result, benchmark, modelName]);
  const place = useMemo(() => new Map(result.models.map((one, n) => [one.model, n + 1])), [result]);
  const leftOut = result.leftOut.map(({ model, reason }, n) => ({
    code: String(n),
    message: `${modelName(model)} is left out: ${reason}`,
  }));
  const unlike = unlikeItemsInWords(result);
  const columns: Column<RankedModel>[] = [
    {
      id: 'rank',
      header: 'Rank',
      headerCell: <Term name="tied rank">Rank</Term>,
      value: (row) => place.get(row.model) ?? null,
      cell: (row) => rankInWords(row, place.get(row.model) ?? 0),
      csv: [
        { header: 'best rank', value: (row) => row.rank },
        { header: 'worst rank', value: (row) => row.lowestRank },
      ],
      align: 'end',
    },
    { id: 'model', header: 'Model', value: (row) => modelName(row.model), rowHeader: true },
    {
      id: 'accuracy',
      header: 'Accuracy',
      headerCell: <Term name="accuracy">Accuracy</Term>,
      value: (row) => row.accuracy.value,
      cell: (row) => withBrackets(percent(row.accuracy.value), percentRange(row.accuracy.interval)),
      csv: [
        { header: 'low', value: (row) => row.accuracy.interval?.low },
        { header: 'high', value: (row) => row.accuracy.interval?.high },
      ],
      align: 'end',
    },
    {
      id: 'error',
      header: 'Standard error',
      headerCell: <Term name="standard error">Standard error</Term>,
      value: (row) => row.standardError,
      cell: (row) => signedPoints(row.standardError).replace('+', '±'),
      align: 'end',
    },
    {
      id: 'items',
      header: 'Items',
      value: (row) => row.accuracy.items,
      cell: (row) => count(row.accuracy.items),
      align: 'end',
    },
    {
      id: 'tied',
      header: 'Not told apart from',
      value: (row) => row.tiedWith.map(modelName).join(', ') || null,
      cell: (row) =>
        row.tiedWith.length === 0 ? (
          <span class="quieter">none</span>
        ) : (
          <span class="item-text">{listed(row.tiedWith.map(modelName), 'and', 3)}</span>
        ),
      wraps: true,
    },
  ];
  return (
    <>
      <Warnings
        warnings={unlike === '' ? leftOut : [{ code: 'unlike_items', message: unlike }, ...leftOut]}
      />
      {chart && (
        <div class="study-pair-one">
          <ChartView chart={chart} stale={stale} />
        </div>
      )}
      <Panel
        title="Models, best first"
        lead={`Rank by score and, in brackets, the ranks that the tests leave open (${result.method}, ${counted(result.pairs, 'pair')}, ${correctionWords[result.correction]}).`}
      >
        <div class={stale ? 'stale-content' : ''}>
          <DataTable
            caption="Models with their ranks"
            hideCaption
            columns={columns}
            rows={result.models}
            rowKey={(row) => row.model}
            rowNoun="models"
            csvName={`ranks ${benchmark}`}
            textNote="Accuracy with its 95% interval; in brackets behind a rank those that the tests leave open."
            empty="No model has enough scores."
          />
        </div>
      </Panel>
    </>
  );
}
