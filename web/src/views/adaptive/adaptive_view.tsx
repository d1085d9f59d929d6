// Adaptive testing: where a new model stands after its answers so far, and what to ask next.
import { useEffect, useMemo } from 'preact/hooks';
import { expectedErrorCurve } from '../../charts/adaptive_charts.ts';
import { ChartView } from '../../charts/chart_view.tsx';
import { KeyFigure, KeyFigures, ViewHead } from '../../components/basics.tsx';
import type { AdaptiveState } from '../../engine/item_response.ts';
import { adaptiveJob, type ItemSource, itemSource, placedAnswers, useFile } from '../../state/adaptive.ts';
import { loadFitItems } from '../../state/fit_items.ts';
import { loadedFit, shownResult } from '../../state/item_response.ts';
import { adaptiveVerdict } from '../../verdict/adaptive.ts';
import { count, counted, fixed, percent, percentRange } from '../../verdict/numbers.ts';
import { Term, WithTerms } from '../../words/term.tsx';
import { JobState } from '../item_response/job_state.tsx';
import { WithFit } from '../item_response/with_fit.tsx';
import { AnswersPanel } from './answers_panel.tsx';
import { NextItems } from './next_items.tsx';
import { SimulationPanel } from './simulation_panel.tsx';
import { SourceFields } from './source_fields.tsx';
import './adaptive.css';

const QUESTION = 'Adaptive testing';

/** What the core said about these very items. */
function stateOf(source: ItemSource | null): AdaptiveState | null {
  const known = adaptiveJob.state.value.result;
  return source && known?.fit === source.fit ? known.state : null;
}

function verdict(source: ItemSource | null): string {
  const state = stateOf(source);
  return source && state ? adaptiveVerdict(state, source.dimensions, source.items.length).text : '';
}

export function AdaptiveView() {
  const source = itemSource.value;
  const result = shownResult.value;
  useEffect(() => {
    if (result) void loadFitItems(result);
  }, [result]);
  if (loadedFit.value && useFile.value) {
    const words = verdict(source);
    return (
      <div class="item-response-view">
        <ViewHead question={QUESTION} verdict={words && <WithTerms key={words} text={words} />} />
        <SourceFields />
        <Body source={source} />
      </div>
    );
  }
  return (
    <WithFit
      question={QUESTION}
      verdict={(fit) =>
        verdict(source) ||
        `${counted(fit.items.item.length, 'item')} are fitted: a new model can be tested with few of them.`
      }
    >
      {(fit, stale) => (
        <>
          <SourceFields />
          <div class={stale ? 'stale-content' : ''}>
            <Body source={source} />
          </div>
          <SimulationPanel result={fit} />
        </>
      )}
    </WithFit>
  );
}

function Body({ source }: { source: ItemSource | null }) {
  const state = stateOf(source);
  const job = adaptiveJob.state.value.state;
  const chart = useMemo(() => (state ? expectedErrorCurve(state) : null), [state]);
  const repeat = () => {
    const wanted = adaptiveJob.parameters.value;
    if (wanted) void adaptiveJob.start(wanted, true);
  };
  return (
    <>
      {source && state && <Figures source={source} state={state} />}
      {(!state || job === 'failed') && (
        <JobState job={adaptiveJob} label="Estimating the ability" onRepeat={repeat} />
      )}
      {source && (
        <div class="chart-pair">
          <NextItems source={source} next={state?.next ?? []} />
          {chart && <ChartView chart={chart} />}
        </div>
      )}
      {source && <AnswersPanel source={source} />}
    </>
  );
}

function Figures({ source, state }: { source: ItemSource; state: AdaptiveState }) {
  const unknown = placedAnswers.value.unknown.length;
  return (
    <KeyFigures>
      <KeyFigure
        label="Answers so far"
        value={count(state.answered)}
        below={
          <>
            <span class="figure-line">of {count(source.items.length)} items</span>
            {unknown > 0 && <span class="figure-line">{counted(unknown, 'unknown item')}</span>}
          </>
        }
      />
      {source.dimensions.map((name, d) => {
        const ability = state.ability[d];
        return (
          <KeyFigure
            key={`${d} ${name}`}
            label={<Term name="ability">{source.dimensions.length > 1 ? name : 'Ability'}</Term>}
            value={fixed(ability?.value, 2)}
            below={
              <>
                <span class="figure-line">
                  {fixed(ability?.low, 2)} to {fixed(ability?.high, 2)}
                </span>
                <span class="figure-line">standard error {fixed(ability?.error, 2)}</span>
              </>
            }
          />
        );
      })}
      <KeyFigure
        label={<Term name="expected score">Expected score</Term>}
        value={percent(state.expectedScore.value)}
        below={
          <>
            <span class="figure-line">{percentRange(state.expectedScore)}</span>
            <span class="figure-line">on all {count(source.items.length)} items</span>
          </>
        }
      />
    </KeyFigures>
  );
}
