// The library in Node, as the package holds it: workspaces beside each other, Cancel, groups, what is no source.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import type * as Library from '../../web/src/library/node.ts';
import { library, optionTable, run, temporaryFolder } from './run.ts';

const { analyze, EngineError, open } = (await import(join(library, 'node.js'))) as typeof Library;

const folder = temporaryFolder();
const path = (name: string) => join(folder, name);
const table = { path: 'table.csv', bytes: optionTable(['ada', 'bob'], ['arc'], 40) };
const opened: Library.Workspace[] = [];
async function workspace(...given: Parameters<typeof open>) {
  const one = await open(...given);
  opened.push(one);
  return one;
}
afterEach(() => {
  for (const one of opened.splice(0)) one.close();
});

describe('a workspace', () => {
  it('stands beside others, also while each computes a view', async () => {
    const other = { path: 'other.csv', bytes: optionTable(['eve', 'kim'], ['quiz'], 40, 9) };
    const [first, second] = await Promise.all([workspace([table]), workspace([other])]);
    const views = ['#view=overview', '#view=ranks'];
    const together = await Promise.all(
      views.flatMap((view) => [first, second].map((one) => one?.results(view))),
    );
    const alone: (string | undefined)[] = [];
    for (const view of views) {
      for (const data of [table, other]) {
        const { document } = await analyze([data], { address: view });
        alone.push(document.digest);
      }
    }
    expect(together.map((document) => document?.digest)).toEqual(alone);
    expect(new Set(alone).size).toBe(4);
  });

  it('can be asked again after Cancel', async () => {
    const one = await workspace([table]);
    const cancel = new AbortController();
    const long = '#view=benchmark&model=bob&bootstrap=reclustered&bootstrap-draws=100000';
    const pending = one.results(long, {
      signal: cancel.signal,
      onProgress: ({ stage }) => {
        if (stage.startsWith('Re-clustered')) cancel.abort();
      },
    });
    await expect(pending).rejects.toMatchObject({ code: 'cancelled' });
    const { digest } = await one.results();
    expect(digest).toBe((await analyze([table])).document.digest);
  });

  it('gives single answers by names, and errors with what to do', async () => {
    const one = await workspace([table, { path: 'bad.json', bytes: '{"nothing": "of use"}' }]);
    expect(one.report.files.map((file) => file.error === null)).toEqual([true, false]);
    expect(one.sources.map((source) => source.kind)).toEqual(['file']);
    const [cell] = await one.analyseAll({ model: 'bob', parameters: { seed: 3 } });
    const same = await one.analyse('arc', 'bob', { seed: 3, detail: false });
    expect(cell?.harmony).toEqual(same);
    expect(same.affinityMap).toBeNull();
    const error = await one.analyse('arc', 'eve').catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(EngineError);
    expect((error as InstanceType<typeof EngineError>).data).toMatchObject({
      code: 'unknown_model',
      message: 'There is no model called “eve”.',
      hint: 'Loaded: ada, bob.',
    });
    await expect(one.results('#view=fewer')).rejects.toMatchObject({ code: 'too_few_models' });
    await expect(workspace([7 as never])).rejects.toBeInstanceOf(TypeError);
  });

  it('reads groups of tasks as one benchmark, and keeps them after a view with others', async () => {
    const rows = ['model,benchmark,item,score'];
    for (const task of ['mmlu_algebra', 'mmlu_biology', 'mmlu_chemistry']) {
      for (const model of ['x', 'y']) {
        for (let n = 0; n < 5; n++) rows.push(`${model},${task},${task} ${n},${(n + model.length) % 2}`);
      }
    }
    const tasks = { path: 'tasks.csv', bytes: rows.join('\n') };
    const one = await workspace([tasks], { groups: ['mmlu'] });
    expect(one.report.benchmarks.map(({ name, items }) => [name, items])).toEqual([['mmlu', 15]]);
    expect((await one.results('#view=ranks')).address).toBe('#view=ranks&group=mmlu');
    expect(one.report.benchmarks).toHaveLength(1);
    await expect(workspace([tasks], { groups: ['bbh'] })).rejects.toMatchObject({ code: 'unknown_group' });
  });

  it('lets a program end, however it was started', async () => {
    writeFileSync(path('table.csv'), table.bytes);
    const text = `import { analyze } from ${JSON.stringify(join(library, 'node.js'))};
      console.log((await analyze(['table.csv'])).cells.length);`;
    writeFileSync(path('use.mjs'), text);
    const done = await run([], { program: path('use.mjs'), cwd: folder });
    expect([done.code, done.out, done.err]).toEqual([0, '2\n', '']);
    const evaluated = await run(['--eval', text], { program: '--input-type=module', cwd: folder });
    expect([evaluated.code, evaluated.out, evaluated.err]).toEqual([0, '2\n', '']);
  });
});
