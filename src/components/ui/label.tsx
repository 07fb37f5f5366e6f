import type { ComponentProps } from 'react';
import { cn } from '#src/lib/cn.ts';

export function Label({ className, ...props }: ComponentProps<'label'>) {
  // whoever uses it says which control it labels
  return <label className={cn('font-medium text-sm', className)} {...props} />;
}
