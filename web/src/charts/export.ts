// Charts as files: SVG with texts as texts, and PNG drawn from that same SVG, so that both show the same.

import type { Chart } from './chart.ts';
import { drawChart } from './draw.ts';
import { TEXT } from './marks.ts';
import type { ChartTheme } from './theme.ts';

const MARGIN = 16;
const TITLE = 28;

export function escapeXml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

/** The whole chart with its title as one SVG document of the given inner width. */
export async function chartSvg(chart: Chart, theme: ChartTheme, width: number): Promise<string> {
  const { init } = await import('./echarts.ts');
  const height = chart.height(width);
  const instance = init(null, null, { renderer: 'svg', ssr: true, width, height });
  try {
    drawChart(instance, chart, theme, width);
    return frameSvg(chart, instance.renderToSVGString(), theme, width, height);
  } finally {
    instance.dispose();
  }
}

function frameSvg(chart: Chart, inner: string, theme: ChartTheme, width: number, height: number): string {
  const outerWidth = width + 2 * MARGIN;
  const outerHeight = height + TITLE + 2 * MARGIN;
  const placed = inner.replace(/^[^<]*<svg /, `<svg x="${MARGIN}" y="${MARGIN + TITLE}" overflow="visible" `);
  const font = escapeXml(theme.font);
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${outerWidth}" height="${outerHeight}" viewBox="0 0 ${outerWidth} ${outerHeight}" role="img">` +
    `<title>${escapeXml(chart.title)}</title><desc>${escapeXml(chart.summary)}</desc>` +
    `<rect width="100%" height="100%" fill="${theme.paper}"/>` +
    `<text x="${MARGIN}" y="${MARGIN + TEXT}" font-family="${font}" font-size="14" font-weight="600" fill="${theme.ink}">${escapeXml(chart.title)}</text>` +
    `${placed}</svg>`
  );
}

/** Draws an SVG document into a PNG with `scale` pixels per unit. */
export async function svgToPng(svg: string, scale: number): Promise<Blob> {
  const address = URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml;charset=utf-8' }));
  try {
    const image = new Image();
    image.src = address;
    await image.decode();
    const canvas = document.createElement('canvas');
    canvas.width = Math.round(image.naturalWidth * scale);
    canvas.height = Math.round(image.naturalHeight * scale);
    const context = canvas.getContext('2d');
    if (context === null) throw new Error('this browser gives no canvas to draw the picture on');
    context.drawImage(image, 0, 0, canvas.width, canvas.height);
    return await new Promise((resolve, reject) => {
      canvas.toBlob(
        (blob) => (blob ? resolve(blob) : reject(new Error('the picture is too large for this browser'))),
        'image/png',
      );
    });
  } finally {
    URL.revokeObjectURL(address);
  }
}
