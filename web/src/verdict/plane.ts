// Which benchmarks are even for all models, in a sentence.

import type { Plane, PlanePoint, Quadrant } from '../engine/study.ts';
import { asName } from './names.ts';
import { count, counted, listed, unit, unitRange, withBrackets } from './numbers.ts';
import type { Verdict } from './verdict.ts';

type Names = Readonly<Record<Quadrant, string>>;

const byFixedLines: Names = {
  even: 'even for all models',
  'even varying': 'even, but not for all models',
  uneven: 'uneven for all models',
  'uneven varying': 'depends on the model',
};
/** Half of all benchmarks lie above a median, whatever it is: they are more even than the others, not even. */
const byMedians: Names = {
  even: 'more even, for all models',
  'even varying': 'more even, but not for all models',
  uneven: 'less even, for all models',
  'uneven varying': 'less even, depends on the model',
};

/** As the quadrants are named in the chart and the table. */
export const quadrantsOf = ({ lines }: Pick<Plane, 'lines'>): Names =>
  lines === 'medians' ? byMedians : byFixedLines;

export const quadrantInWords = (plane: Pick<Plane, 'lines'>, quadrant: Quadrant | null) =>
  quadrant === null ? '' : quadrantsOf(plane)[quadrant];

/** How many cells the shown answer rests on, and how many there will be. */
export interface Coverage {
  done: number;
  total: number;
  running: boolean;
}

/** As many decimals as tell the line from 0. */
const smallUnit = (value: number) => unit(value, value < 0.01 ? 4 : 3);

export function planeVerdict(
  plane: Plane,
  benchmarkName: (index: number) => string,
  coverage: Coverage,
): Verdict {
  const { points } = plane;
  const placed = points.filter((one) => one.quadrant !== null);
  const sofar = coverageSentence(coverage);
  const join = (...sentences: string[]) => sentences.filter((one) => one !== '').join(' ');
  if (placed.length === 0) {
    const means = points.filter((one) => one.meanHarmony !== null);
    const most = Math.max(0, ...points.map((one) => one.models));
    return {
      tone: 'undefined',
      text: join(
        `HARMONY of ${counted(most, 'model')} has no variance to speak of: at least 3 models are needed to say whether a benchmark is even for all.`,
        means.length > 0 ? `The table has the ${means.length === 1 ? 'mean' : 'means'}.` : '',
        sofar,
      ),
    };
  }
  const even = placed.filter((one) => one.quadrant === 'even');
  const models = new Set(placed.map((one) => one.models));
  const [only] = models;
  const whose = models.size === 1 ? `all ${counted(only ?? 0, 'model')}` : 'all their models';
  const byMedian = plane.lines === 'medians';
  const lines = `mean HARMONY above ${unit(plane.meanLine)}, variance below ${smallUnit(plane.varianceLine)}${byMedian ? ': the medians' : ''}`;
  const surest = surestOf(even);
  const open = placed.filter((one) => !one.certain).length;
  const without = points.length - placed.length;
  const counting = `Of ${counted(placed.length, 'benchmark')} ${even.length === 0 ? 'none is' : even.length === 1 ? '1 is' : `${count(even.length)} are`} ${byMedian ? 'more even than most, and so ' : 'even '}for ${whose} (${lines})`;
  return {
    tone: !byMedian && even.length === placed.length ? 'even' : open > 0 ? 'caution' : 'neutral',
    text: join(
      surest
        ? `${counting}; ${asName(benchmarkName(surest.benchmark))} is the surest${even.length > 1 ? ' of them' : ''}: ${withBrackets(`mean ${unit(surest.meanHarmony)}`, unitRange(surest.meanInterval))}.`
        : `${counting}${even.length > 0 ? '; none of them for sure' : ''}.`,
      open > 0
        ? `${counted(open, 'point')} could be on either side of a line.`
        : 'Every point keeps to its side of the lines.',
      without > 0
        ? `${counted(without, 'benchmark')} ${without === 1 ? 'has' : 'have'} fewer than 3 models with a HARMONY, and no variance.`
        : '',
      sofar,
    ),
  };
}

/** Of those that are certain, the one whose interval of the mean begins highest. */
function surestOf(even: readonly PlanePoint[]): PlanePoint | undefined {
  const low = (one: PlanePoint) => one.meanInterval?.low ?? Number.NEGATIVE_INFINITY;
  return even
    .filter((one) => one.certain)
    .reduce<PlanePoint | undefined>(
      (best, one) => (best === undefined || low(one) > low(best) ? one : best),
      undefined,
    );
}

export function coverageSentence({ done, total, running }: Coverage): string {
  if (done >= total) return '';
  return running
    ? `So far this rests on ${count(done)} of ${counted(total, 'average')}.`
    : `This rests on ${count(done)} of ${counted(total, 'average')}: the rest was cancelled.`;
}

/** Why some benchmarks have no point, each reason once. */
export function missingPoints(plane: Plane, benchmarkName: (index: number) => string): string[] {
  const byReason = new Map<string, string[]>();
  for (const { benchmark, quadrant, reason } of plane.points) {
    if (quadrant !== null || reason === '') continue;
    byReason.set(reason, [...(byReason.get(reason) ?? []), benchmarkName(benchmark)]);
  }
  return [...byReason].map(([reason, names]) => `${listed(names, 'and', 6)}: ${reason}`);
}
