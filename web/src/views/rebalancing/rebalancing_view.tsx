// Re-balancing: does the score of a benchmark depend on how many items each of its subdomains happens to have?
import { useEffect, useMemo, useState } from 'preact/hooks';
import { ChartView } from '../../charts/chart_view.tsx';
import { orderSlopes } from '../../charts/order_slopes.ts';
import { accuracyCurve, harmonyCurve } from '../../charts/rebalancing_curves.ts';
import { Field, KeyFigure, KeyFigures } from '../../components/basics.tsx';
import { useDraft } from '../../components/draft.ts';
import type { Rebalancing } from '../../engine/study.ts';
import { currentBenchmark } from '../../state/analysis.ts';
import { otherValue, setOtherValue } from '../../state/history.ts';
import { report } from '../../state/store.ts';
import { benchmarkName, studyPartition } from '../../state/study.ts';
import { loadStudyItems, studyItems } from '../../state/study_items.ts';
import {
  choosePoint,
  differentPoints,
  rebalancingJob,
  repeatRebalancing,
  shownPoint,
} from '../../state/study_rebalancing.ts';
import { count, counted, fixed, percent, unit } from '../../verdict/numbers.ts';
import {
  bareP,
  orderedByWords,
  rebalancingVerdict,
  shareInWords,
  tauInWords,
} from '../../verdict/rebalancing.ts';
import { Term } from '../../words/term.tsx';
import { BenchmarkField } from '../benchmark/benchmark_field.tsx';
import { attributeOf, isAttribute, partitionInWords } from '../benchmark/partitions.ts';
import { JobState } from '../item_response/job_state.tsx';
import { useModelName } from '../item_response/model_name.ts';
import { ModelField, PartitionField } from '../study/choices.tsx';
import { Missing, VerdictHead, Warnings } from '../study/notices.tsx';
import { ItemLists } from './item_lists.tsx';
import { MovedModels } from './moved_models.tsx';
import { Sizes } from './sizes.tsx';

const QUESTION = 'Re-balancing';
const CHOSEN = 'shown'; // the key of the address for the model whose curve is shown, by name

export function RebalancingView() {
  const benchmark = currentBenchmark.value;
  if (!benchmark) {
    return (
      <Missing question={QUESTION} title="No benchmark is loaded">
        Drop evaluation result files: the scores of several models on the items of a benchmark.
      </Missing>
    );
  }
  if (studyPartition.value === '') {
    return (
      <Missing question={QUESTION} title={`${benchmark.name} has no subdomains to balance`}>
        Bring option probabilities, results of at least three models on the same items, or a column such as
        subject or category.
      </Missing>
    );
  }
  const { state, result: known } = rebalancingJob.state.value;
  const result = known?.benchmark === benchmark.index ? known : null;
  const stale = state !== 'done';
  const verdict = result
    ? rebalancingVerdict(result, benchmark.name).text
    : state === 'working'
      ? `${counted(benchmark.items, 'item')} of ${benchmark.name} on ${counted(benchmark.models.length, 'model')} are being pruned, most alike first, and equally many at random.`
      : '';
  return (
    <div class="study-view rebalancing-view">
      <VerdictHead question={QUESTION} verdict={verdict} stale={result !== null && stale} />
      {result && <Warnings warnings={result.warnings} />}
      <div class="study-controls">
        <BenchmarkField />
        <PartitionField />
        <JobState job={rebalancingJob} label="Pruning and removing at random" onRepeat={repeatRebalancing} />
      </div>
      {result && result.k > 1 && result.points.length > 0 && (
        <Result key={benchmark.index} result={result} stale={stale} />
      )}
      {result && <Rule result={result} />}
    </div>
  );
}

/** Names of the subdomains: the values of the column, or numbers. */
function useSubdomainNames(result: Rebalancing): string[] {
  const { partition } = result.parameters.analysis;
  useEffect(() => void loadStudyItems(result.benchmark), [result.benchmark]);
  const items = studyItems.value?.benchmark === result.benchmark ? studyItems.value.rows : null;
  const attributes = report.value?.benchmarks.find((one) => one.index === result.benchmark)?.attributes ?? [];
  return useMemo(() => {
    const column = isAttribute(partition)
      ? attributes.findIndex((one) => one.name === attributeOf(partition))
      : -1;
    return result.sizes.map((_, n) => {
      const item = result.usedItems[result.subdomains.indexOf(n)];
      const value = item === undefined ? undefined : items?.[item]?.attributes[column];
      return value ? value : `Subdomain ${n + 1}`;
    });
  }, [result, items, attributes, partition]);
}

