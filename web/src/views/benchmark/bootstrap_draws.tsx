// The bootstrap with items clustered anew: how many draws, and the interval while they are being made.

import { useId } from 'preact/hooks';
import { useDraft } from '../../components/draft.ts';
import { Parameter } from '../../components/parameter_fields.tsx';
import type { HarmonyResult } from '../../engine/results.ts';
import { drawsAnew, drawsSoFar } from '../../state/bootstrap_draws.ts';
import { setParameters } from '../../state/history.ts';
import { count, unitRange } from '../../verdict/numbers.ts';

const LEAST = 19;
const MOST = 999;
const STEP = 10;

export function DrawsSlider({ draws }: { draws: number }) {
  const id = useId();
  const [draft, change] = useDraft(draws, (bootstrapDraws) => setParameters({ bootstrapDraws }));
  return (
    <Parameter
      term="bootstrap interval"
      label="Bootstrap draws"
      mark="ours"
      htmlFor={id}
      value={count(draft)}
    >
      <input
        id={id}
        type="range"
        min={LEAST}
        max={MOST}
        step={STEP}
        value={draft}
        aria-valuetext={count(draft)}
        onInput={(event) => change(event.currentTarget.valueAsNumber)}
      />
    </Parameter>
  );
}

/** "Interval so far .33–.52, from 50 of 99 draws": in a place that is always there while draws are clustered anew. */
export function BootstrapDraws({ result }: { result: HarmonyResult }) {
  if (!drawsAnew(result.parameters) || !result.bootstrap) return null;
  const soFar = drawsSoFar.value;
  const range = unitRange(result.bootstrap);
  const defined = count(result.bootstrap.draws);
  return (
    <p class="small quiet alternatives" role="status">
      {soFar
        ? `Interval of HARMONY so far: ${range}, from ${count(soFar.draws)} of ${count(soFar.wanted)} draws of all items, each clustered anew.`
        : `Interval of HARMONY ${range}: ${defined} draws of all items, each clustered anew.`}
    </p>
  );
}
