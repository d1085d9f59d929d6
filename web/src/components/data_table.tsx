// A table that sorts, filters, scrolls inside itself and downloads as CSV. Beyond 200 rows only those in sight are drawn.
import type { ComponentChildren } from 'preact';
import { useEffect, useId, useMemo, useRef, useState } from 'preact/hooks';
import { captionWith } from '../charts/footer.ts';
import { count, counted } from '../verdict/numbers.ts';
import { Button } from './basics.tsx';
import { downloadCsv } from './csv.ts';
import { useEmbeddable } from './embeddable.ts';
import { ROW_HEIGHT, useRowWindow } from './row_window.ts';
import { saveBlob } from './save.ts';
import { SaveMenu } from './save_menu.tsx';
import { announceTable } from './shown_tables.ts';
import { type Column, csvOf, filterRows, type Sorting, sortRows } from './table_model.ts';
import { AT_ONCE, csvInPieces, orderInPieces } from './table_order.ts';
import { textTable } from './table_text.ts';

export type { Column, Sorting } from './table_model.ts';

export interface DataTableProps<Row> {
  /** Names the table for screen readers; shown above it unless hideCaption. */
  caption: string;
  hideCaption?: boolean;
  /** The caption is the heading of a section (h2) instead of a part of one (h3). */
  heading?: boolean;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string | number;
  /** File name of the download, without ".csv"; without it there is no download. */
  csvName?: string;
  /** Below it in Markdown and LaTeX: what n is, which intervals stand in brackets. */
  textNote?: string;
  initialSort?: Sorting | null;
  onSort?: (sorting: Sorting) => void;
  initialFilter?: string;
  onFilter?: (query: string) => void;
  /** A search field above; by default with more than eight rows. */
  filterable?: boolean;
  /** What the rows are: "models" in "12 of 40 models". */
  rowNoun?: string;
  /** Click, Enter, or the button in the row's header cell. */
  onOpen?: (row: Row) => void;
  selectedKey?: string | number | null;
  /** CSS height at which it starts to scroll. */
  maxHeight?: string;
  /** When there are no rows at all. */
  empty?: ComponentChildren;
  /** More controls beside the search field. */
  actions?: ComponentChildren;
}

const drawnAtMost = 200;
/** As Markdown or LaTeX every cell is drawn once: longer tables go as CSV. */
const writtenAtMost = 5000;

