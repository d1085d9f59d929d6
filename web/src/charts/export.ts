// Charts as files: SVG with texts as texts, and PNG drawn from that same SVG, so that both show the same.

import { crc32 } from '../reproduce/bytes.ts';
import { HOLD, wrapped } from '../reproduce/text_width.ts';
import type { Chart } from './chart.ts';
import { drawChart } from './draw.ts';
import { type FigurePaper, figurePaper } from './figure.ts';
import { TEXT } from './marks.ts';
import type { ChartTheme } from './theme.ts';

const TITLE = 14;
const TITLE_LINE = 19;
const FOOTER_LINE = 15;
const GAP = 8;
/** Where there is no font of these measures another takes its place, a fifth wider at most: words are wrapped before. */
const CAUTION = 1.2;

export interface Figure {
  svg: string;
  /** In units of the picture: a PNG at 1x has as many pixels. */
  width: number;
  height: number;
  mm: { width: number; height: number };
  paper: string;
}

export function escapeXml(text: string): string {
  return (
    text
      // biome-ignore lint/suspicious/noControlCharactersInRegex: XML 1.0 has no way to write them
      .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '\ufffd')
      .replaceAll('&', '&amp;')
      .replaceAll('<', '&lt;')
      .replaceAll('>', '&gt;')
      .replaceAll('"', '&quot;')
  );
}

/** The chart with its title and the given footer on paper of that width. */
export async function chartFigure(
  chart: Chart,
  theme: ChartTheme,
  paper: FigurePaper,
  footer: string,
): Promise<Figure> {
  const { init } = await import('./echarts.ts');
  const inner = Math.floor(paper.units - 2 * paper.margin);
  const height = chart.height(inner);
  const instance = init(null, null, { renderer: 'svg', ssr: true, width: inner, height });
  try {
    // No pixels where a chart would use them for very many points: a figure is a drawing.
    drawChart(instance, chart, { ...theme, figure: true }, inner);
    return framed(chart, plainSvg(instance.renderToSVGString()), theme, paper, inner, height, footer);
  } finally {
    instance.dispose();
  }
}

/** As it is shown on the page, of the given inner width in pixels, without a footer. */
export async function chartSvg(chart: Chart, theme: ChartTheme, width: number): Promise<string> {
  return (await chartFigure(chart, theme, figurePaper('screen', width), '')).svg;
}

/**
 * What the charts library writes, in the SVG that drawing programs and converters read too: words are moved down
 * instead of being aligned by a property that few know, fonts are attributes, names do not count up, and there is
 * nothing that is meant for a page.
 */
