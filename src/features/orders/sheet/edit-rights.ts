import type { Order } from '#contract/orders.ts';
import { editableFields, type LineField, type OrderField } from '#domain/orders/edits.ts';
import { actorPart } from '#domain/orders/parts.ts';
import { isOrderStatus } from '#domain/orders/status.ts';
import { type Actor, hasFlag } from '#domain/permissions.ts';

/** What this person may change on an order now; the server decides. */
export interface EditRights {
  order: ReadonlySet<OrderField>;
  lines: ReadonlySet<LineField>;
}

const none: EditRights = { order: new Set(), lines: new Set() };

export function editRights(order: Order, actor: Actor): EditRights {
  if (!isOrderStatus(order.status)) return none;
  const mayWrite = hasFlag(actor, 'canEdit') || (order.status === 'Draft' && hasFlag(actor, 'canCreate'));
  return mayWrite ? editableFields(order.status, actorPart(actor, order)) : none;
}
