// The worker of a report that unpacks: it fetches nothing.
import '../src/unpack/worker.ts';
