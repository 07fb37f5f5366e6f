import type { ComponentProps } from 'react';
import { cn } from '#platform/web/cn.ts';

export function Label({ className, ...props }: ComponentProps<'label'>) {
  // The caller sets the labelled control.
  return <label className={cn('font-medium text-sm', className)} {...props} />;
}
