import * as Menu from '@radix-ui/react-dropdown-menu';
import { Check } from 'lucide-react';
import { type ComponentProps, type Ref, useImperativeHandle } from 'react';
import { cn } from '#platform/web/cn.ts';

interface PanelProps extends ComponentProps<typeof Menu.Content> {
  isOpen: boolean;
  onOpenChange(isOpen: boolean): void;
  modal: boolean;
  /** The menu's button: its anchor, which also gets the focus back. */
  trigger: HTMLElement;
}

/** Surface of a menu, attached to a button that was rendered before this file loaded. */
export function Panel({ isOpen, onOpenChange, modal, trigger, className, ...props }: PanelProps) {
  return (
    <Menu.Root
      modal={modal}
      open={isOpen}
      onOpenChange={onOpenChange}
      dir={document.documentElement.dir === 'rtl' ? 'rtl' : 'ltr'}
    >
      <Menu.Trigger asChild>
        <StandIn element={trigger} />
      </Menu.Trigger>
      {/* Looked up on opening, because the page may not be rendered before. */}
      <Menu.Portal container={isOpen ? landmark() : undefined}>
        <Menu.Content
          collisionPadding={8}
          className={cn(
            'z-50 animate-fade-in rounded-md border bg-popover p-1 text-popover-foreground shadow-float',
            className,
          )}
          {...props}
          aria-labelledby={trigger.id}
        />
      </Menu.Portal>
    </Menu.Root>
  );
}

/** Provides the existing button to Radix as its trigger, and renders nothing. */
function StandIn({ element, ref }: { element: HTMLElement; ref?: Ref<HTMLElement> }) {
  useImperativeHandle(ref, () => element, [element]);
  return null;
}

const itemLook =
  'relative flex h-9 select-none items-center gap-2 rounded-sm text-sm outline-none data-[highlighted]:bg-accent data-[disabled]:opacity-50 touch:h-11 [&_svg]:size-4 [&_svg]:text-muted-foreground';
const plain = `${itemLook} px-2`;
const checkable = `${itemLook} ps-8 pe-2`;

export const RadioGroup = Menu.RadioGroup;

export function Item({ className, ...props }: ComponentProps<typeof Menu.Item>) {
  return <Menu.Item className={cn(plain, className)} {...props} />;
}

export function CheckboxItem({ className, children, ...props }: ComponentProps<typeof Menu.CheckboxItem>) {
  return (
    <Menu.CheckboxItem className={cn(checkable, className)} {...props}>
      <Mark />
      {children}
    </Menu.CheckboxItem>
  );
}

export function RadioItem({ className, children, ...props }: ComponentProps<typeof Menu.RadioItem>) {
  return (
    <Menu.RadioItem className={cn(checkable, className)} {...props}>
      <Mark />
      {children}
    </Menu.RadioItem>
  );
}

function Mark() {
  return (
    <Menu.ItemIndicator className="absolute start-2">
      <Check aria-hidden="true" />
    </Menu.ItemIndicator>
  );
}

export function Label({ className, ...props }: ComponentProps<typeof Menu.Label>) {
  return <Menu.Label className={cn('px-2 py-1.5 text-muted-foreground text-xs', className)} {...props} />;
}

export function Separator() {
  return <Menu.Separator className="-mx-1 my-1 h-px bg-border" />;
}

/** Menus render inside the page's main landmark; above a dialog, which hides that, in the body. */
function landmark(): HTMLElement | undefined {
  if (document.querySelector('[role="dialog"]')) return undefined;
  return document.getElementById('content') ?? undefined;
}
