import { Slot } from '@radix-ui/react-slot';
import {
  type ComponentProps,
  type ComponentType,
  createContext,
  createElement,
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  use,
  useId,
  useState,
} from 'react';
import { type LazyModule, lazyModule, useLazyModule, useLazyModuleWhen } from '#platform/web/lazy-module.ts';
import type * as Parts from './dropdown-menu-parts.tsx';

/**
 * Radix's menu with its positioning is 20 KB: it loads when a pointer or the focus reaches a menu's button.
 */
const parts = lazyModule(() => import('./dropdown-menu-parts.tsx'));

interface MenuState {
  isOpen: boolean;
  setOpen(isOpen: boolean): void;
  modal: boolean;
  trigger: HTMLElement | null;
  setTrigger(trigger: HTMLElement | null): void;
  /** Whether a pointer or the focus has reached the button; the menu is created only then. */
  isWanted: boolean;
  want(): void;
}

const Context = createContext<MenuState | null>(null);

function useMenu(): MenuState {
  const menu = use(Context);
  if (menu === null) throw new Error('This part of a menu stands outside a DropdownMenu.');
  return menu;
}

interface DropdownMenuProps {
  open?: boolean;
  onOpenChange?(isOpen: boolean): void;
  modal?: boolean;
  children: ReactNode;
}

/** Not modal by default: the page behind an open menu stays readable, and accessible to screen readers. */
export function DropdownMenu({ open, onOpenChange, modal = false, children }: DropdownMenuProps) {
  const [isOwnOpen, setOwnOpen] = useState(false);
  const [isWanted, setWanted] = useState(false);
  const [trigger, setTrigger] = useState<HTMLElement | null>(null);
  const isOpen = open ?? isOwnOpen;
  const want = () => {
    parts.load();
    setWanted(true);
  };
  const setOpen = (next: boolean) => {
    if (next) want();
    setOwnOpen(next);
    onOpenChange?.(next);
  };
  return (
    <Context value={{ isOpen, setOpen, modal, trigger, setTrigger, isWanted: isWanted || isOpen, want }}>
      {children}
    </Context>
  );
}

interface TriggerProps extends ComponentProps<'button'> {
  /** The child is the button. */
  asChild?: boolean;
}

/** Button of a menu. A click, Enter, Space and the down arrow open it. */
export function DropdownMenuTrigger({ asChild = false, ...props }: TriggerProps) {
  const { isOpen, setOpen, setTrigger, want } = useMenu();
  const id = useId();
  const Button = asChild ? Slot : 'button';
  return (
    <Button
      {...(asChild ? {} : { type: 'button' as const })}
      id={id}
      {...props}
      ref={setTrigger}
      aria-haspopup="menu"
      aria-expanded={isOpen}
      data-state={isOpen ? 'open' : 'closed'}
      onPointerEnter={want}
      onFocus={want}
      onPointerDown={(event: PointerEvent<HTMLButtonElement>) => {
        if (event.button !== 0 || event.ctrlKey || event.currentTarget.disabled) return;
        // The menu takes the focus itself.
        if (!isOpen) event.preventDefault();
        setOpen(!isOpen);
      }}
      onKeyDown={(event: KeyboardEvent<HTMLButtonElement>) => {
        if (!['Enter', ' ', 'ArrowDown'].includes(event.key)) return;
        event.preventDefault();
        setOpen(event.key === 'ArrowDown' || !isOpen);
      }}
    />
  );
}

type ContentProps = Omit<ComponentProps<typeof Parts.Panel>, 'isOpen' | 'onOpenChange' | 'modal' | 'trigger'>;

export function DropdownMenuContent({ className = 'min-w-48', sideOffset = 6, ...props }: ContentProps) {
  const { isOpen, setOpen, modal, trigger, isWanted } = useMenu();
  useLazyModuleWhen(isOpen, parts);
  const loaded = useLazyModule(parts);
  if (loaded === null || trigger === null || !isWanted) return null;
  return (
    <loaded.Panel
      isOpen={isOpen}
      onOpenChange={setOpen}
      modal={modal}
      trigger={trigger}
      className={className}
      sideOffset={sideOffset}
      {...props}
    />
  );
}

interface LateProps<M> {
  from: LazyModule<M>;
  /** Renders the `DropdownMenuContent`. */
  children(loaded: M): ReactNode;
}

/** A menu whose content also loads when a pointer or the focus reaches its button. */
export function DropdownMenuLate<M>({ from, children }: LateProps<M>) {
  const { isWanted, isOpen } = useMenu();
  if (isWanted) from.load();
  useLazyModuleWhen(isOpen, from);
  const loaded = useLazyModule(from);
  return loaded === null || !isWanted ? null : children(loaded);
}

/** Menu entries render inside an open menu only, when the parts are loaded. */
function late<K extends 'Item' | 'CheckboxItem' | 'RadioGroup' | 'RadioItem' | 'Label' | 'Separator'>(
  name: K,
) {
  return function Late(props: ComponentProps<(typeof Parts)[K]>) {
    return createElement(parts.get()[name] as ComponentType<object>, props as object);
  };
}

export const DropdownMenuItem = late('Item');
export const DropdownMenuCheckboxItem = late('CheckboxItem');
export const DropdownMenuRadioGroup = late('RadioGroup');
export const DropdownMenuRadioItem = late('RadioItem');
export const DropdownMenuLabel = late('Label');
export const DropdownMenuSeparator = late('Separator');
