// @vitest-environment node
// Logs of Inspect: one text, as their .json logs are.
import { describe, expect, it } from 'vitest';
import { expand } from '../../../web/src/unpack/expand.ts';
import { type Entry, encode, file, gzip, sha256, zip } from './make.ts';

const head = { version: 2, status: 'success', eval: { task: 'sums', model: 'm' }, results: { scores: [] } };
const sample = (id: string | number, epoch: number, scores: unknown) => ({
  id,
  epoch,
  input: 'q',
  target: 't',
  scores,
});
const json = (name: string, value: unknown): Entry => ({ name, bytes: JSON.stringify(value) });
const scored = { match: { value: 'C' } };

const start = json('_journal/start.json', { version: 2, eval: head.eval, plan: {} });
const header = json('header.json', head);
const samples = [
  json('samples/b_epoch_1.json', { ...sample('b', 1, scored), messages: ['long'] }),
  json('samples/a/1_epoch_1.json', { ...sample('a/1', 1, scored), messages: [] }),
];

async function textOf(
  entries: readonly Entry[],
): Promise<{ text: string; notes: string[]; refusal: string | undefined }> {
  const { files, notes } = await expand([file('x.eval', zip(entries))]);
  expect(files).toHaveLength(1);
  const [only] = files;
  if (!only) throw new Error('no file');
  expect(only.path).toBe('x.eval');
  return { text: await only.file.text(), notes, refusal: only.refusal?.message };
}

describe('a log', () => {
  it('has its head and its summaries', async () => {
    const summaries = [sample(1, 1, scored), sample(1, 2, scored)];
    const { text, notes } = await textOf([start, ...samples, json('summaries.json', summaries), header]);
    expect(JSON.parse(text)).toEqual({ ...head, samples: summaries });
    expect(notes).toEqual([]);
  });

  it('without scores in its summaries has its samples, in the order of the log', async () => {
    const summaries = [
      { id: 'b', epoch: 1, input: 'the "scores" of it' },
      { id: 'a/1', epoch: 1, scores: {} },
    ];
    const { text } = await textOf([start, ...samples, json('summaries.json', summaries), header]);
    expect(JSON.parse(text).samples.map((one: { id: string }) => one.id)).toEqual(['b', 'a/1']);
    expect(JSON.parse(text).samples[0].messages).toEqual(['long']);
  });

  it('has samples in pieces', async () => {
    const { text } = await textOf([
      header,
      json('samples/b_epoch_1/sample.json', sample('b', 1, scored)),
      json('samples/b_epoch_1/messages/0.json', []),
      ...samples.slice(1),
    ]);
    expect(JSON.parse(text).samples.map((one: { id: string }) => one.id)).toEqual(['b', 'a/1']);
  });

  it('of a run that did not end has the samples so far, and says so', async () => {
    const { text, notes } = await textOf([start, ...samples]);
    expect(JSON.parse(text)).toMatchObject({ version: 2, status: 'started', eval: head.eval });
    expect(JSON.parse(text).samples).toHaveLength(2);
    expect(notes).toEqual(['x.eval is the log of a run that did not end: the samples that it has are read.']);
    const none = await textOf([start]);
    expect(JSON.parse(none.text).samples).toEqual([]);
  });

  it('keeps numbers that JSON does not know', async () => {
    const bytes = JSON.stringify(head).replace('[]', '[{"metrics":{"mean":{"value":NaN}}}]');
    const { text } = await textOf([{ name: 'header.json', bytes }, ...samples]);
    expect(text).toContain('{"value":NaN}');
    expect(JSON.parse(text.replace('NaN', 'null')).samples).toHaveLength(2);
  });

  it('has no second list of samples', async () => {
    const { text } = await textOf([json('header.json', { ...head, samples: null }), ...samples]);
    expect(text.match(/"samples"/g)).toHaveLength(1);
  });

  it('of which a member was written again has the later one', async () => {
    const { text } = await textOf([
      json('header.json', { ...head, status: 'started' }),
      ...samples,
      json('samples/b_epoch_1.json', sample('b', 1, { match: { value: 'I' } })),
      header,
    ]);
    expect(JSON.parse(text).status).toBe('success');
    expect(JSON.parse(text).samples.map((one: { scores: unknown }) => one.scores)).toEqual([
      scored,
      { match: { value: 'I' } },
    ]);
  });

  it('leaves out samples that are damaged, and counts them', async () => {
    const broken = { ...samples[0], crc: 1 } as Entry;
    const { text, notes } = await textOf([header, broken, ...samples.slice(1)]);
    expect(JSON.parse(text).samples).toHaveLength(1);
    expect(notes).toEqual(['x.eval: 1 sample could not be unpacked and are left out.'.replace('are', 'is')]);
    const { refusal } = await textOf([header, broken]);
    expect(refusal).toContain('none of its samples is whole');
  });

  it('with damaged summaries has its samples', async () => {
    const broken = { ...json('summaries.json', [sample(1, 1, scored)]), crc: 1 };
    const { text, notes } = await textOf([header, broken, ...samples]);
    expect(JSON.parse(text).samples).toHaveLength(2);
    expect(notes).toHaveLength(1);
  });

  it('may have more samples than an archive may have files', async () => {
    const many = Array.from({ length: 12_032 }, (_, n) =>
      json(`samples/${n}_epoch_1.json`, sample(n, 1, scored)),
    );
    const { text } = await textOf([header, ...many.map((one) => ({ ...one, method: 0 }))]);
    expect(JSON.parse(text).samples).toHaveLength(12_032);
  });

  it('is named by its own bytes, inside of an archive and in gzip, too', async () => {
    const log = zip([header, ...samples]);
    const { files } = await expand([
      file('x.eval', log),
      file('all.zip', zip([{ name: 'logs/y.eval', bytes: log }])),
      file('x.eval.gz', gzip(log)),
    ]);
    expect(files.map((one) => [one.path, one.original?.sha256])).toEqual([
      ['x.eval', sha256(log)],
      ['all.zip/logs/y.eval', sha256(log)],
      ['x.eval.gz', sha256(gzip(log))],
    ]);
    const texts = await Promise.all(files.map((one) => one.file.text()));
    expect(new Set(texts).size).toBe(1);
    expect(files[1]?.source).toMatchObject({ path: 'all.zip', member: 'logs/y.eval' });
  });

  it('whose head is no object is refused', async () => {
    expect((await textOf([{ name: 'header.json', bytes: '[1]' }, ...samples])).refusal).toContain(
      'header.json is no JSON object',
    );
    expect((await textOf([{ name: 'header.json', bytes: encode('') }, ...samples])).refusal).toContain(
      'header.json',
    );
  });
});
