import { Link } from '@tanstack/react-router';
import { scaleBand, scaleLinear } from 'd3-scale';
import { area, line } from 'd3-shape';
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

interface TrendChartProps extends ChartProps {
  /** Columns for additive amounts, a line for percentages and levels. */
  shape: 'columns' | 'line';
}

/** Size of the drawing in its own units; it is stretched to its container. */
const drawingSize = 100;
const tickCount = 3;

/**
 * Values over time. The comparison is a dashed line, so that colour is not the only distinction. One tab
 * stop; arrow keys move between points and announce each. On a touch screen the first tap selects a point,
 * the second opens it.
 */
export function TrendChart(props: TrendChartProps) {
  const { title, points, formatValue, comparisonName, comparisonTo, shape } = props;
  const t = useMessages(chartMessages);
  const describePoint = usePointText(props);
  const { activeIndex, setActiveIndex, onKeyDown } = usePointNavigation(points);
  const values = points
    .flatMap(({ value, comparison }) => [value, comparison ?? null])
    .filter((value) => value !== null);
  const height = scaleLinear()
    .domain([Math.min(0, ...values), Math.max(0, ...values) || 1])
    .nice(tickCount)
    .range([drawingSize, 0]);
  const band = scaleBand<number>()
    .domain(points.map((_, index) => index))
    .range([0, drawingSize])
    .paddingInner(points.length > 60 ? 0.1 : 0.25);
  const middle = (index: number) => (band(index) ?? 0) + band.bandwidth() / 2;
  const ticks = height.ticks(tickCount);
  const current = activeIndex === null ? undefined : points[activeIndex];
  return (
    <ChartFrame
      title={title}
      description={current ? describePoint(current) : null}
      table={buildChartTable(props)}
      legend={
        comparisonName === undefined ? null : (
          <Legend shape={shape} title={title} comparisonName={comparisonName} comparisonTo={comparisonTo} />
        )
      }
    >
      <div className="flex gap-2">
        <div aria-hidden="true" className="relative h-44 shrink-0 text-muted-foreground text-xs tabular-nums">
          {/* The widest label reserves the width; each is placed at its own height. */}
          <span className="invisible block">
            {ticks
              .map(formatValue)
              .reduce((longest, text) => (text.length > longest.length ? text : longest), '')}
          </span>
          {ticks.map((tick) => (
            <span key={tick} className="absolute end-0 -translate-y-1/2" style={{ top: `${height(tick)}%` }}>
              {formatValue(tick)}
            </span>
          ))}
        </div>
        <div
          role="group"
          tabIndex={0}
          aria-label={`${title}. ${t.howToMove}`}
          onKeyDown={onKeyDown}
          className="relative h-44 min-w-0 flex-1 rounded-sm"
        >
          <svg
            aria-hidden="true"
            viewBox={`0 0 ${drawingSize} ${drawingSize}`}
            preserveAspectRatio="none"
            className="absolute inset-0 h-full w-full text-primary [print-color-adjust:exact] rtl:-scale-x-100"
          >
            {ticks.map((tick) => (
              <line
                key={tick}
                x1={0}
                x2={drawingSize}
                y1={height(tick)}
                y2={height(tick)}
                stroke="var(--border)"
                vectorEffect="non-scaling-stroke"
              />
            ))}
            {shape === 'columns' ? (
              points.map(({ key, value }, index) =>
                value === null ? null : (
                  <rect
                    key={key}
                    x={band(index)}
                    width={band.bandwidth()}
                    y={Math.min(height(value), height(0))}
                    height={Math.abs(height(value) - height(0))}
                    fill="currentColor"
                    opacity={index === activeIndex ? 1 : 0.75}
                  />
                ),
              )
            ) : (
              <Line points={points} middle={middle} height={height} />
            )}
            {comparisonName === undefined ? null : (
              <path
                d={
                  line<ChartPoint>(
                    (_, index) => middle(index),
                    ({ comparison }) => height(comparison ?? 0),
                  ).defined(({ comparison }) => comparison != null)([...points]) ?? ''
                }
                fill="none"
                stroke="var(--foreground)"
                strokeWidth={1.5}
                strokeDasharray="4 3"
                vectorEffect="non-scaling-stroke"
              />
            )}
          </svg>
          {current && activeIndex !== null && current.value !== null ? (
            <span
              aria-hidden="true"
              className="absolute size-2.5 -translate-x-1/2 -translate-y-1/2 rounded-full border-2 border-card bg-foreground rtl:translate-x-1/2"
              style={{ insetInlineStart: `${middle(activeIndex)}%`, top: `${height(current.value)}%` }}
            />
          ) : null}
          <PointerAreas points={points} activeIndex={activeIndex} onSelect={setActiveIndex} />
        </div>
      </div>
      <div aria-hidden="true" className="flex justify-between gap-4 ps-10 pt-1 text-muted-foreground text-xs">
        <span>{points[0]?.label}</span>
        <span className="text-end">{points.at(-1)?.label}</span>
      </div>
    </ChartFrame>
  );
}

interface LineProps {
  points: readonly ChartPoint[];
  middle(index: number): number;
  height(value: number): number;
}

function Line({ points, middle, height }: LineProps) {
  const isKnown = ({ value }: ChartPoint) => value !== null;
  const top = ({ value }: ChartPoint) => height(value ?? 0);
  const x = (_: ChartPoint, index: number) => middle(index);
  return (
    <>
      <path
        d={area<ChartPoint>(x, height(0), top).defined(isKnown)([...points]) ?? ''}
        fill="currentColor"
        opacity={0.12}
      />
      <path
        d={line<ChartPoint>(x, top).defined(isKnown)([...points]) ?? ''}
        fill="none"
        stroke="currentColor"
        strokeWidth={2}
        strokeLinejoin="round"
        vectorEffect="non-scaling-stroke"
      />
    </>
  );
}

interface PointerAreasProps {
  points: readonly ChartPoint[];
  activeIndex: number | null;
  onSelect(index: number): void;
}

/**
 * A hover area over each point; keyboard and screen reader users use the arrow keys and the table instead.
 */
function PointerAreas({ points, activeIndex, onSelect }: PointerAreasProps) {
  return (
    <div aria-hidden="true" className="absolute inset-0 flex">
      {points.map(({ key, to }, index) =>
        to ? (
          <Link
            key={key}
            {...to}
            tabIndex={-1}
            className="min-w-0 flex-1 hover:bg-foreground/5"
            onPointerEnter={({ pointerType }) => (pointerType === 'mouse' ? onSelect(index) : undefined)}
            onClick={(event) => {
              const isTouchScreen = matchMedia('(pointer: coarse)').matches;
              if (isTouchScreen && index !== activeIndex) event.preventDefault();
              onSelect(index);
            }}
          />
        ) : (
          <span key={key} className="min-w-0 flex-1" onPointerEnter={() => onSelect(index)} />
        ),
      )}
    </div>
  );
}

type LegendProps = Pick<TrendChartProps, 'shape' | 'title' | 'comparisonName' | 'comparisonTo'>;

function Legend({ shape, title, comparisonName, comparisonTo }: LegendProps) {
  return (
    <span className="flex flex-wrap gap-x-4 text-muted-foreground text-xs">
      <span aria-hidden="true" className="flex items-center gap-1.5">
        <span className={shape === 'columns' ? 'size-2.5 rounded-xs bg-primary' : 'h-0.5 w-4 bg-primary'} />
        {title}
      </span>
      <ComparisonLegend
        comparisonName={comparisonName}
        comparisonTo={comparisonTo}
        mark="w-4 border-foreground border-t-2 border-dashed"
      />
    </span>
  );
}
