// One aligned table, and numbers as people read them.

export function seconds(value) {
  if (value === undefined || value === null || !Number.isFinite(value)) return '';
  if (value < 0.001) return `${(value * 1e6).toFixed(0)} µs`;
  if (value < 0.1) return `${(value * 1e3).toFixed(1)} ms`;
  if (value < 1) return `${(value * 1e3).toFixed(0)} ms`;
  if (value < 100) return `${value.toFixed(2)} s`;
  return `${value.toFixed(0)} s`;
}

export const megabytes = (bytes) =>
  bytes ? `${(bytes / 1048576).toFixed(bytes < 10485760 ? 2 : 0)} MiB` : '';
export const times = (ratio) => `${ratio >= 100 ? ratio.toFixed(0) : ratio.toPrecision(3)}x`;
export const count = (value) => Math.round(value).toLocaleString('en-US');

const columns = ['work', 'size', 'where', 'time', 'memory', 'ratio'];

export class Table {
  rows = [];

  /** A row is shown at once, too, so that a long run can be watched. */
  add(row) {
    this.rows.push(columns.map((name) => row[name] ?? ''));
    console.error(`  ${this.rows.at(-1).filter(Boolean).join(' | ')}`);
  }

  toString() {
    const all = [columns, ...this.rows];
    const widths = columns.map((_, c) => Math.max(...all.map((row) => row[c].length)));
    const line = (row) => `| ${row.map((cell, c) => cell.padEnd(widths[c])).join(' | ')} |`;
    return [
      line(columns),
      `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`,
      ...this.rows.map(line),
    ].join('\n');
  }
}

/** Promises that are measured: each is told as it is decided, with 20% of room. */
export class Checks {
  failed = 0;
  lines = [];

  /** value must be at most limit (or at least, with atLeast); room: 20% unless it is a promise about numbers. */
  that(name, value, limit, { atLeast = false, unit = '', room = 0.2 } = {}) {
    const number = (x) => (Number.isFinite(x) ? Number(x.toPrecision(3)).toString() : String(x));
    const held =
      Number.isFinite(value) && (atLeast ? value >= limit * (1 - room) : value <= limit * (1 + room));
    if (!held) this.failed += 1;
    const bound = `${atLeast ? 'at least' : 'at most'} ${number(limit)}${unit}`;
    const slack = room > 0 ? `, ${100 * room}% of room` : '';
    this.lines.push(`${held ? 'PASS' : 'FAIL'} ${name}: ${number(value)}${unit} (wanted: ${bound}${slack})`);
  }

  skip(name, reason) {
    this.lines.push(`SKIP ${name}: ${reason}`);
  }
}
