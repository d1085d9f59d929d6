// The small pictures of measuring.ts: 120 x 48 units, colours from the theme.

import type { ComponentChildren } from 'preact';
import type { MeasuringPicture } from './measuring.ts';

const ground = <path class="word-grid" d="M4 44H116" />;

export const measuringPictures: Record<MeasuringPicture, ComponentChildren> = {
  loading: (
    <>
      <path class="word-grid" d="M48 2V46" />
      <rect class="word-accent" x="48" y="6" width="56" height="10" />
      <rect class="word-second" x="48" y="19" width="14" height="10" />
      <rect class="word-accent" x="26" y="32" width="22" height="10" />
    </>
  ),
  compass: (
    <>
      <circle class="word-ring" cx="60" cy="24" r="21" />
      <path class="word-mean" d="M60 24L74 12M60 24L70 9M60 24L78 18" />
      <path class="word-line" d="M60 24L75 10M69 11L75 10L74 16" />
      <path class="word-mean" d="M60 24L44 30" />
    </>
  ),
  congruence: (
    <>
      {[18, 34, 10, 26, 38].map((height, n) => (
        <g key={height}>
          <rect class="word-accent" x={10 + n * 21} y={44 - height} width="8" height={height} />
          <rect
            class="word-soft"
            x={19 + n * 21}
            y={44 - height + (n % 2) * 4}
            width="8"
            height={height - (n % 2) * 4}
          />
        </g>
      ))}
      {ground}
    </>
  ),
  subset: (
    <>
      {[0, 1, 2].map((row) =>
        [0, 1, 2, 3, 4, 5, 6].map((column) => (
          <circle
            key={`${row},${column}`}
            class={(row * 7 + column) % 5 === 2 ? 'word-accent' : 'word-soft'}
            cx={15 + column * 15}
            cy={9 + row * 15}
            r="4.5"
          />
        )),
      )}
    </>
  ),
  ranks: (
    <>
      <path class="word-line" d="M30 8L90 8M30 19L90 30M30 30L90 19M30 41L90 41" />
      {[8, 19, 30, 41].map((y) => (
        <g key={y}>
          <circle class="word-accent" cx="30" cy={y} r="3.5" />
          <circle class="word-second" cx="90" cy={y} r="3.5" />
        </g>
      ))}
    </>
  ),
  calibration: (
    <>
      <path class="word-mean" d="M36 44L84 4" />
      <path class="word-line" d="M36 40L48 36L60 26L72 12L84 7" />
      <circle class="word-accent" cx="48" cy="36" r="3" />
      <circle class="word-accent" cx="60" cy="26" r="3" />
      <circle class="word-accent" cx="72" cy="12" r="3" />
      {ground}
    </>
  ),
  folds: (
    <>
      {[0, 1, 2].map((row) =>
        [0, 1, 2, 3, 4].map((column) => (
          <rect
            key={`${row},${column}`}
            class={column === row * 2 ? 'word-accent' : 'word-soft'}
            x={10 + column * 20}
            y={4 + row * 15}
            width="17"
            height="11"
          />
        )),
      )}
    </>
  ),
  narrowing: (
    <>
      <path class="word-area" d="M8 4C40 18 70 20 112 21V27C70 28 40 30 8 44Z" />
      <path class="word-line" d="M8 24H112" />
    </>
  ),
  'next item': (
    <>
      <path class="word-line" d="M8 36L28 20L48 30L68 22L88 26" />
      {[
        [8, 36],
        [28, 20],
        [48, 30],
        [68, 22],
      ].map(([x, y]) => (
        <circle key={x} class="word-accent" cx={x} cy={y} r="3.5" />
      ))}
      <circle class="word-ring" cx="92" cy="26" r="6" />
      <text class="word-text" x="92" y="30" text-anchor="middle">
        ?
      </text>
      {ground}
    </>
  ),
  stairs: (
    <>
      <path class="word-line" d="M8 8H34V26H60V38H86V39H112" />
      {ground}
    </>
  ),
};
