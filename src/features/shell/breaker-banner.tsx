import { breakerStore } from '#src/lib/cache/breaker.ts';
import { lazyModule, useBackgroundModule } from '#src/lib/lazy-module.ts';
import { useStore } from '#src/lib/store.ts';

const note = lazyModule(() => import('./saved-orders-note.tsx'));

/** Says that orders come from the cache alone for now (SPEC section 8), from when they are, and how to go on. */
export function BreakerBanner() {
  const loaded = useBackgroundModule(useStore(breakerStore).size > 0, note);
  return (
    <div role="status" className="print:hidden">
      {loaded === null ? null : <loaded.SavedOrdersNote />}
    </div>
  );
}
