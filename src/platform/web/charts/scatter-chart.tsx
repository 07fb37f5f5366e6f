import { Link, type LinkProps } from '@tanstack/react-router';
import { scaleLinear } from 'd3-scale';
import { symbol, symbolCircle, symbolDiamond, symbolSquare, symbolTriangle } from 'd3-shape';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { ChartFrame, usePointNavigation } from './chart-frame.tsx';
import { chartMessages } from './messages.ts';

interface ScatterPoint {
  key: string;
  label: string;
  x: number;
  y: number;
  /** Key of its group in `groups`. */
  group: string;
  description: string;
  to?: LinkProps | null;
}

interface ScatterChartProps {
  title: string;
  points: readonly ScatterPoint[];
  /**
   * Each group has its own mark and corner, in this order: upper end, upper start, lower end, lower start.
   */
  groups: readonly { key: string; name: string; to?: LinkProps | null }[];
  /** Lines that divide the plane. */
  thresholds: { x: number; y: number };
  axes: { x: string; y: string };
}

const shapes = [symbolCircle, symbolSquare, symbolTriangle, symbolDiamond];
const corners = ['top-1 end-1', 'top-1 start-1', 'bottom-1 end-1', 'bottom-1 start-1'];

/**
 * Scatter chart of two figures in four quadrants: both the mark's shape and its position show the quadrant.
 */
export function ScatterChart({ title, points: allPoints, groups, thresholds, axes }: ScatterChartProps) {
  const t = useMessages(chartMessages);
  // Sorted in arrow-key order.
  const points = allPoints.toSorted((a, b) => a.x - b.x || a.y - b.y);
  const { activeIndex, setActiveIndex, onKeyDown } = usePointNavigation(points);
  const scale = (pick: (point: { x: number; y: number }) => number) => {
    const values = [thresholds, ...points].map(pick);
    const [min, max] = [Math.min(0, ...values), Math.max(...values)];
    // Leaves room for the outermost marks.
    return scaleLinear([min, max + (max - min || 1) * 0.08], [0, 100]);
  };
  const [across, up] = [scale(({ x }) => x), scale(({ y }) => y)];
  const current = activeIndex === null ? undefined : points[activeIndex];
  return (
    <ChartFrame title={title} description={current?.description ?? null} table={null}>
      <div className="flex gap-2">
        <span
          aria-hidden="true"
          className="self-center text-muted-foreground text-xs [writing-mode:vertical-rl]"
        >
          {axes.y}
        </span>
        <div
          role="group"
          tabIndex={0}
          aria-label={`${title}. ${t.howToMove}`}
          onKeyDown={onKeyDown}
          className="relative h-72 min-w-0 flex-1 rounded-sm border-s border-b"
        >
          <span
            aria-hidden="true"
            className="absolute inset-y-0 border-foreground/60 border-s border-dashed"
            style={{ insetInlineStart: `${across(thresholds.x)}%` }}
          />
          <span
            aria-hidden="true"
            className="absolute inset-x-0 border-foreground/60 border-t border-dashed"
            style={{ bottom: `${up(thresholds.y)}%` }}
          />
          {groups.map(({ key, name, to }, index) => {
            const labelClass = `absolute flex items-center gap-1 text-muted-foreground text-xs ${corners[index] ?? ''}`;
            const content = (
              <>
                <Mark shape={index} />
                {name}
              </>
            );
            return to ? (
              <Link
                key={key}
                {...to}
                className={`${labelClass} z-10 underline-offset-4 hover:underline touch:min-h-11`}
              >
                {content}
              </Link>
            ) : (
              <span key={key} aria-hidden="true" className={labelClass}>
                {content}
              </span>
            );
          })}
          {points.map(({ key, x, y, group, to }, index) => {
            const mark = (
              <Mark
                shape={groups.findIndex((candidate) => candidate.key === group)}
                isActive={index === activeIndex}
              />
            );
            const position = { insetInlineStart: `${across(x)}%`, bottom: `${up(y)}%` };
            const pointClass =
              'absolute flex size-6 -translate-x-1/2 translate-y-1/2 items-center justify-center rtl:translate-x-1/2';
            return to ? (
              <Link
                key={key}
                {...to}
                tabIndex={-1}
                aria-hidden="true"
                className={pointClass}
                style={position}
                onPointerEnter={() => setActiveIndex(index)}
              >
                {mark}
              </Link>
            ) : (
              <span
                key={key}
                aria-hidden="true"
                className={pointClass}
                style={position}
                onPointerEnter={() => setActiveIndex(index)}
              >
                {mark}
              </span>
            );
          })}
        </div>
      </div>
      <span aria-hidden="true" className="self-center pt-1 text-muted-foreground text-xs">
        {axes.x}
      </span>
    </ChartFrame>
  );
}

function Mark({ shape, isActive = false }: { shape: number; isActive?: boolean }) {
  return (
    <svg
      aria-hidden="true"
      viewBox="-8 -8 16 16"
      className="size-3.5 text-primary [print-color-adjust:exact]"
    >
      <path
        d={symbol(shapes[shape] ?? symbolCircle, isActive ? 140 : 80)() ?? ''}
        fill="currentColor"
        stroke={isActive ? 'var(--foreground)' : 'var(--card)'}
        strokeWidth={isActive ? 2 : 1}
      />
    </svg>
  );
}
