import { Slot } from '@radix-ui/react-slot';
import type { ComponentProps } from 'react';
import { cn } from '#src/lib/cn.ts';
import { type ButtonLook, buttonVariants } from './button-variants.ts';

interface ButtonProps extends ComponentProps<'button'>, ButtonLook {
  /** Gives the look to the child (a link) instead of making a button. */
  asChild?: boolean;
}

export function Button({
  className,
  variant,
  size,
  asChild = false,
  type = 'button',
  ...props
}: ButtonProps) {
  const look = cn(buttonVariants({ variant, size }), className);
  return asChild ? <Slot className={look} {...props} /> : <button type={type} className={look} {...props} />;
}
