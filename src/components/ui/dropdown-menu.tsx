import * as Menu from '@radix-ui/react-dropdown-menu';
import { Check } from 'lucide-react';
import { type ComponentProps, createContext, use, useState } from 'react';
import { cn } from '#src/lib/cn.ts';

const IsOpen = createContext(false);

/** Not modal: the page behind an open menu stays readable, and its focusable parts are not hidden from anybody. */
export function DropdownMenu({
  modal = false,
  open,
  onOpenChange,
  ...props
}: ComponentProps<typeof Menu.Root>) {
  const [isOpen, setOpen] = useState(false);
  const isShown = open ?? isOpen;
  function change(next: boolean): void {
    setOpen(next);
    onOpenChange?.(next);
  }
  return (
    <IsOpen value={isShown}>
      <Menu.Root modal={modal} open={isShown} onOpenChange={change} {...props} />
    </IsOpen>
  );
}

export const DropdownMenuTrigger = Menu.Trigger;
export const DropdownMenuRadioGroup = Menu.RadioGroup;

const itemLook =
  'relative flex h-9 select-none items-center gap-2 rounded-sm px-2 text-sm outline-none data-[highlighted]:bg-accent data-[disabled]:opacity-50 touch:h-11 [&_svg]:size-4 [&_svg]:text-muted-foreground';

export function DropdownMenuContent({
  className,
  sideOffset = 6,
  ...props
}: ComponentProps<typeof Menu.Content>) {
  // Looked up when it opens: before, the page may not be there yet.
  const container = use(IsOpen) ? landmark() : undefined;
  return (
    <Menu.Portal container={container}>
      <Menu.Content
        sideOffset={sideOffset}
        collisionPadding={8}
        className={cn(
          'z-50 min-w-48 animate-fade-in rounded-md border bg-popover p-1 text-popover-foreground shadow-float',
          className,
        )}
        {...props}
      />
    </Menu.Portal>
  );
}

export function DropdownMenuItem({ className, ...props }: ComponentProps<typeof Menu.Item>) {
  return <Menu.Item className={cn(itemLook, className)} {...props} />;
}

export function DropdownMenuCheckboxItem({
  className,
  children,
  ...props
}: ComponentProps<typeof Menu.CheckboxItem>) {
  return (
    <Menu.CheckboxItem className={cn(itemLook, 'ps-8', className)} {...props}>
      <Menu.ItemIndicator className="absolute start-2">
        <Check aria-hidden="true" />
      </Menu.ItemIndicator>
      {children}
    </Menu.CheckboxItem>
  );
}

export function DropdownMenuRadioItem({
  className,
  children,
  ...props
}: ComponentProps<typeof Menu.RadioItem>) {
  return (
    <Menu.RadioItem className={cn(itemLook, 'ps-8', className)} {...props}>
      <Menu.ItemIndicator className="absolute start-2">
        <Check aria-hidden="true" />
      </Menu.ItemIndicator>
      {children}
    </Menu.RadioItem>
  );
}

export function DropdownMenuLabel({ className, ...props }: ComponentProps<typeof Menu.Label>) {
  return <Menu.Label className={cn('px-2 py-1.5 text-muted-foreground text-xs', className)} {...props} />;
}

export function DropdownMenuSeparator() {
  return <Menu.Separator className="-mx-1 my-1 h-px bg-border" />;
}

/** Menus open inside the page's main landmark; above a dialog, which hides that, they stand by themselves. */
function landmark(): HTMLElement | undefined {
  if (document.querySelector('[role="dialog"]')) return undefined;
  return document.getElementById('content') ?? undefined;
}
