import { baseUnitState } from '#modules/items/similar-items-shapes.ts';
import { readQuery } from '#platform/web/queries/read-query.ts';
import { readResponse } from '#platform/web/queries/read-shape.ts';

/** Queries the reason why an item's base unit is locked (movements, orders, wastage); null if it isn't. */
export function baseUnitQuery(itemId: string) {
  return readQuery({
    collection: 'items_data',
    key: ['base-unit', itemId],
    lifetime: 'orders',
    path: `items/${encodeURIComponent(itemId)}/base-unit`,
    read: (reply) => readResponse(reply, baseUnitState).lockedBy,
  });
}
