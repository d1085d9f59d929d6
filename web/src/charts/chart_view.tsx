// A chart on the page: drawn on canvas, followed by hover and by the arrow keys with the same note, with a menu of
// what one can take away from it.

import type { EChartsType } from 'echarts/core';
import { useEffect, useId, useMemo, useRef, useState } from 'preact/hooks';
import { downloadCsv } from '../components/csv.ts';
import { useEmbeddable } from '../components/embeddable.ts';
import { SaveMenu } from '../components/save_menu.tsx';
import type { Chart, ChartPoint } from './chart.ts';
import { ChartTableView } from './chart_table.tsx';
import { drawChart } from './draw.ts';
import type { FigureDialog } from './figure_dialog.tsx';
import { type ChartTheme, readTheme, watchTheme } from './theme.ts';
import './charts.css';

/** Figures "as on the screen" are at least this wide, also from a phone. */
const LEAST_SCREEN_WIDTH = 720;

/** A rectangle in data coordinates that was drawn with the mouse. */
export interface ChartArea {
  grid: number;
  x: [number, number];
  y: [number, number];
}

interface ChartViewProps {
  chart: Chart;
  /** Called with a rectangle that was drawn with the mouse; offer the same by other means too. */
  onBrush?: (area: ChartArea) => void;
  /** Called with a point's `choice` on click and on Enter. */
  onChoose?: (choice: number) => void;
  /** An old result, kept while the new one is computed. */
  stale?: boolean;
  class?: string;
}

export function ChartView({ chart, onChoose, onBrush, stale = false, class: extra = '' }: ChartViewProps) {
  const [open, setOpen] = useState<'' | 'table' | 'how'>('');
  const [failure, setFailure] = useState('');
  const titleId = useId();
  const embedded = useEmbeddable('chart', chart.name, chart.title);
  const width = useRef(LEAST_SCREEN_WIDTH);
  const [{ dialog: Figure }, setFigure] = useState<{ dialog: typeof FigureDialog | null }>({ dialog: null });

  const take = async (make: () => Promise<void> | void) => {
    setFailure('');
    try {
      await make();
    } catch (error) {
      setFailure(`That did not work: ${error instanceof Error ? error.message : String(error)}.`);
    }
  };
  const openFigure = async () => {
    const { FigureDialog } = await import('./figure_dialog.tsx');
    setFigure({ dialog: FigureDialog });
  };
  const csv = () => {
    const table = chart.table();
    downloadCsv(chart.name, table.header, table.rows);
  };
  return (
    <figure
      class={`chart ${stale ? 'stale' : ''} ${extra}`.trim()}
      aria-labelledby={titleId}
      aria-busy={stale}
      data-embedded={embedded}
    >
      <div class="chart-head">
        <figcaption id={titleId}>{chart.title}</figcaption>
        <SaveMenu
          label={`Save and details: ${chart.title}`}
          entries={[
            [
              open === 'table' ? 'Hide the table' : 'Data as table',
              () => setOpen(open === 'table' ? '' : 'table'),
            ],
            ['CSV', () => take(csv)],
            ['Figure (SVG, PNG) …', () => take(openFigure)],
            ['How this was computed', () => setOpen(open === 'how' ? '' : 'how')],
          ]}
        />
      </div>
      <ChartCanvas
        chart={chart}
        {...(onChoose ? { onChoose } : {})}
        {...(onBrush ? { onBrush } : {})}
        onWidth={(pixels) => {
          width.current = pixels;
        }}
      />
      {failure !== '' && (
        <p class="small chart-failure" role="alert">
          {failure}
        </p>
      )}
      {open === 'how' && (
        <div class="chart-how small">
          <p>{chart.how}</p>
          <button type="button" class="link" onClick={() => setOpen('')}>
            Close
          </button>
        </div>
      )}
      {open === 'table' && <ChartTableView chart={chart} onClose={() => setOpen('')} />}
      {Figure && (
        <Figure
          chart={chart}
          screenWidth={Math.max(LEAST_SCREEN_WIDTH, Math.round(width.current))}
          onClose={() => setFigure({ dialog: null })}
        />
      )}
    </figure>
  );
}

interface Shown {
  index: number;
  point: ChartPoint;
  x: number;
  y: number;
}

