import { orderStatuses } from '#modules/orders/status.ts';
import type { SetupProgress } from '../setup-progress-shapes.ts';
import type { Queryable } from '#platform/server/db/types.ts';
import { readBaseCurrencyCode } from '#modules/people/server/users/present.ts';

/** Maximum number of rows counted. */
const maxCounted = 1000;

/** Statuses from first to last, without rejected and cancelled. */
const orderProgress = orderStatuses.filter((status) => status !== 'Rejected' && status !== 'Cancelled');

/**
 * Returns the setup progress. Only reads short tables, counters and first rows, so that it is fast for any
 * business.
 */
export async function readSetupProgress(db: Queryable, businessName: string | null): Promise<SetupProgress> {
  const count = async (table: 'units' | 'itemCategories' | 'items' | 'users') => {
    const rows = await db
      .selectFrom(table)
      .select('_id')
      .where('isActive', '=', 1)
      .limit(maxCounted)
      .execute();
    return rows.length;
  };
  const places = await db
    .selectFrom('branches')
    .select(['type', 'supplyingKitchenId', 'countedAt'])
    .where('isActive', '=', 1)
    .execute();
  const branches = places.filter(({ type }) => type === 'branch');
  const otherPlaces = places.filter(({ type }) => type !== 'branch');
  const suppliedBranches = branches.filter(({ supplyingKitchenId }) => supplyingKitchenId !== null).length;
  return {
    businessName,
    baseCurrency: await readBaseCurrencyCode(db),
    units: await count('units'),
    kitchens: places.filter(({ type }) => type === 'central_kitchen').length,
    branches: suppliedBranches,
    unsuppliedBranches: branches.length - suppliedBranches,
    itemCategories: await count('itemCategories'),
    items: await count('items'),
    isStocked: otherPlaces.some(({ countedAt }) => countedAt !== null) || (await hasStock(db)),
    people: await count('users'),
    order: await findMostAdvancedOrder(db),
  };
}

async function hasStock(db: Queryable): Promise<boolean> {
  const row = await db
    .selectFrom('balances')
    .innerJoin('places', 'places.placeId', 'balances.placeId')
    .select('balances.itemId')
    .where('places.type', 'in', ['central_kitchen', 'warehouse'])
    .where('balances.onHandMicro', '>', 0)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

async function findMostAdvancedOrder(db: Queryable): Promise<SetupProgress['order']> {
  const reachedStatuses = await db
    .selectFrom('orderCounts')
    .select('status')
    .where('count', '>', 0)
    .groupBy('status')
    .execute();
  const statuses = new Set(reachedStatuses.map(({ status }) => status));
  const furthestStatus = orderProgress.findLast((status) => statuses.has(status));
  if (furthestStatus === undefined) return null;
  const order = await db
    .selectFrom('orders')
    .select(['_id', 'orderNo', 'status'])
    .where('status', '=', furthestStatus)
    .orderBy('createdAt')
    .limit(1)
    .executeTakeFirst();
  return order ?? null;
}
