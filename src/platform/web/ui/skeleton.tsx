import { cn } from '#platform/web/cn.ts';

/**
 * A loading placeholder in the shape of the content. Set its size with classes, so that nothing moves when
 * data arrives.
 */
export function Skeleton({ className }: { className?: string }) {
  return <div aria-hidden="true" className={cn('animate-pulse rounded-sm bg-muted', className)} />;
}

/** Skeleton rows of a list that is loading. */
export function SkeletonRows({ rows = 8, label }: { rows?: number; label: string }) {
  return (
    <div role="status" aria-label={label} className="divide-y">
      {Array.from({ length: rows }, (_, row) => (
        // The rows are identical and never reordered.
        <div key={row} className="flex h-12 items-center gap-4 px-3">
          <Skeleton className="h-4 w-28" />
          <Skeleton className="h-4 flex-1" />
          <Skeleton className="h-4 w-16" />
        </div>
      ))}
    </div>
  );
}
