// Abilities of models above, difficulties of items below, on one axis: where the items are and where the models are.

import { count, counted, fixed } from '../verdict/numbers.ts';
import { basisOf, type Chart } from './chart.ts';
import {
  base,
  cutInMiddle,
  drawing,
  type Frame,
  grid,
  line,
  type Mark,
  rect,
  roomFor,
  symbol,
  text,
  xAxis,
  yAxis,
} from './marks.ts';
import { shapes } from './palette.ts';

export interface WrightMapInput {
  dimension: string;
  models: { name: string; ability: number | null; index: number }[];
  difficulties: readonly (number | null)[];
  limit: number;
}

const BIN = 0.25;
/** At most; short names need less. */
const TALLEST = 190;
const LOWER = 110;
const TOP = 18;
const BOTTOM = 38;

export function wrightMap({ dimension, models, difficulties, limit }: WrightMapInput): Chart {
  const placed = models
    .flatMap((one) => (one.ability === null ? [] : [{ ...one, ability: one.ability }]))
    .sort((a, b) => a.ability - b.ability || a.index - b.index);
  const clamp = (value: number) => Math.max(-limit, Math.min(limit, value));
  const bins = new Map<number, number>();
  let least = Math.min(-2, ...placed.map((one) => clamp(one.ability)));
  let most = Math.max(2, ...placed.map((one) => clamp(one.ability)));
  let items = 0;
  let outside = 0;
  for (const value of difficulties) {
    if (value === null) continue;
    items += 1;
    if (Math.abs(value) > limit) outside += 1;
    const at = clamp(value);
    least = Math.min(least, at);
    most = Math.max(most, at);
    const bin = Math.min(Math.floor(at / BIN), limit / BIN - 1);
    bins.set(bin, (bins.get(bin) ?? 0) + 1);
  }
  const upperHeight = Math.max(64, Math.min(TALLEST, roomFor(placed.map((one) => one.name)) + 36));
  const from = Math.floor(least);
  const to = Math.ceil(most);
  const filled = [...bins.entries()].sort(([a], [b]) => a - b);
  const tallest = filled.reduce((largest, [, n]) => Math.max(largest, n), 1);
  return {
    name: `wright map ${dimension}`,
    basis: basisOf(counted(placed.length, 'model'), `n = ${counted(items, 'item')}`),
    title: `Wright map: ${dimension}`,
    summary:
      `Abilities of ${counted(placed.length, 'model')} from ${fixed(placed[0]?.ability, 1)} to ${fixed(placed.at(-1)?.ability, 1)}` +
      ` above the difficulties of ${counted(items, 'item')} on the same axis.`,
    how:
      'Above: the ability of each model. Below: how many items have which difficulty, in steps of a quarter. A model solves an item of its own ability in one half of the cases. ' +
      'With several dimensions an item’s difficulty lies along its own direction, so that its place against one dimension is approximate.' +
      (outside > 0 ? ` ${counted(outside, 'item')} beyond ±${limit} in the outermost bars.` : ''),
    table: () => ({
      header: ['what', 'name or range', 'place', 'items'],
      rows: [
        ...placed.map((one) => ['model', one.name, one.ability, null]),
        ...filled.map(([bin, n]) => [
          'items',
          `${fixed(bin * BIN, 2)} to ${fixed((bin + 1) * BIN, 2)}`,
          (bin + 0.5) * BIN,
          n,
        ]),
      ],
    }),
    points: {
      count: placed.length + filled.length,
      rowLength: placed.length + filled.length,
      at: (index) => {
        const model = placed[index];
        if (model)
          return {
            title: model.name,
            lines: [`ability ${fixed(model.ability, 2)}`],
            grid: 0,
            at: [clamp(model.ability), 0.03],
            choice: model.index,
          };
        const [bin, n] = filled[index - placed.length] ?? [0, 0];
        return {
          title: counted(n, 'item'),
          lines: [`difficulty ${fixed(bin * BIN, 2)} to ${fixed((bin + 1) * BIN, 2)}`],
          grid: 1,
          at: [(bin + 0.5) * BIN, n],
        };
      },
      pick: (gridIndex, x) => {
        if (gridIndex === 1) {
          const at = filled.findIndex(([bin]) => bin === Math.floor(x / BIN));
          return at < 0 ? -1 : placed.length + at;
        }
        let best = -1;
        let nearest = (to - from) * 0.02;
        for (const [index, one] of placed.entries()) {
          const distance = Math.abs(one.ability - x);
          if (distance < nearest) {
            nearest = distance;
            best = index;
          }
        }
        return best;
      },
    },
    height: () => TOP + upperHeight + LOWER + BOTTOM,
    option: (theme, width) => {
      const upper = (frame: Frame): Mark[] => {
        const ground = frame.top + frame.height;
        const marks: Mark[] = [
          line(frame.left, ground, frame.left + frame.width, ground, theme.axis),
          text('Models', 0, 8, theme.axis, theme),
        ];
        // Names stand upright above their model, as many as there is room for.
        let free = Number.NEGATIVE_INFINITY;
        for (const one of placed) {
          const x = frame.x(clamp(one.ability));
          marks.push(symbol(shapes[2], x, ground - 8, 8, theme.accent));
          if (x < free) continue;
          free = x + 14;
          const name = cutInMiddle(one.name, upperHeight - 36);
          marks.push(
            line(x, ground - 14, x, ground - 20, theme.reference),
            text(name, x, ground - 24, theme.ink, theme, { rotate: Math.PI / 2 }),
          );
        }
        return marks;
      };
      const lower = (frame: Frame): Mark[] => [
        ...filled.map(([bin, n]) => {
          const left = frame.x(bin * BIN);
          return rect(
            left,
            frame.top,
            frame.x((bin + 1) * BIN) - left - 1,
            frame.y(n) - frame.top,
            theme.reference,
          );
        }),
        text(`Items, at most ${count(tallest)} a step`, 0, frame.top + frame.height - 8, theme.axis, theme, {
          halo: theme.paper,
        }),
      ];
      const side = Math.min(60, Math.max(10, roomFor(['x']) + width * 0.02));
      const common = {
        min: from,
        max: to,
        interval: 1,
        labels: (value: number) => String(value).replace('-', '−'),
      };
      return {
        ...base(theme),
        grid: [grid(side, TOP, 10, LOWER + BOTTOM), grid(side, TOP + upperHeight, 10, BOTTOM)],
        xAxis: [
          xAxis({ ...common, grid: 0, labels: () => '' }, theme),
          xAxis({ ...common, grid: 1, name: 'ability and difficulty' }, theme),
        ],
        yAxis: [
          yAxis({ min: 0, max: 1, grid: 0, show: false }, theme),
          yAxis({ min: 0, max: tallest, grid: 1, show: false, inverse: true }, theme),
        ],
        series: [drawing(0, [from, 0], upper), drawing(1, [from, 0], lower)],
      };
    },
  };
}
