// @vitest-environment happy-dom
import { render } from 'preact';
import { act } from 'preact/test-utils';
import { afterEach, describe, expect, it } from 'vitest';
import { definitions, termNames } from '../../../web/src/words/definitions.ts';
import { HarmonyMeaning } from '../../../web/src/words/meaning.tsx';
import { Picture } from '../../../web/src/words/pictures.tsx';
import { Term, WithTerms } from '../../../web/src/words/term.tsx';

afterEach(() => {
  render(null, document.body);
});

function draw(what: preact.ComponentChild): HTMLElement {
  act(() => render(<div>{what}</div>, document.body));
  return document.body;
}

const press = (key: string) =>
  act(() => void document.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true })));
const click = (button: Element) =>
  act(() => void button.dispatchEvent(new MouseEvent('click', { bubbles: true })));

describe('definitions', () => {
  it.each(termNames)('%s: one sentence and a picture', (name) => {
    const { title, sentence, picture } = definitions[name];
    expect(title).not.toBe('');
    expect(sentence).toMatch(/^[A-Z“].*\.$/);
    expect(sentence.length).toBeLessThan(260);
    expect(sentence.match(/\. [A-Z]/)).toBeNull();
    const body = draw(<Picture name={picture} />);
    expect(body.querySelector('svg')?.children.length).toBeGreaterThan(0);
    expect(body.querySelector('svg')?.getAttribute('aria-hidden')).toBe('true');
  });
});

describe('a term', () => {
  it('opens and closes by tap, and is described only while open', () => {
    const body = draw(<Term name="harmony" />);
    const button = body.querySelector('button');
    if (!button) throw new Error('a term is a button');
    expect(button.textContent).toBe('HARMONY');
    expect(body.querySelector('[role="tooltip"]')).toBeNull();
    expect(button.hasAttribute('aria-describedby')).toBe(false);
    click(button);
    const note = body.querySelector('[role="tooltip"]');
    expect(note?.textContent).toContain(definitions.harmony.sentence);
    expect(button.getAttribute('aria-describedby')).toBe(note?.id);
    click(button);
    expect(body.querySelector('[role="tooltip"]')).toBeNull();
  });
  it('closes by Escape and by a press elsewhere', () => {
    const body = draw(<Term name="gini">Gini</Term>);
    const button = body.querySelector('button');
    if (!button) throw new Error('a term is a button');
    click(button);
    press('Escape');
    expect(body.querySelector('[role="tooltip"]')).toBeNull();
    click(button);
    act(() => void document.body.dispatchEvent(new Event('pointerdown', { bubbles: true })));
    expect(body.querySelector('[role="tooltip"]')).toBeNull();
  });
});

describe('terms in a sentence', () => {
  it('marks the first mention of each and changes no word', () => {
    const text =
      'The average stands for 2 of 5 subdomains: HARMONY .41 (.33–.52; chance alone would give .93, p = .001).';
    const body = draw(<WithTerms text={text} />);
    expect(body.textContent).toBe(text);
    expect([...body.querySelectorAll('button')].map((button) => button.textContent)).toEqual([
      'subdomains',
      'HARMONY',
      'chance alone',
    ]);
  });
  it('leaves a sentence without terms alone', () => {
    expect(draw(<WithTerms text="Nothing is loaded yet." />).textContent).toBe('Nothing is loaded yet.');
  });
});

describe('what HARMONY means', () => {
  it('names both blind spots', () => {
    const text = draw(<HarmonyMeaning />).textContent ?? '';
    expect(text).toContain('Unequal sizes alone lower it.');
    expect(text).toContain('Two subdomains of equal size always give 1');
    // w = .8/.2 with equal scores: H = entropy(.8, .2) / log 2 = 0.7219
    expect(text).toContain('.72');
  });
});
