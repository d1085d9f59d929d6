// The parameters of the fit, shared by all views of item response theory.
import { useId } from 'preact/hooks';
import { Button } from '../../components/basics.tsx';
import { CheckField, NumberField, SelectField } from '../../components/parameter_fields.tsx';
import type { ItemResponseParameters } from '../../engine/item_response.ts';
import {
  address,
  otherValue,
  resetFitParameters,
  setFitParameters,
  setOtherValue,
} from '../../state/history.ts';
import { currentFit, dimensionNameKey, fitBenchmarks, fitParameters } from '../../state/item_response.ts';
import { report } from '../../state/store.ts';
import { count, counted, fixed, unit } from '../../verdict/numbers.ts';
import { Term } from '../../words/term.tsx';

const mostDimensions = { variational: 6, marginal: 3, automatic: 6 };

export function FitParameters() {
  const parameters = fitParameters.value;
  const changed = Object.keys(address.value.fit).length > 0;
  const several = parameters.dimensions !== 1;
  const options = fitBenchmarks.value.some((one) => one.optionCounts !== null);
  const most = mostDimensions[parameters.estimator];
  return (
    <div class="methods">
      <div class="methods-head">
        <h2>Fit</h2>
        <Button small onClick={resetFitParameters} disabled={!changed}>
          Reset
        </Button>
      </div>
      <BenchmarksField />
      <SelectField
        term="dimensions"
        label="Dimensions"
        value={String(parameters.dimensions)}
        options={Array.from({ length: Math.max(most, parameters.dimensions) + 1 }, (_, n) => [
          String(n),
          n > 0 ? String(n) : automaticDimensions(parameters.dimensions),
        ])}
        onChange={(value) => setFitParameters({ dimensions: Number(value) })}
      />
      <SelectField
        term="estimator"
        label="Estimator"
        value={parameters.estimator}
        options={[
          ['automatic', 'automatic, by the shape of the data'],
          ['variational', 'variational'],
          ['marginal', 'marginal maximum likelihood'],
        ]}
        onChange={(value) => {
          const estimator = value as ItemResponseParameters['estimator'];
          const dimensions = Math.min(parameters.dimensions, mostDimensions[estimator]);
          setFitParameters({ estimator, dimensions });
        }}
      />
      <SelectField
        term="item model"
        label="Item model"
        value={parameters.itemModel}
        options={[
          ['1PL', '1PL: equal discriminations'],
          ['2PL', '2PL: difficulty and discrimination'],
          ['3PL', '3PL: with estimated guessing'],
        ]}
        onChange={(value) => setFitParameters({ itemModel: value as ItemResponseParameters['itemModel'] })}
      />
      <CheckField
        term="guessing"
        label="Guessing at 1 / options"
        checked={parameters.guessing}
        impossible={
          options || parameters.guessing ? undefined : 'The files do not say how many options the items have.'
        }
        onChange={(guessing) => setFitParameters({ guessing })}
      />
      <SelectField
        term="item prior"
        label="Prior of the items"
        value={parameters.grouping}
        options={groupings(parameters.grouping)}
        onChange={(grouping) => setFitParameters({ grouping })}
      />
      {several && (
        <>
          <SelectField
            term="rotation"
            label="Rotation"
            value={parameters.rotation}
            options={[
              ['oblimin', 'oblimin'],
              ['varimax', 'varimax'],
              ['geomin', 'geomin'],
              ['none', 'none'],
            ]}
            onChange={(value) => setFitParameters({ rotation: value as ItemResponseParameters['rotation'] })}
          />
          {parameters.rotation !== 'none' && (
            <CheckField
              term="kaiser"
              label="Kaiser normalisation"
              checked={parameters.kaiser}
              onChange={(kaiser) => setFitParameters({ kaiser })}
            />
          )}
        </>
      )}
      <CheckField
        term="count once"
        label="Identical models count once"
        checked={parameters.countOnce}
        onChange={(countOnce) => setFitParameters({ countOnce })}
      />
      <NumberField
        term="seed"
        label="Seed"
        value={parameters.seed}
        least={0}
        most={Number.MAX_SAFE_INTEGER}
        step={1}
        onChange={(seed) => setFitParameters({ seed })}
      />
      <DimensionNames />
      <UsedByFit />
    </div>
  );
}

