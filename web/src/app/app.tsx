// The workspace: top bar, rail, the view, the panel with its parameters.

import type { Signal } from '@preact/signals';
import type { ComponentChildren, ComponentType, VNode } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { Button, ErrorNotice, Progress } from '../components/basics.tsx';
import { RestartEngine } from '../components/engine_restart.tsx';
import {
  AddIcon,
  ExportIcon,
  HarmonographMark,
  MenuIcon,
  MoonIcon,
  ShareIcon,
  SlidersIcon,
  SunIcon,
  SystemIcon,
} from '../components/icons.tsx';
import { itemResponseViewNames, studyViewNames, type ViewName } from '../state/address.ts';
import { insideReport } from '../state/capsule_notices.ts';
import { embedOpen, isEmbedded } from '../state/embedded.ts';
import { exportOpen } from '../state/export.ts';
import { cancelReading } from '../state/files.ts';
import { address, addressOf, navigate } from '../state/history.ts';
import { linkParts } from '../state/links.ts';
import { manifest } from '../state/manifest.ts';
import { shareOpen } from '../state/share.ts';
import {
  announcement,
  engineFailure,
  engineState,
  engineVersion,
  hasData,
  hasFiles,
  parametersOpen,
  reading,
  report,
} from '../state/store.ts';
import { chooseTheme, type ThemeChoice, themeChoice } from '../state/theme.ts';
import { count, counted, fileSize } from '../verdict/numbers.ts';
import { CapsuleDialog, CapsuleNotices, ReportHead } from '../views/capsule/capsule_notices.tsx';
import { FetchingFiles } from '../views/import/hosted_data.tsx';
import { ImportView } from '../views/import/import_view.tsx';
import { LandingView } from '../views/landing/landing_view.tsx';
import { OverviewView } from '../views/overview/overview_view.tsx';
import { HelpDialog, PasteDialog } from './dialogs.tsx';
import { listenForKeys } from './keyboard.ts';
import { OfflineNotices } from './offline_notices.tsx';
import { browse, dragging, helpOpen, listenForDrops, readableOpen } from './open.ts';
import { views } from './views.ts';

/** A page inside another one has nothing around its view. */
export function App() {
  const embed = useModule(isEmbedded.value, loadEmbed);
  if (!isEmbedded.value) return <Workspace />;
  if (embed.module) return <embed.module.EmbeddedPage useView={useCurrentView} />;
  return embed.error ? <ErrorNotice error={embed.error} /> : null;
}

function Workspace() {
  useLayoutEffect(() => listenForDrops(), []);
  useLayoutEffect(() => listenForKeys(), []);
  const { view, above, content, Parameters } = useCurrentView();
  const withSide = Parameters !== undefined && parametersOpen.value;
  const embedDialog = useModule(embedOpen.value, loadEmbedDialog);
  const share = useModule(shareOpen.value, loadShare);
  const exporting = useModule(exportOpen.value, loadExport);
  const readable = useModule(readableOpen.value, loadReadable);
  useModule(hasData.value || view === 'validation', loadFooter);

  return (
    <div class={`workspace ${withSide ? 'with-side' : ''} on-${view}`}>
      <button type="button" class="skip" onClick={skipToMain}>
        Skip to the content
      </button>
      <TopBar hasParameters={Parameters !== undefined} />
      <Rail />
      <main id="main" tabIndex={-1}>
        <OfflineNotices />
        <FetchingFiles />
        <ReportHead />
        <Working />
        <CapsuleNotices />
        {above}
        {content}
      </main>
      {Parameters && withSide && (
        <aside class="side" aria-label="Parameters">
          <Parameters />
        </aside>
      )}
      {dragging.value && (
        <div class="drop-overlay">
          <p>{hasFiles.value ? 'Drop to add to what is loaded' : 'Drop to load'}</p>
        </div>
      )}
      <HelpDialog />
      <PasteDialog />
      <CapsuleDialog />
      {shareOpen.value && share.module && <share.module.ShareDialog />}
      {shareOpen.value && share.error !== undefined && <ErrorNotice error={share.error} />}
      {exportOpen.value && exporting.module && <exporting.module.ExportDialog />}
      {exportOpen.value && exporting.error !== undefined && <ErrorNotice error={exporting.error} />}
      {readableOpen.value && readable.module && <readable.module.ReadableDialog />}
      {readableOpen.value && readable.error !== undefined && <ErrorNotice error={readable.error} />}
      {embedOpen.value && embedDialog.module && <embedDialog.module.EmbedDialog />}
      <p class="visually-hidden" role="status" aria-live="polite">
        {announcement.value}
      </p>
    </div>
  );
}

export interface CurrentView {
  view: ViewName | 'landing';
  /** That the engine has stopped; what a link needs or claims. */
  above: ComponentChildren;
  /** The view itself, or that it is being fetched, or why not. */
  content: ComponentChildren;
  /** Its panel. */
  Parameters: ComponentType | undefined;
}

