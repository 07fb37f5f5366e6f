import { Slot } from '@radix-ui/react-slot';
import {
  type PointerEvent,
  type ReactNode,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { placeTip, type TipSide } from './place-tip.ts';

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
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setAnchor(next), ms);
  };
  const hide = () => {
    clearTimeout(timer.current);
    setAnchor(null);
  };
  const isShown = text !== null && anchor !== null;

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
        <Tip
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

interface TipProps {
  id: string;
  text: string;
  side: TipSide;
  anchor: HTMLElement;
  onStay(): void;
  onLeave(): void;
  onHide(): void;
}

/** In the top layer: no table cuts it off, and no dialog lies over it. */
function Tip({ id, text, side, anchor, onStay, onLeave, onHide }: TipProps) {
  const tip = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => {
    if (!tip.current) return;
    tip.current.showPopover?.();
    placeTip(tip.current, anchor, side);
  }, [anchor, side, text]);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      // Esc takes away the text first, and what lies under it with the next press.
      event.stopPropagation();
      onHide();
    };
    window.addEventListener('keydown', onKey, true);
    window.addEventListener('scroll', onHide, true);
    return () => {
      window.removeEventListener('keydown', onKey, true);
      window.removeEventListener('scroll', onHide, true);
    };
  }, [onHide]);
  return (
    <span
      ref={tip}
      id={id}
      role="tooltip"
      popover="manual"
      onPointerEnter={onStay}
      onPointerLeave={onLeave}
      className="fixed inset-auto m-0 w-max max-w-72 animate-fade-in whitespace-normal rounded-sm border-0 bg-foreground px-2 py-1 font-normal text-background text-xs shadow-float"
    >
      {text}
    </span>
  );
}
