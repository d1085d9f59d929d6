// Names as they stand inside of sentences and charts: whatever a file calls its models, the words around stay as they are.

/** Signs that turn the direction of everything behind them: numbers would be read backwards. */
const DIRECTIONS = /[\u202a-\u202e\u2066-\u2069]/g;
const LONGEST = 120;

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what must go
const CONTROL = /[\u0000-\u001f\u007f-\u009f]/g;

/** One line, in the direction of its letters. */
export const oneLine = (text: string): string =>
  text
    .replace(DIRECTIONS, '')
    .replace(/[\t\n\v\f\r\u2028\u2029]+/g, ' ')
    .replace(CONTROL, '\ufffd');

/** The same, and no longer than a sentence can bear: its end tells as much as its beginning. */
export function asName(name: string): string {
  const letters = [...oneLine(name)];
  if (letters.length <= LONGEST) return letters.join('');
  const half = LONGEST / 2;
  return `${letters.slice(0, half).join('')}…${letters.slice(-half + 1).join('')}`;
}
