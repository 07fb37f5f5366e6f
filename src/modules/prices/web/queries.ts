import { packagings } from '#modules/packagings/collection.ts';
import { packPrice } from '../shapes.ts';
import { readQuery } from '#platform/web/queries/read-query.ts';
import { readRows } from '#platform/web/queries/read-shape.ts';
import { getRowPath } from '#modules/master-data/web/queries/resource-writes.ts';
import { getCacheSettings } from '#modules/master-data/web/queries/resources.ts';

/** Queries a pack's prices, latest first. */
export function packPricesQuery(id: string) {
  return readQuery({
    collection: getCacheSettings(packagings)[0],
    key: ['packagings', 'prices', id],
    lifetime: 'orders',
    path: `${getRowPath(packagings, id)}/prices`,
    search: { limit: 50 },
    read: (reply) => readRows(reply, packPrice),
  });
}
