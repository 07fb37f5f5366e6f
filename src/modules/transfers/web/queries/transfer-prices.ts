import { type TransferPrice, transferPrice } from '../../shapes.ts';
import { parseList } from '#platform/shapes/tolerant.ts';
import { api } from '#platform/web/api/api.ts';
import { readQuery } from '#platform/web/queries/read-query.ts';
import { createReader } from '#platform/web/queries/read-shape.ts';

/** Queries the transfer prices of branches and branch categories; without a row, cost applies. */
export function transferPricesQuery() {
  return {
    ...readQuery({
      collection: 'settings_data',
      key: ['transfer-prices'],
      lifetime: 'other',
      path: 'transfers/prices',
      read: (reply) => parseList(reply.data, createReader(transferPrice)).rows,
    }),
    refetchOnMount: 'always' as const,
  };
}

/**
 * Replaces all transfer prices if they still equal `current`. Throws `ApiError`, by
 * `prices.<n>.<field>`.
 */
export async function sendTransferPrices(
  prices: readonly TransferPrice[],
  current: readonly TransferPrice[],
  idempotencyKey: string,
): Promise<TransferPrice[]> {
  const { data } = await api.send('put', 'transfers/prices', {
    json: { prices, previous: current },
    idempotencyKey,
  });
  return parseList(data, createReader(transferPrice)).rows;
}
