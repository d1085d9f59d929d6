// harmonograph site: a folder for any static host out of result files.
import { createNodeEngine } from '../engine/node_engine.ts';
import { incomingFile } from '../library/sources.ts';
import { expandPacked } from '../unpack/packed.ts';
import { exitCodes, usageError } from './exit_codes.ts';
import { describeOptions, type OptionForms, readOptions } from './options.ts';
import { progressLine, tell } from './output.ts';
import { buildSite } from './site.ts';

const command = 'harmonograph site';

const forms: OptionForms = {
  output: { type: 'string', short: 'o', value: 'FOLDER', help: 'the folder to be made' },
  title: { type: 'string', value: 'TEXT', help: 'the name of the data' },
  description: { type: 'string', value: 'TEXT', help: 'what they are, in a few sentences' },
  licence: { type: 'string', value: 'TEXT', help: 'of the data' },
  citation: { type: 'string', value: 'TEXT', help: 'how they are cited' },
  view: { type: 'string', value: '"#..."', help: 'what the page shows at first, as its address says it' },
  robots: { type: 'boolean', help: 'ask search engines to stay away' },
  force: { type: 'boolean', help: 'write into a folder that was not made by this command' },
  quiet: { type: 'boolean', short: 'q', help: 'say nothing of what is written' },
  help: { type: 'boolean', short: 'h', help: 'this text' },
};

export const siteHelp = () => `Usage: ${command} RESULTS... -o FOLDER [options]

Builds a folder with the page, the result files and a manifest of them: copied to any static host it shows these data at
once. Every file is read first, and one that cannot be read is refused.

${describeOptions(forms)}

Ends with 0 when all is well, 2 when the command line cannot be understood, 3 when a file cannot be read, 4 when the engine
fails or the page is not there.`;

const texts = ['title', 'description', 'licence', 'citation', 'view'] as const;

export async function runSite(args: readonly string[], signal: AbortSignal): Promise<number> {
  const options = readOptions(command, args, forms);
  if (options.has('help')) {
    process.stdout.write(`${siteHelp()}\n`);
    return exitCodes.fine;
  }
  const output = options.text('output');
  if (options.files.length === 0) throw usageError(`${command} needs result files or folders.`);
  if (output === undefined) throw usageError(`${command} needs -o FOLDER.`);
  const quiet = options.has('quiet');
  const progress = progressLine(quiet);
  const engine = createNodeEngine({ workers: 1 });
  try {
    await buildSite({
      inputs: options.files,
      output,
      ...Object.fromEntries(texts.flatMap((name) => [[name, options.text(name) ?? '']])),
      robots: options.has('robots'),
      force: options.has('force'),
      readWith: async (files) => {
        const parts: { path: string; file: File; options: Record<string, string>; of: number }[] = [];
        for (const [of, { path, file }] of files.entries()) {
          parts.push(...(await expandPacked([{ path, file, options: {}, of }], { signal })).files);
        }
        const incoming = parts.map((one, n) => incomingFile(n + 1, one));
        const read = await engine.readFiles(incoming, ({ path }) => progress.show(`Reading ${path}`), signal);
        progress.clear();
        signal.throwIfAborted();
        // Of an archive that of the first file in it that can be read; it is refused when there is none.
        return files.flatMap((_, of) => {
          const reports = read.filter((_, n) => parts[n]?.of === of);
          return reports.find((report) => report.error === null) ?? reports[0] ?? [];
        });
      },
      tell: quiet ? () => {} : tell,
    });
    return exitCodes.fine;
  } finally {
    progress.clear();
    engine.close();
  }
}
