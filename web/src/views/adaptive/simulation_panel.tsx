// Would few chosen items have been enough for the models that are here? Models left out of the fit, on demand.
import { useMemo } from 'preact/hooks';
import { simulationCurve } from '../../charts/adaptive_charts.ts';
import { ChartView } from '../../charts/chart_view.tsx';
import { Button, Panel } from '../../components/basics.tsx';
import type { AdaptiveSimulation, ItemResponseResult } from '../../engine/item_response.ts';
import { simulationJob } from '../../state/adaptive.ts';
import { timeOfFits } from '../../state/fit_time.ts';
import { foldsOfModels } from '../../state/selection.ts';
import { counted } from '../../verdict/numbers.ts';
import { JobState } from '../item_response/job_state.tsx';

const MOST_ITEMS = 200;

export function SimulationPanel({ result }: { result: ItemResponseResult }) {
  const { state, result: known } = simulationJob.state.value;
  const simulation = known?.parameters.fit === result.fit ? known : null;
  const of = simulationJob.parameters.value?.fit === result.fit;
  const items = Math.min(MOST_ITEMS, result.items.item.length);
  const folds = foldsOfModels(result);
  const start = () => void simulationJob.start({ fit: result.fit, items, folds, seed: 1 }, true);
  return (
    <Panel
      title="Would it have worked for these models?"
      lead={`Each of ${counted(result.models.model.length, 'model')} is left out of the fit in turn (${counted(folds, 'refit')}) and answers up to ${counted(items, 'item')}: the most informative ones, and as a control any in random order.`}
    >
      {!of || state === 'idle' ? (
        <p class="start-line">
          <Button onClick={start}>Simulate with models left out</Button>
          <span class="small quiet">
            {timeOfFits(folds)}
            {timeOfFits(folds) && ' for the refits, and the questions'}
          </span>
        </p>
      ) : (
        state !== 'done' && (
          <JobState job={simulationJob} label="Asking the models left out" onRepeat={start} />
        )
      )}
      {simulation && <Curves simulation={simulation} stale={state !== 'done'} />}
    </Panel>
  );
}

function Curves({ simulation, stale }: { simulation: AdaptiveSimulation; stale: boolean }) {
  const ability = useMemo(() => simulationCurve(simulation, 'ability'), [simulation]);
  const score = useMemo(() => simulationCurve(simulation, 'score'), [simulation]);
  return (
    <div class="chart-pair">
      {ability && <ChartView chart={ability} stale={stale} />}
      {score && <ChartView chart={score} stale={stale} />}
    </div>
  );
}
