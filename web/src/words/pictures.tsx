// The small pictures beside the definitions, drawn by hand in SVG: 120 x 48 units, colours from the theme.

import type { ComponentChildren } from 'preact';
import type { PictureName } from './definitions.ts';
import { measuringPictures } from './measuring_pictures.tsx';
import { overModelsPictures } from './over_models_pictures.tsx';

const BASE = 44; // y of the ground line

function Ground() {
  return <path class="word-grid" d={`M4 ${BASE}H116`} />;
}

function Bars({
  heights,
  first = 10,
  step = 20,
  width = 14,
}: {
  heights: number[];
  first?: number;
  step?: number;
  width?: number;
}) {
  return (
    <>
      {heights.map((height, n) => (
        <rect
          key={n}
          class={n === 0 ? 'word-accent' : 'word-soft'}
          x={first + n * step}
          y={BASE - height}
          width={width}
          height={height}
        />
      ))}
    </>
  );
}

function Dots({ at, tone, r = 3 }: { at: [number, number][]; tone: string; r?: number }) {
  return (
    <>
      {at.map(([x, y]) => (
        <circle key={`${x},${y}`} class={tone} cx={x} cy={y} r={r} />
      ))}
    </>
  );
}

const leftGroup: [number, number][] = [
  [22, 16],
  [32, 24],
  [20, 32],
  [36, 36],
  [30, 12],
];
const rightGroup: [number, number][] = [
  [84, 14],
  [94, 24],
  [82, 30],
  [98, 36],
  [102, 16],
];

const bell = 'M6 44C30 44 42 8 60 8S90 44 114 44';

