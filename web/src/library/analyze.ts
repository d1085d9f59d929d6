// From sources to results in one call.
import type { EngineErrorData, HarmonyResult, ImportReport, OverviewCell } from '../engine/results.ts';
import type { NamedResult } from '../reproduce/digest.ts';
import type { ResultsDocument } from '../reproduce/results_document.ts';
import {
  type Address,
  emptyAddress,
  fitWithoutDefaults,
  printAddress,
  type ViewName,
  withoutDefaults,
} from '../state/address.ts';
import type { ChosenFitParameters, ChosenParameters } from '../state/parameters.ts';
import type { OpenOptions, Workspace } from './workspace.ts';

export interface AnalyzeOptions extends OpenOptions {
  /** A view of the page as its address names it, "#view=ranks&benchmark=arc"; the other choices are not looked at then. */
  address?: string | undefined;
  /** A view by its name. Default: "benchmark" when a benchmark and a model are named, otherwise "overview". */
  view?: ViewName | undefined;
  benchmark?: string | undefined;
  model?: string | undefined;
  /** Of HARMONY, over the defaults. Without a benchmark and a model they hold for every average. */
  parameters?: ChosenParameters | undefined;
  /** Of the fit of item response theory, over the defaults. */
  fit?: ChosenFitParameters | undefined;
  /** What else the page writes into the address: {share: "25", rule: "discriminating"}. */
  other?: Readonly<Record<string, string>> | undefined;
  /** Averages as the overview has them, of the benchmark and model alone that are named: a piece for merge(). */
  piece?: boolean | undefined;
}

/** One model on one benchmark, as far as a document has it. */
export interface CellResult {
  benchmark: string;
  model: string;
  accuracy: OverviewCell['accuracy'] | null;
  harmony: Omit<HarmonyResult, 'benchmark' | 'model'> | null;
  /** The code of the reason why the data allow no HARMONY; "" = there is one, or it was not asked for. */
  refused: string;
}

export interface Analysis {
  document: ResultsDocument;
  /** The averages in the document, in the order of the report; empty for views that show none. */
  cells: CellResult[];
  report: ImportReport;
  /** Sources that could not be had at all. */
  missing: readonly EngineErrorData[];
}

/** The averages of a document, typed. */
export function cellsOf(results: readonly NamedResult[]): CellResult[] {
  const found = new Map<string, CellResult>();
  const cell = ({ of: { benchmark = '', model = '' } }: NamedResult): CellResult => {
    const key = JSON.stringify([benchmark, model]);
    const known = found.get(key) ?? { benchmark, model, accuracy: null, harmony: null, refused: '' };
    found.set(key, known);
    return known;
  };
  for (const one of results) {
    if (one.question === 'accuracy') cell(one).accuracy = one.result as OverviewCell['accuracy'];
    if (one.question !== 'harmony') continue;
    const result = one.result as HarmonyResult | { refused: string };
    const known = cell(one);
    if ('refused' in result) known.refused = result.refused;
    else {
      known.harmony = result;
      known.accuracy ??= result.accuracy;
    }
  }
  return [...found.values()];
}

/** In the order in which benchmarks and models were read. */
function inOrderOf(report: ImportReport, cells: CellResult[]): CellResult[] {
  const place = ({ benchmark, model }: CellResult): [number, number] => [
    report.benchmarks.findIndex((one) => one.name === benchmark),
    report.models.findIndex((one) => one.name === model),
  ];
  return cells
    .map((cell) => ({ cell, place: place(cell) }))
    .sort((a, b) => a.place[0] - b.place[0] || a.place[1] - b.place[1])
    .map(({ cell }) => cell);
}

/** The address of what the options ask for. */
export function addressOfOptions(options: AnalyzeOptions): Address {
  const { benchmark = '', model = '', parameters = {}, fit = {}, other = {} } = options;
  const one = benchmark !== '' && model !== '';
  return {
    ...emptyAddress,
    view: options.view ?? (one ? 'benchmark' : 'overview'),
    benchmark,
    model,
    parameters: withoutDefaults(parameters),
    fit: fitWithoutDefaults(fit),
    sources: [],
    other: Object.entries(other),
  };
}

/** The page's overview is of all averages with the defaults; anything else in its place is a list of averages. */
const isList = (options: AnalyzeOptions, address: Address): boolean =>
  address.view === 'overview' &&
  (options.piece === true ||
    address.benchmark !== '' ||
    address.model !== '' ||
    Object.keys(address.parameters).length > 0);

/** What the options ask of data that are loaded. */
export async function analyzeWorkspace(workspace: Workspace, options: AnalyzeOptions): Promise<Analysis> {
  const { signal, onProgress } = options;
  let document: ResultsDocument;
  if (options.address !== undefined) {
    document = await workspace.results(options.address, { signal, onProgress });
  } else {
    const address = addressOfOptions(options.piece ? { ...options, view: 'overview' } : options);
    document = isList(options, address)
      ? await workspace.piece({
          benchmark: address.benchmark || undefined,
          model: address.model || undefined,
          parameters: address.parameters,
          signal,
          onProgress,
        })
      : await workspace.results(printAddress(address) || '#', { signal, onProgress });
  }
  const { report, missing } = workspace;
  return { document, cells: inOrderOf(report, cellsOf(document.results)), report, missing };
}

/** The same for data that nobody else uses: their memory is given back, also after a failure. */
export async function analyzeAndClose(workspace: Workspace, options: AnalyzeOptions): Promise<Analysis> {
  try {
    return await analyzeWorkspace(workspace, options);
  } finally {
    workspace.close();
  }
}
