// The tables that a paper needs: every average with its HARMONY, the subdomains of one benchmark, tied ranks, and the
// benchmarks compared. Made from what the core answered, by names.
import type { HarmonyResult, ImportReport, OverviewCell } from '../engine/results.ts';
import type { Plane, Ranks } from '../engine/study.ts';
import {
  count,
  counted,
  percent,
  percentRange,
  pValue,
  signedPoints,
  unit,
  unitRange,
  withBrackets,
} from '../verdict/numbers.ts';
import type { TextTable } from './tables.ts';

/** In a column of its own the letter and the sign of equality stand in the header. */
const bareP = (p: number | null | undefined) => pValue(p).replace(/^p (= )?/, '');
const sentences = (...parts: string[]) => parts.filter((part) => part !== '').join(' ');

const harmonyNote = (results: readonly HarmonyResult[]) => {
  const draws = new Set(results.flatMap((one) => (one.bootstrap ? [one.bootstrap.draws] : [])));
  const shuffles = new Set(
    results.flatMap((one) => (one.nullDistribution ? [one.nullDistribution.draws] : [])),
  );
  const range = (numbers: ReadonlySet<number>) => {
    const sorted = [...numbers].sort((a, b) => a - b);
    const [low, high] = [sorted[0], sorted[sorted.length - 1]];
    return low === high ? count(low) : `${count(low)} to ${count(high)}`;
  };
  return sentences(
    'n is the number of scored items. In brackets are 95% intervals: of the accuracy Wilson’s for 0/1 scores and normal for graded ones',
    draws.size > 0 ? `and of HARMONY a bootstrap of ${range(draws)} draws over items.` : '.',
    shuffles.size > 0
      ? `“By chance” is the mean HARMONY when scores are shuffled over the items, p the share of ${range(shuffles)} shuffles with a HARMONY as low or lower.`
      : '',
    'k is the number of subdomains; H_size is what equal accuracies would give.',
  ).replace(' .', '.');
};

/**
 * A row for each average, in the order of benchmarks and models.
 * @param about finishes the caption: parameters, engine and data
 */
export function overviewTable(
  report: ImportReport,
  overview: readonly OverviewCell[],
  results: readonly HarmonyResult[],
  about: string,
): TextTable {
  const found = new Map(results.map((one) => [`${one.benchmark}/${one.model}`, one]));
  const used = overview.flatMap((cell) => found.get(`${cell.benchmark}/${cell.model}`) ?? []);
  const missing = overview.length - used.length;
  return {
    caption: sentences(
      `Accuracy and HARMONY of ${counted(report.models.length, 'model')} on ${counted(report.benchmarks.length, 'benchmark')}.`,
      about,
    ),
    header: ['Benchmark', 'Model', 'n', 'Accuracy', 'HARMONY', 'By chance', 'p', 'k', 'H_size'],
    alignment: ['left', 'left', 'right', 'right', 'right', 'right', 'right', 'right', 'right'],
    rows: overview.map((cell) => {
      const result = found.get(`${cell.benchmark}/${cell.model}`);
      return [
        report.benchmarks[cell.benchmark]?.name ?? '',
        report.models[cell.model]?.name ?? '',
        count(cell.accuracy.items),
        withBrackets(percent(cell.accuracy.value), percentRange(cell.accuracy.interval)),
        withBrackets(unit(result?.harmony), unitRange(result?.bootstrap)),
        unit(result?.nullDistribution?.mean),
        result?.nullDistribution ? bareP(result.nullDistribution.pValue) : '–',
        count(result?.k),
        unit(result?.harmonyOfSizes),
      ];
    }),
    note: sentences(
      harmonyNote(used),
      missing > 0 ? `${counted(missing, 'average has', 'averages have')} no HARMONY.` : '',
    ),
  };
}

