// One model on one benchmark: the verdict, the key figures, the charts, what is inside, and every item.

import { useMemo } from 'preact/hooks';
import { affinityMap } from '../../charts/affinity_map.ts';
import { auditBars } from '../../charts/audit_bars.ts';
import { ChartView } from '../../charts/chart_view.tsx';
import { modelMap } from '../../charts/model_map.ts';
import { nullStrip } from '../../charts/null_strip.ts';
import { silhouetteCurve } from '../../charts/silhouette_curve.ts';
import { subdomainBars } from '../../charts/subdomain_bars.ts';
import { Button, Empty, ErrorNotice, Field, Progress, ViewHead } from '../../components/basics.tsx';
import { RestartEngine } from '../../components/engine_restart.tsx';
import { isEngineFailure } from '../../engine/call.ts';
import type { BenchmarkReport, HarmonyResult } from '../../engine/results.ts';
import {
  cancelAnalysis,
  currentAnalysis,
  currentBenchmark,
  currentCell,
  currentModel,
  currentModels,
  repeatAnalysis,
} from '../../state/analysis.ts';
import { drawsSoFar } from '../../state/bootstrap_draws.ts';
import {
  address,
  navigate,
  otherValue,
  resetParameters,
  setOtherValue,
  setParameters,
} from '../../state/history.ts';
import { report } from '../../state/store.ts';
import { count, counted, percent, percentRange, withBrackets } from '../../verdict/numbers.ts';
import { benchmarkVerdict } from '../../verdict/verdict.ts';
import { HarmonyMeaning } from '../../words/meaning.tsx';
import { WithTerms } from '../../words/term.tsx';
import { BenchmarkField } from './benchmark_field.tsx';
import { BootstrapDraws } from './bootstrap_draws.tsx';
import { InsideSubdomain } from './inside_subdomain.tsx';
import { KeyNumbers } from './key_numbers.tsx';
import { PartitionSourcesPanel } from './partition_sources_panel.tsx';
import { partitionInWords } from './partitions.ts';
import { AuditTable, ItemsTable, ModelsTable } from './result_tables.tsx';
import { RobustnessPanel } from './robustness_panel.tsx';
import { SensitivityPanel } from './sensitivity_panel.tsx';
import './benchmark.css';

const SUBDOMAIN = 'subdomain'; // the key in the address, counted from 1

export function BenchmarkView() {
  const benchmark = currentBenchmark.value;
  const model = currentModel.value;
  const analysis = currentAnalysis.value;
  const { result } = analysis;
  if (!benchmark) {
    return (
      <>
        <ViewHead question="One benchmark" />
        <Empty title="No benchmark is loaded">
          Drop evaluation result files: log samples of lm-evaluation-harness, or a table of models by items.
        </Empty>
      </>
    );
  }
  if (!model) {
    return (
      <>
        <ViewHead question="One benchmark" />
        <Selectors />
        <Empty title={`No model has a score on ${benchmark.name}`}>
          Add result files for this benchmark.
        </Empty>
      </>
    );
  }
  const refusal = currentCell.value?.refusal ?? null;
  // With some of its draws a result answers the question already.
  const stale = analysis.state !== 'done' && drawsSoFar.value === null;
  const verdict = result ? benchmarkVerdict(result, model.name, benchmark.name) : null;
  return (
    <div class="benchmark-view">
      <ViewHead
        question="One benchmark"
        verdict={
          verdict ? (
            <span key={verdict.text} class={stale ? 'stale-content' : ''}>
              <WithTerms text={verdict.text} />
            </span>
          ) : (
            analysis.state === 'working' && firstWords(model.name, benchmark.name)
          )
        }
      />
      {result && <TryInstead result={result} />}
      <Selectors />
      {refusal ? (
        <ErrorNotice title="HARMONY cannot be computed here" error={refusal} />
      ) : (
        <>
          <Failure />
          {result && <Result result={result} benchmark={benchmark} model={model.name} stale={stale} />}
        </>
      )}
    </div>
  );
}

/** What is known before the analysis: the average, with its uncertainty. */
function firstWords(model: string, benchmark: string): string {
  const accuracy = currentCell.value?.accuracy;
  if (!accuracy || accuracy.value === null) return '';
  const score = withBrackets(percent(accuracy.value), percentRange(accuracy.interval));
  return `${model} scores ${score} on ${benchmark} (${counted(accuracy.items, 'item')}); its subdomains are being computed.`;
}

/** What the audit recommends, in one click. */
function TryInstead({ result }: { result: HarmonyResult }) {
  const { alternative } = result.audit;
  const allowed = currentCell.value?.partitions ?? [];
  if (alternative === 'order-free') {
    return (
      <p class="try-instead">
        <Button small onClick={() => setParameters({ orderFree: true }, true)}>
          Use the order-free similarity
        </Button>
      </p>
    );
  }
  if (!allowed.includes(alternative)) return null;
  return (
    <p class="try-instead">
      <Button small onClick={() => setParameters({ partition: alternative }, true)}>
        Use {partitionInWords(alternative)}
      </Button>
    </p>
  );
}

