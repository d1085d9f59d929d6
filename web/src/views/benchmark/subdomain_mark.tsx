// The colour and shape of a subdomain, in running text and tables as in every chart.

import { shapes, subdomainShape } from '../../charts/palette.ts';

export function SubdomainMark({ index }: { index: number }) {
  const colour = index < shapes.length ? `var(--category-${index + 1})` : 'var(--chart-reference)';
  return (
    <svg
      class="subdomain-mark"
      viewBox="0 0 16 16"
      width="12"
      height="12"
      aria-hidden="true"
      focusable="false"
    >
      <path d={subdomainShape(index)} style={{ fill: colour }} />
    </svg>
  );
}
