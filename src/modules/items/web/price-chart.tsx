import { Circle, Diamond, Square } from 'lucide-react';
import { formatDate } from '#platform/web/format/format.ts';
import { useMessages } from '#platform/web/i18n/messages.ts';
import { itemPackMessages } from './pack-messages.ts';

/** A price with the first day on which it was valid. */
export interface PricePoint {
  key: string;
  /** YYYY-MM-DD */
  day: string;
  price: number;
  /** `list`, `receipt` or `invoice`. */
  source: string;
}

interface PriceChartProps {
  title: string;
  /** In any order; a chart needs at least two. */
  points: readonly PricePoint[];
  money: (value: number | null | undefined) => string;
}

/** Each source has its own marker shape, so that it isn't identified by colour alone. */
const sourceMarks = {
  list: { Icon: Circle, className: 'text-foreground' },
  receipt: { Icon: Square, className: 'text-status-blue' },
  invoice: { Icon: Diamond, className: 'text-status-amber' },
} as const;
const getMark = (source: string) => sourceMarks[source as keyof typeof sourceMarks] ?? sourceMarks.list;

/**
 * Step chart of prices over time; the marker of a point shows its source. The table next to it contains the
 * same figures for screen readers.
 */
export function PriceChart({ title, points, money }: PriceChartProps) {
  const t = useMessages(itemPackMessages).prices;
  const sorted = points.toSorted((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : 0));
  const [first, last] = [sorted[0], sorted.at(-1)];
  if (!first || !last || sorted.length < 2) return null;
  const prices = sorted.map(({ price }) => price);
  const [min, max] = [Math.min(...prices), Math.max(...prices)];
  // A flat line is centred; otherwise there is space above and below.
  const padding = max === min ? Math.max(max * 0.1, 0.01) : (max - min) * 0.15;
  const [low, high] = [Math.max(0, min - padding), max + padding];
  const [from, to] = [Date.parse(first.day), Date.parse(last.day)];
  const x = (day: string) => (to === from ? 50 : ((Date.parse(day) - from) / (to - from)) * 100);
  const y = (price: number) => 100 - ((price - low) / (high - low)) * 100;
  const line = sorted
    .map(({ day, price }, index) => (index === 0 ? `M${x(day)} ${y(price)}` : `H${x(day)}V${y(price)}`))
    .join('');
  const presentSources = Object.keys(sourceMarks).filter((source) =>
    sorted.some((point) => point.source === source),
  );
  return (
    <figure className="rounded-lg border bg-card p-4 print:break-inside-avoid">
      <figcaption className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 pb-3 text-sm">
        <span className="font-semibold">
          <bdi>{title}</bdi>
        </span>
        <span className="flex flex-wrap gap-x-3 text-muted-foreground text-xs">
          {presentSources.map((source) => {
            const { Icon, className } = getMark(source);
            return (
              <span key={source} className="flex items-center gap-1">
                <Icon className={`size-3 fill-current ${className}`} aria-hidden="true" />
                {t.sources[source as keyof typeof t.sources]}
              </span>
            );
          })}
        </span>
      </figcaption>
      <div
        role="img"
        aria-label={t.chart(title, money(min), money(max), formatDate(first.day), formatDate(last.day))}
        className="flex gap-2"
      >
        <div
          aria-hidden="true"
          className="flex h-36 shrink-0 flex-col justify-between text-end text-muted-foreground text-xs tabular-nums"
        >
          <span>{money(high)}</span>
          <span>{money(low)}</span>
        </div>
        <div aria-hidden="true" className="relative h-36 min-w-0 flex-1 border-t border-b border-dashed px-2">
          <div className="relative h-full">
            <svg
              viewBox="0 0 100 100"
              preserveAspectRatio="none"
              className="absolute inset-0 size-full overflow-visible text-muted-foreground rtl:-scale-x-100"
            >
              <path
                d={line}
                fill="none"
                stroke="currentColor"
                strokeWidth="1.5"
                vectorEffect="non-scaling-stroke"
              />
            </svg>
            {sorted.map(({ key, day, price, source }) => {
              const { Icon, className } = getMark(source);
              return (
                <Icon
                  key={key}
                  className={`absolute -ms-1.5 -mt-1.5 size-3 fill-current print:[print-color-adjust:exact] ${className}`}
                  style={{ insetInlineStart: `${x(day)}%`, top: `${y(price)}%` }}
                />
              );
            })}
          </div>
        </div>
      </div>
      <div aria-hidden="true" className="flex justify-between gap-4 ps-10 pt-1 text-muted-foreground text-xs">
        <span>{formatDate(first.day)}</span>
        <span className="text-end">{formatDate(last.day)}</span>
      </div>
    </figure>
  );
}
