// Figures that go into papers: every kind of chart, at both widths. Vectors only, texts that can be read on paper, names
// of axes, and below them what was computed from what.
import { beforeAll, describe, expect, it } from 'vitest';
import type { Chart } from '../../../web/src/charts/chart.ts';
import { chartFigure, type Figure, figureHeight, withResolution } from '../../../web/src/charts/export.ts';
import { COLUMN_MM, figurePaper, PAGE_MM, printTheme } from '../../../web/src/charts/figure.ts';
import { captionWith, footerText } from '../../../web/src/charts/footer.ts';
import { luminance } from '../../../web/src/charts/palette.ts';
import { chartsOfItems, everyChart } from './every_chart.ts';

const engine = '0.1.0-9f2b5c8a2273';
const data = '3fa9c1d2e4b5';
const footer = { facts: ['PubMedQA', 'Qwen3-8B', 'b = 0.25'], engine, data };

/** What the axes mean, with units where there are any, as a reader must find it in the picture. */
const axes: Record<string, string[]> = {
  'subdomain bars': ['accuracy', '100%'],
  'silhouette curve': ['subdomains k', 'mean silhouette, HARMONY'],
  'affinity map': ['both axes: items, by subdomain', '1  similarity'],
  'model map': ['points from own mean'],
  sensitivity: ['bandwidth b', 'temperature τ', 'subdomains k', 'seed', 'HARMONY'],
  'null strip': ['HARMONY'],
  'audit bars': ['agreement'],
  'item map': ['difficulty', 'discrimination'],
  'item curve': ['ability, dimension 1', 'P(right)', 'Information'],
  'Wright map': ['ability and difficulty', 'a step'],
  abilities: ['ability'],
  ranks: ['rank'],
  'ability and mean score': ['mean score', 'ability, Dimension 1'],
  comparison: ['slope on dimension 2', 'mean score'],
  'person fit': ['person fit'],
  'residual map': ['points from expected'],
  eigenvalues: ['number of the eigenvalue', 'eigenvalue'],
  'residual correlations': ['correlation of residuals'],
  'loading bars': ['correlation with the score'],
  'loading bars, one dimension': ['correlation with the score'],
  compass: ['Dimension 1', 'Dimension 2'],
  'rank survival': ['share of the items kept', 'rank correlation'],
  'error survival': ['share of the items kept', 'error of the full score, points'],
  'kept bars': ['share of the items kept'],
  'log-loss rows': ['log-loss'],
  calibration: ['predicted probability', 'observed mean score'],
  'expected error': ['items still to be asked', 'expected standard error of the ability'],
  'simulation, ability': ['items asked', 'error of the ability'],
  'simulation, score': ['items asked', 'error of the mean score, points'],
  stability: ['Tucker'],
  plane: ['variance of HARMONY over models', 'mean HARMONY over models'],
  scaling: ['parameters, logarithmic', 'HARMONY of a model'],
  'HARMONY while pruning': ['share of the items pruned', 'HARMONY'],
  'accuracy while pruning': ['share of the items pruned', 'accuracy'],
  'order of models': ['all items', 'pruned'],
  robustness: ['temperature τ', 'bandwidth b', 'HARMONY'],
  differences: ['difference in points'],
  ties: ['accuracy'],
  'true and estimated': ['true HARMONY', 'estimated HARMONY'],
};

/** Of all texts in the picture, in its order, as they are read. */
const textsOf = (svg: string) =>
  [...svg.matchAll(/<text\b[^>]*>([^<]*)<\/text>/g)].map(([, words = '']) =>
    words.replaceAll('&amp;', '&').replaceAll('&lt;', '<').replaceAll('&gt;', '>'),
  );

