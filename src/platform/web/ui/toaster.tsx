import { type SyntheticEvent, useEffect, useState } from 'react';
import { lazyModule, useBackgroundModule } from '#platform/web/lazy-module.ts';
import { useStore } from '#platform/web/store.ts';
import { hasToasts, toastCount, attachToaster } from '#platform/web/toast.ts';

/** The library loads with the first toast. */
const sonner = lazyModule(() => import('sonner'));

/** Gap between a toast and the bars or the window's edge below it. */
const gapPx = 12;
const leastPx = 56;
/** A bar may appear, disappear or grow while a toast is shown. In ms. */
const lookEveryMs = 300;
const looksFor = 40;

/**
 * Returns the distance of toasts from the bottom of the window: above every action bar (`data-foot-bar`) of
 * any height, on a page and in a panel.
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
  const count = useStore(toastCount);
  const [px, setPx] = useState(leastPx);
  useEffect(() => {
    let left = looksFor;
    const measure = () => {
      const bars = [...document.querySelectorAll('[data-foot-bar]')].map((bar) =>
        bar.getBoundingClientRect(),
      );
      setPx(toastOffsetPx(bars, window.innerHeight));
      left -= 1;
      if (left <= 0) clearInterval(timer);
    };
    const timer = setInterval(measure, lookEveryMs);
    measure();
    return () => clearInterval(timer);
  }, [count]);
  return px;
}

const keepIn = (event: SyntheticEvent) => event.stopPropagation();

/** Container of the toasts. */
export function Toaster() {
  const bottom = useRoomBelow();
  const loaded = useBackgroundModule(useStore(hasToasts), sonner);
  // Runs after the library's own effects; earlier toasts would be lost.
  useEffect(() => {
    if (loaded === null) return;
    attachToaster(loaded.toast);
    return () => attachToaster(null);
  }, [loaded]);
  return loaded === null ? null : (
    // The library returns the focus to its origin when Tab leaves a toast, which would trap the keyboard
    // between the two, so it must not see the focus event; an open dialog must not see the press on Undo,
    // which would close it.
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
