// What the open view gives away: its results as a file, its tables, its references, its badge.
import { figureFooter, footerText } from '../../charts/footer.ts';
import { shownTables } from '../../components/shown_tables.ts';
import type { ViewName } from '../../state/address.ts';
import { itemResponseViewNames, printAddress } from '../../state/address.ts';
import { currentAnalysis, currentBenchmark, currentModel } from '../../state/analysis.ts';
import '../../state/figure_footer.ts';
import type { BadgeNumbers } from '../../reproduce/badge.ts';
import { overviewTable, planeTable, ranksTable, subdomainTable } from '../../reproduce/main_tables.ts';
import type { ReferenceTopic } from '../../reproduce/references.ts';
import { printResultsDocument, resultsDocument } from '../../reproduce/results_document.ts';
import { sourceName } from '../../reproduce/source.ts';
import { latexTable, markdownTable, type TextTable } from '../../reproduce/tables.ts';
import { HOLD } from '../../reproduce/text_width.ts';
import { loadedSources } from '../../state/files.ts';
import { address, isEmbedKey } from '../../state/history.ts';
import { shown } from '../../state/shown.ts';
import { engineVersion, overview, report, results } from '../../state/store.ts';

/** "PubMedQA Qwen3-8B": what stands in the names of files. */
export function nameOfView(): string {
  const { view } = address.value;
  const named = view === 'benchmark' ? [currentBenchmark.value?.name, currentModel.value?.name] : [];
  return ['harmonograph', view, ...named].filter(Boolean).join(' ');
}

/** The document of results of the view, which is the same for the same results. */
export async function resultsFile(): Promise<string> {
  const { state, results: named, headline } = shown.value;
  if (state !== 'done') throw new Error('the view has no complete results');
  const document = await resultsDocument(
    {
      engine: engineVersion.value?.id ?? '',
      sources: loadedSources.value.map(({ source, bytes }) => ({
        path: sourceName(source),
        bytes,
        sha256: source.kind === 'example' ? '' : source.sha256,
        options: source.kind === 'example' ? {} : source.options,
      })),
      address: printAddress({
        ...address.value,
        sources: [],
        claim: null,
        other: address.value.other.filter(([key]) => !isEmbedKey(key)),
      }),
      headline,
    },
    named,
  );
  return printResultsDocument(document);
}

const about = () => {
  const words = footerText(figureFooter.value).replaceAll(HOLD, ' ');
  return words === '' ? '' : `Parameters, engine and data: ${words}.`;
};

interface MainTable {
  table: TextTable;
  /** The table of the page that it stands for, by the name of its download. */
  replaces: (name: string) => boolean;
}

async function mainTable(view: ViewName): Promise<MainTable | null> {
  const loaded = report.value;
  if (!loaded) return null;
  if (view === 'overview') {
    return {
      table: overviewTable(loaded, overview.value, results.value, about()),
      replaces: (name) => name === 'overview',
    };
  }
  if (view === 'benchmark') {
    const { state, result } = currentAnalysis.value;
    if (state !== 'done' || !result) return null;
    const [benchmark, model] = [currentBenchmark.value?.name ?? '', currentModel.value?.name ?? ''];
    return { table: subdomainTable(result, benchmark, model, about()), replaces: () => false };
  }
  if (view === 'ranks') {
    const { ranksJob } = await import('../../state/study_ranks.ts');
    const { state, result } = ranksJob.state.value;
    if (state !== 'done' || !result) return null;
    const benchmark = loaded.benchmarks[result.benchmark]?.name ?? '';
    const modelName = (model: number) => loaded.models[model]?.name ?? '';
    return {
      table: ranksTable(result, benchmark, modelName, about()),
      replaces: (name) => name === `ranks ${benchmark}`,
    };
  }
  if (view === 'plane') {
    const { planeJob } = await import('../../state/plane.ts');
    const { state, result } = planeJob.state.value;
    if (state !== 'done' || !result) return null;
    const benchmarkName = (index: number) => loaded.benchmarks[index]?.name ?? '';
    return {
      table: planeTable(result, benchmarkName, about()),
      replaces: (name) => name === 'benchmarks compared',
    };
  }
  return null;
}

/** Of all items, for instance: no table of a paper. They have menus of their own. */
const LONGEST = 100;

/** The table that the view is about, and after it those that stand on the page; `longer` are left out. */
export async function tablesOfView(): Promise<{ tables: TextTable[]; longer: number }> {
  const main = await mainTable(address.value.view);
  const others = shownTables().filter(({ name }) => !main?.replaces(name));
  const short = others.filter(({ rows }) => rows <= LONGEST);
  return {
    tables: [...(main ? [main.table] : []), ...short.map(({ make }) => make())],
    longer: others.length - short.length,
  };
}

export async function tablesAs(form: 'markdown' | 'latex'): Promise<string> {
  const { tables } = await tablesOfView();
  return tables.map((table) => (form === 'markdown' ? markdownTable(table) : latexTable(table))).join('\n');
}

/** Of the methods behind the open view. */
export function topicsOfView(): ReferenceTopic[] {
  const { view } = address.value;
  if (itemResponseViewNames.some((name) => name === view)) return ['item response', 'comparison'];
  const byDirections =
    view === 'benchmark' && currentAnalysis.value.result?.parameters.partition === 'directions';
  return byDirections ? ['harmony', 'item response', 'comparison'] : ['harmony', 'comparison'];
}

/** null = not one model on one benchmark, or no HARMONY. */
export function badgeOfView(): BadgeNumbers | null {
  const { state, result } = currentAnalysis.value;
  if (address.value.view !== 'benchmark' || state !== 'done' || result?.harmony == null) return null;
  return {
    harmony: result.harmony,
    interval: result.bootstrap,
    items: result.items,
    benchmark: currentBenchmark.value?.name ?? '',
    model: currentModel.value?.name ?? '',
  };
}
