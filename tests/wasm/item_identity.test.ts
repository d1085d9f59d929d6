// How items were joined, over the boundary: from the bytes of two files to the words on the page. Counts by hand.
import { beforeAll, describe, expect, it } from 'vitest';
import type { Core } from '../../web/core/harmonograph_core.mjs';
import { joinLine, joinWords } from '../../web/src/verdict/joins.ts';
import { loadCore, readFile, report } from './core.ts';

let core: Core;
beforeAll(async () => {
  core = await loadCore();
});

const bytesOf = (text: string) => new TextEncoder().encode(text);

type Item = { id?: string; hash?: string; position?: number };

/** A file of the project's own format: one model that scores 1 on every item. */
const fileOf = (model: string, items: Item[]) =>
  bytesOf(
    JSON.stringify({
      format: 'harmonograph',
      version: 1,
      models: [{ name: model }],
      items: items.map((item) => ({ benchmark: 'toy', ...item })),
      scores: [items.map(() => 1)],
    }),
  );

describe('items of several files', () => {
  it('are counted by the way in which they were joined', () => {
    const session = new core.Session();
    readFile(
      session,
      'a.json',
      fileOf('A', [
        { id: 'q1', hash: 'h1', position: 0 },
        { id: 'q2', hash: 'h2', position: 1 },
        { hash: 'h3', position: 2 },
        { hash: 'h4', position: 3 },
        { hash: 'h5', position: 4 },
      ]),
    );
    readFile(
      session,
      'b.json',
      fileOf('B', [
        { id: 'q2', hash: 'other', position: 1 },
        { id: 'q9', position: 9 },
        { hash: 'h3', position: 7 },
        { position: 3 },
        { hash: 'edited', position: 4 },
      ]),
    );
    const { benchmarks } = report(session);
    const [toy] = benchmarks;
    if (!toy) throw new Error('nothing was loaded');
    expect(toy.joins).toEqual({
      nativeId: 1,
      contentHash: 1,
      questionText: 0,
      position: 1,
      oneFile: 0,
      oneModel: 4, // q1, q9, h5 and its edited version
    });
    expect(toy.joinedBy).toBe('position');
    expect(toy.itemsSharedByAll).toBe(3);
    expect(joinWords(toy)).toBe(
      '1 by their own id, 1 by the hash of the question, 1 by position in the file and 4 unjoined: of one model only',
    );
    expect(joinLine(benchmarks)).toBe(`Items of several models: ${joinWords(toy)}.`);
    expect(toy.notes.map(({ code, count }) => [code, count])).toEqual([
      ['joined_by_position', 1],
      ['content_differs', 1],
      ['same_position_other_question', 1],
    ]);
    session.delete();
  });
});
