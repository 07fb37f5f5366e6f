/** Days as a small line. It shows a shape only: the numbers stand elsewhere. */
export function Spark({ days }: { days: readonly number[] }) {
  const most = Math.max(...days, 1);
  const step = 96 / Math.max(1, days.length - 1);
  const points = days.map(
    (value, index) => `${(index * step).toFixed(1)},${(25 - (value / most) * 24).toFixed(1)}`,
  );
  return (
    <svg
      viewBox="0 0 96 26"
      aria-hidden="true"
      className="mb-1.5 h-6.5 w-24 max-w-full text-primary rtl:-scale-x-100"
      preserveAspectRatio="none"
    >
      <polyline
        points={points.join(' ')}
        fill="none"
        stroke="currentColor"
        strokeWidth="1.5"
        vectorEffect="non-scaling-stroke"
        strokeLinejoin="round"
      />
    </svg>
  );
}
