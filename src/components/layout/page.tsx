import type { ReactNode } from 'react';
import { cn } from '#src/lib/cn.ts';

interface PageProps {
  /** Tables use all the width there is; everything else stays at 1,440 px. */
  isWide?: boolean;
  className?: string;
  children: ReactNode;
}

/** The space a screen has for itself. */
export function Page({ isWide = false, className, children }: PageProps) {
  return (
    <div className={cn('mx-auto w-full p-3 md:p-6', !isWide && 'max-w-[1440px]', className)}>{children}</div>
  );
}
