// Chart builders: the table says what the core said, the picture shows it, and every point can be reached.
import { describe, expect, it } from 'vitest';
import { affinityMap } from '../../../web/src/charts/affinity_map.ts';
import { auditBars, auditOrder } from '../../../web/src/charts/audit_bars.ts';
import type { Chart } from '../../../web/src/charts/chart.ts';
import { drawChart } from '../../../web/src/charts/draw.ts';
import { chartSvg, escapeXml } from '../../../web/src/charts/export.ts';
import { edges, heatCells } from '../../../web/src/charts/heat.ts';
import { cutInMiddle, unitTick } from '../../../web/src/charts/marks.ts';
import { modelMap } from '../../../web/src/charts/model_map.ts';
import { nullStrip } from '../../../web/src/charts/null_strip.ts';
import {
  deviationColour,
  inkOn,
  mix,
  parseColour,
  sequenceColour,
  subdomainColour,
  subdomainShape,
} from '../../../web/src/charts/palette.ts';
import { labelled, sensitivityCharts } from '../../../web/src/charts/sensitivity.ts';
import { runs, silhouetteCurve } from '../../../web/src/charts/silhouette_curve.ts';
import { subdomainBars } from '../../../web/src/charts/subdomain_bars.ts';
import { lightTheme } from '../../../web/src/charts/theme.ts';
import { csvCell, toCsv } from '../../../web/src/components/csv.ts';
import { harmonyResult, letterResult, modelNames, sensitivityResult } from '../fixtures/harmony_result.ts';

const result = harmonyResult();
const modelName = (index: number) => modelNames[index] ?? '';

function present(chart: Chart | null): Chart {
  if (chart === null) throw new Error('the chart should exist');
  return chart;
}

