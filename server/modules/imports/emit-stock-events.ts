import type { WriteContext } from '../../http/route.ts';
import type { EventKind } from '../../http/services.ts';

/** Emits a stock event for each location whose opening stock was posted or reversed. */
export function emitStockEvents(
  ctx: Pick<WriteContext, 'emit'>,
  id: string,
  what: EventKind,
  places: readonly string[],
): void {
  for (const place of new Set(places))
    ctx.emit({ collection: 'stock', id, what, branches: [place], kitchens: [place] });
}
