// Saving what the page shows as a capsule, and as a report with the capsule inside.

import { saveBlob } from '../components/save.ts';
import { describeFailure, EngineError } from '../engine/call.ts';
import type { EngineErrorData } from '../engine/results.ts';
import { CAPSULE_ENDING, capsuleName, capsuleOf, packCapsule } from '../reproduce/capsule.ts';
import { engineOfReport, printTemplate, reportHtml, reportIds } from '../reproduce/report.ts';
import { printAddress } from './address.ts';
import { insideReport, saving, savingProblem } from './capsule_notices.ts';
import { loadedSources } from './files.ts';
import { address, isEmbedKey } from './history.ts';
import { shown } from './shown.ts';
import { announce, engine, engineVersion, hasData, reading, report } from './store.ts';

/** What a browser still holds as one text, with a margin. */
const LARGEST_IN_REPORT = 300 << 20;

let stopWaiting: (() => void) | null = null;

/** Ends the wait for the numbers of the view: nothing is saved. */
export function cancelSaving(): void {
  stopWaiting?.();
}

/** A view that computes by itself may be silent for so long (in ms) before it begins, or between two of its parts. */
const SILENCE = 600;

/** The numbers of the view are there, or it has none. False = the user does not want to wait. */
function settled(): Promise<boolean> {
  return new Promise((resolve) => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const undo: (() => void)[] = [];
    const end = (complete: boolean) => {
      clearTimeout(timer);
      stopWaiting = null;
      queueMicrotask(() => {
        for (const one of undo) one(); // not at once: the first look comes before there is anything to undo
      });
      resolve(complete);
    };
    stopWaiting = () => end(false);
    const look = () => {
      clearTimeout(timer);
      const { state } = shown.value;
      if (reading.value !== null || state === 'working') return;
      if (state === 'none') timer = setTimeout(() => end(true), SILENCE);
      else end(true);
    };
    undo.push(reading.subscribe(look), shown.subscribe(look));
  });
}

/** What is shown now, as the bytes of a capsule. Throws EngineError. */
async function packed(): Promise<{ title: string; bytes: Uint8Array<ArrayBuffer> }> {
  // Taken together, before anything else can happen.
  const { state, results, headline } = shown.value;
  const about = {
    report: report.value ?? { benchmarks: [], models: [] },
    engine: engineVersion.value?.id ?? '',
    address: printAddress({
      ...address.value,
      sources: [],
      claim: null,
      other: address.value.other.filter(([key]) => !isEmbedKey(key)),
    }),
    sources: loadedSources.value.map(({ source, bytes }) => ({ source, bytes })),
    shown: state === 'done' ? { results, headline } : null,
  };
  const capsule = await capsuleOf({ ...about, data: await engine().dataFile() });
  const result = await packCapsule(capsule);
  if (!result.ok) throw new EngineError(result.error);
  return { title: capsule.title, bytes: result.value as Uint8Array<ArrayBuffer> };
}

/** The text that a capsule is put into; a report has it in itself. */
async function template(): Promise<string> {
  if (insideReport) return ownTemplate();
  const problem = (message: string): EngineError =>
    new EngineError({
      code: 'not_fetched',
      message,
      file: 'report.html',
      line: 0,
      hint: 'Reload the page and try again. A capsule can be saved in any case.',
    });
  let text: string;
  try {
    const response = await fetch(new URL('report.html', document.baseURI));
    if (!response.ok) throw new Error(`the host answers ${response.status}`);
    text = await response.text();
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw problem(`What a report is made of could not be fetched (${reason}).`);
  }
  const id = engineOfReport(text);
  if (id === '') throw problem('What the host gives for a report is no report.');
  if (id !== engineVersion.value?.id) {
    throw problem(`The host has another version by now (${id}), which could compute other numbers.`);
  }
  return text;
}

function ownTemplate(): string {
  const content = (id: string) => document.getElementById(id)?.textContent ?? '';
  const stated = (id: string) => document.getElementById(id)?.getAttribute('content') ?? '';
  return printTemplate({
    engineId: stated(reportIds.engineId),
    policy: stated(reportIds.policy),
    style: content(reportIds.style),
    script: content(reportIds.script),
    core: content(reportIds.core),
  });
}

async function save(what: 'capsule' | 'report', make: () => Promise<Blob>, ending: string): Promise<void> {
  if (saving.value) return;
  if (!hasData.value) {
    announce(`There is nothing to save: load result files first.`);
    return;
  }
  savingProblem.value = null;
  saving.value = { what, state: 'waiting' };
  try {
    if (!(await settled())) {
      announce('Nothing was saved.');
      return;
    }
    saving.value = { what, state: 'packing' };
    const blob = await make();
    const name = `${capsuleName(report.value ?? { benchmarks: [] })}${ending}`;
    saveBlob(name, blob);
    announce(`${name} is saved.`);
  } catch (error) {
    const problem: EngineErrorData = describeFailure(error);
    savingProblem.value = problem;
    announce(problem.message);
  } finally {
    saving.value = null;
  }
}

/** The data, the view and its numbers in one file, which opens the same page again. */
export function saveCapsule(): Promise<void> {
  return save(
    'capsule',
    async () => new Blob([(await packed()).bytes], { type: 'application/zip' }),
    CAPSULE_ENDING,
  );
}

/** The whole page with the capsule inside, which opens by double click and without a network. */
export function saveReport(): Promise<void> {
  return save(
    'report',
    async () => {
      const [{ title, bytes }, text] = await Promise.all([packed(), template()]);
      if (bytes.length > LARGEST_IN_REPORT) {
        throw new EngineError({
          code: 'too_large',
          message: `A report of these data would be ${Math.ceil(bytes.length / 750_000)} MB, more than a browser opens as one page.`,
          file: '',
          line: 0,
          hint: 'Save a capsule instead, or remove files.',
        });
      }
      const html = reportHtml(text, bytes, `${title} – Harmonograph`);
      return new Blob([html], { type: 'text/html' });
    },
    '.harmonograph.html',
  );
}
