import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Core, Session } from '../../web/core/harmonograph_core.mjs';
import type { EngineResult, FileReport, PartitionSourcesResult } from '../../web/src/engine/results.ts';
import { analyse, finish, loadCore, overview, readFile, report, value } from './core.ts';

const fixtures = fileURLToPath(new URL('../fixtures', import.meta.url));
const bytesOf = (text: string) => new TextEncoder().encode(text);

let core: Core;
beforeAll(async () => {
  core = await loadCore();
});

function withSession<T>(work: (session: Session) => T): T {
  const session = new core.Session();
  try {
    return work(session);
  } finally {
    session.delete();
  }
}

describe('the boundary', () => {
  it('answers every mistake with an error, never with an exception', () => {
    withSession((session) => {
      const answers = [
        session.feed(0),
        session.beginFile(1, 'x', 1, 'not json'),
        session.items(99),
        session.startAnalysis(0, 0, '{}'),
        session.startAnalysis(0, 0, '{"tau": -1}'),
        session.startSensitivity(5, 5, '{}'),
        session.startPartitionSources(5, 5, '{}'),
        session.startPartitionSources(0, 0, '{"dimensions": 9}'),
        session.step(12345),
        session.result(12345),
      ].map((answer) => JSON.parse(answer) as EngineResult<unknown>);
      for (const answer of answers) {
        expect(answer.ok).toBe(false);
        if (!answer.ok) expect(answer.error.message.length).toBeGreaterThan(10);
      }
    });
  });

  it('ends a file that was never begun with an error', () => {
    withSession((session) => {
      const answer = JSON.parse(session.endFile()) as EngineResult<FileReport>;
      expect(answer.ok).toBe(false);
    });
  });

  it('keeps text that is not valid UTF-8 readable', () => {
    withSession((session) => {
      const bytes = bytesOf('model,item,score\nA?,q1,1\nA?,q2,0\n');
      for (const [index, byte] of bytes.entries()) if (byte === '?'.charCodeAt(0)) bytes[index] = 0xff;
      const file = readFile(session, 'latin.csv', bytes);
      expect(file.error).toBeNull();
      // 0xFF is none of UTF-8: of Windows-1252 it is a letter, and the report says what was assumed.
      expect(report(session).models[0]?.name).toBe('A\u00FF');
      expect(file.notes.map((note) => note.code)).toContain('windows1252');
    });
  });
});

describe('every fixture', () => {
  const paths = readdirSync(fixtures, { recursive: true, encoding: 'utf8' }).filter((path) =>
    /\.(json|jsonl|jsonlines|csv|tsv)$/.test(path),
  );
  it('exists', () => {
    expect(paths.length).toBeGreaterThan(20);
  });

  it.each(paths)('%s is read alike in any chunks and under the name "unknown"', (path) => {
    const bytes = readFileSync(`${fixtures}/${path}`);
    const read = (name: string, chunk: number) =>
      withSession((session) => {
        const file = readFile(session, name, bytes, { id: 1, chunk });
        return { file, report: report(session) };
      });
    const whole = read(path, 1 << 20);
    const pieces = read(path, 7);
    expect(pieces).toEqual(whole);
    const unnamed = read('unknown', 1 << 20).file;
    expect(unnamed.format).toEqual(whole.file.format);
    expect(unnamed.rowsRead).toBe(whole.file.rowsRead);
    expect(unnamed.responses).toBe(whole.file.responses);
    if (whole.file.error) {
      expect(whole.file.error.message.length).toBeGreaterThan(10);
      expect(whole.file.error.hint.length).toBeGreaterThan(10);
    } else {
      expect(whole.file.role === 'run' || whole.file.rowsRead > 0).toBe(true);
    }
  });
});

