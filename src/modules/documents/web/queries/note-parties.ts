import { noteParties } from '#modules/orders/shapes.ts';
import { readQuery } from '#platform/web/queries/read-query.ts';
import { readObject } from '#platform/web/queries/read-shape.ts';

/**
 * Queries the addresses on an order's delivery note. If the server has none, the names in the order are used.
 */
export function notePartiesQuery(id: string) {
  return readQuery({
    collection: 'orders_data',
    key: ['parties', id],
    lifetime: 'other',
    path: `orders/${encodeURIComponent(id)}/parties`,
    read: (reply) => readObject(noteParties, reply.data),
  });
}