/** The subdomains of one benchmark, and all items below them. */
export function subdomainTable(
  result: HarmonyResult,
  benchmark: string,
  model: string,
  about: string,
): TextTable {
  const harmony = withBrackets(unit(result.harmony), unitRange(result.bootstrap));
  return {
    caption: sentences(
      `Accuracy of ${model} in ${counted(result.k, 'subdomain')} of ${benchmark}: HARMONY ${harmony}${
        result.nullDistribution
          ? `, by chance ${unit(result.nullDistribution.mean)}, ${pValue(result.nullDistribution.pValue)}`
          : ''
      }.`,
      about,
    ),
    header: ['Subdomain', 'n', 'Share', 'Accuracy', 'From mean', 'Mass'],
    alignment: ['left', 'right', 'right', 'right', 'right', 'right'],
    rows: [
      ...result.subdomains.map((row) => [
        row.name,
        count(row.size),
        percent(row.weight),
        withBrackets(percent(row.accuracy), percentRange(row.interval)),
        signedPoints(row.fromMean),
        unit(row.mass),
      ]),
      [
        'All items',
        count(result.items),
        percent(1),
        withBrackets(percent(result.accuracy.value), percentRange(result.accuracy.interval)),
        '',
        unit(1),
      ],
    ],
    note:
      'n is the number of items. In brackets are 95% intervals, Wilson’s for 0/1 scores and normal for graded ones. ' +
      '“From mean” is in percentage points. Mass: share of the items times exp(−((accuracy − mean) / b)²), made to sum to 1.',
  };
}

/** Models that no test tells apart share a rank. */
export function ranksTable(
  ranks: Ranks,
  benchmark: string,
  modelName: (model: number) => string,
  about: string,
): TextTable {
  const correction = ranks.correction === 'holm' ? 'Holm’s' : 'Benjamini and Hochberg’s';
  return {
    caption: sentences(
      `Ranks of ${counted(ranks.models.length, 'model')} on ${benchmark}: ${count(ranks.distinguishable)} of ${counted(ranks.pairs, 'pair')} told apart.`,
      about,
    ),
    header: ['Rank', 'Model', 'n', 'Accuracy', 'Not told apart from'],
    alignment: ['right', 'left', 'right', 'right', 'right'],
    rows: ranks.models.map((one) => [
      one.rank === one.lowestRank ? count(one.rank) : `${count(one.rank)}–${count(one.lowestRank)}`,
      modelName(one.model),
      count(one.accuracy.items),
      withBrackets(percent(one.accuracy.value), percentRange(one.accuracy.interval)),
      count(one.tiedWith.length),
    ]),
    note:
      `n is the number of scored items. In brackets are 95% intervals of the accuracy. Ranks: from 1 + the number of models that are significantly better, ` +
      `to those that are not significantly worse (${ranks.method} test of each pair, ${correction} correction, .05).`,
  };
}

/** Mean and variance of HARMONY over models, for each benchmark. */
export function planeTable(plane: Plane, benchmarkName: (index: number) => string, about: string): TextTable {
  return {
    caption: sentences(
      `Mean and variance of HARMONY over models for ${counted(plane.points.length, 'benchmark')}.`,
      about,
    ),
    header: ['Benchmark', 'Models', 'n', 'Mean HARMONY', 'Variance', 'Mean accuracy'],
    alignment: ['left', 'right', 'right', 'right', 'right', 'right'],
    rows: plane.points.map((one) => [
      benchmarkName(one.benchmark),
      count(one.models),
      count(one.items),
      withBrackets(unit(one.meanHarmony), unitRange(one.meanInterval)),
      withBrackets(unit(one.variance, 4), unitRange(one.varianceInterval, 4)),
      percent(one.meanAccuracy),
    ]),
    note:
      'n is the largest number of items that a model has. In brackets are 95% intervals of a jackknife over models; the variance is that of the population of these models. ' +
      `The lines between quadrants are ${plane.lines === 'medians' ? 'medians over these benchmarks' : 'fixed'}: mean ${unit(plane.meanLine)}, variance ${unit(plane.varianceLine, 4)}.`,
  };
}
