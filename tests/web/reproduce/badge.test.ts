import { describe, expect, it } from 'vitest';
import { luminance } from '../../../web/src/charts/palette.ts';
import { badgeSvg, badgeWords } from '../../../web/src/reproduce/badge.ts';

const numbers = {
  harmony: 0.8714,
  interval: { low: 0.84, high: 0.9 },
  items: 1267,
  benchmark: 'A & B',
  model: '<Qwen3> "8B"',
};

describe('the badge', () => {
  it('says the number, half its interval, and n', () => {
    expect(badgeWords(numbers)).toBe('0.87 ± 0.03, N = 1,267');
    expect(badgeWords({ ...numbers, interval: null })).toBe('0.87, N = 1,267');
    expect(badgeWords({ ...numbers, harmony: 1, interval: { low: 1, high: 1 } })).toBe(
      '1.00 ± 0.00, N = 1,267',
    );
  });
  it('has a title that says what ± means, and whose number it is', () => {
    const title = /<title id="harmony-badge">([^<]*)<\/title>/.exec(badgeSvg(numbers))?.[1];
    expect(title).toBe(
      'HARMONY 0.87 ± 0.03, N = 1,267: &lt;Qwen3&gt; "8B" on A &amp; B. ± is half the width of the 95% bootstrap interval, .84 to .90; N is the number of items.',
    );
    expect(badgeSvg(numbers)).toContain('role="img" aria-labelledby="harmony-badge"');
  });
  it('can be read: at least 4.5 to 1 on both halves', () => {
    const svg = badgeSvg(numbers);
    const grounds = [...svg.matchAll(/<path [^>]*fill="(#[0-9a-f]{6})"/g)].map(([, colour]) => colour ?? '');
    expect(grounds).toHaveLength(2);
    for (const ground of grounds) expect(1.05 / (luminance(ground) + 0.05)).toBeGreaterThan(4.5);
    expect(svg).toContain('fill="#ffffff"');
  });
  it('has room for its words and nothing from elsewhere', () => {
    const svg = badgeSvg(numbers);
    const width = Number(/ width="(\d+)"/.exec(svg)?.[1]);
    const ends = [...svg.matchAll(/<text x="(\d+)" y="14" textLength="(\d+)"/g)].map(
      ([, x, length]) => Number(x) + Number(length),
    );
    expect(ends).toHaveLength(2);
    expect(Math.max(...ends)).toBe(width - 7);
    expect(svg).not.toMatch(/href|url\(|<image|<script|<style/);
    expect(svg.length).toBeLessThan(1200);
  });
});
