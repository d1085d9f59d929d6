// The import report's panel on data that came out of a capsule: from which files they were, by their hashes.
import { Panel } from '../../components/basics.tsx';
import { type Column, DataTable } from '../../components/data_table.tsx';
import { sourceName } from '../../reproduce/source.ts';
import { type LoadedSource, loadedSources } from '../../state/files.ts';
import { engineVersion } from '../../state/store.ts';
import { fileSize, listed } from '../../verdict/numbers.ts';

const hashOf = ({ source }: LoadedSource) => (source.kind === 'example' ? '' : source.sha256);
const optionsOf = ({ source }: LoadedSource) =>
  source.kind === 'example'
    ? ''
    : Object.entries(source.options)
        .map(([name, value]) => `${name}: ${value}`)
        .join(', ');

export function Provenance() {
  const rows = loadedSources.value.filter(({ capsule }) => capsule !== null);
  if (rows.length === 0) return null;
  const capsules = [...new Set(rows.flatMap(({ capsule }) => (capsule ? [capsule] : [])))];
  const others = [...new Set(capsules.map(({ engine }) => engine))].filter(
    (engine) => engine !== engineVersion.value?.id,
  );
  const columns: Column<LoadedSource>[] = [
    { id: 'file', header: 'Original file', rowHeader: true, value: ({ source }) => sourceName(source) },
    {
      id: 'bytes',
      header: 'Size',
      align: 'end',
      value: ({ bytes }) => bytes,
      cell: ({ source, bytes }) => (source.kind === 'example' ? '' : fileSize(bytes)),
    },
    {
      id: 'sha256',
      header: 'SHA-256',
      value: hashOf,
      cell: (row) => <span class="mono">{hashOf(row)}</span>,
    },
    {
      id: 'read',
      header: 'Read with',
      shown: rows.some((row) => optionsOf(row) !== ''),
      value: optionsOf,
    },
    {
      id: 'capsule',
      header: 'Capsule',
      shown: capsules.length > 1,
      value: ({ capsule }) => capsule?.path ?? '',
    },
  ];
  return (
    <Panel
      title="Where the data come from"
      lead={`What ${listed(capsules.map(({ path }) => path))} ${capsules.length > 1 ? 'hold' : 'holds'} was read from these files, by ${
        others.length > 0 ? `another engine (${listed(others)})` : 'the same engine'
      }. Whoever has the files can compare their hashes.`}
    >
      <DataTable
        caption="Files that went into the capsule"
        columns={columns}
        rows={rows}
        rowKey={(row) => rows.indexOf(row)}
        rowNoun="files"
        csvName="original_files"
        maxHeight="400px"
      />
    </Panel>
  );
}
