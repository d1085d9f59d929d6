// Own line drawings, 16 x 16, in the colour of the text. Always beside a word or a label.
import type { ComponentChildren } from 'preact';

function Icon({ children }: { children: ComponentChildren }) {
  return (
    <svg
      width="16"
      height="16"
      viewBox="0 0 16 16"
      fill="none"
      stroke="currentColor"
      stroke-width="1.5"
      stroke-linecap="round"
      stroke-linejoin="round"
      aria-hidden="true"
    >
      {children}
    </svg>
  );
}

export const AddIcon = () => (
  <Icon>
    <path d="M8 3v10M3 8h10" />
  </Icon>
);
export const ShareIcon = () => (
  <Icon>
    <path d="M6.5 9.5l3-3M7 4.5l1-1a3.2 3.2 0 0 1 4.5 4.5l-1 1M9 11.5l-1 1A3.2 3.2 0 0 1 3.5 8l1-1" />
  </Icon>
);
export const ExportIcon = () => (
  <Icon>
    <path d="M8 2V10M4.5 6.5L8 10l3.5-3.5M2.5 13.5h11" />
  </Icon>
);
export const MenuIcon = () => (
  <Icon>
    <path d="M2.5 4.5h11M2.5 8h11M2.5 11.5h11" />
  </Icon>
);
export const SunIcon = () => (
  <Icon>
    <circle cx="8" cy="8" r="2.75" />
    <path d="M8 1.5v1.5M8 13v1.5M1.5 8H3M13 8h1.5M3.4 3.4l1.06 1.06M11.54 11.54l1.06 1.06M12.6 3.4l-1.06 1.06M4.46 11.54L3.4 12.6" />
  </Icon>
);
export const MoonIcon = () => (
  <Icon>
    <path d="M13 9.6A5.5 5.5 0 0 1 6.4 3 5.5 5.5 0 1 0 13 9.6z" />
  </Icon>
);
export const SystemIcon = () => (
  <Icon>
    <rect x="2" y="3" width="12" height="8" rx="1" />
    <path d="M6 13.5h4" />
  </Icon>
);
export const SlidersIcon = () => (
  <Icon>
    <path d="M2.5 4.5h5M11.5 4.5h2M2.5 11.5h2M8.5 11.5h5" />
    <circle cx="9.5" cy="4.5" r="1.75" />
    <circle cx="6.5" cy="11.5" r="1.75" />
  </Icon>
);
export const CloseIcon = () => (
  <Icon>
    <path d="M4 4l8 8M12 4l-8 8" />
  </Icon>
);

/** A pen hung on two pendulums: x swings in the ratio 2 (a little detuned), y in the ratio 3, both come to rest. */
function pendulums(size: number, rounds: number, detune: number, damping: number): string {
  const points: string[] = [];
  const steps = 180 * rounds;
  for (let step = 0; step <= steps; step += 1) {
    const time = (step / 180) * 2 * Math.PI;
    const swing = (size / 2 - 1) * Math.exp(-damping * time);
    const x = size / 2 + swing * Math.sin((2 + detune) * time + 0.8);
    const y = size / 2 + swing * Math.sin(3 * time);
    points.push(`${x.toFixed(1)} ${y.toFixed(1)}`);
  }
  return `M${points.join('L')}`;
}

const sign = pendulums(32, 1, 0, 0);

/** The product's sign. */
export function HarmonographMark({ size }: { size: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" aria-hidden="true" class="harmonograph-mark">
      <path d={sign} fill="none" stroke="currentColor" stroke-width="1.6" stroke-linejoin="round" />
    </svg>
  );
}

let drawn: string | null = null;

/** The whole drawing, as an empty sheet has it. */
export function HarmonographDrawing() {
  drawn ??= pendulums(480, 26, 0.004, 0.011);
  return (
    <svg viewBox="0 0 480 480" aria-hidden="true" class="harmonograph-drawing">
      <path d={drawn} fill="none" stroke="currentColor" stroke-width="0.6" />
    </svg>
  );
}
