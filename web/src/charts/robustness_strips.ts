// HARMONY at every setting, as strips by the value of each parameter; settings that change the conclusion have another
// shape, the value at hand is a line.

import type { Robustness, RobustnessSetting } from '../engine/study.ts';
import { counted, pValue, unit } from '../verdict/numbers.ts';
import { conclusionWords, settingInWords } from '../verdict/robustness.ts';
import { basisOf, type Chart } from './chart.ts';
import { base, drawing, type Frame, line, type Mark, symbol, text, unitTick, xAxis, yAxis } from './marks.ts';
import { shapes } from './palette.ts';
import { plotPlaces } from './small_plots.ts';

const TOP = 70;
const BOTTOM = 26;
const HEIGHT = 246;

type Parameter = Robustness['by'][number]['parameter'];
const headings: Record<Parameter, string> = {
  tau: 'temperature τ',
  bandwidth: 'bandwidth b',
  seed: 'seed',
  kShift: 'k, from the chosen one',
};

interface Dot {
  plot: number;
  x: number;
  setting: RobustnessSetting;
}

export function robustnessStrips(result: Robustness, model: string, benchmark: string): Chart | null {
  const parameters = (['tau', 'bandwidth', 'kShift', 'seed'] as const)
    .map((parameter) => ({
      parameter,
      values: result.by.filter((one) => one.parameter === parameter).sort((a, b) => a.value - b.value),
    }))
    .filter((one) => one.values.length > 1);
  const settings = result.settings.filter((one) => one.harmony !== null);
  if (parameters.length === 0 || settings.length === 0) return null;
  const changes = (one: RobustnessSetting) => one.conclusion !== result.base.conclusion;
  const dots: Dot[] = parameters.flatMap(({ parameter, values }, plot) => {
    const met = values.map(() => 0);
    return settings.flatMap((setting) => {
      const at = values.findIndex((one) => one.value === setting[parameter]);
      if (at < 0) return [];
      met[at] = (met[at] ?? 0) + 1;
      // Beside each other in a fixed pattern that spreads evenly: the golden ratio's multiples.
      const aside = (((met[at] ?? 0) * 0.618034) % 1) - 0.5;
      return [{ plot, x: at + aside * 0.56, setting }];
    });
  });
  const places = (width: number) =>
    plotPlaces({
      plots: parameters.length,
      width,
      height: HEIGHT,
      least: 160,
      left: 34,
      gap: 20,
      top: TOP,
      bottom: BOTTOM,
    });
  return {
    name: `robustness ${benchmark} ${model}`,
    basis: basisOf(benchmark, model, counted(settings.length, 'setting')),
    title: 'HARMONY at every setting',
    summary: `Strips of ${counted(settings.length, 'setting')} by ${parameters.map((one) => headings[one.parameter]).join(', ')}; ${counted(result.changed, 'setting')} of them would change the conclusion. Now: HARMONY ${unit(result.base.harmony)}.`,
    how:
      `All combinations of the values below are computed anew; every dot is one of them and stands in every strip. The conclusion is whether HARMONY lies below that of shuffled scores (p < .05). ` +
      'Triangles are settings with another conclusion; the line is HARMONY at the parameters of this page. Dots are moved aside so that they do not hide each other.',
    table: () => ({
      header: [
        'tau',
        'b',
        'seed',
        'k',
        'k from the chosen',
        'HARMONY',
        'chance',
        'p',
        'conclusion',
        'changes',
      ],
      rows: result.settings.map((one) => [
        one.tau,
        one.bandwidth,
        one.seed,
        one.k,
        one.kShift,
        one.harmony,
        one.chance,
        one.pValue,
        one.conclusion,
        changes(one) ? 'yes' : 'no',
      ]),
    }),
    points: {
      count: dots.length,
      rowLength: Math.max(1, settings.length),
      at: (index) => {
        const dot = dots[index];
        if (!dot) return { title: '', lines: [], grid: 0, at: [0, 0] };
        const { setting } = dot;
        return {
          title: (['tau', 'bandwidth', 'kShift', 'seed'] as const)
            .map((parameter) => settingInWords(parameter, setting[parameter]))
            .join(', '),
          lines: [
            `HARMONY ${unit(setting.harmony)}, chance ${unit(setting.chance)}, ${pValue(setting.pValue)}`,
            `k = ${setting.k}`,
            `${conclusionWords[setting.conclusion]}${changes(setting) ? ': another conclusion' : ''}`,
          ],
          grid: dot.plot,
          at: [dot.x, setting.harmony ?? 0],
        };
      },
      pick: (gridIndex, x, y) => {
        let best = -1;
        let nearest = 1;
        for (const [index, dot] of dots.entries()) {
          if (dot.plot !== gridIndex) continue;
          const distance = ((dot.x - x) / 0.15) ** 2 + (((dot.setting.harmony ?? 0) - y) / 0.05) ** 2;
          if (distance < nearest) {
            nearest = distance;
            best = index;
          }
        }
        return best;
      },
    },
    height: (width) => places(width).rows * HEIGHT,
    option: (theme, width) => {
      const { across, grids } = places(width);
      const label = (parameter: Parameter, value: number) =>
        parameter === 'kShift' && value > 0 ? `+${value}` : String(value).replace('-', '−');
      return {
        ...base(theme),
        grid: grids,
        xAxis: parameters.map(({ parameter, values }, n) =>
          xAxis(
            {
              min: -0.5,
              max: values.length - 0.5,
              grid: n,
              lines: false,
              at: values.map((_, index) => index),
              labels: (index) => label(parameter, values[Math.round(index)]?.value ?? 0),
            },
            theme,
          ),
        ),
        yAxis: parameters.map((_, n) =>
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
        series: parameters.map(({ parameter, values }, n) => {
          const draw = (frame: Frame): Mark[] => {
            const marks: Mark[] = [
              text(headings[parameter], frame.left, frame.top - 58, theme.ink, theme, { bold: true }),
            ];
            for (const [index, one] of values.entries()) {
              marks.push(
                text(
                  one.changed === 0 ? '–' : `${one.changed}`,
                  frame.x(index),
                  frame.top - 14,
                  theme.axis,
                  theme,
                  {
                    align: 'center',
                  },
                ),
              );
            }
            if (n % across === 0) {
              marks.push(
                text('HARMONY', 0, frame.top - 36, theme.axis, theme),
                text('▲', frame.left - 8, frame.top - 14, theme.deviationHigh, theme, { align: 'right' }),
              );
            }
            if (result.base.harmony !== null) {
              const y = frame.y(result.base.harmony);
              marks.push(line(frame.left, y, frame.left + frame.width, y, theme.ink, { lineDash: [4, 3] }));
            }
            for (const dot of dots) {
              if (dot.plot !== n) continue;
              const other = changes(dot.setting);
              marks.push(
                symbol(
                  other ? shapes[2] : shapes[0],
                  frame.x(dot.x),
                  frame.y(dot.setting.harmony ?? 0),
                  other ? 9 : 6,
                  other ? theme.deviationHigh : theme.accent,
                  { opacity: other ? 1 : 0.55, stroke: theme.paper, lineWidth: 0.75 },
                ),
              );
            }
            return marks;
          };
          return drawing(n, [0, 0], draw);
        }),
      };
    },
  };
}
