// All items of the fit, or those that a flag or a rectangle marks, with every parameter; its CSV has them all.

import { useMemo } from 'preact/hooks';
import { Panel } from '../../components/basics.tsx';
import { type Column, DataTable } from '../../components/data_table.tsx';
import type { ItemFlag, ItemResponseResult } from '../../engine/item_response.ts';
import type { FitItems } from '../../state/fit_items.ts';
import { count, counted, fixed, percent, unit } from '../../verdict/numbers.ts';
import type { TermName } from '../../words/definitions.ts';
import { Term } from '../../words/term.tsx';

interface ItemsTableProps {
  result: ItemResponseResult;
  items: FitItems | null;
  nameOf: (position: number) => string;
  marked: ReadonlySet<number> | null;
  flag: ItemFlag | null;
  selected: number;
  onOpen: (position: number) => void;
}

export function ItemsTable({ result, items, nameOf, marked, flag, selected, onOpen }: ItemsTableProps) {
  const total = result.items.item.length;
  const rows = useMemo(() => {
    const all = Array.from({ length: total }, (_, n) => n);
    return marked ? all.filter((n) => marked.has(n)) : all;
  }, [total, marked]);
  const columns = useMemo(() => columnsOf(result, items, nameOf), [result, items, nameOf]);
  const what = flag ? flag.label.toLowerCase() : marked ? 'selected' : '';
  return (
    <Panel
      title="Items in numbers"
      lead={
        marked
          ? `${counted(rows.length, 'item')} of ${count(total)}${flag ? `: ${what}` : ', selected on a map'}. The CSV has these.`
          : 'Every item with its parameters; the CSV has their standard errors too.'
      }
    >
      <DataTable
        caption="Items with their parameters"
        hideCaption
        columns={columns}
        rows={rows}
        rowKey={(n) => n}
        rowNoun="items"
        selectedKey={selected}
        onOpen={onOpen}
        csvName={what ? `items ${what}` : 'items'}
        empty="No item is marked."
      />
    </Panel>
  );
}

function columnsOf(
  result: ItemResponseResult,
  known: FitItems | null,
  nameOf: (position: number) => string,
): Column<number>[] {
  const { items, dimensions, flags } = result;
  const several = dimensions.length > 1;
  const flagsOf = new Map<number, string[]>();
  const twins = new Map<number, number[]>();
  for (const flag of flags) {
    for (const [at, n] of flag.items.entries()) {
      flagsOf.set(n, [...(flagsOf.get(n) ?? []), flag.label]);
      const other = flag.others[at];
      if (other !== undefined) twins.set(n, [...(twins.get(n) ?? []), other]);
    }
  }
  const withTerm = (name: TermName, words: string) => <Term name={name}>{words}</Term>;
  const number = (
    id: string,
    header: string,
    values: readonly (number | null)[],
    decimals: number,
    more: Partial<Column<number>> = {},
  ): Column<number> => ({
    id,
    header,
    value: (n) => values[n] ?? null,
    cell: (n) => fixed(values[n], decimals),
    align: 'end',
    width: '110px',
    ...more,
  });
  const errorColumn = (values: readonly (number | null)[], header = 'standard error') => ({
    csv: [{ header, value: (n: number) => values[n] ?? null }],
  });
  return [
    {
      id: 'id',
      header: 'Item',
      value: nameOf,
      cell: (n) => <span class="mono">{nameOf(n)}</span>,
      rowHeader: true,
      width: '150px',
    },
    {
      id: 'benchmark',
      header: 'Benchmark',
      value: (n) => known?.rows[n]?.benchmark ?? null,
      width: '150px',
    },
    number('mean', 'Mean score', items.meanScore, 2, {
      cell: (n) => `${percent(items.meanScore[n])} (n = ${count(items.scored[n])})`,
      csv: [{ header: 'models', value: (n) => items.scored[n] }],
      width: '130px',
    }),
    number('difficulty', 'Difficulty', items.difficulty, 2, {
      headerCell: withTerm('difficulty', 'Difficulty'),
      ...errorColumn(items.difficultyError, 'standard error of the difficulty'),
    }),
    number('discrimination', 'Discrimination', items.discrimination, 2, {
      headerCell: withTerm('discrimination', 'Discrimination'),
      width: '140px',
      ...errorColumn(items.discriminationError, 'standard error of the discrimination'),
    }),
    ...(several
      ? items.slopes.map((values, d) =>
          number(`slope-${d}`, `Slope ${d + 1}`, values, 2, {
            ...errorColumn(items.slopeErrors[d] ?? [], `standard error of slope ${d + 1}`),
          }),
        )
      : []),
    number('intercept', 'Intercept', items.intercept, 2, {
      shown: false,
      ...errorColumn(items.interceptError, 'standard error of the intercept'),
    }),
    number('guessing', 'Guessing', items.guessing, 2, { shown: items.guessing.some((one) => one > 0) }),
    number('information', 'Information', items.information, 3, {
      headerCell: withTerm('information', 'Information'),
      width: '130px',
    }),
    number('item-rest', 'Item-rest r', items.itemRest, 2, {
      cell: (n) => unit(items.itemRest[n]),
      headerCell: withTerm('item-rest correlation', 'Item-rest r'),
      width: '120px',
    }),
    number('fit', 'Item fit', items.fit, 1, {
      headerCell: withTerm('item fit', 'Item fit'),
      csv: [{ header: 'p of the item fit', value: (n) => items.fitP[n] }],
    }),
    ...(several
      ? [
          number('angle', 'Angle to its benchmark', items.angle, 0, {
            cell: (n) => (items.angle[n] === null ? '–' : `${fixed(items.angle[n], 0)}°`),
            headerCell: withTerm('direction', 'Angle'),
            width: '100px',
          }),
        ]
      : []),
    {
      id: 'flags',
      header: 'Flags',
      value: (n) => flagsOf.get(n)?.join(', ') ?? null,
      width: '200px',
    },
    {
      id: 'twin',
      header: 'Behaves like',
      value: (n) => twins.get(n)?.map(nameOf).join(', ') ?? null,
      width: '130px',
      shown: twins.size > 0,
    },
    ...(known?.attributes ?? []).map(
      (name, at): Column<number> => ({
        id: `attribute-${at}`,
        header: name,
        value: (n) => known?.rows[n]?.attributes[at] || null,
        width: '150px',
      }),
    ),
    {
      id: 'text',
      header: 'Text',
      value: (n) => known?.rows[n]?.text || null,
      shown: known?.rows.some((row) => row.text !== '') ?? false,
      width: '480px',
    },
  ];
}
