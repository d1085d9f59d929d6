// Links of earlier versions keep opening: their pairs are rewritten, version by version, before they are read. A key is
// never given another meaning without a new version and a line in this table.

/** The version of what stands after "#". Links say it as "v=1". */
export const ADDRESS_VERSION = 1;

export type Pairs = [string, string][];

/** upgrades[n] makes pairs of version n + 1 out of those of version n. */
const upgrades: readonly ((pairs: Pairs) => Pairs)[] = [
  // 0: addresses before links said their version. All their keys mean the same in 1.
  (pairs) => pairs,
];

/** 0 = it does not say; null = it says something that is no version. */
export function versionOf(pairs: Pairs): number | null {
  const said = pairs.find(([key]) => key === 'v');
  if (!said) return 0;
  return /^[1-9]\d{0,5}$/.test(said[1]) ? Number(said[1]) : null;
}

/** The pairs as this version writes them. Those of a later version stay as they are: what is still the same is understood. */
export function upgraded(pairs: Pairs): Pairs {
  const version = versionOf(pairs);
  if (version === null || version >= ADDRESS_VERSION) return pairs;
  const current = upgrades.slice(version).reduce((now, upgrade) => upgrade(now), pairs);
  return current.filter(([key]) => key !== 'v');
}
