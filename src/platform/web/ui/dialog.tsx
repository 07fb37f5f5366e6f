import { Slot } from '@radix-ui/react-slot';
import { type ComponentProps, createContext, type MouseEvent, type ReactNode, use, useState } from 'react';
import { cn } from '#platform/web/cn.ts';
import { lazyModule, useLazyModule, useLazyModuleWhen } from '#platform/web/lazy-module.ts';
import type { ContentProps } from './dialog-parts.tsx';

/** Radix's dialog is 12 KB and loads with the first dialog that opens. */
const parts = lazyModule(() => import('./dialog-parts.tsx'));

interface DialogState {
  isOpen: boolean;
  setOpen(isOpen: boolean): void;
}

const Context = createContext<DialogState | null>(null);

function useDialog(): DialogState {
  const dialog = use(Context);
  if (dialog === null) throw new Error('This component must be inside a Dialog.');
  return dialog;
}

interface DialogProps {
  open?: boolean;
  onOpenChange?(isOpen: boolean): void;
  children: ReactNode;
}

/** Provides the open state of a dialog, side panel or drawer. */
export function Dialog({ open, onOpenChange, children }: DialogProps) {
  const [isOwnOpen, setOwnOpen] = useState(false);
  const isOpen = open ?? isOwnOpen;
  const setOpen = (next: boolean) => {
    setOwnOpen(next);
    onOpenChange?.(next);
  };
  return <Context value={{ isOpen, setOpen }}>{children}</Context>;
}

interface ButtonProps extends ComponentProps<'button'> {
  /** Uses the child as the button. */
  asChild?: boolean;
}

export function DialogTrigger({ asChild = false, onClick, ...props }: ButtonProps) {
  const { isOpen, setOpen } = useDialog();
  const Button = asChild ? Slot : 'button';
  return (
    <Button
      {...(asChild ? {} : { type: 'button' as const })}
      aria-haspopup="dialog"
      aria-expanded={isOpen}
      onPointerEnter={parts.load}
      onFocus={parts.load}
      {...props}
      onClick={(event: MouseEvent<HTMLButtonElement>) => {
        onClick?.(event);
        setOpen(true);
      }}
    />
  );
}

export function DialogClose({ asChild = false, onClick, ...props }: ButtonProps) {
  const { setOpen } = useDialog();
  const Button = asChild ? Slot : 'button';
  return (
    <Button
      {...(asChild ? {} : { type: 'button' as const })}
      {...props}
      onClick={(event: MouseEvent<HTMLButtonElement>) => {
        onClick?.(event);
        setOpen(false);
      }}
    />
  );
}

/**
 * A dialog in the middle of the screen; on a phone it rises from the bottom. Esc closes it and returns the
 * focus.
 */
export function DialogContent({ className, ...props }: ContentProps) {
  return (
    <Content
      {...props}
      className={cn(
        'inset-x-0 bottom-0 max-h-[92dvh] rounded-t-lg animate-rise-in',
        'sm:inset-x-auto sm:top-1/2 sm:bottom-auto sm:left-1/2 sm:w-full sm:max-w-lg sm:-translate-x-1/2 sm:-translate-y-1/2 sm:rounded-lg sm:animate-fade-in',
        className,
      )}
    />
  );
}

/** The side panel: one document next to its list; full width on a phone. */
export function SheetContent({ className, ...props }: ContentProps) {
  return (
    <Content
      {...props}
      className={cn('inset-y-0 end-0 w-full max-w-[640px] border-s animate-slide-in sm:w-[90vw]', className)}
    />
  );
}

function Content({ className, ...props }: ContentProps) {
  const { isOpen, setOpen } = useDialog();
  const loaded = useParts(isOpen);
  return loaded === null ? null : (
    <loaded.Panel
      {...props}
      isOpen={isOpen}
      onOpenChange={setOpen}
      className={cn('bg-popover text-popover-foreground', className)}
    />
  );
}

/** A drawer from the start edge: the menu on a phone. */
export function DrawerContent(props: { title: string; children: ReactNode }) {
  const { isOpen, setOpen } = useDialog();
  const loaded = useParts(isOpen);
  return loaded === null ? null : <loaded.Drawer {...props} isOpen={isOpen} onOpenChange={setOpen} />;
}

/**
 * Returns the loaded parts once the dialog has been opened; null before that, so that a closed dialog costs
 * nothing.
 */
function useParts(isOpen: boolean) {
  const [wasOpen, setWasOpen] = useState(isOpen);
  if (isOpen && !wasOpen) setWasOpen(true);
  if (isOpen) parts.load();
  useLazyModuleWhen(isOpen, parts);
  const loaded = useLazyModule(parts);
  return wasOpen ? loaded : null;
}
