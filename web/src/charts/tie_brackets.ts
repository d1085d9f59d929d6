// Accuracies with their intervals, best first, and brackets around neighbours that no test tells apart.

import type { Ranks } from '../engine/study.ts';
import { counted, percent, percentRange } from '../verdict/numbers.ts';
import { rankInWords } from '../verdict/ranks.ts';
import { basisOf, type Chart } from './chart.ts';
import { roundedScale } from './dot_rows.ts';
import {
  base,
  circle,
  drawing,
  type Frame,
  grid,
  line,
  lyingInterval,
  type Mark,
  rect,
  roomFor,
  text,
  xAxis,
  yAxis,
} from './marks.ts';
import { modelRowHeight, namedRows, rowNames } from './model_rows.ts';

const TOP = 24;
const BOTTOM = 42;
const LANE = 10;
const MOST_LANES = 6;
/** Narrower than this (in pixels) the ranks stand in the table alone, and names are cut sooner: dots need the room. */
const NARROW = 480;

/** Brackets of groups that overlap stand beside each other: the first free lane for each. */
export function lanesOf(groups: readonly { first: number; last: number }[]): number[] {
  const ends: number[] = [];
  return groups.map(({ first, last }) => {
    const free = ends.findIndex((end) => end < first);
    const lane = free < 0 ? ends.length : free;
    ends[lane] = last;
    return lane;
  });
}

export function tieBrackets(
  ranks: Ranks,
  benchmark: string,
  modelName: (model: number) => string,
): Chart | null {
  const { models } = ranks;
  if (models.length < 2) return null;
  const rows = models.length;
  const rowHeight = modelRowHeight(rows);
  const names = models.map((one) => modelName(one.model));
  const groups = ranks.groups.filter((group) => group.last > group.first);
  const lanes = lanesOf(groups);
  const laneCount = Math.min(MOST_LANES, Math.max(0, ...lanes.map((lane) => lane + 1)));
  const values = models.flatMap((one) => {
    const { value, interval } = one.accuracy;
    return [value, interval?.low, interval?.high].filter((x): x is number => typeof x === 'number');
  });
  const scale = roundedScale(values);
  const { interval } = scale;
  const [min, max] = [Math.max(0, scale.min), Math.min(1, scale.max)]; // no accuracy lies outside
  const written = models.map((one, n) => rankInWords(one, n + 1));
  return {
    name: `ties ${benchmark}`,
    basis: basisOf(
      benchmark,
      ranks.method,
      ranks.correction === 'holm' ? 'Holm' : 'Benjamini-Hochberg',
      `n = ${counted(Math.max(...models.map((one) => one.accuracy.items)), 'item')}`,
    ),
    title: 'Who can be told apart?',
    summary: `${counted(rows, 'model')} by accuracy. ${
      groups.length === 0
        ? 'Every model can be told apart from its neighbours.'
        : `Not told apart: ${groups
            .slice(0, 6)
            .map((group) => `places ${group.first + 1} to ${group.last + 1}`)
            .join('; ')}.`
    }`,
    how:
      `Dots are accuracies with 95% intervals. Every pair of models is tested on the items that both have (${ranks.method}), and the p-values are corrected for ${counted(ranks.pairs, 'pair')}. ` +
      'A bracket holds neighbours of which no two can be told apart; brackets may overlap, because “not told apart” does not carry over from pair to pair. The axis need not begin at 0.' +
      (lanes.some((lane) => lane >= MOST_LANES)
        ? ` No more than ${MOST_LANES} brackets are drawn beside each other: the ranks of the table hold all of them.`
        : ''),
    table: () => ({
      header: ['model', 'place', 'best rank', 'worst rank', 'accuracy', 'low', 'high', 'items'],
      rows: models.map((one, n) => [
        names[n] ?? '',
        n + 1,
        one.rank,
        one.lowestRank,
        one.accuracy.value,
        one.accuracy.interval?.low ?? null,
        one.accuracy.interval?.high ?? null,
        one.accuracy.items,
      ]),
    }),
    points: {
      count: rows,
      rowLength: 1,
      wholeRows: true,
      at: (row) => {
        const one = models[row];
        return {
          title: names[row] ?? '',
          lines: [
            `rank ${written[row]}`,
            `${percent(one?.accuracy.value)} (${percentRange(one?.accuracy.interval)}), ${counted(one?.accuracy.items ?? 0, 'item')}`,
            one && one.tiedWith.length > 0
              ? `not told apart from ${counted(one.tiedWith.length, 'model')}`
              : 'told apart from all the others',
          ],
          grid: 0,
          at: [one?.accuracy.value ?? min, row],
        };
      },
      pick: (_grid, _x, y) => {
        const row = Math.round(y);
        return row >= 0 && row < rows ? row : -1;
      },
    },
    height: () => TOP + rows * rowHeight + BOTTOM,
    option: (theme, width) => {
      const narrow = width < NARROW;
      const labels = Math.min(width * (narrow ? 0.37 : 0.36), 240, Math.max(90, roomFor(names) + 8));
      const rankRoom = !narrow && rowHeight >= 15 ? roomFor(written) + 12 : 6;
      const right = rankRoom + laneCount * LANE + 8;
      const draw = (frame: Frame): Mark[] => {
        const marks: Mark[] = [];
        const edge = frame.left + frame.width;
        for (const [n, group] of groups.entries()) {
          if (laneCount > 1 || n % 2 === 1) continue; // bands of groups that overlap say nothing
          marks.push(
            rect(
              0,
              frame.y(group.first) - rowHeight / 2,
              edge,
              (group.last - group.first + 1) * rowHeight,
              theme.band,
            ),
          );
        }
        if (rankRoom > 6) marks.push(text('rank', edge + 10, 10, theme.axis, theme));
        marks.push(...rowNames(names, namedRows(rows, rowHeight), frame.y, labels - 8, [], theme));
        for (const [row, one] of models.entries()) {
          const y = frame.y(row);
          if (one.accuracy.interval) {
            const { low, high } = one.accuracy.interval;
            marks.push(...lyingInterval(frame.x(low), frame.x(high), y, theme.accent));
          }
          if (one.accuracy.value !== null)
            marks.push(circle(frame.x(one.accuracy.value), y, 4, theme.accent));
          if (rankRoom > 6) marks.push(text(written[row] ?? '', edge + 10, y, theme.ink, theme));
        }
        const from = edge + rankRoom + 6;
        for (const [n, group] of groups.entries()) {
          const lane = lanes[n] ?? 0;
          if (lane >= MOST_LANES) continue;
          const x = from + lane * LANE;
          const [top, bottom] = [frame.y(group.first) - 5, frame.y(group.last) + 5];
          const style = { lineWidth: 2 };
          marks.push(
            line(x, top, x, bottom, theme.inkSecond, style),
            line(x - 4, top, x, top, theme.inkSecond, style),
            line(x - 4, bottom, x, bottom, theme.inkSecond, style),
          );
        }
        return marks;
      };
      return {
        ...base(theme),
        grid: grid(labels, TOP, right, BOTTOM),
        xAxis: xAxis(
          {
            min,
            max,
            interval,
            name: 'accuracy',
            labels: (value) => percent(value, interval < 0.01 ? 1 : 0),
          },
          theme,
        ),
        yAxis: yAxis({ min: -0.5, max: rows - 0.5, inverse: true, show: false }, theme),
        series: [drawing(0, [min, 0], draw)],
      };
    },
  };
}
