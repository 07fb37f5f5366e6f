import type { ComponentProps } from 'react';
import { cn } from '#platform/web/cn.ts';

/** A card, for summaries only; lists use list components. */
export function Card({ className, ...props }: ComponentProps<'div'>) {
  return <div className={cn('rounded-lg border bg-card p-4 text-card-foreground', className)} {...props} />;
}

export function CardTitle({ className, ...props }: ComponentProps<'h2'>) {
  return <h2 className={cn('font-semibold text-sm', className)} {...props} />;
}