function BenchmarksField() {
  const name = useId();
  const all = report.value?.benchmarks ?? [];
  const chosen = fitBenchmarks.value;
  if (all.length < 2) return null;
  const change = (benchmark: string, wanted: boolean) => {
    const names = all
      .map((one) => one.name)
      .filter((one) => (one === benchmark ? wanted : chosen.some((other) => other.name === one)));
    if (names.length > 0) setFitParameters({ benchmarks: names.length === all.length ? [] : names });
  };
  return (
    <fieldset class="parameter">
      <legend class="parameter-label">
        <span>Benchmarks</span>
        <output>
          {chosen.length} of {all.length}
        </output>
      </legend>
      <div class="benchmark-choices">
        {all.map((one) => {
          const checked = chosen.includes(one);
          return (
            <label key={one.name}>
              <input
                type="checkbox"
                name={name}
                checked={checked}
                disabled={checked && chosen.length === 1}
                onChange={(event) => change(one.name, event.currentTarget.checked)}
              />
              <span class="benchmark-choice-name">{one.name}</span>
              <span class="small quieter">{count(one.items)}</span>
            </label>
          );
        })}
      </div>
      {chosen.length < all.length && (
        <p class="small">
          <button type="button" class="link" onClick={() => setFitParameters({ benchmarks: [] })}>
            All benchmarks
          </button>
        </p>
      )}
    </fieldset>
  );
}

/** "automatic (2)", once the fit says how many that is. */
function automaticDimensions(chosen: number): string {
  const { result, state } = currentFit.value;
  return chosen === 0 && result && state === 'done' ? `automatic (${result.dimensions.length})` : 'automatic';
}

/** One prior for all items, or one for each benchmark, or for each value of a column. */
function groupings(current: string): [string, string, string?][] {
  const names = new Set(fitBenchmarks.value.flatMap((one) => one.attributes.map((column) => column.name)));
  const several = fitBenchmarks.value.length > 1;
  const options: [string, string, string?][] = [
    ['none', 'one for all items'],
    several
      ? ['benchmark', 'one for each benchmark']
      : ['benchmark', 'one for each benchmark', 'there is one benchmark'],
    ...[...names].map((name): [string, string] => [`attribute:${name}`, `one for each ${name}`]),
  ];
  if (!options.some(([value]) => value === current)) {
    options.push([current, current.replace(/^attribute:/, ''), 'not in these files']);
  }
  return options;
}

/** The axes have no names of their own: the data suggest some, the user gives them. */
function DimensionNames() {
  const id = useId();
  const { result } = currentFit.value;
  if (!result || result.dimensions.length < 2) return null;
  return (
    <fieldset class="parameter">
      <legend class="parameter-label">
        <span>Names of the dimensions</span>
      </legend>
      {result.dimensions.map((one, d) => (
        <div key={one.name} class="dimension-name">
          <label for={`${id}-${d}`} class="small quiet">
            {d + 1}
          </label>
          <input
            id={`${id}-${d}`}
            type="text"
            aria-label={`Name of ${one.name}`}
            placeholder={one.suggestion ? `like ${one.suggestion} (r = ${unit(one.suggestionR)})` : one.name}
            value={otherValue(dimensionNameKey(d)) ?? ''}
            maxLength={40}
            onChange={(event) =>
              setOtherValue(dimensionNameKey(d), event.currentTarget.value.trim() || undefined)
            }
          />
        </div>
      ))}
    </fieldset>
  );
}

/** What the fit really used. */
function UsedByFit() {
  const { result, state } = currentFit.value;
  if (!result) return null;
  return (
    <section class={`used ${state === 'working' ? 'stale-content' : ''}`} aria-label="What was used">
      <h3>What was used</h3>
      <dl>
        <dt>Estimator</dt>
        <dd>
          {result.estimator === 'variational' ? 'variational' : 'marginal maximum likelihood'}.{' '}
          {result.estimatorReason}
        </dd>
        <dt>Dimensions</dt>
        <dd>{result.dimensions.length}</dd>
        <dt>Models</dt>
        <dd>{count(result.models.model.length)}</dd>
        <dt>Items</dt>
        <dd>{count(result.items.item.length)}</dd>
        <dt>Answers</dt>
        <dd>
          {count(result.cells)}
          {result.missingCells > 0 && `, ${count(result.missingCells)} missing`}
          {result.graded && ', graded scores'}
        </dd>
        <dt>Passes</dt>
        <dd>
          {count(result.passes)}
          {result.stopped ? ', stopped' : result.converged ? ', converged' : ', not converged'}
        </dd>
        <dt>
          <Term name="log-loss">Log-loss</Term>
        </dt>
        <dd>{fixed(result.logLoss, 4)} an answer</dd>
        {result.logLikelihood !== null && (
          <>
            <dt>Log-likelihood</dt>
            <dd>{fixed(result.logLikelihood, 2)}</dd>
          </>
        )}
        {result.notes.length > 0 && (
          <>
            <dt>Notes</dt>
            <dd>
              {counted(result.notes.length, 'note')}: {result.notes.map((note) => note.message).join(' ')}
            </dd>
          </>
        )}
      </dl>
    </section>
  );
}
