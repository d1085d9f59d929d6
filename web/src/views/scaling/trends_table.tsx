// One row a family: slope and correlations with their uncertainty, or why there are none.
import { Panel } from '../../components/basics.tsx';
import { type Column, DataTable } from '../../components/data_table.tsx';
import type { Scaling, ScalingFamily, ScalingParameters } from '../../engine/study.ts';
import { correlationInWords, familyInWords, slopeInWords, trendOf, xInWords } from '../../verdict/scaling.ts';
import { Term } from '../../words/term.tsx';

const ALL = 'all models together';

export function TrendsTable({
  result,
  axes,
  stale,
}: {
  result: Scaling;
  axes: Pick<ScalingParameters, 'x' | 'y'>;
  stale: boolean;
}) {
  const nameOf = (row: ScalingFamily) => (row === result.all ? ALL : familyInWords(row.family));
  const correlation = (id: 'pearson' | 'spearman', header: string): Column<ScalingFamily> => ({
    id,
    header,
    headerCell: <Term name={id}>{header}</Term>,
    align: 'end',
    value: (row) => row[id]?.value ?? null,
    cell: (row) => correlationInWords(row[id]),
    csv: [
      { header: `${header} low`, value: (row) => row[id]?.interval?.low },
      { header: `${header} high`, value: (row) => row[id]?.interval?.high },
      { header: `${header} p`, value: (row) => row[id]?.pValue },
    ],
  });
  const columns: Column<ScalingFamily>[] = [
    { id: 'family', header: 'Family', rowHeader: true, value: nameOf },
    { id: 'models', header: 'Models', align: 'end', value: (row) => row.models },
    {
      id: 'slope',
      header: `Slope, ten times the ${xInWords(axes.x)}`,
      headerCell: <Term name="slope per tenfold">Slope</Term>,
      align: 'end',
      value: (row) => row.slope,
      cell: (row) =>
        row.slope === null ? <span class="small quiet">{row.reason}</span> : slopeInWords(row, 3),
      span: (row) => (row.slope === null ? Number.POSITIVE_INFINITY : 1),
      csv: [
        { header: 'slope low', value: (row) => row.slopeInterval?.low },
        { header: 'slope high', value: (row) => row.slopeInterval?.high },
        { header: 'intercept', value: (row) => row.intercept },
        { header: 'reason', value: (row) => row.reason },
      ],
    },
    { id: 'trend', header: 'Trend', value: trendOf },
    correlation('pearson', 'Pearson'),
    correlation('spearman', 'Spearman'),
  ];
  return (
    <Panel
      title="Trends by family"
      lead="Correlations with 95% intervals and p-values of each family by itself, not adjusted for their number."
    >
      <div class={stale ? 'stale-content' : ''}>
        <DataTable
          caption="Trends by family"
          hideCaption
          columns={columns}
          rows={[...result.families, result.all]}
          rowKey={nameOf}
          rowNoun="families"
          filterable={false}
          csvName="scaling trends"
          selectedKey={ALL}
        />
      </div>
    </Panel>
  );
}
