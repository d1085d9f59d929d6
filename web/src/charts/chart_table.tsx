// The numbers of a chart as a table below it.

import type { CsvValue } from '../components/csv.ts';
import type { Chart } from './chart.ts';

/** An affinity map has tens of thousands of pairs: the page shows the first ones, the CSV has all. */
const MOST_ROWS = 200;

function shownValue(value: CsvValue): string {
  if (value === null || value === undefined || value === '') return '';
  if (typeof value !== 'number') return String(value);
  if (Number.isInteger(value)) return value.toLocaleString('en-US');
  return value.toFixed(4).replace('-', '−');
}

export function ChartTableView({ chart, onClose }: { chart: Chart; onClose: () => void }) {
  const { header, rows } = chart.table();
  const shown = rows.slice(0, MOST_ROWS);
  return (
    <div class="chart-table">
      <section
        class="chart-table-scroll"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard
        tabIndex={0}
        aria-label={`Data of: ${chart.title}`}
      >
        <table>
          <thead>
            <tr>
              {header.map((name) => (
                <th key={name} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map((row, n) => (
              <tr key={n}>
                {row.map((value, column) => (
                  <td key={header[column]} class={typeof value === 'number' ? 'number' : ''}>
                    {shownValue(value)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <p class="small quiet">
        {rows.length > MOST_ROWS &&
          `The first ${MOST_ROWS} of ${rows.length.toLocaleString('en-US')} rows; the CSV has all. `}
        <button type="button" class="link" onClick={onClose}>
          Close
        </button>
      </p>
    </div>
  );
}
