// One item close up: its text, its curve with the models' observed scores, its parameters, and who got it right.

import { useEffect, useMemo } from 'preact/hooks';
import { ChartView } from '../../charts/chart_view.tsx';
import { itemCurve } from '../../charts/item_curve.ts';
import { Button, ErrorNotice, KeyFigure, KeyFigures, Panel } from '../../components/basics.tsx';
import { type Column, DataTable } from '../../components/data_table.tsx';
import type { ItemDetail, ItemResponseResult } from '../../engine/item_response.ts';
import { type FitItems, itemDetail, loadItemDetail } from '../../state/fit_items.ts';
import { report } from '../../state/store.ts';
import { inRunningText } from '../../verdict/item_response.ts';
import { count, errorRange, fixed, percent, pValue, unit, withError } from '../../verdict/numbers.ts';
import { Term } from '../../words/term.tsx';

interface ItemPanelProps {
  result: ItemResponseResult;
  items: FitItems | null;
  position: number; // -1 = none
  nameOf: (position: number) => string;
  onSelect: (position: number) => void;
}

export function ItemPanel({ result, items, position, nameOf, onSelect }: ItemPanelProps) {
  useEffect(() => void loadItemDetail(result.fit, position), [result.fit, position]);
  const { detail, error } = itemDetail.value;
  if (position < 0) {
    return (
      <Panel title="One item">
        <p class="quiet">
          Choose an item on a map (click, or arrow keys and Enter) or in the table below: its text, its
          characteristic curve with the observed scores, and who got it right.
        </p>
      </Panel>
    );
  }
  const name = nameOf(position);
  const row = items?.rows[position];
  const total = result.items.item.length;
  const flags = result.flags.filter((flag) => flag.items.includes(position));
  const attributes = (items?.attributes ?? [])
    .map((attribute, n) => [attribute, row?.attributes[n] ?? ''] as const)
    .filter(([, value]) => value !== '');
  const text = detail?.position === position ? detail.text : (row?.text ?? '');
  return (
    <Panel
      title={
        <>
          One item: <span class="mono">{name}</span>
        </>
      }
      lead={row && [row.benchmark, ...attributes.map(([key, value]) => `${key}: ${value}`)].join(' · ')}
      actions={
        <>
          <Button small disabled={position === 0} onClick={() => onSelect(position - 1)}>
            Previous
          </Button>
          <Button small disabled={position + 1 >= total} onClick={() => onSelect(position + 1)}>
            Next
          </Button>
          <Button small onClick={() => onSelect(-1)}>
            Close
          </Button>
        </>
      }
    >
      {text !== '' && <p class="one-item-text">{text}</p>}
      {flags.length > 0 && (
        <ul class="item-flags">
          {flags.map((flag) => {
            const twin = flag.others[flag.items.indexOf(position)];
            return (
              <li key={flag.code} class="notice warning">
                <span>
                  <strong>{flag.label}.</strong> {flag.rule}
                  {twin !== undefined && (
                    <>
                      {' '}
                      <button type="button" class="link" onClick={() => onSelect(twin)}>
                        Show {nameOf(twin)}
                      </button>
                    </>
                  )}
                </span>
              </li>
            );
          })}
        </ul>
      )}
      <ItemNumbers result={result} position={position} />
      {error && <ErrorNotice error={error} />}
      {detail?.position === position ? (
        <ItemAnswers detail={detail} result={result} name={name} />
      ) : (
        !error && <p class="quiet">Loading the item …</p>
      )}
    </Panel>
  );
}

function ItemNumbers({ result, position: n }: { result: ItemResponseResult; position: number }) {
  const { items, dimensions } = result;
  const several = dimensions.length > 1;
  const interval = (value: number | null | undefined, error: number | null | undefined) =>
    errorRange(value, error) || 'no interval';
  return (
    <KeyFigures>
      <KeyFigure
        label="Mean score"
        value={percent(items.meanScore[n])}
        below={`n = ${count(items.scored[n])} models`}
      />
      <KeyFigure
        label={<Term name="difficulty">Difficulty</Term>}
        value={fixed(items.difficulty[n], 2)}
        below={interval(items.difficulty[n], items.difficultyError[n])}
      />
      <KeyFigure
        label={<Term name="discrimination">Discrimination</Term>}
        value={fixed(items.discrimination[n], 2)}
        below={interval(items.discrimination[n], items.discriminationError[n])}
      />
      {several &&
        dimensions.map((dimension, d) => (
          <KeyFigure
            key={dimension.name}
            label={<Term name="slope">Slope, {inRunningText(dimension.name)}</Term>}
            value={fixed(items.slopes[d]?.[n], 2)}
            below={interval(items.slopes[d]?.[n], items.slopeErrors[d]?.[n])}
          />
        ))}
      <KeyFigure
        label={<Term name="information">Information</Term>}
        value={fixed(items.information[n], 2)}
        below="mean over the models"
      />
      <KeyFigure
        label={<Term name="item-rest correlation">Item-rest r</Term>}
        value={unit(items.itemRest[n])}
        below={`n = ${count(items.scored[n])} models`}
      />
      <KeyFigure
        label={<Term name="item fit">Item fit</Term>}
        value={fixed(items.fit[n], 1)}
        below={pValue(items.fitP[n])}
      />
    </KeyFigures>
  );
}

function ItemAnswers({
  detail,
  result,
  name,
}: {
  detail: ItemDetail;
  result: ItemResponseResult;
  name: string;
}) {
  const models = report.value?.models ?? [];
  const charts = useMemo(
    () =>
      detail.curves.map((curve, d) =>
        itemCurve(curve, inRunningText(result.dimensions[d]?.name ?? ''), name),
      ),
    [detail, result, name],
  );
  type Answer = ItemDetail['answers'][number];
  const columns = useMemo((): Column<Answer>[] => {
    const place = new Map(result.models.model.map((model, n) => [model, n]));
    const ability = (row: Answer, d: number) =>
      result.models.abilities[d]?.[place.get(row.model) ?? -1] ?? null;
    return [
      {
        id: 'model',
        header: 'Model',
        value: (row) => models[row.model]?.name ?? `model ${row.model + 1}`,
        rowHeader: true,
      },
      {
        id: 'score',
        header: 'Score',
        value: (row) => row.score,
        cell: (row) => (row.score === 1 ? 'right' : row.score === 0 ? 'wrong' : unit(row.score)),
        align: 'end',
      },
      {
        id: 'expected',
        header: 'Expected',
        value: (row) => row.expected,
        cell: (row) => unit(row.expected),
        align: 'end',
      },
      ...result.dimensions.map(
        (dimension, d): Column<Answer> => ({
          id: `ability-${d}`,
          header: result.dimensions.length > 1 ? `Ability, ${inRunningText(dimension.name)}` : 'Ability',
          value: (row) => ability(row, d),
          cell: (row) =>
            withError(ability(row, d), result.models.errors[d]?.[place.get(row.model) ?? -1] ?? null),
          align: 'end',
        }),
      ),
    ];
  }, [result, models]);
  return (
    <div class="item-answers">
      <div class={charts.length > 1 ? 'two-columns' : ''}>
        {charts.map((chart) => (
          <ChartView key={chart.title} chart={chart} />
        ))}
      </div>
      <DataTable
        caption="Who got it right"
        columns={columns}
        rows={detail.answers}
        rowKey={(row) => row.model}
        rowNoun="models"
        initialSort={{ column: 'expected', descending: true }}
        csvName={`answers ${name}`}
        maxHeight="320px"
      />
    </div>
  );
}
