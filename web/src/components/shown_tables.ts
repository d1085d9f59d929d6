// The tables that are on the page now, for what takes all of them away.
import { signal } from '@preact/signals';
import type { TextTable } from '../reproduce/tables.ts';

export interface ShownTable {
  /** Of its download. */
  name: string;
  rows: number;
  /** Made when it is asked for: in the order and with the filter that the user sees. */
  make: () => TextTable;
}

const shown = signal<readonly { key: symbol; table: () => ShownTable }[]>([]);

/** Called by a table when it appears; returns what to call when it goes. */
export function announceTable(table: () => ShownTable): () => void {
  const key = Symbol('table');
  shown.value = [...shown.peek(), { key, table }];
  return () => {
    shown.value = shown.peek().filter((one) => one.key !== key);
  };
}

export const shownTables = (): ShownTable[] => shown.value.map(({ table }) => table());
