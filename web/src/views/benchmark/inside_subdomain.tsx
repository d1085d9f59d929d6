// What is inside a subdomain: its size and score, its typical values, the words that set it apart, its central items.

import { useRef } from 'preact/hooks';
import { Empty, Panel } from '../../components/basics.tsx';
import { type Column, DataTable } from '../../components/data_table.tsx';
import type { BenchmarkReport, CentralItem, HarmonyResult, Subdomain } from '../../engine/results.ts';
import { count, counted, fixed, percent, percentRange, signedPoints, unit } from '../../verdict/numbers.ts';
import { Term } from '../../words/term.tsx';
import { SubdomainMark } from './subdomain_mark.tsx';

/** Characters of an item's text in the table; the CSV has all of it. */
const LONGEST_TEXT = 320;

function shortened(text: string): string {
  if (text === '') return '–';
  return text.length > LONGEST_TEXT ? `${text.slice(0, LONGEST_TEXT).trimEnd()} …` : text;
}

/** z-values below this are written in grey. */
const BEYOND_CHANCE = 2;

interface InsideProps {
  result: HarmonyResult;
  benchmark: BenchmarkReport;
  selected: number;
  onSelect: (index: number) => void;
}

export function InsideSubdomain({ result, benchmark, selected, onSelect }: InsideProps) {
  const subdomain = result.subdomains[selected];
  return (
    <Panel title="What is inside a subdomain" class="inside">
      <SubdomainTabs subdomains={result.subdomains} selected={selected} onSelect={onSelect} />
      {subdomain === undefined ? (
        <Empty title="No subdomain chosen">Choose one above or click on its bar.</Empty>
      ) : (
        <div class="inside-body" id="inside-subdomain" role="tabpanel" aria-label={subdomain.name}>
          <p>
            {counted(subdomain.size, 'item')} ({percent(subdomain.weight)} of all), accuracy{' '}
            {percent(subdomain.accuracy)} ({percentRange(subdomain.interval)}),{' '}
            {signedPoints(subdomain.fromMean)} points from the mean. <Term name="mass">Mass</Term>{' '}
            {unit(subdomain.mass)}
            {subdomain.cohesion !== null && (
              <>
                , <Term name="cohesion">cohesion</Term> {unit(subdomain.cohesion)}
              </>
            )}
            {subdomain.silhouette !== null && (
              <>
                , <Term name="silhouette">silhouette</Term> {unit(subdomain.silhouette)}
              </>
            )}
            .
          </p>
          <div class="inside-columns">
            <Typical subdomain={subdomain} />
            <Words subdomain={subdomain} hasTexts={benchmark.hasTexts} />
          </div>
          <CentralItems subdomain={subdomain} benchmark={benchmark} />
        </div>
      )}
    </Panel>
  );
}

function SubdomainTabs({
  subdomains,
  selected,
  onSelect,
}: {
  subdomains: Subdomain[];
  selected: number;
  onSelect: (index: number) => void;
}) {
  const list = useRef<HTMLDivElement>(null);
  const onKeyDown = (event: KeyboardEvent) => {
    const last = subdomains.length - 1;
    const moves: Record<string, number> = {
      ArrowRight: Math.min(last, selected + 1),
      ArrowLeft: Math.max(0, selected - 1),
      Home: 0,
      End: last,
    };
    const target = moves[event.key];
    if (target === undefined) return;
    event.preventDefault();
    onSelect(target);
    list.current?.querySelectorAll<HTMLElement>('[role="tab"]')[target]?.focus();
  };
  return (
    <div class="subdomain-tabs" role="tablist" aria-label="Subdomains" ref={list} onKeyDown={onKeyDown}>
      {subdomains.map((subdomain, index) => (
        <button
          key={subdomain.index}
          type="button"
          role="tab"
          aria-selected={index === selected}
          aria-controls={index === selected ? 'inside-subdomain' : undefined}
          tabIndex={index === selected || (selected < 0 && index === 0) ? 0 : -1}
          onClick={() => onSelect(index)}
        >
          <SubdomainMark index={index} />
          <span class="tab-name">{subdomain.name}</span>
          <span class="small quiet">{count(subdomain.size)}</span>
        </button>
      ))}
    </div>
  );
}

function Typical({ subdomain }: { subdomain: Subdomain }) {
  return (
    <div>
      <h3>Typical values</h3>
      {subdomain.typical.length === 0 ? (
        <p class="small quiet">Nothing is more frequent here than elsewhere.</p>
      ) : (
        <ul class="typical small">
          {subdomain.typical.map((entry) => (
            <li key={entry.variable}>
              <span class="quiet">{entry.variable}</span>
              <span class="typical-value">{entry.value}</span>
              <span>
                {percent(entry.share, 0)} here, {percent(entry.overallShare, 0)} of all
              </span>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

function Words({ subdomain, hasTexts }: { subdomain: Subdomain; hasTexts: boolean }) {
  return (
    <div>
      <h3>
        <Term name="distinctive words">Distinctive words</Term>
      </h3>
      {subdomain.words.length === 0 ? (
        <p class="small quiet">
          {hasTexts
            ? 'No word is clearly more frequent here than elsewhere.'
            : 'Needs the texts of the items: add files that carry them, or a file of item attributes with a text column.'}
        </p>
      ) : (
        <>
          {subdomain.words.every((entry) => entry.score < BEYOND_CHANCE) && (
            <p class="small quiet">None stands out beyond chance: every z is below 2.</p>
          )}
          <ul class="distinctive small">
            {subdomain.words.map((entry) => (
              <li key={entry.word}>
                <span class={entry.score < BEYOND_CHANCE ? 'quieter' : ''}>{entry.word}</span>
                <span class="quieter">
                  {count(entry.inside)} here, {count(entry.outside)} elsewhere, z = {fixed(entry.score, 1)}
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}

function CentralItems({ subdomain, benchmark }: { subdomain: Subdomain; benchmark: BenchmarkReport }) {
  const columns: Column<CentralItem>[] = [
    {
      id: 'id',
      header: 'Item',
      value: (row) => row.id,
      cell: (row) => <span class="mono">{row.id}</span>,
      rowHeader: true,
    },
    {
      id: 'centrality',
      header: 'Centrality',
      headerCell: <Term name="central items">Centrality</Term>,
      value: (row) => row.centrality,
      cell: (row) => unit(row.centrality),
      align: 'end',
    },
    {
      id: 'score',
      header: 'Score',
      value: (row) => row.score,
      cell: (row) => scoreText(row.score),
      align: 'end',
    },
    ...benchmark.attributes.map(
      (attribute, n): Column<CentralItem> => ({
        id: `attribute-${n}`,
        header: attribute.name,
        value: (row) => row.attributes[n] ?? null,
      }),
    ),
    {
      id: 'text',
      header: 'Text',
      value: (row) => (row.text === '' ? null : row.text),
      cell: (row) => (
        <span class="item-text" title={row.text.length > LONGEST_TEXT ? row.text : undefined}>
          {shortened(row.text)}
        </span>
      ),
      shown: subdomain.centralItems.some((row) => row.text !== ''),
    },
  ];
  return (
    <DataTable
      caption="Most central items"
      columns={columns}
      rows={subdomain.centralItems}
      rowKey={(row) => row.item}
      rowNoun="items"
      csvName={`central items ${benchmark.name} ${subdomain.name}`}
      empty="This analysis was made without the contents of subdomains."
    />
  );
}

export function scoreText(score: number | null): string {
  if (score === null) return '–';
  return Number.isInteger(score) ? String(score) : fixed(score, 2);
}
