// Responses of invented models to invented items, for tests: two abilities, of which odd items need one and even items
// the other. From a linear congruential generator and plain arithmetic, the same on every machine.

export interface TableSize {
  models: number;
  items: number;
}

/** CSV: benchmark (the halves "first" and "second"), item, category (odd, even), one column of 0 and 1 a model. */
export function responseTable({ models, items }: TableSize): string {
  let state = 20240607;
  const uniform = () => {
    state = (state * 1103515245 + 12345) % 2147483648;
    return state / 2147483648;
  };
  // Sum of twelve uniforms: normal enough, without the library's logarithm.
  const normal = () => Array.from({ length: 12 }, uniform).reduce((sum, one) => sum + one, -6);
  const abilities = Array.from({ length: models }, () => [normal(), normal()] as const);
  const rows = [['benchmark', 'item', 'category', ...abilities.map((_, m) => `model ${m + 1}`)].join(',')];
  for (let item = 0; item < items; ++item) {
    const odd = item % 2 === 1;
    const difficulty = normal();
    const noise = () => normal() * 0.8;
    const scores = abilities.map(([one, other]) =>
      (odd ? one : other) + 0.15 * (odd ? other : one) + noise() > difficulty ? 1 : 0,
    );
    rows.push([item < items / 2 ? 'first' : 'second', `q${item}`, odd ? 'odd' : 'even', ...scores].join(','));
  }
  return rows.join('\n');
}
