// Every item of the fit: the map, one item close up, items and models on one axis, the flags, the table.

import { useEffect, useMemo, useState } from 'preact/hooks';
import { ChartView } from '../../charts/chart_view.tsx';
import { wrightMap } from '../../charts/wright_map.ts';
import { Panel } from '../../components/basics.tsx';
import type { ItemResponseResult } from '../../engine/item_response.ts';
import { fitItems, loadFitItems } from '../../state/fit_items.ts';
import { otherValue, setOtherValue } from '../../state/history.ts';
import { fitBenchmarks } from '../../state/item_response.ts';
import { report } from '../../state/store.ts';
import { itemsVerdict } from '../../verdict/item_response.ts';
import { DimensionField, LARGEST_DIFFICULTY } from '../item_response/dimension_field.tsx';
import { WithFit } from '../item_response/with_fit.tsx';
import { FlagFilters } from './flag_filters.tsx';
import { ItemMaps } from './item_maps.tsx';
import { ItemPanel } from './item_panel.tsx';
import { ItemsTable } from './items_table.tsx';
import './items.css';

export function ItemsView() {
  const names = fitBenchmarks.value.map((one) => one.name);
  return (
    <WithFit question="Items" verdict={(result) => itemsVerdict(result, names)}>
      {(result, stale) => <Items result={result} stale={stale} />}
    </WithFit>
  );
}

/** The names of the items of this fit, once they are known; numbers until then. */
function useItemNames(result: ItemResponseResult): (position: number) => string {
  useEffect(() => void loadFitItems(result), [result]);
  const items = fitItems.value;
  const known = items?.of === result ? items.rows : null;
  return useMemo(
    () => (position: number) =>
      known?.[position]?.id ?? `item ${(result.items.item[position] ?? position) + 1}`,
    [known, result],
  );
}

function Items({ result, stale }: { result: ItemResponseResult; stale: boolean }) {
  const nameOf = useItemNames(result);
  const items = fitItems.value?.of === result ? fitItems.value : null;
  const keyOf = (position: number) => `${items?.rows[position]?.benchmark ?? ''}/${nameOf(position)}`;
  const wanted = otherValue('item') ?? '';
  const selected = useMemo(
    () =>
      wanted === '' || !items ? -1 : items.rows.findIndex((row) => `${row.benchmark}/${row.id}` === wanted),
    [items, wanted],
  );
  const select = (position: number) => setOtherValue('item', position < 0 ? undefined : keyOf(position));
  const flag = result.flags.find((one) => one.code === otherValue('flag')) ?? null;
  const [brushed, setBrushed] = useState<ReadonlySet<number> | null>(null);
  useEffect(() => setBrushed(null), [result]);
  const marked = useMemo((): ReadonlySet<number> | null => {
    if (!flag && !brushed) return null;
    const flagged = flag ? [...flag.items, ...flag.others] : null;
    if (!flagged) return brushed;
    return new Set(brushed ? flagged.filter((n) => brushed.has(n)) : flagged);
  }, [flag, brushed]);

  return (
    <>
      <FlagFilters result={result} current={flag} />
      <ItemMaps
        result={result}
        stale={stale}
        items={items}
        nameOf={nameOf}
        selected={selected}
        onSelect={select}
        marked={marked}
        brushed={brushed}
        onBrush={setBrushed}
      />
      <ItemPanel result={result} items={items} position={selected} nameOf={nameOf} onSelect={select} />
      <Wright result={result} stale={stale} />
      <ItemsTable
        result={result}
        items={items}
        nameOf={nameOf}
        marked={marked}
        flag={flag}
        selected={selected}
        onOpen={select}
      />
    </>
  );
}

function Wright({ result, stale }: { result: ItemResponseResult; stale: boolean }) {
  const [dimension, setDimension] = useState(0);
  const d = Math.min(dimension, result.dimensions.length - 1);
  const models = report.value?.models ?? [];
  const chart = useMemo(
    () =>
      wrightMap({
        dimension: result.dimensions[d]?.name ?? '',
        models: result.models.model.map((model, n) => ({
          name: models[model]?.name ?? `model ${model + 1}`,
          ability: result.models.abilities[d]?.[n] ?? null,
          index: model,
        })),
        difficulties: result.items.difficulty,
        limit: LARGEST_DIFFICULTY,
      }),
    [result, d, models],
  );
  return (
    <Panel
      title="Items and models on one axis"
      lead="Where models stand and no items, they are measured badly; items where no model stands tell nothing about these models."
    >
      {result.dimensions.length > 1 && (
        <div class="controls">
          <DimensionField label="Abilities on" result={result} value={d} onChange={setDimension} />
        </div>
      )}
      <ChartView chart={chart} stale={stale} />
    </Panel>
  );
}
