// The address bar follows the state, and Back and Reload lead back to it.
import { batch, signal } from '@preact/signals';
import { type Source, sameSources } from '../reproduce/source.ts';
import { type Address, fitWithoutDefaults, parseAddress, printAddress, withoutDefaults } from './address.ts';
import {
  addressForms,
  type ChosenFitParameters,
  type ChosenParameters,
  fitAddressForms,
} from './parameters.ts';

/** null on the command line and inside of other pages, which follow an address without a page of ours. */
let browser = typeof window === 'undefined' ? null : window;

export const address = signal<Address>(parseAddress(browser?.location.hash ?? ''));

/** What the loaded data were named by. An address without sources says nothing of them: they stay. */
let named: Source[] = address.value.sources;

/** Data that the browser's address names and the page has not loaded for it: at the start, or by a link followed later. */
export const wantedSources = signal<Source[] | null>(named.length > 0 ? named : null);

/** Counts the addresses that came from outside: at the start, by Back and Forward, by a link. */
export const arrivals = signal(1);

const followBrowser = () => {
  const next = parseAddress(location.hash);
  const other = next.sources.length > 0 && !sameSources(next.sources, named);
  if (other) named = next.sources;
  batch(() => {
    address.value = next;
    arrivals.value += 1;
    if (other) wantedSources.value = next.sources;
  });
};
browser?.addEventListener('popstate', followBrowser);
browser?.addEventListener('hashchange', followBrowser);

/** The address bar is somebody else's: it is neither read nor written from now on. */
export function leaveBrowserAlone(): void {
  browser?.removeEventListener('popstate', followBrowser);
  browser?.removeEventListener('hashchange', followBrowser);
  browser = null;
}

/** What a link claims holds for what it shows: the first other choice takes the claim out of the address. */
function write(changed: Address, how: 'push' | 'replace', keepsClaim = how === 'replace'): void {
  const next = keepsClaim ? changed : { ...changed, claim: null };
  if (next.sources !== address.value.sources) named = next.sources;
  address.value = next;
  if (!browser) return;
  const hash = printAddress(next);
  if (hash === printAddress(parseAddress(location.hash))) return;
  const target = hash || location.pathname + location.search;
  if (how === 'push') history.pushState(null, '', target);
  else history.replaceState(null, '', target);
}

/** The pairs that cut an embedded page down to a part of its view. */
export const isEmbedKey = (key: string) => key === 'embed' || key === 'chart' || key === 'table';

let elsewhere: ((hash: string) => void) | null = null;

/** Steps that the user takes open in another place from now on: an embedded page stays what it was made for. */
export function openElsewhere(open: (hash: string) => void): () => void {
  elsewhere = open;
  return () => {
    elsewhere = null;
  };
}

/** Another view, benchmark or model: a step that Back undoes. */
export function navigate(change: Partial<Pick<Address, 'view' | 'benchmark' | 'model'>>): void {
  if (elsewhere && browser?.navigator.userActivation?.isActive) {
    const other = address.value.other.filter(([key]) => !isEmbedKey(key));
    elsewhere(addressOf({ ...change, other }));
    return;
  }
  write({ ...address.value, ...change }, 'push');
}

/** The same without a step of its own, for what the page chooses by itself. */
export function replaceAddress(change: Partial<Omit<Address, 'parameters' | 'fit'>>): void {
  write({ ...address.value, ...change }, 'replace');
}

/** The "#..." of another view, for links. */
export function addressOf(change: Partial<Address>): string {
  return printAddress({ ...address.value, ...change }) || '#';
}

/** Changes parameters; undefined sets one back to its default. While a slider moves: commit = false. */
export function setParameters(change: ChosenParameters, commit = false): void {
  const now = address.value;
  const keys = new Set(Object.keys(change).map((name) => addressForms[name as keyof ChosenParameters].key));
  write(
    {
      ...now,
      parameters: withoutDefaults({ ...now.parameters, ...change }),
      other: now.other.filter(([key]) => !keys.has(key)),
    },
    commit ? 'push' : 'replace',
    false,
  );
}

/** The same while a slider moves: the address bar follows with setParameters. Browsers limit how often it may change. */
export function previewParameters(change: ChosenParameters): void {
  const now = address.value;
  // The bar keeps what a link claims until the slider rests: that is the step that Back undoes.
  address.value = { ...now, parameters: withoutDefaults({ ...now.parameters, ...change }), claim: null };
}

export function resetParameters(): void {
  write({ ...address.value, parameters: {} }, 'push');
}

/** Changes parameters of the fit; undefined sets one back to its default. */
export function setFitParameters(change: ChosenFitParameters): void {
  const now = address.value;
  const keys = new Set(
    Object.keys(change).map((name) => fitAddressForms[name as keyof ChosenFitParameters].key),
  );
  const other = now.other.filter(([key]) => !keys.has(key));
  write({ ...now, fit: fitWithoutDefaults({ ...now.fit, ...change }), other }, 'push');
}

export function resetFitParameters(): void {
  write({ ...address.value, fit: {} }, 'push');
}

/** Another address as a whole, in the place of this one. */
export function followHash(hash: string): void {
  write(parseAddress(hash), 'replace');
}

/** A key that only one view knows ("sort", "chart"); undefined when it is not there. */
export function otherValue(key: string): string | undefined {
  return address.value.other.find(([name]) => name === key)?.[1];
}

/** Sets or (undefined) removes such a key, without a step in the history unless Back is to undo it. */
export function setOtherValue(
  key: string,
  value: string | undefined,
  how: 'push' | 'replace' = 'replace',
): void {
  const others = address.value.other.filter(([name]) => name !== key);
  if (value !== undefined) others.push([key, value]);
  write({ ...address.value, other: others }, how);
}
