// The methods panel: every parameter of the analysis with its meaning, its range and whose default it is.

import { useId } from 'preact/hooks';
import { Button } from '../../components/basics.tsx';
import { useDraft } from '../../components/draft.ts';
import { MarkTag, NumberField, Parameter, SelectField } from '../../components/parameter_fields.tsx';
import type { AnalysisParameters } from '../../engine/results.ts';
import {
  currentAnalysis,
  currentBenchmark,
  currentCell,
  currentModel,
  currentParameters,
  duration,
  secondsPerDraw,
} from '../../state/analysis.ts';
import { address, previewParameters, resetParameters, setParameters } from '../../state/history.ts';
import { type ChosenParameters, defaultReclusteredDraws, defaultsBeside } from '../../state/parameters.ts';
import { counted, fixed } from '../../verdict/numbers.ts';
import { Term } from '../../words/term.tsx';
import { DrawsSlider } from './bootstrap_draws.tsx';
import {
  attributeOf,
  columnChoices,
  comparesOptions,
  hasSimilarity,
  isAttribute,
  partitionChoices,
} from './partitions.ts';
import { UsedValues } from './used_values.tsx';
import './benchmark.css';

function choose(change: ChosenParameters): void {
  setParameters(change, true);
}

export function BenchmarkParameters() {
  const parameters = currentParameters.value;
  const changed = Object.keys(address.value.parameters).length > 0;
  const byColumn = isAttribute(parameters.partition);
  const similarity = hasSimilarity(parameters.partition);
  return (
    <div class="methods">
      <div class="methods-head">
        <h2>Method</h2>
        <Button small onClick={resetParameters} disabled={!changed}>
          Reset
        </Button>
      </div>
      <p class="small quieter">
        <MarkTag mark="paper" /> default given by the paper on HARMONY, <MarkTag mark="ours" /> our choice.
      </p>

      <PartitionField parameters={parameters} />
      {similarity && (
        <>
          <ChoiceSetField parameters={parameters} />
          {comparesOptions(parameters.partition) && <OrderFreeField parameters={parameters} />}
        </>
      )}
      <BandwidthField
        bandwidth={parameters.bandwidth}
        used={currentAnalysis.value.result?.bandwidth ?? null}
      />
      {parameters.partition === 'directions' && (
        <NumberField
          term="directions of discrimination"
          label="Dimensions of the abilities"
          mark="ours"
          value={parameters.dimensions}
          least={2}
          most={6}
          step={1}
          onChange={(dimensions) => choose({ dimensions })}
        />
      )}
      {similarity && (
        <NumberField
          term="tau"
          label="Temperature τ"
          mark="ours"
          value={parameters.tau}
          least={0.05}
          most={1000}
          step={0.05}
          onChange={(tau) => choose({ tau })}
        />
      )}
      {!byColumn && <SubdomainsField parameters={parameters} />}
      <details class="methods-more" open={!byColumn && hasUnusual(parameters)}>
        <summary>Computation</summary>
        {similarity && (
          <>
            <SelectField
              term="silhouette distance"
              label="Silhouette distance"
              mark="ours"
              value={parameters.silhouette}
              options={[
                ['affinity', '1 − similarity'],
                ['divergence', 'divergence J'],
              ]}
              onChange={(value) => choose({ silhouette: value as AnalysisParameters['silhouette'] })}
            />
            <NumberField
              term="floor"
              label="Probability floor"
              mark="ours"
              value={parameters.floor}
              least={0}
              most={0.1}
              step="any"
              onChange={(floor) => choose({ floor })}
            />
          </>
        )}
        {!byColumn && (
          <>
            <NumberField
              term="seed"
              label="Seed"
              mark="ours"
              value={parameters.seed}
              least={0}
              most={Number.MAX_SAFE_INTEGER}
              step={1}
              onChange={(seed) => choose({ seed })}
            />
            <NumberField
              term="starts"
              label="Starts of k-means (0 = automatic)"
              mark="ours"
              value={parameters.starts}
              least={0}
              most={100}
              step={1}
              onChange={(starts) => choose({ starts })}
            />
          </>
        )}
        <NumberField
          term="null"
          label="Shuffles for chance"
          mark="ours"
          value={parameters.nullDraws}
          least={0}
          most={100000}
          step={1}
          onChange={(nullDraws) => choose({ nullDraws })}
        />
        {similarity && (
          <SelectField
            term="bootstrap interval"
            label="Bootstrap"
            mark="ours"
            value={parameters.bootstrap}
            options={[
              ['within', 'items within subdomains'],
              ['reclustered', 'all items, clustered anew'],
            ]}
            onChange={(value) => {
              const bootstrap = value as AnalysisParameters['bootstrap'];
              choose({ bootstrap, bootstrapDraws: defaultsBeside({ bootstrap }).bootstrapDraws });
            }}
          />
        )}
        {similarity && parameters.bootstrap === 'reclustered' ? (
          <>
            <DrawsSlider draws={parameters.bootstrapDraws} />
            <ReclusteringTime draws={parameters.bootstrapDraws} />
          </>
        ) : (
          <NumberField
            term="bootstrap interval"
            label="Bootstrap draws"
            mark="ours"
            value={parameters.bootstrapDraws}
            least={0}
            most={100000}
            step={1}
            onChange={(bootstrapDraws) => choose({ bootstrapDraws })}
          />
        )}
      </details>

      <UsedValues />
    </div>
  );
}

