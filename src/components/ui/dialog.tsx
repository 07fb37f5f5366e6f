import * as DialogPrimitive from '@radix-ui/react-dialog';
import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { cn } from '#src/lib/cn.ts';
import { useMessages } from '#src/lib/i18n/messages.ts';
import { uiMessages } from './messages.ts';
import { rememberFocus, returnFocus } from './return-focus.ts';

export const Dialog = DialogPrimitive.Root;
export const DialogTrigger = DialogPrimitive.Trigger;
export const DialogClose = DialogPrimitive.Close;

interface ContentProps {
  title: ReactNode;
  /** One line under the title; left out, screen readers are not promised one. */
  description?: ReactNode;
  /** Buttons at the bottom, the main one last. */
  footer?: ReactNode;
  className?: string;
  children?: ReactNode;
  onOpenAutoFocus?: (event: Event) => void;
}

/** A question or a small form in the middle; on a phone it rises from the bottom. Esc closes and returns focus. */
export function DialogContent({ className, ...props }: ContentProps) {
  return (
    <Panel
      {...props}
      className={cn(
        'inset-x-0 bottom-0 max-h-[92dvh] rounded-t-lg animate-rise-in',
        'sm:inset-x-auto sm:top-1/2 sm:bottom-auto sm:left-1/2 sm:w-full sm:max-w-lg sm:-translate-x-1/2 sm:-translate-y-1/2 sm:rounded-lg sm:animate-fade-in',
        className,
      )}
    />
  );
}

/** The side panel: one document beside the list it came from; full width on a phone. */
export function SheetContent({ className, ...props }: ContentProps) {
  return (
    <Panel
      {...props}
      className={cn('inset-y-0 end-0 w-full max-w-[640px] border-s animate-slide-in sm:w-[90vw]', className)}
    />
  );
}

function Panel({ title, description, footer, className, children, onOpenAutoFocus }: ContentProps) {
  const t = useMessages(uiMessages);
  return (
    <DialogPrimitive.Portal>
      <DialogPrimitive.Overlay className="fixed inset-0 z-40 animate-fade-in bg-black/40" />
      <DialogPrimitive.Content
        className={cn(
          'fixed z-50 flex flex-col bg-popover text-popover-foreground shadow-float outline-none',
          className,
        )}
        {...(description ? {} : { 'aria-describedby': undefined })}
        // Panels open by address as often as by a button, so there may be no trigger to return to.
        onOpenAutoFocus={(event) => {
          rememberFocus();
          onOpenAutoFocus?.(event);
        }}
        onCloseAutoFocus={(event) => {
          if (returnFocus()) event.preventDefault();
        }}
      >
        <header className="flex items-start gap-3 border-b px-4 py-3">
          <div className="min-w-0 flex-1">
            <DialogPrimitive.Title className="truncate font-semibold text-base">
              {title}
            </DialogPrimitive.Title>
            {description ? (
              <DialogPrimitive.Description className="text-muted-foreground text-sm">
                {description}
              </DialogPrimitive.Description>
            ) : null}
          </div>
          <DialogPrimitive.Close
            className="-m-1 inline-flex size-8 items-center justify-center rounded-md hover:bg-accent touch:size-11"
            aria-label={t.close}
          >
            <X className="size-4" aria-hidden="true" />
          </DialogPrimitive.Close>
        </header>
        <div className="min-h-0 flex-1 overflow-y-auto px-4 py-4">{children}</div>
        {footer ? (
          <footer className="flex flex-wrap items-center justify-end gap-2 border-t bg-popover px-4 py-3">
            {footer}
          </footer>
        ) : null}
      </DialogPrimitive.Content>
    </DialogPrimitive.Portal>
  );
}
