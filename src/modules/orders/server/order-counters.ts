import { type ExpressionBuilder, sql } from 'kysely';
import type { Database } from '#platform/server/db/tables.ts';
import type { Audience } from '#core/permissions.ts';
import { runCompiledQuery, statement } from '#platform/server/db/statements.ts';
import type { Queryable, Tx } from '#platform/server/db/types.ts';

/** The fields that determine an order's counter. `sentAt`: kitchens count only orders sent to them. */
interface CounterFields {
  branch: string;
  kitchen: string;
  status: string;
  sentAt: string | null;
}

/** Moves an order between counters; null means not yet created, or deleted. */
export async function updateOrderCounters(
  tx: Tx,
  before: CounterFields | null,
  after: CounterFields | null,
): Promise<void> {
  const rows = [...(before ? [buildCounter(before, -1)] : []), ...(after ? [buildCounter(after, 1)] : [])];
  // Sorted to prevent deadlocks.
  rows.sort((a, b) => (getCounterKey(a) < getCounterKey(b) ? -1 : 1));
  if (rows.length === 2 && getCounterKey(rows[0]) === getCounterKey(rows[1])) return;
  for (const row of rows)
    await addToCounter(tx, row.branch, row.kitchen, row.status, row.sentToKitchen, row.count);
}

const addToCounter = statement(
  (db, branch: string, kitchen: string, status: string, sentToKitchen: 0 | 1, count: number) =>
    db
      .insertInto('orderCounts')
      .values({ branch, kitchen, status, sentToKitchen, count })
      .onConflict((conflict) =>
        conflict.columns(['branch', 'kitchen', 'status', 'sentToKitchen']).doUpdateSet({
          count: sql<number>`${sql.ref('orderCounts.count')} + ${sql.ref('excluded.count')}`,
        }),
      ),
);

function buildCounter(order: CounterFields, count: number) {
  const sentToKitchen = order.sentAt === null ? (0 as const) : (1 as const);
  return { branch: order.branch, kitchen: order.kitchen, status: order.status, sentToKitchen, count };
}

function getCounterKey(row: ReturnType<typeof buildCounter> | undefined): string {
  return row ? `${row.branch}|${row.kitchen}|${row.status}|${row.sentToKitchen}` : '';
}

/** Selects counters; an empty or absent list means all. */
export interface CountFilter {
  statuses?: string[];
  branches?: string[];
  kitchens?: string[];
  /** Only orders that have reached their kitchen. */
  sentToKitchen?: boolean;
  /** Only orders of these branches, and those that have reached one of these kitchens. */
  visibleTo?: Audience;
}

/** Condition for counters visible to these branches and kitchens. */
export const isCounterVisibleTo =
  ({ branches, kitchens }: Audience) =>
  (on: ExpressionBuilder<Database, 'orderCounts'>) =>
    on.or([
      on('branch', 'in', branches.length > 0 ? branches : ['']),
      on.and([on('kitchen', 'in', kitchens.length > 0 ? kitchens : ['']), on('sentToKitchen', '=', 1)]),
    ]);

/** Counts orders from the counters, without reading orders. */
export async function countOrders(db: Queryable, filter: CountFilter): Promise<number> {
  const [row] = await runCompiledQuery(db, `order counters ${JSON.stringify(filter)}`, () => {
    let query = db.selectFrom('orderCounts').select((eb) => eb.fn.sum<number | null>('count').as('total'));
    if (filter.statuses?.length) query = query.where('status', 'in', filter.statuses);
    if (filter.branches?.length) query = query.where('branch', 'in', filter.branches);
    if (filter.kitchens?.length) query = query.where('kitchen', 'in', filter.kitchens);
    if (filter.visibleTo) query = query.where(isCounterVisibleTo(filter.visibleTo));
    return filter.sentToKitchen ? query.where('sentToKitchen', '=', 1) : query;
  });
  return Number(row?.total ?? 0);
}
