// What the fit does not explain: residuals of models by benchmark or category, models that err alike, items that depend
// on each other. Computed when it is asked for.

import { useMemo, useState } from 'preact/hooks';
import { ChartView } from '../../charts/chart_view.tsx';
import { residualCorrelations, residualMap } from '../../charts/residual_heat.ts';
import { Button, Field, Panel } from '../../components/basics.tsx';
import { type Column, DataTable } from '../../components/data_table.tsx';
import type { Diagnostics, ItemResponseResult } from '../../engine/item_response.ts';
import { diagnosticsJob } from '../../state/diagnostics.ts';
import { fitItems } from '../../state/fit_items.ts';
import { setOtherValue } from '../../state/history.ts';
import { fitBenchmarks } from '../../state/item_response.ts';
import { count, counted, listed, unit } from '../../verdict/numbers.ts';
import { Term } from '../../words/term.tsx';
import { JobState } from '../item_response/job_state.tsx';
import { useModelName } from '../item_response/model_name.ts';

export function ResidualsPanel({ result, stale }: { result: ItemResponseResult; stale: boolean }) {
  const [level, setLevel] = useState('benchmark');
  const modelName = useModelName();
  const { state, result: latest } = diagnosticsJob.state.value;
  const diagnostics = latest?.fit === result.fit ? latest : null;
  const old = stale || state !== 'done';
  const levels = [
    'benchmark',
    ...new Set(
      fitBenchmarks.value.flatMap((one) => one.attributes.map((column) => `attribute:${column.name}`)),
    ),
  ];
  const compute = (at: string) => void diagnosticsJob.start({ fit: result.fit, level: at });
  const map = useMemo(() => diagnostics && residualMap(diagnostics, modelName), [diagnostics, modelName]);
  const alike = useMemo(
    () => diagnostics && residualCorrelations(diagnostics, modelName),
    [diagnostics, modelName],
  );
  const compare = (choice: number) => {
    const models = diagnostics?.modelResiduals.models ?? [];
    const [row, column] = [models[Math.floor(choice / models.length)], models[choice % models.length]];
    if (row === undefined || column === undefined || row === column) return;
    setOtherValue('first', modelName(row));
    setOtherValue('second', modelName(column));
  };
  return (
    <Panel
      title="What the fit does not explain"
      lead={
        <>
          <Term name="residual">Residuals</Term> show where a model is better or worse than its abilities let
          expect; their correlations find families of models, and items that depend on each other.
        </>
      }
    >
      <div class="controls">
        {levels.length > 1 && (
          <Field label="Residuals by">
            {(id) => (
              <select
                id={id}
                value={level}
                onChange={(event) => {
                  setLevel(event.currentTarget.value);
                  if (diagnostics) compute(event.currentTarget.value);
                }}
              >
                {levels.map((one) => (
                  <option key={one} value={one}>
                    {one.replace(/^attribute:/, '')}
                  </option>
                ))}
              </select>
            )}
          </Field>
        )}
        {!diagnostics && (state === 'idle' || state === 'done') && (
          <Button onClick={() => compute(level)} disabled={stale}>
            Compute the residuals
          </Button>
        )}
      </div>
      <JobState job={diagnosticsJob} label="Computing the residuals" onRepeat={() => compute(level)} />
      {diagnostics && (
        <>
          {diagnostics.identicalModels.length > 0 && (
            <p class="notice info">
              The same answers everywhere:{' '}
              {diagnostics.identicalModels.map((group) => listed(group.map(modelName))).join('; ')}. The
              parameters offer to count them once.
            </p>
          )}
          <div class="two-columns">
            {map && <ChartView chart={map} stale={old} />}
            {alike && <ChartView chart={alike} stale={old} onChoose={compare} />}
          </div>
          <DependenceTable diagnostics={diagnostics} result={result} />
        </>
      )}
    </Panel>
  );
}

type Pair = Diagnostics['localDependence'][number];

function DependenceTable({ diagnostics, result }: { diagnostics: Diagnostics; result: ItemResponseResult }) {
  const names = fitItems.value?.of === result ? fitItems.value.rows : null;
  const nameOf = (position: number) =>
    names?.[position]?.id ?? `item ${(result.items.item[position] ?? position) + 1}`;
  const item = (id: 'first' | 'second', header: string): Column<Pair> => ({
    id,
    header,
    value: (row) => nameOf(row[id]),
    cell: (row) => <span class="mono">{nameOf(row[id])}</span>,
    rowHeader: id === 'first',
  });
  const columns: Column<Pair>[] = [
    item('first', 'Item'),
    item('second', 'goes with'),
    {
      id: 'q3',
      header: 'Q3',
      headerCell: <Term name="local dependence">Q3</Term>,
      value: (row) => row.q3,
      cell: (row) => unit(row.q3),
      align: 'end',
    },
    {
      id: 'models',
      header: 'Models',
      value: (row) => row.models,
      cell: (row) => count(row.models),
      align: 'end',
    },
  ];
  const total = result.items.item.length;
  return (
    <div class="dependence">
      <DataTable
        caption="Items that depend on each other"
        columns={columns}
        rows={diagnostics.localDependence}
        rowKey={(row) => `${row.first}/${row.second}`}
        rowNoun="pairs"
        csvName="local dependence"
        maxHeight="320px"
        empty="No pair of items stands out."
      />
      {diagnostics.itemsCompared < total && (
        <p class="small quiet">
          Pairs of {counted(diagnostics.itemsCompared, 'item')} of {count(total)} were compared.
        </p>
      )}
    </div>
  );
}
