import { type SyntheticEvent, useEffect, useState } from 'react';
import { lazyModule, useBackgroundModule } from '#src/lib/lazy-module.ts';
import { useStore } from '#src/lib/store.ts';
import { hasToasts, toastCount, attachToaster } from '#src/lib/toast.ts';

/** The library comes with the first thing there is to say. */
const sonner = lazyModule(() => import('sonner'));

/** Between a toast and what it must not lie over, or the window's foot. */
const gapPx = 12;
const leastPx = 56;
/** A bar may come, go or grow while a toast is there. */
const lookEveryMs = 300;
const looksFor = 40;

/**
 * How far from the window's foot toasts stand: above every bar with actions there (`data-foot-bar`), whatever its
 * height, on a page and in a panel.
 */
export function toastOffsetPx(
  bars: readonly Pick<DOMRect, 'top' | 'bottom' | 'height'>[],
  windowPx: number,
): number {
  const tops = bars
    .filter(
      ({ top, bottom, height }) =>
        height > 0 && top > windowPx / 3 && top < windowPx && bottom > windowPx / 2,
    )
    .map(({ top }) => top);
  return Math.max(leastPx, windowPx - Math.min(windowPx, ...tops) + gapPx);
}

function useRoomBelow(): number {
  const said = useStore(toastCount);
  const [px, setPx] = useState(leastPx);
  useEffect(() => {
    let left = looksFor;
    const look = () => {
      const bars = [...document.querySelectorAll('[data-foot-bar]')].map((bar) =>
        bar.getBoundingClientRect(),
      );
      setPx(toastOffsetPx(bars, window.innerHeight));
      left -= 1;
      if (left <= 0) clearInterval(timer);
    };
    const timer = setInterval(look, lookEveryMs);
    look();
    return () => clearInterval(timer);
  }, [said]);
  return px;
}

const keepIn = (event: SyntheticEvent) => event.stopPropagation();

/** Where toasts appear. */
export function Toaster() {
  const bottom = useRoomBelow();
  const loaded = useBackgroundModule(useStore(hasToasts), sonner);
  // After the effects of what it draws: toasts said before the library listens would be lost.
  useEffect(() => {
    if (loaded === null) return;
    attachToaster(loaded.toast);
    return () => attachToaster(null);
  }, [loaded]);
  return loaded === null ? null : (
    // The library sends whoever leaves a toast with Tab back to where they came from: as long as one stands, the keyboard would go to
    // and fro between the two. It does not hear that somebody came; nor does an open dialog that somebody presses Undo, and stays open.
    <div className="contents" onFocusCapture={keepIn} onPointerDown={keepIn}>
      <loaded.Toaster
        position="bottom-center"
        offset={{ bottom }}
        mobileOffset={{ bottom }}
        duration={6000}
        visibleToasts={3}
        toastOptions={{
          classNames: {
            actionButton: 'touch:!h-11 touch:!px-4 touch:!text-sm',
            toast: '!bg-popover !text-popover-foreground !border-border !shadow-float !rounded-lg',
          },
        }}
      />
    </div>
  );
}
