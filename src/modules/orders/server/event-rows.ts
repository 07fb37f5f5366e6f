import type { Actor } from '#core/permissions.ts';
import { isInScope } from '#core/permissions.ts';
import { statement } from '#platform/server/db/statements.ts';
import { orderDocument } from './definition.ts';
import { buildEventRowJson } from './sql.ts';

/** An order's list row, with the columns that determine its scope. */
interface OrderListRow {
  _id: string;
  branch: string;
  kitchen: string;
  sentAt: string | null;
  json: string;
}

/** Loads the list rows of orders regardless of scope; `getVisibleOrderRow` applies the reader's scope. */
export const loadOrderRows = statement((db, ids: readonly string[]) =>
  db
    .selectFrom('orders')
    .where('orders._id', 'in', ids)
    .select(['orders._id', 'orders.branch', 'orders.kitchen', 'orders.sentAt'])
    .select(buildEventRowJson(db.dialect).as('json'))
    .$castTo<OrderListRow>(),
);

/** Returns the row as JSON text, as `GET /orders` lists it for the actor; null if the actor can't see it. */
export function getVisibleOrderRow(actor: Actor, order: OrderListRow | undefined): string | null {
  return order && isInScope(actor, orderDocument.audience(order)) ? order.json : null;
}
