// The part of a long table that is in sight. All rows are equally high, so that nothing has to be measured or remembered
// for a million of them.
import { useLayoutEffect, useState } from 'preact/hooks';

export const ROW_HEIGHT = 32;
/** Rows drawn above and below what is in sight. */
const BEYOND = 12;
/** Browsers place nothing below some height (17.9 million pixels in Firefox): a longer table scrolls faster instead. */
const HIGHEST = 16_000_000;

export interface RowWindow {
  first: number;
  /** The row behind the last one that is drawn. */
  end: number;
  /** Pixels before and behind the drawn rows. */
  above: number;
  below: number;
}

/** Pure: which of `count` rows are drawn when so many pixels are scrolled in a box that is so high. */
export function rowWindow(count: number, scrolled: number, height: number): RowWindow {
  const whole = count * ROW_HEIGHT;
  const drawn = Math.min(whole, HIGHEST);
  const faster = drawn > height ? (whole - height) / (drawn - height) : 1;
  const top = Math.max(0, Math.min(scrolled, drawn - height)) * faster;
  const shift = top - top / faster; // of the rows, from where they would stand in the whole height
  const first = Math.max(0, Math.floor(top / ROW_HEIGHT) - BEYOND, Math.ceil(shift / ROW_HEIGHT));
  const end = Math.min(count, Math.ceil((top + height) / ROW_HEIGHT) + BEYOND);
  const above = first * ROW_HEIGHT - shift;
  return { first, end, above, below: Math.max(0, drawn - above - (end - first) * ROW_HEIGHT) };
}

/** How far to scroll so that a row is in sight, below the header that stays: null = it is. */
export function scrollTo(count: number, row: number, scrolled: number, height: number): number | null {
  const whole = count * ROW_HEIGHT;
  const drawn = Math.min(whole, HIGHEST);
  const faster = drawn > height ? (whole - height) / (drawn - height) : 1;
  const top = scrolled * faster;
  const highest = row * ROW_HEIGHT;
  const lowest = (row + 2) * ROW_HEIGHT - height;
  if (top > highest) return highest / faster;
  return top < lowest ? lowest / faster : null;
}

export function useRowWindow(scroller: { current: HTMLElement | null }, count: number, active: boolean) {
  const [seen, setSeen] = useState({ scrolled: 0, height: 560 });
  useLayoutEffect(() => {
    const box = scroller.current;
    if (!active || !box) return;
    const look = () => {
      const scrolled = Math.floor(box.scrollTop / ROW_HEIGHT) * ROW_HEIGHT;
      const height = box.clientHeight || 560;
      setSeen((old) => (old.scrolled === scrolled && old.height === height ? old : { scrolled, height }));
    };
    look();
    box.addEventListener('scroll', look, { passive: true });
    const observer = typeof ResizeObserver === 'undefined' ? null : new ResizeObserver(look);
    observer?.observe(box);
    return () => {
      box.removeEventListener('scroll', look);
      observer?.disconnect();
    };
  }, [active, scroller]);
  return {
    ...rowWindow(count, seen.scrolled, seen.height),
    scrollTo: (row: number) => {
      const box = scroller.current;
      const to = box && scrollTo(count, row, box.scrollTop, box.clientHeight);
      if (box && to !== null) box.scrollTop = to;
    },
  };
}
