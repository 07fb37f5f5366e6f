import { lazy, Suspense } from 'react';

const Sonner = lazy(async () => ({ default: (await import('sonner')).Toaster }));

/** Where toasts appear. The library loads with the first screen, after the shell has painted. */
export function Toaster() {
  return (
    <Suspense fallback={null}>
      <Sonner
        position="bottom-center"
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
