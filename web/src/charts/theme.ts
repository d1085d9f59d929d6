// The colours of charts, read from the custom properties of the page (styles/tokens.css).

export interface ChartTheme {
  font: string; // names in single quotes: the charts library writes it into attributes as it is
  paper: string;
  ink: string;
  inkSecond: string;
  axis: string;
  grid: string;
  reference: string; // mean line, null band, random control
  band: string;
  accent: string;
  wash: string; // behind what is selected
  sequenceLow: string;
  sequenceHigh: string;
  deviationLow: string;
  deviationMid: string;
  deviationHigh: string;
  categories: string[];
  /** For a file: nothing may be drawn in pixels, whatever it costs. */
  figure?: true;
}

/** The light theme, for where there is no page: tests and exports made outside a browser. */
export const lightTheme: ChartTheme = {
  font: "system-ui, -apple-system, 'Segoe UI', 'Noto Sans', 'Liberation Sans', sans-serif",
  paper: '#faf9f6',
  ink: '#1a1c20',
  inkSecond: '#4a4f57',
  axis: '#626770',
  grid: '#e6e3dc',
  reference: '#8a8f97',
  band: '#ebe8e1',
  accent: '#0a5a8c',
  wash: '#e6f0f6',
  sequenceLow: '#eef4f8',
  sequenceHigh: '#0a3d62',
  deviationLow: '#0a5a8c',
  deviationMid: '#f7f6f3',
  deviationHigh: '#c25e00',
  categories: ['#0072b2', '#e69f00', '#009e73', '#cc79a7', '#56b4e9', '#d55e00', '#b8a800', '#5b5f66'],
};

/** The theme as the page has it now. */
export function readTheme(element: Element = document.documentElement): ChartTheme {
  const style = getComputedStyle(element);
  const read = (property: string, fallback: string) => style.getPropertyValue(property).trim() || fallback;
  const light = lightTheme;
  return {
    font: read('--font', light.font).replaceAll('"', "'"),
    paper: read('--paper', light.paper),
    ink: read('--ink', light.ink),
    inkSecond: read('--ink-2', light.inkSecond),
    axis: read('--chart-axis', light.axis),
    grid: read('--chart-grid', light.grid),
    reference: read('--chart-reference', light.reference),
    band: read('--chart-band', light.band),
    accent: read('--accent', light.accent),
    wash: read('--accent-wash', light.wash),
    sequenceLow: read('--sequence-low', light.sequenceLow),
    sequenceHigh: read('--sequence-high', light.sequenceHigh),
    deviationLow: read('--deviation-low', light.deviationLow),
    deviationMid: read('--deviation-mid', light.deviationMid),
    deviationHigh: read('--deviation-high', light.deviationHigh),
    categories: light.categories.map((colour, n) => read(`--category-${n + 1}`, colour)),
  };
}

/** Calls back when the theme of the page or of the system changes; returns how to stop. */
export function watchTheme(changed: () => void): () => void {
  const observer = new MutationObserver(changed);
  observer.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme', 'class'] });
  const system = window.matchMedia('(prefers-color-scheme: dark)');
  system.addEventListener('change', changed);
  return () => {
    observer.disconnect();
    system.removeEventListener('change', changed);
  };
}