/** The folded part opens by itself when something in it was changed. */
function hasUnusual(parameters: AnalysisParameters): boolean {
  const chosen = address.value.parameters;
  return (
    chosen.silhouette !== undefined ||
    chosen.floor !== undefined ||
    chosen.seed !== undefined ||
    chosen.starts !== undefined ||
    parameters.nullDraws !== 999 ||
    chosen.bootstrap !== undefined ||
    chosen.bootstrapDraws !== undefined
  );
}

function ReclusteringTime({ draws }: { draws: number }) {
  const seconds = secondsPerDraw.value;
  return (
    <p class="small quieter">
      Every draw is a clustering of its own, hence {defaultReclusteredDraws} draws by default
      {seconds === null
        ? '; the time left is shown once the first are made.'
        : `; ${counted(draws, 'draw')} take about ${duration(seconds * draws)}.`}
    </p>
  );
}

function PartitionField({ parameters }: { parameters: AnalysisParameters }) {
  const name = useId();
  const cell = currentCell.value;
  const benchmark = currentBenchmark.value;
  const columns = columnChoices(cell, benchmark);
  const open = columns.filter((column) => column.allowed);
  const byColumn = isAttribute(parameters.partition);
  return (
    <fieldset class="parameter">
      <legend class="parameter-label">
        <span>Subdomains by</span>
        <Term name="partition">
          <span aria-hidden="true">?</span>
          <span class="visually-hidden">What is: partition</span>
        </Term>
      </legend>
      {partitionChoices(cell, benchmark).map((choice) => {
        const reasonId = `${name}-${choice.source}`;
        return (
          <div key={choice.source} class="option-row">
            <label class={choice.allowed ? '' : 'impossible'}>
              <input
                type="radio"
                name={name}
                checked={parameters.partition === choice.source}
                disabled={!choice.allowed}
                aria-describedby={choice.allowed ? undefined : reasonId}
                onChange={() => choose({ partition: choice.source })}
              />
              {choice.label}
            </label>
            <Term name={choice.term}>
              <span aria-hidden="true">?</span>
              <span class="visually-hidden">What is: {choice.label}</span>
            </Term>
            <MarkTag mark={choice.mark} />
            {!choice.allowed && (
              <p class="small quieter option-reason" id={reasonId}>
                {choice.reason}
              </p>
            )}
          </div>
        );
      })}
      <div class="option-row">
        <label class={open.length > 0 ? '' : 'impossible'}>
          <input
            type="radio"
            name={name}
            checked={byColumn}
            disabled={open.length === 0}
            onChange={() => open[0] && choose({ partition: open[0].source })}
          />
          A column of the files
        </label>
        {columns.length > 0 ? (
          <select
            class="option-column"
            aria-label="Column"
            disabled={open.length === 0}
            value={byColumn ? attributeOf(parameters.partition) : ''}
            onChange={(event) => {
              const column = columns.find((one) => one.name === event.currentTarget.value);
              if (column) choose({ partition: column.source });
            }}
          >
            {!byColumn && <option value="">Choose …</option>}
            {columns.map((column) => (
              <option key={column.name} value={column.name} disabled={!column.allowed}>
                {column.allowed ? column.name : `${column.name} (${column.reason})`}
              </option>
            ))}
          </select>
        ) : (
          <p class="small quieter option-reason">The files have no column such as subject or category.</p>
        )}
      </div>
    </fieldset>
  );
}

