// A small menu of what one can take away: opened by its button, walked through by arrow keys, closed by Escape.
import { useEffect, useId, useLayoutEffect, useRef, useState } from 'preact/hooks';
import './save_menu.css';

export function SaveMenu({ label, entries }: { label: string; entries: [string, () => void][] }) {
  const [open, setOpen] = useState(false);
  const id = useId();
  const root = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);

  // At once: the next key may be on its way.
  useLayoutEffect(() => {
    if (open) root.current?.querySelector<HTMLButtonElement>('.save-menu-list button')?.focus();
  }, [open]);

  useEffect(() => {
    if (!open) return;
    const outside = (event: Event) => {
      if (!root.current?.contains(event.target as Node)) setOpen(false);
    };
    document.addEventListener('pointerdown', outside, true);
    document.addEventListener('focusin', outside);
    return () => {
      document.removeEventListener('pointerdown', outside, true);
      document.removeEventListener('focusin', outside);
    };
  }, [open]);

  const onKeyDown = (event: KeyboardEvent) => {
    if (!open) return;
    const buttons = [...(root.current?.querySelectorAll<HTMLButtonElement>('.save-menu-list button') ?? [])];
    const at = buttons.indexOf(document.activeElement as HTMLButtonElement);
    if (event.key === 'Escape') {
      setOpen(false);
      button.current?.focus();
    } else if (event.key === 'ArrowDown') {
      buttons[(at + 1) % buttons.length]?.focus();
    } else if (event.key === 'ArrowUp') {
      buttons[(at - 1 + buttons.length) % buttons.length]?.focus();
    } else {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys belong to the buttons inside
    <div class="save-menu" ref={root} onKeyDown={onKeyDown}>
      <button
        ref={button}
        type="button"
        class="save-menu-button"
        aria-label={label}
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={() => setOpen(!open)}
      >
        <svg viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
          <path
            d="M8 2V10M4.5 7L8 10.5L11.5 7M2.5 13.5H13.5"
            fill="none"
            stroke="currentColor"
            stroke-width="1.5"
          />
        </svg>
      </button>
      {open && (
        <ul class="save-menu-list" id={id}>
          {entries.map(([name, act]) => (
            <li key={name}>
              <button
                type="button"
                onClick={() => {
                  setOpen(false);
                  button.current?.focus();
                  act();
                }}
              >
                {name}
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
