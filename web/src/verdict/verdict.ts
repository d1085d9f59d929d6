// One plain sentence per view, made from the numbers of the core. Nothing is computed here: fields are read,
// compared and put into words.

import type {
  AuditRow,
  EngineErrorData,
  HarmonyResult,
  ImportReport,
  OverviewCell,
} from '../engine/results.ts';
import { asName } from './names.ts';
import {
  count,
  counted,
  listed,
  percent,
  percentRange,
  pValue,
  unit,
  unitRange,
  withBrackets,
} from './numbers.ts';

/** What kind of answer the sentence gives; it chooses the mark beside the sentence, never the words. */
export type VerdictTone = 'even' | 'uneven' | 'caution' | 'undefined' | 'empty' | 'neutral';

export interface Verdict {
  tone: VerdictTone;
  text: string;
}

/** Below this p-value the subdomains differ more than shuffled scores do. */
export const SIGNIFICANCE = 0.05;

// ---------------------------------------------------------------- words for what a partition follows

/** What the subdomains are, when an artefact explains them, and over what HARMONY then measures evenness. */
const ARTEFACTS: Record<string, { are: string; follow?: string; evenness: string }> = {
  'chosen option': { are: 'answer positions', evenness: 'letters' },
  key: { are: 'positions of the correct answer', evenness: 'letters' },
  // No property of the answer itself: the subdomains follow it without being it.
  'confidence quartile': {
    are: 'degrees of confidence',
    follow: 'how sure the model is',
    evenness: 'confidence',
  },
  'difficulty quartile': { are: 'degrees of difficulty', evenness: 'difficulty' },
  'option count': { are: 'numbers of answer options', evenness: 'numbers of options' },
  'question length': { are: 'lengths of the question', evenness: 'question length' },
};

/** The words for an audited variable in running text: "the chosen option", "the subject". */
export function variableInWords(variable: string): string {
  return `the ${asName(variable)}`;
}

/** The label that agrees best with the partition, if there is one. */
export function strongestLabel(rows: readonly AuditRow[]): AuditRow | undefined {
  return strongestOfKind(rows, 'label');
}

/** By what is more than chance: a column with many values agrees with any partition. */
function strongestOfKind(rows: readonly AuditRow[], kind: AuditRow['kind']): AuditRow | undefined {
  const beyondChance = (row: AuditRow) => row.mutualInformation - row.baseline;
  return rows
    .filter((row) => row.kind === kind)
    .reduce<AuditRow | undefined>(
      (best, row) => (best === undefined || beyondChance(row) > beyondChance(best) ? row : best),
      undefined,
    );
}

/** "Try the order-free similarity or another partition." */
export function suggestion(alternative: string): string {
  const text = alternative.trim();
  if (text === '') return 'Try another partition.';
  if (/[.!]$/.test(text)) return text;
  const named =
    {
      'order-free': 'the order-free similarity or another partition',
      orderFree: 'the order-free similarity or another partition',
      responses: 'the partition by response patterns',
      directions: 'the partition by directions of discrimination',
      texts: 'the partition by the texts of the items',
      similarity: 'the partition by predictive similarity',
      'similarity-shared': 'the partition by similarity shared over models',
    }[text] ??
    (text.startsWith('attribute:') ? `the partition by “${text.slice('attribute:'.length)}”` : text);
  return `Try ${named}.`;
}

// ---------------------------------------------------------------- pieces

function scorePart(result: HarmonyResult, model: string, benchmark: string): string {
  const { value, interval, items } = result.accuracy;
  const range = percentRange(interval);
  const of = counted(items, 'item');
  return `${asName(model)} scores ${withBrackets(percent(value), range === '' ? 'no interval' : range)} on ${asName(benchmark)} (${of})`;
}

/** "HARMONY .41 (.33–.52; chance alone would give .93, p = .002)" */
function harmonyPart(result: HarmonyResult): string {
  const interval = unitRange(result.bootstrap);
  const chance = result.nullDistribution
    ? `chance alone would give ${unit(result.nullDistribution.mean)}, ${pValue(result.nullDistribution.pValue)}`
    : 'not compared with chance';
  return `HARMONY ${withBrackets(unit(result.harmony), interval === '' ? 'no interval' : interval, chance)}`;
}

const allEqual = (result: HarmonyResult): boolean => result.spread.range === 0;

