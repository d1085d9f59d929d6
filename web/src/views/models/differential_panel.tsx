// Differential item functioning: items that one group of models finds harder than its abilities explain.

import { useEffect, useId, useMemo, useState } from 'preact/hooks';
import { Button, ErrorNotice, Field, Panel } from '../../components/basics.tsx';
import { type Column, DataTable } from '../../components/data_table.tsx';
import type { DifferentialResult, ItemResponseResult } from '../../engine/item_response.ts';
import { fitItems, loadFitItems } from '../../state/fit_items.ts';
import { engine, report } from '../../state/store.ts';
import { differentialVerdict } from '../../verdict/item_response.ts';
import { counted, fixed, pValue, withError } from '../../verdict/numbers.ts';
import { Term } from '../../words/term.tsx';
import { useModelName } from '../item_response/model_name.ts';
import { openItem } from '../measures/items_link.tsx';

type Side = 'first' | 'second';

/** [attribute, value] of the models, for choosing a group at once. */
function groupsOf(models: readonly number[]): { label: string; models: number[] }[] {
  const names = report.value?.modelAttributeNames ?? [];
  const all = report.value?.models ?? [];
  return names.flatMap((name, column) => {
    const values = new Map<string, number[]>();
    for (const model of models) {
      const value = all[model]?.attributes[column] ?? '';
      if (value !== '') values.set(value, [...(values.get(value) ?? []), model]);
    }
    if (values.size < 2 || values.size > 30) return [];
    return [...values.entries()].map(([value, group]) => ({ label: `${name}: ${value}`, models: group }));
  });
}

export function DifferentialPanel({ result, stale }: { result: ItemResponseResult; stale: boolean }) {
  const id = useId();
  const modelName = useModelName();
  const { model: models } = result.models;
  const [sides, setSides] = useState<ReadonlyMap<number, Side>>(new Map());
  const [answer, setAnswer] = useState<{ of: ItemResponseResult; found: DifferentialResult } | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const [busy, setBusy] = useState(false);
  useEffect(() => {
    setSides(new Map());
    setAnswer(null);
    setFailure(null);
  }, [result.items]);
  const groups = useMemo(() => groupsOf(models), [models]);
  const on = (side: Side) => models.filter((model) => sides.get(model) === side);
  const first = on('first');
  const second = on('second');
  const ready = first.length > 0 && second.length > 0;
  if (models.length < 4) return null;
  const put = (model: number, side: Side, wanted: boolean) =>
    setSides((now) => {
      const next = new Map(now);
      if (wanted) next.set(model, side);
      else next.delete(model);
      return next;
    });
  const choose = (group: number[]) => {
    const inside = new Set(group);
    setSides(new Map(models.map((model) => [model, inside.has(model) ? 'first' : 'second'])));
  };
  const compute = async () => {
    setFailure(null);
    setBusy(true);
    try {
      void loadFitItems(result);
      const found = await engine().differential({ fit: result.fit, first, second });
      setAnswer({ of: result, found });
    } catch (error) {
      setFailure(error);
    } finally {
      setBusy(false);
    }
  };
  const found = answer?.of.items === result.items ? answer.found : null;
  return (
    <Panel
      title="Two groups of models"
      lead={
        <>
          <Term name="differential item functioning">Differential item functioning</Term>: items that one
          group, a family or models that reason, finds harder than its abilities explain.
        </>
      }
    >
      {groups.length > 0 && (
        <Field label="First group, against all others">
          {(field) => (
            <select
              id={field}
              value=""
              onChange={(event) => {
                const group = groups.find((one) => one.label === event.currentTarget.value);
                if (group) choose(group.models);
              }}
            >
              <option value="">choose by hand below</option>
              {groups.map((one) => (
                <option key={one.label} value={one.label}>
                  {one.label} ({counted(one.models.length, 'model')})
                </option>
              ))}
            </select>
          )}
        </Field>
      )}
      <fieldset class="group-choice" aria-label="Models of the two groups">
        <div class="group-row group-head" aria-hidden="true">
          <span>First</span>
          <span>Second</span>
          <span />
        </div>
        {models.map((model) => (
          <div key={model} class="group-row">
            {(['first', 'second'] as const).map((side) => (
              <input
                key={side}
                type="checkbox"
                aria-label={`${modelName(model)} in the ${side} group`}
                checked={sides.get(model) === side}
                onChange={(event) => put(model, side, event.currentTarget.checked)}
              />
            ))}
            <span class="name" id={`${id}-${model}`}>
              {modelName(model)}
            </span>
          </div>
        ))}
      </fieldset>
      <div class="differential-actions">
        <Button disabled={!ready || busy || stale} onClick={() => void compute()}>
          Compare the groups
        </Button>
        <span class="small quiet">
          {ready
            ? `${counted(first.length, 'model')} against ${counted(second.length, 'model')}`
            : 'Put at least one model in each group.'}
        </span>
      </div>
      {failure !== null && <ErrorNotice error={failure} />}
      {found && <Found found={found} result={result} />}
    </Panel>
  );
}

type Row = DifferentialResult['items'][number];

function Found({ found, result }: { found: DifferentialResult; result: ItemResponseResult }) {
  const names = fitItems.value?.of.items === result.items ? fitItems.value.rows : null;
  const nameOf = (position: number) =>
    names?.[position]?.id ?? `item ${(result.items.item[position] ?? position) + 1}`;
  const columns: Column<Row>[] = [
    {
      id: 'item',
      header: 'Item',
      value: (row) => nameOf(row.position),
      cell: (row) => <span class="mono">{nameOf(row.position)}</span>,
      rowHeader: true,
    },
    { id: 'benchmark', header: 'Benchmark', value: (row) => names?.[row.position]?.benchmark ?? null },
    {
      id: 'difference',
      header: 'First minus second',
      value: (row) => row.difference,
      cell: (row) => withError(row.difference, row.error),
      csv: [{ header: 'standard error', value: (row) => row.error }],
      align: 'end',
    },
    { id: 'z', header: 'z', value: (row) => row.z, cell: (row) => fixed(row.z, 2), align: 'end' },
    {
      id: 'p',
      header: 'p, adjusted',
      value: (row) => row.adjustedP,
      cell: (row) => pValue(row.adjustedP).replace(/^p (= )?/, ''),
      csv: [{ header: 'p', value: (row) => row.pValue }],
      align: 'end',
    },
  ];
  return (
    <>
      <p class="comparison-verdict">{differentialVerdict(found, result.items.item.length)}</p>
      <DataTable
        caption="Items by how differently they work"
        hideCaption
        columns={columns}
        rows={found.items}
        rowKey={(row) => row.position}
        rowNoun="items"
        maxHeight="360px"
        csvName="differential item functioning"
        onOpen={(row) => {
          const item = names?.[row.position];
          if (item) openItem(item.benchmark, item.id);
        }}
      />
    </>
  );
}
