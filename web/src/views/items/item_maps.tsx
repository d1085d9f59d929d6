// The item maps: one for discrimination, one for each dimension, and the slopes of two dimensions against each other.
// They share colours and what is marked; each has its own zoom.

import { useMemo, useState } from 'preact/hooks';
import { type ChartArea, ChartView } from '../../charts/chart_view.tsx';
import { fullRange, type ItemMapAxis, itemMap, type Range } from '../../charts/item_map.ts';
import { Button, Field, Panel } from '../../components/basics.tsx';
import type { ItemResponseResult } from '../../engine/item_response.ts';
import type { FitItems } from '../../state/fit_items.ts';
import { otherValue, setOtherValue } from '../../state/history.ts';
import { inRunningText } from '../../verdict/item_response.ts';
import { counted, fixed, percent } from '../../verdict/numbers.ts';
import { Term } from '../../words/term.tsx';
import { DimensionField, LARGEST_DIFFICULTY } from '../item_response/dimension_field.tsx';

/** As many values of a column have a colour. */
const COLOURS = 8;
const LARGEST_SLOPE = 8;

interface ItemMapsProps {
  result: ItemResponseResult;
  stale: boolean;
  items: FitItems | null;
  nameOf: (position: number) => string;
  selected: number;
  onSelect: (position: number) => void;
  marked: ReadonlySet<number> | null;
  brushed: ReadonlySet<number> | null;
  onBrush: (positions: ReadonlySet<number> | null) => void;
}

type Categories = { name: string; values: string[]; of: number[] } | null;

/** The most frequent values get the colours; ties by their first item. */
export function categoriesOf(name: string, values: readonly string[]): Categories {
  const counts = new Map<string, number>();
  for (const value of values) if (value !== '') counts.set(value, (counts.get(value) ?? 0) + 1);
  const frequent = [...counts.entries()]
    .sort((a, b) => b[1] - a[1])
    .slice(0, COLOURS)
    .map(([value]) => value);
  if (frequent.length === 0) return null;
  const place = new Map(frequent.map((value, n) => [value, n]));
  return { name, values: frequent, of: values.map((value) => place.get(value) ?? -1) };
}

export function ItemMaps(props: ItemMapsProps) {
  const { result, items, brushed, onBrush } = props;
  const [dragTo, setDragTo] = useState<'zoom' | 'select'>('zoom');
  const [pair, setPair] = useState<[number, number]>([0, 1]);
  const several = result.dimensions.length > 1;
  const benchmarks = useMemo(() => new Set(result.items.benchmark).size, [result]);
  const colour = otherValue('colour') ?? (benchmarks > 1 ? 'benchmark' : '');
  const categories = useMemo((): Categories => {
    if (!items || colour === '') return null;
    if (colour === 'benchmark')
      return categoriesOf(
        'benchmark',
        items.rows.map((row) => row.benchmark),
      );
    const column = items.attributes.indexOf(colour);
    if (column < 0) return null;
    return categoriesOf(
      colour,
      items.rows.map((row) => row.attributes[column] ?? ''),
    );
  }, [items, colour]);

  const difficulty: ItemMapAxis = useMemo(
    () => ({ name: 'difficulty', values: result.items.difficulty, limit: LARGEST_DIFFICULTY }),
    [result],
  );
  const discrimination: ItemMapAxis = useMemo(
    () => ({ name: 'discrimination', values: result.items.discrimination, limit: LARGEST_SLOPE }),
    [result],
  );
  const slopes: ItemMapAxis[] = useMemo(
    () =>
      result.items.slopes.map((values, d) => ({
        name: `slope, ${inRunningText(result.dimensions[d]?.name ?? '')}`,
        values,
        limit: LARGEST_SLOPE,
      })),
    [result],
  );
  const [first, second] = pair.map((d) => Math.min(d, result.dimensions.length - 1)) as [number, number];
  const one = slopes[first];
  const other = slopes[second];
  const shared = { ...props, categories, dragTo };
  return (
    <Panel
      title="Item map"
      lead={
        <>
          Every item by its <Term name="difficulty">difficulty</Term> and its{' '}
          <Term name="discrimination">discrimination</Term>: high up tells models apart, near 0 tells nothing,
          below 0 abler models do worse.
        </>
      }
    >
      <div class="controls">
        <Field label="Colour">
          {(id) => (
            <select
              id={id}
              value={colour}
              onChange={(event) => setOtherValue('colour', event.currentTarget.value)}
            >
              <option value="">none</option>
              {benchmarks > 1 && <option value="benchmark">benchmark</option>}
              {items?.attributes.map((name) => (
                <option key={name} value={name}>
                  {name}
                </option>
              ))}
            </select>
          )}
        </Field>
        <fieldset class="drag-to">
          <legend class="small quiet">Drawing a rectangle with the mouse</legend>
          {(['zoom', 'select'] as const).map((what) => (
            <label key={what}>
              <input type="radio" name="drag-to" checked={dragTo === what} onChange={() => setDragTo(what)} />
              {what === 'zoom' ? 'zooms' : 'selects items'}
            </label>
          ))}
        </fieldset>
        {brushed && (
          <p class="small brushed">
            {counted(brushed.size, 'item')} selected.{' '}
            <button type="button" class="link" onClick={() => onBrush(null)}>
              Select none
            </button>
          </p>
        )}
      </div>
      <div class={several ? 'two-columns' : ''}>
        <OneMap {...shared} x={difficulty} y={discrimination} title="Difficulty and discrimination" />
        {several && one && other && (
          <div>
            <OneMap
              {...shared}
              x={one}
              y={other}
              title={`Slopes of ${inRunningText(result.dimensions[first]?.name ?? '')} and ${inRunningText(result.dimensions[second]?.name ?? '')}`}
            />
            {result.dimensions.length > 2 && (
              <div class="controls below-chart">
                <DimensionField
                  label="Across"
                  result={result}
                  value={first}
                  onChange={(d) => setPair([d, d === second ? first : second])}
                />
                <DimensionField
                  label="Upwards"
                  result={result}
                  value={second}
                  onChange={(d) => setPair([d === first ? second : first, d])}
                />
              </div>
            )}
          </div>
        )}
        {several &&
          slopes.map((slope, d) => (
            <OneMap
              key={slope.name}
              {...shared}
              x={difficulty}
              y={slope}
              title={`${result.dimensions[d]?.name ?? ''}: difficulty and slope`}
            />
          ))}
      </div>
    </Panel>
  );
}

