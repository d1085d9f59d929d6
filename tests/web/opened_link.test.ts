// Opening a link with an engine of invented numbers: what is fetched, unpacked, asked for, recognised, and in which order
// it is read.
import { createHash } from 'node:crypto';
import { zipSync } from 'fflate';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { packed } from '../../web/src/reproduce/inline_data.ts';
import type { Source } from '../../web/src/reproduce/source.ts';
import { parseAddress } from '../../web/src/state/address.ts';
import {
  addFiles,
  currentSources,
  lastAdded,
  removeAllFiles,
  undoLastAdded,
} from '../../web/src/state/files.ts';
import { address, navigate, replaceAddress, setOtherValue } from '../../web/src/state/history.ts';
import { addressOfView, claimOfView, linkOfView, packLocalFiles } from '../../web/src/state/link.ts';
import { fileTaker } from '../../web/src/state/links.ts';
import { networkIsClosed } from '../../web/src/state/network.ts';
import {
  doNotLoadFromHosts,
  fetchAgain,
  leaveLink,
  loadFromHosts,
  openedLink,
  openLink,
  openWithWhatIsHere,
} from '../../web/src/state/opened_link.ts';
import { reproduction } from '../../web/src/state/reproduction.ts';
import { shown } from '../../web/src/state/shown.ts';
import { engineVersion, report, useThisEngine } from '../../web/src/state/store.ts';
import { unpackHere } from '../../web/src/unpack/in_thread.ts';
import { useUnpacker } from '../../web/src/unpack/packed.ts';
import { fakeEngine } from './fixtures/fake_engine.ts';

useUnpacker(unpackHere);

const sha = (text: string) => createHash('sha256').update(text).digest('hex');

/** The engine of the fixtures names files by their names; here it reads them, as the real one does. */
function engineThatHashes() {
  const engine = fakeEngine();
  const hashes = new Map<number, { sha256: string; options: Record<string, string> }>();
  const { readFiles, report: whole } = engine;
  engine.hashFile = async (file) => {
    engine.calls.push(`hashFile ${file.name}`);
    return sha(await file.text());
  };
  engine.readFiles = async (files, onProgress, signal) => {
    for (const one of files) {
      const sha256 = one.original?.sha256 ?? sha(await one.file.text());
      hashes.set(one.id, { sha256, options: one.options });
    }
    return readFiles(files, onProgress, signal);
  };
  engine.report = async () => {
    const found = await whole();
    return { ...found, files: found.files.map((file) => ({ ...file, ...hashes.get(file.id) })) };
  };
  return engine;
}

const texts = { a: 'model,item\nA,1\n', b: 'model,item\nB,22\n', c: 'model,item\nC,333\n' };
const local = (name: string, text: string, known = true): Source => ({
  kind: 'file',
  path: `run/${name}`,
  bytes: text.length,
  sha256: known ? sha(text) : '',
  options: {},
});
const remote = (where: string, text: string): Source => ({
  kind: 'address',
  address: where,
  sha256: sha(text),
  options: { model: 'm' },
});
const dropped = (name: string, text: string) => ({ path: name, file: new File([text], name) });
const states = () => openedLink.value?.wanted.map((one) => one.state);
const read = () => report.value?.files.map((file) => file.path);

let engine = engineThatHashes();
let answers: Record<string, () => Response>;
let asked: string[];

beforeEach(async () => {
  engine = engineThatHashes();
  useThisEngine(engine);
  engineVersion.value = await engine.version();
  report.value = null;
  await removeAllFiles();
  replaceAddress({ view: 'import', benchmark: '', model: '', sources: [], claim: null, other: [] });
  sessionStorage.clear();
  networkIsClosed.value = false; // as in a page that was just loaded
  asked = [];
  answers = {};
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(url);
    const answer = answers[url];
    if (!answer) throw new TypeError('Failed to fetch');
    return answer();
  });
});
afterEach(() => {
  if (openedLink.value) leaveLink();
  vi.unstubAllGlobals();
});

/** As the address bar of a browser would name it. */
const open = (sources: Source[]) => {
  replaceAddress({ sources });
  return openLink(sources);
};

