// node profile_first_numbers.mjs GLUE MODULE PROFILE: reads files and computes HARMONY with an instrumented module and
// writes down which of its functions ran. For split_core.mjs.
import { readFileSync, writeFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

const [glue, path, profile] = process.argv.slice(2);
const { default: createCore } = await import(pathToFileURL(glue).href);
const module = new WebAssembly.Module(readFileSync(path));
let exported;
const core = await createCore({
  locateFile: (name) => name,
  instantiateWasm: (imports, receive) => {
    const instance = new WebAssembly.Instance(module, imports);
    exported = instance.exports;
    receive(instance, module);
    return exported;
  },
});
const session = new core.Session();

function value(answer) {
  const result = JSON.parse(answer);
  if (!result.ok) throw new Error(result.error.message);
  return result.value;
}

function finish(started) {
  const { job } = value(started);
  while (!value(session.step(job)).done);
  value(session.result(job));
  value(session.dropJob(job));
}

value(session.formats());
value(session.loadExample(1));
const rows = Array.from(
  { length: 60 },
  (_, n) => `q${n},${n % 2},${n % 3 === 0 ? 1 : 0},${n % 5 < 3 ? 1 : 0}`,
);
const table = new TextEncoder().encode(`item,first,second,third\n${rows.join('\n')}\n`);
value(session.beginFile(2, 'scores.csv', table.length, '{}'));
session.inputBuffer(table.length).set(table);
value(session.feed(table.length));
value(session.endFile());
value(session.report());
const cells = value(session.overview());
value(session.items(0));
value(session.modelItems(0, 0, ''));
for (const partition of ['similarity', 'similarity-shared', 'responses', 'attribute:domain']) {
  finish(session.startAnalysis(0, 0, JSON.stringify({ partition })));
}
const { benchmark, model } = cells.at(-1); // of the table
finish(session.startAnalysis(benchmark, model, JSON.stringify({ partition: 'responses' })));
finish(session.startAnalysis(0, 1, JSON.stringify({ bootstrap: 'reclustered', bootstrapDraws: 3 })));
finish(session.startSensitivity(0, 0, '{}'));

const memory = Object.values(exported).find((one) => one instanceof WebAssembly.Memory);
const buffer = session.inputBuffer(exported.__write_profile(0, 0)).slice();
const place = session.inputBuffer(buffer.length).byteOffset;
exported.__write_profile(place, buffer.length);
writeFileSync(profile, Buffer.from(memory.buffer, place, buffer.length));
