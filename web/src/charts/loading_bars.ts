// Correlation of each ability with each benchmark's (category's, attribute's) score: bars from zero on -1..1, the
// dimensions side by side, with intervals and marks of significance; the stronger dimension bold.

import type { Loading, Measures } from '../engine/item_response.ts';
import { count, counted, MISSING, pValue, unit, unitRange } from '../verdict/numbers.ts';
import type { Chart } from './chart.ts';
import {
  base,
  cutInMiddle,
  drawing,
  type Frame,
  grid,
  line,
  lyingInterval,
  type Mark,
  rect,
  roomFor,
  symbol,
  text,
  unitTick,
  xAxis,
  yAxis,
} from './marks.ts';
import { mix, subdomainColour, subdomainShape } from './palette.ts';
import type { ChartTheme } from './theme.ts';

const BAR = 16;
/** Free room between groups, in bars. */
const GAP = 0.6;
const TOP = 28;
/** Beyond this many groups the picture shows those with the strongest loadings; the table has all. */
export const MOST_GROUPS = 40;

/** "***" below .001, "**" below .01, "*" below .05, after Benjamini-Hochberg. */
export function significanceMark(loading: Loading | undefined): string {
  const p = loading?.adjustedP ?? null;
  if (p === null) return '';
  return p < 0.001 ? '***' : p < 0.01 ? '**' : p < 0.05 ? '*' : '';
}

/** "r = .83 (.76–.88)" */
export function loadingInWords(loading: Loading | undefined): string {
  if (!loading || loading.r === null) return `r ${MISSING}`;
  const range = unitRange({ low: loading.low ?? Number.NaN, high: loading.high ?? Number.NaN });
  return `r = ${unit(loading.r)}${range === '' ? '' : ` (${range})`}`;
}

/** The colour of a dimension in every view: those of the categories, in order. */
export function dimensionColour(dimension: number, theme: ChartTheme): string {
  return subdomainColour(dimension, theme);
}

export interface LoadingBarsInput {
  measures: Measures;
  dimensions: string[]; // names
  /** What a group is: "benchmark", "category". */
  noun: string;
  selected: number; // group; -1 = none
}

