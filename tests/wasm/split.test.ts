// The two halves of the core, as the page loads them: the first gives the first numbers alone, and joined they give
// what the whole module gives, to the last bit.
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import createCore, { type Core, type Session } from '../../web/core/harmonograph_core.mjs';
import { instantiateSplit, type SplitCore } from '../../web/src/engine/split_core.ts';
import { finish, loadCore, overview, value } from './core.ts';

const half = (name: string) =>
  new WebAssembly.Module(
    readFileSync(new URL(`../../web/core/harmonograph_core_${name}.wasm`, import.meta.url)),
  );

async function loadHalves(fetchLater: () => WebAssembly.Module): Promise<{ core: Core; halves: SplitCore }> {
  const first = half('first');
  let halves: SplitCore | undefined;
  const core = await createCore({
    locateFile: (path) => path,
    instantiateWasm: (imports, receive) => {
      void instantiateSplit(first, imports, fetchLater).then((made) => {
        halves = made;
        receive(made.instance, first);
      });
      return {};
    },
  });
  if (!halves) throw new Error('no instance was made');
  return { core, halves };
}

function example(core: Core): Session {
  const session = new core.Session();
  value(session.loadExample(1));
  return session;
}

const fitted = (session: Session) => finish(session, session.startItemResponse('{"dimensions":2}'));
const harmony = (session: Session) => finish(session, session.startAnalysis(0, 0, '{}'));

describe('the core in two halves', () => {
  it('computes HARMONY without the later half', async () => {
    const { core } = await loadHalves(() => {
      throw new Error('nothing of the later half is needed for this');
    });
    const session = example(core);
    expect(overview(session).length).toBeGreaterThan(3);
    expect(harmony(session)).toBe(harmony(example(await loadCore())));
  });

  it('fetches the later half once, when a fit needs it', async () => {
    let fetched = 0;
    const { core } = await loadHalves(() => {
      fetched += 1;
      return half('later');
    });
    const session = example(core);
    expect(fetched).toBe(0);
    const parts = fitted(session);
    expect(fetched).toBe(1);
    expect(parts).toBe(fitted(example(await loadCore())));
    expect(fitted(example(core))).toBe(parts);
    expect(fetched).toBe(1);
  });

  it('needs no fetch where the later half was joined before', async () => {
    const { core, halves } = await loadHalves(() => {
      throw new Error('it is there already');
    });
    halves.join(half('later'));
    halves.join(half('later'));
    expect(fitted(example(core))).toBe(fitted(example(await loadCore())));
  });
});
