// The full address of what is shown: whoever opens it gets the same data, the same view, and what was computed here to
// compare with.
import type { Claim } from '../reproduce/claim.ts';
import { digestOf } from '../reproduce/digest.ts';
import { packFiles } from '../reproduce/inline_data.ts';
import { type Source, sourceName } from '../reproduce/source.ts';
import { type Address, printAddress } from './address.ts';
import { currentSources, heldFile } from './files.ts';
import { address, isEmbedKey } from './history.ts';
import { type Shown, shown } from './shown.ts';
import { engineVersion } from './store.ts';

/** The key that starts a computation which the view does not start by itself. */
export const RUN_KEY = 'run';
/** Views whose result is asked for by hand. */
const startedByHand: ReadonlySet<string> = new Set(['prediction']);

export interface LinkOptions {
  /** Files of the user's disk travel inside of the link, as packed by packLocalFiles(). */
  packed?: readonly PackedFile[];
  /** What the page's address is; where the page is open when absent. */
  page?: string;
}

export interface PackedFile {
  sha256: string;
  packed: string;
}

/** What is shown as a claim; null = there is nothing to claim (yet). */
export async function claimOfView(what: Shown = shown.value): Promise<Claim | null> {
  const engine = engineVersion.value?.id;
  if (what.state !== 'done' || engine === undefined) return null;
  return { engine, headline: what.headline, digest: await digestOf(what.results) };
}

/** The sources of a link, in the order in which they are read. */
export function sourcesOfLink(packed: readonly PackedFile[] = []): Source[] {
  return currentSources.value.map((source): Source => {
    if (source.kind !== 'file') return source;
    const inside = packed.find((one) => one.sha256 === source.sha256);
    if (!inside) return source;
    const { sha256, options } = source;
    return { kind: 'inline', path: sourceName(source), packed: inside.packed, sha256, options };
  });
}

/** The address as a link says it: complete, so that nothing depends on what the reader had open before. */
export function addressOfView(claim: Claim | null, packed: readonly PackedFile[] = []): Address {
  const now = address.value;
  const other = now.other.filter(([key]) => key !== RUN_KEY && key !== 'v' && !isEmbedKey(key));
  if (claim && startedByHand.has(now.view)) other.push([RUN_KEY, 'yes']);
  return { ...now, sources: sourcesOfLink(packed), claim, other };
}

/** The link to what is shown, with its claim. */
export async function linkOfView({ packed = [], page = pageAddress() }: LinkOptions = {}): Promise<string> {
  return page + (printAddress(addressOfView(await claimOfView(), packed)) || '#');
}

export const pageAddress = () => location.href.replace(/#.*$/s, '');

/** Files of the user's disk in packed form; null = they are too large for a link, or the page does not hold them. */
export async function packLocalFiles(): Promise<PackedFile[] | null> {
  const local = currentSources.value.filter((source) => source.kind === 'file');
  const files: { sha256: string; file: File }[] = [];
  for (const source of local) {
    const file = heldFile(source);
    if (!file) return null;
    if (!files.some((one) => one.sha256 === source.sha256)) files.push({ sha256: source.sha256, file });
  }
  try {
    const texts = await packFiles(files.map(({ file }) => file));
    return texts && files.map(({ sha256 }, index) => ({ sha256, packed: texts[index] ?? '' }));
  } catch {
    return null; // a file that was moved or changed on the disk cannot be read any more
  }
}
