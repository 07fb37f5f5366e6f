import { Slot } from '@radix-ui/react-slot';
import type { ComponentProps, MouseEvent } from 'react';
import { cn } from '#platform/web/cn.ts';
import { commitPendingCells } from '#platform/web/drafts/commit-cells.ts';
import { type ButtonStyle, buttonVariants } from './button-variants.ts';

interface ButtonProps extends ComponentProps<'button'>, ButtonStyle {
  /** Applies the style to the child (a link) instead of rendering a button. */
  asChild?: boolean;
}

/** A button. A form's primary button first commits the form's cell inputs; an invalid cell blocks it. */
export function Button({
  className,
  variant,
  size,
  asChild = false,
  type = 'button',
  onClick,
  ...props
}: ButtonProps) {
  const classes = cn(buttonVariants({ variant, size }), className);
  if (asChild) return <Slot className={classes} onClick={onClick} {...props} />;
  function commitAndClick(event: MouseEvent<HTMLButtonElement>): void {
    if (commitPendingCells(event.currentTarget)) onClick?.(event);
    else event.preventDefault();
  }
  return (
    <button
      type={type}
      className={classes}
      onClick={variant === 'primary' ? commitAndClick : onClick}
      {...props}
    />
  );
}
