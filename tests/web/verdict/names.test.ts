// Names in sentences and charts: whatever they hold, what stands around them stays as it is.
import { describe, expect, it } from 'vitest';
import { printable } from '../../../web/src/command/output.ts';
import { printTable } from '../../../web/src/command/result_table.ts';
import { asName, oneLine } from '../../../web/src/verdict/names.ts';
import { listed } from '../../../web/src/verdict/numbers.ts';
import { scatterNames } from '../charts/hostile_names.ts';

describe('a name in a sentence', () => {
  it('stays as it is when it is one', () => {
    for (const name of ['Qwen3-8B', 'mistralai/Mistral-7B (5 shots)', 'مدل', '模型  7B', 'a  b'])
      expect(asName(name)).toBe(name);
  });

  it('turns nothing around it, has one line, and no signs that XML cannot hold', () => {
    expect(asName('\u202Ednib\u2066 a')).toBe('dnib a');
    expect(oneLine('first\r\nsecond\u2028third\tfourth')).toBe('first second third fourth');
    expect(oneLine('bell\u0007\u001b[31m')).toBe('bell\ufffd\ufffd[31m');
  });

  it('is no longer than 120 letters, and keeps its end', () => {
    const long = `${'L'.repeat(5000)}-step-20`;
    expect([...asName(long)]).toHaveLength(120);
    expect(asName(long).endsWith('-step-20')).toBe(true);
    expect([...asName('👩'.repeat(500))]).toHaveLength(120);
    expect(listed([long, 'b'])).toBe(`${asName(long)} and b`);
  });
});

describe('a terminal', () => {
  it('is given no commands, and each row of a table on one line', () => {
    const esc = '\u001b';
    const table = printTable({
      header: ['model', 'n'],
      alignment: ['left', 'right'],
      rows: [[`${esc}]0;title\u0007${esc}[2Ja\nb`, '3']],
    });
    expect(table.split('\n')).toHaveLength(3);
    const obeyed = [...printable(`${table}\n${esc}c\u202e\u009b2J`)].filter((one) =>
      /\p{Cc}|\p{Cf}/u.test(one),
    );
    expect(new Set(obeyed)).toEqual(new Set(['\n']));
    expect(printable('a\tb\nc')).toBe('a\tb\nc');
  });
});

describe('a chart of such names', () => {
  it('changes no prototype, and its SVG has every name as it is', async () => {
    const names = [
      '__proto__',
      'constructor',
      'toString',
      'zr0-1b class="a" zr1-c2',
      '</text><script>',
      'a\u0001b',
    ];
    const svg = await scatterNames(names);
    const inherited: string[] = [];
    for (const key in {}) inherited.push(key);
    expect(inherited).toEqual([]);
    expect(Object.getOwnPropertyNames(Object)).not.toContain('next');
    const read = new DOMParser().parseFromString(svg, 'image/svg+xml');
    expect(read.querySelector('parsererror, script')).toBeNull();
    const words = [...svg.matchAll(/<text[^>]*>([^<]*)<\/text>/g)].map(([, text]) => text);
    for (const name of names) {
      expect(words).toContain(
        oneLine(name)
          .replaceAll('&', '&amp;')
          .replaceAll('<', '&lt;')
          .replaceAll('>', '&gt;')
          .replaceAll('"', '&quot;'),
      );
    }
  });
});
