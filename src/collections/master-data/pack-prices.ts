import { packagings } from '#contract/resources/packagings.ts';
import { boolean, type JsonRecord, list, number, reference, text } from '#contract/tolerant.ts';
import { readQuery } from '../read-query.ts';
import { rowPath } from './resource-writes.ts';
import { cacheSettings } from './resources.ts';

/** One price that a pack has had, of the whole pack; null from a day on which it has none. */
export interface PackPrice {
  key: string;
  supplier: string | null;
  price: number | null;
  /** YYYY-MM-DD */
  validFrom: string | null;
  /** list, receipt, invoice. */
  source: string;
  changePercent: number | null;
  isCurrent: boolean;
}

/** The last prices of a pack, the latest first. */
export function packPricesQuery(id: string) {
  return readQuery({
    collection: cacheSettings(packagings)[0],
    key: ['packagings', 'prices', id],
    lifetime: 'orders',
    path: `${rowPath(packagings, id)}/prices`,
    search: { limit: 50 },
    read: (reply) => list(reply.data, readPrice).rows,
  });
}

const readPrice = (row: JsonRecord): PackPrice => ({
  key: text(row['seq']) ?? `${text(row['validFrom'])} ${number(row['price'])}`,
  supplier: reference(row['supplierId'])?.id ?? null,
  price: number(row['price']),
  validFrom: text(row['validFrom']),
  source: text(row['source']) ?? '',
  changePercent: number(row['changePercent']),
  isCurrent: boolean(row['isCurrent']),
});