function ChartCanvas({
  chart,
  onChoose,
  onBrush,
  onWidth,
}: {
  chart: Chart;
  onChoose?: (choice: number) => void;
  onBrush?: (area: ChartArea) => void;
  onWidth: (pixels: number) => void;
}) {
  const frame = useRef<HTMLDivElement>(null);
  const surface = useRef<HTMLDivElement>(null);
  const note = useRef<HTMLDivElement>(null);
  const library = useRef<EChartsType | null>(null);
  const latest = useRef(chart);
  latest.current = chart;
  const [width, setWidth] = useState(0);
  const [theme, setTheme] = useState<ChartTheme>(readTheme);
  const [ready, setReady] = useState(false);
  const [failed, setFailed] = useState('');
  const [shown, setShown] = useState<Shown | null>(null);
  const current = useRef(-1);
  const [dragged, setDragged] = useState<{ from: [number, number]; to: [number, number] } | null>(null);
  /** A drag ends with a click of its own, which chooses nothing. */
  const wasDragged = useRef(false);
  const height = useMemo(() => (width > 0 ? chart.height(width) : 0), [chart, width]);

  useEffect(() => {
    const read = () =>
      setTheme((old) => {
        const now = readTheme();
        return JSON.stringify(now) === JSON.stringify(old) ? old : now;
      });
    read(); // it may have changed since this was drawn first
    return watchTheme(read);
  }, []);

  useEffect(() => {
    const element = frame.current;
    if (!element) return;
    const measure = () => {
      const pixels = Math.floor(element.clientWidth);
      if (pixels > 0) {
        setWidth(pixels);
        onWidth(pixels);
      }
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);

  useEffect(() => {
    let gone = false;
    import('./echarts.ts').then(
      ({ init }) => {
        if (gone || !surface.current) return;
        library.current = init(surface.current, null, { renderer: 'canvas', width: 1, height: 1 });
        setReady(true);
      },
      (error: unknown) => !gone && setFailed(error instanceof Error ? error.message : String(error)),
    );
    return () => {
      gone = true;
      library.current?.dispose();
      library.current = null;
    };
  }, []);

  useEffect(() => {
    const instance = library.current;
    if (!ready || !instance || width === 0) return;
    drawChart(instance, chart, theme, width);
    setShown((old) => (old === null ? null : locate(old.index)));
  }, [ready, chart, theme, width, height]);

  const locate = (index: number): Shown | null => {
    const instance = library.current;
    const { points } = latest.current;
    if (!instance || index < 0 || index >= points.count) return null;
    const point = points.at(index);
    const pixel = instance.convertToPixel({ gridIndex: point.grid }, point.at);
    const [x, y] = Array.isArray(pixel) ? pixel : [];
    return x === undefined || y === undefined || !Number.isFinite(x + y) ? null : { index, point, x, y };
  };

  /** The point under a place in pixels, or -1. */
  const under = (event: MouseEvent): number => {
    const instance = library.current;
    const box = surface.current?.getBoundingClientRect();
    if (!instance || !box) return -1;
    const pixel: [number, number] = [event.clientX - box.left, event.clientY - box.top];
    const { points } = latest.current;
    const grids = (instance.getOption() as { grid?: unknown[] }).grid?.length ?? 1;
    for (let grid = 0; grid < grids; grid++) {
      const inside = instance.containPixel({ gridIndex: grid }, pixel);
      if (!inside && !points.wholeRows) continue;
      const place = instance.convertFromPixel({ gridIndex: grid }, pixel);
      if (!Array.isArray(place)) continue;
      const index = points.pick(grid, place[0] ?? 0, place[1] ?? 0);
      if (index >= 0) return index;
    }
    return -1;
  };

  const place = (event: MouseEvent): [number, number] | null => {
    const box = surface.current?.getBoundingClientRect();
    return box ? [event.clientX - box.left, event.clientY - box.top] : null;
  };

  const startDrag = (event: PointerEvent) => {
    wasDragged.current = false;
    const from = place(event);
    if (!onBrush || !from || event.pointerType !== 'mouse' || event.button !== 0) return;
    setDragged({ from, to: from });
    (event.currentTarget as HTMLElement).setPointerCapture?.(event.pointerId);
    event.preventDefault(); // no text is selected on the way
    surface.current?.focus({ preventScroll: true });
  };

  const endDrag = () => {
    const instance = library.current;
    if (!dragged) return;
    setDragged(null);
    const { from, to } = dragged;
    if (!instance || !onBrush || Math.hypot(to[0] - from[0], to[1] - from[1]) < 6) return;
    wasDragged.current = true;
    const grids = (instance.getOption() as { grid?: unknown[] }).grid?.length ?? 1;
    for (let grid = 0; grid < grids; grid++) {
      if (!instance.containPixel({ gridIndex: grid }, from)) continue;
      const a = instance.convertFromPixel({ gridIndex: grid }, from);
      const b = instance.convertFromPixel({ gridIndex: grid }, to);
      if (!Array.isArray(a) || !Array.isArray(b)) continue;
      const ordered = (n: number): [number, number] => {
        const [one, other] = [a[n] ?? 0, b[n] ?? 0];
        return one < other ? [one, other] : [other, one];
      };
      onBrush({ grid, x: ordered(0), y: ordered(1) });
      return;
    }
  };

  const show = (index: number) => {
    current.current = index;
    setShown(locate(index));
  };

  const onKeyDown = (event: KeyboardEvent) => {
    const { count, rowLength, at } = latest.current.points;
    if (count === 0) return;
    const here = current.current;
    const step = (by: number) => Math.max(0, Math.min(count - 1, here < 0 ? 0 : here + by));
    const row = rowLength >= count ? 1 : rowLength;
    switch (event.key) {
      case 'ArrowRight':
        show(step(1));
        break;
      case 'ArrowLeft':
        show(step(-1));
        break;
      case 'ArrowDown':
        show(here >= 0 && here + row >= count && row > 1 ? here : step(row));
        break;
      case 'ArrowUp':
        show(here - row < 0 && row > 1 ? here : step(-row));
        break;
      case 'Home':
        show(0);
        break;
      case 'End':
        show(count - 1);
        break;
      case 'Enter':
      case ' ': {
        const choice = here >= 0 && here < count ? at(here).choice : undefined;
        if (choice === undefined || !onChoose) return;
        onChoose(choice);
        break;
      }
      case 'Escape':
        if (shown === null) return;
        current.current = -1;
        setShown(null);
        break;
      default:
        return;
    }
    event.preventDefault();
  };

  // The note stands beside its point and inside the chart's width.
  useEffect(() => {
    const box = note.current;
    if (!box || !shown) return;
    const size = box.getBoundingClientRect();
    const right = shown.x + 12 + size.width > width;
    const left = Math.max(0, Math.min(width - size.width, right ? shown.x - 12 - size.width : shown.x + 12));
    const above = shown.y - size.height - 8;
    box.style.left = `${left}px`;
    box.style.top = `${above < -20 ? shown.y + 12 : above}px`;
  }, [shown, width]);

  const choosable = onChoose !== undefined && shown?.point.choice !== undefined;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the picture inside has the role, the focus and the words
    <div
      ref={frame}
      class="chart-frame"
      style={{ height: `${height}px` }}
      onPointerDown={startDrag}
      onPointerUp={endDrag}
      onPointerCancel={() => setDragged(null)}
      onPointerMove={(event) => {
        if (event.pointerType !== 'mouse') return;
        const to = dragged && place(event);
        if (dragged && to) setDragged({ ...dragged, to });
        else show(under(event));
      }}
      onPointerLeave={(event) => event.pointerType === 'mouse' && show(-1)}
      onClick={(event) => {
        if (wasDragged.current) return;
        const index = under(event);
        show(index);
        const choice = index < 0 ? undefined : latest.current.points.at(index).choice;
        if (choice !== undefined) onChoose?.(choice);
      }}
      onKeyDown={onKeyDown}
    >
      <div
        ref={surface}
        class={`chart-surface ${choosable ? 'choosable' : ''}`}
        role="img"
        aria-label={`${chart.summary} Arrow keys move through the points${onChoose ? ', Enter chooses' : ''}.`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys move through the points of the picture
        tabIndex={0}
        onBlur={() => show(-1)}
      />
      {failed !== '' && (
        <p class="small chart-failure">
          The charts could not be loaded: {failed}. The table has the numbers.
        </p>
      )}
      {dragged && (
        <span
          class="chart-brush"
          style={{
            left: `${Math.min(dragged.from[0], dragged.to[0])}px`,
            top: `${Math.min(dragged.from[1], dragged.to[1])}px`,
            width: `${Math.abs(dragged.to[0] - dragged.from[0])}px`,
            height: `${Math.abs(dragged.to[1] - dragged.from[1])}px`,
          }}
        />
      )}
      {shown && !dragged && (
        <>
          <span class="chart-cursor" style={{ left: `${shown.x}px`, top: `${shown.y}px` }} />
          <div class="chart-note small" ref={note} aria-hidden="true">
            <strong>{shown.point.title}</strong>
            {shown.point.lines.map((entry) => (
              <span key={entry}>{entry}</span>
            ))}
          </div>
        </>
      )}
      <span class="visually-hidden" aria-live="polite">
        {shown && document.activeElement === surface.current
          ? [shown.point.title, ...shown.point.lines].join(', ')
          : ''}
      </span>
    </div>
  );
}
