import { readList, readQuery } from '../read-query.ts';
import { readItem } from './items.ts';

/** The first items that fit what was typed: name, code or barcode, as the server searches. */
export function itemSearchQuery(q: string, limit: number) {
  return readQuery({
    collection: 'items_data',
    key: ['search', q, limit],
    lifetime: 'items',
    path: 'items',
    search: { q, limit },
    read: (reply) => readList(reply, readItem).rows,
  });
}
