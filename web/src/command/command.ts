// The program "harmonograph": finds the subcommand, and turns what went wrong into a sentence and an exit code.
import { isCancelled, isEngineFailure } from '../engine/call.ts';
import { createNodeEngine } from '../engine/node_engine.ts';
import { EngineError } from '../library/public.ts';
import { unpackHere } from '../unpack/in_thread.ts';
import { useUnpacker } from '../unpack/packed.ts';
import { findReadable, plainWords, type ReadableFile, readableFiles } from '../words/readable_files.ts';
import { analyzeHelp, runAnalyze } from './analyze_command.ts';
import { CommandError, exitCodes, usageError } from './exit_codes.ts';
import { mergeHelp, runMerge } from './merge_command.ts';
import { nearest, readOptions } from './options.ts';
import { removeUnfinished, tell } from './output.ts';
import { runSite, siteHelp } from './site_command.ts';
import { runVerify, verifyHelp } from './verify_command.ts';

useUnpacker(unpackHere);

const help = `Usage: harmonograph COMMAND ...

  analyze FILES...           accuracy and HARMONY of every model on every benchmark
  verify LINK [FILES...]     whether a link of the page is reproduced here
  merge A.json B.json ...    pieces of an analysis put together
  site RESULTS... -o FOLDER  a folder for any static host: the page with these results
  formats [WORDS]            which files can be read, and the commands that make them
  --version                  version, and the id of the engine: the same id gives the same numbers
  --help                     this text; harmonograph COMMAND --help says more

Ends with 0 when all is well, 1 when a condition does not hold or a link is not reproduced, 2 when the command line cannot
be understood or the data do not allow what it asks for, 3 when a file cannot be read, 4 when the engine fails.`;

async function withEngine(print: (engine: ReturnType<typeof createNodeEngine>) => Promise<string>) {
  const engine = createNodeEngine({ workers: 1 });
  try {
    process.stdout.write(`${await print(engine)}\n`);
  } finally {
    engine.close();
  }
  return exitCodes.fine;
}

const helpForm = { help: { type: 'boolean', short: 'h', help: 'this text' } } as const;

const formatsHelp = `Usage: harmonograph formats [WORDS]

Lists the formats: the id for --read format=ID, and its name. With words, for example "harmonograph formats helm", those
in which they occur: the commands that make such files, what is read of them and what is not.

  -h, --help  this text`;

async function runFormats(args: readonly string[]): Promise<number> {
  const options = readOptions('harmonograph formats', args, helpForm);
  if (options.has('help')) {
    process.stdout.write(`${formatsHelp}\n`);
    return exitCodes.fine;
  }
  if (options.files.length === 0) {
    const width = Math.max(...readableFiles.map(({ id }) => id.length));
    process.stdout.write(readableFiles.map(({ id, label }) => `${id.padEnd(width)}  ${label}\n`).join(''));
    return exitCodes.fine;
  }
  const query = options.files.join(' ');
  const found = findReadable(query);
  if (found.length === 0) {
    throw usageError(`No format has “${query}”.`, 'harmonograph formats lists all of them.');
  }
  process.stdout.write(found.map(aboutFormat).join('\n'));
  return exitCodes.fine;
}

function aboutFormat({ id, label, commands, origin, files, read, notRead }: ReadableFile): string {
  const lines: [string, string][] = [
    ...commands.map((command): [string, string] => ['command', command]),
    ['from', origin],
    ['name', files.join(', ')],
    ['read', read],
    ['not read', notRead],
  ];
  const written = lines
    .filter(([, text]) => text !== '')
    .map(([name, text]) => `  ${name.padEnd(8)}  ${plainWords(text)}\n`);
  return `${id}: ${label}\n${written.join('')}`;
}

type Run = (args: readonly string[], signal: AbortSignal) => Promise<number>;
const commands: Readonly<Record<string, { run: Run; help: () => string }>> = {
  analyze: { run: runAnalyze, help: analyzeHelp },
  verify: { run: runVerify, help: verifyHelp },
  merge: { run: runMerge, help: mergeHelp },
  site: { run: runSite, help: siteHelp },
  formats: { run: runFormats, help: () => formatsHelp },
};

function run(args: readonly string[], signal: AbortSignal): Promise<number> {
  const [name, ...rest] = args;
  if (name === undefined || name === '--help' || name === '-h' || name === 'help') {
    const about = name === undefined ? undefined : commands[rest[0] ?? ''];
    process.stdout.write(`${about ? about.help() : help}\n`);
    return Promise.resolve(name === undefined ? exitCodes.usage : exitCodes.fine);
  }
  if (name === '--version' || name === '-V') {
    return withEngine(async (engine) => {
      const { version, id } = await engine.version();
      return `harmonograph ${version}, engine ${id}`;
    });
  }
  const command = commands[name];
  if (command) return command.run(rest, signal);
  const meant = nearest(name, Object.keys(commands));
  throw usageError(
    `harmonograph has no command “${name}”.`,
    `${meant === undefined ? '' : `Did you mean “${meant}”? `}harmonograph --help lists them.`,
  );
}

function exitCodeOf(error: unknown): number {
  if (error instanceof CommandError) {
    tell(`harmonograph: ${error.message}${error.hint === '' ? '' : `\n${error.hint}`}`);
    return error.exitCode;
  }
  if (isCancelled(error) || interrupted.signal.aborted) {
    tell('harmonograph: interrupted.');
    return exitCodes.interrupted;
  }
  if (error instanceof EngineError) {
    tell(`harmonograph: ${error.message}${error.data.hint === '' ? '' : `\n${error.data.hint}`}`);
    // A name that is not there, or what these data do not allow.
    return isEngineFailure(error.data) ? exitCodes.engine : exitCodes.usage;
  }
  tell(`harmonograph: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
  return exitCodes.engine;
}

const interrupted = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    // The second time, whatever is under way.
    if (interrupted.signal.aborted) {
      removeUnfinished();
      process.exit(exitCodes.interrupted);
    }
    interrupted.abort();
  });
}
// The reader of a pipe may have seen enough.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit(exitCodes.fine);
});

try {
  process.exitCode = await run(process.argv.slice(2), interrupted.signal);
} catch (error) {
  process.exitCode = exitCodeOf(error);
} finally {
  removeUnfinished();
}