/** Two subdomains of one size: HARMONY is 1 whatever the scores are. */
export function isTwoEqual(result: HarmonyResult): boolean {
  const [first, second] = result.subdomains;
  return result.k === 2 && first !== undefined && second !== undefined && first.size === second.size;
}

/** "91.0% (87.2–93.8, 300 items)" */
function subdomainScore(result: HarmonyResult, index: number): string {
  const subdomain = result.subdomains[index];
  if (subdomain === undefined) return percent(null);
  return `${percent(subdomain.accuracy)} (${percentRange(subdomain.interval)}, ${counted(subdomain.size, 'item')})`;
}

function artefactVerdict(result: HarmonyResult, model: string, benchmark: string): Verdict {
  const { rows, explainedBy, alternative } = result.audit;
  const artefact: { are: string; follow?: string; evenness: string } = ARTEFACTS[explainedBy] ?? {
    are: `a matter of ${variableInWords(explainedBy)}`,
    evenness: explainedBy,
  };
  const row = rows.find((candidate) => candidate.variable === explainedBy);
  const others = [
    artefact.follow === undefined ? undefined : strongestOfKind(rows, 'artefact'),
    strongestLabel(rows),
  ];
  const agreements = [row, ...others]
    .filter((one) => one !== undefined)
    .map((one) => `${unit(one.mutualInformation)} with ${variableInWords(one.variable)}`);
  const agreement =
    row === undefined ? '' : ` (agreement ${agreements.join(', ')}; ${counted(row.items, 'item')})`;
  const what = artefact.follow === undefined ? `are ${artefact.are}` : `follow ${artefact.follow}`;
  return {
    tone: 'caution',
    text:
      `${scorePart(result, model, benchmark)}. ` +
      `The ${count(result.k)} induced subdomains ${what}${agreement}: ` +
      `read ${harmonyPart(result)} as evenness over ${artefact.evenness}, not over topics. ${suggestion(alternative)}`,
  };
}

// ---------------------------------------------------------------- one benchmark

/** The sentence at the head of the view of one benchmark. */
export function benchmarkVerdict(result: HarmonyResult, model: string, benchmark: string): Verdict {
  if (result.accuracy.value === null || result.items === 0) {
    return {
      tone: 'empty',
      text: `No item of ${asName(benchmark)} has a score for ${asName(model)}: there is nothing to average.`,
    };
  }
  const score = scorePart(result, model, benchmark);

  if (result.k <= 1) {
    return {
      tone: 'undefined',
      text: `${score}. All items fall into one subdomain, so HARMONY is not defined: there is nothing to be even over. ${suggestion(result.audit.alternative)}`,
    };
  }
  if (result.harmony === null) {
    return {
      tone: 'undefined',
      text: `${score}. HARMONY could not be computed for its ${count(result.k)} subdomains; the warnings below say why.`,
    };
  }
  if (result.degenerate) {
    return {
      tone: 'caution',
      text: `${score}. The items look alike to this similarity, so the split into ${count(result.k)} subdomains is arbitrary: do not read ${harmonyPart(result)} as evidence. ${suggestion(result.audit.alternative)}`,
    };
  }
  if (result.audit.explainedBy !== '') return artefactVerdict(result, model, benchmark);
  if (isTwoEqual(result)) {
    return {
      tone: 'caution',
      text: `${score}. The items split into two subdomains of equal size, where HARMONY is 1 for any gap between their scores: set ${harmonyPart(result)} aside and compare the two scores, ${subdomainScore(result, 0)} and ${subdomainScore(result, 1)}.`,
    };
  }
  const sizes = unit(result.harmonyOfSizes);
  if (allEqual(result)) {
    return {
      tone: 'even',
      text: `${score}, and exactly the same in all ${count(result.k)} subdomains: ${harmonyPart(result)} says only how equal their sizes are (sizes alone give ${sizes}).`,
    };
  }

  const effective =
    result.effectiveSubdomains === null ? result.k : Math.max(1, Math.round(result.effectiveSubdomains));
  const belowChance =
    result.nullDistribution === null ? effective < result.k : result.nullDistribution.pValue < SIGNIFICANCE;
  if (belowChance && effective < result.k) {
    return {
      tone: 'uneven',
      text: `${score}, but the average stands for ${count(effective)} of ${count(result.k)} subdomains: ${harmonyPart(result)}.`,
    };
  }
  if (belowChance) {
    return {
      tone: 'uneven',
      text: `${score}, slightly unevenly over its ${count(result.k)} subdomains, more than chance explains: ${harmonyPart(result)}.`,
    };
  }
  if (effective < result.k) {
    return {
      tone: 'neutral',
      text: `${score}; its ${count(result.k)} subdomains differ no more than chance makes them, but not in equal size: ${harmonyPart(result)}; equal scores everywhere would give ${sizes}.`,
    };
  }
  return {
    tone: 'even',
    text: `${score}, and does so evenly: the average stands for all ${count(result.k)} subdomains, ${harmonyPart(result)}.`,
  };
}

