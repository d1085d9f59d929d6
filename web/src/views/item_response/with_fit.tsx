// The frame of every view that shows a fit: what is missing, how far it is, what failed, and then the view itself.
import type { ComponentChildren } from 'preact';
import { Button, Empty, ErrorNotice, Progress, ViewHead } from '../../components/basics.tsx';
import { RestartEngine } from '../../components/engine_restart.tsx';
import { isEngineFailure } from '../../engine/call.ts';
import type { ItemResponseResult } from '../../engine/item_response.ts';
import { address, resetFitParameters } from '../../state/history.ts';
import {
  cancelFit,
  currentFit,
  fitBenchmarks,
  fitModels,
  fitRefusal,
  repeatFit,
  shownResult,
  stopAndKeepFit,
} from '../../state/item_response.ts';
import { hasData } from '../../state/store.ts';
import { counted, listed } from '../../verdict/numbers.ts';
import { WithTerms } from '../../words/term.tsx';
import './item_response.css';

interface WithFitProps {
  /** The heading of the view. */
  question: string;
  /** The sentence it opens with, made from the numbers. */
  verdict: (result: ItemResponseResult) => string;
  /** stale = the result belongs to the parameters before. */
  children: (result: ItemResponseResult, stale: boolean) => ComponentChildren;
}

export function WithFit({ question, verdict, children }: WithFitProps) {
  const { state } = currentFit.value;
  const result = shownResult.value;
  const stale = state !== 'done';
  if (!hasData.value) {
    return (
      <>
        <ViewHead question={question} />
        <Empty title="Nothing is loaded">
          Drop evaluation result files of several models, or a table of models by items.
        </Empty>
      </>
    );
  }
  const refusal = fitRefusal.value;
  if (refusal) {
    return (
      <>
        <ViewHead question={question} />
        <Empty title={refusal.message}>{refusal.hint}</Empty>
      </>
    );
  }
  const words = result ? verdict(result) : state === 'working' ? firstWords() : '';
  return (
    <div class="item-response-view">
      <ViewHead
        question={question}
        verdict={
          words && (
            <span key={words} class={result && stale ? 'stale-content' : ''}>
              <WithTerms text={words} />
            </span>
          )
        }
      />
      <FitState />
      <FitFailure />
      {result && <FitWarnings result={result} />}
      {result && children(result, stale)}
    </div>
  );
}

/** What is known before the fit. */
function firstWords(): string {
  const benchmarks = fitBenchmarks.value;
  const items = benchmarks.reduce((sum, one) => sum + one.items, 0);
  const names = listed(
    benchmarks.map((one) => one.name),
    'and',
    3,
  );
  return `${counted(fitModels.value.length, 'model')} and ${counted(items, 'item')} of ${names} are being fitted.`;
}

/** Working, stopped or cancelled: in one place that keeps its height, so that nothing below jumps. */
function FitState() {
  const { state, progress, stage, result } = currentFit.value;
  return (
    <div class="fit-state">
      {state === 'working' && (
        <div class="fit-working">
          <Progress value={progress} label={stage || 'Fitting'} onCancel={cancelFit} />
          <Button small onClick={stopAndKeepFit} title="Ends the fit now with its latest parameters">
            Stop and keep
          </Button>
        </div>
      )}
      {state === 'cancelled' && (
        <p class="quiet">
          Cancelled.{result ? ' What is shown belongs to the parameters before.' : ''}{' '}
          <button type="button" class="link" onClick={repeatFit}>
            Fit
          </button>
        </p>
      )}
      {state === 'done' && result?.stopped && (
        <p class="quiet">
          Stopped after {counted(result.passes, 'pass', 'passes')}: what is shown may still change.{' '}
          <button type="button" class="link" onClick={repeatFit}>
            Fit to the end
          </button>
        </p>
      )}
    </div>
  );
}

function FitFailure() {
  const { state, error } = currentFit.value;
  if (state !== 'failed') return null;
  return (
    <ErrorNotice
      title="This fit is not possible"
      error={error}
      actions={
        <>
          {error && isEngineFailure(error) && <RestartEngine />}
          {Object.keys(address.value.fit).length > 0 && (
            <Button small onClick={resetFitParameters}>
              Reset the parameters
            </Button>
          )}
          <Button small onClick={repeatFit}>
            Try again
          </Button>
        </>
      }
    />
  );
}

function FitWarnings({ result }: { result: ItemResponseResult }) {
  const notes = result.notes.filter((note) => note.severity === 'warning');
  if (result.warnings.length === 0 && notes.length === 0) return null;
  return (
    <ul class="warnings">
      {result.warnings.map((warning) => (
        <li key={warning.code} class="notice warning">
          {warning.message}
        </li>
      ))}
      {notes.map((note) => (
        <li key={note.code} class="notice warning">
          {note.message}
        </li>
      ))}
    </ul>
  );
}
