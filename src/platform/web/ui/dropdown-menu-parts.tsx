import * as Menu from '@radix-ui/react-dropdown-menu';
import { Check } from 'lucide-react';
import { type ComponentProps, type Ref, useImperativeHandle } from 'react';
import { cn } from '#platform/web/cn.ts';

interface PanelProps extends ComponentProps<typeof Menu.Content> {
  isOpen: boolean;
  onOpenChange(isOpen: boolean): void;
  modal: boolean;
  /** The menu's button: the menu is anchored to it and returns the focus to it. */
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
        <TriggerProxy element={trigger} />
      </Menu.Trigger>
      {/* Determined on opening, because the page may not be rendered before. */}
      <Menu.Portal container={isOpen ? getContainer() : undefined}>
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

/** Gives Radix the existing button as the trigger; renders nothing. */
function TriggerProxy({ element, ref }: { element: HTMLElement; ref?: Ref<HTMLElement> }) {
  useImperativeHandle(ref, () => element, [element]);
  return null;
}

const itemClass =
  'relative flex h-9 select-none items-center gap-2 rounded-sm text-sm outline-none data-[highlighted]:bg-accent data-[disabled]:opacity-50 touch:h-11 [&_svg]:size-4 [&_svg]:text-muted-foreground';
const plainItemClass = `${itemClass} px-2`;
const checkableItemClass = `${itemClass} ps-8 pe-2`;

export const RadioGroup = Menu.RadioGroup;

export function Item({ className, ...props }: ComponentProps<typeof Menu.Item>) {
  return <Menu.Item className={cn(plainItemClass, className)} {...props} />;
}

export function CheckboxItem({ className, children, ...props }: ComponentProps<typeof Menu.CheckboxItem>) {
  return (
    <Menu.CheckboxItem className={cn(checkableItemClass, className)} {...props}>
      <Mark />
      {children}
    </Menu.CheckboxItem>
  );
}

export function RadioItem({ className, children, ...props }: ComponentProps<typeof Menu.RadioItem>) {
  return (
    <Menu.RadioItem className={cn(checkableItemClass, className)} {...props}>
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

/**
 * Returns the main landmark, in which menus are rendered; undefined (the body) while a dialog is open,
 * because the dialog hides the landmark.
 */
function getContainer(): HTMLElement | undefined {
  if (document.querySelector('[role="dialog"]')) return undefined;
  return document.getElementById('content') ?? undefined;
}
