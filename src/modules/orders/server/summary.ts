import type { Selectable } from 'kysely';
import { toWire } from '#platform/documents/document-rows.ts';
import { orderSummary, type OrderSummary } from '../shapes.ts';
import type { OrderRow } from '#platform/server/db/tables.ts';

/** An order row without the summary, which is derived from it. */
export type OrderHeader = Omit<Selectable<OrderRow>, 'summary'>;

/** Final statuses, after which only notes can change. */
const lockedStatuses: readonly string[] = ['Received', 'Rejected', 'Cancelled'];

/** Converts an order to its list row. */
export function toOrderSummary(header: OrderHeader): OrderSummary {
  return toWire(orderSummary, header, {
    urgent: ({ orderType }) => orderType === 'Urgent',
    locked: ({ status }) => lockedStatuses.includes(status),
  });
}
