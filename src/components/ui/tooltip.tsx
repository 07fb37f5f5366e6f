import { Slot } from '@radix-ui/react-slot';
import { type PointerEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { lazyModule, useLazyModule } from '#src/lib/lazy-module.ts';
import type { TipSide } from './place-tip.ts';

const tip = lazyModule(() => import('./tip.tsx'));

/** How long a pointer rests before the text shows, and how long the way from the child to the text may take. */
const showAfterMs = 300;
const graceMs = 120;

interface TooltipProps {
  /** Null shows nothing and leaves the child as it is. */
  text: string | null;
  side?: TipSide;
  children: ReactNode;
}

/**
 * A short explanation on hover and focus. It can be hovered itself, stays until the pointer or the focus leaves,
 * and Esc takes it away (WCAG 1.4.13). A finger sees none: what it must know is said elsewhere.
 */
export function Tooltip({ text, side = 'top', children }: TooltipProps) {
  const id = useId();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  /** Whoever presses the child needs no text for it; who comes with the keyboard does. */
  const isPressed = useRef(false);
  useEffect(() => () => clearTimeout(timer.current), []);

  const soon = (next: HTMLElement | null, ms: number) => {
    tip.load();
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setAnchor(next), ms);
  };
  const hide = () => {
    clearTimeout(timer.current);
    setAnchor(null);
  };
  const loaded = useLazyModule(tip);
  const isShown = text !== null && anchor !== null && loaded !== null;

  return (
    <>
      <Slot
        {...(isShown ? { 'aria-describedby': id } : {})}
        onPointerEnter={(event: PointerEvent<HTMLElement>) => {
          if (event.pointerType !== 'touch') soon(event.currentTarget, anchor ? 0 : showAfterMs);
        }}
        onPointerLeave={() => soon(null, graceMs)}
        onPointerDown={() => {
          isPressed.current = true;
          hide();
        }}
        onFocus={(event) => {
          tip.load();
          if (!isPressed.current) setAnchor(event.currentTarget);
        }}
        onBlur={() => {
          isPressed.current = false;
          hide();
        }}
      >
        {children}
      </Slot>
      {isShown ? (
        <loaded.Tip
          id={id}
          text={text}
          side={side}
          anchor={anchor}
          onStay={() => clearTimeout(timer.current)}
          onLeave={() => soon(null, graceMs)}
          onHide={hide}
        />
      ) : null}
    </>
  );
}
