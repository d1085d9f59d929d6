// Where a dropped capsule goes: opened as it was saved, added, asked about, or refused in words; with an engine of invented
// numbers.
import { zipSync } from 'fflate';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { packCapsule, unpackCapsule } from '../../web/src/reproduce/capsule.ts';
import { printTemplate, reportHtml } from '../../web/src/reproduce/report.ts';
import { resultsDocument } from '../../web/src/reproduce/results_document.ts';
import { cancelSaving, saveCapsule } from '../../web/src/state/capsule.ts';
import {
  type CapsuleChoice,
  capsuleProblems,
  capsuleQuestion,
  saving,
  savingProblem,
} from '../../web/src/state/capsule_notices.ts';
import {
  addFiles,
  currentSources,
  type DroppedFile,
  loadedSources,
  openInOrder,
  readAgain,
  removeAllFiles,
} from '../../web/src/state/files.ts';
import { address, followHash } from '../../web/src/state/history.ts';
import { announcement, engineVersion, report, useThisEngine } from '../../web/src/state/store.ts';
import { unpackHere } from '../../web/src/unpack/in_thread.ts';
import { useUnpacker } from '../../web/src/unpack/packed.ts';
import { fakeEngine } from './fixtures/fake_engine.ts';

useUnpacker(unpackHere);

const hash = (digit: string) => digit.repeat(64);
const plain = (path: string): DroppedFile => ({ path, file: new File(['a,b\n1,2\n'], path) });

async function capsule(
  path = 'x.zip',
  change: { address?: string; digest?: null } = {},
): Promise<DroppedFile> {
  const results = await resultsDocument({ engine: 'e-1', sources: [], address: '', headline: [] }, []);
  const packed = await packCapsule({
    title: 't',
    engine: 'e-1',
    address: '#view=overview&tau=2&names=fit~first',
    sources: [
      { source: { kind: 'file', path: 'one.csv', bytes: 5, sha256: hash('1'), options: {} }, bytes: 5 },
      {
        source: { kind: 'address', address: 'two.csv', sha256: hash('2'), options: { model: 'M' } },
        bytes: 6,
      },
    ],
    headline: [{ name: 'accuracy', value: 0.25 }],
    digest: results.digest,
    data: new TextEncoder().encode('{"format": "harmonograph", "version": 1}'),
    results,
    ...change,
  });
  if (!packed.ok) throw new Error(packed.error.message);
  return { path, file: new File([packed.value as Uint8Array<ArrayBuffer>], path) };
}

/** Answers the next question, which says this much of the drop. */
async function answer(choice: CapsuleChoice): Promise<{ path: string; others: number }> {
  for (let n = 0; n < 2000 && !capsuleQuestion.value; n++) await new Promise((done) => setTimeout(done, 2));
  const question = capsuleQuestion.value;
  if (!question) throw new Error('nothing was asked');
  question.answer(choice);
  return question;
}

const paths = () => report.value?.files.map((one) => one.path) ?? [];

beforeAll(() => useThisEngine(fakeEngine()));
beforeEach(async () => {
  useThisEngine(fakeEngine());
  report.value = null;
  await removeAllFiles();
  followHash('');
  capsuleProblems.value = [];
  savingProblem.value = null;
});

