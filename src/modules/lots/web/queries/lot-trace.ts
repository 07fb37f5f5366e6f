import { lotTrace, type LotTrace } from '../../shapes.ts';
import { readQuery } from '#platform/web/queries/read-query.ts';
import { readObject } from '#platform/web/queries/read-shape.ts';

/**
 * Queries the traceability of a lot, limited to what the user may see. Throws `ApiError`: 404 for an unknown
 * lot.
 */
export function lotTraceQuery(
  itemId: string,
  lot: string | null,
  direction: LotTrace['direction'] = 'forward',
) {
  return readQuery({
    collection: 'stock_data',
    key: ['lots', 'trace', itemId, lot, direction],
    lifetime: 'orders',
    path: 'lots/trace',
    search: { itemId, ...(lot !== null && { lot }), direction },
    // The response isn't unwrapped, because its `lot` property is only one part of it.
    read: (reply) => {
      const trace = readObject(lotTrace, reply.data);
      if (trace.lot.itemId === '') throw new TypeError('A trace without a lot');
      return trace;
    },
  });
}
