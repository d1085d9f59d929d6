// The defaults of an analysis and how each parameter is written in the address.
import type { ItemResponseParameters } from '../engine/item_response.ts';
import type { AnalysisParameters } from '../engine/results.ts';

/** As in src/harmony/parameters.hpp. */
export const defaultParameters: Readonly<AnalysisParameters> = {
  partition: 'similarity',
  choices: '',
  orderFree: false,
  tau: 1,
  bandwidth: 0.1,
  subdomains: 0,
  largestK: 20,
  silhouette: 'affinity',
  floor: 1e-6,
  seed: 1,
  starts: 0,
  dimensions: 2,
  nullDraws: 999,
  bootstrap: 'within',
  bootstrapDraws: 999,
  detail: true,
};

/** As in src/harmony/parameters.hpp: each of these draws costs about a clustering. */
export const defaultReclusteredDraws = 99;

/** What the user changed. The partition of a cell defaults to the best that it allows. */
export type ChosenParameters = Partial<Omit<AnalysisParameters, 'detail'>>;

/** The defaults beside what was chosen. The partition of a cell has one of its own. */
export function defaultsBeside(chosen: ChosenParameters): Readonly<AnalysisParameters> {
  return chosen.bootstrap === 'reclustered'
    ? { ...defaultParameters, bootstrapDraws: defaultReclusteredDraws }
    : defaultParameters;
}

type ParameterName = keyof ChosenParameters;

export interface AddressForm {
  key: string;
  parse: (text: string) => unknown; // undefined = not a value of this parameter
  print: (value: never) => string;
}

const number = (least: number, most: number, whole = false) => ({
  parse: (text: string) => {
    if (!/^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(text)) return undefined;
    const value = Number(text);
    const inside = value >= least && value <= most;
    return inside && (!whole || Number.isInteger(value)) ? value : undefined;
  },
  print: (value: number) => String(value),
});
const text = { parse: (value: string) => value, print: (value: string) => value };
const yes = {
  parse: (value: string) => (value === 'yes' ? true : value === 'no' ? false : undefined),
  print: (value: boolean) => (value ? 'yes' : 'no'),
};
const oneOf = (...values: string[]) => ({
  parse: (value: string) => (values.includes(value) ? value : undefined),
  print: (value: string) => value,
});

/** One line a parameter, in the order of the address. */
export const addressForms: Readonly<Record<ParameterName, AddressForm>> = {
  partition: { key: 'partition', ...text },
  choices: { key: 'choices', ...text },
  orderFree: { key: 'order-free', ...yes },
  tau: { key: 'tau', ...number(0, 1e6) },
  bandwidth: { key: 'b', ...number(0, 1e6) },
  subdomains: { key: 'k', ...number(0, 1e6, true) },
  largestK: { key: 'largest-k', ...number(2, 1e6, true) },
  silhouette: { key: 'silhouette', ...oneOf('affinity', 'divergence') },
  floor: { key: 'floor', ...number(0, 1) },
  seed: { key: 'seed', ...number(0, Number.MAX_SAFE_INTEGER, true) },
  starts: { key: 'starts', ...number(0, 1000, true) },
  dimensions: { key: 'direction-dimensions', ...number(2, 6, true) },
  nullDraws: { key: 'null-draws', ...number(0, 1e9, true) },
  bootstrap: { key: 'bootstrap', ...oneOf('within', 'reclustered') },
  bootstrapDraws: { key: 'bootstrap-draws', ...number(0, 1e9, true) },
};

// ---------------------------------------------------------------- item response theory

/** As in src/irt. Benchmarks go by name here: indices change with the files. None = all. */
export interface FitParameters extends Omit<ItemResponseParameters, 'benchmarks'> {
  benchmarks: readonly string[];
}

export const defaultFitParameters: Readonly<FitParameters> = {
  benchmarks: [],
  estimator: 'automatic',
  itemModel: '2PL',
  dimensions: 0, // automatic
  guessing: false,
  grouping: 'none',
  rotation: 'oblimin',
  kaiser: false,
  countOnce: false,
  seed: 1,
};

export type ChosenFitParameters = Partial<FitParameters>;

/** The address separates names by commas: those inside a name, and what marks them, are escaped. */
export const names = {
  parse: (value: string) => {
    const parts = value.split(',').map((part) => part.replaceAll('%2C', ',').replaceAll('%25', '%'));
    return parts.every((part) => part !== '') ? parts : undefined;
  },
  print: (value: readonly string[]) =>
    value.map((name) => name.replaceAll('%', '%25').replaceAll(',', '%2C')).join(','),
};

/** One line a parameter, in the order of the address. */
export const fitAddressForms: Readonly<Record<keyof FitParameters, AddressForm>> = {
  benchmarks: { key: 'of', ...names },
  estimator: { key: 'estimator', ...oneOf('automatic', 'variational', 'marginal') },
  itemModel: { key: 'item-model', ...oneOf('1PL', '2PL', '3PL') },
  dimensions: { key: 'dimensions', ...number(0, 6, true) },
  guessing: { key: 'guessing', ...yes },
  grouping: { key: 'item-prior', ...text },
  rotation: { key: 'rotation', ...oneOf('oblimin', 'varimax', 'geomin', 'none') },
  kaiser: { key: 'kaiser', ...yes },
  countOnce: { key: 'count-once', ...yes },
  seed: { key: 'fit-seed', ...number(0, Number.MAX_SAFE_INTEGER, true) },
};
