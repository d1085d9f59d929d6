// The sensitivity charts: computed when they come into sight, kept dimmed while a new parameter is computed.

import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { ChartView } from '../../charts/chart_view.tsx';
import { sensitivityCharts } from '../../charts/sensitivity.ts';
import { Button, ErrorNotice, Panel, Progress } from '../../components/basics.tsx';
import type { HarmonyResult, SensitivityResult } from '../../engine/results.ts';
import {
  cancelSensitivity,
  currentAnalysis,
  currentSensitivity,
  startSensitivity,
} from '../../state/analysis.ts';

/** While the b slider moves, every answer is a new result: the sweep waits until it has stopped. */
const SETTLE_MILLISECONDS = 400;

interface SensitivityProps {
  result: HarmonyResult;
  model: string;
  benchmark: string;
}

export function SensitivityPanel({ result, model, benchmark }: SensitivityProps) {
  const place = useRef<HTMLDivElement>(null);
  const [seen, setSeen] = useState(false);
  const sensitivity = currentSensitivity.value;
  const settled = currentAnalysis.value.state === 'done';
  /** The last complete sweep of this model, with the analysis that it belongs to. */
  const kept = useRef<{ sweep: SensitivityResult; of: HarmonyResult } | null>(null);
  if (sensitivity.state === 'done' && sensitivity.result)
    kept.current = { sweep: sensitivity.result, of: result };
  if (
    kept.current &&
    (kept.current.of.model !== result.model || kept.current.of.benchmark !== result.benchmark)
  ) {
    kept.current = null;
  }

  useEffect(() => {
    const element = place.current;
    if (!element) return;
    const observer = new IntersectionObserver(
      (entries) => entries.some((entry) => entry.isIntersecting) && setSeen(true),
      { rootMargin: '200px' },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, []);

  useEffect(() => {
    if (!seen || !settled || sensitivity.state !== 'idle') return;
    const timer = setTimeout(() => void startSensitivity(), SETTLE_MILLISECONDS);
    return () => clearTimeout(timer);
  }, [seen, settled, sensitivity.state, result]);

  const shown = kept.current;
  const chart = useMemo(
    () => (shown ? sensitivityCharts(shown.of, shown.sweep, model, benchmark) : null),
    [shown, model, benchmark],
  );
  const working = sensitivity.state === 'working';
  return (
    <Panel
      title="Sensitivity"
      lead="HARMONY when one choice changes and the others stay. A result worth reporting does not hang on any of them."
    >
      <div ref={place} class="sensitivity">
        {sensitivity.state === 'idle' && !chart && (
          <p class="quiet">
            {settled ? (
              <>
                Not computed yet: it starts when this section comes into view.{' '}
                <button type="button" class="link" onClick={() => setSeen(true)}>
                  Compute it now
                </button>
              </>
            ) : (
              'Not computed yet: it starts when the analysis above is complete.'
            )}
          </p>
        )}
        {working && (
          <Progress
            value={sensitivity.progress}
            label={sensitivity.stage || 'Changing one parameter at a time'}
            onCancel={cancelSensitivity}
          />
        )}
        {sensitivity.state === 'failed' && (
          <ErrorNotice
            error={sensitivity.error}
            actions={
              <Button small onClick={() => void startSensitivity()}>
                Try again
              </Button>
            }
          />
        )}
        {sensitivity.state === 'cancelled' && (
          <p class="quiet">
            Cancelled.{' '}
            <button type="button" class="link" onClick={() => void startSensitivity()}>
              Compute the sensitivity
            </button>
          </p>
        )}
        {chart && <ChartView chart={chart} stale={shown?.sweep !== sensitivity.result} />}
        {sensitivity.state === 'done' && !chart && (
          <p class="quiet">There is nothing to vary for this partition.</p>
        )}
      </div>
    </Panel>
  );
}
