// Conditions on the averages: --assert 'HARMONY >= 0.8'. Each must hold for every average that is listed.
import type { CellResult } from '../library/analyze.ts';
import { usageError } from './exit_codes.ts';
import { nearest } from './options.ts';

/** What can be compared, by name; null = this average has none. */
const quantities: Readonly<Record<string, (cell: CellResult) => number | null>> = {
  accuracy: ({ accuracy }) => accuracy?.value ?? null,
  'accuracy.low': ({ accuracy }) => accuracy?.interval?.low ?? null,
  'accuracy.high': ({ accuracy }) => accuracy?.interval?.high ?? null,
  HARMONY: ({ harmony }) => harmony?.harmony ?? null,
  'HARMONY.low': ({ harmony }) => harmony?.bootstrap?.low ?? null,
  'HARMONY.high': ({ harmony }) => harmony?.bootstrap?.high ?? null,
  p: ({ harmony }) => harmony?.nullDistribution?.pValue ?? null,
  k: ({ harmony }) => harmony?.k ?? null,
  n: ({ accuracy, harmony }) => harmony?.items ?? accuracy?.items ?? null,
};

export const quantityNames = Object.keys(quantities);

const comparisons: Readonly<Record<string, (a: number, b: number) => boolean>> = {
  '>=': (a, b) => a >= b,
  '<=': (a, b) => a <= b,
  '==': (a, b) => a === b,
  '!=': (a, b) => a !== b,
  '>': (a, b) => a > b,
  '<': (a, b) => a < b,
};

export interface Assertion {
  text: string;
  quantity: string;
  holds: (value: number) => boolean;
}

/** "HARMONY >= 0.8", "p<.05"; capital letters do not matter. */
export function parseAssertion(text: string): Assertion {
  const parts = /^\s*([a-z]+(?:\.[a-z]+)?)\s*(>=|<=|==|!=|=|>|<)\s*(\S+)\s*$/i.exec(text);
  const [, written = '', sign = '', limit = ''] = parts ?? [];
  const hint = `Write a quantity (${quantityNames.join(', ')}), one of >= <= > < == !=, and a number: 'HARMONY >= 0.8'.`;
  if (!parts) throw usageError(`--assert '${text}' is not a condition.`, hint);
  const quantity = quantityNames.find((name) => name.toLowerCase() === written.toLowerCase());
  if (quantity === undefined) {
    const meant = nearest(written, quantityNames);
    throw usageError(
      `--assert '${text}': there is no quantity “${written}”.`,
      meant === undefined ? hint : `Did you mean ${meant}? ${hint}`,
    );
  }
  const compare = comparisons[sign === '=' ? '==' : sign];
  const number = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(limit) ? Number(limit) : Number.NaN;
  if (!compare || !Number.isFinite(number))
    throw usageError(`--assert '${text}': “${limit}” is no number.`, hint);
  return { text: text.trim(), quantity, holds: (value) => compare(value, number) };
}

/** A sentence for each average for which a condition does not hold; an average without the quantity does not pass. */
export function failures(assertions: readonly Assertion[], cells: readonly CellResult[]): string[] {
  return assertions.flatMap(({ text, quantity, holds }) =>
    cells.flatMap((cell) => {
      const value = quantities[quantity]?.(cell) ?? null;
      if (value !== null && holds(value)) return [];
      const found = value === null ? `it has no ${quantity}` : `${quantity} is ${value}`;
      const why = value === null && cell.refused !== '' ? ` (${cell.refused})` : '';
      return [`${text} does not hold for ${cell.model} on ${cell.benchmark}: ${found}${why}.`];
    }),
  );
}
