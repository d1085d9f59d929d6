import './styles/index.css';
import './state/theme.ts';
import { start } from './app/start.ts';
import { createWorkerEngine } from './engine/page_engine.ts';

const root = document.getElementById('app');
if (root) void start(createWorkerEngine(), root);
