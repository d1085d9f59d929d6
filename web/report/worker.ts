// A worker of a report: it fetches nothing, its module is handed over (report_engine.ts).
import { expose } from 'comlink';
import { CoreService } from '../src/engine/core_service.ts';
import { instantiateWhole } from '../src/engine/whole_core.ts';

expose(new CoreService(null, instantiateWhole));
