import { readList, readQuery } from '#platform/web/queries/read-query.ts';
import { readItem } from './items.ts';

/** Searches items by name, code or barcode on the server and returns the first matches. */
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
