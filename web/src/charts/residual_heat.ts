// Heat maps of what the fit does not explain: residuals of models by benchmark or category, and their correlations.

import type { Diagnostics } from '../engine/item_response.ts';
import { counted, fixed, signedPoints, unit } from '../verdict/numbers.ts';
import type { Chart } from './chart.ts';
import { edges, heatCells } from './heat.ts';
import {
  base,
  cutInMiddle,
  drawing,
  type Frame,
  grid,
  type Mark,
  rect,
  roomFor,
  text,
  xAxis,
  yAxis,
} from './marks.ts';
import { modelRowHeight, namedRows, rowNames } from './model_rows.ts';
import { deviationColour, inkOn } from './palette.ts';

const LEGEND = 34;
const HEADER = 96; // of upright column names

interface HeatInput {
  name: string;
  title: string;
  summary: string;
  how: string;
  rowNames: string[];
  columnNames: string[];
  value: (row: number, column: number) => number | null;
  /** The value at which the colour is fullest. */
  scale: number;
  print: (value: number | null) => string;
  legend: string;
  lines: (row: number, column: number) => string[];
  choice?: (row: number, column: number) => number;
  square: boolean;
}

function heat(input: HeatInput): Chart {
  const { rowNames: rowsOf, columnNames, value, scale, print } = input;
  const rows = rowsOf.length;
  const columns = columnNames.length;
  const header = Math.min(HEADER, Math.max(30, roomFor(columnNames) + 12));
  const rowHeightIn = (width: number) =>
    input.square
      ? Math.max(4, Math.min(22, Math.floor((width - labelsIn(width)) / Math.max(1, columns))))
      : modelRowHeight(rows);
  const labelsIn = (width: number) => Math.min(width * 0.38, 220, Math.max(80, roomFor(rowsOf) + 8));
  return {
    name: input.name,
    basis: counted(rows, 'model'),
    title: input.title,
    summary: input.summary,
    how: input.how,
    table: () => ({
      header: [
        'model',
        ...columnNames.map((one, n) => (columnNames.indexOf(one) === n ? one : `${one} (${n + 1})`)),
      ],
      rows: rowsOf.map((one, row) => [one, ...columnNames.map((_, column) => value(row, column))]),
    }),
    points: {
      count: rows * columns,
      rowLength: columns,
      at: (index) => {
        const row = Math.floor(index / columns);
        const column = index % columns;
        const choice = input.choice?.(row, column);
        return {
          title: `${rowsOf[row] ?? ''}: ${print(value(row, column))}`,
          lines: [columnNames[column] ?? '', ...input.lines(row, column)],
          grid: 0,
          at: [column + 0.5, row + 0.5],
          ...(choice === undefined ? {} : { choice }),
        };
      },
      pick: (_grid, x, y) => {
        const [column, row] = [Math.floor(x), Math.floor(y)];
        return column >= 0 && row >= 0 && column < columns && row < rows ? row * columns + column : -1;
      },
    },
    height: (width) => header + rows * rowHeightIn(width) + LEGEND,
    option: (theme, width) => {
      const labels = labelsIn(width);
      const rowHeight = rowHeightIn(width);
      const across = input.square ? Math.min(width - labels - 2, columns * rowHeight) : width - labels - 2;
      const draw = (frame: Frame): Mark[] => {
        const x = edges(frame.left, frame.width, columns);
        const y = edges(frame.top, frame.height, rows);
        const cell = frame.width / columns;
        const shareOf = (row: number, column: number) => {
          const at = value(row, column);
          return at === null ? null : (Math.max(-1, Math.min(1, at / scale)) + 1) / 2;
        };
        const colourOf = (share: number) => deviationColour(share * 2 - 1, theme);
        const marks = heatCells(x, y, shareOf, colourOf, cell < 8 || rowHeight < 12 ? 0 : 1);
        const middle = (ends: readonly number[], n: number) => ((ends[n] ?? 0) + (ends[n + 1] ?? 0)) / 2;
        marks.push(
          ...rowNames(rowsOf, namedRows(rows, rowHeight), (row) => middle(y, row), labels - 8, [], theme),
        );
        let free = Number.NEGATIVE_INFINITY;
        for (const [column, one] of columnNames.entries()) {
          const at = middle(x, column);
          if (at < free) continue;
          free = at + 14;
          marks.push(
            text(cutInMiddle(one, header - 4), at, frame.top - 6, theme.ink, theme, { rotate: Math.PI / 2 }),
          );
        }
        if (cell >= 36 && rowHeight >= 15) {
          for (let row = 0; row < rows; row++) {
            for (let column = 0; column < columns; column++) {
              const share = shareOf(row, column);
              if (share === null) continue;
              marks.push(
                text(
                  print(value(row, column)),
                  middle(x, column),
                  middle(y, row),
                  inkOn(colourOf(share), theme),
                  theme,
                  {
                    align: 'center',
                  },
                ),
              );
            }
          }
        }
        const bottom = frame.top + frame.height + 14;
        const length = Math.min(140, width * 0.3);
        for (let n = 0; n < 33; n++) {
          marks.push(
            rect(44 + (length * n) / 33, bottom, length / 33 + 0.5, 8, deviationColour((n - 16) / 16, theme)),
          );
        }
        marks.push(
          text(print(-scale), 38, bottom + 4, theme.axis, theme, { align: 'right' }),
          text(`${print(scale)} ${input.legend}`, length + 50, bottom + 4, theme.axis, theme, {
            width: width - length - 54,
          }),
        );
        return marks;
      };
      return {
        ...base(theme),
        grid: grid(labels, header, Math.max(0, width - labels - across), LEGEND),
        xAxis: xAxis({ min: 0, max: columns, show: false }, theme),
        yAxis: yAxis({ min: 0, max: rows, inverse: true, show: false }, theme),
        series: [drawing(0, [0, 0], draw)],
      };
    },
  };
}

