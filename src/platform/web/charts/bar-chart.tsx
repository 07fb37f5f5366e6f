import { Link } from '@tanstack/react-router';
import { scaleLinear } from 'd3-scale';
import { type CSSProperties, type KeyboardEvent, useRef } from 'react';
import { cn } from '#platform/web/cn.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import {
  ComparisonLegend,
  ChartFrame,
  type ChartPoint,
  type ChartProps,
  buildChartTable,
  usePointText,
  usePointNavigation,
} from './chart-frame.tsx';
import { chartMessages } from './messages.ts';

interface BarChartProps extends ChartProps {
  /** Keys without a bar, such as a remainder that would dwarf all others. */
  keysWithoutBar?: ReadonlySet<string>;
}

/**
 * Horizontal bars with names and values; the comparison value is a mark across the bar. One tab stop; arrow
 * keys move between bars.
 */
export function BarChart({ keysWithoutBar, ...props }: BarChartProps) {
  const { title, points, formatValue, comparisonName, comparisonTo } = props;
  const t = useMessages(chartMessages);
  const describePoint = usePointText(props);
  const listRef = useRef<HTMLUListElement>(null);
  const { activeIndex, setActiveIndex, onKeyDown } = usePointNavigation(points);
  const pointsWithBar = points.filter(({ key }) => !keysWithoutBar?.has(key));
  const sizes = pointsWithBar.flatMap(({ value, comparison }) => [value ?? 0, comparison ?? 0]);
  const width = scaleLinear()
    .domain([Math.min(0, ...sizes), Math.max(0, ...sizes) || 1])
    .range([0, 100]);
  const moveFocus = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key !== 'Enter') onKeyDown(event);
    if (!event.defaultPrevented) return;
    // State updates, including which bar is the tab stop, are rendered before the next frame.
    requestAnimationFrame(() => listRef.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus());
  };
  const current = activeIndex === null ? undefined : points[activeIndex];
  return (
    <ChartFrame
      title={title}
      description={current ? describePoint(current) : null}
      table={buildChartTable(props)}
      legend={
        comparisonName === undefined ? null : (
          <ComparisonLegend
            comparisonName={comparisonName}
            comparisonTo={comparisonTo}
            mark="h-3 border-foreground border-s-2 border-dashed"
          />
        )
      }
    >
      <ul
        ref={listRef}
        aria-label={`${title}. ${t.howToMove}`}
        onKeyDown={moveFocus}
        className="flex flex-col gap-1"
        style={{ '--names': computeNamesWidth(points) } as CSSProperties}
      >
        {points.map((point, index) => (
          <li key={point.key}>
            <Bar
              point={point}
              description={describePoint(point)}
              figure={point.value === null ? '–' : formatValue(point.value)}
              width={keysWithoutBar?.has(point.key) ? null : width}
              isTabStop={index === (activeIndex ?? 0)}
              onSelect={() => setActiveIndex(index)}
            />
          </li>
        ))}
      </ul>
    </ChartFrame>
  );
}

/**
 * Short names leave room for the bars; long names, such as item and location, are shown in full if there is
 * room.
 */
const computeNamesWidth = (points: readonly ChartPoint[]): string =>
  points.some(({ label }) => label.length > 26) ? '24rem' : '14rem';

const barTones: Record<NonNullable<ChartPoint['tone']>, string> = {
  good: 'border-status-green bg-status-green/60',
  bad: 'border-status-red bg-status-red/60',
  neutral: 'border-muted-foreground bg-muted-foreground/50',
};

interface BarProps {
  point: ChartPoint;
  description: string;
  figure: string;
  width: ((value: number) => number) | null;
  /** Whether this bar is the tab stop. */
  isTabStop: boolean;
  onSelect(): void;
}

function Bar({
  point: { label, value, comparison, tone, to },
  description,
  figure,
  width,
  isTabStop,
  onSelect,
}: BarProps) {
  const className =
    'grid w-full grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 gap-y-0.5 rounded-sm px-1 py-0.5 text-sm sm:grid-cols-[minmax(0,2fr)_minmax(0,3fr)_5rem] lg:grid-cols-[minmax(0,var(--names))_minmax(0,1fr)_7rem]';
  const content = (
    <>
      <span className="truncate text-left [unicode-bidi:plaintext] rtl:text-right" title={label}>
        {label}
      </span>
      <span
        aria-hidden="true"
        className={cn('relative h-4 rounded-sm max-sm:order-last max-sm:col-span-2', width && 'bg-muted')}
      >
        {width && value !== null ? (
          <span
            className={cn(
              'absolute inset-y-0 min-w-px rounded-sm border [print-color-adjust:exact]',
              tone === undefined ? 'border-primary bg-primary/70' : barTones[tone],
            )}
            style={{
              insetInlineStart: `${width(Math.min(0, value))}%`,
              width: `${Math.abs(width(value) - width(0))}%`,
            }}
          />
        ) : null}
        {width && comparison != null ? (
          <span
            className="absolute -inset-y-0.5 border-foreground border-s-2 border-dashed"
            style={{ insetInlineStart: `${width(comparison)}%` }}
          />
        ) : null}
      </span>
      <span className="text-end tabular-nums">{figure}</span>
    </>
  );
  const shared = {
    'aria-label': description,
    tabIndex: isTabStop ? 0 : -1,
    onFocus: onSelect,
    onPointerEnter: onSelect,
  };
  return to ? (
    <Link {...to} {...shared} className={`${className} hover:bg-accent/50 touch:min-h-11`}>
      {content}
    </Link>
  ) : (
    <span role="img" {...shared} className={className}>
      {content}
    </span>
  );
}
