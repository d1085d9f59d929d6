// The page inside a report: the same program, with its engine and its data in the same file.
import '../src/styles/index.css';
import '../src/state/theme.ts';
import { start } from '../src/app/start.ts';
import { unpackIn } from '../src/unpack/in_worker.ts';
import { useUnpacker } from '../src/unpack/packed.ts';
import { createReportEngine } from './report_engine.ts';
import UnpackWorker from './unpack_worker.ts?worker&inline';

useUnpacker(unpackIn(() => new UnpackWorker()));
const root = document.getElementById('app');
if (root) void start(createReportEngine(), root);
