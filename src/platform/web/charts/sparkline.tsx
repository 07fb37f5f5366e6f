import { scaleLinear } from 'd3-scale';
import { line } from 'd3-shape';

const [width, height] = [96, 26];

/** Trend of a figure, drawn at text height. Decorative: the numbers are shown elsewhere. */
export function Sparkline({ values }: { values: readonly number[] }) {
  const across = scaleLinear([0, Math.max(1, values.length - 1)], [1, width - 1]);
  const up = scaleLinear([Math.min(0, ...values), Math.max(0, ...values) || 1], [height - 1, 1]);
  const path = line<number>(
    (_, n) => across(n),
    (value) => up(value),
  )([...values]);
  return (
    <svg
      viewBox={`0 0 ${width} ${height}`}
      aria-hidden="true"
      className="mb-1.5 h-6.5 w-24 max-w-full text-primary rtl:-scale-x-100"
      preserveAspectRatio="none"
    >
      <path
        d={path ?? ''}
        fill="none"
        stroke="currentColor"
        strokeWidth="1.5"
        vectorEffect="non-scaling-stroke"
        strokeLinejoin="round"
      />
    </svg>
  );
}
