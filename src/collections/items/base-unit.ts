import { readText } from '#contract/tolerant.ts';
import { readOne, readQuery } from '../read-query.ts';

/** What fixes an item's base unit (moves, orders, wastage); null while it may be changed. */
export function baseUnitQuery(itemId: string) {
  return readQuery({
    collection: 'items_data',
    key: ['base-unit', itemId],
    lifetime: 'orders',
    path: `items/${encodeURIComponent(itemId)}/base-unit`,
    read: (reply) => readOne(reply, (row) => readText(row['fixedBy'])),
  });
}
