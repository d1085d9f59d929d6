// What stands below every figure: what was computed from which data by which engine. The state says it, charts do not
// know it.
import { signal } from '@preact/signals';
import { HOLD } from '../reproduce/text_width.ts';

export interface FigureFooter {
  /** What was looked at and with which parameters: "PubMedQA", "n = 1,063 items", "b = 0.25". */
  facts: readonly string[];
  /** EngineVersion.id; "" = not known yet. */
  engine: string;
  /** The first twelve digits of the hash of all sources; or words, where there are no files. */
  data: string;
}

export const figureFooter = signal<FigureFooter>({ facts: [], engine: '', data: '' });

/** Shorter facts are not torn apart at the end of a line. */
const LONGEST_HELD = 40;

/** The whole line. `about` is what the chart itself knows of its numbers. */
export function footerText({ facts, engine, data }: FigureFooter, about = ''): string {
  const known = about === '' ? facts : [about, ...facts.filter((fact) => !about.split('; ').includes(fact))];
  return [
    ...known,
    ...(engine === '' ? [] : [`Harmonograph ${engine}`]),
    ...(data === '' ? [] : [`data ${data}`]),
  ]
    .map((fact) => (fact.length <= LONGEST_HELD ? fact.replaceAll(' ', HOLD) : fact))
    .join('; ');
}

/** The caption of a table: what it is, and what stands below figures. */
export function captionWith(caption: string, footer = figureFooter.value): string {
  const about = footerText(footer).replaceAll(HOLD, ' ');
  const start = caption.replace(/\.$/, '');
  return about === '' ? `${start}.` : `${start} (${about}).`;
}
