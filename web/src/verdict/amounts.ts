// Numbers of parameters and tokens as people write them: 8.03B, 350M, 15T.
import { MISSING } from './numbers.ts';

const units = [
  ['T', 1e12],
  ['B', 1e9],
  ['M', 1e6],
  ['K', 1e3],
] as const;

/** 8.03e9 -> "8.03B", 15e12 -> "15T": at most four digits, so that it is read back nearly as it was. */
export function amount(value: number | null | undefined): string {
  if (value === null || value === undefined || !Number.isFinite(value)) return MISSING;
  // 999.96M is 1B in four digits.
  const rounded = Number(value.toPrecision(4));
  for (const [letter, size] of units) {
    if (Math.abs(rounded) >= size) return `${Number((rounded / size).toPrecision(4))}${letter}`;
  }
  return String(rounded);
}

/** "8B", "8.03 b", "8.03e9", "1,700M"; undefined = no positive number. */
export function parseAmount(text: string): number | undefined {
  const match = /^(\d[\d,]*\.?\d*|\.\d+)(e[+-]?\d+)?\s*([kmbt])?$/i.exec(text.trim());
  if (!match) return undefined;
  const unit = units.find(([letter]) => letter === match[3]?.toUpperCase())?.[1] ?? 1;
  const value = Number(`${match[1]?.replaceAll(',', '')}${match[2] ?? ''}`);
  // Through a text: 8.03 * 1e9 is not 8.03e9 in binary.
  const scaled = Number((value * unit).toPrecision(12));
  return Number.isFinite(scaled) && scaled > 0 && scaled < 1e18 ? scaled : undefined;
}
