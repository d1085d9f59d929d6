// The pruned items and those that are kept, at the shown share, as lists to run an evaluation with.
import { useEffect } from 'preact/hooks';
import { Button, Panel } from '../../components/basics.tsx';
import { downloadCsv } from '../../components/csv.ts';
import { saveBlob } from '../../components/save.ts';
import type { ItemRow } from '../../engine/results.ts';
import type { Rebalancing } from '../../engine/study.ts';
import { itemId, loadStudyItems, studyItems } from '../../state/study_items.ts';
import { count, counted } from '../../verdict/numbers.ts';

export interface ItemOfList {
  item: number;
  id: string;
  subdomain: string;
}

/** The items in the order of their removal, and the others in the order of the benchmark. */
export function itemLists(
  result: Rebalancing,
  at: number,
  names: readonly string[],
  rows: readonly ItemRow[] | null,
): { pruned: ItemOfList[]; kept: ItemOfList[] } {
  const group = new Map(result.usedItems.map((item, n) => [item, result.subdomains[n] ?? -1]));
  const entry = (item: number): ItemOfList => ({
    item,
    id: itemId(rows, item),
    subdomain: names[group.get(item) ?? -1] ?? '',
  });
  const removed = result.order.slice(0, result.points[at]?.pruned ?? 0);
  const without = new Set(removed);
  return {
    pruned: removed.map(entry),
    kept: result.usedItems.filter((item) => !without.has(item)).map(entry),
  };
}

/** The list with what it takes to make it again. */
export function listAsJson(
  result: Rebalancing,
  at: number,
  which: 'pruned' | 'kept',
  benchmark: string,
  partitionOf: string,
  items: readonly ItemOfList[],
): string {
  const { parameters } = result;
  const list = {
    format: 'harmonograph item list',
    benchmark,
    list: which,
    pruned: result.points[at]?.pruned ?? 0,
    of: result.items,
    orderedBy: result.orderedBy,
    partition: parameters.analysis.partition,
    ...(partitionOf === '' ? {} : { partitionOf }),
    budget: parameters.budget,
    seed: parameters.seed,
    analysis: parameters.analysis,
    items: items.map(({ id, subdomain }) => ({ id, subdomain })),
  };
  return `${JSON.stringify(list, null, 1)}\n`;
}

interface ListsProps {
  result: Rebalancing;
  at: number;
  names: readonly string[];
  benchmark: string;
  partitionOf: string; // name of the model, where the partition belongs to one
  disabled: boolean;
}

export function ItemLists({ result, at, names, benchmark, partitionOf, disabled }: ListsProps) {
  useEffect(() => void loadStudyItems(result.benchmark), [result.benchmark]);
  const items = studyItems.value?.benchmark === result.benchmark ? studyItems.value.rows : null;
  const point = result.points[at];
  const pruned = point?.pruned ?? 0;
  const leftOut = items ? items.length - result.items : 0;
  const save = (which: 'pruned' | 'kept', format: 'csv' | 'json') => {
    const list = itemLists(result, at, names, items)[which];
    const name = `${which} items ${benchmark}`;
    if (format === 'csv') {
      downloadCsv(
        name,
        ['benchmark', 'item', 'subdomain'],
        list.map((one) => [benchmark, one.id, one.subdomain]),
      );
      return;
    }
    const text = listAsJson(result, at, which, benchmark, partitionOf, list);
    saveBlob(`${name}.json`, new Blob([text], { type: 'application/json' }));
  };
  return (
    <Panel
      title="The lists"
      lead={`At the share of the slider: ${counted(pruned, 'item')} pruned, in the order of their removal, and ${count(result.items - pruned)} kept.${
        leftOut > 0
          ? ` ${counted(leftOut, 'item')} without a score or subdomain ${leftOut === 1 ? 'is' : 'are'} in neither list.`
          : ''
      }`}
    >
      <div class="study-downloads">
        {(['pruned', 'kept'] as const).map((which) => (
          <span key={which} class="study-downloads">
            {(['csv', 'json'] as const).map((format) => (
              <Button
                key={format}
                small
                disabled={disabled || !items || (which === 'pruned' && pruned === 0)}
                onClick={() => save(which, format)}
              >
                {which === 'pruned' ? 'Pruned' : 'Kept'} list, {format.toUpperCase()}
              </Button>
            ))}
          </span>
        ))}
      </div>
    </Panel>
  );
}
