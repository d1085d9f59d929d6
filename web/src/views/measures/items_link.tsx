// From a count to the items themselves, in the Items view.
import type { ComponentChildren } from 'preact';
import type { ItemFlag, MeasuredGroup } from '../../engine/item_response.ts';
import { address, addressOf, navigate, setOtherValue } from '../../state/history.ts';
import { count } from '../../verdict/numbers.ts';

/** The items of all groups with this flag: the Items view shows and filters them. */
export function itemsLink(group: MeasuredGroup, flag: ItemFlag['code'], n: number): ComponentChildren {
  if (n === 0) return '0';
  const other: [string, string][] = [
    ...address.value.other.filter(([key]) => key !== 'flag'),
    ['flag', flag],
  ];
  return (
    <a
      href={addressOf({ view: 'items', other })}
      title={`All items with this flag; ${group.name} has ${count(n)}`}
      onClick={(event) => {
        event.stopPropagation(); // the row has a meaning of its own
        if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return;
        event.preventDefault();
        navigate({ view: 'items' });
        setOtherValue('flag', flag);
      }}
    >
      {count(n)}
    </a>
  );
}

/** One item in the Items view. */
export function openItem(benchmark: string, id: string): void {
  navigate({ view: 'items' });
  setOtherValue('item', `${benchmark}/${id}`);
}
