// The items on which two models differ, each a step away from the item itself.
import { useEffect, useMemo } from 'preact/hooks';
import { Panel } from '../../components/basics.tsx';
import { type Column, DataTable } from '../../components/data_table.tsx';
import type { ComparedModels } from '../../engine/study.ts';
import { itemId, loadStudyItems, studyItems } from '../../state/study_items.ts';
import { flipsInWords } from '../../verdict/compare.ts';
import { scoreText } from '../benchmark/inside_subdomain.tsx';
import { SubdomainMark } from '../benchmark/subdomain_mark.tsx';
import { useModelName } from '../item_response/model_name.ts';
import { openItem } from '../measures/items_link.tsx';
import { NameOfColumn } from '../study/choices.tsx';

type Row = ComparedModels['differing'][number] & { id: string; text: string; group: string };

const LONGEST_TEXT = 160;

interface DifferingProps {
  result: ComparedModels;
  benchmark: string;
  stale: boolean;
}

export function DifferingItems({ result, benchmark, stale }: DifferingProps) {
  const modelName = useModelName();
  useEffect(() => void loadStudyItems(result.benchmark), [result.benchmark]);
  const items = studyItems.value?.benchmark === result.benchmark ? studyItems.value.rows : null;
  const rows = useMemo(() => {
    const names = new Map(result.groups.map((one) => [one.subdomain, one.name]));
    return result.differing.map(
      (one): Row => ({
        ...one,
        id: itemId(items, one.item),
        text: items?.[one.item]?.text ?? '',
        group: one.subdomain === null ? '' : (names.get(one.subdomain) ?? ''),
      }),
    );
  }, [result, items]);
  const [first, second] = [modelName(result.first), modelName(result.second)];
  const columns: Column<Row>[] = [
    {
      id: 'id',
      header: 'Item',
      value: (row) => row.id,
      cell: (row) => <span class="mono">{row.id}</span>,
      rowHeader: true,
      width: '140px',
    },
    {
      id: 'first',
      header: first,
      headerCell: <NameOfColumn name={first} />,
      value: (row) => row.first,
      cell: (row) => scoreText(row.first),
      align: 'end',
      width: '150px',
    },
    {
      id: 'second',
      header: second,
      headerCell: <NameOfColumn name={second} />,
      value: (row) => row.second,
      cell: (row) => scoreText(row.second),
      align: 'end',
      width: '150px',
    },
    {
      id: 'subdomain',
      header: 'Subdomain',
      value: (row) => row.group || null,
      cell: (row) =>
        row.subdomain === null || row.group === '' ? (
          '–'
        ) : (
          <span class="with-mark">
            <SubdomainMark index={row.subdomain} /> {row.group}
          </span>
        ),
      width: '150px',
      shown: result.groups.length > 0,
    },
    {
      id: 'text',
      header: 'Text',
      value: (row) => (row.text === '' ? null : row.text),
      cell: (row) => (
        <span class="item-text">
          {row.text.length > LONGEST_TEXT ? `${row.text.slice(0, LONGEST_TEXT).trimEnd()} …` : row.text}
        </span>
      ),
      wraps: rows.length <= 200,
      width: '420px',
      shown: rows.some((row) => row.text !== ''),
    },
  ];
  return (
    <Panel
      title="Items that differ"
      lead={`${flipsInWords(result, modelName)} The largest differences first; open an item to see its text and who else got it right.`}
    >
      <div class={stale ? 'stale-content' : ''}>
        <DataTable
          caption="Items on which the two differ"
          hideCaption
          columns={columns}
          rows={rows}
          rowKey={(row) => row.item}
          rowNoun="items"
          csvName={`items that differ ${benchmark} ${first} ${second}`}
          maxHeight="520px"
          {...(items ? { onOpen: (row: Row) => openItem(benchmark, row.id) } : {})}
          empty="The two have the same score on every item."
        />
      </div>
    </Panel>
  );
}
