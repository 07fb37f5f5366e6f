import type { ComponentProps } from 'react';
import { cn } from '#src/lib/cn.ts';

export const fieldLook =
  'w-full rounded-md border border-input bg-card px-3 text-foreground text-sm shadow-none transition-colors disabled:opacity-60 aria-invalid:border-destructive touch:min-h-11';

export function Input({ className, type = 'text', ...props }: ComponentProps<'input'>) {
  return <input type={type} className={cn(fieldLook, 'h-9', className)} {...props} />;
}

export function Textarea({ className, ...props }: ComponentProps<'textarea'>) {
  return <textarea className={cn(fieldLook, 'min-h-20 py-2', className)} {...props} />;
}

/** The browser's own select: quick on every tablet, and it needs no code. */
export function Select({ className, ...props }: ComponentProps<'select'>) {
  return <select className={cn(fieldLook, 'h-9 pe-8', className)} {...props} />;
}
