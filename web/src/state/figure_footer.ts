// What stands below figures and in the captions of tables: the parameters of the view, the engine, the data.
import { computed, effect, signal } from '@preact/signals';
import { type FigureFooter, figureFooter } from '../charts/footer.ts';
import type { ImportReport } from '../engine/results.ts';
import { printAddress } from './address.ts';
import { currentBenchmark, currentModel, currentParameters } from './analysis.ts';
import { address } from './history.ts';
import { defaultParameters } from './parameters.ts';
import { engineVersion, report } from './store.ts';

/** How a view is looked at, not what is computed. */
const ofTheScreen = new Set([
  'v',
  'view',
  'form',
  'sort',
  'table-sort',
  'filter',
  'flag',
  'item',
  'colour',
  'embed',
  'chart',
  'table',
  'workers',
  'run',
]);
/** They show every model on every benchmark, by the default parameters. */
const ofAllCells = new Set(['overview', 'plane', 'scaling']);
const DIGITS = 12;

/** The pairs of the address that say what was computed, benchmark and model by their names alone. */
export const factsOfView = computed<string[]>(() => {
  const now = address.value;
  const printed = printAddress({ ...now, sources: [], claim: null });
  const pairs = new Map(new URLSearchParams(printed.replace(/^#/, '')));
  for (const key of ofTheScreen) pairs.delete(key);
  if (now.view === 'benchmark') {
    // What it hangs on most stands there even when nobody changed it.
    const { partition, tau, bandwidth, seed } = currentParameters.value;
    pairs.set('benchmark', currentBenchmark.value?.name ?? '');
    pairs.set('model', currentModel.value?.name ?? '');
    pairs.set('partition', partition);
    pairs.set('tau', String(tau));
    pairs.set('b', bandwidth === 0 ? 'from the data' : String(bandwidth));
    pairs.set('seed', String(seed));
  }
  if (ofAllCells.has(now.view)) {
    pairs.set('tau', String(defaultParameters.tau));
    pairs.set('b', String(defaultParameters.bandwidth));
    pairs.set('k', 'by the silhouette');
    pairs.set('seed', String(defaultParameters.seed));
  }
  return [...pairs].flatMap(([key, value]) => {
    if (value === '') return [];
    return key === 'benchmark' || key === 'model' ? [value] : [`${key} = ${value}`];
  });
});

/** The hashes of all files that were read, one a line in alphabetical order: as `sha256sum | cut | sort` writes them. */
export function hashLines(loaded: ImportReport): string {
  return loaded.files
    .filter((file) => file.error === null)
    .map((file) => (file.sha256 === '' ? 'example' : file.sha256))
    .sort()
    .map((hash) => `${hash}\n`)
    .join('');
}

const dataHash = signal('');

effect(() => {
  const loaded = report.value;
  const lines = loaded === null ? '' : hashLines(loaded);
  if (lines === '' || lines === 'example\n') {
    dataHash.value = lines === '' ? '' : 'built-in example';
    return;
  }
  dataHash.value = '';
  void import('hash-wasm')
    .then(({ sha256 }) => sha256(lines))
    .then((hash) => {
      // Other files may have come meanwhile.
      if (report.peek() === loaded) dataHash.value = hash.slice(0, DIGITS);
    });
});

effect(() => {
  const footer: FigureFooter = {
    facts: factsOfView.value,
    engine: engineVersion.value?.id ?? '',
    data: dataHash.value,
  };
  figureFooter.value = footer;
});