export function DataTable<Row>(props: DataTableProps<Row>) {
  const { columns, rows, rowKey, onOpen, selectedKey = null } = props;
  const [sorting, setSorting] = useState<Sorting | null>(props.initialSort ?? null);
  const [query, setQuery] = useState(props.initialFilter ?? '');
  const [said, setSaid] = useState('');
  const scroller = useRef<HTMLDivElement>(null);
  const captionId = useId();
  const embedded = useEmbeddable('table', props.csvName ?? props.caption, props.caption);
  const filterable = props.filterable ?? rows.length > 8;

  const shownColumns = columns.filter((column) => column.shown !== false);
  const { found, working } = useFoundRows(rows, columns, filterable ? query : '', sorting);
  const isVirtual = found.length > drawnAtMost;
  const inSight = useRowWindow(scroller, found.length, isVirtual);
  const { first, end, above, below } = isVirtual
    ? inSight
    : { first: 0, end: found.length, above: 0, below: 0 };
  const drawn = found.slice(first, end).map((row, n) => ({ row, index: first + n }));
  const widths = useMemo(
    () => (isVirtual ? steadyWidths(shownColumns, rows) : shownColumns.map((column) => column.width)),
    [isVirtual, columns, rows],
  );

  const sortBy = (column: Column<Row>) => {
    const numeric = isNumeric(column, rows);
    const descending = sorting?.column === column.id ? !sorting.descending : numeric;
    setSorting({ column: column.id, descending });
    props.onSort?.({ column: column.id, descending });
    scroller.current?.scrollTo?.({ top: 0 });
  };

  /** Arrow keys go from one row's button to the next, through rows that are not drawn yet too. */
  const moveFocus = (event: KeyboardEvent) => {
    const from = (event.target as HTMLElement).closest?.('tr')?.getAttribute('aria-rowindex');
    if (!from || !(event.target as HTMLElement).matches?.('.row-open')) return;
    const now = Number(from) - 2;
    const page = Math.max(1, Math.floor((scroller.current?.clientHeight ?? 320) / ROW_HEIGHT) - 2);
    const moves: Record<string, number> = {
      ArrowDown: now + 1,
      ArrowUp: now - 1,
      PageDown: now + page,
      PageUp: now - page,
      Home: 0,
      End: found.length - 1,
    };
    const target = moves[event.key];
    if (target === undefined) return;
    event.preventDefault();
    const index = Math.min(found.length - 1, Math.max(0, target));
    if (isVirtual) inSight.scrollTo(index);
    const focus = () =>
      scroller.current?.querySelector<HTMLElement>(`tr[aria-rowindex="${index + 2}"] .row-open`)?.focus();
    focus();
    if (isVirtual) requestAnimationFrame(() => requestAnimationFrame(focus));
  };

  const download = async () => {
    const name = props.csvName ?? props.caption;
    if (found.length <= AT_ONCE) {
      const csv = csvOf(columns, found);
      downloadCsv(name, csv.header, csv.rows);
      return;
    }
    setSaid(`Writing ${count(found.length)} ${noun} …`);
    const parts = await csvInPieces(columns, found);
    saveBlob(`${name}.csv`, new Blob(parts, { type: 'text/csv;charset=utf-8' }));
    setSaid('');
  };

  const noun = props.rowNoun ?? 'rows';
  const asText = () => textTable(columns, found, captionWith(props.caption), props.textNote ?? ''); // as it is sorted and filtered now
  const latest = useRef({ name: props.csvName ?? '', rows: found.length, make: asText });
  latest.current = { name: props.csvName ?? '', rows: found.length, make: asText };
  const offered = props.csvName !== undefined && rows.length > 0;
  useEffect(() => (offered ? announceTable(() => latest.current) : undefined), [offered]);
  const take = async (form: 'markdown' | 'latex', copied: boolean) => {
    if (found.length > writtenAtMost) {
      return setSaid(
        `${count(found.length)} ${noun} are too many for a text of up to ${count(writtenAtMost)}: filter them, or take the CSV.`,
      );
    }
    const tables = await import('../reproduce/tables.ts');
    const table = asText();
    const name = props.csvName ?? props.caption;
    const text = form === 'markdown' ? tables.markdownTable(table) : tables.latexTable(table, name);
    if (!copied) return saveBlob(`${name}${form === 'markdown' ? '.md' : '.tex'}`, new Blob([text]));
    try {
      await navigator.clipboard.writeText(text);
      setSaid(`Copied as ${form === 'markdown' ? 'Markdown' : 'LaTeX'}.`);
    } catch {
      saveBlob(`${name}${form === 'markdown' ? '.md' : '.tex'}`, new Blob([text])); // no clipboard here
    }
  };

  const Heading = props.heading ? 'h2' : 'h3';
  const counting = working
    ? 'Sorting and filtering …'
    : query
      ? `${count(found.length)} of ${count(rows.length)} ${noun}`
      : counted(rows.length, noun.replace(/s$/, ''), noun);

  return (
    <div class="data-table" data-embedded={embedded}>
      <div class={props.hideCaption && !filterable && !props.csvName ? 'visually-hidden' : 'table-bar'}>
        <Heading id={captionId} class={props.hideCaption ? 'visually-hidden' : undefined}>
          {props.caption}
        </Heading>
        {filterable && (
          <input
            type="search"
            class="table-filter"
            placeholder="Filter"
            aria-label={`Filter: ${props.caption}`}
            value={query}
            onInput={(event) => {
              setQuery(event.currentTarget.value);
              props.onFilter?.(event.currentTarget.value);
            }}
          />
        )}
        {filterable && (
          <span class="small quiet" role="status">
            {counting}
          </span>
        )}
        {props.actions}
        {offered && (
          <span class="small quiet" role="status">
            {said}
          </span>
        )}
        {props.csvName !== undefined && (
          <div class="table-take">
            <Button
              small
              kind="quiet"
              class="table-csv"
              onClick={() => void download()}
              disabled={rows.length === 0}
              aria-label={`Download as CSV: ${props.caption}`}
            >
              CSV
            </Button>
            {offered && (
              <SaveMenu
                label={`Markdown and LaTeX: ${props.caption}`}
                entries={[
                  ['Copy as Markdown', () => void take('markdown', true)],
                  ['Copy as LaTeX', () => void take('latex', true)],
                  ['Markdown (.md)', () => void take('markdown', false)],
                  ['LaTeX (.tex)', () => void take('latex', false)],
                ]}
              />
            )}
          </div>
        )}
      </div>
      {/* A region that scrolls must be reachable by keyboard. */}
      <section
        class="table-scroll"
        ref={scroller}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls
        tabIndex={0}
        aria-labelledby={captionId}
        // Through a property of its own: on paper nothing scrolls.
        style={{ '--table-height': props.maxHeight ?? (isVirtual ? '560px' : 'none') }}
        onKeyDown={onOpen ? moveFocus : undefined}
      >
        <table
          aria-labelledby={captionId}
          aria-busy={working}
          aria-rowcount={found.length + 1}
          class={isVirtual ? 'steady' : ''}
        >
          <colgroup>
            {shownColumns.map((column, index) => (
              <col key={column.id} style={{ width: widths[index] }} />
            ))}
          </colgroup>
          <thead>
            <tr aria-rowindex={1}>
              {shownColumns.map((column) => (
                <th
                  key={column.id}
                  scope="col"
                  class={cellClass(column)}
                  aria-sort={
                    sorting?.column === column.id
                      ? sorting.descending
                        ? 'descending'
                        : 'ascending'
                      : undefined
                  }
                >
                  <HeaderCell
                    column={column}
                    sorting={sorting?.column === column.id ? sorting : null}
                    onSort={() => sortBy(column)}
                  />
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {above > 0 && <Spacer height={above} columns={shownColumns.length} />}
            {drawn.map(({ row, index }) => {
              const key = rowKey(row);
              return (
                <tr
                  key={key}
                  aria-rowindex={index + 2}
                  class={`${onOpen ? 'opens' : ''} ${key === selectedKey ? 'selected' : ''}`.trim()}
                  aria-current={key === selectedKey ? 'true' : undefined}
                  onClick={
                    onOpen &&
                    ((event) => {
                      const inside = (event.target as HTMLElement).closest('button, a, input, select');
                      if (!inside && !window.getSelection()?.toString()) onOpen(row);
                    })
                  }
                >
                  {withSpans(shownColumns, row).map(({ column, span }) => (
                    <BodyCell
                      key={column.id}
                      column={column}
                      row={row}
                      span={span}
                      onOpen={onOpen && column.rowHeader ? () => onOpen(row) : undefined}
                    />
                  ))}
                </tr>
              );
            })}
            {below > 0 && <Spacer height={below} columns={shownColumns.length} />}
            {found.length === 0 && (
              <tr>
                <td colSpan={shownColumns.length} class="quiet">
                  {rows.length === 0 ? (props.empty ?? 'Nothing here yet.') : `No row contains “${query}”.`}
                </td>
              </tr>
            )}
          </tbody>
        </table>
      </section>
    </div>
  );
}

function HeaderCell<Row>({
  column,
  sorting,
  onSort,
}: {
  column: Column<Row>;
  sorting: Sorting | null;
  onSort: () => void;
}) {
  if (column.sortable === false) return <>{column.headerCell ?? column.header}</>;
  const arrow = sorting ? (sorting.descending ? '↓' : '↑') : '';
  if (column.headerCell) {
    // The header holds something of its own that takes focus: the sort button stands beside it.
    return (
      <span class="head-cell">
        {column.headerCell}
        <button type="button" class="sort" onClick={onSort} aria-label={`Sort by ${column.header}`}>
          <span aria-hidden="true">{arrow || '↕'}</span>
        </button>
      </span>
    );
  }
  return (
    <button type="button" class="sort" onClick={onSort}>
      {column.header}
      <span class="sort-arrow" aria-hidden="true">
        {arrow}
      </span>
    </button>
  );
}

function BodyCell<Row>({
  column,
  row,
  span,
  onOpen,
}: {
  column: Column<Row>;
  row: Row;
  span: number;
  onOpen: (() => void) | undefined;
}) {
  const content = column.cell ? column.cell(row) : (column.value(row) ?? '–');
  const inner = onOpen ? (
    <button type="button" class="link row-open" onClick={onOpen}>
      {content}
    </button>
  ) : (
    content
  );
  return column.rowHeader ? (
    <th scope="row" class={cellClass(column)} title={String(column.value(row) ?? '')}>
      {inner}
    </th>
  ) : (
    <td class={span > 1 ? 'spans' : cellClass(column)} colSpan={span}>
      {inner}
    </td>
  );
}

function withSpans<Row>(columns: readonly Column<Row>[], row: Row): { column: Column<Row>; span: number }[] {
  const drawn: { column: Column<Row>; span: number }[] = [];
  for (let index = 0; index < columns.length; ) {
    const column = columns[index] as Column<Row>;
    const span = Math.min(Math.max(1, column.span?.(row) ?? 1), columns.length - index);
    drawn.push({ column, span });
    index += span;
  }
  return drawn;
}

function Spacer({ height, columns }: { height: number; columns: number }) {
  return (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: nothing in it takes focus
    <tr aria-hidden="true" class="spacer">
      <td colSpan={columns} style={{ height: `${height}px` }} />
    </tr>
  );
}

function cellClass<Row>(column: Column<Row>): string | undefined {
  const names = [
    column.align === 'end' ? 'number' : '',
    column.rowHeader ? 'row-head' : '',
    column.wraps ? 'wraps' : '',
  ];
  return names.filter(Boolean).join(' ') || undefined;
}

/** Short tables are there at once; long ones are sorted and filtered in pieces, and until then stand as they were. */
function useFoundRows<Row>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  query: string,
  sorting: Sorting | null,
): { found: readonly Row[]; working: boolean } {
  const isLong = rows.length > AT_ONCE;
  const atOnce = useMemo(
    () => (isLong ? null : sortRows(filterRows(rows, columns, query), columns, sorting)),
    [isLong, rows, columns, query, sorting],
  );
  const asGiven = query.trim() === '' && sorting === null;
  const [later, setLater] = useState<{ of: readonly Row[]; found: readonly Row[] } | null>(null);
  const [working, setWorking] = useState(false);
  useEffect(() => {
    setWorking(isLong && !asGiven);
    if (!isLong || asGiven) {
      setLater(null);
      return;
    }
    const stop = new AbortController();
    orderInPieces(rows, columns, query, sorting, stop.signal).then(
      (found) => {
        setLater({ of: rows, found });
        setWorking(false);
      },
      (error: unknown) => {
        if (!stop.signal.aborted) throw error;
      },
    );
    return () => stop.abort();
  }, [isLong, asGiven, rows, columns, query, sorting]);
  if (atOnce) return { found: atOnce, working: false };
  return { found: asGiven || later?.of !== rows ? rows : later.found, working };
}

function isNumeric<Row>(column: Column<Row>, rows: readonly Row[]): boolean {
  const first = rows.find((row) => column.value(row) !== null);
  return first !== undefined && typeof column.value(first) === 'number';
}

/** Rows that the widths of columns are taken from, spread over a long table. */
const looksAt = 4000;

/** Widths from the longest texts of the rows: columns must not jump while rows come into sight. */
function steadyWidths<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): string[] {
  const step = Math.max(1, Math.floor(rows.length / looksAt));
  return columns.map((column) => {
    if (column.width) return column.width;
    let longest = column.header.length + 3;
    for (let n = 0; n < rows.length; n += step) {
      const value = column.value(rows[n] as Row);
      const length = typeof value === 'number' ? 9 : (value?.length ?? 1);
      if (length > longest) longest = length;
    }
    const width = `calc(${Math.min(longest, 60)}ch + 24px)`;
    // It stays in sight while the others scroll: on small screens it must leave room for them.
    return column.rowHeader ? `min(${width}, 44vw)` : width;
  });
}
