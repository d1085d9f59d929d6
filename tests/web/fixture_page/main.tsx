// The page with the fake engine: npx vite --config tests/web/fixture_page/vite.config.ts
import '../../../web/src/styles/index.css';
import '../../../web/src/state/theme.ts';
import { start } from '../../../web/src/app/start.ts';
import { useUnpacker } from '../../../web/src/unpack/packed.ts';
import { unpackInPage } from '../../../web/src/unpack/page_unpacker.ts';
import { fakeEngine } from '../fixtures/fake_engine.ts';

useUnpacker(unpackInPage);

const root = document.getElementById('app');
const asked = new URLSearchParams(location.search);
const number = (name: string, otherwise: number) => Number(asked.get(name) ?? otherwise);
const options = {
  delay: number('delay', 40),
  moreModels: number('models', 9) - 9,
  items: number('items', 1000),
  moreBenchmarks: number('benchmarks', 2) - 2,
  groups: asked.has('groups')
    ? [
        {
          name: 'mmlu',
          tasks: Array.from({ length: 57 }, (_, n) => `mmlu_subject_${n + 1}`),
          merged: false,
          source: 'results file' as const,
        },
      ]
    : [],
};
if (root) void start(fakeEngine(options), root);
