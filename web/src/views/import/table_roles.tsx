// How a table was understood: separator, orientation, what each column is. Each can be changed; the file is then read again.
import { Field } from '../../components/basics.tsx';
import { type Column, DataTable } from '../../components/data_table.tsx';
import type { FileReport, TableColumn, TableDescription } from '../../engine/results.ts';
import { readAgain } from '../../state/files.ts';
import { count } from '../../verdict/numbers.ts';

const separators: [string, string][] = [
  [',', 'comma'],
  [';', 'semicolon'],
  ['\t', 'tab'],
  ['|', 'bar'],
];
const shapes: [string, string][] = [
  ['long', 'one row per response'],
  ['items x models', 'a row per item, a column per model'],
  ['models x items', 'a row per model, a column per item'],
  ['item attributes', 'attributes of items'],
  ['item vectors', 'vectors of items'],
  ['model attributes', 'attributes of models'],
];
const roles = [
  'model',
  'item',
  'score',
  'benchmark',
  'category',
  'key',
  'prediction',
  'text',
  'option count',
  'model score',
  'attribute',
  'vector',
  'sample',
  'ignore',
];

interface Choice {
  label: string;
  value: string;
  options: readonly (readonly [string, string])[];
  onChange: (value: string) => void;
}

function Choose({ label, value, options, onChange }: Choice) {
  const known = options.some(([one]) => one === value);
  return (
    <Field label={label}>
      {(id) => (
        <select id={id} value={value} onChange={(event) => onChange(event.currentTarget.value)}>
          {!known && <option value={value}>{value === '' ? 'none' : value}</option>}
          {options.map(([one, name]) => (
            <option key={one} value={one}>
              {name}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

/** How the text of a table becomes rows and cells: JSON says that itself. */
function TextChoices({
  table,
  change,
}: {
  table: TableDescription;
  change: (option: string) => (value: string) => void;
}) {
  return (
    <>
      <Choose label="Separator" value={table.separator} options={separators} onChange={change('separator')} />
      <Choose
        label="Decimal mark"
        value={table.decimalComma ? ',' : '.'}
        options={[
          ['.', 'point'],
          [',', 'comma'],
        ]}
        onChange={change('decimal')}
      />
      <Choose
        label="First row"
        value={table.hasHeader ? 'yes' : 'no'}
        options={[
          ['yes', 'names of columns'],
          ['no', 'data'],
        ]}
        onChange={change('header')}
      />
    </>
  );
}

type IndexedColumn = TableColumn & { index: number };

export function TableRoles({ file, table }: { file: FileReport; table: TableDescription }) {
  const change = (option: string) => (value: string) => void readAgain(file.id, { [option]: value });
  const isJson = file.format?.id.startsWith('json_') ?? false;
  const columns: Column<IndexedColumn>[] = [
    { id: 'name', header: 'Column', rowHeader: true, value: (row) => row.name || `column ${row.index + 1}` },
    {
      id: 'role',
      header: 'Read as',
      value: (row) => row.role,
      cell: (row) => (
        <select
          aria-label={`Role of ${row.name || `column ${row.index + 1}`}`}
          class="compact"
          value={row.role}
          onChange={(event) => change(`role:${row.index}`)(event.currentTarget.value)}
        >
          {[...roles, ...optionRoles(table, row.role)].map((role) => (
            <option key={role} value={role}>
              {roleName(role)}
            </option>
          ))}
        </select>
      ),
    },
    {
      id: 'examples',
      header: 'Examples',
      sortable: false,
      value: (row) => row.examples.join(' · '),
      cell: (row) => <span class="mono small examples">{row.examples.join('  ·  ')}</span>,
    },
  ];
  const rows = table.columns.map((column, index) => ({ ...column, index }));
  const undescribed = table.columnCount - rows.length;
  return (
    <div class="table-roles">
      <div class="choices">
        <Choose label="Orientation" value={table.shape} options={shapes} onChange={change('shape')} />
        {!isJson && <TextChoices table={table} change={change} />}
      </div>
      <DataTable
        caption={`Columns of ${file.path}`}
        hideCaption
        columns={columns}
        rows={rows}
        rowKey={(row) => row.index}
        rowNoun="columns"
        filterable={rows.length > 24}
        maxHeight="480px"
      />
      {undescribed > 0 && <p class="small quiet">{count(undescribed)} more columns are read the same way.</p>}
    </div>
  );
}

/** The options of every set in the table and one more place each, or of a new set. */
function optionRoles(table: TableDescription, current: string): string[] {
  const most = new Map<string, number>();
  for (const { role } of table.columns) {
    const [, set, place] = /^option:(.*):(\d+)$/.exec(role) ?? [];
    if (set !== undefined) most.set(set, Math.max(most.get(set) ?? 0, Number(place)));
  }
  if (most.size === 0) most.set('p', 3);
  const all = [...most].flatMap(([set, last]) =>
    Array.from({ length: Math.min(last + 2, 26) }, (_, place) => `option:${set}:${place}`),
  );
  return all.includes(current) || roles.includes(current) ? all : [current, ...all];
}

function roleName(role: string): string {
  const option = /^option:(.*):(\d+)$/.exec(role);
  return option ? `${option[1]}, option ${Number(option[2]) + 1}` : role;
}