/** Mean residual of each model on each benchmark or value of a column. */
export function residualMap(
  { residualMap: map }: Diagnostics,
  modelName: (model: number) => string,
): Chart | null {
  if (map.models.length === 0 || map.groups.length === 0) return null;
  const largest = map.values.reduce(
    (most, row) => row.reduce((one: number, value) => Math.max(one, Math.abs(value ?? 0)), most),
    0,
  );
  const what = map.level === 'benchmark' ? 'benchmark' : map.level.replace(/^attribute:/, '');
  return heat({
    name: `residuals by ${what}`,
    title: `Residuals by ${what}`,
    summary: `Heat map: mean residuals of ${counted(map.models.length, 'model')} on ${counted(map.groups.length, 'group')}, at most ${fixed(largest * 100, 1)} points from what the fit expects.`,
    how: 'A cell is the mean score of the model on the items of the column minus the mean of the probabilities that the fit gives, in percentage points; z is that mean divided by its standard error. Orange: better than its abilities explain; blue: worse.',
    rowNames: map.models.map(modelName),
    columnNames: map.groups,
    value: (row, column) => map.values[row]?.[column] ?? null,
    scale: Math.max(0.05, Math.ceil(largest * 20 - 1e-9) / 20),
    print: (value) => signedPoints(value, 1),
    legend: 'points from expected',
    lines: (row, column) => [`z = ${fixed(map.z[row]?.[column], 1)}`],
    square: false,
  });
}

/** Correlation of the residuals of every two models. */
export function residualCorrelations(
  { modelResiduals: { models, values } }: Diagnostics,
  modelName: (model: number) => string,
): Chart | null {
  if (models.length < 2) return null;
  return heat({
    name: 'residual correlations of models',
    title: 'Which models err alike',
    summary: `Heat map: correlations of the residuals of ${counted(models.length, 'model')} with each other.`,
    how: 'The correlation, over the items that both answered, of the two models’ residuals: what is left of their answers when abilities and items are taken into account. Near 0 for unrelated models; high for relatives of one family, or for models trained on the same data.',
    rowNames: models.map(modelName),
    columnNames: models.map(modelName),
    value: (row, column) => (row === column ? null : (values[row]?.[column] ?? null)),
    scale: 1,
    print: (value) => unit(value),
    legend: 'correlation of residuals',
    lines: () => [],
    choice: (row, column) => row * models.length + column,
    square: true,
  });
}
