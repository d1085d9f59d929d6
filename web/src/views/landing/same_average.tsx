// The one picture of the landing page: two invented models with the same average, one of them uneven.

const even = [72, 69, 71, 68, 70];
const uneven = [98, 96, 88, 40, 28]; // both lists have the mean 70
const height = 96;
const barWidth = 22;
const step = 30;

function Bars({ x, values, label, note }: { x: number; values: number[]; label: string; note: string }) {
  const y = (share: number) => 16 + height * (1 - share / 100);
  return (
    <g transform={`translate(${x} 0)`}>
      {values.map((value, index) => (
        <rect
          key={index}
          x={index * step}
          y={y(value)}
          width={barWidth}
          height={(height * value) / 100}
          class={value < 50 ? 'bar low' : 'bar'}
        />
      ))}
      <line x1={-6} x2={4 * step + barWidth + 6} y1={y(70)} y2={y(70)} class="mean" />
      <line x1={-6} x2={4 * step + barWidth + 6} y1={16 + height} y2={16 + height} class="base" />
      <text x={0} y={height + 34} class="name">
        {label}
      </text>
      <text x={0} y={height + 51}>
        {note}
      </text>
    </g>
  );
}

export function SameAverage() {
  return (
    <figure class="same-average">
      <svg
        viewBox="0 0 384 152"
        role="img"
        aria-label="Two models score 70% on average. The first is at about 70% in each of five subdomains; the second is above 88% in three and at 40% and 28% in two."
      >
        <Bars x={8} values={even} label="Model A: 70%" note="stands for all five subdomains" />
        <Bars x={208} values={uneven} label="Model B: 70%" note="stands for three of them" />
      </svg>
    </figure>
  );
}
