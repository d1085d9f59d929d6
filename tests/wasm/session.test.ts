import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Core, Session } from '../../web/core/harmonograph_core.mjs';
import type { EngineResult, FileReport } from '../../web/src/engine/results.ts';
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
      expect(report(session).models[0]?.name).toBe('A\uFFFD');
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
});