interface OneMapProps extends ItemMapsProps {
  categories: Categories;
  dragTo: 'zoom' | 'select';
  x: ItemMapAxis;
  y: ItemMapAxis;
  title: string;
}

function OneMap(props: OneMapProps) {
  const { result, x, y, title, categories, marked, selected, nameOf, dragTo, onBrush, onSelect, stale } =
    props;
  const [window, setWindow] = useState<{ x: Range; y: Range } | null>(null);
  const chart = useMemo(
    () =>
      itemMap({
        title,
        fileName: `items ${title}`,
        how: 'One point is one item, at the estimates of its parameters. Difficulty is −intercept / discrimination; with several dimensions discrimination is the length of the slopes (MDISC) and difficulty lies along their direction (MDIFF).',
        x,
        y,
        window,
        categories,
        marked,
        selected,
        nameOf,
        linesOf: (n) => [
          `mean score ${percent(result.items.meanScore[n])}, ${counted(result.items.scored[n] ?? 0, 'model')}`,
          `information ${fixed(result.items.information[n], 3)}`,
        ],
      }),
    [title, x, y, window, categories, marked, selected, nameOf, result],
  );
  const brush = (area: ChartArea) => {
    if (dragTo === 'zoom') {
      setWindow({ x: area.x, y: area.y });
      return;
    }
    const [fullX, fullY] = [fullRange(x), fullRange(y)];
    const within = (value: number | null | undefined, full: Range, [low, high]: Range) => {
      if (value === null || value === undefined) return false;
      const place = Math.max(full[0], Math.min(full[1], value));
      return place >= low && place <= high;
    };
    const found = new Set<number>();
    for (let n = 0; n < x.values.length; n++)
      if (within(x.values[n], fullX, area.x) && within(y.values[n], fullY, area.y)) found.add(n);
    onBrush(found.size > 0 ? found : null);
  };
  const zoom = (factor: number) => {
    const now = window ?? { x: fullRange(x), y: fullRange(y) };
    const scaled = ([low, high]: Range, centre: number | null | undefined, [least, most]: Range): Range => {
      const middle = factor < 1 && centre !== null && centre !== undefined ? centre : (low + high) / 2;
      const half = ((high - low) / 2) * factor;
      return [Math.max(least, middle - half), Math.min(most, middle + half)];
    };
    const next = {
      x: scaled(now.x, x.values[selected], fullRange(x)),
      y: scaled(now.y, y.values[selected], fullRange(y)),
    };
    const whole = JSON.stringify(next) === JSON.stringify({ x: fullRange(x), y: fullRange(y) });
    setWindow(whole || next.x[0] >= next.x[1] || next.y[0] >= next.y[1] ? null : next);
  };
  return (
    <div class="item-map">
      <ChartView chart={chart} stale={stale} onChoose={onSelect} onBrush={brush} />
      <div class="zoom-buttons">
        <Button small kind="quiet" onClick={() => zoom(0.5)} aria-label={`Zoom in: ${title}`}>
          Zoom in
        </Button>
        <Button
          small
          kind="quiet"
          onClick={() => zoom(2)}
          disabled={!window}
          aria-label={`Zoom out: ${title}`}
        >
          Zoom out
        </Button>
        <Button
          small
          kind="quiet"
          onClick={() => setWindow(null)}
          disabled={!window}
          aria-label={`Show all: ${title}`}
        >
          Show all
        </Button>
      </div>
    </div>
  );
}