export function loadingBars({ measures, dimensions, noun, selected }: LoadingBarsInput): Chart | null {
  const shown = shownGroups(measures);
  const n = shown.length;
  const d = dimensions.length;
  if (n === 0 || d === 0) return null;
  const groupOf = (row: number) => measures.groups[shown[row] ?? -1];
  const step = d + GAP;
  const placeOf = (row: number, dimension: number) => row * step + dimension;
  const omitted = measures.groups.length - n;
  return {
    name: `loadings by ${noun}`,
    title:
      d > 1 ? 'Which ability does each score follow?' : 'How closely does each score follow the ability?',
    summary:
      `Bars: correlation of ${d > 1 ? 'the abilities' : 'the ability'} with the score on ${counted(n, noun)}. ` +
      shown
        .slice(0, 6)
        .map(
          (index) =>
            `${measures.groups[index]?.name}: ${dimensions
              .map((name, dimension) => `${name} ${unit(measures.groups[index]?.loadings[dimension]?.r)}`)
              .join(', ')}`,
        )
        .join('; ') +
      (n > 6 ? `; and ${count(n - 6)} more.` : '.'),
    how:
      'Pearson correlation over the models between their estimated ability and their mean score on the items of the group. The whisker is the 95% interval (Fisher’s z). ' +
      '* ** *** mark p < .05, .01, .001 after Benjamini–Hochberg over all bars. ' +
      (d > 1
        ? 'The stronger dimension is bold where Williams’ test of two dependent correlations finds a difference (p < .05); otherwise none is. '
        : '') +
      'An ability is estimated from these same answers: a group with many of the items follows it by construction, so compare groups with each other, not with zero.' +
      (omitted > 0 ? ` Shown: the ${count(n)} with the strongest correlations; the table has all.` : ''),
    table: () => ({
      header: [
        noun,
        'items',
        'models',
        ...dimensions.flatMap((name) => [
          `${name}: r`,
          `${name}: low`,
          `${name}: high`,
          `${name}: p`,
          `${name}: adjusted p`,
        ]),
        'stronger',
        'p of the difference',
      ],
      rows: measures.groups.map((group) => [
        group.name,
        group.items,
        group.models,
        ...dimensions.flatMap((_, dimension) => {
          const loading = group.loadings[dimension];
          return [
            loading?.r ?? null,
            loading?.low ?? null,
            loading?.high ?? null,
            loading?.pValue ?? null,
            loading?.adjustedP ?? null,
          ];
        }),
        dimensions[group.stronger] ?? '',
        group.strongerP,
      ]),
    }),
    points: {
      count: n * d,
      rowLength: 1,
      wholeRows: true,
      at: (index) => {
        const row = Math.floor(index / d);
        const dimension = index % d;
        const group = groupOf(row);
        const loading = group?.loadings[dimension];
        const name = dimensions[dimension] ?? '';
        return {
          title: `${group?.name ?? ''}: ${name}`,
          lines: [
            loadingInWords(loading),
            `${pValue(loading?.adjustedP)} (adjusted)`,
            ...(group?.stronger === dimension
              ? [`stronger than the others, ${pValue(group.strongerP)}`]
              : d > 1 && group?.stronger === -1
                ? ['no dimension is clearly stronger']
                : []),
            `${counted(group?.items ?? 0, 'item')}, ${counted(group?.models ?? 0, 'model')}`,
          ],
          grid: 0,
          at: [loading?.r ?? 0, placeOf(row, dimension)],
          choice: shown[row] ?? -1,
        };
      },
      pick: (_grid, _x, y) => {
        const row = Math.floor((y + 0.5 + GAP / 2) / step);
        const dimension = Math.round(y - row * step);
        if (row < 0 || row >= n) return -1;
        return row * d + Math.max(0, Math.min(d - 1, dimension));
      },
    },
    height: (width) => TOP + legendHeight(dimensions, width) + n * step * BAR + 44,
    option: (theme, width) => {
      const narrow = width < 460;
      const labels = narrow ? width * 0.3 : Math.min(240, Math.max(96, roomFor(names(measures, shown)) + 24));
      const values = 62;
      const top = TOP + legendHeight(dimensions, width);
      const draw = (frame: Frame): Mark[] => {
        const marks: Mark[] = [];
        let x = 0;
        let y = 9;
        for (const [dimension, name] of dimensions.entries()) {
          const room = Math.min(width, 32 + name.length * 7);
          if (x + room > width && x > 0) {
            x = 0;
            y += 18;
          }
          marks.push(
            symbol(subdomainShape(dimension), x + 6, y, 10, dimensionColour(dimension, theme)),
            text(name, x + 16, y, theme.ink, theme, { width: width - x - 18 }),
          );
          x += room;
        }
        const zero = frame.x(0);
        marks.push(line(zero, frame.top, zero, frame.top + frame.height, theme.axis, { lineWidth: 1.5 }));
        for (let row = 0; row < n; row++) {
          const group = groupOf(row);
          if (!group) continue;
          const chosen = shown[row] === selected && !theme.figure; // what is looked at is of the page
          const first = frame.y(placeOf(row, 0)) - BAR / 2;
          if (chosen) marks.push(rect(0, first - 3, width, d * BAR + 6, theme.wash, { r: 4 }));
          const middle = first + (d * BAR) / 2;
          marks.push(
            text(cutInMiddle(group.name, labels - 14), 6, middle, theme.ink, theme, {
              bold: chosen,
              width: labels - 10,
            }),
            ...(chosen
              ? [line(zero, first - 3, zero, first + d * BAR + 3, theme.axis, { lineWidth: 1.5 })]
              : []),
          );
          for (let dimension = 0; dimension < d; dimension++) {
            const loading = group.loadings[dimension];
            const y = frame.y(placeOf(row, dimension));
            const bold = group.stronger === dimension;
            if (!loading || loading.r === null) {
              marks.push(text(MISSING, width - 28, y, theme.inkSecond, theme, { align: 'right' }));
              continue;
            }
            const colour = dimensionColour(dimension, theme);
            const strong = bold || d === 1;
            const fill = strong ? colour : mix(colour, theme.paper, 0.5);
            const end = frame.x(loading.r);
            marks.push(
              rect(Math.min(zero, end), y - 6, Math.abs(end - zero), 12, fill),
              ...(loading.low !== null && loading.high !== null
                ? lyingInterval(frame.x(loading.low), frame.x(loading.high), y, theme.ink)
                : []),
              text(unit(loading.r), width - 28, y, bold ? theme.ink : theme.inkSecond, theme, {
                align: 'right',
                bold,
              }),
              text(significanceMark(loading), width - 24, y + 2, theme.ink, theme, { bold }),
            );
          }
        }
        return marks;
      };
      return {
        ...base(theme),
        grid: grid(labels, top, values, 44),
        xAxis: xAxis(
          { min: -1, max: 1, interval: 0.5, labels: unitTick, name: 'correlation with the score' },
          theme,
        ),
        yAxis: yAxis(
          { min: -0.5 - GAP / 2, max: n * step - 0.5 - GAP / 2, inverse: true, show: false },
          theme,
        ),
        series: [drawing(0, [0, 0], draw)],
      };
    },
  };
}

const names = (measures: Measures, shown: readonly number[]) =>
  shown.map((index) => measures.groups[index]?.name ?? '');

/** Positions in measures.groups: all in their order, or the strongest where there are too many. */
function shownGroups({ groups }: Measures): number[] {
  const all = groups.map((_, index) => index);
  if (all.length <= MOST_GROUPS) return all;
  const strength = (index: number) =>
    (groups[index]?.loadings ?? []).reduce((most, { r }) => Math.max(most, Math.abs(r ?? 0)), 0);
  return all
    .sort((a, b) => strength(b) - strength(a) || a - b)
    .slice(0, MOST_GROUPS)
    .sort((a, b) => a - b);
}

function legendHeight(dimensions: readonly string[], width: number): number {
  let rows = 1;
  let x = 0;
  for (const name of dimensions) {
    const room = Math.min(width, 32 + name.length * 7);
    if (x + room > width && x > 0) {
      rows += 1;
      x = 0;
    }
    x += room;
  }
  return (rows - 1) * 18;
}
