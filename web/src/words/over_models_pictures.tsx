// The small pictures of over_models.ts: 120 x 48 units, colours from the theme.

import type { ComponentChildren } from 'preact';
import type { OverModelsPicture } from './over_models.ts';

export const overModelsPictures: Record<OverModelsPicture, ComponentChildren> = {
  plane: (
    <>
      <path class="word-mean" d="M60 2V46M8 24H112" />
      <path class="word-line" d="M30 6V18M22 12H38" />
      <circle class="word-accent" cx="30" cy="12" r="4" />
      <circle class="word-second" cx="88" cy="36" r="6" />
      <circle class="word-soft" cx="46" cy="34" r="3.5" />
      <circle class="word-soft" cx="76" cy="14" r="3" />
    </>
  ),
  trend: (
    <>
      <path class="word-line" d="M14 40L104 8" />
      <circle class="word-accent" cx="22" cy="34" r="3.5" />
      <circle class="word-accent" cx="46" cy="32" r="3.5" />
      <circle class="word-accent" cx="70" cy="16" r="3.5" />
      <circle class="word-accent" cx="94" cy="14" r="3.5" />
      <path class="word-grid" d="M4 44H116" />
    </>
  ),
};
