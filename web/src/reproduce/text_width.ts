// How wide words are in Helvetica, and in Arial and Liberation Sans, which have its measures: for pictures that are
// made where nothing can be measured.

// Widths in thousandths of the size, of the characters from space to "~".
const WIDTHS = [
  278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278, 556, 556, 556, 556, 556,
  556, 556, 556, 556, 556, 278, 278, 584, 584, 584, 556, 1015, 667, 667, 722, 722, 667, 611, 778, 722, 278,
  500, 667, 556, 833, 722, 778, 667, 778, 722, 667, 611, 722, 667, 944, 667, 667, 611, 278, 278, 278, 469,
  556, 333, 556, 556, 500, 556, 556, 278, 556, 556, 222, 222, 500, 222, 833, 556, 556, 556, 556, 333, 500,
  278, 556, 500, 722, 500, 500, 500, 334, 260, 334, 584,
];
/** Letters with accents, Greek, dashes: about as wide as a capital, which is never too little for a line. */
const OTHER = 667;
/** Chinese, Japanese and Korean signs are as wide as they are high. */
const IDEOGRAPH = 1000;
const BOLD = 1.08;

export const FIGURE_FONT = "Helvetica, Arial, 'Liberation Sans', sans-serif";

export function textWidth(text: string, size: number, bold = false): number {
  let sum = 0;
  for (const letter of text) {
    const code = letter.codePointAt(0) ?? 0;
    sum += WIDTHS[letter === HOLD ? 0 : code - 32] ?? (code >= 0x2e80 ? IDEOGRAPH : OTHER);
  }
  return (sum / 1000) * size * (bold ? BOLD : 1);
}

/** What must not be torn apart by a new line; written as a space again. */
export const HOLD = '\u00a0';

/** Lines no wider than `width`; a word that is wider by itself is cut. */
export function wrapped(text: string, width: number, size: number, bold = false): string[] {
  const lines: string[] = [];
  let line = '';
  const fits = (words: string) => textWidth(words, size, bold) <= width;
  for (let word of text.split(/[ \n\t]+/).filter(Boolean)) {
    if (line !== '' && fits(`${line} ${word}`)) {
      line = `${line} ${word}`;
      continue;
    }
    if (line !== '') lines.push(line);
    while (!fits(word)) {
      const letters = [...word];
      let most = letters.length - 1;
      while (most > 1 && !fits(letters.slice(0, most).join(''))) most--;
      if (letters.length <= 1) break;
      lines.push(letters.slice(0, most).join(''));
      word = letters.slice(most).join('');
    }
    line = word;
  }
  if (line !== '') lines.push(line);
  return lines.map((words) => words.replaceAll(HOLD, ' '));
}