function Result({ result, stale }: { result: Rebalancing; stale: boolean }) {
  const modelName = useModelName();
  const benchmark = benchmarkName(result.benchmark);
  const names = useSubdomainNames(result);
  const [at, setAt] = useDraft(shownPoint(result), (n) => choosePoint(result, n));
  const point = Math.min(at, result.points.length - 1);
  // Without a choice the model that moves most beyond chance.
  const byP = useMemo(
    () =>
      [...result.models].sort(
        (a, b) =>
          (a.tests[result.judgedAt]?.adjusted ?? 2) - (b.tests[result.judgedAt]?.adjusted ?? 2) ||
          (a.tests[result.judgedAt]?.pValue ?? 2) - (b.tests[result.judgedAt]?.pValue ?? 2),
      ),
    [result],
  );
  const chosen = result.models.find((one) => modelName(one.model) === otherValue(CHOSEN)) ?? byP[0] ?? null;
  const choose = (model: number) => setOtherValue(CHOSEN, modelName(model));
  const curves = { result, benchmark, modelName, chosen, at: point };
  const harmony = useMemo(() => harmonyCurve(curves), [result, chosen, point, modelName]);
  const accuracy = useMemo(() => accuracyCurve(curves), [result, chosen, point, modelName]);
  const slopes = useMemo(
    () => orderSlopes(result, point, benchmark, modelName, chosen?.model ?? -1),
    [result, chosen, point, modelName],
  );
  const models = report.value?.models ?? [];
  const owner = result.parameters.analysis.partition === 'similarity' ? modelName(result.model) : '';
  return (
    <>
      <ShareSlider result={result} at={point} onChange={setAt} />
      <div class={`share-answer ${stale ? 'stale-content' : ''}`} aria-live="polite">
        {shareInWords(result, point, modelName).map((sentence) => (
          <p key={sentence} class="study-sentence">
            {sentence}
          </p>
        ))}
      </div>
      <div class={stale ? 'stale-content' : ''}>
        <Figures result={result} at={point} />
        <Sizes result={result} at={point} names={names} />
      </div>
      <div class="study-pair">
        <ChartView chart={harmony} stale={stale} />
        <div>
          {accuracy && <ChartView chart={accuracy} stale={stale} />}
          <div class="study-controls">
            <ModelField
              label="Curve of"
              models={result.models.flatMap((one) => models[one.model] ?? [])}
              value={chosen?.model ?? -1}
              onChange={(name) => setOtherValue(CHOSEN, name)}
            />
          </div>
        </div>
      </div>
      {slopes && (
        <div class="study-pair-one">
          <ChartView chart={slopes} stale={stale} onChoose={choose} />
        </div>
      )}
      <MovedModels
        result={result}
        at={point}
        benchmark={benchmark}
        modelName={modelName}
        chosen={chosen?.model ?? -1}
        onChoose={choose}
      />
      <ItemLists
        result={result}
        at={point}
        names={names}
        benchmark={benchmark}
        partitionOf={owner}
        disabled={stale}
      />
    </>
  );
}

interface SliderProps {
  result: Rebalancing;
  at: number;
  onChange: (at: number) => void;
}

function ShareSlider({ result, at, onChange }: SliderProps) {
  const steps = useMemo(() => differentPoints(result), [result]);
  const point = result.points[at];
  const words = `${percent(point?.share)} (${counted(point?.pruned ?? 0, 'item')})`;
  return (
    <div class="study-controls">
      <div class="share-slider">
        <Field
          label={<Term name="pruning">Share of the items pruned</Term>}
          value={words}
          {...(at === result.judgedAt ? {} : { hint: 'The verdict is about the point “judged here”.' })}
        >
          {(id, hintId) => (
            <input
              id={id}
              type="range"
              aria-describedby={hintId}
              min={0}
              max={steps.length - 1}
              step={1}
              value={Math.max(0, steps.indexOf(at))}
              aria-valuetext={words}
              onInput={(event) => onChange(steps[event.currentTarget.valueAsNumber] ?? 0)}
            />
          )}
        </Field>
      </div>
    </div>
  );
}

function Figures({ result, at }: { result: Rebalancing; at: number }) {
  const [start, point] = [result.points[0], result.points[at]];
  const models = counted(result.models.length, 'model');
  const points = (value: number | null | undefined) => fixed(value == null ? null : value * 100, 1);
  const smallest = Math.min(
    ...result.models.map((one) => one.tests[at]?.adjusted ?? Number.NaN).filter(Number.isFinite),
  );
  const lines = (...parts: string[]) =>
    parts.map((part) => (
      <span key={part} class="figure-line">
        {part}
      </span>
    ));
  return (
    <KeyFigures>
      <KeyFigure
        label="Items left"
        value={count(result.items - (point?.pruned ?? 0))}
        below={lines(`of ${count(result.items)}`, `${counted(result.k, 'subdomain')}`)}
      />
      <KeyFigure
        label={<Term name="harmony">Mean HARMONY</Term>}
        value={unit(point?.meanHarmony)}
        below={lines(`all items ${unit(start?.meanHarmony)}`, `n = ${models}`)}
      />
      <KeyFigure
        label={<Term name="random removal">Beyond random</Term>}
        value={count(point?.significant)}
        below={lines(
          `of ${models}`,
          Number.isFinite(smallest) ? `smallest adjusted p ${bareP(smallest)}` : 'not tested',
        )}
      />
      <KeyFigure
        label={<Term name="kendall tau">Kendall’s tau</Term>}
        value={point ? tauInWords(point) : unit(null)}
        below={lines(`${counted(point?.swapCount ?? 0, 'pair')} swapped`, `n = ${models}`)}
      />
      <KeyFigure
        label={<Term name="detectable difference">Detectable</Term>}
        value={points(point?.detectable)}
        below={lines(`points; all items ${points(start?.detectable)}`, 'median over pairs')}
      />
    </KeyFigures>
  );
}

/** The rule of the verdict, with what the numbers rest on. */
function Rule({ result }: { result: Rebalancing }) {
  const [open, setOpen] = useState(false);
  const { parameters } = result;
  return (
    <details class="study-how" open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>How this was computed</summary>
      <p>{result.rule}</p>
      <p>
        Subdomains by {partitionInWords(parameters.analysis.partition)}. Items leave the largest subdomain one
        by one, those that are most like the others first; alike is measured by{' '}
        {orderedByWords[result.orderedBy]}. At most {percent(parameters.budget, 0)} of the items go. The
        control are {counted(parameters.draws, 'removal')} of equally many items at random (seed{' '}
        {parameters.seed}): p is two-sided, adjusted over models by Benjamini and Hochberg (1995).
      </p>
      <p>
        The smallest detectable difference is 1.96 standard errors of the paired difference of two models, the
        median over all pairs. The macro-average counts every subdomain equally on all items; its interval is
        that of its difference from the average.
      </p>
    </details>
  );
}
