// Items that deserve a look, by what is wrong with them: each flag filters the map and the table.

import type { ItemFlag, ItemResponseResult } from '../../engine/item_response.ts';
import { setOtherValue } from '../../state/history.ts';
import { count } from '../../verdict/numbers.ts';

export function FlagFilters({ result, current }: { result: ItemResponseResult; current: ItemFlag | null }) {
  if (result.flags.length === 0) return null;
  return (
    <section class="flags" aria-label="Flags">
      <div class="flag-buttons">
        <button
          type="button"
          aria-pressed={current === null}
          onClick={() => setOtherValue('flag', undefined)}
        >
          All items <span class="quiet">{count(result.items.item.length)}</span>
        </button>
        {result.flags.map((flag) => (
          <button
            key={flag.code}
            type="button"
            title={flag.rule}
            aria-pressed={current?.code === flag.code}
            disabled={flag.items.length === 0}
            onClick={() => setOtherValue('flag', current?.code === flag.code ? undefined : flag.code)}
          >
            {flag.label} <span class="quiet">{count(flag.items.length)}</span>
          </button>
        ))}
      </div>
      <p class="small quiet flag-rule">
        {current ? current.rule : 'A flag is a reason to look, not a verdict: choose one to see its items.'}
      </p>
    </section>
  );
}