describe('a capsule on an empty page', () => {
  it('opens as it was saved, with what it claims and where its data come from', async () => {
    await addFiles([await capsule()]);
    expect(capsuleQuestion.value).toBeNull();
    expect(address.value.view).toBe('overview');
    expect(address.value.parameters).toEqual({ tau: 2 });
    expect(address.value.other).toEqual([['names', 'fit~first']]);
    expect(address.value.claim).toMatchObject({
      engine: 'e-1',
      headline: [{ name: 'accuracy', value: 0.25 }],
    });
    expect(currentSources.value).toMatchObject([
      { kind: 'file', path: 'one.csv', sha256: hash('1') },
      { kind: 'address', address: 'two.csv', sha256: hash('2'), options: { model: 'M' } },
    ]);
    expect(address.value.sources).toEqual(currentSources.value);
    expect(loadedSources.value.map(({ bytes, capsule }) => [bytes, capsule?.path])).toEqual([
      [5, 'x.zip'],
      [6, 'x.zip'],
    ]);
  });

  it('opens out of a report, too', async () => {
    const template = printTemplate({ engineId: 'e-1', policy: 'p', style: '', script: '', core: '' });
    const bytes = new Uint8Array(await (await capsule()).file.arrayBuffer());
    const html = (text: string) => ({ path: 'x.html', file: new File([text], 'x.html') });
    await addFiles([html(reportHtml(template, bytes))]);
    expect(address.value.view).toBe('overview');
    expect(currentSources.value).toHaveLength(2);
    await removeAllFiles();
    await addFiles([html(template)]);
    expect(report.value).toBeNull();
    expect(capsuleProblems.value[0]?.message).toMatch(/x\.html cannot be unpacked/);
  });

  it('is no longer what went into it when it is read in another way', async () => {
    await addFiles([await capsule()]);
    await readAgain(report.value?.files[0]?.id ?? -1, { filter: 'x' });
    expect(currentSources.value).toMatchObject([{ kind: 'file', path: 'x.zip', options: { filter: 'x' } }]);
  });

  it('gives its data alone where the address says what is to be seen', async () => {
    followHash('#view=ranks');
    await addFiles([await capsule()], true);
    expect(address.value.view).toBe('ranks');
    expect(address.value.claim).toBeNull();
    expect(paths()).toEqual(['x.zip']);
  });

  it('with another one gives its data', async () => {
    await addFiles([await capsule('x.zip'), await capsule('y.zip')]);
    expect(paths()).toEqual(['x.zip', 'y.zip']);
    expect(address.value.claim).toBeNull();
    expect(loadedSources.value.map((one) => one.capsule?.path)).toEqual(['x.zip', 'x.zip', 'y.zip', 'y.zip']);
  });

  it('that came from an address is named by the address, with its own hash', async () => {
    const dropped = await capsule();
    const source = { kind: 'address', address: 'https://x.org/x.zip', sha256: '', options: {} } as const;
    followHash('#src=https://x.org/x.zip');
    await openInOrder([{ ...dropped, source }]);
    expect(address.value.view).toBe('overview');
    expect(address.value.claim?.engine).toBe('e-1');
    const [only, more] = currentSources.value;
    expect(more).toBeUndefined();
    expect(only).toMatchObject({ kind: 'address', address: 'https://x.org/x.zip' });
    expect(only && 'sha256' in only && only.sha256).toBe(loadedSources.value[0]?.capsule?.sha256);
    expect(loadedSources.value[0]?.bytes).toBe(dropped.file.size);
  });

  it('of a link with a view of its own gives its data', async () => {
    followHash('#src=x.zip&view=ranks');
    await openInOrder([await capsule()]);
    expect(address.value.view).toBe('ranks');
    expect(address.value.claim).toBeNull();
  });
});

describe('a capsule on loaded data', () => {
  beforeEach(() => addFiles([plain('before.csv')]));

  it('takes their place when that is chosen', async () => {
    const adding = addFiles([await capsule()]);
    expect(await answer('open')).toMatchObject({ path: 'x.zip', others: 0 });
    await adding;
    expect(paths()).toEqual(['x.zip']);
    expect(address.value.view).toBe('overview');
  });

  it('stands beside them when that is chosen, in the view of every drop', async () => {
    const adding = addFiles([await capsule(), plain('with.csv')]);
    expect(await answer('add')).toMatchObject({ others: 1 });
    await adding;
    expect(paths()).toEqual(['before.csv', 'x.zip', 'with.csv']);
    expect(address.value.view).toBe('import');
    expect(address.value.claim).toBeNull();
  });

  it('changes nothing when that is chosen', async () => {
    const adding = addFiles([await capsule(), plain('with.csv')]);
    await answer('cancel');
    await adding;
    expect(paths()).toEqual(['before.csv']);
  });
});

