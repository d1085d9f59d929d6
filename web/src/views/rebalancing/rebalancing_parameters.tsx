// The panel of re-balancing.
import { Button } from '../../components/basics.tsx';
import { MarkTag, NumberField } from '../../components/parameter_fields.tsx';
import { address, setParameters } from '../../state/history.ts';
import { addressForms, defaultParameters } from '../../state/parameters.ts';
import { studyAnalysis } from '../../state/study.ts';
import {
  chooseRebalancing,
  rebalancingDefaults,
  rebalancingLimits,
  rebalancingSettings,
  resetRebalancing,
} from '../../state/study_rebalancing.ts';

export function RebalancingParameters() {
  const settings = rebalancingSettings.value;
  const changed =
    (Object.keys(rebalancingDefaults) as (keyof typeof rebalancingDefaults)[]).some(
      (name) => settings[name] !== rebalancingDefaults[name],
    ) || address.value.parameters.bandwidth !== undefined;
  const others = Object.keys(address.value.parameters).filter(
    (name) =>
      name !== 'partition' && name !== 'bandwidth' && !name.startsWith('bootstrap') && name !== 'nullDraws',
  );
  const field = (
    name: keyof typeof rebalancingDefaults,
    label: string,
    term: 'pruning budget' | 'random removal' | 'curve points' | 'seed',
    step: number,
  ) => (
    <NumberField
      term={term}
      label={label}
      mark="ours"
      value={settings[name]}
      least={rebalancingLimits[name].least}
      most={rebalancingLimits[name].most}
      step={step}
      onChange={(value) => chooseRebalancing(name, value)}
    />
  );
  return (
    <div class="methods">
      <div class="methods-head">
        <h2>Method</h2>
        <Button
          small
          disabled={!changed}
          onClick={() => {
            resetRebalancing();
            setParameters({ bandwidth: defaultParameters.bandwidth }, true);
          }}
        >
          Reset
        </Button>
      </div>
      <p class="small quieter">
        <MarkTag mark="paper" /> default given by the paper on HARMONY, <MarkTag mark="ours" /> our choice.
      </p>
      {field('budget', 'Budget (share of the items)', 'pruning budget', 0.05)}
      {field('draws', 'Random removals', 'random removal', 1)}
      {field('points', 'Points of the curve', 'curve points', 1)}
      {field('seed', 'Seed', 'seed', 1)}
      <NumberField
        term="bandwidth"
        label="Bandwidth b (0 = from the data)"
        mark="ours"
        value={studyAnalysis.value.bandwidth}
        least={0}
        most={10}
        step={0.01}
        onChange={(bandwidth) => setParameters({ bandwidth }, true)}
      />
      {others.length > 0 && (
        <p class="small quieter">
          Chosen in the view of one benchmark and used here too:{' '}
          {others.map((name) => addressForms[name as keyof typeof addressForms].key).join(', ')}.
        </p>
      )}
    </div>
  );
}
