// The options that choose a view and its parameters: they have the names of the page's address.
import type { AnalyzeOptions } from '../library/analyze.ts';
import { type ViewName, viewNames } from '../state/address.ts';
import {
  type AddressForm,
  addressForms,
  type ChosenFitParameters,
  type ChosenParameters,
  fitAddressForms,
} from '../state/parameters.ts';
import { usageError } from './exit_codes.ts';
import { nearest, type OptionForms, type Options } from './options.ts';

const analysisHelp: Record<keyof ChosenParameters, [value: string, help: string]> = {
  partition: [
    'NAME',
    'similarity, similarity-shared, responses, directions, texts, vectors:NAME, attribute:NAME',
  ],
  choices: ['NAME', 'the set of option probabilities'],
  orderFree: ['yes|no', 'sort the options of each item first'],
  tau: ['NUMBER', 'tau of the similarity (default 1)'],
  bandwidth: ['NUMBER', 'b, the width around the mean (default 0.1; 0 = from the data)'],
  subdomains: ['NUMBER', 'k (default 0 = the largest mean silhouette)'],
  largestK: ['NUMBER', 'the largest k that is tried (default 20)'],
  silhouette: ['affinity|divergence', 'the distance of the silhouette (default affinity)'],
  floor: ['NUMBER', 'the least probability of an option (default 1e-6)'],
  seed: ['NUMBER', 'seed of all draws (default 1)'],
  starts: ['NUMBER', 'starts of k-means (default 0 = automatic)'],
  dimensions: ['NUMBER', 'dimensions of the abilities, for the partition "directions" (default 2)'],
  nullDraws: ['NUMBER', 'permutations of the null (default 999)'],
  bootstrap: ['within|reclustered', 'how items are drawn for the interval (default within)'],
  bootstrapDraws: ['NUMBER', 'draws of the bootstrap (default 999; 99 when reclustered)'],
};

const fitHelp: Record<keyof ChosenFitParameters, [value: string, help: string]> = {
  benchmarks: ['NAMES', 'benchmarks of the fit, with commas between (default all)'],
  estimator: ['NAME', 'automatic, variational or marginal'],
  itemModel: ['1PL|2PL|3PL', 'the item model (default 2PL)'],
  dimensions: ['NUMBER', 'of the fit (default 0 = automatic)'],
  guessing: ['yes|no', 'lower asymptotes'],
  grouping: ['NAME', 'none, benchmark or attribute:NAME'],
  rotation: ['NAME', 'oblimin, varimax, geomin or none'],
  kaiser: ['yes|no', 'normalise before the rotation'],
  countOnce: ['yes|no', 'near-duplicates count once'],
  seed: ['NUMBER', 'seed of the fit (default 1)'],
};

function formsOf(forms: Record<string, AddressForm>, help: Record<string, [string, string]>): OptionForms {
  return Object.fromEntries(
    Object.entries(forms).map(([name, form]) => {
      const [value, text] = help[name] ?? ['VALUE', ''];
      return [form.key, { type: 'string', value, help: text } as const];
    }),
  );
}

export const analysisForms = formsOf(addressForms, analysisHelp);
export const fitForms = formsOf(fitAddressForms, fitHelp);

/** Options under which a view finds its own choices in the address. */
export const viewForms: OptionForms = {
  view: {
    type: 'string',
    value: 'NAME',
    help: `one of ${viewNames.join(', ')}; default: overview, or benchmark when --benchmark and --model are there`,
  },
  benchmark: { type: 'string', value: 'NAME', help: 'one benchmark, by its name' },
  model: { type: 'string', value: 'NAME', help: 'one model, by its name' },
  group: {
    type: 'string',
    multiple: true,
    value: 'NAME',
    help: 'read the tasks of this group as one benchmark',
  },
  set: {
    type: 'string',
    multiple: true,
    value: 'KEY=VALUE',
    help: 'another pair of the address, as the page writes it: --set share=25',
  },
  address: {
    type: 'string',
    value: '"#..."',
    help: 'the view and all its parameters as the page writes them, in place of the options above',
  },
  piece: {
    type: 'boolean',
    help: 'averages alone, of --benchmark and --model where they are there: for harmonograph merge',
  },
};

function parameters<Names extends string>(
  options: Options,
  forms: Readonly<Record<Names, AddressForm>>,
): Partial<Record<Names, unknown>> {
  const chosen: Partial<Record<Names, unknown>> = {};
  for (const [name, form] of Object.entries(forms) as [Names, AddressForm][]) {
    const text = options.text(form.key);
    if (text === undefined) continue;
    const value = form.parse(text);
    if (value === undefined) throw usageError(`--${form.key} cannot be “${text}”.`);
    chosen[name] = value;
  }
  return chosen;
}

export function viewOptions(options: Options): AnalyzeOptions {
  const given = options.text('view');
  const view = viewNames.find((name) => name === given);
  if (given !== undefined && !view) {
    const meant = nearest(given, viewNames);
    throw usageError(
      `There is no view “${given}”.`,
      `${meant === undefined ? '' : `Did you mean ${meant}? `}Views: ${viewNames.join(', ')}.`,
    );
  }
  const pairs = options.texts('set').map((pair): [string, string] => {
    const cut = pair.indexOf('=');
    if (cut < 1) throw usageError(`--set ${pair}: write KEY=VALUE.`);
    return [pair.slice(0, cut), pair.slice(cut + 1)];
  });
  const chosen = parameters(options, addressForms) as ChosenParameters;
  const fit = parameters(options, fitAddressForms) as ChosenFitParameters;
  const groups = options.texts('group');
  const address = options.text('address');
  const others = [view, options.text('benchmark'), options.text('model'), ...pairs];
  const count = Object.keys(chosen).length + Object.keys(fit).length;
  if (address !== undefined) {
    if (count > 0 || others.some((one) => one !== undefined) || options.has('piece')) {
      throw usageError('--address says the view and its parameters: no other option may say them too.');
    }
    return { address, groups };
  }
  const isList = (view ?? 'overview') === 'overview';
  if (options.has('piece') && !isList)
    throw usageError('--piece is of averages: it goes with no other view.');
  const both = options.has('benchmark') && options.has('model');
  if (Object.keys(fit).length > 0 && (view === undefined || view === 'overview' || view === 'benchmark')) {
    const [name] = Object.keys(fit) as (keyof ChosenFitParameters)[];
    const key = name ? fitAddressForms[name].key : '';
    throw usageError(
      `--${key} is of a fit: it needs --view with a view that makes one.`,
      'Views of a fit: items, models, measures, fewer, prediction, adaptive.',
    );
  }
  return {
    view: view ?? ((both && !options.has('piece') ? 'benchmark' : 'overview') satisfies ViewName),
    benchmark: options.text('benchmark'),
    model: options.text('model'),
    parameters: chosen,
    fit,
    other: Object.fromEntries(pairs),
    piece: options.has('piece'),
    groups,
  };
}
