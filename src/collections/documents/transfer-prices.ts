import type { TransferPriceRow } from '#contract/transfers.ts';
import {
  readBoolean,
  readId,
  type JsonRecord,
  parseList,
  readNumberValue,
  readText,
} from '#contract/tolerant.ts';
import { priceRules } from '#domain/transfers/kinds.ts';
import { api } from '#src/lib/api/api.ts';
import { readQuery } from '../read-query.ts';

/** Queries the transfer prices of branches and branch categories; without a row, cost applies. */
export function transferPricesQuery() {
  return {
    ...readQuery({
      collection: 'settings_data',
      key: ['transfer-prices'],
      lifetime: 'other',
      path: 'transfers/prices',
      read: (reply) => parseList(reply.data, readPrice).rows,
    }),
    refetchOnMount: 'always' as const,
  };
}

/**
 * Replaces all transfer prices if they have not changed since `seen`. Throws `ApiError`, by
 * `prices.<n>.<field>`.
 */
export async function sendTransferPrices(
  prices: readonly TransferPriceRow[],
  seen: readonly TransferPriceRow[],
  idempotencyKey: string,
): Promise<TransferPriceRow[]> {
  const { data } = await api.send('put', 'transfers/prices', { json: { prices, seen }, idempotencyKey });
  return parseList(data, readPrice).rows;
}

function readPrice(row: JsonRecord): TransferPriceRow | null {
  const _id = readId(row);
  const rule = priceRules.find((each) => each === readText(row['rule']));
  if (_id === null || !rule) return null;
  return {
    _id,
    rule,
    percent: readNumberValue(row['percent']),
    isFranchise: readBoolean(row['isFranchise'], false),
  };
}
