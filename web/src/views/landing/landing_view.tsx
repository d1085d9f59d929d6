// The empty workspace: one place to drop things, what may be dropped, and the promise that nothing leaves.
import { browse, collectNote, pasteOpen } from '../../app/open.ts';
import { Button } from '../../components/basics.tsx';
import { HarmonographDrawing } from '../../components/icons.tsx';
import { loadExample } from '../../state/files.ts';
import { address, addressOf, navigate } from '../../state/history.ts';
import { manifest, manifestFailure } from '../../state/manifest.ts';
import { engineState, isReading } from '../../state/store.ts';
import { readableTools } from '../../words/readable_files.ts';
import { HostedData } from '../import/hosted_data.tsx';
import { ReadableButton } from '../readable/readable_button.tsx';
import { SameAverage } from './same_average.tsx';

const onMac = /Mac|iPhone|iPad/.test(navigator.userAgent);

export function LandingView() {
  const { benchmark, model, view, sources } = address.value;
  const wasWithFiles = sources.length === 0 && (view !== 'import' || benchmark !== '' || model !== '');
  const busy = isReading.value || engineState.value === 'failed';
  const hosted = manifest.value !== null || manifestFailure.value !== null;
  return (
    <div class="landing">
      <section class="drop-zone" aria-labelledby="landing-question">
        {hosted && <HostedData />}
        <div class="drop-zone-text">
          <h1 id="landing-question" class="figure" tabIndex={-1}>
            Can a benchmark’s average be trusted?
          </h1>
          <p class="quiet">
            Drop the result files of language-model evaluations. Harmonograph finds the subdomains inside each
            benchmark and shows whether the average stands for all of them or only for some.
          </p>
        </div>
        {wasWithFiles && (
          <p class="notice info">
            <span>
              This address was made with files that stay on their computer
              {benchmark && (
                <>
                  {' '}
                  (<strong>{benchmark}</strong>
                  {model && <>, {model}</>})
                </>
              )}
              . Drop them again: view and parameters are kept.
            </span>
          </p>
        )}
        {collectNote.value && <p class="notice warning">{collectNote.value}</p>}
        <div class="drop-target">
          <HarmonographDrawing />
          <p>
            <strong>Drop files or a folder anywhere</strong>
            <span class="small quiet">
              or paste text with <kbd>{onMac ? '⌘' : 'Ctrl'}</kbd> <kbd>V</kbd>
            </span>
          </p>
          <div class="drop-buttons">
            <Button kind="primary" onClick={() => browse('files')}>
              Browse files
            </Button>
            <Button onClick={() => browse('folder')}>Browse folder</Button>
            <Button
              onClick={() => {
                pasteOpen.value = true;
              }}
            >
              Paste text
            </Button>
            <Button disabled={busy} onClick={() => void loadExample()}>
              Try an example
            </Button>
          </div>
        </div>
        <p class="privacy small quiet">
          Everything is computed in this browser: no file, name or number is sent anywhere, and the page’s own
          policy forbids it to.
        </p>
        <p class="small quiet">
          Does this work?{' '}
          <a
            href={addressOf({ view: 'validation' })}
            onClick={(event) => {
              if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return;
              event.preventDefault();
              navigate({ view: 'validation' });
            }}
          >
            See it tested on simulated models with a known truth
          </a>
          ; no file is needed.
        </p>
      </section>
      <div class="landing-side">
        <section aria-labelledby="landing-why">
          <h2 id="landing-why">Same average, different meaning</h2>
          <SameAverage />
        </section>
        <section aria-labelledby="landing-what">
          <h2 id="landing-what">What can be dropped</h2>
          {engineState.value === 'failed' && <p class="quieter">The engine could not be loaded.</p>}
          <ul class="formats">
            {readableTools.map((tool) => (
              <li key={tool}>{tool}</li>
            ))}
          </ul>
          <p class="quiet">
            A second table with attributes of models or items; any of these in a ZIP, tar or gzip archive, as
            Parquet or as a workbook.
          </p>
          <ReadableButton />
        </section>
      </div>
    </div>
  );
}
