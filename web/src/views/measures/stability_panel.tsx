// Do the same dimensions come back from other starts, from half of the items, from half of the models? On demand.
import { useMemo } from 'preact/hooks';
import { ChartView } from '../../charts/chart_view.tsx';
import { stabilityKinds, stabilityRows } from '../../charts/stability_rows.ts';
import { Button, Panel } from '../../components/basics.tsx';
import { type Column, DataTable } from '../../components/data_table.tsx';
import type { ItemResponseResult, StabilityResult } from '../../engine/item_response.ts';
import { timeOfFits } from '../../state/fit_time.ts';
import { defaultStability, stabilityJob } from '../../state/measures.ts';
import { dimensionNames, stabilityVerdict } from '../../verdict/measures.ts';
import { count, unit, unitRange } from '../../verdict/numbers.ts';
import { Term, WithTerms } from '../../words/term.tsx';
import { JobState } from '../item_response/job_state.tsx';

export function StabilityPanel({ result }: { result: ItemResponseResult }) {
  const { state, result: known } = stabilityJob.state.value;
  const stability = known?.parameters.fit === result.fit ? known : null;
  const of = stabilityJob.parameters.value?.fit === result.fit;
  const start = () => void stabilityJob.start({ ...defaultStability, fit: result.fit }, true);
  const { seeds, halves } = defaultStability;
  const refits = seeds + 4 * halves; // both halves of every split, of items and of models
  return (
    <Panel
      title="Would the same dimensions come back?"
      lead={`The fit is repeated from ${count(seeds)} other starts, on both halves of ${count(halves)} random splits of the items, and of ${count(halves)} of the models. A dimension worth a name comes back.`}
    >
      {!of || state === 'idle' ? (
        <p class="start-line">
          <Button onClick={start}>Repeat the fit {count(refits)} times</Button>
          <span class="small quiet">{timeOfFits(seeds + 2 * halves)}</span>
        </p>
      ) : (
        state !== 'done' && <JobState job={stabilityJob} label="Repeating the fit" onRepeat={start} />
      )}
      {stability && <Stability stability={stability} result={result} />}
    </Panel>
  );
}

function Stability({ stability, result }: { stability: StabilityResult; result: ItemResponseResult }) {
  const dimensions = dimensionNames(result);
  const chart = useMemo(() => stabilityRows(stability, dimensions), [stability, result]);
  const rows = stability.rows.flatMap((row) => row.congruence.map((_, dimension) => ({ row, dimension })));
  type Row = (typeof rows)[number];
  const columns: Column<Row>[] = [
    { id: 'refit', header: 'Refit', value: ({ row }) => stabilityKinds[row.kind].words, rowHeader: true },
    { id: 'dimension', header: 'Dimension', value: ({ dimension }) => dimensions[dimension] ?? '' },
    {
      id: 'congruence',
      header: 'Congruence',
      headerCell: <Term name="congruence">Congruence</Term>,
      value: ({ row, dimension }) => row.congruence[dimension]?.mean ?? null,
      cell: ({ row, dimension }) => (
        <>
          {unit(row.congruence[dimension]?.mean)}{' '}
          <span class="small quiet">{unitRange(row.congruence[dimension])}</span>
        </>
      ),
      align: 'end',
    },
    {
      id: 'correlation',
      header: 'Correlation',
      value: ({ row, dimension }) => row.abilities[dimension]?.mean ?? null,
      cell: ({ row, dimension }) => (
        <>
          {unit(row.abilities[dimension]?.mean)}{' '}
          <span class="small quiet">{unitRange(row.abilities[dimension])}</span>
        </>
      ),
      align: 'end',
    },
    { id: 'of', header: 'of', value: ({ row }) => stabilityKinds[row.kind].compared },
    { id: 'n', header: 'Replicates', value: ({ row }) => row.replicates, align: 'end' },
  ];
  return (
    <>
      <p class="panel-lead">
        <WithTerms text={stabilityVerdict(stability, dimensions).text} />
      </p>
      <div class="chart-pair">
        {chart && <ChartView chart={chart} />}
        <DataTable
          caption="Stability in numbers"
          columns={columns}
          rows={rows}
          rowKey={({ row, dimension }) => `${row.kind}/${dimension}`}
          filterable={false}
          csvName="stability of the dimensions"
        />
      </div>
    </>
  );
}
