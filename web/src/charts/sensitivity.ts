// HARMONY against each parameter that somebody had to choose: small multiples with one scale, the value used marked.

import type { CsvValue } from '../components/csv.ts';
import type { HarmonyResult, SensitivityResult } from '../engine/results.ts';
import { counted, fixed, unit } from '../verdict/numbers.ts';
import { basisOf, type Chart } from './chart.ts';
import {
  base,
  drawing,
  type Frame,
  grid,
  line,
  type Mark,
  polyline,
  symbol,
  text,
  unitTick,
  xAxis,
  yAxis,
} from './marks.ts';
import { shapes } from './palette.ts';
import { runs } from './silhouette_curve.ts';

const HEIGHT = 196;
const TOP = 48;
const BOTTOM = 26;
const LEFT = 30;
const GAP = 18;

interface Sample {
  value: number;
  harmony: number | null;
  grey: number | null; // H_size or silhouette, in grey behind
  lines: string[];
}

interface SmallPlot {
  parameter: string;
  heading: string;
  greyWord: string;
  samples: Sample[];
  used: number | null;
  log: boolean;
  joined: boolean; // seeds have no order: points only
}

function plots(result: HarmonyResult, sensitivity: SensitivityResult): SmallPlot[] {
  const { parameters } = result;
  const all: SmallPlot[] = [
    {
      parameter: 'b',
      heading: 'bandwidth b',
      greyWord: 'H_size',
      samples: sensitivity.bandwidth.map((row) => ({
        value: row.b,
        harmony: row.harmony,
        grey: row.harmonyOfSizes,
        lines: [`HARMONY ${unit(row.harmony)}`, `H_size ${unit(row.harmonyOfSizes)}`],
      })),
      used: result.bandwidth,
      log: false,
      joined: true,
    },
    {
      parameter: 'tau',
      heading: 'temperature τ',
      greyWord: 'silhouette',
      samples: sensitivity.tau.map((row) => ({
        value: row.tau,
        harmony: row.harmony,
        grey: row.silhouette,
        lines: [`HARMONY ${unit(row.harmony)}`, `k = ${row.k}`, `silhouette ${unit(row.silhouette)}`],
      })),
      used: parameters.tau,
      log: true,
      joined: true,
    },
    {
      parameter: 'k',
      heading: 'subdomains k',
      greyWord: 'silhouette',
      samples: sensitivity.subdomains.map((row) => ({
        value: row.k,
        harmony: row.harmony,
        grey: row.silhouette,
        lines: [`HARMONY ${unit(row.harmony)}`, `silhouette ${unit(row.silhouette)}`],
      })),
      used: result.k,
      log: false,
      joined: true,
    },
    {
      parameter: 'seed',
      heading: 'seed',
      greyWord: 'agreement',
      samples: sensitivity.seeds.map((row) => ({
        value: row.seed,
        harmony: row.harmony,
        grey: row.adjustedRand,
        lines: [
          `HARMONY ${unit(row.harmony)}`,
          `k = ${row.k}`,
          `adjusted Rand index with the partition used ${unit(row.adjustedRand)}`,
        ],
      })),
      used: parameters.seed,
      log: false,
      joined: false,
    },
  ];
  return all.filter((plot) => plot.samples.length > 0);
}

/** The values that get a label: from left to right, each with room for its text beside the one before. */
export function labelled(
  values: readonly number[],
  extent: { min: number; max: number },
  log: boolean,
  room: number,
): number[] {
  const place = (value: number) => (log ? Math.log(value) : value);
  const length = place(extent.max) - place(extent.min);
  const chosen: number[] = [];
  for (const value of values) {
    const before = chosen[chosen.length - 1];
    if (before === undefined || (place(value) - place(before)) / length >= 1 / room) chosen.push(value);
  }
  return chosen;
}