// ---------------------------------------------------------------- all benchmarks

function nameOf(list: readonly { index: number; name: string }[], index: number): string {
  return asName(list.find((entry) => entry.index === index)?.name ?? `number ${index + 1}`);
}

/** Of averages whose subdomains follow an artefact: how many, and which. "" = there are none. */
export function artefactSentence(results: readonly HarmonyResult[], after = ''): string {
  const found = artefactsOf(results);
  if (found.length === 0) return '';
  const kinds = [
    ...new Set(found.map(({ audit }) => ARTEFACTS[audit.explainedBy]?.are ?? audit.explainedBy)),
  ];
  return `In ${count(found.length)} of ${counted(results.length, 'average')}${after} the subdomains are ${listed(kinds, 'or')}, not topics.`;
}

const artefactsOf = (results: readonly HarmonyResult[]) =>
  results.filter((result) => result.harmony !== null && result.audit.explainedBy !== '');

/** ... and what HARMONY is there. */
function artefactAdvice(results: readonly HarmonyResult[], after: string): string {
  const values = artefactsOf(results).map((result) => result.harmony ?? 0);
  const range = { low: Math.min(...values), high: Math.max(...values) };
  const harmony = values.length > 1 ? withBrackets('HARMONY', unitRange(range)) : 'HARMONY';
  return `${artefactSentence(results, after).slice(0, -1)}: read ${harmony} there with care.`;
}

/** What would split the items by what they are about. */
function otherSubdomains({ benchmarks }: ImportReport): string {
  const column = benchmarks.flatMap((one) => one.attributes).find((one) => one.levels > 1)?.name;
  if (column !== undefined)
    return `Open one of them to see it by a column of the items, such as “${asName(column)}”.`;
  const vectors = benchmarks.find((one) => one.vectors.length > 0);
  return vectors !== undefined
    ? `Open one on ${asName(vectors.name)} to see it by the vectors “${vectors.vectors[0]?.name}”.`
    : 'A column of topics, or vectors of the items, would give subdomains by content.';
}

/**
 * The sentence at the head of the overview. `results` may be incomplete while the analyses run; `refused` = why those
 * that were tried gave none, for averages that could be split.
 */
