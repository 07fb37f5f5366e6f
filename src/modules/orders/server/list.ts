import type { OrderQueryParams } from '../input.ts';
import { type Actor, getScope } from '#core/permissions.ts';
import { runCompiledQuery } from '#platform/server/db/statements.ts';
import type { Queryable } from '#platform/server/db/types.ts';
import type { RouteResponse } from '#platform/server/http/route.ts';
import { countOrders } from './order-counters.ts';
import { filterOrders, type OrdersQuery, selectOrderPage, loadLookups, parseStatuses } from './filter.ts';
import { buildCounterFilter } from './scope.ts';
import { concatenateJson, buildSimpleJson, buildSummaryJson } from './sql.ts';

/** Above this, a total that isn't available from the counters is only a lower bound. */
const maxCounted = 10_000;

export type OrderView = 'summary' | 'full' | 'simple';

/** Lists a page of visible orders as JSON built by the database. */
export async function listOrders(
  db: Queryable,
  actor: Actor,
  query: OrderQueryParams,
  view: OrderView,
): Promise<RouteResponse> {
  const lookups = await loadLookups(db, actor, query);
  const queryKey = JSON.stringify([db.dialect, getScope(actor), query, lookups]);
  const filtered = () => filterOrders(db, actor, query, lookups);
  const [page] = await runCompiledQuery(db, `orders ${view} ${queryKey}`, () => {
    const json =
      view === 'simple' ? buildSimpleJson(db.dialect) : buildSummaryJson(db.dialect, view === 'full');
    const rows = selectOrderPage(db, actor, query, lookups).select(json.as('json'));
    return db.selectFrom(rows.as('page')).select(concatenateJson(db.dialect).as('orders'));
  });
  const { total, capped } = hasCounters(query)
    ? { total: await countFromCounters(db, actor, query), capped: false }
    : await countUpTo(db, `order count ${queryKey}`, filtered);
  const end = `,"total":${total}${capped ? ',"totalCapped":true' : ''},"page":${query.page},"limit":${query.limit}}`;
  return {
    status: 200,
    raw: true,
    body: `{"orders":[${page?.orders ?? ''}]${end}`,
    headers: { 'x-total-count': String(total) },
  };
}

/** Whether the counters can provide the query's total. */
function hasCounters(query: OrderQueryParams): boolean {
  const { deliveryDate, from, to, shippedBefore, orderType, isLate, q } = query;
  return !deliveryDate && !from && !to && !shippedBefore && !orderType && isLate === undefined && !q;
}

async function countFromCounters(db: Queryable, actor: Actor, query: OrderQueryParams): Promise<number> {
  const scope = buildCounterFilter(actor);
  if (scope === null) return 0;
  return countOrders(db, {
    ...scope,
    ...(query.sentToKitchen && { sentToKitchen: true }),
    statuses: parseStatuses(query),
    ...(query.branch && { branches: [query.branch] }),
    ...(query.kitchen && { kitchens: [query.kitchen] }),
  });
}

/** Counts rows up to the maximum. */
async function countUpTo(
  db: Queryable,
  key: string,
  filtered: () => OrdersQuery,
): Promise<{ total: number; capped: boolean }> {
  const [row] = await runCompiledQuery(db, key, () =>
    db
      .selectFrom(
        filtered()
          .select('orders._id')
          .limit(maxCounted + 1)
          .as('counted'),
      )
      .select((eb) => eb.fn.countAll<number>().as('total')),
  );
  const total = Number(row?.total ?? 0);
  return { total: Math.min(total, maxCounted), capped: total > maxCounted };
}
