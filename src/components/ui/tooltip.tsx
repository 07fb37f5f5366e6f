import * as TooltipPrimitive from '@radix-ui/react-tooltip';
import type { ReactNode } from 'react';

export const TooltipProvider = TooltipPrimitive.Provider;

interface TooltipProps {
  /** Null shows nothing and leaves the child as it is. */
  text: string | null;
  side?: 'top' | 'right' | 'bottom' | 'left';
  children: ReactNode;
}

/** A short explanation on hover and focus. */
export function Tooltip({ text, side = 'top', children }: TooltipProps) {
  if (text === null) return children;
  return (
    <TooltipPrimitive.Root>
      <TooltipPrimitive.Trigger asChild>{children}</TooltipPrimitive.Trigger>
      <TooltipPrimitive.Portal>
        <TooltipPrimitive.Content
          side={side}
          sideOffset={6}
          collisionPadding={8}
          className="z-50 max-w-72 animate-fade-in rounded-sm bg-foreground px-2 py-1 text-background text-xs shadow-float"
        >
          {text}
        </TooltipPrimitive.Content>
      </TooltipPrimitive.Portal>
    </TooltipPrimitive.Root>
  );
}
