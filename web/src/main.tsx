import './styles/index.css';
import './state/theme.ts';
import { start } from './app/start.ts';
import { createEngine } from './library/engine.ts';
import { keepForOffline, resetIfAsked, sayIfReset } from './state/offline.ts';
import { useUnpacker } from './unpack/packed.ts';
import { unpackInPage } from './unpack/page_unpacker.ts';

useUnpacker(unpackInPage);
const root = document.getElementById('app');
if (root && !resetIfAsked()) {
  sayIfReset();
  window.addEventListener('hashchange', resetIfAsked);
  void start(createEngine(), root).then(keepForOffline);
}
