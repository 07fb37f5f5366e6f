import { Link, type LinkProps } from '@tanstack/react-router';
import { ArrowDown, ArrowUp, type LucideIcon, Minus } from 'lucide-react';
import type { ReactNode } from 'react';
import { cn } from '#platform/web/cn.ts';
import { Skeleton } from './skeleton.tsx';

interface FigureCardProps {
  label: ReactNode;
  /** Formatted value; null if unknown. */
  figure: string | null;
  /** For screens that mainly show figures. */
  isLarge?: boolean;
  /** Highlights a figure that needs attention, such as overdue work. */
  isUrgent?: boolean;
  /** Explanation and change. */
  children?: ReactNode;
  /** Link to the rows behind the figure; none if the user may not open them. */
  link?: LinkProps | null | undefined;
}

/**
 * A figure that links to its rows. Its font size adapts to the card, so that long amounts stay on one line.
 */
export function FigureCard({
  label,
  figure,
  isLarge = false,
  isUrgent = false,
  children,
  link,
}: FigureCardProps) {
  const classes = cn(
    '@container flex flex-col rounded-lg border bg-card p-3 print:break-inside-avoid',
    isLarge ? 'min-h-28 gap-0.5 sm:p-4' : 'min-h-20 gap-1',
  );
  // In the widest fonts a digit is two thirds as wide as it is high.
  const fontShare = (1.5 / Math.max(1, figure?.length ?? 1)).toFixed(3);
  const content = (
    <>
      <span className="text-muted-foreground text-sm">{label}</span>{' '}
      {figure === null ? (
        <Skeleton className={isLarge ? 'my-1 h-6.5 w-16' : 'h-8 w-12'} />
      ) : (
        <span
          style={{ fontSize: `min(${isLarge ? 1.875 : 1.5}rem, calc(100cqi * ${fontShare}))` }}
          className={cn(
            'flex items-center whitespace-nowrap font-semibold tabular-nums',
            isLarge ? 'h-9' : 'h-8',
            isUrgent && 'text-status-amber',
          )}
        >
          {figure}
        </span>
      )}
      {children}
    </>
  );
  return link ? (
    <Link {...link} className={cn(classes, 'hover:bg-accent')}>
      {content}
    </Link>
  ) : (
    <div className={classes}>{content}</div>
  );
}

/** Direction of a change, and whether it is good. */
export interface Movement {
  direction: 'up' | 'down' | 'same';
  tone: 'good' | 'bad' | 'neutral';
}

const arrows: Record<Movement['direction'], LucideIcon> = { up: ArrowUp, down: ArrowDown, same: Minus };

export const movementTones: Record<Movement['tone'], string> = {
  good: 'text-status-green',
  bad: 'text-status-red',
  neutral: 'text-muted-foreground',
};

/** @param good the direction that is an improvement; undefined if neither is */
export const getMovementTone = (
  direction: Movement['direction'],
  good: 'up' | 'down' | undefined,
): Movement['tone'] =>
  good === undefined || direction === 'same' ? 'neutral' : direction === good ? 'good' : 'bad';

/** The change of a figure as text; its space is reserved while unknown. */
export function ChangeLine({
  change,
  children,
  className,
}: {
  change: Movement | null;
  children: ReactNode;
  className?: string;
}) {
  const Arrow = change ? arrows[change.direction] : null;
  return (
    <span
      className={cn(
        'flex items-start gap-1 text-xs tabular-nums',
        change && movementTones[change.tone],
        className,
      )}
    >
      {Arrow ? <Arrow aria-hidden="true" className="mt-0.5 size-3.5 shrink-0" /> : null}
      {children}
    </span>
  );
}
