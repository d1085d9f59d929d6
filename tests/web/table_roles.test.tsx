// The choices beside a table that was read: those of its text only where it is text.
import { render } from 'preact';
import { act } from 'preact/test-utils';
import { afterEach, expect, it } from 'vitest';
import type { FileReport, TableDescription } from '../../web/src/engine/results.ts';
import { TableRoles } from '../../web/src/views/import/table_roles.tsx';

const table: TableDescription = {
  separator: ',',
  decimalComma: false,
  hasHeader: true,
  shape: 'long',
  columnCount: 2,
  columns: [
    { name: 'item', role: 'item', examples: ['q1'] },
    { name: 'correct', role: 'score', examples: ['true'] },
  ],
};

const root = document.createElement('div');
document.body.append(root);
afterEach(() => act(() => render(null, root)));

function labels(format: string): string[] {
  const file = { id: 1, path: 'a', format: { id: format, label: format } } as FileReport;
  act(() => render(<TableRoles file={file} table={table} />, root));
  return [...root.querySelectorAll('label')].map((label) => label.textContent ?? '');
}

it('separator, decimal mark and header can be chosen for text', () => {
  expect(labels('table')).toEqual(['Orientation', 'Separator', 'Decimal mark', 'First row']);
});

it('JSON says where its cells begin', () => {
  for (const format of ['json_records', 'json_object']) expect(labels(format)).toEqual(['Orientation']);
});
