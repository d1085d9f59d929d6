// What stands after "#": the view and what was chosen in it, as readable key=value pairs.
// Pure functions; history.ts connects them with the browser.
import { type Claim, claimPairs, type PartOfClaim, takeClaimPair, wholeClaim } from '../reproduce/claim.ts';
import { type Source, sourcePairs, takeSourcePair } from '../reproduce/source.ts';
import { ADDRESS_VERSION, type Pairs, upgraded } from '../reproduce/upgrade.ts';
import {
  addressForms,
  type ChosenFitParameters,
  type ChosenParameters,
  defaultFitParameters,
  defaultsBeside,
  fitAddressForms,
} from './parameters.ts';

/** Those that show a fit of item response theory. */
export const itemResponseViewNames = [
  'items',
  'models',
  'measures',
  'fewer',
  'prediction',
  'adaptive',
] as const;
/** Those over many models and benchmarks. */
export const studyViewNames = ['plane', 'rebalancing', 'scaling', 'ranks', 'compare', 'validation'] as const;
export const viewNames = [
  'import',
  'overview',
  'benchmark',
  ...itemResponseViewNames,
  ...studyViewNames,
] as const;
export type ViewName = (typeof viewNames)[number];

export interface Address {
  view: ViewName;
  benchmark: string; // by name; "" = the first
  model: string; // by name; "" = the first that has results
  parameters: ChosenParameters; // only what differs from the defaults
  fit: ChosenFitParameters; // likewise
  sources: Source[]; // where the data are, in the order in which they are read
  claim: Claim | null; // what the sender of a link saw
  /** Pairs that this version does not know, in their order: kept, so that a link survives. */
  other: [string, string][];
}

export const emptyAddress: Readonly<Address> = {
  view: 'import',
  benchmark: '',
  model: '',
  parameters: {},
  fit: {},
  sources: [],
  claim: null,
  other: [],
};

/** Escapes only what would be misread or what browsers rewrite, so that addresses stay legible. */
function escapeText(text: string): string {
  return encodeURIComponent(text.replace(/\p{Surrogate}/gu, '\uFFFD'))
    .replace(/%20/g, '+')
    .replace(/%(2F|3A|2C|40|3B|24)/g, (code) => decodeURIComponent(code));
}

function unescapeText(text: string): string {
  const spaced = text.replaceAll('+', ' ');
  try {
    return decodeURIComponent(spaced);
  } catch {
    return spaced; // a lone "%" that somebody typed
  }
}

function pairsOf(hash: string): Pairs {
  return hash
    .replace(/^#/, '')
    .split('&')
    .filter((pair) => pair !== '')
    .map((pair) => {
      const cut = pair.indexOf('=');
      return cut < 0
        ? [unescapeText(pair), '']
        : [unescapeText(pair.slice(0, cut)), unescapeText(pair.slice(cut + 1))];
    });
}

export function parseAddress(hash: string): Address {
  const address: Address = { ...emptyAddress, parameters: {}, fit: {}, sources: [], other: [] };
  const claim: PartOfClaim = {};
  const claimed: [string, string][] = [];
  const seen = new Set<string>();
  for (const [key, value] of upgraded(pairsOf(hash))) {
    if (takeSourcePair(address.sources, key, value)) continue;
    if (takeClaimPair(claim, key, value)) {
      claimed.push([key, value]);
      continue;
    }
    if (seen.has(key) || !understand(address, key, value)) address.other.push([key, value]);
    else seen.add(key);
  }
  address.claim = wholeClaim(claim);
  if (!address.claim) address.other.push(...claimed); // a part of one claims nothing
  return address;
}

function understand(address: Address, key: string, value: string): boolean {
  switch (key) {
    case 'view': {
      const view = viewNames.find((name) => name === value);
      if (view) address.view = view;
      return view !== undefined;
    }
    case 'benchmark':
      address.benchmark = value;
      return true;
    case 'model':
      address.model = value;
      return true;
    case 'v':
      return value === String(ADDRESS_VERSION);
  }
  for (const [forms, target] of [
    [addressForms, address.parameters],
    [fitAddressForms, address.fit],
  ] as const) {
    for (const [name, form] of Object.entries(forms)) {
      if (form.key !== key) continue;
      const parsed = form.parse(value);
      if (parsed === undefined) return false;
      (target as Record<string, unknown>)[name] = parsed;
      return true;
    }
  }
  return false;
}

export function printAddress(address: Address): string {
  const pairs: [string, string][] = [];
  // What names data is a link that may be opened years later, copied out of the bar or not.
  const ofAnother = address.other.some(([key]) => key === 'v');
  if ((address.sources.length > 0 || address.claim) && !ofAnother) pairs.push(['v', String(ADDRESS_VERSION)]);
  for (const source of address.sources) pairs.push(...sourcePairs(source));
  if (address.view !== emptyAddress.view) pairs.push(['view', address.view]);
  if (address.benchmark) pairs.push(['benchmark', address.benchmark]);
  if (address.model) pairs.push(['model', address.model]);
  for (const [name, form] of Object.entries(addressForms)) {
    const value = address.parameters[name as keyof ChosenParameters];
    if (value !== undefined) pairs.push([form.key, form.print(value as never)]);
  }
  for (const [name, form] of Object.entries(fitAddressForms)) {
    const value = address.fit[name as keyof ChosenFitParameters];
    if (value !== undefined) pairs.push([form.key, form.print(value as never)]);
  }
  pairs.push(...address.other);
  if (address.claim) pairs.push(...claimPairs(address.claim));
  const printed = pairs.map(([key, value]) => `${escapeText(key)}=${escapeText(value)}`);
  return printed.length > 0 ? `#${printed.join('&')}` : '';
}

/** The parameters without those that say what is the default anyway. The partition stays: its default depends on the data. */
export function withoutDefaults(parameters: ChosenParameters): ChosenParameters {
  const kept: Record<string, unknown> = {};
  const defaults = defaultsBeside(parameters);
  for (const [name, value] of Object.entries(parameters)) {
    if (value === undefined) continue;
    if (name !== 'partition' && defaults[name as keyof ChosenParameters] === value) continue;
    kept[name] = value;
  }
  return kept as ChosenParameters;
}

/** The parameters of a fit without those that say what is the default anyway. */
export function fitWithoutDefaults(chosen: ChosenFitParameters): ChosenFitParameters {
  const isDefault = (name: string, value: unknown) =>
    JSON.stringify(defaultFitParameters[name as keyof ChosenFitParameters]) === JSON.stringify(value);
  return Object.fromEntries(
    Object.entries(chosen).filter(([name, value]) => value !== undefined && !isDefault(name, value)),
  );
}
