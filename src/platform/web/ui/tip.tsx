import { useEffect, useLayoutEffect, useRef } from 'react';
import { placeTip, type TipSide } from './place-tip.ts';

interface TipProps {
  id: string;
  text: string;
  side: TipSide;
  anchor: HTMLElement;
  onPointerStay(): void;
  onLeave(): void;
  onHide(): void;
}

/** Text of a tooltip, in the top layer so that no table clips it and no dialog covers it. */
export function Tip({ id, text, side, anchor, onPointerStay, onLeave, onHide }: TipProps) {
  const tip = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => {
    if (!tip.current) return;
    tip.current.showPopover?.();
    placeTip(tip.current, anchor, side);
  }, [anchor, side, text]);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      // Esc closes the tooltip first; pressing it a second time closes the layer below.
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
      onPointerEnter={onPointerStay}
      onPointerLeave={onLeave}
      className="fixed inset-auto m-0 w-max max-w-72 animate-fade-in whitespace-normal rounded-sm border-0 bg-foreground px-2 py-1 font-normal text-background text-xs shadow-float"
    >
      {text}
    </span>
  );
}
