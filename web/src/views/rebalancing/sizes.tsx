// How many items each subdomain has: all, and with the shown share pruned.
import type { Rebalancing } from '../../engine/study.ts';
import { count } from '../../verdict/numbers.ts';
import { SubdomainMark } from '../benchmark/subdomain_mark.tsx';

interface SizesProps {
  result: Rebalancing;
  at: number;
  names: readonly string[];
}

export function Sizes({ result, at, names }: SizesProps) {
  const now = result.points[at]?.sizes ?? result.sizes;
  const most = Math.max(1, ...result.sizes);
  return (
    <ul class="sizes-list small" aria-label="Items in each subdomain">
      {result.sizes.map((before, n) => (
        <li key={names[n] ?? n}>
          <SubdomainMark index={n} />
          <span class="name">{names[n]}</span>
          <span class="num">{now[n] === before ? count(before) : `${count(before)} → ${count(now[n])}`}</span>
          <div class="size-track" aria-hidden="true">
            <div class="size-before" style={{ width: `${(before / most) * 100}%` }}>
              <div class="size-now" style={{ width: `${((now[n] ?? 0) / Math.max(1, before)) * 100}%` }} />
            </div>
          </div>
        </li>
      ))}
    </ul>
  );
}
