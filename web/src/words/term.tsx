// A word with its definition: shown on hover, focus and tap, closed by Escape, leaving or a second tap.

import type { ComponentChildren } from 'preact';
import { useEffect, useId, useRef, useState } from 'preact/hooks';
import { definitions, type TermName } from './definitions.ts';
import { Picture } from './pictures.tsx';
import './words.css';

const MARGIN = 8;

interface TermProps {
  name: TermName;
  /** The words in the running text; the term's title when absent. */
  children?: ComponentChildren;
}

export function Term({ name, children }: TermProps) {
  const definition = definitions[name];
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const note = useRef<HTMLSpanElement>(null);
  const [open, setOpen] = useState(false);
  const pinned = useRef(false);

  const close = () => {
    pinned.current = false;
    setOpen(false);
  };

  // Fixed to the viewport, so that neither a scrolling table nor a narrow panel cuts it off.
  useEffect(() => {
    const anchor = button.current;
    const box = note.current;
    if (!open || !anchor || !box) return;
    const place = () => {
      const from = anchor.getBoundingClientRect();
      const size = box.getBoundingClientRect();
      const left = Math.max(MARGIN, Math.min(from.left, window.innerWidth - size.width - MARGIN));
      const below = from.bottom + 6;
      const top = below + size.height > window.innerHeight - MARGIN ? from.top - size.height - 6 : below;
      box.style.left = `${left}px`;
      box.style.top = `${Math.max(MARGIN, top)}px`;
    };
    place();
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      event.stopPropagation();
      close();
    };
    const onOutside = (event: PointerEvent) => {
      if (!anchor.contains(event.target as Node) && !box.contains(event.target as Node)) close();
    };
    document.addEventListener('keydown', onKey, true);
    document.addEventListener('pointerdown', onOutside, true);
    window.addEventListener('scroll', close, { capture: true, passive: true });
    window.addEventListener('resize', place);
    return () => {
      document.removeEventListener('keydown', onKey, true);
      document.removeEventListener('pointerdown', onOutside, true);
      window.removeEventListener('scroll', close, true);
      window.removeEventListener('resize', place);
    };
  }, [open]);

  return (
    <span
      class="term"
      onPointerEnter={(event) => event.pointerType === 'mouse' && setOpen(true)}
      onPointerLeave={(event) => event.pointerType === 'mouse' && !pinned.current && setOpen(false)}
    >
      <button
        ref={button}
        type="button"
        class="term-word"
        aria-describedby={open ? id : undefined}
        aria-expanded={open}
        onFocus={(event) => event.currentTarget.matches(':focus-visible') && setOpen(true)}
        onBlur={close}
        onClick={() => {
          pinned.current = !pinned.current || !open;
          setOpen(pinned.current);
        }}
      >
        {children ?? definition.title}
      </button>
      {open && (
        <span ref={note} role="tooltip" id={id} class="term-note">
          <Picture name={definition.picture} />
          <span class="term-text">
            <strong>{definition.title}.</strong> {definition.sentence}
          </span>
        </span>
      )}
    </span>
  );
}

/** The words that carry a definition wherever they stand in a verdict sentence. */
const inSentences: [RegExp, TermName][] = [
  [/HARMONY/, 'harmony'],
  [/subdomains?/, 'subdomain'],
  [/order-free similarity/, 'order-free'],
  [/chance alone/, 'null'],
  [/discrimination/, 'discrimination'],
  [/\breliability\b/, 'reliability'],
  [/Cronbach’s alpha/, 'cronbach alpha'],
  [/\bability\b/, 'ability'],
  [/\bperson fit\b/, 'person fit'],
  [/\blog-loss\b/, 'log-loss'],
  [/log-loss/, 'log-loss'],
  [/rank correlation/, 'rank correlation'],
  [/hidden answers?/, 'held-out'],
  [/congruence/, 'congruence'],
  [/mix(es)? two things/, 'mix'],
  [/left out/, 'models left out'],
  [/standard error/, 'standard error'],
];

/** A sentence whose first mention of each known word carries its definition. */
export function WithTerms({ text }: { text: string }) {
  const found = inSentences
    .map(([pattern, name]) => ({ match: pattern.exec(text), name }))
    .flatMap(({ match, name }) => (match ? [{ at: match.index, word: match[0], name }] : []))
    .sort((a, b) => a.at - b.at);
  const parts: ComponentChildren[] = [];
  const plain = (words: string) => {
    // "p = .002" stays in one line.
    for (const [n, piece] of words.split(/(p [=<] [.\d]+)/).entries()) {
      parts.push(n % 2 === 1 ? <span class="unbroken">{piece}</span> : piece);
    }
  };
  let from = 0;
  for (const { at, word, name } of found) {
    if (at < from) continue;
    // Brackets and punctuation stay with their word.
    const bracket = at > from && text[at - 1] === '(' ? '(' : '';
    plain(text.slice(from, at - bracket.length));
    const mark = /^[:;,.)]/.exec(text.slice(at + word.length))?.[0] ?? '';
    parts.push(
      <span key={name} class="unbroken">
        {bracket}
        <Term name={name}>{word}</Term>
        {mark}
      </span>,
    );
    from = at + word.length + mark.length;
  }
  plain(text.slice(from));
  return <>{parts}</>;
}
