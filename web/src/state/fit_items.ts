// Who the items of the shown fit are: their ids, texts and attributes, asked for once a fit; and what is known of one.
import { signal } from '@preact/signals';
import { asErrorData } from '../components/basics.tsx';
import type { ItemDetail, ItemResponseResult } from '../engine/item_response.ts';
import type { EngineErrorData } from '../engine/results.ts';
import { engine, report } from './store.ts';

export interface FitItem {
  benchmark: string;
  id: string;
  text: string;
  /** In the order of FitItems.attributes; "" = it has none. */
  attributes: string[];
}

export interface FitItems {
  of: ItemResponseResult;
  /** Names of the columns that any of the benchmarks has. */
  attributes: string[];
  rows: FitItem[]; // in the order of FittedItems
}

/** null until loadFitItems() has been answered. */
export const fitItems = signal<FitItems | null>(null);
let asked: ItemResponseResult | null = null;

/** Fills fitItems. */
export async function loadFitItems(result: ItemResponseResult): Promise<void> {
  if (asked === result) return;
  const renamed = asked?.items === result.items ? fitItems.peek() : null;
  asked = result;
  if (renamed) {
    fitItems.value = { ...renamed, of: result }; // only its dimensions have other names
    return;
  }
  try {
    const benchmarks = report.peek()?.benchmarks ?? [];
    const wanted = [...new Set(result.items.benchmark)];
    const lists = await Promise.all(wanted.map((index) => engine().items(index)));
    if (asked !== result) return;
    const reports = wanted.map((index) => benchmarks.find((one) => one.index === index));
    const attributes = [
      ...new Set(reports.flatMap((one) => one?.attributes.map((column) => column.name) ?? [])),
    ];
    const columns = reports.map((one) =>
      attributes.map((name) => one?.attributes.findIndex((column) => column.name === name) ?? -1),
    );
    const rows = result.items.item.map((item, n): FitItem => {
      const list = wanted.indexOf(result.items.benchmark[n] ?? -1);
      const row = lists[list]?.[item];
      return {
        benchmark: reports[list]?.name ?? '',
        id: row?.id ?? `item ${item + 1}`,
        text: row?.text ?? '',
        attributes: (columns[list] ?? []).map((column) => row?.attributes[column] ?? ''),
      };
    });
    fitItems.value = { of: result, attributes, rows };
  } catch {
    if (asked === result) asked = null; // the view shows numbers for names
  }
}

export interface ItemDetailState {
  detail: ItemDetail | null; // of the position before while another one is asked for
  error: EngineErrorData | null;
}

export const itemDetail = signal<ItemDetailState>({ detail: null, error: null });
let askedDetail = '';

/** Fills itemDetail; position -1 empties it. */
export async function loadItemDetail(fit: number, position: number): Promise<void> {
  const key = `${fit}/${position}`;
  if (key === askedDetail) return;
  askedDetail = key;
  if (position < 0) {
    itemDetail.value = { detail: null, error: null };
    return;
  }
  try {
    const detail = await engine().itemDetail(fit, position);
    if (key === askedDetail) itemDetail.value = { detail, error: null };
  } catch (error) {
    if (key === askedDetail) itemDetail.value = { detail: null, error: asErrorData(error) };
  }
}
