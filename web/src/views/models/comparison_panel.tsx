// Where do two models differ? Their mean scores along a dimension, and the tests on its two ends.

import { useEffect, useMemo } from 'preact/hooks';
import { byAbility } from '../../charts/ability_chart.ts';
import { ChartView } from '../../charts/chart_view.tsx';
import { comparisonCurves } from '../../charts/comparison_curves.ts';
import { ErrorNotice, Field, Panel } from '../../components/basics.tsx';
import { type Column, DataTable } from '../../components/data_table.tsx';
import type { ItemResponseResult, ModelComparison } from '../../engine/item_response.ts';
import { currentComparison, loadComparison } from '../../state/comparison.ts';
import { otherValue, setOtherValue } from '../../state/history.ts';
import { comparisonVerdict, inRunningText } from '../../verdict/item_response.ts';
import { count, fixed, percent, pValue, signedPoints, unit, withError } from '../../verdict/numbers.ts';
import { Term } from '../../words/term.tsx';
import { useModelName } from '../item_response/model_name.ts';

interface ComparisonProps {
  result: ItemResponseResult;
  stale: boolean;
  dimension: number;
}

export function ComparisonPanel({ result, stale, dimension }: ComparisonProps) {
  const modelName = useModelName();
  const models = result.models.model;
  const order = useMemo(() => byAbility(result, 0).map((n) => models[n] ?? -1), [result]);
  const named = (key: string) => models.find((model) => modelName(model) === otherValue(key));
  // Without a choice: the two ablest.
  const first = named('first') ?? order.find((model) => model !== named('second')) ?? -1;
  const second = named('second') ?? order.find((model) => model !== first) ?? -1;
  useEffect(() => {
    if (!stale && first >= 0 && second >= 0 && first !== second)
      void loadComparison(result.fit, first, second, dimension);
  }, [result.fit, first, second, dimension, stale]);
  const { comparison: answer, fit, error } = currentComparison.value;
  const comparison = answer && fit === result.fit ? answer : null;
  const current =
    comparison?.first === first && comparison.second === second && comparison.dimension === dimension;
  const where = inRunningText(result.dimensions[comparison?.dimension ?? dimension]?.name ?? '');
  const chart = useMemo(
    () =>
      comparison && comparison.bins.length > 0
        ? comparisonCurves(comparison, modelName(comparison.first), modelName(comparison.second), where)
        : null,
    [comparison, modelName, where],
  );
  if (models.length < 2) return null;
  const select = (key: 'first' | 'second', label: string, value: number, without: number) => (
    <Field label={label}>
      {(id) => (
        <select
          id={id}
          value={modelName(value)}
          onChange={(event) => setOtherValue(key, event.currentTarget.value)}
        >
          {models.map((model) => (
            <option key={model} value={modelName(model)} disabled={model === without}>
              {modelName(model)}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
  return (
    <Panel
      title="Two models compared"
      lead="A model and its fine-tuned, quantised or abliterated variant: which ability did it gain or lose?"
    >
      <div class="controls">
        {select('first', 'Model', first, second)}
        {select('second', 'Against', second, first)}
      </div>
      {first === second ? (
        <p class="quiet">Choose two different models.</p>
      ) : error ? (
        <ErrorNotice error={error} />
      ) : comparison ? (
        <div class={current && !stale ? '' : 'stale-content'}>
          <p class="comparison-verdict" aria-live="polite">
            {comparisonVerdict(comparison, modelName(comparison.first), modelName(comparison.second), where)}
          </p>
          <div class="two-columns">
            {chart && <ChartView chart={chart} stale={!current || stale} />}
            <Differences comparison={comparison} result={result} />
          </div>
          <Tails comparison={comparison} />
        </div>
      ) : (
        <p class="quiet">Comparing …</p>
      )}
    </Panel>
  );
}

type Tail = ModelComparison['tails'][number];

function Tails({ comparison }: { comparison: ModelComparison }) {
  const modelName = useModelName();
  const [first, second] = [modelName(comparison.first), modelName(comparison.second)];
  const tails: Column<Tail>[] = [
    {
      id: 'tail',
      header: 'Items with the',
      value: (row) => (row.tail === 'low' ? 'smallest slopes' : 'largest slopes'),
      rowHeader: true,
    },
    {
      id: 'items',
      header: 'Items',
      value: (row) => row.items,
      cell: (row) => count(row.items),
      align: 'end',
    },
    {
      id: 'first',
      header: first,
      value: (row) => row.first,
      cell: (row) => percent(row.first),
      align: 'end',
    },
    {
      id: 'second',
      header: second,
      value: (row) => row.second,
      cell: (row) => percent(row.second),
      align: 'end',
    },
    {
      id: 't',
      header: 't',
      headerCell: <Term name="paired t-test">t</Term>,
      value: (row) => row.t,
      cell: (row) => `${fixed(row.t, 2)} (df ${count(row.degreesOfFreedom)})`,
      csv: [{ header: 'degrees of freedom', value: (row) => row.degreesOfFreedom }],
      align: 'end',
    },
    {
      id: 'p',
      header: 'p',
      value: (row) => row.pValue,
      cell: (row) => pValue(row.pValue).replace(/^p (= )?/, ''),
      align: 'end',
    },
    {
      id: 'd',
      header: 'Cohen’s d',
      headerCell: <Term name="cohen d">Cohen’s d</Term>,
      value: (row) => row.cohensD,
      cell: (row) => unit(row.cohensD),
      align: 'end',
    },
  ];
  return (
    <div class="comparison-tails">
      <DataTable
        caption="Both ends of the dimension"
        columns={tails}
        rows={comparison.tails}
        rowKey={(row) => row.tail}
        csvName={`tails ${first} ${second}`}
        empty="There are too few items for tests on the ends."
      />
    </div>
  );
}

interface Difference {
  what: string;
  value: string;
}

function Differences({ comparison, result }: { comparison: ModelComparison; result: ItemResponseResult }) {
  const modelName = useModelName();
  const [first, second] = [modelName(comparison.first), modelName(comparison.second)];
  const differences: Difference[] = [
    {
      what: 'Mean score',
      value: `${signedPoints(comparison.difference)} points (${signedPoints(comparison.interval.low)} to ${signedPoints(comparison.interval.high)})`,
    },
    ...comparison.abilityDifference.map((value, d) => ({
      what:
        result.dimensions.length > 1
          ? `Ability, ${inRunningText(result.dimensions[d]?.name ?? '')}`
          : 'Ability',
      value: withError(value, comparison.abilityDifferenceError[d]),
    })),
  ];
  return (
    <DataTable
      caption={`Differences, ${first} minus ${second}`}
      columns={[
        { id: 'what', header: 'Difference in', value: (row: Difference) => row.what, rowHeader: true },
        { id: 'value', header: 'Value (95%)', value: (row) => row.value, align: 'end' },
      ]}
      rows={differences}
      rowKey={(row) => row.what}
      csvName={`differences ${first} ${second}`}
    />
  );
}
