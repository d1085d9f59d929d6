// Which groups of tasks are read as one benchmark: "group=mmlu,bbh" in the address.
import type { ImportReport } from '../engine/results.ts';
import { otherValue, setOtherValue } from './history.ts';
import { names } from './parameters.ts';

const KEY = 'group';

/** Those of the address that the files have, in the order of the report. */
export function groupsOfAddress({ groups }: ImportReport): string[] {
  const wanted = names.parse(otherValue(KEY) ?? '') ?? [];
  return groups.map((group) => group.name).filter((name) => wanted.includes(name));
}

export function setGroupsOfAddress(merged: readonly string[]): void {
  setOtherValue(KEY, merged.length > 0 ? names.print(merged) : undefined);
}
