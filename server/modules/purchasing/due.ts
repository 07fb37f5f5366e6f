import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { PurchaseDelivery } from '#contract/purchase-orders.ts';
import { lastEndedDay } from '#domain/analytics/service.ts';

const ref = (name: string) => sql.ref(name);
const table = (name: string) => sql.table(name);

/** What the first receipt that stands of an order says; null where nothing has come. `order`: the alias of the order's table. */
export const firstReceiptColumn = (order: string, column: string): RawBuilder<string | null> =>
  sql`(select r.${ref(column)} from ${table('goodsReceipts')} as r
    where r.${ref('purchaseOrder')} = ${ref(`${order}._id`)} and r.status = 'Posted'
    order by r.${ref('receivedAt')}, r.${ref('_id')} limit 1)`;

interface DueQuery {
  from?: string | undefined;
  to?: string | undefined;
  delivery?: PurchaseDelivery | undefined;
}

/**
 * Which orders were due: sent to a supplier and expected within the days, or come within them where no day was said. Suppliers are
 * scored by those of them that have come, or whose day has ended at every place on earth: what is expected today is not late yet. The list
 * of orders shows the same ones. Nothing asked for: any order, sent or not.
 */
export function dueConditions(
  order: string,
  { from, to, delivery }: DueQuery,
  now: Date,
): RawBuilder<SqlBool>[] {
  if (from === undefined && to === undefined && delivery === undefined) return [];
  const column = (name: string) => ref(`${order}.${name}`);
  const day = sql`coalesce(${column('expectedOn')}, ${firstReceiptColumn(order, 'businessDay')})`;
  const came = sql<SqlBool>`${firstReceiptColumn(order, '_id')} is not null`;
  const isOver = sql<SqlBool>`coalesce(${column('expectedOn')}, '9999') <= ${lastEndedDay(now)}`;
  return [
    sql<SqlBool>`${column('sentAt')} is not null and ${column('status')} in ('Sent', 'Closed')`,
    ...(from === undefined ? [] : [sql<SqlBool>`${day} >= ${from}`]),
    ...(to === undefined ? [] : [sql<SqlBool>`${day} <= ${to}`]),
    ...(delivery === 'dated' ? [sql<SqlBool>`${column('expectedOn')} is not null`] : []),
    ...(delivery === 'came' ? [came] : []),
    ...(delivery === 'due' || delivery === 'dated' ? [sql<SqlBool>`(${came} or ${isOver})`] : []),
  ];
}