export function overviewVerdict(
  report: ImportReport,
  cells: readonly OverviewCell[],
  results: readonly HarmonyResult[],
  refused: readonly EngineErrorData[] = [],
): Verdict {
  const scored = cells.filter((cell) => cell.accuracy.value !== null);
  if (scored.length === 0) {
    return {
      tone: 'empty',
      text: 'No model has a score on any benchmark yet: drop result files that carry scores.',
    };
  }
  const analysable = scored.filter((cell) => cell.partitions.length > 0);
  const averages = `${counted(scored.length, 'average')} (${counted(report.models.length, 'model')}, ${counted(report.benchmarks.length, 'benchmark')})`;
  if (analysable.length === 0) {
    const hint = scored.find((cell) => cell.refusal !== null)?.refusal?.hint ?? '';
    return {
      tone: 'undefined',
      text: `None of the ${averages} can be split into subdomains with what was loaded${hint === '' ? '.' : `: ${hint}`}`,
    };
  }

  const defined = results.filter((result) => result.harmony !== null);
  const artefacts = defined.filter((result) => result.audit.explainedBy !== '');
  const readable = defined.filter((result) => result.audit.explainedBy === '' && !result.degenerate);
  const compared = readable.filter((result) => result.nullDistribution !== null);
  const below = compared.filter((result) => (result.nullDistribution?.pValue ?? 1) < SIGNIFICANCE);

  const pending = analysable.length - results.length - refused.length;
  const without = scored.length - analysable.length;
  const tail = [
    pending > 0 ? `${counted(pending, 'average')} still to be analysed` : '',
    refused.length > 0 ? `${counted(refused.length, 'average')} could not be analysed` : '',
    without > 0 ? `${counted(without, 'average')} cannot be split into subdomains` : '',
  ].filter((part) => part !== '');
  const after = tail.length > 0 ? ` (${tail.join('; ')})` : '';

  const [first] = refused;
  if (results.length === 0 && pending <= 0 && first !== undefined) {
    const same = refused.every((one) => one.message === first.message);
    const why = same ? `: ${first.message} ${first.hint}`.trimEnd() : `${after}.`;
    return { tone: 'undefined', text: `No HARMONY of ${averages}${why}` };
  }
  if (results.length === 0) {
    return { tone: 'neutral', text: `${averages} to be analysed; no HARMONY yet${after}.` };
  }
  if (defined.length === 0) {
    return {
      tone: 'undefined',
      text: `HARMONY is defined for none of the ${counted(results.length, 'average')} analysed: each falls into a single subdomain${after}.`,
    };
  }

  const sentences: string[] = [];
  if (compared.length > 0) {
    const lowest = below.reduce<HarmonyResult | undefined>(
      (low, result) => (low === undefined || (result.harmony ?? 1) < (low.harmony ?? 1) ? result : low),
      undefined,
    );
    sentences.push(
      lowest === undefined
        ? `${count(compared.length)} of ${counted(results.length, 'average')} analysed can be read as they stand: none is less even over its subdomains than chance makes it${after}.`
        : `${count(below.length)} of ${counted(compared.length, 'average')} ${below.length === 1 ? 'is' : 'are'} less even over subdomains than chance makes ${below.length === 1 ? 'it' : 'them'}${after}; ` +
            `the least even is ${nameOf(report.models, lowest.model)} on ${nameOf(report.benchmarks, lowest.benchmark)} (${counted(lowest.items, 'item')}): ${harmonyPart(lowest)}.`,
    );
  }
  if (artefacts.length > 0) {
    sentences.push(artefactAdvice(results, compared.length > 0 ? '' : after));
    if (artefacts.length === defined.length) sentences.push(otherSubdomains(report));
  }
  if (sentences.length === 0) {
    sentences.push(
      `HARMONY is there for ${counted(defined.length, 'average')}, but none could be compared with chance${after}.`,
    );
  }
  const tone: VerdictTone = below.length > 0 ? 'uneven' : artefacts.length > 0 ? 'caution' : 'even';
  return { tone, text: sentences.join(' ') };
}

// ---------------------------------------------------------------- import

/** The sentence at the head of the import report. */
export function importVerdict(report: ImportReport): Verdict {
  const { files, models, benchmarks } = report;
  if (files.length === 0)
    return { tone: 'empty', text: 'Nothing is loaded yet: drop evaluation result files here.' };
  const failed = files.filter((file) => file.error !== null);
  const responses = files.reduce((sum, file) => sum + (file.error === null ? file.responses : 0), 0);
  const read = files.length - failed.length;
  if (read === 0) {
    return {
      tone: 'undefined',
      text: `None of ${counted(files.length, 'file')} could be read: ${failed[0]?.error?.message ?? ''}`.trim(),
    };
  }
  const items = benchmarks.reduce((sum, benchmark) => sum + benchmark.items, 0);
  const missing = benchmarks.reduce((sum, benchmark) => sum + benchmark.missingCells, 0);
  const skipped = files.reduce((sum, file) => sum + file.rowsSkipped, 0);
  const disagreeing = report.metricChecks.filter((check) => !check.agrees);

  const loaded =
    `${counted(read, 'file')} read: ${counted(models.length, 'model')} on ${counted(benchmarks.length, 'benchmark')}, ` +
    `${counted(items, 'item')}, ${counted(responses, 'response')}`;
  const losses = [
    skipped > 0 ? `${counted(skipped, 'row')} skipped` : '',
    missing > 0 ? `${counted(missing, 'score')} missing` : '',
    failed.length > 0 ? `${counted(failed.length, 'file')} could not be read` : '',
  ].filter((part) => part !== '');
  const checks =
    report.metricChecks.length === 0
      ? ''
      : disagreeing.length === 0
        ? ` All ${counted(report.metricChecks.length, 'score')} stated in the files agree with the responses.`
        : ` ${count(disagreeing.length)} of ${counted(report.metricChecks.length, 'score')} stated in the files ${disagreeing.length === 1 ? 'does' : 'do'} not agree with the responses.`;
  return {
    tone: failed.length > 0 || disagreeing.length > 0 ? 'caution' : 'neutral',
    text: `${loaded}; ${losses.length === 0 ? 'nothing was skipped and no score is missing' : listed(losses)}.${checks}`,
  };
}
