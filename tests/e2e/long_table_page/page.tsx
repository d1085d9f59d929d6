// A table of as many rows as the address says, for the test of long tables.
import { render } from 'preact';
import { type Column, DataTable } from '../../../web/src/components/data_table.tsx';
import '../../../web/src/styles/index.css';

const count = Number(location.hash.slice(1));

/** Deterministic noise between 0 and 1. */
const noise = (n: number) => {
  const x = Math.sin(n * 12.9898 + 4.1414) * 43758.5453;
  return x - Math.floor(x);
};
const subjects = ['algebra', 'botany', 'chemistry', 'drama'];
const rows = Array.from({ length: count }, (_, n) => n);
const difficulty = Float64Array.from(rows, noise);

const columns: Column<number>[] = [
  { id: 'id', header: 'Item', rowHeader: true, value: (n) => `item-${(n * 7919) % count}` },
  { id: 'difficulty', header: 'Difficulty', align: 'end', value: (n) => difficulty[n] as number },
  { id: 'subject', header: 'Subject', value: (n) => subjects[n % 4] as string },
];

Object.assign(window, { longTasks: [] as number[] });
new PerformanceObserver((list) => {
  for (const one of list.getEntries())
    (window as unknown as { longTasks: number[] }).longTasks.push(one.duration);
}).observe({ type: 'longtask' });

render(
  <main>
    <DataTable
      caption="Items"
      columns={columns}
      rows={rows}
      rowKey={(n) => n}
      rowNoun="items"
      csvName="items"
    />
  </main>,
  document.body,
);
