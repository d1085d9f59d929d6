// "Export": everything that one can take away from the open view, each with a sentence on what it is.
import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { Button, ErrorNotice } from '../../components/basics.tsx';
import { Dialog } from '../../components/dialog.tsx';
import { saveBlob } from '../../components/save.ts';
import { badgeSvg, badgeWords } from '../../reproduce/badge.ts';
import { bibtex } from '../../reproduce/references.ts';
import { saveCapsule, saveReport } from '../../state/capsule.ts';
import { exportOpen } from '../../state/export.ts';
import { shown } from '../../state/shown.ts';
import { engineVersion } from '../../state/store.ts';
import { listed } from '../../verdict/numbers.ts';
import { badgeOfView, nameOfView, resultsFile, tablesAs, tablesOfView, topicsOfView } from './taken_away.ts';
import './export.css';

const whyNoResults = {
  none: 'This view computes nothing by itself, or was not asked to yet.',
  working: 'The numbers of this view are still being computed.',
  failed: 'The computation of this view did not end, so that there are no complete results.',
} as const;

export function ExportDialog() {
  const [failure, setFailure] = useState<unknown>(null);
  const [said, setSaid] = useState('');
  const [tables, setTables] = useState<{ names: string[]; longer: number } | null>(null);
  const results = shown.value;
  const badge = badgeOfView();
  const engine = engineVersion.value?.id ?? '';
  const name = nameOfView();

  useEffect(() => {
    void tablesOfView().then(
      (found) =>
        setTables({
          names: found.tables.map(({ caption }) => caption.replace(/[.:] .*$| \(.*$/s, '')),
          longer: found.longer,
        }),
      setFailure,
    );
  }, [results]);

  const close = () => {
    exportOpen.value = false;
  };
  const take = (file: string, type: string, make: () => Promise<string> | string) => async () => {
    setFailure(null);
    try {
      saveBlob(file, new Blob([await make()], { type }));
      setSaid(`${file} is saved.`);
    } catch (error) {
      setFailure(error);
    }
  };
  const copy = (what: string, make: () => Promise<string> | string) => async () => {
    setFailure(null);
    try {
      await navigator.clipboard.writeText(await make());
      setSaid(`${what} copied.`);
    } catch {
      setSaid('The browser refused the clipboard: save the file instead.');
    }
  };
  /** What takes long says how far it is on the page itself. */
  const handOver = (start: () => Promise<void>) => () => {
    close();
    void start();
  };
  const references = () => bibtex(engine, topicsOfView());

  return (
    <Dialog title="Export" onClose={close}>
      <ul class="export-list">
        <Entry
          title="Results"
          about={
            results.state === 'done'
              ? 'Every number of this view in full precision, with parameters, hashes of the files, engine and digest.'
              : whyNoResults[results.state]
          }
        >
          <Button
            small
            disabled={results.state !== 'done'}
            onClick={take(`${name}.json`, 'application/json', resultsFile)}
          >
            JSON
          </Button>
        </Entry>
        <Entry
          title="Tables"
          about={tables === null ? 'Looking for the tables of this view.' : tablesInWords(tables)}
        >
          {(['markdown', 'latex'] as const).map((form) => {
            const words = form === 'markdown' ? 'Markdown' : 'LaTeX';
            const file = `${name}.${form === 'markdown' ? 'md' : 'tex'}`;
            const none = tables === null || tables.names.length === 0;
            return (
              <span class="export-pair" key={form}>
                <Button small disabled={none} onClick={take(file, 'text/plain', () => tablesAs(form))}>
                  {words}
                </Button>
                <Button
                  small
                  kind="quiet"
                  disabled={none}
                  aria-label={`Copy the tables as ${words}`}
                  onClick={copy(words, () => tablesAs(form))}
                >
                  Copy
                </Button>
              </span>
            );
          })}
        </Entry>
        <Entry title="References" about="BibTeX of the methods behind this view, and of the program.">
          <span class="export-pair">
            <Button small onClick={take('harmonograph.bib', 'text/plain', references)}>
              BibTeX
            </Button>
            <Button small kind="quiet" aria-label="Copy the BibTeX" onClick={copy('BibTeX', references)}>
              Copy
            </Button>
          </span>
        </Entry>
        {badge && (
          <Entry
            title="Badge"
            about={
              badge.interval
                ? 'For a README. ± is half the width of the 95% bootstrap interval.'
                : 'For a README.'
            }
          >
            <img
              class="export-badge"
              src={`data:image/svg+xml,${encodeURIComponent(badgeSvg(badge))}`}
              alt={`HARMONY ${badgeWords(badge)}`}
            />
            <Button small onClick={take(`${name} badge.svg`, 'image/svg+xml', () => badgeSvg(badge))}>
              SVG
            </Button>
          </Entry>
        )}
        <Entry
          title="Report"
          about="One HTML file with the data, the engine and this view: opens by a double click, offline."
        >
          <Button small onClick={handOver(saveReport)}>
            HTML
          </Button>
        </Entry>
        <Entry title="Capsule" about="One file with the data and this view, to drop onto this page again.">
          <Button small onClick={handOver(saveCapsule)}>
            Capsule
          </Button>
        </Entry>
      </ul>
      <p class="small quiet">
        Every chart has a menu of its own with its figure (SVG, PNG) and its data, every table one with CSV,
        Markdown and LaTeX.
      </p>
      {failure !== null && <ErrorNotice error={failure} />}
      <p class="small" role="status">
        {said}
      </p>
    </Dialog>
  );
}

function tablesInWords({ names, longer }: { names: readonly string[]; longer: number }): string {
  const left =
    longer === 0
      ? ''
      : longer === 1
        ? ' A longer one has a menu of its own.'
        : ` ${longer} longer ones have menus of their own.`;
  if (names.length === 0) return `This view has no short table now.${left}`;
  return `${listed(names, 'and', 4)}, with captions that state the parameters.${left}`;
}

function Entry({ title, about, children }: { title: string; about: string; children: ComponentChildren }) {
  return (
    <li>
      <div>
        <h3>{title}</h3>
        <p class="small quiet">{about}</p>
      </div>
      <div class="export-actions">{children}</div>
    </li>
  );
}
