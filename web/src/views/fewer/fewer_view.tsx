// Fewer items: which share of the items is enough, what is kept, and how well scores and ranks survive.
import { useEffect, useMemo, useState } from 'preact/hooks';
import { ChartView } from '../../charts/chart_view.tsx';
import { errorSurvival, keptBars, rankMetrics, rankSurvival } from '../../charts/selection_charts.ts';
import { Field, KeyFigure, KeyFigures } from '../../components/basics.tsx';
import { useDraft } from '../../components/draft.ts';
import type { ItemResponseResult, SelectionParameters, SelectionResult } from '../../engine/item_response.ts';
import { loadFitItems } from '../../state/fit_items.ts';
import {
  chooseSelection,
  leastShare,
  mostShare,
  repeatSelection,
  rule,
  selectionDimension,
  selectionJob,
  share,
} from '../../state/selection.ts';
import { report } from '../../state/store.ts';
import { count, counted, fixed, percent, unit, unitRange } from '../../verdict/numbers.ts';
import { chosenPoint, selectionVerdict } from '../../verdict/selection.ts';
import { Term } from '../../words/term.tsx';
import { JobState } from '../item_response/job_state.tsx';
import { WithFit } from '../item_response/with_fit.tsx';
import { KeptItems } from './kept_items.tsx';
import './fewer.css';

/** The selection of this very fit; that of another one has other items. */
function selectionOf(result: ItemResponseResult): SelectionResult | null {
  const known = selectionJob.state.value.result;
  return known?.parameters.fit === result.fit ? known : null;
}

export function FewerView() {
  return (
    <WithFit
      question="Fewer items"
      verdict={(result) => {
        const selection = selectionOf(result);
        return selection
          ? selectionVerdict(selection).text
          : `${counted(result.items.item.length, 'item')} are fitted; which of them are enough is being found out with models left out.`;
      }}
    >
      {(result, stale) => <Fewer result={result} stale={stale} />}
    </WithFit>
  );
}

function Fewer({ result, stale }: { result: ItemResponseResult; stale: boolean }) {
  const selection = selectionOf(result);
  const working = selectionJob.state.value.state === 'working';
  useEffect(() => void loadFitItems(result), [result]);
  return (
    <>
      <div class="controls">
        <Controls result={result} />
        <JobState job={selectionJob} label="Choosing items with models left out" onRepeat={repeatSelection} />
      </div>
      {selection && <Selected result={result} selection={selection} stale={stale || working} />}
    </>
  );
}

function Controls({ result }: { result: ItemResponseResult }) {
  const [percents, setPercents] = useDraft(Math.round(share.value * 100), (value) =>
    chooseSelection({ share: value / 100 }),
  );
  const items = result.items.item.length;
  return (
    <>
      <Field
        label={<Term name="share kept">Share of the items</Term>}
        value={`${percents}% (about ${count(Math.round((percents / 100) * items))})`}
      >
        {(id) => (
          <input
            id={id}
            type="range"
            min={leastShare * 100}
            max={mostShare * 100}
            step={1}
            value={percents}
            onInput={(event) => setPercents(event.currentTarget.valueAsNumber)}
          />
        )}
      </Field>
      <Field label={<Term name="selection rule">Rule</Term>}>
        {(id) => (
          <select
            id={id}
            value={rule.value}
            onChange={(event) =>
              chooseSelection({ rule: event.currentTarget.value as SelectionParameters['rule'] })
            }
          >
            <option value="discriminating">most discriminating</option>
            <option value="information">most information</option>
          </select>
        )}
      </Field>
      {result.dimensions.length > 1 && (
        <Field label={<Term name="selection dimension">Along</Term>}>
          {(id) => (
            <select
              id={id}
              value={selectionDimension.value}
              onChange={(event) => chooseSelection({ dimension: Number(event.currentTarget.value) })}
            >
              <option value={0}>all dimensions</option>
              {result.dimensions.map((dimension, index) => (
                <option key={`${index} ${dimension.name}`} value={index + 1}>
                  {dimension.name}
                </option>
              ))}
            </select>
          )}
        </Field>
      )}
    </>
  );
}

interface SelectedProps {
  result: ItemResponseResult;
  selection: SelectionResult;
  stale: boolean;
}

