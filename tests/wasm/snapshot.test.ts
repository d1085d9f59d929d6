// Groups of tasks and snapshots over the boundary, as a pool of workers uses them.
import { beforeAll, describe, expect, it } from 'vitest';
import type { Core, Session } from '../../web/core/harmonograph_core.mjs';
import type { EngineResult } from '../../web/src/engine/results.ts';
import { EngineService } from '../../web/src/engine/service.ts';
import { analyse, finish, loadCore, overview, readFile, report, value } from './core.ts';

let core: Core;
beforeAll(async () => {
  core = await loadCore();
});

/** Items of two topics with texts, answered by models that differ. */
function table(prefix: string, items: number, models: number): Uint8Array {
  let text = `item_id,question,topic,${Array.from({ length: models }, (_, m) => `model-${m}`).join(',')}\n`;
  for (let i = 0; i < items; i++) {
    const words = i % 2 === 0 ? 'enzyme protein membrane' : 'treaty empire senate';
    const scores = Array.from({ length: models }, (_, m) =>
      ((i + 1) * (m + 3) * 7919) % 101 < 40 + 5 * m ? 1 : 0,
    );
    text += `${prefix}${i},${words} number ${i},${i % 2 === 0 ? 'biology' : 'history'},${scores.join(',')}\n`;
  }
  return new TextEncoder().encode(text);
}

function loaded(): Session {
  const session = new core.Session();
  value(session.loadExample(100));
  readFile(session, 'topics.csv', table('q', 60, 5));
  return session;
}

describe('a snapshot of one benchmark', () => {
  it('gives another session the same numbers, to the last bit', async () => {
    const original = loaded();
    const other = new core.Session();
    try {
      const from = new EngineService(Promise.resolve(original));
      const to = new EngineService(Promise.resolve(other));
      for (const benchmark of [0, 1]) {
        const taken = await from.snapshot(benchmark);
        if (!taken.ok) throw new Error(taken.error.message);
        expect(await to.loadSnapshot(taken.value)).toEqual({ ok: true, value: null });
        const cells = overview(original).filter((cell) => cell.benchmark === benchmark);
        expect(overview(other)).toEqual(cells.map((cell) => ({ ...cell, benchmark: 0 })));
        const model = cells[0]?.model ?? -1;
        const asked = {
          partition: benchmark === 0 ? 'similarity' : 'texts',
          nullDraws: 19,
          bootstrapDraws: 19,
          largestK: 6,
        };
        const expected = analyse(original, benchmark, model, asked);
        expect(analyse(other, 0, model, asked)).toEqual({ ...expected, benchmark: 0 });
      }
    } finally {
      original.delete();
      other.delete();
    }
  });

  it('refuses what is no snapshot, and keeps what is loaded', async () => {
    const session = loaded();
    try {
      const service = new EngineService(Promise.resolve(session));
      expect((await service.snapshot(7)).ok).toBe(false);
      const taken = await service.snapshot(1);
      if (!taken.ok) throw new Error(taken.error.message);
      for (const bytes of [new ArrayBuffer(0), new ArrayBuffer(100), taken.value.slice(0, -8)]) {
        const answer = await service.loadSnapshot(bytes);
        expect(answer.ok).toBe(false);
      }
      expect(report(session).benchmarks.length).toBe(2);
    } finally {
      session.delete();
    }
  });
});

describe('groups of tasks', () => {
  it('are proposed, merged, kept when files are added, and taken apart again', () => {
    const session = new core.Session();
    try {
      for (const task of ['anatomy', 'law', 'virology'])
        readFile(session, `mmlu_${task}.csv`, table(task, 20, 3));
      expect(report(session).groups).toEqual([
        {
          name: 'mmlu',
          tasks: ['mmlu_anatomy', 'mmlu_law', 'mmlu_virology'],
          merged: false,
          source: 'names',
        },
      ]);
      value(session.setMergedGroups('["mmlu"]'));
      readFile(session, 'mmlu_logic.csv', table('logic', 20, 3));
      const [merged, ...others] = report(session).benchmarks;
      expect(others).toEqual([]);
      expect(merged).toMatchObject({ name: 'mmlu', items: 80, itemsSharedByAll: 80, missingCells: 0 });
      expect(merged?.attributes[0]).toEqual({ name: 'task', levels: 4, items: 80 });
      expect(overview(session)[0]?.partitions).toContain('attribute:task');
      value(session.setMergedGroups('[]'));
      expect(report(session).benchmarks.length).toBe(4);
      expect((JSON.parse(session.setMergedGroups('{}')) as EngineResult<null>).ok).toBe(false);
    } finally {
      session.delete();
    }
  });
});

describe('vectors of items', () => {
  it('are attached, listed and partition the items', () => {
    const session = new core.Session();
    try {
      readFile(session, 'topics.csv', table('q', 40, 3));
      let text = 'item_id,embedding\n';
      for (let i = 0; i < 40; i++)
        text += `q${i},"[${i % 2 === 0 ? 1 : -1}, ${(i % 7) / 10}, 0.5, ${(i % 5) / 10}]"\n`;
      const file = readFile(session, 'minilm.csv', new TextEncoder().encode(text));
      expect(file.role).toBe('item vectors');
      expect(file.table?.shape).toBe('item vectors');
      expect(report(session).benchmarks[0]?.vectors).toEqual([{ name: 'minilm', width: 4, items: 40 }]);
      expect(overview(session)[0]?.partitions).toEqual([
        'vectors:minilm',
        'responses',
        'texts',
        'attribute:topic',
      ]);
      const result = analyse(session, 0, 0, { partition: 'vectors:minilm', nullDraws: 0, bootstrapDraws: 0 });
      expect(result.parameters.partition).toBe('vectors:minilm');
      expect(result.k).toBe(2);
      const compared = value<{ partitions: { partition: string; bestLabel: { variable: string } | null }[] }>(
        finish(session, session.startPartitionSources(0, 0, '{"nullDraws": 0, "largestK": 6}')),
      );
      const own = compared.partitions.find((row) => row.partition === 'vectors:minilm');
      expect(own?.bestLabel?.variable).toBe('topic');
    } finally {
      session.delete();
    }
  });
});
