// Scaling trends: HARMONY or accuracy against the size of models, by family; the facts about models can be corrected.
import { useMemo } from 'preact/hooks';
import { ChartView } from '../../charts/chart_view.tsx';
import { scalingChart } from '../../charts/scaling_chart.ts';
import { Empty, Field, ViewHead } from '../../components/basics.tsx';
import type { Scaling } from '../../engine/study.ts';
import { modelFacts } from '../../state/model_facts.ts';
import { overviewProgress } from '../../state/overview.ts';
import {
  chooseScaling,
  hasTokens,
  repeatScaling,
  scalingBenchmark,
  scalingCoverage,
  scalingJob,
  scalingParameters,
  scalingX,
  scalingY,
} from '../../state/scaling.ts';
import { hasData, report } from '../../state/store.ts';
import { benchmarkName } from '../../state/study.ts';
import { resultsOf } from '../../state/study_cells.ts';
import { counted } from '../../verdict/numbers.ts';
import { coverageSentence } from '../../verdict/plane.ts';
import { scalingVerdict } from '../../verdict/scaling.ts';
import { artefactSentence } from '../../verdict/verdict.ts';
import { Term, WithTerms } from '../../words/term.tsx';
import { JobState } from '../item_response/job_state.tsx';
import { useModelName } from '../item_response/model_name.ts';
import { OverviewState } from '../overview/overview_state.tsx';
import { FactsPanel } from './facts_panel.tsx';
import { TrendsTable } from './trends_table.tsx';
import '../item_response/item_response.css';
import './scaling.css';

const QUESTION = 'Scaling trends';

export function ScalingView() {
  if (!hasData.value) {
    return (
      <>
        <ViewHead question={QUESTION} />
        <Empty title="Nothing is loaded">
          Drop evaluation result files of models of several sizes, best of three or more of a family.
        </Empty>
      </>
    );
  }
  const { state, result } = scalingJob.state.value;
  const wanted = scalingParameters.value;
  const y = scalingY.value;
  // A result of before belongs to the axes of before.
  const axes = scalingJob.parameters.value ?? { x: scalingX.value, y };
  const stale = state === 'working' && (axes.x !== wanted?.x || axes.y !== wanted?.y);
  const text =
    result && wanted
      ? [
          scalingVerdict(result, axes).text,
          ...(y === 'harmony'
            ? [coverageSentence(scalingCoverage.value), artefactSentence(resultsOf(wanted.cells))]
            : []),
        ]
          .filter(Boolean)
          .join(' ')
      : wanted || overviewProgress.value.running
        ? 'Trends are computed as soon as there are numbers to compare.'
        : `No ${y === 'harmony' ? 'HARMONY' : 'accuracy'} is there to compare models of different size by.`;
  return (
    <div class="item-response-view scaling-view">
      <ViewHead question={QUESTION} verdict={<WithTerms text={text.trim()} />} />
      {y === 'harmony' && <OverviewState />}
      <Axes />
      {(state === 'failed' || (wanted && !result)) && (
        <JobState job={scalingJob} label="Fitting trends" onRepeat={repeatScaling} />
      )}
      {result && wanted && <Trends result={result} axes={axes} stale={stale} />}
      <FactsPanel />
    </div>
  );
}

function Axes() {
  const benchmarks = report.value?.benchmarks ?? [];
  const chosen = scalingBenchmark.value;
  const known = modelFacts.value.length > 0;
  return (
    <div class="controls scaling-axes">
      <Field label="Against">
        {(id) => (
          <select
            id={id}
            value={scalingX.value}
            onChange={(event) =>
              chooseScaling({ x: event.currentTarget.value === 'tokens' ? 'tokens' : 'parameters' })
            }
          >
            <option value="parameters">parameters</option>
            <option value="tokens" disabled={!hasTokens.value}>
              pretraining tokens{known && !hasTokens.value ? ' (not known of any model)' : ''}
            </option>
          </select>
        )}
      </Field>
      <Field label="What">
        {(id) => (
          <select
            id={id}
            value={scalingY.value}
            onChange={(event) =>
              chooseScaling({ y: event.currentTarget.value === 'accuracy' ? 'accuracy' : 'harmony' })
            }
          >
            <option value="harmony">HARMONY</option>
            <option value="accuracy">accuracy</option>
          </select>
        )}
      </Field>
      {benchmarks.length > 1 && (
        <Field label="On">
          {(id) => (
            <select
              id={id}
              value={chosen === null ? '' : benchmarkName(chosen)}
              onChange={(event) => chooseScaling({ benchmark: event.currentTarget.value })}
            >
              <option value="">all benchmarks that the models share</option>
              {benchmarks.map((one) => (
                <option key={one.index} value={one.name}>
                  {one.name}
                </option>
              ))}
            </select>
          )}
        </Field>
      )}
    </div>
  );
}

interface TrendsProps {
  result: Scaling;
  axes: { x: 'parameters' | 'tokens'; y: 'harmony' | 'accuracy' };
  stale: boolean;
}

function Trends({ result, axes, stale }: TrendsProps) {
  const modelName = useModelName();
  const { x, y } = axes;
  const chart = useMemo(() => scalingChart(result, { x, y }, modelName), [result, x, y, modelName]);
  return (
    <>
      {chart && <ChartView chart={chart} stale={stale} class="scaling-chart" />}
      {result.leftOut.length > 0 && (
        <details class="small scaling-left-out">
          <summary>{counted(result.leftOut.length, 'model')} left out</summary>
          <ul>
            {result.leftOut.map(({ model, reason }) => (
              <li key={model}>
                <span class="mono">{modelName(model)}</span>: {reason}
              </li>
            ))}
          </ul>
        </details>
      )}
      {result.points.length > 0 && <TrendsTable result={result} axes={axes} stale={stale} />}
      {result.points.length > 0 && (
        <p class="small quiet table-foot">
          Slopes are those of a straight line on the logarithm of the size, with 95% intervals (Student’s t).{' '}
          <Term name="slope per tenfold">A slope</Term> of +.10 is .10 more for a model ten times as large.
        </p>
      )}
    </>
  );
}
