import type { Selectable } from 'kysely';
import { wireOf } from '#contract/document-rows.ts';
import { orderFields } from '#contract/order-fields.ts';
import type { OrderSummary } from '#contract/orders.ts';
import type { OrderRow } from '../../db/tables.ts';

/** An order's own row; the summary in it is written from the rest. */
export type OrderHeader = Omit<Selectable<OrderRow>, 'summary'>;

/** Statuses after which nothing but the notes can change. */
const lockedStatuses: readonly string[] = ['Received', 'Rejected', 'Cancelled'];

/** The order as lists show it. */
export function toOrderSummary(head: OrderHeader): OrderSummary {
  return wireOf(orderFields, head, {
    urgent: ({ orderType }) => orderType === 'Urgent',
    locked: ({ status }) => lockedStatuses.includes(status),
  });
}