describe('files of a disk', () => {
  it('are waited for, and read in the order of the link whatever the order and the names of the drop', async () => {
    await open([local('a.csv', texts.a), local('b.csv', texts.b)]);
    expect(states()).toEqual(['asked for', 'asked for']);
    await fileTaker.value?.([dropped('second download.csv', texts.b)]);
    expect(states()).toEqual(['asked for', 'here']);
    expect(report.value).toBeNull();
    await fileTaker.value?.([dropped('first.csv', texts.a)]);
    expect(openedLink.value).toBeNull();
    expect(fileTaker.value).toBeNull();
    expect(read()).toEqual(['run/a.csv', 'run/b.csv']);
    expect(currentSources.value).toEqual([local('a.csv', texts.a), local('b.csv', texts.b)]);
  });

  it('with other content under the same name are taken and marked', async () => {
    await open([local('a.csv', texts.a), local('b.csv', texts.b)]);
    await fileTaker.value?.([dropped('a.csv', texts.c)]);
    expect(openedLink.value?.wanted[0]).toMatchObject({ state: 'here', changed: true });
    await fileTaker.value?.([dropped('b.csv', texts.b)]);
    expect(currentSources.value.map((source) => 'sha256' in source && source.sha256)).toEqual([
      sha(texts.c),
      sha(texts.b),
    ]);
    // Without a claim the hash in the link tells it.
    expect(reproduction.value).toMatchObject({ state: 'other data', changes: [{ kind: 'content' }] });
  });

  it('two that changed names with each other are told apart by their content', async () => {
    await open([local('a.csv', texts.a), local('b.csv', texts.b)]);
    await fileTaker.value?.([dropped('a.csv', texts.b), dropped('b.csv', texts.a)]);
    expect(currentSources.value).toEqual([local('a.csv', texts.a), local('b.csv', texts.b)]);
  });

  it('that the link does not name come after its own', async () => {
    await open([local('a.csv', texts.a)]);
    await fileTaker.value?.([dropped('more.csv', texts.c)]);
    expect(openedLink.value?.more.map((one) => one.path)).toEqual(['more.csv']);
    await fileTaker.value?.([dropped('x.csv', texts.a)]);
    expect(read()).toEqual(['run/a.csv', 'more.csv']);
  });

  it('without a hash are recognised by their name and not marked', async () => {
    await open([local('a.csv', texts.a, false), local('b.csv', texts.b)]);
    await fileTaker.value?.([dropped('a.csv', texts.c)]);
    expect(openedLink.value?.wanted[0]).toMatchObject({ state: 'here', changed: false });
  });

  it('are opened as far as they are here', async () => {
    await open([local('a.csv', texts.a), local('b.csv', texts.b)]);
    await fileTaker.value?.([dropped('b.csv', texts.b)]);
    await openWithWhatIsHere();
    expect(read()).toEqual(['run/b.csv']);
    expect(openedLink.value).toBeNull();
  });

  it('of another size are not hashed for nothing', async () => {
    await open([local('a.csv', texts.a)]);
    await fileTaker.value?.([dropped('huge.csv', `${texts.a}${texts.b}`)]);
    expect(engine.calls.filter((call) => call.startsWith('hashFile'))).toEqual([]);
  });

  it('that are loaded already are not asked for again', async () => {
    await addFiles([dropped('other name.csv', texts.a)]);
    await open([local('a.csv', texts.a)]);
    expect(openedLink.value).toBeNull();
    expect(read()).toEqual(['run/a.csv']);
  });
});

