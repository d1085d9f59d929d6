// The page of a test: what stands on it, its controls by their labels, and waiting for it.
import type { Engine } from '../../../web/src/engine/engine.ts';
import type { StudyQuestion, StudyQuestions } from '../../../web/src/engine/study.ts';
import { fakeEngine } from '../fixtures/fake_engine.ts';

export const root = document.createElement('div');
export const shown = () => root.textContent ?? '';
export const verdict = () => root.querySelector('.verdict')?.textContent ?? '';
export const all = (selector: string) => [...root.querySelectorAll<HTMLElement>(selector)];
export const figures = () => all('main figure figcaption').map((one) => one.textContent);

export async function until(condition: () => boolean, what: string): Promise<void> {
  const end = Date.now() + 6000;
  while (!condition()) {
    if (Date.now() > end) throw new Error(`waited in vain for ${what}: ${shown().slice(0, 900)}`);
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}

export function labelled<Control extends HTMLElement>(label: string): Control {
  const owner = all('label').find((one) => one.textContent?.trim() === label) as HTMLLabelElement | undefined;
  const found =
    root.querySelector<HTMLElement>(`main [aria-label="${label}"]`) ??
    (owner ? document.getElementById(owner.htmlFor) : null);
  if (!found) throw new Error(`there is no control “${label}”`);
  return found as Control;
}

export function give(control: HTMLInputElement | HTMLSelectElement, value: string): void {
  control.value = value;
  control.dispatchEvent(
    new Event(control instanceof HTMLSelectElement ? 'change' : 'input', { bubbles: true }),
  );
}

export function button(words: string): HTMLButtonElement {
  const found = all('button').find((one) => one.textContent?.trim().startsWith(words));
  if (!found) throw new Error(`there is no button “${words}”`);
  return found as HTMLButtonElement;
}

/** The cells of the table with this caption, header first. */
export function table(caption: string): string[][] {
  const found = all('main table').find(
    (one) => document.getElementById(one.getAttribute('aria-labelledby') ?? '')?.textContent === caption,
  );
  if (!found) throw new Error(`there is no table “${caption}”`);
  return [...found.querySelectorAll('tr')].map((row) =>
    [...row.children].map((cell) => cell.textContent?.trim() ?? ''),
  );
}

type Answers = { [Question in StudyQuestion]?: (given: never) => unknown };

/** The engine of invented numbers with other answers, and a record of what was asked. */
export function engineWith(
  answers: Answers = {},
  delay = 2,
): Engine & { asked: { question: string; parameters: Record<string, unknown> }[] } {
  const invented = fakeEngine({ delay, items: 60 });
  const asked: { question: string; parameters: Record<string, unknown> }[] = [];
  return {
    ...invented,
    asked,
    study: async (question, parameters, onStatus, signal) => {
      asked.push({ question, parameters: parameters as unknown as Record<string, unknown> });
      const result = await invented.study(question, parameters, onStatus, signal);
      const other = answers[question];
      return (other ? other(result as never) : result) as StudyQuestions[typeof question]['gives'];
    },
  };
}
