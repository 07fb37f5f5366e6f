import { Link, type LinkProps } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Skeleton } from '#src/components/ui/skeleton.tsx';
import { cn } from '#src/lib/cn.ts';

interface FigureLinkProps {
  label: ReactNode;
  /** Null while it is not known. */
  figure: string | null;
  /** One more line of what it means. Null keeps its room. */
  note?: string | null | undefined;
  /** Something waits that should not. */
  isUrgent?: boolean;
  /** Left out: nothing opens it for this person. */
  link?: LinkProps | null;
}

/** A number that opens the list it counts. */
export function FigureLink({ label, figure, note, isUrgent = false, link }: FigureLinkProps) {
  const look = 'flex min-h-20 flex-col gap-1 rounded-lg border bg-card p-3';
  const content = (
    <>
      <span className="text-muted-foreground text-sm">{label}</span>{' '}
      {figure === null ? (
        <Skeleton className="h-8 w-12" />
      ) : (
        <span className={cn('font-semibold text-2xl tabular-nums', isUrgent && 'text-status-amber')}>
          {figure}
        </span>
      )}
      {note === undefined ? null : <span className="min-h-[1lh] text-muted-foreground text-xs">{note}</span>}
    </>
  );
  return link ? (
    <Link {...link} className={cn(look, 'hover:bg-accent')}>
      {content}
    </Link>
  ) : (
    <div className={look}>{content}</div>
  );
}
