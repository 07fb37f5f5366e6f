import { packagings } from '#contract/resources/packagings.ts';
import { packPrice } from '#contract/shapes/pack-prices.ts';
import { readQuery } from '../read-query.ts';
import { readRows } from '../read-shape.ts';
import { rowPath } from './resource-writes.ts';
import { cacheSettings } from './resources.ts';

/** Queries the last prices of a pack, latest first. */
export function packPricesQuery(id: string) {
  return readQuery({
    collection: cacheSettings(packagings)[0],
    key: ['packagings', 'prices', id],
    lifetime: 'orders',
    path: `${rowPath(packagings, id)}/prices`,
    search: { limit: 50 },
    read: (reply) => readRows(reply, packPrice),
  });
}
