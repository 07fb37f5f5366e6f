import { Suspense } from 'react';
import { cn } from '#platform/web/cn.ts';
import { lazyView } from '#platform/web/lazy-module.ts';

const PictureThumb = lazyView(async () => (await import('./picture-thumb.tsx')).PictureThumb);

interface SmallPictureProps {
  /** Field value; see `PictureThumb`. */
  value: unknown;
  /** Alternative text; empty next to a visible name. */
  alt: string;
  /** Sets the size, which is reserved while the picture loads. */
  className: string;
}

/** Small picture next to a name, loaded when it comes near the viewport. */
export function SmallPicture({ value, alt, className }: SmallPictureProps) {
  return (
    <span className={cn('inline-block shrink-0 overflow-hidden rounded-sm border bg-muted', className)}>
      <Suspense>
        <PictureThumb value={value} alt={alt} className="size-full" />
      </Suspense>
    </span>
  );
}
