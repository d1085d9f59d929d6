// The mean silhouette over the number of subdomains, with HARMONY at each: is the chosen k clear, and does H hang on it?

import type { HarmonyResult, SilhouettePoint } from '../engine/results.ts';
import { counted, unit } from '../verdict/numbers.ts';
import { basisOf, type Chart } from './chart.ts';
import {
  base,
  drawing,
  type Frame,
  grid,
  line,
  type Mark,
  polyline,
  roomFor,
  symbol,
  text,
  unitTick,
  xAxis,
  yAxis,
} from './marks.ts';
import { shapes } from './palette.ts';

/** The runs of points that exist: a gap in the data is a gap in the line. */
export function runs<T>(points: readonly T[], value: (point: T) => number | null): T[][] {
  const found: T[][] = [];
  let current: T[] = [];
  for (const point of points) {
    if (value(point) === null) {
      if (current.length > 0) found.push(current);
      current = [];
    } else {
      current.push(point);
    }
  }
  if (current.length > 0) found.push(current);
  return found;
}

export function silhouetteCurve(result: HarmonyResult, model: string, benchmark: string): Chart {
  const points = result.silhouetteCurve;
  const first = points[0]?.k ?? 2;
  const last = points[points.length - 1]?.k ?? 3;
  const lowest = points.reduce((low, point) => Math.min(low, point.silhouette ?? 0), 0);
  const floor = Math.floor(lowest * 2) / 2; // 0, or -.5 or -1 when silhouettes are negative
  const chosen = points.find((point) => point.k === result.k);
  const best = points.reduce<SilhouettePoint | undefined>(
    (top, point) => (point.silhouette !== null && (top?.silhouette ?? -2) < point.silhouette ? point : top),
    undefined,
  );
  return {
    name: `silhouette ${benchmark} ${model}`,
    basis: basisOf(benchmark, model, `n = ${counted(result.items, 'item')}`),
    title: 'How many subdomains?',
    summary:
      `Curve: mean silhouette over k from ${first} to ${last}, highest at k = ${best?.k ?? '–'} (${unit(best?.silhouette)}). ` +
      `Used: k = ${result.k}, HARMONY ${unit(result.harmony)}.`,
    how:
      `Spectral clustering is run for every k from ${first} to ${last} on the same eigenvectors; the silhouette is the mean over all ${result.items} items, ` +
      `on the distance ${result.parameters.silhouette === 'affinity' ? '1 − similarity' : 'J, the symmetric divergence'}. ` +
      'HARMONY at each k uses the same bandwidth. k never exceeds a fifth of the number of items.',
    table: () => ({
      header: ['k', 'mean silhouette', 'HARMONY', 'used'],
      rows: points.map((point) => [
        point.k,
        point.silhouette,
        point.harmony,
        point.k === result.k ? 'yes' : '',
      ]),
    }),
    points: {
      count: points.length,
      rowLength: Math.max(1, points.length),
      at: (index) => {
        const point = points[index];
        return {
          title: `k = ${point?.k ?? '–'}${point?.k === result.k ? ' (used)' : ''}`,
          lines: [`silhouette ${unit(point?.silhouette)}`, `HARMONY ${unit(point?.harmony)}`],
          grid: 0,
          at: [point?.k ?? first, point?.silhouette ?? point?.harmony ?? 0],
        };
      },
      pick: (_grid, x) => points.findIndex((point) => point.k === Math.round(x)),
    },
    height: () => 258,
    option: (theme) => {
      const draw = (frame: Frame): Mark[] => {
        const marks: Mark[] = [text('mean silhouette, HARMONY', 0, 8, theme.axis, theme)];
        if (result.k >= first && result.k <= last) {
          const x = frame.x(result.k);
          const best = chosen?.silhouette ?? null;
          const label = `k = ${result.k}${best === null ? '' : `, silhouette ${unit(best)}`}`;
          const room = roomFor([label]);
          const right = x < frame.left + frame.width - room;
          const from = right ? x + 5 : Math.max(frame.left, x - 5 - room);
          marks.push(
            line(x, frame.top, x, frame.top + frame.height, theme.reference, { lineDash: [4, 3] }),
            text(label, from, frame.top - 9, theme.ink, theme),
          );
        }
        const curves = [
          {
            value: (point: SilhouettePoint) => point.harmony,
            colour: theme.reference,
            shape: shapes[1],
            label: 'HARMONY',
          },
          {
            value: (point: SilhouettePoint) => point.silhouette,
            colour: theme.accent,
            shape: shapes[0],
            label: 'silhouette',
          },
        ];
        const ends = curves.map((curve) => {
          const known = points.filter((point) => curve.value(point) !== null);
          const end = known[known.length - 1];
          return end === undefined ? null : frame.y(curve.value(end) ?? 0);
        });
        // Labels at the ends of the lines keep a line's distance from each other.
        const [a, b] = ends;
        if (typeof a === 'number' && typeof b === 'number' && Math.abs(a - b) < 14) {
          const middle = (a + b) / 2;
          ends[0] = a < b ? middle - 7 : middle + 7;
          ends[1] = a < b ? middle + 7 : middle - 7;
        }
        for (const [index, curve] of curves.entries()) {
          for (const run of runs(points, curve.value)) {
            marks.push(
              polyline(
                run.map((point) => [frame.x(point.k), frame.y(curve.value(point) ?? 0)]),
                curve.colour,
              ),
            );
            for (const point of run) {
              const at: [number, number] = [frame.x(point.k), frame.y(curve.value(point) ?? 0)];
              marks.push(
                symbol(curve.shape, at[0], at[1], point.k === result.k ? 11 : 6, curve.colour, {
                  stroke: theme.paper,
                  lineWidth: 1,
                }),
              );
            }
          }
          const y = ends[index];
          if (typeof y === 'number') {
            marks.push(
              text(
                curve.label,
                frame.left + frame.width + 10,
                y,
                index === 1 ? theme.accent : theme.inkSecond,
                theme,
              ),
            );
          }
        }
        return marks;
      };
      return {
        ...base(theme),
        grid: grid(36, 40, 78, 44),
        xAxis: xAxis(
          {
            min: first - 0.5,
            max: last + 0.5,
            lines: false,
            name: 'subdomains k',
            at: points.filter((_, n) => points.length <= 10 || n % 2 === 0).map((point) => point.k),
          },
          theme,
        ),
        yAxis: yAxis(
          {
            min: floor,
            max: 1,
            interval: floor < 0 ? 0.5 : 0.25,
            labels: unitTick,
          },
          theme,
        ),
        series: [drawing(0, [first, 0], draw)],
      };
    },
  };
}
