// Every model of the fit: abilities and ranks with their uncertainty, two models compared, what the fit does not
// explain, and the parameters as files.

import { useMemo } from 'preact/hooks';
import { abilityAccuracy } from '../../charts/ability_accuracy.ts';
import { abilityChart } from '../../charts/ability_chart.ts';
import { ChartView } from '../../charts/chart_view.tsx';
import { eigenvalueChart } from '../../charts/eigenvalue_chart.ts';
import { personFitChart } from '../../charts/person_fit.ts';
import { rankChart } from '../../charts/rank_chart.ts';
import { KeyFigure, KeyFigures } from '../../components/basics.tsx';
import type { ItemResponseResult } from '../../engine/item_response.ts';
import { otherValue, setOtherValue } from '../../state/history.ts';
import { inRunningText, MISFIT, modelsVerdict } from '../../verdict/item_response.ts';
import { count, percent, unit } from '../../verdict/numbers.ts';
import { Term } from '../../words/term.tsx';
import { DimensionField } from '../item_response/dimension_field.tsx';
import { useModelName } from '../item_response/model_name.ts';
import { WithFit } from '../item_response/with_fit.tsx';
import { ComparisonPanel } from './comparison_panel.tsx';
import { DifferentialPanel } from './differential_panel.tsx';
import { FitFiles } from './fit_files.tsx';
import { ModelsTable } from './models_table.tsx';
import { ResidualsPanel } from './residuals_panel.tsx';
import './models.css';

const DIMENSION = 'dimension'; // the key in the address, counted from 1

export function ModelsView() {
  const modelName = useModelName();
  return (
    <WithFit question="Models" verdict={(result) => modelsVerdict(result, modelName)}>
      {(result, stale) => <Models result={result} stale={stale} />}
    </WithFit>
  );
}

function Models({ result, stale }: { result: ItemResponseResult; stale: boolean }) {
  const modelName = useModelName();
  const several = result.dimensions.length > 1;
  const wanted = Number(otherValue(DIMENSION) ?? '1') - 1;
  const dimension = Number.isInteger(wanted) && wanted >= 0 && wanted < result.dimensions.length ? wanted : 0;
  const compare = (model: number) => setOtherValue('first', modelName(model));

  const abilities = useMemo(() => abilityChart(result, dimension, modelName), [result, dimension, modelName]);
  const ranks = useMemo(() => rankChart(result, dimension, modelName), [result, dimension, modelName]);
  const accuracy = useMemo(() => abilityAccuracy(result, modelName), [result, modelName]);
  const fit = useMemo(
    () =>
      personFitChart(
        result.models.model.map((model, n) => ({
          name: modelName(model),
          fit: result.models.personFit[n] ?? null,
          index: model,
        })),
        MISFIT,
      ),
    [result, modelName],
  );
  const eigenvalues = useMemo(() => eigenvalueChart(result), [result]);
  return (
    <>
      <div class={stale ? 'stale-content' : ''}>
        <FitFigures result={result} />
      </div>
      {several && (
        <div class="controls models-order">
          <DimensionField
            label="Order and ranks by"
            result={result}
            value={dimension}
            onChange={(d) => setOtherValue(DIMENSION, d === 0 ? undefined : String(d + 1))}
          />
        </div>
      )}
      <div class="two-columns model-charts">
        <ChartView chart={abilities} stale={stale} onChoose={compare} />
        <ChartView chart={ranks} stale={stale} onChoose={compare} />
        <ChartView chart={accuracy} stale={stale} onChoose={compare} />
        <div class="chart-stack">
          {fit && <ChartView chart={fit} stale={stale} onChoose={compare} />}
          {eigenvalues && <ChartView chart={eigenvalues} stale={stale} />}
        </div>
      </div>
      <ComparisonPanel result={result} stale={stale} dimension={dimension} />
      <ResidualsPanel result={result} stale={stale} />
      <DifferentialPanel result={result} stale={stale} />
      <ModelsTable result={result} onOpen={compare} />
      <FitFiles result={result} />
    </>
  );
}

function FitFigures({ result }: { result: ItemResponseResult }) {
  const n = `n = ${count(result.models.model.length)} models`;
  const several = result.dimensions.length > 1;
  return (
    <KeyFigures>
      {result.dimensions.map((one) => (
        <KeyFigure
          key={one.name}
          label={
            <Term name="reliability">
              {several ? `Reliability, ${inRunningText(one.name)}` : 'Reliability'}
            </Term>
          }
          value={unit(one.reliability)}
          below={several ? `${percent(one.variance, 0)} of the common variance` : n}
        />
      ))}
      {several && (
        <KeyFigure
          label={<Term name="correlation of abilities">Correlation of 1 and 2</Term>}
          value={unit(result.correlations[0]?.[1])}
          below={n}
        />
      )}
      <KeyFigure
        label={<Term name="cronbach alpha">Cronbach’s alpha</Term>}
        value={unit(result.alpha)}
        below={`n = ${count(result.items.item.length)} items`}
      />
      <KeyFigure
        label={<Term name="log-loss">Log-loss</Term>}
        value={unit(result.logLoss, 3)}
        below={`${count(result.cells)} answers`}
      />
    </KeyFigures>
  );
}
