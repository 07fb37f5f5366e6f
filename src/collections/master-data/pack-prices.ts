import { packagings } from '#contract/resources/packagings.ts';
import {
  readBoolean,
  type JsonRecord,
  parseList,
  readNumberValue,
  readReference,
  readText,
} from '#contract/tolerant.ts';
import { readQuery } from '../read-query.ts';
import { rowPath } from './resource-writes.ts';
import { cacheSettings } from './resources.ts';

/** One price of a whole pack from a day on; null ends the previous price. */
export interface PackPriceEntry {
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

/** Queries the last prices of a pack, latest first. */
export function packPricesQuery(id: string) {
  return readQuery({
    collection: cacheSettings(packagings)[0],
    key: ['packagings', 'prices', id],
    lifetime: 'orders',
    path: `${rowPath(packagings, id)}/prices`,
    search: { limit: 50 },
    read: (reply) => parseList(reply.data, readPrice).rows,
  });
}

const readPrice = (row: JsonRecord): PackPriceEntry => ({
  key: readText(row['seq']) ?? `${readText(row['validFrom'])} ${readNumberValue(row['price'])}`,
  supplier: readReference(row['supplierId'])?.id ?? null,
  price: readNumberValue(row['price']),
  validFrom: readText(row['validFrom']),
  source: readText(row['source']) ?? '',
  changePercent: readNumberValue(row['changePercent']),
  isCurrent: readBoolean(row['isCurrent']),
});