/** Tags that an XML parser would refuse, and tags that are not closed in order. */
function wellFormedTags(svg: string): string[] {
  const wrong: string[] = [];
  const open: string[] = [];
  for (const [tag] of svg.replace(/<style[\s\S]*?<\/style>/g, '').matchAll(/<[^>]*>/g)) {
    const parts = /^<(\/?)([\w:]+)((?:\s+[\w:-]+="[^"<]*")*)\s*(\/?)>$/.exec(tag);
    if (!parts) wrong.push(tag);
    else if (parts[1] === '/') {
      if (open.pop() !== parts[2]) wrong.push(tag);
    } else if (parts[4] !== '/') open.push(parts[2] ?? '');
  }
  return [...wrong, ...open];
}

const charts: [string, Chart][] = [
  ['subdomain bars', subdomainBars({ result, model: 'Qwen3-8B', benchmark: 'PubMedQA', selected: 1 })],
  ['silhouette curve', silhouetteCurve(result, 'Qwen3-8B', 'PubMedQA')],
  ['affinity map', present(affinityMap(result, 'Qwen3-8B', 'PubMedQA'))],
  ['model map', present(modelMap({ result, benchmark: 'PubMedQA', modelName }))],
  ['sensitivity', present(sensitivityCharts(result, sensitivityResult(), 'Qwen3-8B', 'PubMedQA'))],
  ['null strip', present(nullStrip(result, 'Qwen3-8B', 'PubMedQA'))],
  ['audit bars', present(auditBars(result, 'Qwen3-8B', 'PubMedQA'))],
];

describe.each(charts)('%s', (_name, chart) => {
  it('has words, a table without holes and a height at every width', () => {
    expect(chart.title).not.toBe('');
    expect(chart.how.length).toBeGreaterThan(40);
    expect(chart.summary).not.toMatch(/null|NaN|undefined/);
    const { header, rows } = chart.table();
    expect(rows.length).toBeGreaterThan(0);
    for (const row of rows) {
      expect(row.length).toBe(header.length);
      for (const cell of row) if (typeof cell === 'number') expect(Number.isFinite(cell)).toBe(true);
    }
    for (const width of [300, 358, 430, 800, 1200]) expect(chart.height(width)).toBeGreaterThan(0);
  });

  it('reaches every point by keyboard and finds the same point by hover', () => {
    const { count, at, pick } = chart.points;
    expect(count).toBeGreaterThan(0);
    for (let index = 0; index < count; index++) {
      const point = at(index);
      expect(point.title).not.toBe('');
      expect([point.title, ...point.lines].join(' ')).not.toMatch(/null|NaN|undefined/);
      expect(pick(point.grid, point.at[0], point.at[1])).toBe(index);
    }
  });

  it.each([358, 430, 1000])('is a vector picture with texts as texts, %i wide', async (width) => {
    const svg = await chartSvg(chart, lightTheme, width);
    expect(svg.startsWith('<svg xmlns="http://www.w3.org/2000/svg"')).toBe(true);
    expect(svg).toContain(`<title>${escapeXml(chart.title)}</title>`);
    expect(svg).toContain('<text');
    expect(svg).toContain('<path');
    expect(svg).not.toContain('<image');
    expect(svg).not.toMatch(/NaN|undefined/);
    expect(wellFormedTags(svg)).toEqual([]);
    expect(svg.match(/<svg/g)?.length).toBe(1);
    expect(svg.match(/<\/svg>/g)?.length).toBe(1);
  });

  it('looks the same on a used surface as on a new one', async () => {
    const { init } = await import('../../../web/src/charts/echarts.ts');
    const make = () => init(null, null, { renderer: 'svg', ssr: true, width: 10, height: 10 });
    // Names of classes count up over all instances.
    const plain = (svg: string) => svg.replace(/<style[\s\S]*?<\/style>/g, '').replace(/ class="[^"]*"/g, '');
    const used = make();
    drawChart(used, chart, lightTheme, 700);
    used.renderToSVGString();
    drawChart(used, chart, lightTheme, 400);
    const fresh = make();
    drawChart(fresh, chart, lightTheme, 400);
    expect(plain(used.renderToSVGString())).toBe(plain(fresh.renderToSVGString()));
    used.dispose();
    fresh.dispose();
  });

  it('has no animation and no colour that is not of the theme’s making', () => {
    const option = chart.option(lightTheme, 600);
    expect(option.animation).toBe(false);
    for (const series of [option.series].flat()) expect(series?.type).toBe('custom');
  });
});

describe('subdomain bars', () => {
  const [, chart] = charts[0] as [string, Chart];
  it('lists the subdomains in the order of the core with their numbers', () => {
    const { header, rows } = chart.table();
    expect(header.slice(0, 6)).toEqual(['subdomain', 'items', 'share of items', 'accuracy', 'low', 'high']);
    expect(rows[0]?.slice(0, 4)).toEqual(['Subdomain 1', 180, 0.36, 0.86]);
    expect(rows.map((row) => row[1])).toEqual([180, 120, 90, 60, 50]);
  });
  it('starts bars at zero on the same scale, whatever the numbers', () => {
    const { xAxis } = chart.option(lightTheme, 600) as { xAxis: { min: number; max: number } };
    expect([xAxis.min, xAxis.max]).toEqual([0, 1]);
  });
  it('tells the view which subdomain a bar means', () => {
    expect(chart.points.at(3).choice).toBe(3);
    expect(chart.points.at(3).lines).toEqual([
      'accuracy 50.0% (37.3–62.7)',
      '−18.6 points from the mean',
      '60 items, 12.0% of all',
      'mass .03',
    ]);
  });
  it('writes mean, accuracy and size into the picture', async () => {
    const svg = await chartSvg(chart, lightTheme, 700);
    for (const words of ['mean 68.6%', '86.0%', '+17.4', 'Subdomain 5', '180']) expect(svg).toContain(words);
  });
});

describe('silhouette curve', () => {
  it('marks the k that is used and reads the best k from the curve', () => {
    const chart = silhouetteCurve(result, 'm', 'B');
    const used = chart.table().rows.filter((row) => row[3] === 'yes');
    expect(used.map((row) => row[0])).toEqual([5]);
    expect(chart.summary).toContain('Used: k = 5, HARMONY .41.');
  });
  it('leaves a gap where a point does not exist', () => {
    const points = [{ v: 1 }, { v: null }, { v: 2 }, { v: 3 }];
    expect(runs(points, (point) => point.v).map((run) => run.length)).toEqual([1, 2]);
    expect(runs([], () => null)).toEqual([]);
  });
  it('shows negative silhouettes', () => {
    const curve = [
      { k: 2, silhouette: -0.14, harmony: 0.5 },
      { k: 3, silhouette: null, harmony: null },
      { k: 4, silhouette: 0.2, harmony: 0.4 },
    ];
    const chart = silhouetteCurve(harmonyResult({ silhouetteCurve: curve, k: 4 }), 'm', 'B');
    const { yAxis } = chart.option(lightTheme, 400) as { yAxis: { min: number } };
    expect(yAxis.min).toBe(-0.5);
    expect(chart.points.at(1).lines).toEqual(['silhouette –', 'HARMONY –']);
  });
});

describe('affinity map', () => {
  const chart = present(affinityMap(result, 'm', 'B'));
  it('has one point and one row per cell', () => {
    expect(chart.points.count).toBe(2500);
    expect(chart.points.rowLength).toBe(50);
    expect(chart.table().rows.length).toBe(2500);
  });
  it('says which items and subdomains a cell is about', () => {
    const point = chart.points.at(50 * 18 + 49);
    expect(point.lines).toEqual(['items 181–190: Subdomain 2', 'items 491–500: Subdomain 5']);
    expect(chart.table().rows[50 * 18 + 49]?.slice(1, 4)).toEqual([
      'Subdomain 2',
      'items 491–500',
      'Subdomain 5',
    ]);
  });
  it('does not exist without the map', () => {
    expect(affinityMap(harmonyResult({ affinityMap: null }), 'm', 'B')).toBeNull();
  });
});

describe('model map', () => {
  const chart = present(modelMap({ result, benchmark: 'B', modelName }));
  it('has the accuracies in the table and the deviations in the words', () => {
    expect(chart.table().rows[0]?.slice(0, 3)).toEqual(['Qwen3-8B', 0.6864, 0.86]);
    expect(chart.points.at(0).lines[1]).toBe('+17.4 points from its mean 68.6%');
    expect(chart.points.at(6).choice).toBe(1);
  });
  it('leaves a cell out when a model has no score in a subdomain', () => {
    const otherModels = [
      { model: 0, accuracy: [0.5, null as unknown as number, 0.4, 0.3, 0.2], overall: 0.4 },
    ];
    const gap = present(modelMap({ result: harmonyResult({ otherModels }), benchmark: 'B', modelName }));
    expect(gap.points.at(1).lines).toEqual(['Subdomain 2 (120 items): –', '– points from its mean 40.0%']);
  });
  it('stays in sight with very many models: thin rows, the one that is looked at always named', () => {
    const many = (n: number) =>
      Array.from({ length: n }, (_, model) => ({ model, accuracy: [0.5, 0.4, 0.4, 0.3, 0.2], overall: 0.4 }));
    const map = (n: number) =>
      present(
        modelMap({
          result: harmonyResult({ otherModels: many(n), model: 77 }),
          benchmark: 'B',
          modelName: (index) => `organisation-${index}-with-a-long-name-${index}`,
        }),
      );
    expect(map(118).height(385)).toBeLessThanOrEqual(800);
    expect(map(18).height(385)).toBe(26 + 18 * 24 + 36);
    expect(map(118).points.count).toBe(118 * 5);
    expect(map(118).table().rows).toHaveLength(118);
  });
  it('cuts long names in the middle, where models of one family are alike', () => {
    expect(cutInMiddle('short', 105)).toBe('short');
    const cut = cutInMiddle('claude-3.5-sonnet-1022-sys', 105);
    expect(cut).toMatch(/^claude.*….*sys$/);
    expect(cut.length).toBe(14); // 105 px of 7.2 px a letter
  });
  it('does not exist without models', () => {
    expect(modelMap({ result: harmonyResult({ otherModels: [] }), benchmark: 'B', modelName })).toBeNull();
  });
});

describe('HARMONY against chance', () => {
  it('has the interval, the null and the sizes', () => {
    const chart = present(nullStrip(result, 'm', 'B'));
    expect(chart.table().rows).toEqual([
      ['HARMONY', 0.41, 0.33, 0.52],
      ['chance', 0.93, 0.88, 0.96],
      ['sizes alone', 0.935, undefined, undefined],
    ]);
    expect(chart.points.at(0).lines).toEqual([
      'bootstrap interval .33–.52 (999 draws)',
      'p = .001 against chance',
    ]);
  });
  it('says what is missing', () => {
    const chart = present(nullStrip(harmonyResult({ bootstrap: null, nullDistribution: null }), 'm', 'B'));
    expect(chart.points.at(0).lines).toEqual(['no bootstrap interval', 'not compared with chance']);
    expect(chart.table().rows.length).toBe(2);
    expect(nullStrip(harmonyResult({ harmony: null }), 'm', 'B')).toBeNull();
  });
});

describe('audit bars', () => {
  it('orders by agreement, and ties as the core gave them', () => {
    expect(auditOrder(result.audit.rows).map((row) => row.variable)).toEqual([
      'specialty',
      'difficulty quartile',
      'confidence quartile',
      'chosen option',
      'final decision',
      'key',
      'question length',
    ]);
    const tie = result.audit.rows.map((row) => ({ ...row, mutualInformation: 0.1 }));
    expect(auditOrder(tie).map((row) => row.variable)).toEqual(result.audit.rows.map((row) => row.variable));
  });
  it('names the kind of each variable, not by colour alone', async () => {
    const chart = present(auditBars(letterResult(), 'm', 'B'));
    expect(chart.table().rows.map((row) => row.slice(0, 2))).toEqual([
      ['chosen option', 'artefact'],
      ['key', 'artefact'],
      ['test', 'label'],
    ]);
    const svg = await chartSvg(chart, lightTheme, 600);
    for (const words of ['artefact', 'label', 'chance', '.76']) expect(svg).toContain(words);
  });
});

describe('sensitivity', () => {
  const chart = present(sensitivityCharts(result, sensitivityResult(), 'm', 'B'));
  it('has one small chart a parameter, all from 0 to 1', () => {
    const option = chart.option(lightTheme, 800) as {
      grid: unknown[];
      yAxis: { min: number; max: number }[];
    };
    expect(option.grid.length).toBe(4);
    for (const axis of option.yAxis) expect([axis.min, axis.max]).toEqual([0, 1]);
  });
  it('breaks into rows on narrow screens', () => {
    expect(chart.height(358)).toBe(2 * chart.height(800));
  });
  it('keeps every sample in the table', () => {
    expect(chart.table().rows.length).toBe(6 + 4 + 19 + 8);
  });
  it('shows only what was computed', () => {
    const none = { bandwidth: [], tau: [], subdomains: [], seeds: [] };
    expect(sensitivityCharts(result, none, 'm', 'B')).toBeNull();
    const onlyB = present(
      sensitivityCharts(result, { ...none, bandwidth: sensitivityResult().bandwidth }, 'm', 'B'),
    );
    expect((onlyB.option(lightTheme, 800) as { grid: unknown[] }).grid.length).toBe(1);
  });
  it('labels as many values as have room', () => {
    expect(labelled([0.05, 0.1, 0.15, 0.2, 0.25, 0.5], { min: 0, max: 0.55 }, false, 6)).toEqual([
      0.05, 0.15, 0.25, 0.5,
    ]);
    expect(labelled([0.5, 1, 2, 4], { min: 0.4, max: 5 }, true, 5)).toEqual([0.5, 1, 2, 4]);
  });
});

describe('colours and shapes', () => {
  it('gives the first eight subdomains a colour and a shape of their own, then greys', () => {
    const eight = Array.from({ length: 8 }, (_, n) => n);
    expect(new Set(eight.map((n) => subdomainColour(n, lightTheme))).size).toBe(8);
    expect(new Set(eight.map(subdomainShape)).size).toBe(8);
    for (const n of [8, 9, 20, 57]) {
      const [r, g, b] = parseColour(subdomainColour(n, lightTheme));
      expect(Math.max(r, g, b) - Math.min(r, g, b)).toBeLessThan(20);
    }
  });
  it('mixes and bounds', () => {
    expect(mix('#000000', '#ffffff', 0.5)).toBe('#808080');
    expect(mix('#000', 'rgb(255, 255, 255)', 2)).toBe('#ffffff');
    expect(sequenceColour(0, lightTheme)).toBe(lightTheme.sequenceLow);
    expect(deviationColour(0, lightTheme)).toBe(lightTheme.deviationMid);
    expect(deviationColour(-1, lightTheme)).toBe(lightTheme.deviationLow);
    expect(deviationColour(1, lightTheme)).toBe(lightTheme.deviationHigh);
  });
  it('writes on a fill in the ink with the better contrast', () => {
    expect(inkOn('#0a3d62', lightTheme)).toBe(lightTheme.paper);
    expect(inkOn('#f7f6f3', lightTheme)).toBe(lightTheme.ink);
  });
});

describe('heat cells', () => {
  it('merges neighbours of one colour and leaves out cells that do not exist', () => {
    const shares = [
      [0, 0, 1],
      [null, 1, 1],
    ];
    const marks = heatCells(
      [0, 10, 20, 30],
      [0, 10, 20],
      (row, column) => shares[row]?.[column] ?? null,
      (share) => (share > 0.5 ? 'dark' : 'light'),
    );
    expect(marks.map((mark) => [mark.style.fill, mark.shape?.pathData])).toEqual([
      ['light', 'M0.00 0.00H20.00V10.00H0.00Z'],
      ['dark', 'M20.00 0.00H30.00V10.00H20.00ZM10.00 10.00H30.00V20.00H10.00Z'],
    ]);
  });
  it('puts edges on whole pixels', () => {
    expect(edges(10, 100, 3)).toEqual([10, 43, 77, 110]);
  });
});

describe('numbers and files', () => {
  it('labels scales', () => {
    expect([0, 0.25, 0.5, 1, -0.5].map(unitTick)).toEqual(['0', '.25', '.50', '1', '−.50']);
  });
  it('escapes what XML would read', () => {
    expect(escapeXml('a < b & "c" > d')).toBe('a &lt; b &amp; &quot;c&quot; &gt; d');
  });
  it('keeps names with markup out of the markup', async () => {
    const subdomains = result.subdomains.map((row) => ({ ...row, name: `<b>&${row.name}` }));
    const chart = subdomainBars({
      result: harmonyResult({ subdomains }),
      model: '<m>',
      benchmark: '"B"',
      selected: -1,
    });
    const svg = await chartSvg(chart, lightTheme, 800);
    expect(svg).not.toContain('<b>');
    expect(svg).not.toContain('<m>');
    expect(svg).toContain('&lt;b&gt;&amp;Sub');
  });
  it('writes a chart’s table as CSV', () => {
    const { header, rows } = present(nullStrip(result, 'm', 'B')).table();
    expect(toCsv(header, rows)).toBe(
      'quantity,value,low,high\r\nHARMONY,0.41,0.33,0.52\r\nchance,0.93,0.88,0.96\r\nsizes alone,0.935,,\r\n',
    );
    expect(csvCell('=1+1')).toBe("'=1+1");
  });
});
