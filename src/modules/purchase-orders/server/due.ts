import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { PurchaseDelivery } from '../purchase-status.ts';
import { getLastEndedDay } from '#modules/analytics/service.ts';

const ref = (name: string) => sql.ref(name);
const table = (name: string) => sql.table(name);

/**
 * Returns a column of an order's first posted receipt; null before there is one. `order`: alias of the order
 * table.
 */
export const selectFirstReceiptColumn = (order: string, column: string): RawBuilder<string | null> =>
  sql`(select r.${ref(column)} from ${table('goodsReceipts')} as r
    where r.${ref('purchaseOrder')} = ${ref(`${order}._id`)} and r.status = 'Posted'
    order by r.${ref('receivedAt')}, r.${ref('_id')} limit 1)`;

interface DueQuery {
  from?: string | undefined;
  to?: string | undefined;
  delivery?: PurchaseDelivery | undefined;
}

/**
 * Returns conditions for orders that were due: sent, and expected within the days (or received within them if
 * no expected day was set). Used by the supplier scorecard and the order list. For `due` and `dated`,
 * the order must have been received, or its expected day must have ended in every time zone. Without filters,
 * any order matches.
 */
export function buildDueConditions(
  order: string,
  { from, to, delivery }: DueQuery,
  now: Date,
): RawBuilder<SqlBool>[] {
  if (from === undefined && to === undefined && delivery === undefined) return [];
  const column = (name: string) => ref(`${order}.${name}`);
  const day = sql`coalesce(${column('expectedOn')}, ${selectFirstReceiptColumn(order, 'businessDay')})`;
  const isReceived = sql<SqlBool>`${selectFirstReceiptColumn(order, '_id')} is not null`;
  const isDue = sql<SqlBool>`coalesce(${column('expectedOn')}, '9999') <= ${getLastEndedDay(now)}`;
  return [
    sql<SqlBool>`${column('sentAt')} is not null and ${column('status')} in ('Sent', 'Closed')`,
    ...(from === undefined ? [] : [sql<SqlBool>`${day} >= ${from}`]),
    ...(to === undefined ? [] : [sql<SqlBool>`${day} <= ${to}`]),
    ...(delivery === 'dated' ? [sql<SqlBool>`${column('expectedOn')} is not null`] : []),
    ...(delivery === 'received' ? [isReceived] : []),
    ...(delivery === 'due' || delivery === 'dated' ? [sql<SqlBool>`(${isReceived} or ${isDue})`] : []),
  ];
}
