// Copies a text and says that it did; where the clipboard is refused the text is shown, to be selected by hand.
import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { Button } from './basics.tsx';

interface CopyButtonProps {
  text: () => string;
  small?: boolean;
  kind?: 'primary' | 'normal';
  disabled?: boolean;
  /** Called in the place of showing the text, where it stands in a field already. */
  onRefused?: () => void;
  children: ComponentChildren;
}

export function CopyButton({
  text,
  small = false,
  kind = 'normal',
  disabled = false,
  onRefused,
  children,
}: CopyButtonProps) {
  const [outcome, setOutcome] = useState<{ copied: boolean; text: string } | null>(null);
  const copy = async () => {
    const wanted = text();
    try {
      await navigator.clipboard.writeText(wanted);
      setOutcome({ copied: true, text: wanted });
    } catch {
      onRefused?.();
      setOutcome({ copied: false, text: wanted });
    }
  };
  return (
    <>
      <Button kind={kind} small={small} disabled={disabled} onClick={copy}>
        {children}
      </Button>
      <span role="status" class="small">
        {outcome?.copied && 'Copied.'}
        {outcome &&
          !outcome.copied &&
          onRefused &&
          'The browser refused the clipboard: the text is selected, copy it with the keyboard.'}
      </span>
      {outcome && !outcome.copied && !onRefused && <pre class="details">{outcome.text}</pre>}
    </>
  );
}
