// "This benchmark mixes two things": the two groups of items that do it, with what is typical of each.
import { useMemo } from 'preact/hooks';
import { shapes } from '../../charts/palette.ts';
import { Panel } from '../../components/basics.tsx';
import { type Column, DataTable } from '../../components/data_table.tsx';
import type { ItemResponseResult, MeasuredGroup, Measures } from '../../engine/item_response.ts';
import { fitItems } from '../../state/fit_items.ts';
import { levelNoun } from '../../verdict/measures.ts';
import { count, counted, fixed, listed, percent, unit } from '../../verdict/numbers.ts';
import { Term } from '../../words/term.tsx';
import { openItem } from './items_link.tsx';

interface MixProps {
  result: ItemResponseResult;
  measures: Measures;
  selected: number;
}

export function MixPanel({ result, measures, selected }: MixProps) {
  const mixed = measures.groups.filter((group) => group.mix !== null);
  const noun = levelNoun(measures.level);
  const chosen = measures.groups[selected];
  const shown = chosen?.mix ? chosen : mixed[0];
  if (result.dimensions.length < 2) return null;
  if (!shown?.mix) {
    return (
      <Panel title={<Term name="mix">Does a {noun} mix two things?</Term>}>
        <p class="quiet">
          None of {counted(measures.groups.length, measures.level === 'benchmark' ? 'benchmark' : 'group')}{' '}
          does: two directions describe the items of none clearly better than one.
        </p>
      </Panel>
    );
  }
  const others = mixed.filter((group) => group !== shown).map((group) => group.name);
  return (
    <Panel
      title={
        <>
          {shown.name} <Term name="mix">mixes two things</Term>
        </>
      }
      lead={
        `Its items fall into two groups whose directions are ${fixed(shown.mix.angleBetween, 0)}° apart: one score adds up both. ` +
        (others.length > 0
          ? `So ${others.length === 1 ? 'does' : 'do'} ${listed(others, 'and', 6)}: choose one in the chart or the table.`
          : '')
      }
    >
      <div class="mix-groups">
        {shown.mix.groups.map((group, index) => (
          <div key={group.items[0] ?? index}>
            <h3>
              <GroupMark index={index} /> Group {index + 1}: {counted(group.items.length, 'item')}
            </h3>
            <p class="small quiet">
              {result.dimensions
                .map((dimension, d) => `${dimension.name} ${unit(group.direction[d])}`)
                .join(', ')}
              .{' '}
              {group.typical.length > 0
                ? `More often here than in the other group: ${listed(group.typical, 'and', 8)}.`
                : 'No attribute is typical of it.'}
            </p>
          </div>
        ))}
      </div>
      <MixItems result={result} shown={shown} />
    </Panel>
  );
}

const markColours = ['var(--category-1)', 'var(--category-2)'];

function GroupMark({ index }: { index: number }) {
  return (
    <svg viewBox="0 0 16 16" width="11" height="11" aria-hidden="true">
      <path d={shapes[index] ?? shapes[0]} style={{ fill: markColours[index] ?? 'currentColor' }} />
    </svg>
  );
}

interface Row {
  position: number;
  group: number;
  benchmark: string;
  id: string;
  text: string;
  attributes: string;
}

function MixItems({ result, shown }: { result: ItemResponseResult; shown: MeasuredGroup }) {
  const named = fitItems.value?.of === result ? fitItems.value : null;
  const rows = useMemo(
    () =>
      (shown.mix?.groups ?? []).flatMap((group, index) =>
        group.items.map((position): Row => {
          const row = named?.rows[position];
          return {
            position,
            group: index + 1,
            benchmark: row?.benchmark ?? '',
            id: row?.id ?? `item ${(result.items.item[position] ?? 0) + 1}`,
            text: row?.text ?? '',
            attributes: row?.attributes.filter(Boolean).join(', ') ?? '',
          };
        }),
      ),
    [shown, named, result],
  );
  const { slopes, meanScore, discrimination } = result.items;
  const has = (key: 'text' | 'attributes') => rows.some((row) => row[key] !== '');
  const columns: Column<Row>[] = [
    { id: 'id', header: 'Item', value: (row) => row.id, rowHeader: true },
    {
      id: 'group',
      header: 'Group',
      value: (row) => row.group,
      cell: (row) => (
        <span class="with-mark">
          <GroupMark index={row.group - 1} /> {row.group}
        </span>
      ),
    },
    ...result.dimensions.map(
      (dimension, d): Column<Row> => ({
        id: `slope-${d}`,
        header: `Slope, ${dimension.name}`,
        headerCell: <Term name="slope">{`Slope, ${dimension.name}`}</Term>,
        value: (row) => slopes[d]?.[row.position] ?? null,
        cell: (row) => fixed(slopes[d]?.[row.position], 2),
        align: 'end',
      }),
    ),
    {
      id: 'discrimination',
      header: 'Discrimination',
      headerCell: <Term name="discrimination">Discrimination</Term>,
      value: (row) => discrimination[row.position] ?? null,
      cell: (row) => fixed(discrimination[row.position], 2),
      align: 'end',
    },
    {
      id: 'score',
      header: 'Mean score',
      value: (row) => meanScore[row.position] ?? null,
      cell: (row) => percent(meanScore[row.position]),
      align: 'end',
    },
    ...(has('attributes')
      ? [{ id: 'attributes', header: 'Attributes', value: (row: Row) => row.attributes }]
      : []),
    ...(has('text')
      ? [
          {
            id: 'text',
            header: 'Text',
            wraps: true,
            value: (row: Row) => row.text,
            cell: (row: Row) => (row.text.length > 160 ? `${row.text.slice(0, 160).trimEnd()} …` : row.text),
          },
        ]
      : []),
  ];
  return (
    <DataTable
      caption={`Items of ${shown.name} by group`}
      hideCaption
      columns={columns}
      rows={rows}
      rowKey={(row) => row.position}
      rowNoun="items"
      initialSort={{ column: 'discrimination', descending: true }}
      maxHeight="360px"
      {...(named ? { onOpen: (row: Row) => openItem(row.benchmark, row.id) } : {})}
      csvName={`two groups of ${shown.name}`}
      empty={`None of ${count(shown.items)} items.`}
    />
  );
}