function Selected({ result, selection, stale }: SelectedProps) {
  const metrics = rankMetrics(result.dimensions);
  const [chosen, setChosen] = useState('score');
  const metric = metrics.find((one) => one.key === chosen) ?? metrics[0];
  const ranks = useMemo(
    () => (metric ? rankSurvival(selection, metric) : null),
    [selection, metric?.key, result],
  );
  const errors = useMemo(() => errorSurvival(selection), [selection]);
  const benchmarks = report.value?.benchmarks ?? [];
  const benchmarkName = (index: number) =>
    benchmarks.find((one) => one.index === index)?.name ?? `benchmark ${index + 1}`;
  const kept = useMemo(() => keptBars(selection, benchmarkName), [selection, benchmarks]);
  return (
    <>
      <div class={stale ? 'stale-content' : ''}>
        <Figures selection={selection} models={result.models.model.length} />
      </div>
      {selection.parameters.rule === 'discriminating' &&
        selection.parameters.dimension === 0 &&
        result.dimensions.length > 1 && (
          <p class="small quiet rule-note">
            Along all dimensions this rule takes the items with the longest vectors of slopes, and these may
            nearly all lie on one axis: the other abilities then rest on few items. Compare the ranking by
            ability below, one dimension at a time, or the rule “most information”, which weighs all of them.
          </p>
        )}
      <Warning />
      <div class="chart-pair">
        <div>
          {ranks && <ChartView chart={ranks} stale={stale} />}
          <div class="below-chart">
            <Field label="Ranking by" inline>
              {(id) => (
                <select
                  id={id}
                  value={metric?.key ?? ''}
                  onChange={(event) => setChosen(event.currentTarget.value)}
                >
                  {metrics.map((one) => (
                    <option key={one.key} value={one.key}>
                      {one.label}
                    </option>
                  ))}
                </select>
              )}
            </Field>
          </div>
        </div>
        {errors && <ChartView chart={errors} stale={stale} />}
        {kept && selection.byBenchmark.length > 1 && <ChartView chart={kept} stale={stale} />}
      </div>
      <KeptItems result={result} selection={selection} stale={stale} benchmarkName={benchmarkName} />
    </>
  );
}

function Figures({ selection, models }: { selection: SelectionResult; models: number }) {
  const point = chosenPoint(selection);
  const lines = (...parts: string[]) =>
    parts
      .filter((part) => part !== '')
      .map((part) => (
        <span key={part} class="figure-line">
          {part}
        </span>
      ));
  const range = (low: number | null | undefined, high: number | null | undefined) =>
    unitRange({ low: low ?? Number.NaN, high: high ?? Number.NaN });
  const points = (error: number | null | undefined) => fixed(error == null ? null : error * 100, 1);
  const n = `n = ${counted(models, 'model')}`;
  return (
    <KeyFigures>
      <KeyFigure
        label="Items kept"
        value={count(selection.kept.length)}
        below={lines(`of ${count(selection.items)}`, percent(selection.kept.length / selection.items))}
      />
      <KeyFigure
        label={<Term name="rank correlation">Ranks, scores</Term>}
        value={unit(point?.selected.scoreRank)}
        below={lines(range(point?.selectedLow.scoreRank, point?.selectedHigh.scoreRank), n)}
      />
      <KeyFigure
        label={<Term name="random subset">The same, random</Term>}
        value={unit(point?.random.scoreRank)}
        below={lines(
          range(point?.randomLow.scoreRank, point?.randomHigh.scoreRank),
          `${count(selection.parameters.draws)} draws`,
        )}
      />
      <KeyFigure
        label={<Term name="error of the score">Error, by the model</Term>}
        value={points(point?.selected.modelError)}
        below={lines(`points; random ${points(point?.random.modelError)}`, n)}
      />
      <KeyFigure
        label={<Term name="error of the score">Error, by their mean</Term>}
        value={points(point?.selected.meanError)}
        below={lines(`points; random ${points(point?.random.meanError)}`, n)}
      />
    </KeyFigures>
  );
}

/** Said plainly, and where the downloads are. */
function Warning() {
  return (
    <p class="notice warning dual-use">
      The list that shortens a benchmark also says how to weaken it: without its most informative items a
      safety benchmark still looks whole and finds less. Publish which items were left out and by which rule,
      and ask for both when you are shown a shortened benchmark.
    </p>
  );
}