describe('files at addresses', () => {
  const where = 'https://data.example/a.csv';

  it('are asked for after the reader agreed, once in a session, and keep their options', async () => {
    answers[where] = () => new Response(texts.a);
    await open([remote(where, texts.a), { kind: 'example' }]);
    expect(openedLink.value).toMatchObject({ phase: 'asking', hosts: [{ host: 'data.example', files: 1 }] });
    expect(asked).toEqual([]);
    await loadFromHosts();
    expect(asked).toEqual([where]);
    expect(read()).toEqual(['a.csv', 'RedundantQA example.json']);
    expect(currentSources.value).toEqual([remote(where, texts.a), { kind: 'example' }]);
    await removeAllFiles();
    // The page is closed to other hosts by now: it must be loaded anew, and asks for that.
    await open([remote(where, texts.a)]);
    expect(openedLink.value?.phase).toBe('asking');
    leaveLink();
    networkIsClosed.value = false;
    await open([remote(where, texts.a)]);
    expect(asked).toEqual([where, where]);
    expect(read()).toEqual(['a.csv']);
  });

  it('of the own host are asked for at once', async () => {
    const own = new URL('data/a.csv', location.href.replace(/#.*/, '')).href;
    answers[own] = () => new Response(texts.a);
    await open([remote('data/a.csv', texts.a)]);
    expect(asked).toEqual([own]);
    expect(read()).toEqual(['a.csv']);
  });

  it('of a host that refuses can be dropped, and are then what the link names', async () => {
    await open([remote(where, texts.a)]);
    await loadFromHosts();
    expect(openedLink.value?.wanted[0]).toMatchObject({ state: 'failed', error: { code: 'cross_origin' } });
    answers[where] = () => new Response('no', { status: 500 });
    await fetchAgain(0);
    expect(openedLink.value?.wanted[0]).toMatchObject({ state: 'failed', error: { code: 'refused' } });
    await fileTaker.value?.([dropped('a (1).csv', texts.a)]);
    expect(read()).toEqual(['a.csv']);
    expect(currentSources.value).toEqual([remote(where, texts.a)]);
  });

  it('are not asked for when the reader does not want it', async () => {
    await open([remote(where, texts.a)]);
    doNotLoadFromHosts();
    expect(states()).toEqual(['not allowed']);
    leaveLink();
    expect(asked).toEqual([]);
    expect(address.value.sources).toEqual([]);
  });

  it('a link that is followed while another one is being opened takes its place', async () => {
    let release = () => {};
    answers[where] = () => new Response(texts.a);
    vi.stubGlobal('fetch', async () => {
      await new Promise<void>((resolve) => {
        release = resolve;
      });
      return new Response(texts.a);
    });
    await open([remote(where, texts.a)]);
    const first = loadFromHosts();
    await vi.waitFor(() => expect(openedLink.value?.wanted[0]?.state).toBe('fetching'));
    await open([{ kind: 'example' }]);
    release();
    await first;
    expect(read()).toEqual(['RedundantQA example.json']);
  });

  it('say their hash in the address once it is known', async () => {
    const own = new URL('data/a.csv', location.href.replace(/#.*/, '')).href;
    answers[own] = () => new Response(texts.a);
    await open([{ kind: 'address', address: 'data/a.csv', sha256: '', options: {} }]);
    expect(address.value.sources).toEqual([
      { kind: 'address', address: 'data/a.csv', sha256: sha(texts.a), options: {} },
    ]);
  });
});

describe('data inside of the link', () => {
  it('are unpacked', async () => {
    const inside = await packed(new TextEncoder().encode(texts.a) as Uint8Array<ArrayBuffer>);
    const source: Source = {
      kind: 'inline',
      path: 'a.csv',
      packed: inside,
      sha256: sha(texts.a),
      options: {},
    };
    await open([source]);
    expect(read()).toEqual(['a.csv']);
    expect(currentSources.value).toEqual([source]);
  });

  it('that are damaged are an error of that file, which can be dropped instead', async () => {
    await open([{ kind: 'inline', path: 'a.csv', packed: 'AAAA', sha256: sha(texts.a), options: {} }]);
    expect(openedLink.value?.wanted[0]).toMatchObject({ state: 'failed', error: { code: 'damaged_link' } });
    await fileTaker.value?.([dropped('x', texts.a)]);
    expect(read()).toEqual(['a.csv']);
  });
});

describe('the link of a view', () => {
  it('has version, data, view, choices and claim, and says the same when it is parsed', async () => {
    await addFiles([dropped('a.csv', texts.a), dropped('b.csv', texts.b)]);
    navigate({ view: 'import', benchmark: 'mmlu', model: 'x' });
    setOtherValue('sort', 'name');
    const link = await linkOfView({ page: 'https://page.example/' });
    expect(link).toMatch(
      /^https:\/\/page\.example\/#v=1&file=a\.csv&bytes=15&sha256=[0-9a-f]{64}&file=b\.csv/,
    );
    expect(link).toMatch(/&engine=0\.1\.0-fixture&results=models:[^&]+&digest=[0-9a-f]{64}$/);
    const parsed = parseAddress(link.slice(link.indexOf('#')));
    expect(parsed.sources).toEqual(currentSources.value);
    expect(parsed.claim?.digest).toBe((await claimOfView())?.digest);
    expect(parsed.other).toEqual([['sort', 'name']]);
    // The bar itself names no files of the disk.
    expect(location.hash).not.toContain('a.csv');
  });

  it('can carry the files of the disk', async () => {
    await addFiles([dropped('a.csv', texts.a)]);
    const files = await packLocalFiles();
    expect(files).toHaveLength(1);
    const { sources } = addressOfView(null, files ?? []);
    expect(sources).toMatchObject([{ kind: 'inline', path: 'a.csv', sha256: sha(texts.a) }]);
  });

  it('claims nothing while there is nothing to claim', async () => {
    expect(await claimOfView({ state: 'working', results: [], headline: [] })).toBeNull();
    expect(await claimOfView({ state: 'none', results: [], headline: [] })).toBeNull();
  });

  it('starts again what was started by hand, and only then', () => {
    navigate({ view: 'prediction' });
    const claim = { engine: 'e', headline: [], digest: 'a'.repeat(64) };
    expect(addressOfView(claim).other).toContainEqual(['run', 'yes']);
    expect(addressOfView(null).other).not.toContainEqual(['run', 'yes']);
    navigate({ view: 'overview' });
    expect(addressOfView(claim).other).toEqual([]);
  });

  it('is found again, until something is chosen', async () => {
    await addFiles([dropped('a.csv', texts.a)]);
    await vi.waitFor(() => expect(shown.value.state).toBe('done'));
    const link = parseAddress((await linkOfView({ page: '' })).slice(0));
    replaceAddress({ ...link });
    await vi.waitFor(() => expect(reproduction.value.state).toBe('judged'));
    expect(reproduction.value).toMatchObject({ verdict: { kind: 'identical', sameEngine: true } });
    await addFiles([dropped('b.csv', texts.b)]);
    expect(reproduction.value.state).toBe('none');
  });
});

describe('a drop', () => {
  it('that added to what was there can be taken back', async () => {
    await addFiles([dropped('a.csv', texts.a)]);
    expect(lastAdded.value).toBeNull();
    await addFiles([dropped('b.csv', texts.b), dropped('c.csv', texts.c)]);
    expect(lastAdded.value).toHaveLength(2);
    await undoLastAdded();
    expect(read()).toEqual(['a.csv']);
    expect(lastAdded.value).toBeNull();
  });
});

describe('a file inside of an archive', () => {
  const archive = zipSync({
    'run/a.csv': new TextEncoder().encode(texts.a),
    'run/b.csv': new TextEncoder().encode(texts.b),
  }) as Uint8Array<ArrayBuffer>;
  const zip = (name = 'all.zip') => ({ path: name, file: new File([archive], name) });
  const member = (name: string, text: string): Source => ({
    kind: 'file',
    path: 'all.zip',
    member: `run/${name}`,
    bytes: text.length,
    sha256: sha(text),
    options: {},
  });

  it('is named by the archive, its place in there, and its own bytes', async () => {
    await addFiles([zip()]);
    expect(read()).toEqual(['all.zip/run/a.csv', 'all.zip/run/b.csv']);
    expect(currentSources.value).toEqual([member('a.csv', texts.a), member('b.csv', texts.b)]);
    expect(await linkOfView({ page: '' })).toMatch(
      /^#v=1&file=all\.zip&member=run\/a\.csv&bytes=15&sha256=[0-9a-f]{64}&file=all\.zip&member=run\/b\.csv/,
    );
    const carried = addressOfView(null, (await packLocalFiles()) ?? []).sources;
    expect(carried).toMatchObject([{ kind: 'inline', path: 'all.zip/run/a.csv' }, { kind: 'inline' }]);
  });

  it('is recognised in the archive under any name, and by itself', async () => {
    await open([member('b.csv', texts.b)]);
    await fileTaker.value?.([zip('download (1).zip')]);
    expect(read()).toEqual(['all.zip/run/b.csv']); // the other one is not of the link
    expect(currentSources.value).toEqual([member('b.csv', texts.b)]);
    await removeAllFiles();
    await open([member('a.csv', texts.a), member('b.csv', texts.b)]);
    await fileTaker.value?.([dropped('x', texts.b)]);
    expect(states()).toEqual(['asked for', 'here']);
    await fileTaker.value?.([dropped('y', texts.a)]);
    expect(currentSources.value).toEqual([member('a.csv', texts.a), member('b.csv', texts.b)]);
  });

  it('at an address is fetched with the others of the archive at once', async () => {
    const address = `${location.origin}/data/all.zip`;
    answers[address] = () => new Response(archive);
    const there = (name: string, text: string): Source => ({
      kind: 'address',
      address,
      member: `run/${name}`,
      sha256: sha(text),
      options: { model: 'm' },
    });
    const sources = [there('b.csv', texts.b), there('a.csv', texts.a)];
    await open(sources);
    expect(asked).toEqual([address]);
    expect(currentSources.value).toEqual(sources);
    await removeAllFiles();
    await open([{ ...there('c.csv', texts.c) }]);
    expect(openedLink.value?.wanted[0]?.error?.message).toContain('has no run/c.csv inside');
  });
});
