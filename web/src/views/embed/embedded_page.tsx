// The page inside another one: one chart, one table, or the verdict with its key numbers, and a line that leads to the
// whole page. Nothing around it, nothing to drop onto, and the theme is the system's.
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { CurrentView } from '../../app/app.tsx';
import { Empty, Progress } from '../../components/basics.tsx';
import { chosenPart, hostOrigin, parts, tellHeight, wholeAddress } from '../../state/embedded.ts';
import { openElsewhere, wantedSources } from '../../state/history.ts';
import { manifestFailure } from '../../state/manifest.ts';
import { shown } from '../../state/shown.ts';
import { engineState, hasData, isReading } from '../../state/store.ts';
import { themeChoice } from '../../state/theme.ts';
import { listed } from '../../verdict/numbers.ts';
import { DataProblems, FetchingFiles, HostedData } from '../import/hosted_data.tsx';
import './embed.css';

/** A view that is complete may still have charts on their way into the document. */
const PATIENCE_MS = 1500;

export function EmbeddedPage({ useView }: { useView: () => CurrentView }) {
  const { view, above, content } = useView();
  const root = useRef<HTMLDivElement>(null);
  useSystemTheme();
  useHeightMessages(root);
  useEffect(() => openElsewhere((hash) => window.open(pageWith(hash), '_blank', 'noopener')), []);

  const part = chosenPart.value;
  const isThere = parts.value.some((one) => one.kind === part?.kind && one.name === part.name);
  const state = part === null ? 'of-verdict' : isThere ? 'of-part' : 'waiting';
  return (
    <div class={`embed ${state}`} ref={root}>
      <main>
        <FetchingFiles />
        {above}
        {view === 'landing' ? (
          <NothingYet />
        ) : (
          <>
            <DataProblems />
            <div class="embed-view">{content}</div>
            {state === 'waiting' && <NotInThisView />}
          </>
        )}
      </main>
      <footer class="small quiet">
        Harmonograph ·{' '}
        <a href={pageWith(wholeAddress())} target="_blank" rel="noopener">
          open the full page
        </a>
      </footer>
    </div>
  );
}

const pageWith = (hash: string) => `${location.pathname}${location.search}${hash}`;

function useSystemTheme(): void {
  useLayoutEffect(() => {
    themeChoice.value = 'system'; // what was chosen in the page itself is not for pages of others
  }, []);
}

function useHeightMessages(root: { current: HTMLElement | null }): void {
  const host = hostOrigin.value;
  useEffect(() => {
    const element = root.current;
    if (!element || host === null) return;
    let told = 0;
    const tell = () => {
      const height = Math.ceil(element.getBoundingClientRect().height);
      if (height === told) return;
      told = height;
      tellHeight(height);
    };
    tell();
    const observer = new ResizeObserver(tell);
    observer.observe(element);
    return () => observer.disconnect();
  }, [host]);
}

/** Before there are data, and when there will be none. */
function NothingYet() {
  if (manifestFailure.value) return <HostedData />;
  if (engineState.value === 'failed') return null; // said above
  if (engineState.value === 'loading' || isReading.value) {
    const label = isReading.value ? 'Reading the data' : 'Loading the engine';
    return <Progress value={null} label={label} />;
  }
  if (wantedSources.value !== null) return null; // said above: what a link needs
  return (
    <>
      <h1 class="visually-hidden">Harmonograph</h1>
      <DataProblems />
      <Empty title="There are no data here">
        The address of this embedded page names none that can be loaded. Open the full page to drop files.
      </Empty>
    </>
  );
}

/** The wanted chart or table, when the view is complete without it. */
function NotInThisView() {
  const part = chosenPart.value;
  const settled = hasData.value && !isReading.value && shown.value.state !== 'working';
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    setLate(false);
    if (!settled) return;
    const timer = setTimeout(() => setLate(true), PATIENCE_MS);
    return () => clearTimeout(timer);
  }, [settled]);
  if (!isLate || !part) return null;
  const others = [...new Set(parts.value.filter((one) => one.kind === part.kind).map((one) => one.name))];
  return (
    <Empty title={`This view has no ${part.kind} of the name “${part.name}”`}>
      {others.length > 0 && `It has: ${listed(others, 'and', 12)}. `}
      What is computed only on demand is in the full page.
    </Empty>
  );
}