function plainSvg(written: string): string {
  return written
    .replace(/^[^<]*<svg [^>]*>/, '')
    .replace(/<\/svg>\s*$/, '')
    .replace(/<rect [^>]*fill="(?:none|transparent)"[^>]*><\/rect>/, '')
    .replace(/<style[^>]*>[\s\S]*?<\/style>/g, '')
    .replace(/ (?:class|pointer-events|ecmeta_\w+)="[^"]*"/g, '')
    .replace(
      / style="font: ?(\d+) ([\d.]+)px ([^";]*);?"/g,
      ' font-family="$3" font-size="$2" font-weight="$1"',
    )
    .replace(/ style="font-size:([\d.]+)px;font-family:([^";]*);?"/g, ' font-family="$2" font-size="$1"')
    .replace(/><\/(?:path|rect|circle|polyline|line|polygon)>/g, '/>')
    .replaceAll(' dominant-baseline="central"', ' dy="0.35em"')
    .replace(/( id="|url\(#|href="#)zr\d+-/g, '$1chart-')
    .trim();
}

function framed(
  chart: Chart,
  drawn: string,
  theme: ChartTheme,
  { units, margin, mmPerUnit }: FigurePaper,
  inner: number,
  innerHeight: number,
  footer: string,
): Figure {
  const font = escapeXml(theme.font);
  const words = (lines: string[], y: number, step: number, look: string) =>
    lines
      .map((line, n) => `<text x="${margin}" y="${y + n * step}" ${look}>${escapeXml(line)}</text>`)
      .join('');
  const title = wrapped(chart.title, inner / CAUTION, TITLE, true);
  const below = wrapped(footer, inner / CAUTION, TEXT);
  const top = margin + title.length * TITLE_LINE + GAP;
  const bottom = top + innerHeight;
  const height = Math.ceil(bottom + (below.length > 0 ? GAP + below.length * FOOTER_LINE : 0) + margin);
  const width = Number(units.toFixed(2));
  const mm = { width: units * mmPerUnit, height: height * mmPerUnit };
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" ` +
    `width="${mm.width.toFixed(2)}mm" height="${mm.height.toFixed(2)}mm" viewBox="0 0 ${width} ${height}" role="img">` +
    `<title>${escapeXml(chart.title)}</title>` +
    `<desc>${escapeXml([chart.summary, chart.how, footer.replaceAll(HOLD, ' ')].filter(Boolean).join(' '))}</desc>` +
    `<rect width="${width}" height="${height}" fill="${theme.paper}"/>` +
    words(
      title,
      margin + TITLE,
      TITLE_LINE,
      `font-family="${font}" font-size="${TITLE}" font-weight="600" fill="${theme.ink}"`,
    ) +
    `<g transform="translate(${margin} ${top})">${drawn}</g>` +
    words(
      below,
      bottom + GAP + TEXT,
      FOOTER_LINE,
      `font-family="${font}" font-size="${TEXT}" fill="${theme.axis}"`,
    ) +
    '</svg>\n';
  return { svg, width, height, mm, paper: theme.paper };
}

/** The height in units that it will have, without drawing it. */
export function figureHeight(chart: Chart, paper: FigurePaper, footer: string): number {
  const inner = Math.floor(paper.units - 2 * paper.margin);
  const title = wrapped(chart.title, inner / CAUTION, TITLE, true).length;
  const below = wrapped(footer, inner / CAUTION, TEXT).length;
  const foot = below > 0 ? GAP + below * FOOTER_LINE : 0;
  return Math.ceil(paper.margin * 2 + title * TITLE_LINE + GAP + chart.height(inner) + foot);
}

/** Draws a figure with `scale` pixels per unit; the file says how large it is meant to be on paper. */
export async function figurePng(figure: Figure, scale: number): Promise<Blob> {
  const address = URL.createObjectURL(new Blob([figure.svg], { type: 'image/svg+xml;charset=utf-8' }));
  try {
    const image = new Image();
    image.src = address;
    await image.decode();
    const canvas = document.createElement('canvas');
    canvas.width = Math.round(figure.width * scale);
    canvas.height = Math.round(figure.height * scale);
    const context = canvas.getContext('2d');
    if (context === null) throw new Error('this browser gives no canvas to draw the picture on');
    // Whole pixels are a little more than the drawing: its edges would be half transparent.
    context.fillStyle = figure.paper;
    context.fillRect(0, 0, canvas.width, canvas.height);
    context.drawImage(image, 0, 0, canvas.width, canvas.height);
    const blob = await new Promise<Blob>((resolve, reject) => {
      canvas.toBlob(
        (made) => (made ? resolve(made) : reject(new Error('the picture is too large for this browser'))),
        'image/png',
      );
    });
    const bytes = new Uint8Array(await blob.arrayBuffer());
    const perMetre = Math.round((canvas.width / figure.mm.width) * 1000);
    return new Blob([withResolution(bytes, perMetre) as BlobPart], { type: 'image/png' });
  } finally {
    URL.revokeObjectURL(address);
  }
}

/** Puts the chunk pHYs (pixels per metre) behind the head of a PNG: LaTeX and word processors then know its size. */
export function withResolution(png: Uint8Array, pixelsPerMetre: number): Uint8Array {
  const HEAD = 8 + 25; // signature and IHDR
  const chunk = new Uint8Array(21);
  const view = new DataView(chunk.buffer);
  view.setUint32(0, 9);
  chunk.set([0x70, 0x48, 0x59, 0x73], 4);
  view.setUint32(8, pixelsPerMetre);
  view.setUint32(12, pixelsPerMetre);
  chunk[16] = 1;
  view.setUint32(17, crc32(chunk.subarray(4, 17)));
  const out = new Uint8Array(png.length + chunk.length);
  out.set(png.subarray(0, HEAD));
  out.set(chunk, HEAD);
  out.set(png.subarray(HEAD), HEAD + chunk.length);
  return out;
}
