// The page with the fake engine: npx vite --config tests/web/fixture_page/vite.config.ts
import '../../../web/src/styles/index.css';
import '../../../web/src/state/theme.ts';
import { start } from '../../../web/src/app/start.ts';
import { fakeEngine } from '../fixtures/fake_engine.ts';

const root = document.getElementById('app');
const delay = Number(new URLSearchParams(location.search).get('delay') ?? 40);
if (root) void start(fakeEngine({ delay }), root);