/** The view of the address, fetched when it is needed. */
function useCurrentView(): CurrentView {
  const view = shownView();
  const entry = views.find((one) => one.name === view);
  const about = manifest.value?.title;
  useEffect(() => {
    document.title = [entry?.question, about, 'Harmonograph'].filter(Boolean).join(' – ');
  }, [entry, about]);
  useFocusOnNewView(view);

  const benchmark = useModule(hasData.value, loadBenchmark);
  const itemResponse = useModule(hasData.value, loadItemResponse);
  const study = useModule(isStudyView(view), loadStudy);
  const lazy = isItemResponseView(view) ? itemResponse : isStudyView(view) ? study : null;
  const LazyView = lazy?.module?.views[view];
  const Parameters =
    view === 'benchmark'
      ? benchmark.module?.BenchmarkParameters
      : isItemResponseView(view)
        ? itemResponse.module?.FitParameters
        : isStudyView(view)
          ? study.module?.parameters[view]
          : undefined;
  const LinkParts = linkParts.value?.LinkParts;
  const above = (
    <>
      {engineFailure.value && (
        <ErrorNotice
          error={engineFailure.value}
          title="The engine has stopped"
          actions={
            <>
              <RestartEngine />
              <Button small onClick={() => location.reload()}>
                Reload the page
              </Button>
            </>
          }
        />
      )}
      {LinkParts && <LinkParts />}
    </>
  );
  const content = (
    <>
      {view === 'landing' && <LandingView />}
      {view === 'import' && <ImportView />}
      {view === 'overview' && <OverviewView />}
      {view === 'benchmark' &&
        (benchmark.module ? (
          <benchmark.module.BenchmarkView />
        ) : benchmark.error ? (
          <ErrorNotice error={benchmark.error} />
        ) : (
          <Progress value={null} label="Loading the view" />
        ))}
      {lazy &&
        (LazyView ? (
          <LazyView />
        ) : lazy.error ? (
          <ErrorNotice error={lazy.error} />
        ) : (
          <Progress value={null} label="Loading the view" />
        ))}
    </>
  );
  return { view, above, content, Parameters };
}

/** That of the address, as far as there is something to show: one of them needs no files at all. */
function shownView(): ViewName | 'landing' {
  const wanted = address.value.view;
  if (hasData.value || wanted === 'validation') return wanted;
  return hasFiles.value ? 'import' : 'landing';
}

/** Not a link: what stands after "#" is the state of the page. */
function skipToMain(): void {
  document.getElementById('main')?.focus();
}

/** A new view starts at its top, and screen readers at its heading; not at the very start. */
function useFocusOnNewView(view: string): void {
  const before = useRef(view);
  useEffect(() => {
    if (before.current === view) return;
    before.current = view;
    window.scrollTo({ top: 0 });
    document.querySelector<HTMLElement>('main h1')?.focus({ preventScroll: true });
  }, [view]);
}

// With their charts they are most of the program: fetched once there is data, before anybody opens them.
const loadBenchmark = () => import('../views/benchmark/index.tsx');
const loadItemResponse = () => import('../views/item_response/index.tsx');

const loadStudy = () => import('../views/study/index.tsx');
const loadEmbedDialog = () => import('../views/embed/embed_dialog.tsx');
const loadEmbed = () => import('../views/embed/embedded_page.tsx');

const loadExport = () => import('../views/export/export_dialog.tsx');
/** Says below figures from what they were made. */
const loadFooter = () => import('../state/figure_footer.ts');
const loadReadable = () => import('../views/readable/readable_dialog.tsx');
const loadShare = () => import('../views/share/share_dialog.tsx');

const isStudyView = (view: string) => studyViewNames.some((name) => name === view);
const isItemResponseView = (view: string) => itemResponseViewNames.some((name) => name === view);

function useModule<Module>(
  wanted: boolean,
  load: () => Promise<Module>,
): { module?: Module; error?: unknown } {
  const [loaded, setLoaded] = useState<{ module?: Module; error?: unknown }>({});
  useEffect(() => {
    if (!wanted) return;
    load().then(
      (module) => setLoaded({ module }),
      (error: unknown) => setLoaded({ error }),
    );
  }, [wanted, load]);
  return loaded;
}

function DialogButton({ open, label, Icon }: { open: Signal<boolean>; label: string; Icon: () => VNode }) {
  return (
    <Button
      class="icon-below-wide"
      aria-haspopup="dialog"
      onClick={() => {
        open.value = true;
      }}
    >
      <Icon />
      <span>{label}</span>
    </Button>
  );
}

