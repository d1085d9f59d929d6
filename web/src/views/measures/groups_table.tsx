// Every group in numbers: loadings with intervals, direction and spread, and the items that deserve a look.
import { loadingInWords, significanceMark } from '../../charts/loading_bars.ts';
import { Panel } from '../../components/basics.tsx';
import { type Column, DataTable } from '../../components/data_table.tsx';
import type { ItemResponseResult, MeasuredGroup, Measures } from '../../engine/item_response.ts';
import { levelNoun } from '../../verdict/measures.ts';
import { count, fixed, pValue, unit, unitRange } from '../../verdict/numbers.ts';
import { Term } from '../../words/term.tsx';
import { itemsLink } from './items_link.tsx';

interface GroupsProps {
  result: ItemResponseResult;
  measures: Measures;
  selected: number;
  onSelect: (index: number) => void;
}

export function GroupsTable({ result, measures, selected, onSelect }: GroupsProps) {
  const noun = levelNoun(measures.level);
  const several = result.dimensions.length > 1;
  const title = noun.charAt(0).toUpperCase() + noun.slice(1);
  const columns: Column<MeasuredGroup>[] = [
    { id: 'name', header: title, value: (group) => group.name, rowHeader: true },
    {
      id: 'items',
      header: 'Items',
      value: (group) => group.items,
      cell: (group) => count(group.items),
      align: 'end',
    },
    {
      id: 'models',
      header: 'Models',
      value: (group) => group.models,
      cell: (group) => count(group.models),
      align: 'end',
    },
    ...result.dimensions.map(
      (dimension, d): Column<MeasuredGroup> => ({
        id: `loading-${d}`,
        header: several ? `r, ${dimension.name}` : 'r',
        headerCell: <Term name="loading">{several ? `r, ${dimension.name}` : 'r'}</Term>,
        value: (group) => group.loadings[d]?.r ?? null,
        cell: (group) => {
          const loading = group.loadings[d];
          const range = unitRange({ low: loading?.low ?? Number.NaN, high: loading?.high ?? Number.NaN });
          return (
            <span class={group.stronger === d ? 'stronger' : ''} title={loadingInWords(loading)}>
              {unit(loading?.r)}
              {significanceMark(loading)} <span class="small quiet">{range}</span>
            </span>
          );
        },
        align: 'end',
        csv: [
          { header: `${dimension.name} low`, value: (group) => group.loadings[d]?.low },
          { header: `${dimension.name} high`, value: (group) => group.loadings[d]?.high },
          { header: `${dimension.name} adjusted p`, value: (group) => group.loadings[d]?.adjustedP },
        ],
      }),
    ),
    ...(several
      ? ([
          {
            id: 'stronger',
            header: 'Stronger',
            headerCell: <Term name="stronger dimension">Stronger</Term>,
            value: (group) => result.dimensions[group.stronger]?.name ?? null,
            cell: (group) => (
              <>
                {result.dimensions[group.stronger]?.name ?? 'none clearly'}{' '}
                <span class="small quiet">{group.strongerP === null ? '' : pValue(group.strongerP)}</span>
              </>
            ),
            csv: [{ header: 'p of the difference', value: (group) => group.strongerP }],
          },
          {
            id: 'angle',
            header: 'Angle',
            headerCell: <Term name="direction">Angle</Term>,
            value: (group) => group.angle,
            cell: (group) => (group.angle === null ? '–' : `${fixed(group.angle, 0)}°`),
            align: 'end',
          },
          {
            id: 'spread',
            header: 'Spread',
            headerCell: <Term name="spread of directions">Spread</Term>,
            value: (group) => group.spread,
            cell: (group) => unit(group.spread),
            align: 'end',
          },
          {
            id: 'away',
            header: 'Point away',
            headerCell: <Term name="points away">Point away</Term>,
            value: (group) => group.away,
            cell: (group) => itemsLink(group, 'points_away', group.away),
            align: 'end',
          },
        ] satisfies Column<MeasuredGroup>[])
      : []),
    {
      id: 'none',
      header: 'No information',
      headerCell: <Term name="no information">No information</Term>,
      value: (group) => group.noInformation,
      cell: (group) => itemsLink(group, 'no_information', group.noInformation),
      align: 'end',
    },
    {
      id: 'negative',
      header: 'Negative',
      headerCell: <Term name="negative discrimination">Negative</Term>,
      value: (group) => group.negative,
      cell: (group) => itemsLink(group, 'negative_discrimination', group.negative),
      align: 'end',
    },
  ];
  return (
    <Panel
      title="In numbers"
      lead={`Correlations with 95% intervals (* ** ***: adjusted p < .05, .01, .001)${several ? ', where the items point, ' : ' '}and how many deserve a look: a count leads to them.`}
    >
      <DataTable
        caption={`What each ${noun} measures`}
        hideCaption
        columns={columns}
        rows={measures.groups}
        rowKey={(group) => group.name}
        rowNoun="rows"
        selectedKey={measures.groups[selected]?.name ?? null}
        onOpen={(group) => onSelect(measures.groups.indexOf(group))}
        csvName={`what it measures by ${noun}`}
      />
    </Panel>
  );
}
