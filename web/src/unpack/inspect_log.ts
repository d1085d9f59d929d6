// A log of Inspect (.eval, a ZIP archive) as one text: the head of the log with "samples", as its .json logs have them. Of
// a summary of the samples where there is one with scores: it is a small part of the log, and prompts are not wanted.
import { counted } from '../verdict/numbers.ts';
import { type Budget, damaged, UnpackError } from './limits.ts';
import { bytesOf, fileOf, Spool, wholeOf } from './streams.ts';
import { contentOf, type ZipMember } from './zip_members.ts';

const HEAD = 'header.json';
const START = '_journal/start.json';
const SUMMARIES = 'summaries.json';
const sampleName = /^samples\/.*_epoch_\d+(\.json|\/sample\.json)$/s;
/** The head has no samples; it may have a plan and results of many scorers. */
const LARGEST_HEAD = 256 << 20;
/** Up to here a sample is looked at whole before any of it is written. */
const SMALL_SAMPLE = 4 << 20;

export function isInspectLog(members: readonly ZipMember[]): boolean {
  const has = (name: string) => members.some((one) => one.name === name);
  return has(START) || (has(HEAD) && (has(SUMMARIES) || members.some((one) => sampleName.test(one.name))));
}

/** A member whose name comes again was written anew. */
function latest(members: readonly ZipMember[]): Map<string, ZipMember> {
  const byName = new Map<string, ZipMember>();
  for (const member of members) {
    byName.delete(member.name);
    byName.set(member.name, member);
  }
  return byName;
}

const scores = /"scores?"\s*:\s*\{\s*"/;

async function hasScores(file: Blob): Promise<boolean> {
  const decoder = new TextDecoder();
  let tail = '';
  for await (const piece of bytesOf(file)) {
    const text = tail + decoder.decode(piece, { stream: true });
    if (scores.test(text)) return true;
    tail = text.slice(-200); // it may begin in one piece and end in the next
  }
  return false;
}

/** The text of an object without its closing brace, ready for one more field. */
function openObject(text: string, path: string, name: string): string {
  const trimmed = text.trim();
  if (!trimmed.startsWith('{') || !trimmed.endsWith('}')) throw damaged(path, `${name} is no JSON object`);
  let whole = trimmed;
  try {
    const parsed: Record<string, unknown> = JSON.parse(trimmed);
    if ('samples' in parsed) {
      const { samples: _, ...others } = parsed;
      whole = JSON.stringify(others);
    }
  } catch {
    // NaN and Infinity, which the reader of the text knows
  }
  const open = whole.slice(0, -1).trimEnd();
  return open === '{' ? open : `${open},`;
}

/** @throws UnpackError */
export async function inspectText(
  file: Blob,
  members: readonly ZipMember[],
  path: string,
  budget: Budget,
): Promise<{ file: File; notes: string[] }> {
  const notes: string[] = [];
  const byName = latest(members);
  const head = byName.get(HEAD) ?? byName.get(START);
  if (!head) throw damaged(path, `${HEAD} is missing`);
  const headBytes = await wholeOf(contentOf(file, head, path, budget), LARGEST_HEAD);
  if (!headBytes) throw damaged(path, `${head.name} is larger than the head of a log can be`);
  const spool = new Spool();
  spool.write(openObject(new TextDecoder().decode(headBytes), path, head.name));
  if (head.name === START) {
    spool.write('"status":"started",');
    notes.push(`${path} is the log of a run that did not end: the samples that it has are read.`);
  }
  spool.write('\n"samples":');

  const summaries = byName.get(SUMMARIES);
  let summary: File | null = null;
  if (summaries) {
    try {
      summary = await fileOf(contentOf(file, summaries, path, budget), SUMMARIES);
      if (!(await hasScores(summary))) summary = null;
    } catch (error) {
      if (!(error instanceof UnpackError) || error.data.code !== 'truncated_file') throw error;
      notes.push(`${path}: ${SUMMARIES} is damaged; the samples themselves are read.`);
    }
  }
  const samples = [...byName.values()].filter((one) => sampleName.test(one.name));
  if (summary) {
    spool.append(summary);
  } else {
    const broken = await writeSamples(file, samples, path, budget, spool);
    if (broken > 0)
      notes.push(
        `${path}: ${counted(broken, 'sample')} could not be unpacked and ${broken === 1 ? 'is' : 'are'} left out.`,
      );
  }
  spool.write('}\n');
  return { file: spool.file(path), notes };
}

/** As one array; those that are damaged are left out. Returns how many. */
async function writeSamples(
  file: Blob,
  samples: readonly ZipMember[],
  path: string,
  budget: Budget,
  spool: Spool,
): Promise<number> {
  let written = 0;
  let broken = 0;
  for (const [n, sample] of samples.entries()) {
    budget.tell(n / samples.length);
    const content = contentOf(file, sample, path, budget);
    try {
      const small = sample.unpacked <= SMALL_SAMPLE ? await wholeOf(content, SMALL_SAMPLE) : null;
      const whole = small ?? (await fileOf(content, sample.name));
      spool.write(written === 0 ? '[' : ',\n');
      if (whole instanceof Blob) spool.append(whole);
      else spool.write(whole);
      written += 1;
    } catch (error) {
      if (!(error instanceof UnpackError) || error.data.code !== 'truncated_file') throw error;
      broken += 1;
    }
  }
  spool.write(written === 0 ? '[]' : ']');
  if (written === 0 && broken > 0) throw damaged(path, 'none of its samples is whole');
  return broken;
}
