import type { ReactNode } from 'react';
import { cn } from '#platform/web/cn.ts';

interface PageProps {
  /** Tables use the full width; everything else is at most 1,440 px wide. */
  isWide?: boolean;
  className?: string;
  children: ReactNode;
}

/** Content area of a screen. */
export function Page({ isWide = false, className, children }: PageProps) {
  return (
    <div className={cn('mx-auto w-full p-3 md:p-6', !isWide && 'max-w-[1440px]', className)}>{children}</div>
  );
}
