// Models by subdomains: how far each model's score in a subdomain lies from that model's own mean.

import type { HarmonyResult } from '../engine/results.ts';
import { counted, fixed, percent, signedPoints } from '../verdict/numbers.ts';
import { basisOf, type Chart } from './chart.ts';
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
  symbol,
  text,
  xAxis,
  yAxis,
} from './marks.ts';
import { deviationColour, inkOn, subdomainColour, subdomainShape } from './palette.ts';

const ROW = 24;
/** With more models than this the rows become thin: the whole stays in sight, the numbers are one hover away. */
const MANY = 40;
const TALLEST = 720;
const THINNEST = 5;
const LINE = 15; // of a label
const TOP = 26;
const LEGEND = 36;

export interface ModelMapInput {
  result: HarmonyResult;
  benchmark: string;
  modelName: (index: number) => string;
}

export function modelMap({ result, benchmark, modelName }: ModelMapInput): Chart | null {
  const models = result.otherModels;
  const columns = result.subdomains.length;
  if (models.length === 0 || columns === 0) return null;
  const deviation = (row: number, column: number): number | null => {
    const model = models[row];
    const value = model?.accuracy[column];
    // A model without scores in a subdomain has none there: no cell.
    return model === undefined || value === undefined || value === null ? null : value - model.overall;
  };
  let largest = 0;
  for (let row = 0; row < models.length; row++) {
    for (let column = 0; column < columns; column++)
      largest = Math.max(largest, Math.abs(deviation(row, column) ?? 0));
  }
  const rowHeight =
    models.length <= MANY ? ROW : Math.max(THINNEST, Math.min(ROW, Math.floor(TALLEST / models.length)));
  const currentRow = models.findIndex((model) => model.model === result.model);
  // A scale in round steps of five points, so that small changes of a parameter do not change the colours.
  const scale = Math.max(0.05, Math.ceil(largest * 20 - 1e-9) / 20);
  const room = roomFor(models.map((model) => modelName(model.model))) + 60;
  const subdomainName = (column: number) => result.subdomains[column]?.name ?? `Subdomain ${column + 1}`;

  return {
    name: `models by subdomains ${benchmark}`,
    basis: basisOf(benchmark, `n = ${counted(result.items, 'item')}`),
    title: 'All models in these subdomains',
    summary: `Heat map: ${counted(models.length, 'model')} by ${counted(columns, 'subdomain')} of ${benchmark}; each cell is the distance from the model’s own mean, at most ${fixed(largest * 100, 1)} points.`,
    how:
      'Rows are models, columns the subdomains found for the model of this view. A cell is the model’s mean score in the subdomain minus its mean over all items of this benchmark, in percentage points. ' +
      'Blue is below the model’s own mean, orange above. The number beside the name is the mean.' +
      (models.length > MANY
        ? ' With this many models only some rows are named; every row answers to the mouse.'
        : ''),
    table: () => ({
      header: ['model', 'mean', ...result.subdomains.map((row) => row.name)],
      rows: models.map((model) => [modelName(model.model), model.overall, ...model.accuracy]),
    }),
    points: {
      count: models.length * columns,
      rowLength: columns,
      at: (index) => {
        const row = Math.floor(index / columns);
        const column = index % columns;
        const model = models[row];
        return {
          title: model === undefined ? '' : modelName(model.model),
          lines: [
            `${subdomainName(column)} (${counted(result.subdomains[column]?.size ?? 0, 'item')}): ${percent(model?.accuracy[column])}`,
            `${signedPoints(deviation(row, column))} points from its mean ${percent(model?.overall)}`,
          ],
          grid: 0,
          at: [column + 0.5, row + 0.5],
          choice: column,
        };
      },
      pick: (_grid, x, y) => {
        const column = Math.floor(x);
        const row = Math.floor(y);
        return column >= 0 && row >= 0 && column < columns && row < models.length
          ? row * columns + column
          : -1;
      },
    },
    height: () => TOP + models.length * rowHeight + LEGEND,
    option: (theme, width) => {
      const labels = Math.min(width * 0.42, Math.max(90, room));
      const draw = (frame: Frame): Mark[] => {
        const x = edges(frame.left, frame.width, columns);
        const y = edges(frame.top, frame.height, models.length);
        const shareOf = (row: number, column: number) => {
          const value = deviation(row, column);
          return value === null ? null : (value / scale + 1) / 2;
        };
        const colourOf = (share: number) => deviationColour(share * 2 - 1, theme);
        const cell = frame.width / columns;
        const marks = heatCells(x, y, shareOf, colourOf, cell < 8 || rowHeight < 12 ? 0 : 1);
        for (let column = 0; column < columns; column++) {
          const middle = ((x[column] ?? 0) + (x[column + 1] ?? 0)) / 2;
          if (cell >= 12)
            marks.push(
              symbol(
                subdomainShape(column),
                middle,
                frame.top - 12,
                Math.min(11, cell - 3),
                subdomainColour(column, theme),
              ),
            );
          else {
            const left = x[column] ?? 0;
            marks.push(
              rect(left, frame.top - 8, (x[column + 1] ?? left) - left, 5, subdomainColour(column, theme)),
            );
          }
        }
        let labelledTo = Number.NEGATIVE_INFINITY;
        for (const [row, model] of models.entries()) {
          const middle = ((y[row] ?? 0) + (y[row + 1] ?? 0)) / 2;
          const current = model.model === result.model;
          // Of thin rows as many are named as there is room for, and always the one that is looked at.
          const besideCurrent = currentRow >= 0 && Math.abs(row - currentRow) * rowHeight < LINE;
          if (!current && (middle < labelledTo + LINE || besideCurrent)) continue;
          labelledTo = middle;
          const name = cutInMiddle(modelName(model.model), labels - 56);
          marks.push(
            text(name, 0, middle, theme.ink, theme, { bold: current, width: labels - 56 }),
            text(percent(model.overall), labels - 8, middle, theme.inkSecond, theme, {
              align: 'right',
              bold: current,
            }),
          );
          if (cell < 32 || rowHeight < LINE) continue;
          for (let column = 0; column < columns; column++) {
            const share = shareOf(row, column);
            if (share === null) continue;
            marks.push(
              text(
                signedPoints(deviation(row, column), cell < 44 ? 0 : 1),
                ((x[column] ?? 0) + (x[column + 1] ?? 0)) / 2,
                middle,
                inkOn(colourOf(share), theme),
                theme,
                { align: 'center' },
              ),
            );
          }
        }
        const legend = Math.min(160, width * 0.35);
        const bottom = frame.top + frame.height + 14;
        const left = 36;
        for (let n = 0; n < 33; n++) {
          marks.push(
            rect(
              left + (legend * n) / 33,
              bottom,
              legend / 33 + 0.5,
              8,
              deviationColour((n - 16) / 16, theme),
            ),
          );
        }
        marks.push(
          text(signedPoints(-scale, 0), left - 6, bottom + 4, theme.axis, theme, { align: 'right' }),
          text(
            `${signedPoints(scale, 0)} points from own mean`,
            left + legend + 6,
            bottom + 4,
            theme.axis,
            theme,
          ),
        );
        return marks;
      };
      return {
        ...base(theme),
        grid: grid(labels, TOP, 1, LEGEND),
        xAxis: xAxis({ min: 0, max: columns, show: false }, theme),
        yAxis: yAxis({ min: 0, max: models.length, inverse: true, show: false }, theme),
        series: [drawing(0, [0, 0], draw)],
      };
    },
  };
}
