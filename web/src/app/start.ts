// Starts the page with an engine: the real one in main.tsx, an object of their own in tests.
import { h, render } from 'preact';
import { rememberEngineVersion } from '../components/error_details.ts';
import { describeFailure } from '../engine/call.ts';
import type { Engine } from '../engine/engine.ts';
import { insideReport } from '../state/capsule_notices.ts';
import { address, wantedSources } from '../state/history.ts';
import { followLinks } from '../state/links.ts';
import { lookForManifest, openManifest } from '../state/manifest.ts';
import { closeNetwork } from '../state/network.ts';
import {
  engineFailure,
  engineState,
  engineVersion,
  formats,
  hasFiles,
  useThisEngine,
} from '../state/store.ts';
import { App } from './app.tsx';

export async function start(engine: Engine, root: HTMLElement): Promise<void> {
  useThisEngine(engine);
  // Data beside the page are for an address that names none of its own; looked for while the engine starts.
  const hosted = !insideReport && address.value.sources.length === 0 ? lookForManifest() : null;
  render(h(App, null), root);
  try {
    const [version, known] = await Promise.all([engine.version(), engine.formats()]);
    rememberEngineVersion(version.version);
    engineVersion.value = version;
    formats.value = known;
    engineState.value = 'ready';
  } catch (error) {
    engineState.value = 'failed';
    engineFailure.value = describeFailure(error);
    return;
  }
  if (insideReport) {
    wantedSources.value = null; // what its address names is inside
    followLinks();
    await (await import('../state/open_capsule.ts')).openReport();
    return;
  }
  followLinks();
  const beside = await hosted;
  if (beside && !hasFiles.value) await openManifest(beside);
  // A link that is being opened closes it when its files are here.
  if (wantedSources.value === null) closeNetwork();
}
