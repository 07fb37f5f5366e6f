import type { WriteContext } from '#platform/server/http/route.ts';
import type { EventKind } from '#platform/server/http/services.ts';

/** Emits a stock event for each location whose opening stock was posted or reversed. */
export function emitStockEvents(
  ctx: Pick<WriteContext, 'emit'>,
  id: string,
  kind: EventKind,
  places: readonly string[],
): void {
  for (const place of new Set(places))
    ctx.emit({ collection: 'stock', id, change: kind, branches: [place], kitchens: [place] });
}
