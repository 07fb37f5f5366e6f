import { Suspense } from 'react';
import { cn } from '#src/lib/cn.ts';
import { lazyView } from '#src/lib/lazy-module.ts';

/** What shows pictures comes with the first one. */
const PictureThumb = lazyView(async () => (await import('./picture-thumb.tsx')).PictureThumb);

interface SmallPictureProps {
  /** What a field holds; see `PictureThumb`. */
  value: unknown;
  /** What it shows; empty where a name stands beside it. */
  alt: string;
  /** How large it is: it keeps that room from the start. */
  className: string;
}

/** The picture of a thing beside its name. */
export function SmallPicture({ value, alt, className }: SmallPictureProps) {
  return (
    <span className={cn('inline-block shrink-0 overflow-hidden rounded-sm border bg-muted', className)}>
      <Suspense>
        <PictureThumb value={value} alt={alt} className="size-full" />
      </Suspense>
    </span>
  );
}