describe('an archive that cannot be opened', () => {
  it('is said, and the others are read', async () => {
    const foreign = zipSync({ 'a.txt': new TextEncoder().encode('a') });
    const whole = new Uint8Array(await (await capsule()).file.arrayBuffer());
    const of = (path: string, bytes: Uint8Array) => ({
      path,
      file: new File([bytes as Uint8Array<ArrayBuffer>], path),
    });
    await addFiles([of('foreign.zip', foreign), plain('a.csv'), of('cut.zip', whole.slice(0, 200))]);
    expect(paths()).toEqual(['foreign.zip/a.txt', 'a.csv']); // an archive of results is none of a capsule's concern
    expect(capsuleProblems.value.map(({ code, file }) => [code, file])).toEqual([
      ['truncated_file', 'cut.zip'],
    ]);
    await addFiles([await capsule(), of('cut.zip', whole.slice(0, 200))].slice(1));
    expect(paths()).toEqual(['foreign.zip/a.txt', 'a.csv']);
    expect(capsuleProblems.value).toHaveLength(1);
  });

  it('is refused by its size before it is read', async () => {
    const huge = new File([`PK\x03\x04${' '.repeat(26)}capsule.json`], 'huge.zip');
    Object.defineProperty(huge, 'size', { value: 5e9 });
    await addFiles([{ path: 'huge.zip', file: huge }]);
    expect(capsuleProblems.value[0]).toMatchObject({ code: 'too_large' });
    expect(capsuleProblems.value[0]?.message).toContain('huge.zip is an archive of 5.0 GB');
  });
});

describe('saving', () => {
  const downloads: { name: string; blob: Blob }[] = [];
  beforeEach(() => {
    downloads.length = 0;
    engineVersion.value = { version: '9', id: '9-abc' };
    let latest: Blob | null = null;
    URL.createObjectURL = (blob) => {
      latest = blob as Blob;
      return 'blob:x';
    };
    HTMLAnchorElement.prototype.click = function click(this: HTMLAnchorElement) {
      if (latest) downloads.push({ name: this.download, blob: latest });
    };
  });

  it('says that there is nothing to be saved', async () => {
    await saveCapsule();
    expect(downloads).toEqual([]);
    expect(announcement.value).toMatch(/nothing to save/);
  });

  it('gives what is shown, with the original files', async () => {
    await addFiles([plain('run/a.csv')]);
    followHash('#view=import&embed=1&chart=c&k=7');
    await saveCapsule();
    expect(savingProblem.value).toBeNull();
    expect(saving.value).toBeNull();
    const [{ name, blob } = { name: '', blob: new Blob() }] = downloads;
    expect(name).toMatch(/\.harmonograph\.zip$/);
    const opened = await unpackCapsule(new Uint8Array(await blob.arrayBuffer()), name);
    if (!opened.ok) throw new Error(opened.error.message);
    expect(opened.value.engine).toBe('9-abc');
    expect(opened.value.address).toBe('#k=7'); // not how a page around this one cut it down
    expect(opened.value.sources).toMatchObject([{ source: { kind: 'file', path: 'run/a.csv' } }]);
    expect(opened.value.digest).toBe(opened.value.results.digest);
    expect(opened.value.results.results.length).toBeGreaterThan(0);
    expect(opened.value.results.sources).toMatchObject([{ path: 'run/a.csv' }]);
  });

  it('waits for the numbers of the view, and stops waiting when it is told to', async () => {
    useThisEngine(fakeEngine({ delay: 3000 }));
    await addFiles([plain('a.csv')]);
    followHash('#view=overview');
    const pending = saveCapsule();
    for (let n = 0; n < 2000 && !saving.value; n++) await new Promise((done) => setTimeout(done, 2));
    expect(saving.value).toEqual({ what: 'capsule', state: 'waiting' });
    cancelSaving();
    await pending;
    expect(saving.value).toBeNull();
    expect(downloads).toEqual([]);
    expect(announcement.value).toBe('Nothing was saved.');
  });

  it('says why it could not', async () => {
    await addFiles([plain('a.csv')]);
    useThisEngine({
      ...fakeEngine(),
      dataFile: () => Promise.reject(new Error('out of memory')),
    });
    await saveCapsule();
    expect(savingProblem.value?.code).toBe('out_of_memory');
    expect(downloads).toEqual([]);
  });
});