function TopBar({ hasParameters }: { hasParameters: boolean }) {
  return (
    <header class="top-bar">
      <RailMenu />
      <a
        class="product"
        href={addressOf({ view: 'import' })}
        onClick={follow(() => navigate({ view: 'import' }))}
      >
        <HarmonographMark size={26} />
        <span>Harmonograph</span>
      </a>
      <LoadedChip />
      <div class="top-actions">
        {hasParameters && (
          <Button
            kind="quiet"
            class="icon-below-wide"
            aria-pressed={parametersOpen.value}
            onClick={() => {
              parametersOpen.value = !parametersOpen.value;
            }}
          >
            <SlidersIcon />
            <span>Parameters</span>
          </Button>
        )}
        {hasData.value && !insideReport && <DialogButton open={shareOpen} label="Share" Icon={ShareIcon} />}
        {hasData.value && <DialogButton open={exportOpen} label="Export" Icon={ExportIcon} />}
        {hasFiles.value && (
          <Button class="icon-below-wide" onClick={() => browse('files')}>
            <AddIcon />
            <span>Add files</span>
          </Button>
        )}
        <ThemeSwitch />
        <Button
          kind="quiet"
          class="help-button"
          aria-label="Keyboard"
          onClick={() => {
            helpOpen.value = true;
          }}
        >
          ?
        </Button>
      </div>
    </header>
  );
}

/** A link that the page follows itself, unless it is to be opened elsewhere. */
function follow(action: () => void) {
  return (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    action();
  };
}

function LoadedChip() {
  const loaded = report.value;
  if (!loaded) return null;
  const items = loaded.benchmarks.reduce((sum, one) => sum + one.items, 0);
  return (
    <p class="chip small">
      <span>{counted(loaded.files.length, 'file')}</span>
      <span>{counted(loaded.models.length, 'model')}</span>
      <span>{counted(items, 'item')}</span>
    </p>
  );
}

const themeIcons = { system: SystemIcon, light: SunIcon, dark: MoonIcon };
const nextTheme: Record<ThemeChoice, ThemeChoice> = { system: 'light', light: 'dark', dark: 'system' };
const themeNames: Record<ThemeChoice, string> = { system: 'as the system', light: 'light', dark: 'dark' };

function ThemeSwitch() {
  const choice = themeChoice.value;
  const Icon = themeIcons[choice];
  const label = `Theme: ${themeNames[choice]}. Change to ${themeNames[nextTheme[choice]]}`;
  return (
    <Button kind="quiet" aria-label={label} title={label} onClick={() => chooseTheme(nextTheme[choice])}>
      <Icon />
    </Button>
  );
}

function RailLinks({ onFollow }: { onFollow?: () => void }) {
  const current = shownView();
  return (
    <ul>
      {views.map((view) => {
        const closed = view.needsData ? !hasData.value : view.name === 'import' && !hasFiles.value;
        const words = (
          <>
            <span>{view.question}</span>
            <span class="small">{view.about}</span>
          </>
        );
        return (
          <li key={view.name}>
            {view.heading && <p class="rail-heading small quiet">{view.heading}</p>}
            {closed ? (
              <span class="rail-link closed">{words}</span>
            ) : (
              <a
                class="rail-link"
                href={addressOf({ view: view.name })}
                aria-current={current === view.name ? 'page' : undefined}
                onClick={follow(() => {
                  navigate({ view: view.name });
                  onFollow?.();
                })}
              >
                {words}
              </a>
            )}
          </li>
        );
      })}
    </ul>
  );
}

function Rail() {
  return (
    <nav class="rail" aria-label="Views">
      <RailLinks />
      <p class="rail-foot small quieter">
        Files are read and analysed in this browser. Nothing is uploaded.
        {engineVersion.value && <span>Version {engineVersion.value.version}</span>}
      </p>
    </nav>
  );
}

/** The rail of small screens. */
function RailMenu() {
  const menu = useRef<HTMLDetailsElement>(null);
  const close = () => menu.current?.removeAttribute('open');
  useEffect(() => {
    const outside = (event: Event) => {
      if (!menu.current?.contains(event.target as Node)) close();
    };
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape') close();
    };
    document.addEventListener('pointerdown', outside);
    document.addEventListener('keydown', onKey);
    return () => {
      document.removeEventListener('pointerdown', outside);
      document.removeEventListener('keydown', onKey);
    };
  }, []);
  return (
    <details class="rail-menu" ref={menu}>
      <summary class="button quiet" aria-label="Views">
        <MenuIcon />
      </summary>
      <nav aria-label="Views, menu">
        <RailLinks onFollow={close} />
      </nav>
    </details>
  );
}

/** What is being read, over whatever view is shown. */
function Working() {
  const now = reading.value;
  if (now === null) return null;
  if (now === 'example') {
    return (
      <div class="working">
        <Progress value={null} label="Generating the example" />
      </div>
    );
  }
  const which = now.files > 1 ? ` (file ${count(now.file + 1)} of ${count(now.files)})` : '';
  const waiting = engineState.value === 'loading' ? 'Loading the engine. ' : '';
  return (
    <div class="working">
      <Progress
        value={now.bytesTotal > 0 ? now.bytes / now.bytesTotal : null}
        label={
          <>
            {waiting}
            {now.unpacking ? 'Unpacking' : 'Reading'} <span class="mono">{now.path}</span>
            {which}
          </>
        }
        detail={`${fileSize(now.bytes)} of ${fileSize(now.bytesTotal)}${now.unpacking ? '' : `, ${counted(now.rows, 'row')}`}`}
        onCancel={cancelReading}
      />
    </div>
  );
}
