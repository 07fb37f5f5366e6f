import { useEffect } from 'react';
import { part, useLatePart } from '#src/lib/part.ts';
import { useStore } from '#src/lib/store.ts';
import { hasToasts, toastsAppear } from '#src/lib/toast.ts';

/** The library comes with the first thing there is to say. */
const sonner = part(() => import('sonner'));

/** Clear of the bar at the foot of a screen, which holds its action: two rows where it is narrow. */
const aboveTheFoot = { desktop: { bottom: 124 }, phone: { bottom: 124 } };

/** Where toasts appear. */
export function Toaster() {
  const loaded = useLatePart(useStore(hasToasts), sonner);
  // After the effects of what it draws: toasts said before the library listens would be lost.
  useEffect(() => {
    if (loaded === null) return;
    toastsAppear(loaded.toast);
    return () => toastsAppear(null);
  }, [loaded]);
  return loaded === null ? null : (
    <loaded.Toaster
      position="bottom-center"
      offset={aboveTheFoot.desktop}
      mobileOffset={aboveTheFoot.phone}
      duration={6000}
      visibleToasts={3}
      toastOptions={{
        classNames: {
          actionButton: 'touch:!h-11 touch:!px-4 touch:!text-sm',
          toast: '!bg-popover !text-popover-foreground !border-border !shadow-float !rounded-lg',
        },
      }}
    />
  );
}
