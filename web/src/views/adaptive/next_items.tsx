// The items to ask next: as a list to run, and to answer one by one.
import { useEffect, useRef, useState } from 'preact/hooks';
import { Button, Panel } from '../../components/basics.tsx';
import { csvCell } from '../../components/csv.ts';
import { type Column, DataTable } from '../../components/data_table.tsx';
import { saveBlob } from '../../components/save.ts';
import type { AdaptiveState } from '../../engine/item_response.ts';
import { addAnswers, type ItemSource } from '../../state/adaptive.ts';
import { counted, fixed } from '../../verdict/numbers.ts';
import { Term } from '../../words/term.tsx';

interface NextProps {
  source: ItemSource;
  next: AdaptiveState['next'];
}

interface Row {
  rank: number;
  position: number;
  benchmark: string;
  id: string;
  text: string;
  information: number;
}

/** Lines "benchmark,item", or "item" where no benchmark has a name: the form in which answers are read, too. */
export function listOfItems(rows: readonly Pick<Row, 'benchmark' | 'id'>[]): string {
  const named = rows.some((row) => row.benchmark !== '');
  return rows.map((row) => `${named ? `${csvCell(row.benchmark)},` : ''}${csvCell(row.id)}\n`).join('');
}

export function NextItems({ source, next }: NextProps) {
  const [copied, setCopied] = useState('');
  const rows = next.map(({ item, information }, index): Row => {
    const { benchmark, id, text } = source.items[item] ?? { benchmark: '', id: '', text: '' };
    return { rank: index + 1, position: item, benchmark, id, text, information };
  });
  const copy = async () => {
    const list = listOfItems(rows);
    try {
      await navigator.clipboard.writeText(list);
      setCopied(`${counted(rows.length, 'item')} copied.`);
    } catch {
      saveBlob('next items.csv', new Blob([list], { type: 'text/csv;charset=utf-8' }));
      setCopied('Saved as a file: the clipboard is closed here.');
    }
  };
  // The answered row goes, and the focus with it: it comes back to the first of the new list.
  const list = useRef<HTMLDivElement>(null);
  const refocus = useRef(false);
  useEffect(() => {
    if (!refocus.current) return;
    refocus.current = false;
    list.current?.querySelector<HTMLElement>('.right-wrong button')?.focus({ preventScroll: true });
  }, [next]);
  const answer = (row: Row, score: number) => {
    refocus.current = true;
    addAnswers([{ benchmark: row.benchmark, id: row.id, score }]);
  };
  const columns: Column<Row>[] = [
    {
      id: 'id',
      header: 'Item',
      value: (row) => row.id,
      cell: (row) => (
        <span title={row.text || undefined}>
          {row.rank}. {row.id}
          {row.benchmark !== '' && <span class="small quiet"> {row.benchmark}</span>}
        </span>
      ),
      rowHeader: true,
      sortable: false,
    },
    {
      id: 'information',
      header: 'Information',
      headerCell: <Term name="expected information">Information</Term>,
      value: (row) => row.information,
      cell: (row) => fixed(row.information, 3),
      align: 'end',
      sortable: false,
    },
    {
      id: 'answer',
      header: 'Answer',
      sortable: false,
      value: () => null,
      cell: (row) => (
        <span class="right-wrong">
          <Button small aria-label={`${row.id}: right`} onClick={() => answer(row, 1)}>
            Right
          </Button>
          <Button small aria-label={`${row.id}: wrong`} onClick={() => answer(row, 0)}>
            Wrong
          </Button>
        </span>
      ),
    },
  ];
  return (
    <Panel
      title="Ask these next"
      class="next-items"
      actions={
        <>
          {copied !== '' && (
            <span class="small quiet" role="status">
              {copied}
            </span>
          )}
          <Button small disabled={rows.length === 0} onClick={copy}>
            Copy the list
          </Button>
        </>
      }
    >
      <div ref={list}>
        <DataTable
          caption="The next items"
          hideCaption
          columns={columns}
          rows={rows}
          rowKey={(row) => row.position}
          filterable={false}
          empty="Every item has an answer."
        />
      </div>
      {rows[0]?.text && (
        <p class="small next-text">
          <span class="quiet">{rows[0].id}: </span>
          {rows[0].text.length > 400 ? `${rows[0].text.slice(0, 400).trimEnd()} …` : rows[0].text}
        </p>
      )}
    </Panel>
  );
}
