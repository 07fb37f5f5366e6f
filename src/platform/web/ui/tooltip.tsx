import { Slot } from '@radix-ui/react-slot';
import { type PointerEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { lazyModule, useLazyModule } from '#platform/web/lazy-module.ts';
import type { TipSide } from './place-tip.ts';

const tip = lazyModule(() => import('./tip.tsx'));

/** Delays in ms before a tooltip appears and before it disappears, so that the pointer can move onto it. */
const showDelayMs = 300;
const hideDelayMs = 120;

interface TooltipProps {
  /** Null shows nothing and leaves the child as it is. */
  text: string | null;
  side?: TipSide;
  children: ReactNode;
}

/**
 * A tooltip shown on hover and focus. The pointer can move onto it, it stays until the pointer or focus
 * leaves, and Esc closes it (WCAG 1.4.13). Touch users never see it, so it must not contain essential
 * information.
 */
export function Tooltip({ text, side = 'top', children }: TooltipProps) {
  const id = useId();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  /** Pressing the child hides the tooltip; keyboard focus shows it. */
  const isPressed = useRef(false);
  useEffect(() => () => clearTimeout(timer.current), []);

  const setAnchorLater = (next: HTMLElement | null, ms: number) => {
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
          if (event.pointerType !== 'touch') setAnchorLater(event.currentTarget, anchor ? 0 : showDelayMs);
        }}
        onPointerLeave={() => setAnchorLater(null, hideDelayMs)}
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
          onPointerStay={() => clearTimeout(timer.current)}
          onLeave={() => setAnchorLater(null, hideDelayMs)}
          onHide={hide}
        />
      ) : null}
    </>
  );
}
