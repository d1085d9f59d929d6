// A table of the page in words: what Markdown and LaTeX get is what stands in the cells.
import { render } from 'preact';
import { act } from 'preact/test-utils';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { figureFooter } from '../../web/src/charts/footer.ts';
import { type Column, DataTable } from '../../web/src/components/data_table.tsx';
import { shownTables } from '../../web/src/components/shown_tables.ts';
import { drawnText, textTable } from '../../web/src/components/table_text.ts';
import { percent, percentRange } from '../../web/src/verdict/numbers.ts';

interface Row {
  name: string;
  score: number | null;
  items: number;
}
const rows: Row[] = [
  { name: 'Qwen3_8B', score: 0.712, items: 1267 },
  { name: 'none', score: null, items: 5 },
];
const columns: Column<Row>[] = [
  { id: 'name', header: 'Model', value: (row) => row.name },
  {
    id: 'score',
    header: 'Accuracy',
    align: 'end',
    value: (row) => row.score,
    span: (row) => (row.score === null ? 2 : 1),
    cell: (row) =>
      row.score === null ? (
        <span>not scored</span>
      ) : (
        <>
          {percent(row.score)} <span class="range small">{percentRange({ low: 0.69, high: 0.733 })}</span>
          <svg aria-hidden="true">
            <title>a picture</title>
          </svg>
          <span class="visually-hidden">for screen readers</span>
        </>
      ),
  },
  { id: 'items', header: 'n', align: 'end', value: (row) => row.items },
  { id: 'mean', header: 'Mean', align: 'end', value: () => -0.12345 },
  { id: 'open', header: 'Open', inCsv: false, value: () => null },
  { id: 'status', header: 'Status', shown: false, value: () => 'done' },
];

describe('a table as texts', () => {
  it('has what is drawn, ranges in brackets, and neither pictures nor hidden words', () => {
    expect(textTable(columns, rows, 'Models', 'A note.')).toEqual({
      caption: 'Models',
      note: 'A note.',
      header: ['Model', 'Accuracy', 'n', 'Mean'],
      alignment: ['left', 'right', 'right', 'right'],
      rows: [
        ['Qwen3_8B', '71.2% (69.0–73.3)', '1,267', '−0.123'],
        ['none', 'not scored', '', '−0.123'],
      ],
    });
  });
  it('keeps words of neighbouring elements apart', () => {
    expect(
      drawnText(
        <div>
          <b>one</b>
          <i>two</i>
        </div>,
      ),
    ).toBe('one two');
    expect(drawnText(null)).toBe('');
    expect(drawnText(7)).toBe('7');
  });
});

describe('the menu of a table', () => {
  const root = document.createElement('div');
  document.body.append(root);
  afterEach(() => act(() => render(null, root)));
  const show = () =>
    act(() =>
      render(
        <DataTable
          caption="Models"
          csvName="models"
          columns={columns}
          rows={rows}
          rowKey={(row) => row.name}
        />,
        root,
      ),
    );

  it('copies as LaTeX what is shown, with a caption that says the parameters', async () => {
    figureFooter.value = { facts: ['b = 0.25'], engine: '0.1.0-abc', data: '' };
    const written = vi.fn(async (_: string) => {});
    vi.stubGlobal('navigator', { ...navigator, clipboard: { writeText: written } });
    show();
    act(() => root.querySelector<HTMLElement>('.save-menu-button')?.click());
    const entry = [...root.querySelectorAll<HTMLElement>('.save-menu-list button')].find(
      (button) => button.textContent === 'Copy as LaTeX',
    );
    await act(async () => entry?.click());
    await vi.waitFor(() => expect(written).toHaveBeenCalledOnce());
    const latex = written.mock.calls[0]?.[0] ?? '';
    expect(latex).toContain('\\caption{Models (b = 0.25; Harmonograph 0.1.0-abc).}');
    expect(latex).toContain('Qwen3\\_8B & 71.2\\% (69.0--73.3) & 1,267 & $-$0.123 \\\\');
    vi.unstubAllGlobals();
  });

  it('is known to what takes all tables of a view away, while it is there', () => {
    show();
    expect(shownTables().map(({ name, rows: count }) => [name, count])).toEqual([['models', 2]]);
    expect(shownTables()[0]?.make().rows).toHaveLength(2);
    act(() => render(null, root));
    expect(shownTables()).toEqual([]);
  });
});
