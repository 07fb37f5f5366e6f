import { scaleLinear } from 'd3-scale';
import { line } from 'd3-shape';
import { cn } from '#platform/web/cn.ts';

/** Size of the drawing in its own units; it is stretched to its container. */
const drawingSize = 100;
/** Space above and below the line, as a share of the drawing. */
const margin = 8;

interface SparklineProps {
  /** Null if unknown: the line connects its neighbours. */
  values: readonly (number | null)[];
  /** Drawn as a dashed line across. */
  goal: number | null;
  /** Describes the line for screen readers. */
  label: string;
  className?: string;
}

/**
 * The trend of a figure without axes, in the text colour. It begins at its lowest value instead of zero, so
 * that small changes of a large figure are visible.
 */
export function Sparkline({ values, goal, label, className }: SparklineProps) {
  const points = values.flatMap((value, index) => (value === null ? [] : [{ index, value }]));
  const knownValues = [...points.map(({ value }) => value), ...(goal === null ? [] : [goal])];
  const [lowest, highest] = [Math.min(...knownValues), Math.max(...knownValues)];
  const across = scaleLinear([0, Math.max(1, values.length - 1)], [0, drawingSize]);
  const up = scaleLinear(lowest === highest ? [lowest - 1, highest + 1] : [lowest, highest], [
    drawingSize - margin,
    margin,
  ]);
  const last = points.at(-1);
  return (
    <span role="img" aria-label={label} className={cn('relative me-1.5 block', className)}>
      <svg
        aria-hidden="true"
        viewBox={`0 0 ${drawingSize} ${drawingSize}`}
        preserveAspectRatio="none"
        className="absolute inset-0 h-full w-full [print-color-adjust:exact] rtl:-scale-x-100"
      >
        {goal === null ? null : (
          <line
            x1={0}
            x2={drawingSize}
            y1={up(goal)}
            y2={up(goal)}
            stroke="var(--muted-foreground)"
            strokeDasharray="4 3"
            vectorEffect="non-scaling-stroke"
          />
        )}
        <path
          d={
            line<(typeof points)[number]>(
              ({ index }) => across(index),
              ({ value }) => up(value),
            )(points) ?? ''
          }
          fill="none"
          stroke="currentColor"
          strokeWidth="2"
          strokeLinejoin="round"
          vectorEffect="non-scaling-stroke"
        />
      </svg>
      {last ? (
        <span
          aria-hidden="true"
          className="absolute size-2 -translate-x-1/2 -translate-y-1/2 rounded-full bg-current rtl:translate-x-1/2"
          style={{ insetInlineStart: `${across(last.index)}%`, top: `${up(last.value)}%` }}
        />
      ) : null}
    </span>
  );
}
