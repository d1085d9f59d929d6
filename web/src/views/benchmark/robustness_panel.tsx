// How often would the conclusion change? All combinations of tau, b, k and seeds around the parameters at hand.

import { useMemo } from 'preact/hooks';
import { ChartView } from '../../charts/chart_view.tsx';
import { robustnessStrips } from '../../charts/robustness_strips.ts';
import { Button, ErrorNotice, Panel, Progress } from '../../components/basics.tsx';
import {
  robustnessIsCurrent,
  robustnessJob,
  robustnessParameters,
  startRobustness,
} from '../../state/study_robustness.ts';
import { robustnessInWords } from '../../verdict/robustness.ts';
import { WithTerms } from '../../words/term.tsx';
import './benchmark.css';

export function RobustnessPanel({ model, benchmark }: { model: string; benchmark: string }) {
  const { state, progress, stage, result, error } = robustnessJob.state.value;
  const wanted = robustnessParameters.value;
  const current = robustnessIsCurrent.value;
  // An answer about another model or benchmark is no answer here; one with other parameters is dimmed.
  const shown = result?.benchmark === wanted?.benchmark && result?.model === wanted?.model ? result : null;
  const stale = !current || state !== 'done';
  const chart = useMemo(
    () => (shown ? robustnessStrips(shown, model, benchmark) : null),
    [shown, model, benchmark],
  );
  const working = current && state === 'working';
  return (
    <Panel
      title="How often would the conclusion change?"
      lead="Every combination of τ, b, k and seed around the parameters above, each compared with shuffled scores: a conclusion worth reporting survives them."
    >
      <div class="robustness">
        {!working && (stale || !shown) && !(current && state === 'failed') && (
          <p class="quiet">
            {current && state === 'cancelled'
              ? 'Cancelled. '
              : shown
                ? 'The parameters have changed since. '
                : 'Every combination is clustered and compared with chance: this takes a while. '}
            <Button small onClick={startRobustness} disabled={wanted === null}>
              Try all settings
            </Button>
          </p>
        )}
        {working && (
          <Progress value={progress} label={stage || 'Trying all settings'} onCancel={robustnessJob.cancel} />
        )}
        {current && state === 'failed' && (
          <ErrorNotice
            error={error}
            actions={
              <Button small onClick={startRobustness}>
                Try again
              </Button>
            }
          />
        )}
        {shown && (
          <p class={`robustness-sentence ${stale ? 'stale-content' : ''}`} aria-live="polite">
            <WithTerms text={robustnessInWords(shown)} />
          </p>
        )}
        {chart && <ChartView chart={chart} stale={stale} />}
        {chart && (
          <p class="small quieter">
            Every dot is one setting and stands in every strip. Triangles, counted above each value (– =
            none), change the conclusion; the dashed line is HARMONY with the parameters above.
          </p>
        )}
      </div>
    </Panel>
  );
}
