import type { SimulatedChange } from '#modules/costing/input.ts';
import { type CostingSettings, costingSettings, priceChanges, whatIf } from '#modules/costing/shapes.ts';
import type { JsonRecord } from '#platform/shapes/tolerant.ts';
import type { ChangingBasis } from '../../recipe-cost.ts';
import { api } from '#platform/web/api/api.ts';
import { readOne, readQuery } from '#platform/web/queries/read-query.ts';
import { readObject, readResponse } from '#platform/web/queries/read-shape.ts';

/** Cached with recipes, because the results change whenever recipe costs do. */
const collection = 'recipes_data';
const lifetime = 'orders';

export interface PriceChangesParams {
  from: string;
  to: string;
  basis: ChangingBasis;
  place?: string;
  item?: string;
  exceedsTolerance?: boolean;
  page?: number;
  limit?: number;
}

/** Key of all price change queries, for invalidation when the tolerance changes. */
export const priceChangesKey = [collection, 'price-changes'] as const;

/** Queries the price changes of a period on one cost basis, and their effect on recipes. */
export function priceChangesQuery(params: PriceChangesParams) {
  return readQuery({
    collection,
    key: [priceChangesKey[1], params],
    lifetime,
    path: 'costing/price-changes',
    search: { ...params },
    read: (reply) => readResponse(reply, priceChanges),
  });
}

/** Queries recipe costs under assumed prices. */
export function whatIfQuery(changes: readonly SimulatedChange[]) {
  return readQuery({
    collection,
    key: ['what-if', changes],
    lifetime,
    path: 'costing/what-if',
    search: { changes: JSON.stringify(changes) },
    read: (reply) => readResponse(reply, whatIf),
  });
}

const readSettings = (row: JsonRecord) => readObject(costingSettings, row);

/** Queries the tolerance above which a price change is reported. */
export const costingSettingsQuery = () =>
  readQuery({
    collection: 'settings_data',
    key: ['costing'],
    lifetime: 'other',
    path: 'costing/settings',
    read: (reply) => readOne(reply, readSettings),
  });

/** Changes the tolerance of the business. Throws `ApiError`. */
export async function sendTolerance(
  tolerancePercent: number,
  { version }: CostingSettings,
  idempotencyKey: string,
): Promise<CostingSettings> {
  const json = { tolerancePercent };
  const reply = await api.send('put', 'costing/settings', { json, ifMatch: version, idempotencyKey });
  return readOne(reply, readSettings);
}
