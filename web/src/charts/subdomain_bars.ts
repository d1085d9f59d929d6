// Accuracy per subdomain as lying bars from zero, with intervals, the line of the average, the distance from it, and
// the size of each subdomain beside it.

import type { HarmonyResult } from '../engine/results.ts';
import { count, counted, percent, percentRange, signedPoints, unit } from '../verdict/numbers.ts';
import { basisOf, type Chart } from './chart.ts';
import {
  base,
  drawing,
  grid,
  line,
  lyingInterval,
  type Mark,
  rect,
  roomFor,
  symbol,
  text,
  xAxis,
  yAxis,
} from './marks.ts';
import { subdomainColour, subdomainShape } from './palette.ts';

const ROW = 28;
/** Many subdomains, for instance the subjects of a large benchmark, stand closer. */
const DENSE_ROW = 20;
const DENSE_FROM = 20;
const TOP = 24;
const BOTTOM = 44;

export interface SubdomainBarsInput {
  result: HarmonyResult;
  model: string;
  benchmark: string;
  selected: number; // subdomain that is looked at, -1 = none
}

export function subdomainBars({ result, model, benchmark, selected }: SubdomainBarsInput): Chart {
  const rows = result.subdomains;
  const n = rows.length;
  const rowHeight = n > DENSE_FROM ? DENSE_ROW : ROW;
  const mean = result.accuracy.value;
  const largest = rows.reduce((size, row) => Math.max(size, row.size), 1);
  const room = roomFor(rows.map((row) => row.name)) + 36;

  return {
    name: `subdomains ${benchmark} ${model}`,
    basis: basisOf(benchmark, model, `n = ${counted(result.items, 'item')}`),
    title: 'Accuracy per subdomain',
    summary:
      `Bars: accuracy of ${model} in ${counted(n, 'subdomain')} of ${benchmark}, average ${percent(mean)}. ` +
      rows
        .slice(0, 8)
        .map((row) => `${row.name}: ${percent(row.accuracy)}, ${counted(row.size, 'item')}`)
        .join('; ') +
      (n > 8 ? `; and ${n - 8} more.` : '.'),
    how:
      'The bar is the mean score of the items in the subdomain; the whisker its 95% interval (Wilson for 0/1 scores, normal for graded ones). ' +
      'The dashed line is the mean over all items. The signed number is the distance from it in percentage points. The bars on the right are the numbers of items. ' +
      'Subdomains are ordered by size, then by their first item, and keep their colour and shape in every chart.',
    table: () => ({
      header: [
        'subdomain',
        'items',
        'share of items',
        'accuracy',
        'low',
        'high',
        'distance from mean',
        'mass',
        'mean silhouette',
        'mean similarity inside',
      ],
      rows: rows.map((row) => [
        row.name,
        row.size,
        row.weight,
        row.accuracy,
        row.interval.low,
        row.interval.high,
        row.fromMean,
        row.mass,
        row.silhouette,
        row.cohesion,
      ]),
    }),
    points: {
      count: n,
      rowLength: 1,
      wholeRows: true,
      at: (index) => {
        const row = rows[index];
        if (row === undefined) return { title: '', lines: [], grid: 0, at: [0, 0] };
        return {
          title: row.name,
          lines: [
            `accuracy ${percent(row.accuracy)} (${percentRange(row.interval)})`,
            `${signedPoints(row.fromMean)} points from the mean`,
            `${counted(row.size, 'item')}, ${percent(row.weight)} of all`,
            `mass ${unit(row.mass)}`,
          ],
          grid: 0,
          at: [row.accuracy, index],
          choice: index,
        };
      },
      pick: (_grid, _x, y) => {
        const index = Math.round(y);
        return index >= 0 && index < n ? index : -1;
      },
    },
    height: () => TOP + n * rowHeight + BOTTOM,
    option: (theme, width) => {
      const narrow = width < 460;
      const labels = Math.min(narrow ? width * 0.4 : 220, Math.max(88, room));
      const values = narrow ? 106 : 110;
      const sizes = narrow ? 38 : Math.min(140, width * 0.18);
      const draw = (frame: Parameters<Parameters<typeof drawing>[2]>[0]): Mark[] => {
        const right = frame.left + frame.width;
        const sizeLeft = right + values;
        const sizeWidth = narrow ? 0 : sizes - 36;
        const marks: Mark[] = [
          text('items', narrow ? sizeLeft + sizes - 4 : sizeLeft, TOP - 12, theme.axis, theme, {
            align: narrow ? 'right' : 'left',
          }),
          text('from mean', right + values - 8, TOP - 12, theme.axis, theme, {
            align: 'right',
          }),
        ];
        for (const [index, row] of rows.entries()) {
          const y = frame.y(index);
          const chosen = index === selected && !theme.figure; // what is looked at is of the page
          const colour = subdomainColour(index, theme);
          if (chosen) marks.push(rect(0, y - rowHeight / 2 + 1, width, rowHeight - 2, theme.wash, { r: 4 }));
          marks.push(
            symbol(subdomainShape(index), 10, y, 11, colour),
            text(row.name, 22, y, theme.ink, theme, { bold: chosen, width: labels - 28 }),
            rect(frame.x(0), y - 7, frame.x(row.accuracy) - frame.x(0), 14, colour, { opacity: 0.85 }),
            ...lyingInterval(frame.x(row.interval.low), frame.x(row.interval.high), y, theme.ink),
            text(percent(row.accuracy), right + 53, y, theme.ink, theme, {
              align: 'right',
              bold: chosen,
            }),
            text(signedPoints(row.fromMean), right + values - 8, y, theme.inkSecond, theme, {
              align: 'right',
            }),
          );
          if (narrow) {
            marks.push(
              text(count(row.size), sizeLeft + sizes - 4, y, theme.inkSecond, theme, { align: 'right' }),
            );
          } else {
            const length = (row.size / largest) * sizeWidth;
            marks.push(
              rect(sizeLeft, y - 4, length, 8, theme.reference),
              text(count(row.size), sizeLeft + length + 6, y, theme.inkSecond, theme),
            );
          }
        }
        if (mean !== null) {
          const x = frame.x(mean);
          marks.push(
            line(x, frame.top, x, frame.top + frame.height, theme.ink, { lineDash: [4, 3] }),
            text(`mean ${percent(mean)}`, Math.min(x, right - 24), TOP - 12, theme.ink, theme, {
              align: 'center',
            }),
          );
        }
        return marks;
      };
      return {
        ...base(theme),
        grid: grid(labels, TOP, values + sizes, BOTTOM),
        xAxis: xAxis(
          {
            min: 0,
            max: 1,
            name: 'accuracy',
            interval: narrow ? 0.5 : 0.25,
            labels: (value) => `${Math.round(value * 100)}%`,
          },
          theme,
        ),
        yAxis: yAxis({ min: -0.5, max: n - 0.5, inverse: true, show: false }, theme),
        series: [drawing(0, [0, 0], draw)],
      };
    },
  };
}
