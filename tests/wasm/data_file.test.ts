// Everything that is loaded as one file, over the boundary: what a capsule and a report carry.
import { beforeAll, describe, expect, it } from 'vitest';
import type { Core, Session } from '../../web/core/harmonograph_core.mjs';
import { EngineService } from '../../web/src/engine/service.ts';
import { digestOf, namedHarmony } from '../../web/src/reproduce/digest.ts';
import { analyse, loadCore, overview, readFile, report, value } from './core.ts';
import { responseTable } from './response_table.ts';

let core: Core;
beforeAll(async () => {
  core = await loadCore();
});

const bytesOf = (text: string) => new TextEncoder().encode(text);

/** The example with its log-likelihoods, a table with attributes, and vectors for its items. */
function loaded(): Session {
  const session = new core.Session();
  value(session.loadExample(100));
  const table = responseTable({ models: 6, items: 40 });
  readFile(session, 'table.csv', bytesOf(table));
  const ids = table
    .split('\n')
    .slice(1)
    .filter((line) => line !== '')
    .map((line) => line.split(',')[1]);
  const vectors = ids.map((id, i) => [id, ...Array.from({ length: 8 }, (_, w) => Math.sin(i * (w + 1)))]);
  readFile(
    session,
    'emb.csv',
    bytesOf(`item,${vectors[0]?.map((_, w) => `v${w}`).slice(1)}\n${vectors.join('\n')}\n`),
  );
  return session;
}

async function dataFile(session: Session): Promise<Uint8Array> {
  const taken = await new EngineService(Promise.resolve(session)).dataFile();
  if (!taken.ok) throw new Error(taken.error.message);
  return new Uint8Array(taken.value);
}

/** Of the overview and of an analysis of the first model of each benchmark. */
function digest(session: Session): Promise<string> {
  const { benchmarks, models } = report(session);
  const results = benchmarks.map((benchmark, index) => {
    const model = benchmark.models[0] ?? -1;
    const asked = {
      partition: index === 0 ? 'similarity' : 'responses',
      nullDraws: 19,
      bootstrapDraws: 19,
      largestK: 6,
    };
    return namedHarmony(benchmark.name, models[model]?.name ?? '', analyse(session, index, model, asked));
  });
  return digestOf([...results, { question: 'accuracy', of: {}, result: overview(session) }]);
}

describe('everything that is loaded, as one file', () => {
  it('gives another session the same results, and writes the same bytes there', async () => {
    const original = loaded();
    const other = new core.Session();
    try {
      const bytes = await dataFile(original);
      const file = readFile(other, 'data.json', bytes);
      expect(file.error).toBeNull();
      expect(file.format?.id).toBe('harmonograph_json');
      expect(file.notes).toEqual([]);
      const [before, after] = [report(original), report(other)];
      expect(after.models).toEqual(before.models);
      const shape = (one: (typeof before.benchmarks)[number]) => ({
        ...one,
        notes: [],
        joinedBy: '',
        joins: null,
      });
      expect(after.benchmarks.map(shape)).toEqual(before.benchmarks.map(shape));
      expect(after.benchmarks[1]?.vectors.length).toBe(1);
      expect(await digest(other)).toBe(await digest(original));
      expect(Buffer.from(await dataFile(other)).equals(Buffer.from(bytes))).toBe(true);
    } finally {
      original.delete();
      other.delete();
    }
  });

  it('is an error when nothing is loaded', async () => {
    const session = new core.Session();
    try {
      const taken = await new EngineService(Promise.resolve(session)).dataFile();
      expect(taken.ok ? '' : taken.error.code).toBe('no_responses');
    } finally {
      session.delete();
    }
  });
});
