// The similarity of every item with every other, ordered by subdomain and averaged in bins when there are many.

import type { HarmonyResult } from '../engine/results.ts';
import { count, counted, unit } from '../verdict/numbers.ts';
import { basisOf, type Chart } from './chart.ts';
import { edges, heatCells } from './heat.ts';
import {
  base,
  drawing,
  type Frame,
  grid,
  line,
  type Mark,
  rect,
  symbol,
  text,
  xAxis,
  yAxis,
} from './marks.ts';
import { sequenceColour, subdomainColour, subdomainShape } from './palette.ts';

const MARGIN = 22; // room for the marks of the subdomains
const LEGEND = 52;
const LARGEST = 460;

export function affinityMap(result: HarmonyResult, model: string, benchmark: string): Chart | null {
  const map = result.affinityMap;
  if (map === null || map.size === 0) return null;
  const { size, values, itemsPerBin } = map;
  const starts = [
    0,
    ...map.boundaries.slice(0, result.subdomains.length - 1).filter((edge) => edge > 0 && edge < size),
    size,
  ];
  const subdomainOfBin = (bin: number) => Math.max(0, starts.findIndex((edge) => edge > bin) - 1);
  const nameOf = (index: number) => result.subdomains[index]?.name ?? `Subdomain ${index + 1}`;
  const items = (bin: number) => {
    const from = Math.round(bin * itemsPerBin);
    const to = Math.min(result.items, Math.round((bin + 1) * itemsPerBin));
    return to - from <= 1 ? `item ${count(from + 1)}` : `items ${count(from + 1)}–${count(to)}`;
  };
  return {
    name: `affinity ${benchmark} ${model}`,
    basis: basisOf(benchmark, model, `n = ${counted(result.items, 'item')}`),
    title: 'Similarity of items',
    summary:
      `Heat map: similarity between ${counted(result.items, 'item')} of ${benchmark}, ordered by ${counted(result.subdomains.length, 'subdomain')}` +
      `${itemsPerBin > 1 ? `, ${count(itemsPerBin)} items per cell` : ''}. Mean similarity inside: ` +
      `${result.subdomains
        .slice(0, 8)
        .map((row) => `${row.name} ${unit(row.cohesion)}`)
        .join(', ')}.`,
    how:
      `Each cell is the mean ${result.similarity?.path === 'angles' ? 'similarity by angle, (1 + cosine) / 2,' : 'predictive similarity'} of ${itemsPerBin > 1 ? `${count(itemsPerBin)} × ${count(itemsPerBin)} pairs of items` : 'two items'}, between 0 and 1. ` +
      'Items are ordered by subdomain; lines mark the borders. Dark squares on the diagonal with light areas beside them are clear subdomains.',
    table: () => ({
      header: ['row items', 'row subdomain', 'column items', 'column subdomain', 'mean similarity'],
      rows: Array.from({ length: size * size }, (_, n) => {
        const row = Math.floor(n / size);
        const column = n % size;
        return [
          items(row),
          nameOf(subdomainOfBin(row)),
          items(column),
          nameOf(subdomainOfBin(column)),
          values[n],
        ];
      }),
    }),
    points: {
      count: size * size,
      rowLength: size,
      at: (index) => {
        const row = Math.floor(index / size);
        const column = index % size;
        return {
          title: `similarity ${unit(values[index])}`,
          lines: [
            `${items(row)}: ${nameOf(subdomainOfBin(row))}`,
            `${items(column)}: ${nameOf(subdomainOfBin(column))}`,
          ],
          grid: 0,
          at: [column + 0.5, row + 0.5],
        };
      },
      pick: (_grid, x, y) => {
        const column = Math.floor(x);
        const row = Math.floor(y);
        return column >= 0 && row >= 0 && column < size && row < size ? row * size + column : -1;
      },
    },
    height: (width) => Math.min(width - MARGIN - 2, LARGEST) + MARGIN + LEGEND,
    option: (theme, width) => {
      const side = Math.min(width - MARGIN - 2, LARGEST);
      const draw = (frame: Frame): Mark[] => {
        const x = edges(frame.left, frame.width, size);
        const y = edges(frame.top, frame.height, size);
        const marks = heatCells(
          x,
          y,
          (row, column) => values[row * size + column] ?? null,
          (share) => sequenceColour(share, theme),
        );
        for (let n = 0; n + 1 < starts.length; n++) {
          const from = x[Math.round(starts[n] ?? 0)] ?? frame.left;
          const to = x[Math.round(starts[n + 1] ?? 0)] ?? frame.left;
          const fromY = y[Math.round(starts[n] ?? 0)] ?? frame.top;
          const toY = y[Math.round(starts[n + 1] ?? 0)] ?? frame.top;
          const colour = subdomainColour(n, theme);
          marks.push(
            rect(from, frame.top - 6, to - from - 1, 4, colour),
            rect(frame.left - 6, fromY, 4, toY - fromY - 1, colour),
          );
          if (to - from > 12)
            marks.push(symbol(subdomainShape(n), (from + to) / 2, frame.top - 14, 9, colour));
          if (toY - fromY > 12)
            marks.push(symbol(subdomainShape(n), frame.left - 14, (fromY + toY) / 2, 9, colour));
          if (n > 0) {
            marks.push(
              line(from, frame.top, from, frame.top + frame.height, theme.paper, { lineWidth: 1.5 }),
              line(frame.left, fromY, frame.left + frame.width, fromY, theme.paper, { lineWidth: 1.5 }),
            );
          }
        }
        const legend = Math.min(160, frame.width * 0.5);
        const bottom = frame.top + frame.height + 12;
        for (let n = 0; n < 32; n++) {
          marks.push(
            rect(
              frame.left + 16 + (legend * n) / 32,
              bottom,
              legend / 32 + 0.5,
              8,
              sequenceColour(n / 31, theme),
            ),
          );
        }
        marks.push(
          text('0', frame.left, bottom + 4, theme.axis, theme),
          text('1  similarity', frame.left + legend + 22, bottom + 4, theme.axis, theme),
          text('both axes: items, by subdomain', frame.left, bottom + 22, theme.axis, theme),
        );
        return marks;
      };
      return {
        ...base(theme),
        grid: grid(MARGIN, MARGIN, Math.max(0, width - MARGIN - side), LEGEND),
        xAxis: xAxis({ min: 0, max: size, show: false }, theme),
        yAxis: yAxis({ min: 0, max: size, inverse: true, show: false }, theme),
        series: [drawing(0, [0, 0], draw)],
      };
    },
  };
}