function Selectors() {
  const models = currentModels.value;
  return (
    <div class="selectors">
      <BenchmarkField />
      <Field label="Model">
        {(id) => (
          <select
            id={id}
            value={currentModel.value?.name ?? ''}
            onChange={(event) => navigate({ model: event.currentTarget.value })}
          >
            {models.map((one) => (
              <option key={one.name} value={one.name}>
                {one.name}
              </option>
            ))}
          </select>
        )}
      </Field>
      <AnalysisState />
    </div>
  );
}

/** Working or cancelled: in one place that keeps its height, so that nothing below jumps. */
function AnalysisState() {
  const { state, progress, stage, result } = currentAnalysis.value;
  const soFar = drawsSoFar.value;
  return (
    <div class="analysis-state">
      {state === 'working' && (
        <Progress value={progress} label={stage || 'Computing'} onCancel={cancelAnalysis} />
      )}
      {state === 'cancelled' && (
        <p class="quiet">
          {soFar
            ? `Stopped after ${count(soFar.draws)} of ${count(soFar.wanted)} bootstrap draws.`
            : `Cancelled.${result ? ' What is shown belongs to the parameters before.' : ''}`}{' '}
          <button type="button" class="link" onClick={repeatAnalysis}>
            {soFar ? 'Continue' : 'Compute'}
          </button>
        </p>
      )}
    </div>
  );
}

function Failure() {
  const { state, error } = currentAnalysis.value;
  if (state !== 'failed') return null;
  const changed = Object.keys(address.value.parameters).length > 0;
  return (
    <ErrorNotice
      title="This analysis is not possible"
      error={error}
      actions={
        <>
          {error && isEngineFailure(error) && <RestartEngine />}
          {changed && (
            <Button small onClick={resetParameters}>
              Reset the parameters
            </Button>
          )}
          <Button small onClick={repeatAnalysis}>
            Try again
          </Button>
        </>
      }
    />
  );
}

interface ResultProps {
  result: HarmonyResult;
  benchmark: BenchmarkReport;
  model: string;
  stale: boolean;
}

function Result({ result, benchmark, model, stale }: ResultProps) {
  const models = report.value?.models ?? [];
  const modelName = (index: number) => models[index]?.name ?? `model ${index + 1}`;
  const wanted = Number(otherValue(SUBDOMAIN) ?? '1') - 1;
  const selected = Number.isInteger(wanted) && wanted >= 0 && wanted < result.subdomains.length ? wanted : 0;
  const select = (index: number) => setOtherValue(SUBDOMAIN, index === 0 ? undefined : String(index + 1));
  const name = benchmark.name;

  const bars = useMemo(
    () => subdomainBars({ result, model, benchmark: name, selected }),
    [result, model, name, selected],
  );
  const strip = useMemo(() => nullStrip(result, model, name), [result, model, name]);
  const audit = useMemo(() => auditBars(result, model, name), [result, model, name]);
  const curve = useMemo(
    () => (result.silhouetteCurve.length > 0 ? silhouetteCurve(result, model, name) : null),
    [result, model, name],
  );
  const map = useMemo(() => affinityMap(result, model, name), [result, model, name]);
  const others = useMemo(() => modelMap({ result, benchmark: name, modelName }), [result, name, models]);

  return (
    <>
      <div class={stale ? 'stale-content' : ''}>
        <KeyNumbers result={result} />
        <BootstrapDraws result={result} />
      </div>
      <HarmonyMeaning />
      <Warnings result={result} />
      <div class="chart-columns">
        <div class="chart-column">
          <ChartView class="order-1" chart={bars} stale={stale} onChoose={select} />
          {audit && <ChartView class="order-3" chart={audit} stale={stale} />}
          {map && <ChartView class="order-6" chart={map} stale={stale} />}
        </div>
        <div class="chart-column">
          {strip && <ChartView class="order-2" chart={strip} stale={stale} />}
          {curve && <ChartView class="order-4" chart={curve} stale={stale} />}
          {others && <ChartView class="order-5" chart={others} stale={stale} onChoose={select} />}
        </div>
      </div>
      <InsideSubdomain result={result} benchmark={benchmark} selected={selected} onSelect={select} />
      <AuditTable result={result} benchmark={name} />
      <PartitionSourcesPanel partition={result.parameters.partition} benchmark={name} />
      <SensitivityPanel result={result} model={model} benchmark={name} />
      <RobustnessPanel model={model} benchmark={name} />
      <ModelsTable
        result={result}
        benchmark={name}
        modelName={modelName}
        onOpen={(index) => navigate({ model: modelName(index) })}
      />
      <ItemsTable result={result} benchmark={benchmark} model={model} />
    </>
  );
}

function Warnings({ result }: { result: HarmonyResult }) {
  const { warnings, itemsLeftOut, items } = result;
  if (warnings.length === 0 && itemsLeftOut === 0) return null;
  return (
    <ul class="warnings">
      {itemsLeftOut > 0 && (
        <li class="notice warning">
          {count(itemsLeftOut)} of {count(items + itemsLeftOut)} items have no score or no distribution and
          are left out: every number here is about the other {count(items)}.
        </li>
      )}
      {warnings.map((warning) => (
        <li key={warning.code} class="notice warning">
          {warning.message}
        </li>
      ))}
    </ul>
  );
}
