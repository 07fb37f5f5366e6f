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
  /** Whether the button has had the pointer or the focus; the menu isn't created before that. */
  isRequested: boolean;
  request(): void;
}

const Context = createContext<MenuState | null>(null);

function useMenu(): MenuState {
  const menu = use(Context);
  if (menu === null) throw new Error('This component must be inside a DropdownMenu.');
  return menu;
}

interface DropdownMenuProps {
  open?: boolean;
  onOpenChange?(isOpen: boolean): void;
  modal?: boolean;
  children: ReactNode;
}

/** A button's menu. Not modal by default, so that screen readers can still read the page behind it. */
export function DropdownMenu({ open, onOpenChange, modal = false, children }: DropdownMenuProps) {
  const [isOwnOpen, setOwnOpen] = useState(false);
  const [isRequested, setRequested] = useState(false);
  const [trigger, setTrigger] = useState<HTMLElement | null>(null);
  const isOpen = open ?? isOwnOpen;
  const request = () => {
    parts.load();
    setRequested(true);
  };
  const setOpen = (next: boolean) => {
    if (next) request();
    setOwnOpen(next);
    onOpenChange?.(next);
  };
  return (
    <Context
      value={{ isOpen, setOpen, modal, trigger, setTrigger, isRequested: isRequested || isOpen, request }}
    >
      {children}
    </Context>
  );
}

interface TriggerProps extends ComponentProps<'button'> {
  /** Uses the child as the button. */
  asChild?: boolean;
}

/** Button of a menu. A click, Enter, Space and the down arrow open it. */
export function DropdownMenuTrigger({ asChild = false, ...props }: TriggerProps) {
  const { isOpen, setOpen, setTrigger, request } = useMenu();
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
      onPointerEnter={request}
      onFocus={request}
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
  const { isOpen, setOpen, modal, trigger, isRequested } = useMenu();
  useLazyModuleWhen(isOpen, parts);
  const loaded = useLazyModule(parts);
  if (loaded === null || trigger === null || !isRequested) return null;
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

interface LazyContentProps<M> {
  module: LazyModule<M>;
  /** Renders the `DropdownMenuContent`. */
  children(loaded: M): ReactNode;
}

/** Content of a menu whose module loads when a pointer or the focus reaches the menu's button. */
export function DropdownMenuLazyContent<M>({ module, children }: LazyContentProps<M>) {
  const { isRequested, isOpen } = useMenu();
  if (isRequested) module.load();
  useLazyModuleWhen(isOpen, module);
  const loaded = useLazyModule(module);
  return loaded === null || !isRequested ? null : children(loaded);
}

/** Creates a menu entry from the lazy module, which is loaded because entries render in an open menu only. */
function lazyPart<K extends 'Item' | 'CheckboxItem' | 'RadioGroup' | 'RadioItem' | 'Label' | 'Separator'>(
  name: K,
) {
  return function LazyPart(props: ComponentProps<(typeof Parts)[K]>) {
    return createElement(parts.get()[name] as ComponentType<object>, props as object);
  };
}

export const DropdownMenuItem = lazyPart('Item');
export const DropdownMenuCheckboxItem = lazyPart('CheckboxItem');
export const DropdownMenuRadioGroup = lazyPart('RadioGroup');
export const DropdownMenuRadioItem = lazyPart('RadioItem');
export const DropdownMenuLabel = lazyPart('Label');
export const DropdownMenuSeparator = lazyPart('Separator');