describe('the example', () => {
  it('gives the same numbers to the last bit every time and in every session', () => {
    const run = () =>
      withSession((session) => {
        value<FileReport>(session.loadExample(1));
        return finish(session, session.startAnalysis(0, 0, '{}'));
      });
    expect(run()).toBe(run());
  });

  it('tells an even model from a specialist with the same method', () => {
    withSession((session) => {
      value<FileReport>(session.loadExample(1));
      const cells = overview(session);
      expect(cells.length).toBeGreaterThanOrEqual(2);
      const harmonies = cells.map(
        (cell) => analyse(session, cell.benchmark, cell.model).harmony ?? Number.NaN,
      );
      expect(Math.max(...harmonies)).toBeGreaterThan(0.9);
      expect(Math.min(...harmonies)).toBeLessThan(0.7);
    });
  });

  it('answers a sensitivity sweep with every value that was asked for', () => {
    withSession((session) => {
      value<FileReport>(session.loadExample(1));
      const sweep = value<import('../../web/src/engine/results.ts').SensitivityResult>(
        finish(session, session.startSensitivity(0, 0, '{}')),
      );
      expect(sweep.bandwidth.map((point) => point.b)).toEqual([0.05, 0.1, 0.15, 0.2, 0.25, 0.5]);
      expect(sweep.tau.map((point) => point.tau)).toEqual([0.5, 1, 2, 4]);
      expect(sweep.subdomains.length).toBe(19);
      expect(sweep.seeds.length).toBeGreaterThanOrEqual(5);
      for (const point of [...sweep.bandwidth, ...sweep.tau, ...sweep.subdomains, ...sweep.seeds]) {
        expect(point.harmony).toBeGreaterThanOrEqual(0);
        expect(point.harmony).toBeLessThanOrEqual(1);
      }
    });
  });

  it('sets every partition that the data allow side by side', () => {
    // Twelve models with two abilities, sixty items: the even ones ask for the first, the odd ones for the second.
    let state = 1;
    const uniform = () => {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
      return state / 2 ** 32;
    };
    const models = Array.from({ length: 12 }, () => [uniform(), uniform()]);
    const rows = Array.from({ length: 60 }, (_, item) => {
      const scores = models.map((abilities) => (uniform() < (abilities[item % 2] ?? 0) ? 1 : 0));
      return [`q${item}`, item % 2 === 0 ? 'even' : 'odd', ...scores].join(',');
    });
    const header = ['item_id', 'asks for', ...models.map((_, model) => `model-${model}`)].join(',');
    withSession((session) => {
      const file = readFile(session, 'two.csv', bytesOf(`${[header, ...rows].join('\n')}\n`));
      expect(file.error).toBeNull();
      expect(overview(session)[0]?.partitions).toEqual(['responses', 'directions', 'attribute:asks for']);
      const compare = () =>
        value<PartitionSourcesResult>(
          finish(session, session.startPartitionSources(0, 3, '{"nullDraws": 99}')),
        );
      const result = compare();
      expect(result.model).toBe(3);
      expect(result.partitions.map((row) => row.partition)).toEqual(overview(session)[0]?.partitions);
      for (const row of result.partitions) {
        expect(row.error).toBeNull();
        expect(row.items).toBe(60);
        expect(row.harmony).toBeGreaterThanOrEqual(0);
        expect(row.harmony).toBeLessThanOrEqual(1);
        expect(row.nullPValue).toBeGreaterThan(0);
        expect(row.bestArtefact?.variable).toBe('difficulty quartile');
        expect(row.bestArtefact).toEqual(row.agreement.find((one) => one.kind === 'artefact'));
      }
      const [responses, directions, column] = result.partitions;
      expect(responses?.stability).toMatchObject({ splits: 5, models: 12 });
      expect(directions?.stability).toMatchObject({ splits: 5, models: 12 });
      expect(directions?.bestLabel?.variable).toBe('asks for');
      expect(column?.bestLabel).toBeNull();
      expect(column?.stability).toBeNull();
      expect(column?.stabilityReason).not.toBe('');
      expect(compare()).toEqual(result);

      const analysis = analyse(session, 0, 3, { partition: 'directions', nullDraws: 99 });
      expect(analysis.harmony).toBe(directions?.harmony);
      expect(analysis.stability).toEqual({
        adjustedRand: directions?.stability?.adjustedRand,
        seeds: 5,
        over: 'halves',
      });
      expect(analysis.parameters.dimensions).toBe(2);
      expect(analysis.similarity?.path).toBe('angles');
    });
  });
});
