import { type SyntheticEvent, useEffect, useState } from 'react';
import { lazyModule, useBackgroundModule } from '#platform/web/lazy-module.ts';
import { useStore } from '#platform/web/store.ts';
import { hasToasts, toastCount, attachToaster } from '#platform/web/toast.ts';

/** The library loads with the first toast. */
const sonner = lazyModule(() => import('sonner'));

/** Gap between a toast and the bars or the window's edge below it. */
const gapPx = 12;
const minOffsetPx = 56;
/** Interval for measuring the bars, which may appear, disappear or grow while a toast is shown. In ms. */
const measureIntervalMs = 300;
const maxMeasurements = 40;

/**
 * Returns the distance between toasts and the bottom of the window: above every action bar (`data-foot-bar`),
 * whatever its height, on a page or in a panel.
 */
export function computeToastOffsetPx(
  bars: readonly Pick<DOMRect, 'top' | 'bottom' | 'height'>[],
  windowPx: number,
): number {
  const tops = bars
    .filter(
      ({ top, bottom, height }) =>
        height > 0 && top > windowPx / 3 && top < windowPx && bottom > windowPx / 2,
    )
    .map(({ top }) => top);
  return Math.max(minOffsetPx, windowPx - Math.min(windowPx, ...tops) + gapPx);
}

function useToastOffset(): number {
  const count = useStore(toastCount);
  const [px, setPx] = useState(minOffsetPx);
  useEffect(() => {
    let remaining = maxMeasurements;
    const measure = () => {
      const bars = [...document.querySelectorAll('[data-foot-bar]')].map((bar) =>
        bar.getBoundingClientRect(),
      );
      setPx(computeToastOffsetPx(bars, window.innerHeight));
      remaining -= 1;
      if (remaining <= 0) clearInterval(timer);
    };
    const timer = setInterval(measure, measureIntervalMs);
    measure();
    return () => clearInterval(timer);
  }, [count]);
  return px;
}

const stopPropagation = (event: SyntheticEvent) => event.stopPropagation();

/** Container of the toasts. */
export function Toaster() {
  const bottom = useToastOffset();
  const loaded = useBackgroundModule(useStore(hasToasts), sonner);
  // Must run after the library's own effects; toasts shown before that would be lost.
  useEffect(() => {
    if (loaded === null) return;
    attachToaster(loaded.toast);
    return () => attachToaster(null);
  }, [loaded]);
  return loaded === null ? null : (
    // When Tab leaves a toast, the library returns the focus to where it came from, which would trap the
    // keyboard between the two, so it must not see the focus event. An open dialog must not see the press on
    // Undo, because it would close.
    <div className="contents" onFocusCapture={stopPropagation} onPointerDown={stopPropagation}>
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
