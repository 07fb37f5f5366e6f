import { breakerStore } from '#src/lib/cache/breaker.ts';
import { part, useLatePart } from '#src/lib/part.ts';
import { useStore } from '#src/lib/store.ts';

const note = part(() => import('./saved-orders-note.tsx'));

/** Says that orders come from the cache alone for now (SPEC section 8), from when they are, and how to go on. */
export function BreakerBanner() {
  const loaded = useLatePart(useStore(breakerStore).size > 0, note);
  return (
    <div role="status" className="print:hidden">
      {loaded === null ? null : <loaded.SavedOrdersNote />}
    </div>
  );
}