const fontSizes = (svg: string) =>
  [...svg.matchAll(/font-size(?:="|:\s*)([\d.]+)(px)?/g)].map(([, size]) => Number(size));

/** Elements with a line, without a width of their own: 1. */
const lineWidths = (svg: string) =>
  [...svg.matchAll(/<(?:path|line|circle|rect|polyline)\b[^>]*\bstroke="(?!none)[^>]*>/g)].map(([tag]) =>
    Number(/stroke-width="([\d.]+)"/.exec(tag)?.[1] ?? 1),
  );

const pointsPerUnit = ({ svg }: Figure) => {
  const mm = Number(/<svg [^>]*\bwidth="([\d.]+)mm"/.exec(svg)?.[1]);
  const units = Number(/viewBox="0 0 ([\d.]+) /.exec(svg)?.[1]);
  return ((mm / units) * 72) / 25.4;
};

/** Tags that an XML parser would refuse, and tags that are not closed in order. */
function wrongTags(svg: string): string[] {
  const wrong: string[] = [];
  const open: string[] = [];
  for (const [tag] of svg.matchAll(/<[^>]*>/g)) {
    const parts = /^<(\/?)([\w:]+)((?:\s+[\w:-]+="[^"<]*")*)\s*(\/?)>$/.exec(tag);
    if (!parts) wrong.push(tag);
    else if (parts[1] === '/') {
      if (open.pop() !== parts[2]) wrong.push(tag);
    } else if (parts[4] !== '/') open.push(parts[2] ?? '');
  }
  if (/&(?!(?:amp|lt|gt|quot|#\d+);)/.test(svg)) wrong.push('a bare ampersand');
  return [...wrong, ...open];
}

function expectVectors({ svg }: Figure): void {
  expect(wrongTags(svg)).toEqual([]);
  expect(svg.match(/<svg\b/g)).toHaveLength(1);
  expect(svg).toContain('<text');
  expect(svg).toContain('<path');
  expect(svg).not.toMatch(/<image|<foreignObject|data:|<script|<style| class=|href=/);
  expect(svg).not.toMatch(/NaN|Infinity|undefined|null,/);
}

const everything = everyChart();

it('has the axes of every kind of chart', () => {
  expect(everything.map(([name]) => name)).toEqual(Object.keys(axes));
});

describe.each(everything)('%s', (name, chart: Chart) => {
  describe.each([
    ['column', COLUMN_MM],
    ['page', PAGE_MM],
  ] as const)('of one %s', (width, mm) => {
    let figure: Figure;
    const paper = figurePaper(width, 0);
    const line = footerText(footer, chart.basis);
    beforeAll(async () => {
      figure = await chartFigure(chart, printTheme, paper, line);
    });

    it('consists of texts and paths, as well-formed XML', () => expectVectors(figure));

    it('has its width in millimetres and keeps its proportions', () => {
      const height = Number(/<svg [^>]*\bheight="([\d.]+)mm"/.exec(figure.svg)?.[1]);
      expect(figure.svg).toContain(`width="${mm}.00mm"`);
      expect(figure.mm.width).toBeCloseTo(mm, 9);
      expect(height / mm).toBeCloseTo(figure.height / figure.width, 3);
      expect(figureHeight(chart, paper, line)).toBe(figure.height);
    });

    it('has no text below 8 points and no line below half a point', () => {
      const points = pointsPerUnit(figure);
      expect(fontSizes(figure.svg).length).toBeGreaterThan(3);
      expect(Math.min(...fontSizes(figure.svg)) * points).toBeGreaterThan(7.99);
      expect(Math.min(...lineWidths(figure.svg)) * points).toBeGreaterThan(0.49);
      expect(figure.svg.match(/<text\b/g)?.length).toBe(
        figure.svg.match(/<text\b[^>]*font-size/g)?.length, // none inherits a size from where it is pasted
      );
    });

    it('has its title, names of its axes, and the engine and data below', () => {
      const texts = textsOf(figure.svg);
      const words = texts.join(' ');
      expect(words.startsWith(chart.title)).toBe(true);
      for (const axis of axes[name] ?? []) expect(words).toContain(axis);
      const lines = texts.slice(-6).join(' ');
      for (const fact of [`Harmonograph ${engine}`, `data ${data}`, 'b = 0.25'])
        expect(lines).toContain(fact);
      if (chart.basis) expect(lines.replace(/\s+/g, ' ')).toContain(chart.basis.replace(/\s+/g, ' '));
    });

    it('is on white paper', () => {
      expect(figure.svg).toContain('<rect width="');
      expect(/<rect width="[^>]*fill="([^"]*)"/.exec(figure.svg)?.[1]).toBe('#ffffff');
    });
  });

  it('is the same every time', async () => {
    const make = () => chartFigure(chart, printTheme, figurePaper('column', 0), 'x');
    expect((await make()).svg).toBe((await make()).svg);
  });
});

describe.each([4_999, 34_000])('%i items', (items) => {
  it.each(chartsOfItems(items))('%s stays a drawing', async (name, chart) => {
    const figure = await chartFigure(chart, printTheme, figurePaper('column', 0), footerText(footer));
    expectVectors(figure);
    if (!name.startsWith('item map')) return;
    // Every item that is drawn is there: as a dot of a path, or as a shape of its own.
    const dots = (figure.svg.match(/h0?\.01|L[\d.]+ [\d.]+(?=M|")/g) ?? []).length;
    const shapes = (figure.svg.match(/<path\b[^>]*fill-opacity="0\.(?:55|75|25)"/g) ?? []).length;
    expect(dots + shapes).toBeGreaterThanOrEqual(chart.table().rows.length);
    expect(figure.svg.length).toBeLessThan(2_000_000);
  });
});

describe('the print theme', () => {
  const contrast = (a: string, b: string) => {
    const [light = 0, dark = 0] = [luminance(a), luminance(b)].sort((x, y) => y - x);
    return (light + 0.05) / (dark + 0.05);
  };
  it('has words that can be read on its paper', () => {
    for (const ink of [printTheme.ink, printTheme.inkSecond, printTheme.axis, printTheme.accent]) {
      expect(contrast(ink, printTheme.paper)).toBeGreaterThan(4.5);
    }
  });
  it('does not show what somebody just looked at on the page', async () => {
    const [, bars] = everything[0] as [string, Chart];
    const { svg } = await chartFigure(bars, printTheme, figurePaper('page', 0), '');
    expect(svg).not.toContain(printTheme.wash); // "Subdomain 2" is selected there
  });
});

describe('what stands below', () => {
  it('says a fact once', () => {
    expect(footerText(footer, 'PubMedQA; n = 500 items').replaceAll('\u00a0', ' ')).toBe(
      `PubMedQA; n = 500 items; Qwen3-8B; b = 0.25; Harmonograph ${engine}; data ${data}`,
    );
  });
  it('is part of the caption of a table', () => {
    expect(captionWith('Ranks', { facts: ['b = 0.1'], engine, data: '' })).toBe(
      `Ranks (b = 0.1; Harmonograph ${engine}).`,
    );
    expect(captionWith('Ranks.', { facts: [], engine: '', data: '' })).toBe('Ranks.');
  });
});

describe('PNG', () => {
  it('says how large it is on paper', () => {
    // A whole PNG of one grey pixel, made with Python's zlib: signature, IHDR, IDAT, IEND.
    const png = Uint8Array.from(
      atob('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNoAAAAggCBd81ytgAAAABJRU5ErkJggg=='),
      (letter) => letter.charCodeAt(0),
    );
    const out = withResolution(png, 8504);
    expect(out.length).toBe(png.length + 21);
    // zlib.crc32(b"pHYs" + struct.pack(">IIB", 8504, 8504, 1)) of Python 3.11
    expect([...out.subarray(33, 54)].map((byte) => byte.toString(16).padStart(2, '0')).join('')).toBe(
      `00000009${'70485973'}${'00002138'}${'00002138'}0145963160`,
    );
    expect([...out.subarray(0, 33)]).toEqual([...png.subarray(0, 33)]);
    expect([...out.subarray(54)]).toEqual([...png.subarray(33)]);
  });
});
