// The page inside a report: the same program, with its engine and its data in the same file.
import '../src/styles/index.css';
import '../src/state/theme.ts';
import { start } from '../src/app/start.ts';
import { createReportEngine } from './report_engine.ts';

const root = document.getElementById('app');
if (root) void start(createReportEngine(), root);