const pictures: Record<PictureName, ComponentChildren> = {
  ...measuringPictures,
  ...overModelsPictures,
  evenness: (
    <>
      <path class="word-mean" d="M4 20H116" />
      <Bars heights={[24, 25, 23]} first={8} step={16} width={11} />
      <Bars heights={[24, 4, 40]} first={68} step={16} width={11} />
      <Ground />
    </>
  ),
  groups: (
    <>
      <Dots at={leftGroup} tone="word-accent" />
      <Dots at={rightGroup} tone="word-second" />
      <path class="word-grid" d="M58 6V44" stroke-dasharray="3 3" />
    </>
  ),
  similarity: (
    <>
      <Bars heights={[30, 8, 5, 4]} first={6} step={11} width={8} />
      <Bars heights={[27, 10, 6, 4]} first={68} step={11} width={8} />
      <text class="word-text" x="57" y="30" text-anchor="middle">
        ≈
      </text>
      <Ground />
    </>
  ),
  silhouette: (
    <>
      <Dots at={leftGroup} tone="word-accent" />
      <Dots at={rightGroup} tone="word-second" />
      <path class="word-line" d="M32 24L22 17M32 24L36 35" />
      <path class="word-mean" d="M34 24H82" />
    </>
  ),
  null: (
    <>
      <path class="word-area" d={`${bell}Z`} />
      <path class="word-line" d="M24 8V44" />
      <circle class="word-accent" cx="24" cy="10" r="4" />
      <Ground />
    </>
  ),
  interval: (
    <>
      <path class="word-line" d="M28 24H92M28 18V30M92 18V30" />
      <circle class="word-accent" cx="60" cy="24" r="5" />
    </>
  ),
  sizes: (
    <>
      <Bars heights={[22]} first={10} width={60} />
      <Bars heights={[0, 22, 22]} first={54} step={20} width={14} />
      <path class="word-mean" d="M4 22H116" />
      <Ground />
    </>
  ),
  effective: (
    <>
      <Bars heights={[30, 28, 3, 2, 2]} first={8} step={22} width={16} />
      <path class="word-line" d="M8 8H46M8 5V11M46 5V11" />
      <Ground />
    </>
  ),
  agreement: (
    <>
      <circle class="word-ring" cx="50" cy="24" r="18" />
      <circle class="word-ring" cx="70" cy="24" r="18" />
      <path class="word-area" d="M60 9.1a18 18 0 0 1 0 29.8a18 18 0 0 1 0-29.8Z" />
    </>
  ),
  bandwidth: (
    <>
      <path class="word-area" d={`${bell}Z`} />
      <path class="word-mean" d="M60 4V44" />
      <path class="word-line" d="M60 26H84M84 22V30" />
      <text class="word-text" x="72" y="22" text-anchor="middle">
        b
      </text>
      <Ground />
    </>
  ),
  decay: (
    <>
      <path class="word-line" d="M8 6C20 30 50 42 114 43" />
      <path class="word-mean" d="M8 6C40 16 80 30 114 36" />
      <Ground />
    </>
  ),
  lorenz: (
    <>
      <path class="word-mean" d="M30 44L90 4" />
      <path class="word-area" d="M30 44C70 42 86 30 90 4Z" />
      <path class="word-grid" d="M30 44H90V4" />
    </>
  ),
  spread: (
    <>
      <path class="word-mean" d="M60 4V44" />
      <Dots
        at={[
          [24, 24],
          [48, 24],
          [70, 24],
          [98, 24],
        ]}
        tone="word-accent"
        r={4}
      />
      <path class="word-line" d="M24 38H98" />
    </>
  ),
  options: (
    <>
      {['A', 'B', 'C', 'D'].map((letter, n) => (
        <g key={letter}>
          <circle class={n === 1 ? 'word-accent' : 'word-ring'} cx={18 + n * 28} cy="20" r="9" />
          <text class="word-text" x={18 + n * 28} y="44" text-anchor="middle">
            {letter}
          </text>
        </g>
      ))}
    </>
  ),
  matrix: (
    <>
      <rect class="word-area" x="38" y="2" width="44" height="44" />
      <rect class="word-accent" x="38" y="2" width="20" height="20" />
      <rect class="word-second" x="58" y="22" width="14" height="14" />
      <rect class="word-accent" x="72" y="36" width="10" height="10" />
    </>
  ),
  eigenvalues: (
    <>
      <Dots
        at={[
          [14, 8],
          [32, 10],
          [50, 12],
          [68, 32],
          [86, 35],
          [104, 37],
        ]}
        tone="word-accent"
      />
      <Ground />
    </>
  ),
  floor: (
    <>
      <Bars heights={[34, 14, 6, 6]} first={10} step={28} width={18} />
      <path class="word-mean" d="M4 38H116" />
      <Ground />
    </>
  ),
  restarts: (
    <>
      <path class="word-line" d="M44 24a16 16 0 1 1 5 11" />
      <path class="word-line" d="M38 20L44 26L50 19" />
    </>
  ),
  mass: (
    <>
      <path class="word-area" d={`${bell}Z`} />
      <circle class="word-second" cx="14" cy="36" r="3" />
      <circle class="word-accent" cx="56" cy="30" r="9" />
      <circle class="word-second" cx="88" cy="36" r="4" />
      <Ground />
    </>
  ),
  words: (
    <>
      <rect class="word-accent" x="10" y="8" width="44" height="8" rx="2" />
      <rect class="word-soft" x="60" y="8" width="24" height="8" rx="2" />
      <rect class="word-soft" x="10" y="21" width="30" height="8" rx="2" />
      <rect class="word-accent" x="46" y="21" width="52" height="8" rx="2" />
      <rect class="word-soft" x="10" y="34" width="60" height="8" rx="2" />
    </>
  ),
  centre: (
    <>
      {[
        [36, 10],
        [84, 10],
        [30, 36],
        [90, 38],
        [60, 44],
      ].map(([x, y]) => (
        <g key={`${x},${y}`}>
          <path class="word-grid" d={`M60 24L${x} ${y}`} />
          <circle class="word-soft" cx={x} cy={y} r="3" />
        </g>
      ))}
      <circle class="word-accent" cx="60" cy="24" r="6" />
    </>
  ),
  quartiles: (
    <>
      <path class="word-area" d="M8 44L112 8V44Z" />
      <path class="word-grid" d="M34 6V44M60 6V44M86 6V44" stroke-dasharray="3 3" />
      <Ground />
    </>
  ),
  curve: (
    <>
      <path class="word-line" d="M6 42C46 42 52 6 114 6" />
      <Dots
        at={[
          [20, 40],
          [44, 32],
          [66, 18],
          [92, 9],
        ]}
        tone="word-accent"
      />
      <Ground />
    </>
  ),
  'steep curve': (
    <>
      <path class="word-line" d="M6 43C54 43 56 5 114 5" />
      <path class="word-mean" d="M6 34C50 30 70 18 114 14" />
      <Ground />
    </>
  ),
  'shifted curves': (
    <>
      <path class="word-line" d="M4 42C30 42 34 6 76 6H114" />
      <path class="word-mean" d="M4 43H44C74 42 78 6 114 6" />
      <path class="word-grid" d="M33 24V44M75 24V44" stroke-dasharray="3 3" />
      <Ground />
    </>
  ),
  information: (
    <>
      <path class="word-area" d={`${bell}Z`} />
      <path class="word-mean" d="M6 42C46 42 52 6 114 6" />
      <Ground />
    </>
  ),
  'two people': (
    <>
      <path class="word-line" d="M6 30H114" />
      <Dots
        at={[
          [26, 30],
          [58, 30],
          [70, 30],
          [100, 30],
        ]}
        tone="word-accent"
        r={4}
      />
      <text class="word-text" x="60" y="14" text-anchor="middle">
        less … more
      </text>
    </>
  ),
  'person fit': (
    <>
      <Dots
        at={[
          [14, 12],
          [30, 12],
          [62, 12],
          [110, 12],
        ]}
        tone="word-accent"
        r={5}
      />
      <Dots
        at={[
          [46, 12],
          [78, 12],
          [94, 12],
        ]}
        tone="word-soft"
        r={5}
      />
      <path class="word-area" d="M8 44L112 26V44Z" />
      <Ground />
    </>
  ),
  'item fit': (
    <>
      <path class="word-line" d="M6 42C46 42 52 6 114 6" />
      <Dots
        at={[
          [20, 28],
          [44, 18],
          [66, 32],
          [92, 20],
        ]}
        tone="word-second"
      />
      <Ground />
    </>
  ),
  'wright map': (
    <>
      <path class="word-line" d="M4 24H116" />
      <Dots
        at={[
          [30, 16],
          [50, 16],
          [58, 16],
          [58, 8],
          [84, 16],
        ]}
        tone="word-accent"
      />
      {[20, 34, 44, 52, 60, 70, 98].map((x, n) => (
        <rect key={x} class="word-soft" x={x} y="28" width="7" height={[5, 9, 15, 12, 14, 8, 5][n]} />
      ))}
    </>
  ),
  rank: (
    <>
      <path class="word-line" d="M12 10H44M28 24H64M84 38H108" />
      <Dots
        at={[
          [26, 10],
          [44, 24],
          [96, 38],
        ]}
        tone="word-accent"
        r={4}
      />
      <path class="word-mean" d="M74 2V46" />
    </>
  ),
  axes: (
    <>
      <path class="word-grid" d="M60 44V4M30 44H100" />
      <path class="word-line" d="M60 44L66 8M60 44L92 30" />
      <Dots
        at={[
          [66, 8],
          [92, 30],
        ]}
        tone="word-accent"
      />
    </>
  ),
  'turned axes': (
    <>
      <path class="word-mean" d="M60 44V4M60 44H104" />
      <path class="word-line" d="M60 44L70 6M60 44L98 26" />
      <Dots
        at={[
          [68, 14],
          [71, 20],
          [66, 24],
          [88, 32],
          [84, 30],
          [92, 27],
        ]}
        tone="word-accent"
        r={2.5}
      />
    </>
  ),
  prior: (
    <>
      <path class="word-area" d={`${bell}Z`} />
      <path class="word-line" d="M96 30H72M77 26L72 30L77 34" />
      <circle class="word-accent" cx="100" cy="30" r="4" />
      <Ground />
    </>
  ),
  'hidden cells': (
    <>
      {[0, 1, 2].map((row) =>
        [0, 1, 2, 3, 4, 5].map((column) => (
          <rect
            key={`${row},${column}`}
            class={(row * 5 + column * 3) % 7 === 0 ? 'word-ring' : 'word-soft'}
            x={18 + column * 15}
            y={3 + row * 15}
            width="11"
            height="11"
          />
        )),
      )}
    </>
  ),
  residuals: (
    <>
      <path class="word-mean" d="M4 24H116" />
      <path class="word-line" d="M16 24V10M36 24V30M56 24V8M76 24V38M96 24V18" />
      <Dots
        at={[
          [16, 10],
          [36, 30],
          [56, 8],
          [76, 38],
          [96, 18],
        ]}
        tone="word-accent"
      />
    </>
  ),
  twins: (
    <>
      {[8, 30].map((y) =>
        [0, 1, 2, 3, 4, 5].map((n) => (
          <circle
            key={`${y},${n}`}
            class={n % 3 === 1 ? 'word-soft' : 'word-accent'}
            cx={18 + n * 17}
            cy={y + 4}
            r="5"
          />
        )),
      )}
    </>
  ),
  tails: (
    <>
      <path class="word-area" d="M4 44C24 44 34 10 46 10S68 44 88 44Z" />
      <path class="word-line" d="M32 44C52 44 62 10 74 10S96 44 116 44" />
      <path class="word-mean" d="M46 6V44M74 6V44" />
    </>
  ),
  guessing: (
    <>
      <path class="word-line" d="M6 34C50 34 54 6 114 6" />
      <path class="word-mean" d="M4 35H116" />
      <Ground />
    </>
  ),
};

/** A drawing of the idea; the sentence beside it says the same, so it is hidden from screen readers. */
export function Picture({ name }: { name: PictureName }) {
  return (
    <svg
      class="word-picture"
      viewBox="0 0 120 48"
      width="120"
      height="48"
      aria-hidden="true"
      focusable="false"
    >
      {pictures[name]}
    </svg>
  );
}