export function sensitivityCharts(
  result: HarmonyResult,
  sensitivity: SensitivityResult,
  model: string,
  benchmark: string,
): Chart | null {
  const panels = plots(result, sensitivity);
  if (panels.length === 0) return null;
  const flat = panels.flatMap((panel, index) => panel.samples.map((sample) => ({ panel, index, sample })));
  const perRow = (width: number) => (width >= 720 ? panels.length : Math.min(2, panels.length));
  const rowsFor = (width: number) => Math.ceil(panels.length / perRow(width));
  const range = (panel: SmallPlot) => {
    const values = panel.samples.flatMap((sample) => (sample.harmony === null ? [] : [sample.harmony]));
    return values.length === 0 ? 'none' : `${unit(Math.min(...values))} to ${unit(Math.max(...values))}`;
  };
  const number = (value: number) =>
    Number.isInteger(value) ? String(value) : fixed(value, 2).replace(/0$/, '');
  return {
    name: `sensitivity ${benchmark} ${model}`,
    basis: basisOf(benchmark, model, `n = ${counted(result.items, 'item')}`),
    title: 'Does it hang on a choice?',
    summary: `Small charts of HARMONY against ${panels.map((panel) => `${panel.heading}: ${range(panel)}`).join('; ')}. Used: HARMONY ${unit(result.harmony)}.`,
    how:
      'Each chart changes one parameter and keeps the others: b changes only the weights; τ, k and the seed change the partition. The dashed line is the value used. All charts share the scale 0 to 1. ' +
      'Grey behind: H_size for b, the mean silhouette for τ and k, the agreement with the partition used for seeds.',
    table: () => ({
      header: ['parameter', 'value', 'HARMONY', 'H_size', 'silhouette', 'k', 'adjusted Rand index'],
      rows: [
        ...sensitivity.bandwidth.map((row): CsvValue[] => [
          'b',
          row.b,
          row.harmony,
          row.harmonyOfSizes,
          null,
          result.k,
          null,
        ]),
        ...sensitivity.tau.map((row): CsvValue[] => [
          'tau',
          row.tau,
          row.harmony,
          null,
          row.silhouette,
          row.k,
          null,
        ]),
        ...sensitivity.subdomains.map((row): CsvValue[] => [
          'k',
          row.k,
          row.harmony,
          null,
          row.silhouette,
          row.k,
          null,
        ]),
        ...sensitivity.seeds.map((row): CsvValue[] => [
          'seed',
          row.seed,
          row.harmony,
          null,
          null,
          row.k,
          row.adjustedRand,
        ]),
      ],
    }),
    points: {
      count: flat.length,
      rowLength: Math.max(1, flat.length),
      at: (n) => {
        const found = flat[n];
        if (found === undefined) return { title: '', lines: [], grid: 0, at: [0, 0] };
        return {
          title: `${found.panel.heading} ${number(found.sample.value)}`,
          lines: found.sample.lines,
          grid: found.index,
          at: [found.sample.value, found.sample.harmony ?? 0],
        };
      },
      pick: (gridIndex, x) => {
        const log = panels[gridIndex]?.log === true;
        const place = (value: number) => (log ? Math.log(value) : value);
        let nearest = -1;
        let distance = Number.POSITIVE_INFINITY;
        for (const [n, entry] of flat.entries()) {
          if (entry.index !== gridIndex) continue;
          const away = Math.abs(place(entry.sample.value) - place(x));
          if (away < distance) {
            distance = away;
            nearest = n;
          }
        }
        return nearest;
      },
    },
    height: (width) => rowsFor(width) * HEIGHT,
    option: (theme, width) => {
      const across = perRow(width);
      const cell = (width - LEFT - GAP * (across - 1)) / across;
      const place = (n: number) => ({
        left: LEFT + (n % across) * (cell + GAP),
        top: Math.floor(n / across) * HEIGHT + TOP,
      });
      const extents = panels.map((panel) => {
        const values = panel.samples.map((sample) => sample.value);
        const used = panel.used === null ? [] : [panel.used];
        const low = Math.min(...values, ...used);
        const high = Math.max(...values, ...used);
        if (panel.log) return { min: low / 1.2, max: high * 1.2 };
        const pad = (high - low) * 0.06 || 0.5;
        return { min: low - pad, max: high + pad };
      });
      return {
        ...base(theme),
        grid: panels.map((_, n) => {
          const { left, top } = place(n);
          return {
            ...grid(left, top, 0, 0),
            right: undefined,
            bottom: undefined,
            width: cell,
            height: HEIGHT - TOP - BOTTOM,
          } as object;
        }),
        xAxis: panels.map((panel, n) => {
          const extent = extents[n] ?? { min: 0, max: 1 };
          const at = labelled(
            panel.samples.map((sample) => sample.value),
            extent,
            panel.log,
            cell / 34,
          );
          return xAxis(
            {
              ...extent,
              grid: n,
              lines: false,
              log: panel.log,
              labels: number,
              at,
            },
            theme,
          );
        }),
        yAxis: panels.map((_, n) =>
          yAxis(
            {
              min: 0,
              max: 1,
              grid: n,
              interval: 0.25,
              labels: (value) => (n % across === 0 ? unitTick(value) : ''),
            },
            theme,
          ),
        ),
        series: panels.map((panel, n) => {
          const anchor: [number, number] = [panel.samples[0]?.value ?? 1, 0];
          const draw = (frame: Frame): Mark[] => {
            const marks: Mark[] = [
              text(panel.heading, frame.left, frame.top - 37, theme.ink, theme, { bold: true }),
              symbol(shapes[1], frame.left + frame.width - 5, frame.top - 19, 8, theme.reference),
              text(panel.greyWord, frame.left + frame.width - 14, frame.top - 19, theme.axis, theme, {
                align: 'right',
              }),
            ];
            if (n % across === 0) {
              marks.push(
                symbol(shapes[0], 5, frame.top - 19, 9, theme.accent),
                text('HARMONY', 14, frame.top - 19, theme.axis, theme),
              );
            }
            if (panel.used !== null) {
              const x = frame.x(panel.used);
              marks.push(
                line(x, frame.top, x, frame.top + frame.height, theme.reference, { lineDash: [4, 3] }),
              );
            }
            const curves = [
              { value: (sample: Sample) => sample.grey, colour: theme.reference, shape: shapes[1], size: 5 },
              { value: (sample: Sample) => sample.harmony, colour: theme.accent, shape: shapes[0], size: 7 },
            ];
            for (const curve of curves) {
              for (const run of runs(panel.samples, curve.value)) {
                const places = run.map((sample): [number, number] => [
                  frame.x(sample.value),
                  frame.y(Math.max(0, Math.min(1, curve.value(sample) ?? 0))),
                ]);
                if (panel.joined) marks.push(polyline(places, curve.colour));
                for (const [index, at] of places.entries()) {
                  const used = run[index]?.value === panel.used;
                  marks.push(
                    symbol(curve.shape, at[0], at[1], used ? curve.size + 4 : curve.size, curve.colour, {
                      stroke: theme.paper,
                      lineWidth: 1,
                    }),
                  );
                }
              }
            }
            return marks;
          };
          return drawing(n, anchor, draw);
        }),
      };
    },
  };
}
