import { Link, type LinkProps } from '@tanstack/react-router';
import { ArrowDown, ArrowUp, type LucideIcon, Minus } from 'lucide-react';
import type { ReactNode } from 'react';
import { Skeleton } from '#src/components/ui/skeleton.tsx';
import { cn } from '#src/lib/cn.ts';
import { absent } from '#src/lib/format/format.ts';
import type { Change } from './change.ts';
import { Spark } from './spark.tsx';

export interface Figure {
  label: string;
  /** As it is shown; null while it is not known. */
  value: string | null;
  /** What the number means, in a few words. */
  note?: string | undefined;
  /** Null while it is not known: its place is kept. */
  change?: Change | null | undefined;
  /** One number per day, for a small picture of how it went. */
  days?: readonly number[] | undefined;
  isFailed?: boolean;
  /** The list with these very rows; null where there is none that the person may open. */
  link: LinkProps | null;
  /** Further lists of the same kind; empty: their place is kept. */
  more?: readonly { text: string; link: LinkProps }[];
}

const arrows: Record<Change['direction'], LucideIcon> = { up: ArrowUp, down: ArrowDown, same: Minus };
const tones = { good: 'text-status-green', bad: 'text-status-red', neutral: 'text-muted-foreground' };

/** Label, number, what it means and how it changed; a click opens its list. */
export function FigureCard({ figure, failed }: { figure: Figure; failed: string }) {
  const { label, value, note, change, days, isFailed = false, link, more } = figure;
  const Arrow = change ? arrows[change.direction] : null;
  const body = (
    <>
      <span className="text-muted-foreground text-sm">{label}</span>
      <span className="flex flex-wrap items-end justify-between gap-x-3 gap-y-1">
        {value === null && !isFailed ? (
          <Skeleton className="my-1 h-6.5 w-16" />
        ) : (
          <span
            className={cn(
              'font-semibold text-3xl',
              (value?.length ?? 0) > 8 && 'max-sm:py-[3px] max-sm:text-xl',
            )}
          >
            {value ?? absent}
          </span>
        )}
        {days && days.some((each) => each > 0) ? <Spark days={days} /> : null}
      </span>
      <span className="min-h-4 text-muted-foreground text-xs">
        {isFailed && value === null ? failed : note}
      </span>
      {change === undefined ? null : (
        <span className={cn('flex min-h-8 items-start gap-1 text-xs', change && tones[change.tone])}>
          {Arrow ? <Arrow aria-hidden="true" className="mt-0.5 size-3.5 shrink-0" /> : null}
          {change?.text}
        </span>
      )}
    </>
  );
  return (
    <li className="flex min-h-28 flex-col rounded-lg border bg-card">
      {link ? (
        <Link {...link} className="flex flex-1 flex-col gap-0.5 rounded-lg p-3 hover:bg-accent sm:p-4">
          {body}
        </Link>
      ) : (
        <div className="flex flex-1 flex-col gap-0.5 p-3 sm:p-4">{body}</div>
      )}
      {more ? (
        <span className="flex min-h-8.5 flex-wrap gap-x-3 border-t px-3 py-1 touch:min-h-13.5 sm:px-4">
          {more.map(({ text, link: to }) => (
            <Link
              key={text}
              {...to}
              className="inline-flex min-h-6 items-center text-muted-foreground text-xs underline-offset-4 hover:underline touch:min-h-11"
            >
              {text}
            </Link>
          ))}
        </span>
      ) : null}
    </li>
  );
}

/** At most four in a row. */
export function FigureRow({ label, children }: { label: string; children: ReactNode }) {
  return (
    <section className="pb-6">
      <h2 className="pb-2 font-semibold text-sm">{label}</h2>
      <ul className="grid grid-cols-2 gap-2 lg:grid-cols-4 lg:gap-3">{children}</ul>
    </section>
  );
}
