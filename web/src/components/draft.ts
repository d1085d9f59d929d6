// A control that answers at once while what it stands for follows a moment later.

import { useEffect, useRef, useState } from 'preact/hooks';

/** Sliders send many values: only the one that stays for this long is computed. */
export const SETTLE_MILLISECONDS = 150;

/** The value to show, and how to change it; `commit` is called once it has settled. */
export function useDraft<T>(current: T, commit: (value: T) => void): [T, (value: T) => void] {
  const [draft, setDraft] = useState(current);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const latest = useRef(commit);
  latest.current = commit;

  useEffect(() => {
    if (timer.current === undefined) setDraft(current);
  }, [current]);
  useEffect(() => () => clearTimeout(timer.current), []);

  const change = (value: T) => {
    setDraft(value);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => {
      timer.current = undefined;
      latest.current(value);
    }, SETTLE_MILLISECONDS);
  };
  return [draft, change];
}
