// What the partition follows: agreement with each variable, chance in grey, artefacts and labels told apart by shape.

import type { AuditRow, HarmonyResult } from '../engine/results.ts';
import { counted, pValue, unit } from '../verdict/numbers.ts';
import { basisOf, type Chart } from './chart.ts';
import {
  base,
  drawing,
  type Frame,
  grid,
  line,
  type Mark,
  rect,
  roomFor,
  symbol,
  text,
  unitTick,
  xAxis,
  yAxis,
} from './marks.ts';
import { shapes } from './palette.ts';
import type { ChartTheme } from './theme.ts';

const ROW = 26;
const TOP = 22;

export const auditKinds: Record<AuditRow['kind'], { word: string; shape: string; category: number | null }> =
  {
    artefact: { word: 'artefact', shape: shapes[2], category: 5 },
    label: { word: 'label', shape: shapes[0], category: 0 },
    neutral: { word: 'other', shape: shapes[1], category: null },
  };

/** The strongest agreement first; equal ones stay in the order of the core. */
export function auditOrder(rows: readonly AuditRow[]): AuditRow[] {
  return [...rows].sort((a, b) => b.mutualInformation - a.mutualInformation);
}

function kindColour(kind: AuditRow['kind'], theme: ChartTheme): string {
  const { category } = auditKinds[kind];
  return category === null ? theme.reference : (theme.categories[category] ?? theme.accent);
}

export function auditBars(result: HarmonyResult, model: string, benchmark: string): Chart | null {
  const rows = auditOrder(result.audit.rows);
  const n = rows.length;
  if (n === 0) return null;
  const room = roomFor(rows.map((row) => row.variable)) + 26;
  return {
    name: `partition audit ${benchmark} ${model}`,
    basis: basisOf(benchmark, model, `n = ${counted(result.items, 'item')}`),
    title: 'What the subdomains follow',
    summary: `Bars: agreement of the partition (normalised mutual information) with ${rows
      .map(
        (row) =>
          `${row.variable}, ${auditKinds[row.kind].word}: ${unit(row.mutualInformation)}, chance ${unit(row.baseline)}`,
      )
      .join('; ')}.`,
    how:
      'Normalised mutual information (arithmetic mean of the entropies) between the subdomains and each variable, from 0 to 1. The grey mark is its mean when the variable is permuted over the items; ' +
      'p is the share of permutations at least as large. Artefacts (option, key, confidence, difficulty, length) say how the items were answered, labels what they are about.',
    table: () => ({
      header: [
        'variable',
        'kind',
        'levels',
        'items',
        'normalised mutual information',
        'chance',
        'p',
        'adjusted Rand index',
      ],
      rows: rows.map((row) => [
        row.variable,
        auditKinds[row.kind].word,
        row.levels,
        row.items,
        row.mutualInformation,
        row.baseline,
        row.pValue,
        row.adjustedRand,
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
          title: `${row.variable} (${auditKinds[row.kind].word})`,
          lines: [
            `agreement ${unit(row.mutualInformation)}, chance ${unit(row.baseline)}, ${pValue(row.pValue)}`,
            `adjusted Rand index ${unit(row.adjustedRand)}`,
            `${counted(row.levels, 'level')}, ${counted(row.items, 'item')}`,
          ],
          grid: 0,
          at: [row.mutualInformation, index],
        };
      },
      pick: (_grid, _x, y) => {
        const index = Math.round(y);
        return index >= 0 && index < n ? index : -1;
      },
    },
    height: () => TOP + n * ROW + 44,
    option: (theme, width) => {
      const narrow = width < 340;
      const labels = Math.min(width * 0.4, Math.max(90, room));
      const draw = (frame: Frame): Mark[] => {
        const right = frame.left + frame.width;
        const marks: Mark[] = [];
        // The legend stands above the plot and names only what is there.
        let x = 0;
        for (const kind of ['artefact', 'label', 'neutral'] as const) {
          if (!rows.some((row) => row.kind === kind)) continue;
          const { word, shape } = auditKinds[kind];
          marks.push(
            symbol(shape, x + 6, 9, 10, kindColour(kind, theme)),
            text(word, x + 16, 9, theme.inkSecond, theme),
          );
          x += 30 + word.length * 7;
        }
        marks.push(
          line(x + 6, 3, x + 6, 15, theme.axis, { lineWidth: 3 }),
          text('chance', x + 14, 9, theme.inkSecond, theme),
        );
        for (const [index, row] of rows.entries()) {
          const y = frame.y(index);
          const colour = kindColour(row.kind, theme);
          const marked = row.variable === result.audit.explainedBy;
          const end = frame.x(Math.max(0, row.mutualInformation));
          const chance = frame.x(row.baseline);
          marks.push(
            symbol(auditKinds[row.kind].shape, 6, y, 10, colour),
            text(row.variable, 16, y, theme.ink, theme, { bold: marked, width: labels - 24 }),
            rect(frame.x(0), y - 6, end - frame.x(0), 12, colour, { opacity: 0.85 }),
            line(chance, y - 9, chance, y + 9, theme.axis, { lineWidth: 3 }),
            text(unit(row.mutualInformation), right + 34, y, theme.ink, theme, {
              align: 'right',
              bold: marked,
            }),
          );
          if (!narrow) marks.push(text(pValue(row.pValue), right + 46, y, theme.inkSecond, theme));
        }
        return marks;
      };
      return {
        ...base(theme),
        grid: grid(labels, TOP, narrow ? 40 : 108, 42),
        xAxis: xAxis(
          {
            min: 0,
            max: 1,
            name: width < 460 ? 'agreement' : 'agreement (normalised mutual information)',
            interval: width < 460 ? 0.5 : 0.25,
            labels: unitTick,
          },
          theme,
        ),
        yAxis: yAxis({ min: -0.5, max: n - 0.5, inverse: true, show: false }, theme),
        series: [drawing(0, [0, 0], draw)],
      };
    },
  };
}
