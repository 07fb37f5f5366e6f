import type { Actor } from '#domain/permissions.ts';
import { isInScope } from '#domain/permissions.ts';
import { statement } from '../../db/statements.ts';
import { orderDocument } from '../../documents/registry.ts';
import { announcedJson } from './sql.ts';

/** An order as its list row, with the columns that decide who may see it. */
interface AnnouncedOrder {
  _id: string;
  branch: string;
  kitchen: string;
  sentAt: string | null;
  json: string;
}

/** Reads the list rows of several orders, whoever asks; `announcedTo` applies the scope of a reader. */
export const readAnnounced = statement((db, ids: readonly string[]) =>
  db
    .selectFrom('orders')
    .where('orders._id', 'in', ids)
    .select(['orders._id', 'orders.branch', 'orders.kitchen', 'orders.sentAt'])
    .select(announcedJson(db.dialect).as('json'))
    .$castTo<AnnouncedOrder>(),
);

/** The row as `GET /orders` lists it to the actor, as JSON text; null where that list doesn't have it. */
export function announcedTo(actor: Actor, order: AnnouncedOrder | undefined): string | null {
  return order && isInScope(actor, orderDocument.audience(order)) ? order.json : null;
}
