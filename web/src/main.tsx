import './styles/index.css';
import './state/theme.ts';
import { start } from './app/start.ts';
import { createWorkerEngine } from './engine/page_engine.ts';
import { keepForOffline, resetIfAsked, sayIfReset } from './state/offline.ts';

const root = document.getElementById('app');
if (root && !resetIfAsked()) {
  sayIfReset();
  window.addEventListener('hashchange', resetIfAsked);
  void start(createWorkerEngine(), root).then(keepForOffline);
}
