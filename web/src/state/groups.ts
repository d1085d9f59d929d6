// Which groups of tasks are read as one benchmark: "group=mmlu,bbh" in the address.
import type { ImportReport } from '../engine/results.ts';
import { otherValue, setOtherValue } from './history.ts';
import { names } from './parameters.ts';

export const GROUPS_KEY = 'group';

/** Those of the address that the files have, in the order of the report. */
export function groupsOfAddress({ groups }: ImportReport): string[] {
  const wanted = names.parse(otherValue(GROUPS_KEY) ?? '') ?? [];
  return groups.map((group) => group.name).filter((name) => wanted.includes(name));
}

/** A step of its own: Back leads to the data as they were. */
export function setGroupsOfAddress(merged: readonly string[]): void {
  setOtherValue(GROUPS_KEY, merged.length > 0 ? names.print(merged) : undefined, 'push');
}

/** Whether the data are grouped otherwise than the address says: it was changed, or left with Back. */
export function groupsDiffer(found: ImportReport): boolean {
  const wanted = groupsOfAddress(found);
  return found.groups.some((group) => group.merged !== wanted.includes(group.name));
}
