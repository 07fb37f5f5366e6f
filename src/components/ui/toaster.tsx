import { lazy, Suspense } from 'react';

const Sonner = lazy(async () => ({ default: (await import('sonner')).Toaster }));

/** Clear of the bar at the foot of a screen, which holds its action: one row on a desktop, two on a phone. */
const aboveTheFoot = { desktop: { bottom: 76 }, phone: { bottom: 124 } };

/** Where toasts appear. The library loads with the first screen, after the shell has painted. */
export function Toaster() {
  return (
    <Suspense fallback={null}>
      <Sonner
        position="bottom-center"
        offset={aboveTheFoot.desktop}
        mobileOffset={aboveTheFoot.phone}
        duration={6000}
        visibleToasts={3}
        toastOptions={{
          classNames: {
            toast: '!bg-popover !text-popover-foreground !border-border !shadow-float !rounded-lg',
          },
        }}
      />
    </Suspense>
  );
}