function ChoiceSetField({ parameters }: { parameters: AnalysisParameters }) {
  const id = useId();
  const model = currentModel.value?.index ?? -1;
  const sets = currentBenchmark.value?.choiceSets ?? [];
  if (sets.length === 0 || parameters.partition === 'responses') return null;
  const used = currentAnalysis.value.result?.parameters.choices ?? '';
  const chosen = parameters.choices === '' ? used : parameters.choices;
  return (
    <Parameter term="choice set" label="Option probabilities from" mark="ours" htmlFor={id}>
      <select id={id} value={chosen} onChange={(event) => choose({ choices: event.currentTarget.value })}>
        {chosen === '' && <option value="">the first of the file</option>}
        {sets.map((set) => {
          const here = set.models.includes(model);
          return (
            <option key={set.name} value={set.name} disabled={!here}>
              {here ? set.name : `${set.name} (not for this model)`}
            </option>
          );
        })}
      </select>
    </Parameter>
  );
}

function OrderFreeField({ parameters }: { parameters: AnalysisParameters }) {
  const id = useId();
  return (
    <div class="parameter option-row">
      <label for={id}>
        <input
          id={id}
          type="checkbox"
          checked={parameters.orderFree}
          onChange={(event) => choose({ orderFree: event.currentTarget.checked })}
        />
        Order-free
      </label>
      <Term name="order-free">
        <span aria-hidden="true">?</span>
        <span class="visually-hidden">What is: order-free</span>
      </Term>
      <MarkTag mark="ours" />
    </div>
  );
}

function BandwidthField({ bandwidth, used }: { bandwidth: number; used: number | null }) {
  const id = useId();
  const fromData = bandwidth === 0;
  const [draft, settle] = useDraft(bandwidth, (value) => setParameters({ bandwidth: value }));
  // b is answered within a frame: only the address bar waits until it has settled.
  const change = (value: number) => {
    settle(value);
    previewParameters({ bandwidth: value });
  };
  const shown = draft === 0 ? (used ?? 0.1) : draft;
  return (
    <Parameter term="bandwidth" label="Bandwidth b" mark="ours" htmlFor={id}>
      <div class="slider-row">
        <input
          id={id}
          type="range"
          min={0.02}
          max={0.5}
          step={0.01}
          value={shown}
          disabled={fromData}
          onInput={(event) => change(event.currentTarget.valueAsNumber)}
        />
        <input
          type="number"
          aria-label="Bandwidth b as a number"
          min={0.001}
          max={10}
          step="any"
          value={Number(shown.toFixed(4))}
          disabled={fromData}
          onInput={(event) => {
            const value = event.currentTarget.valueAsNumber;
            if (value >= 0.001 && value <= 10) change(value);
          }}
        />
      </div>
      <label class="small">
        <input
          type="checkbox"
          checked={fromData}
          onChange={(event) => choose({ bandwidth: event.currentTarget.checked ? 0 : 0.1 })}
        />
        from the data
        {fromData && used !== null ? `: ${fixed(used, 3)}` : ' (mean absolute deviation, at least 0.05)'}
      </label>
    </Parameter>
  );
}

function SubdomainsField({ parameters }: { parameters: AnalysisParameters }) {
  const id = useId();
  const automatic = parameters.subdomains === 0;
  const result = currentAnalysis.value.result;
  const [draft, change] = useDraft(parameters.subdomains, (value) => setParameters({ subdomains: value }));
  return (
    <Parameter term="k" label="Subdomains k" mark="paper" htmlFor={id}>
      <div class="k-row">
        <select id={id} value={String(draft)} onChange={(event) => change(Number(event.currentTarget.value))}>
          <option value="0">
            automatic
            {automatic && result !== null && result.kChosenBy === 'silhouette' ? ` (${result.k})` : ''}
          </option>
          {Array.from({ length: 19 }, (_, n) => (
            <option key={n} value={String(n + 2)}>
              {n + 2}
            </option>
          ))}
          {draft > 20 && <option value={String(draft)}>{draft}</option>}
        </select>
        {automatic && <LargestK value={parameters.largestK} />}
      </div>
    </Parameter>
  );
}

function LargestK({ value }: { value: number }) {
  const id = useId();
  const [draft, change] = useDraft(value, (largestK) => setParameters({ largestK }));
  return (
    <>
      <label for={id} class="small quiet">
        up to
      </label>
      <input
        id={id}
        type="number"
        min={2}
        max={100}
        step={1}
        value={draft}
        onInput={(event) => {
          const number = event.currentTarget.valueAsNumber;
          if (Number.isInteger(number) && number >= 2 && number <= 100) change(number);
        }}
      />
    </>
  );
}
