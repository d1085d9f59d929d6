// The table as it is drawn: sorting by its headers, the search field, keys, and only what is in sight of long ones.
import { render } from 'preact';
import { act } from 'preact/test-utils';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { type Column, DataTable, type DataTableProps } from '../../web/src/components/data_table.tsx';

interface Row {
  name: string;
  score: number | null;
}
const columns: Column<Row>[] = [
  { id: 'name', header: 'Model', rowHeader: true, value: (row) => row.name },
  { id: 'score', header: 'Score', align: 'end', value: (row) => row.score },
];
const few: Row[] = [
  { name: 'b', score: 0.2 },
  { name: 'a', score: 0.9 },
  { name: 'c', score: null },
];
const many: Row[] = Array.from({ length: 5000 }, (_, index) => ({ name: `m${index}`, score: index }));

const root = document.createElement('div');
document.body.append(root);
function show(props: Partial<DataTableProps<Row>>) {
  act(() =>
    render(
      <DataTable
        caption="Models"
        columns={columns}
        rows={few}
        rowKey={(row) => row.name}
        rowNoun="models"
        {...props}
      />,
      root,
    ),
  );
}
afterEach(() => act(() => render(null, root)));

const names = () => [...root.querySelectorAll('tbody th[scope="row"]')].map((cell) => cell.textContent);
const click = (element: Element | null | undefined) => act(() => (element as HTMLElement).click());
const sortButton = (name: string) =>
  [...root.querySelectorAll('thead button')].find((button) => button.textContent?.includes(name));

describe('DataTable', () => {
  it('sorts by a click on a header, numbers with the largest first, and says so', () => {
    show({});
    expect(names()).toEqual(['b', 'a', 'c']);
    click(sortButton('Score'));
    expect(names()).toEqual(['a', 'b', 'c']);
    expect(root.querySelector('[aria-sort]')?.getAttribute('aria-sort')).toBe('descending');
    click(sortButton('Score'));
    expect(names()).toEqual(['b', 'a', 'c']);
    click(sortButton('Model'));
    expect(names()).toEqual(['a', 'b', 'c']);
    expect(root.querySelectorAll('[aria-sort]')).toHaveLength(1);
  });

  it('filters, counts what is left, and says when nothing is', () => {
    show({ filterable: true });
    const field = root.querySelector('input') as HTMLInputElement;
    const type = (text: string) =>
      act(() => {
        field.value = text;
        field.dispatchEvent(new Event('input', { bubbles: true }));
      });
    type('a');
    expect(names()).toEqual(['a']);
    expect(root.querySelector('[role="status"]')?.textContent).toBe('1 of 3 models');
    type('zebra');
    expect(root.querySelector('tbody')?.textContent).toBe('No row contains “zebra”.');
  });

  it('opens a row by click and by the button in its header cell, and goes on by arrow keys', () => {
    const opened = vi.fn();
    show({ onOpen: opened });
    click(root.querySelector('tbody td'));
    expect(opened).toHaveBeenLastCalledWith(few[0]);
    const buttons = [...root.querySelectorAll<HTMLElement>('.row-open')];
    click(buttons[1]);
    expect(opened).toHaveBeenLastCalledWith(few[1]);
    expect(opened).toHaveBeenCalledTimes(2);
    buttons[0]?.focus();
    const press = (key: string) =>
      act(() => {
        document.activeElement?.dispatchEvent(
          new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }),
        );
      });
    press('ArrowDown');
    expect(document.activeElement).toBe(buttons[1]);
    press('End');
    expect(document.activeElement).toBe(buttons[2]);
    press('ArrowDown');
    expect(document.activeElement).toBe(buttons[2]);
    press('Home');
    expect(document.activeElement).toBe(buttons[0]);
  });

  it('draws only what is in sight of 5,000 rows, and says how many there are', () => {
    // There is no layout here: the area is said to be 560 px high.
    const height = vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(560);
    show({ rows: many });
    const drawn = root.querySelectorAll('tbody tr:not(.spacer)').length;
    expect(drawn).toBeGreaterThan(10);
    expect(drawn).toBeLessThan(100);
    expect(root.querySelector('table')?.getAttribute('aria-rowcount')).toBe('5001');
    expect(root.querySelector('tbody tr:not(.spacer)')?.getAttribute('aria-rowindex')).toBe('2');
    height.mockRestore();
  });

  it('sorts and filters 50,000 rows while the page answers, and shows them as they were until then', async () => {
    const height = vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(560);
    const rows = Array.from({ length: 50_000 }, (_, n) => ({ name: `m${n}`, score: (n * 7919) % 50_000 }));
    show({ rows });
    expect(names()[0]).toBe('m0');
    click(sortButton('Score'));
    expect(root.querySelector('table')?.getAttribute('aria-busy')).toBe('true');
    expect(names()[0]).toBe('m0');
    const settled = () => root.querySelector('table')?.getAttribute('aria-busy') === 'false';
    await vi.waitUntil(settled, { timeout: 20_000 });
    const best = rows.find((row) => row.score === 49_999)?.name;
    expect(names()[0]).toBe(best);
    const field = root.querySelector('input') as HTMLInputElement;
    act(() => {
      field.value = 'm4999';
      field.dispatchEvent(new Event('input', { bubbles: true }));
    });
    await vi.waitUntil(settled, { timeout: 20_000 });
    // m4999 and m49990 to m49999
    expect(root.querySelector('[role="status"]')?.textContent).toBe('11 of 50,000 models');
    expect(root.querySelectorAll('tbody tr').length).toBe(11);
    height.mockRestore();
  });

  it('lets a sentence stand in place of several cells', () => {
    const spanning = columns.map((column) => ({ ...column, rowHeader: false }));
    (spanning[0] as Column<Row>).span = (row) => (row.score === null ? Number.POSITIVE_INFINITY : 1);
    show({ columns: spanning });
    const cells = [...root.querySelectorAll('tbody tr')].map((row) =>
      [...row.querySelectorAll('td')].map((cell) => cell.colSpan),
    );
    expect(cells).toEqual([[1, 1], [1, 1], [2]]);
  });

  it('offers what is shown as CSV', async () => {
    let saved: Blob | undefined;
    const create = vi.spyOn(URL, 'createObjectURL').mockImplementation((blob) => {
      saved = blob as Blob;
      return 'blob:x';
    });
    const clicked = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
    show({ csvName: 'models', initialSort: { column: 'score', descending: true } });
    click(root.querySelector('.table-csv'));
    expect(await saved?.text()).toBe('Model,Score\r\na,0.9\r\nb,0.2\r\nc,\r\n');
    expect((clicked.mock.contexts[0] as HTMLAnchorElement).download).toBe('models.csv');
    create.mockRestore();
    clicked.mockRestore();
  });
});
