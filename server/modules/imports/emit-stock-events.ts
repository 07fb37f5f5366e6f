import type { WriteContext } from '../../http/route.ts';
import type { EventKind } from '../../http/services.ts';

/** Tells each place that its stock was posted or taken back, and nobody of the places of others. */
export function emitStockEvents(
  ctx: Pick<WriteContext, 'emit'>,
  id: string,
  what: EventKind,
  places: readonly string[],
): void {
  for (const place of new Set(places))
    ctx.emit({ collection: 'stock', id, what, branches: [place], kitchens: [place] });
}
