// HARMONY with its interval against chance (band and mean) and against what the sizes alone give, on one strip 0..1.

import type { HarmonyResult } from '../engine/results.ts';
import { count, counted, pValue, unit, unitRange } from '../verdict/numbers.ts';
import { basisOf, type Chart } from './chart.ts';
import {
  base,
  drawing,
  type Frame,
  grid,
  line,
  lyingInterval,
  type Mark,
  rect,
  symbol,
  text,
  unitTick,
  xAxis,
  yAxis,
} from './marks.ts';
import { shapes } from './palette.ts';

const ROW = 26;
const BOTTOM = 42;

interface Row {
  label: string;
  value: number;
  range: { low: number; high: number } | null;
  lines: string[];
  kind: 'harmony' | 'null' | 'sizes';
}

export function nullStrip(result: HarmonyResult, model: string, benchmark: string): Chart | null {
  if (result.harmony === null) return null;
  const rows: Row[] = [
    {
      label: 'HARMONY',
      value: result.harmony,
      range: result.bootstrap,
      lines: [
        result.bootstrap
          ? `bootstrap interval ${unitRange(result.bootstrap)} (${count(result.bootstrap.draws)} draws)`
          : 'no bootstrap interval',
        result.nullDistribution
          ? `${pValue(result.nullDistribution.pValue)} against chance`
          : 'not compared with chance',
      ],
      kind: 'harmony',
    },
  ];
  const chance = result.nullDistribution;
  if (chance) {
    rows.push({
      label: 'chance',
      value: chance.mean,
      range: chance,
      lines: [`95% of shuffles ${unitRange(chance)} (${count(chance.draws)} draws)`],
      kind: 'null',
    });
  }
  if (result.harmonyOfSizes !== null) {
    rows.push({
      label: 'sizes alone',
      value: result.harmonyOfSizes,
      range: null,
      lines: ['H_size: what equal accuracies would give'],
      kind: 'sizes',
    });
  }
  const drawn =
    result.bootstrap?.kind === 'reclustered'
      ? 'items drawn again from all and clustered anew'
      : 'items drawn again within subdomains, the partition kept';
  return {
    name: `harmony against chance ${benchmark} ${model}`,
    basis: basisOf(benchmark, model, `n = ${counted(result.items, 'item')}`),
    title: 'HARMONY against chance',
    summary: rows
      .map((row) => `${row.label} ${unit(row.value)}${row.range ? ` (${unitRange(row.range)})` : ''}`)
      .join('; '),
    how:
      `HARMONY with its bootstrap interval (${drawn}). Chance: the scores are shuffled over the ${count(result.items)} items, ` +
      'the subdomains kept; mean and middle 95% of the shuffles. Sizes alone: H_size, what equal accuracies would give. The p-value is the share of shuffles with an H as low or lower, (1 + count) / (1 + draws).',
    table: () => ({
      header: ['quantity', 'value', 'low', 'high'],
      rows: rows.map((row) => [row.label, row.value, row.range?.low, row.range?.high]),
    }),
    points: {
      count: rows.length,
      rowLength: 1,
      wholeRows: true,
      at: (index) => {
        const row = rows[index];
        return {
          title: `${row?.label ?? ''} ${unit(row?.value)}`,
          lines: row?.lines ?? [],
          grid: 0,
          at: [row?.value ?? 0, index],
        };
      },
      pick: (_grid, _x, y) => {
        const index = Math.round(y);
        return index >= 0 && index < rows.length ? index : -1;
      },
    },
    height: () => 8 + rows.length * ROW + BOTTOM,
    option: (theme, width) => {
      const labels = 84;
      const values = width < 340 ? 44 : 112;
      const draw = (frame: Frame): Mark[] => {
        const marks: Mark[] = [];
        if (chance) {
          const left = frame.x(chance.low);
          marks.push(
            rect(left, frame.top, frame.x(chance.high) - left, frame.height, theme.band),
            line(
              frame.x(chance.mean),
              frame.top,
              frame.x(chance.mean),
              frame.top + frame.height,
              theme.reference,
              { lineDash: [4, 3] },
            ),
          );
        }
        for (const [index, row] of rows.entries()) {
          const y = frame.y(index);
          const own = row.kind === 'harmony';
          const colour = own ? theme.accent : theme.axis;
          marks.push(text(row.label, 0, y, own ? theme.ink : theme.inkSecond, theme, { bold: own }));
          if (row.range)
            marks.push(
              ...lyingInterval(frame.x(row.range.low), frame.x(row.range.high), y, colour, own ? 4 : 3),
            );
          const shape = row.kind === 'harmony' ? shapes[0] : row.kind === 'null' ? shapes[1] : shapes[3];
          marks.push(
            symbol(shape, frame.x(row.value), y, own ? 12 : 9, colour, { stroke: theme.paper, lineWidth: 1 }),
          );
          const range = row.range && width >= 340 ? `  ${unitRange(row.range)}` : '';
          marks.push(
            text(
              `${unit(row.value)}${range}`,
              frame.left + frame.width + 12,
              y,
              own ? theme.ink : theme.inkSecond,
              theme,
              { bold: own },
            ),
          );
        }
        return marks;
      };
      return {
        ...base(theme),
        grid: grid(labels, 8, values, BOTTOM),
        xAxis: xAxis(
          {
            min: 0,
            max: 1,
            name: 'HARMONY',
            interval: width < 460 ? 0.5 : 0.25,
            labels: unitTick,
          },
          theme,
        ),
        yAxis: yAxis({ min: -0.5, max: rows.length - 0.5, inverse: true, show: false }, theme),
        series: [drawing(0, [0, 0], draw)],
      };
    },
  };
}
